"""Equities of hold'em hands against the best part of all hands, in 64 steps."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from railbird.agents.scripted.classes import CLASSES, COMBOS, better_share, load_tables, weights

STEPS = 64

_EQUITY = load_tables()["equity"]
_WAYS = weights()
# Part of all hands that are better, by class; a class lies in the middle of what it takes up.
SHARE: NDArray[np.float64] = better_share(_EQUITY)
_MIDDLE = SHARE + 0.5 * COMBOS / COMBOS.sum()


def _inside(step: int) -> NDArray[np.float64]:
    """Return how much of each class belongs to the best `(step + 1) / 64` of all hands."""
    width = COMBOS / COMBOS.sum()
    return np.asarray(np.clip(((step + 1) / STEPS - SHARE) / width, 0.0, 1.0))


def _against(step: int) -> NDArray[np.float64]:
    ways = _WAYS * _inside(step)
    return np.asarray((ways * _EQUITY).sum(1) / ways.sum(1))


def _met(step: int) -> NDArray[np.float64]:
    ways = _WAYS * _inside(step)
    return np.asarray(ways.sum(1) / _WAYS.sum(1))


# By class and step: equity against the best `(step + 1) / 64`, and the chance to meet such a hand.
AGAINST: NDArray[np.float64] = np.stack([_against(k) for k in range(STEPS)], axis=1)
MET: NDArray[np.float64] = np.stack([_met(k) for k in range(STEPS)], axis=1)


def _edge(table: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the table by steps of the own hand: that which is worse than `(k + 0.5) / 64`."""
    order = np.argsort(_MIDDLE)
    at = (np.arange(STEPS) + 0.5) / STEPS
    rows = [np.interp(at, _MIDDLE[order], table[order, k]) for k in range(STEPS)]
    return np.stack(rows, axis=1)


# The same by step of the own hand.
EDGE: NDArray[np.float64] = _edge(AGAINST)
EDGE_MET: NDArray[np.float64] = _edge(MET)
# Equity of the best `(i + 1) / 64` against the best `(k + 1) / 64`, cards of one not counted out of
# the other.
MEAN: NDArray[np.float64] = np.cumsum(EDGE, axis=0) / np.arange(1, STEPS + 1)[:, None]
assert AGAINST.shape == (CLASSES, STEPS) and EDGE.shape == (STEPS, STEPS)
