"""Small random streams that live in an array, one per table, the same in and out of Numba.

A stream is four int64 words (Chris Doty-Humphrey's `sfc32`: 32-bit additions and shifts, so no
operation overflows an int64 and plain Python gives the same numbers).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from railbird.arena.numba_cache import kernel

Stream = NDArray[np.int64]

STREAM_WORDS = 4
_LOW = 0xFFFFFFFF


@kernel
def next_word(stream: Stream) -> int:
    """Return the next 32 random bits of `stream` as a non-negative int64."""
    out = (stream[0] + stream[1] + stream[3]) & _LOW
    stream[3] = (stream[3] + 1) & _LOW
    stream[0] = stream[1] ^ (stream[1] >> 9)
    stream[1] = (stream[2] + ((stream[2] << 3) & _LOW)) & _LOW
    stream[2] = (((stream[2] << 21) & _LOW) | (stream[2] >> 11)) + out & _LOW
    return int(out)


@kernel
def seed_stream(stream: Stream, seed: int, index: int) -> None:
    """Start `stream` as number `index` of the family `seed`; both are non-negative int64."""
    stream[0] = seed & _LOW
    stream[1] = (seed >> 32) ^ (index & _LOW)
    stream[2] = (index >> 32) ^ 0x9E3779B9
    stream[3] = 1
    for _ in range(15):
        next_word(stream)


@kernel
def below(stream: Stream, bound: int) -> int:
    """Return a random int64 from 0 to `bound - 1`; `bound` is at most 2**31."""
    return (next_word(stream) * bound) >> 32


@kernel
def unit(stream: Stream) -> float:
    """Return a random float in [0, 1) with 32 bits."""
    return next_word(stream) / 4294967296.0
