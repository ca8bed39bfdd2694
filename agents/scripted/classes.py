"""The 169 starting hands of hold'em and the tables made of them by `make_tables`.

Class `13 * high + low` of ranks (0 the deuce) is suited, `13 * low + high` offsuit; pairs lie on
the diagonal, so all 169 numbers from 0 are used.
"""

from __future__ import annotations

from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from railbird.arena.cards import RANKS

CLASSES = 169
MOST_BEHIND = 9
# Effective stacks of the push-or-fold tables: 1 to 20 big blinds by halves.
DEPTHS: NDArray[np.float64] = np.arange(1.0, 20.25, 0.5)
# Callers by what they posted: nothing, the small blind, the big blind.
CALLERS = 3
QUANTILES = 64

# What the tables' whole numbers are parts of.
EQUITY_PARTS, CHANCE_PARTS = 60_000.0, 200.0
TABLES_FILE = "tables.npz"


def class_of(first: int, second: int) -> int:
    """Return the class of two cards."""
    high, low = max(first >> 2, second >> 2), min(first >> 2, second >> 2)
    return 13 * high + low if first & 3 == second & 3 else 13 * low + high


def class_name(number: int) -> str:
    """Return a class as players write it: `AKs`, `T9o`, `22`."""
    a, b = divmod(number, 13)
    high, low = RANKS[max(a, b)], RANKS[min(a, b)]
    return high + low + ("" if a == b else "s" if a > b else "o")


CLASS_NUMBER: dict[str, int] = {class_name(k): k for k in range(CLASSES)}
# Ways to hold each class.
COMBOS: NDArray[np.float64] = np.array(
    [6.0 if k // 13 == k % 13 else 4.0 if k // 13 > k % 13 else 12.0 for k in range(CLASSES)]
)


def load_tables() -> dict[str, NDArray[np.float64]]:
    """Return the shipped tables: equities, ties, pushes, calls, quantiles."""
    with (files("railbird.agents.scripted") / TABLES_FILE).open("rb") as source:
        data = np.load(source)
        return {
            "equity": data["equity"].astype(np.float64) / EQUITY_PARTS,
            "tie": data["tie"].astype(np.float64) / EQUITY_PARTS,
            "push": data["push"].astype(np.float64) / CHANCE_PARTS,
            "call": data["call"].astype(np.float64) / CHANCE_PARTS,
            "quantiles": data["quantiles"].astype(np.float64),
        }


def weights() -> NDArray[np.float64]:
    """Return how many ways the column's class can be held beside the row's, on average."""
    hands: list[list[tuple[int, int]]] = [[] for _ in range(CLASSES)]
    for a in range(52):
        for b in range(a):
            hands[class_of(a, b)].append((a, b))
    out = np.zeros((CLASSES, CLASSES))
    for i in range(CLASSES):
        # By symmetry of suits one holding of the row stands for all.
        taken = set(hands[i][0])
        for j in range(CLASSES):
            out[i, j] = sum(not taken & set(hand) for hand in hands[j])
    return out


def better_share(equity: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return for each class the part of all starting hands that are better, 0 to 1.

    The order is by the mean of the equity against a random hand and against the best 30%, so
    that hands which hold up when called come before those that only beat nothing.
    """
    ways = weights()
    plain = (equity * ways).sum(1) / ways.sum(1)
    best = np.argsort(-plain, kind="stable")
    inside = np.zeros(CLASSES)
    inside[best[np.cumsum(COMBOS[best]) <= 0.30 * COMBOS.sum()]] = 1.0
    called = (equity * ways * inside).sum(1) / (ways * inside).sum(1)
    order = np.argsort(-(plain + called), kind="stable")
    share = np.zeros(CLASSES)
    share[order] = (np.cumsum(COMBOS[order]) - COMBOS[order]) / COMBOS.sum()
    return share
