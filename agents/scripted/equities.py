"""Equity of every starting hand of hold'em against every other, from seeded run-outs."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from railbird.agents.scripted.classes import CLASSES, class_of
from railbird.arena.evaluator import high_of_mask
from railbird.arena.evaluator_tables import CARD_BIT
from railbird.arena.numba_cache import kernel
from railbird.arena.randomness import STREAM_WORDS, below, seed_stream


def holdings() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the holdings of each class, `(169, 12, 2)`, and how many there are."""
    hands = np.zeros((CLASSES, 12, 2), dtype=np.int64)
    counts = np.zeros(CLASSES, dtype=np.int64)
    for a in range(52):
        for b in range(a):
            k = class_of(a, b)
            hands[k, counts[k]] = a, b
            counts[k] += 1
    return hands, counts


@kernel
def _fill(
    hands: NDArray[np.int64],
    counts: NDArray[np.int64],
    samples: int,
    seed: int,
    out: NDArray[np.float64],
    ties: NDArray[np.float64],
) -> None:
    stream = np.zeros(STREAM_WORDS, dtype=np.int64)
    for i in range(out.shape[0]):
        for j in range(i + 1):
            seed_stream(stream, seed, i * out.shape[0] + j)
            won = tied = 0
            for _ in range(samples):
                result = _one(hands[i], counts[i], hands[j], counts[j], stream)
                won += result
                tied += result == 1
            ties[i, j] = ties[j, i] = tied / samples
            if i == j:
                won = samples
            out[i, j] = won / (2.0 * samples)
            out[j, i] = 1.0 - out[i, j]


@kernel
def _one(
    mine: NDArray[np.int64],
    my_count: int,
    his: NDArray[np.int64],
    his_count: int,
    stream: NDArray[np.int64],
) -> int:
    """Deal one board to two holdings that do not share a card; 2 for a win, 1 for a tie."""
    while True:
        a = below(stream, my_count)
        b = below(stream, his_count)
        left = CARD_BIT[mine[a, 0]] | CARD_BIT[mine[a, 1]]
        right = CARD_BIT[his[b, 0]] | CARD_BIT[his[b, 1]]
        if left & right == 0:
            break
    board = 0
    dealt = 0
    while dealt < 5:
        bit = CARD_BIT[below(stream, 52)]
        if (left | right | board) & bit == 0:
            board |= bit
            dealt += 1
    one = high_of_mask(left | board)
    other = high_of_mask(right | board)
    return 2 if one > other else 1 if one == other else 0


def heads_up_equities(
    samples: int, seed: int = 1
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return `(169, 169)` equities and chances of a tie.

    The standard error of an equity is at most 0.5 / sqrt(samples).
    """
    hands, counts = holdings()
    out = np.zeros((CLASSES, CLASSES))
    ties = np.zeros((CLASSES, CLASSES))
    _fill(hands, counts, samples, seed, out, ties)
    return out, ties
