"""How a player treats those at his table: pairs differ a little, and what was seen is answered.

Between any two honest players there is something of their own: `PAIRS` logits (a standard
deviation) of raising and of calling more or less. It belongs to the two and the direction, not to
the event, the cards or a scheme.

What was seen is public: hands, entries, bets and raises, calls and folds in this event, by player.
Against who enters many hands he bets less often (a bluff is called), against who bets much he calls
more, by `ADAPTS`; few hands say little.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from railbird.agents.population.rows import ADAPTS, CALLS_MORE, PAIRS, RAISES_MORE, TILT
from railbird.agents.scripted.style import PEOPLE, WAY, Row
from railbird.arena.hand.record import FOLD, MAX_SEATS, RAISE, Tables
from railbird.arena.numba_cache import kernel
from railbird.arena.randomness import STREAM_WORDS, seed_stream, unit
from railbird.arena.tournament.play_kernels import ADDED, KIND, SEAT, STREET

# What is counted of a player: hands dealt, hands entered by choice, then after the flop bets and
# raises, and all moves but checks.
COUNTS = 4
DEALT, ENTERED, PUSHED, MOVED = range(COUNTS)

# Means and spreads over players, of entries and of bets after the flop (NL50, as in the fit), and
# after how many chances what was seen counts half.
_ENTERS, _ENTERS_SD, _ENTERS_HALF = 0.25, 0.12, 25.0
_PUSHES, _PUSHES_SD, _PUSHES_HALF = 0.47, 0.12, 12.0
# Logits for a player one standard deviation out, seen long, by one who adapts fully: assumed.
_BETS_LESS, _CALLS_MORE = 0.30, 0.40
_MOST = 2.0

# A lost pot is big from so many big blinds and so large a part of the stack: assumed. After
# `NEVER` hands nobody is upset.
_BIG_LOSS, _BIG_PART = 15.0, 0.35
NEVER = 1 << 10

Ints = NDArray[np.int64]
Counts = NDArray[np.int64]


@lru_cache(maxsize=1 << 16)
def name_number(name: str) -> int:
    """Return a number that stands for a name in compiled code, the same everywhere; never 0."""
    digest = hashlib.blake2b(name.encode("utf-8", "surrogatepass"), digest_size=7).digest()
    return int.from_bytes(digest, "big") + 1


def numbers_of(names: Mapping[int, str]) -> Ints:
    """Return the numbers of the players by seat (0-based); 0 is an empty seat."""
    out = np.zeros(MAX_SEATS, dtype=np.int64)
    for seat, name in names.items():
        out[seat - 1] = name_number(name)
    return out


@kernel
def pair_offsets(seed: int, number: int) -> tuple[float, float]:
    """Return two standard normal numbers: how much more a player raises and calls another."""
    stream = np.zeros(STREAM_WORDS, dtype=np.int64)
    seed_stream(stream, seed, number)
    radius = math.sqrt(-2.0 * math.log(1.0 - unit(stream)))
    angle = 2.0 * math.pi * unit(stream)
    return radius * math.cos(angle), radius * math.sin(angle)


@kernel
def _deviation(done: int, chances: int, mean: float, spread: float, half: float) -> float:
    """Return how far a share lies from the mean, in spreads; near 0 when little is seen."""
    if chances <= 0:
        return 0.0
    out = (done / chances - mean) / spread * chances / (chances + half)
    return min(max(out, -_MOST), _MOST)


@kernel
def meet(row: Row, own: int, seed: int, numbers: Ints, seen: Counts) -> None:
    """Write into a row what its player holds on each seat; `own` is his seat, from 0.

    `numbers` by seat as `numbers_of` gives them; `seen` the `COUNTS` of each seat's player.
    """
    for seat in range(MAX_SEATS):
        raises = 0.0
        calls = 0.0
        if seat != own and numbers[seat] > 0:
            if row[PAIRS] > 0.0:
                one, other = pair_offsets(seed, numbers[seat])
                raises += row[PAIRS] * one
                calls += row[PAIRS] * other
            if row[ADAPTS] > 0.0 and seen[seat, DEALT] > 0:
                c = seen[seat]
                loose = _deviation(c[ENTERED], c[DEALT], _ENTERS, _ENTERS_SD, _ENTERS_HALF)
                pushy = _deviation(c[PUSHED], c[MOVED], _PUSHES, _PUSHES_SD, _PUSHES_HALF)
                raises -= row[ADAPTS] * _BETS_LESS * loose
                calls += row[ADAPTS] * _CALLS_MORE * pushy
        row[RAISES_MORE + seat] = raises
        row[CALLS_MORE + seat] = calls


@kernel
def meet_all(
    rows: NDArray[np.float64],
    seeds: Ints,
    people: Ints,
    numbers: Ints,
    counts: Counts,
    since: Ints,
    tilt: NDArray[np.float64],
) -> None:
    """Do `meet` for every human-like seat of many tables, and write how upset each player is.

    `people` are players by table and seat (-1: nobody); the rest is by player: `numbers`, `counts`,
    hands `since` the last big lost pot, and `tilt`: how upset one makes him, and its half-life.
    """
    seen = np.zeros((MAX_SEATS, COUNTS), dtype=np.int64)
    known = np.zeros(MAX_SEATS, dtype=np.int64)
    for k in range(rows.shape[0]):
        for seat in range(MAX_SEATS):
            who = people[k, seat]
            known[seat] = numbers[who] if who >= 0 else 0
            for c in range(COUNTS):
                seen[seat, c] = counts[who, c] if who >= 0 else 0
        for seat in range(MAX_SEATS):
            who = people[k, seat]
            row = rows[k, seat]
            if who >= 0 and row[WAY] == PEOPLE:
                meet(row, seat, seeds[k, seat], known, seen)
                row[TILT] = 0.0
                if since[who] < NEVER:
                    row[TILT] = tilt[who, 0] * 0.5 ** (since[who] / max(tilt[who, 1], 1.0))


@kernel
def count_hands(
    tables: Tables,
    logs: NDArray[np.int64],
    moves: Ints,
    people: Ints,
    big_blinds: Ints,
    counts: Counts,
    since: Ints,
) -> None:
    """Add finished hands to what was seen of the players."""
    for k in range(people.shape[0]):
        t = tables[k]
        for seat in range(MAX_SEATS):
            who = people[k, seat]
            if who >= 0:
                counts[who, DEALT] += 1
                lost = t.start_stack[seat] - t.stack[seat]
                big = lost >= max(_BIG_LOSS * big_blinds[k], _BIG_PART * t.start_stack[seat])
                since[who] = 0 if big else min(since[who] + 1, NEVER)
        _count_moves(logs[k], moves[k], people[k], counts)


@kernel
def _count_moves(log: NDArray[np.int64], moves: int, people: Ints, counts: Counts) -> None:
    entered = 0
    for m in range(moves):
        row = log[m]
        seat = row[SEAT]
        who = people[seat]
        chips = row[ADDED] > 0 and row[KIND] != FOLD
        if who < 0:
            continue
        if row[STREET] > 0:
            counts[who, MOVED] += chips or row[KIND] == FOLD
            counts[who, PUSHED] += row[KIND] == RAISE
        elif chips and entered >> seat & 1 == 0:
            entered |= 1 << seat
            counts[who, ENTERED] += 1
