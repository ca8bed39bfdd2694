"""Folds and coin flips by hash of an id: the same in every batch, order and process."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def hashed(text: str) -> int:
    """Return a 64-bit number that depends on `text` alone."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")


def folds(ids: Sequence[str], count: int) -> NDArray[np.int64]:
    """Return a fold number below `count` for each id."""
    return np.asarray([hashed(text) % count for text in ids], np.int64)
