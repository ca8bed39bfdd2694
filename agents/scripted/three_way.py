"""How three classes of hands finish against each other, from seeded run-outs."""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray

from railbird.agents.scripted.equities import holdings
from railbird.arena.evaluator import high_of_mask
from railbird.arena.evaluator_tables import CARD_BIT
from railbird.arena.numba_cache import kernel
from railbird.arena.randomness import STREAM_WORDS, below, seed_stream

# Ranks of three hands, best 0, with ties: thirteen orders.
ORDERS: tuple[tuple[int, ...], ...] = tuple(
    ranks for ranks in product(range(3), repeat=3) if set(ranks) == set(range(max(ranks) + 1))
)
assert len(ORDERS) == 13


def _number(one: int, two: int, three: int) -> int:
    """Return which order hand ranks are in; higher ranks win."""
    better = sorted({one, two, three}, reverse=True)
    return ORDERS.index((better.index(one), better.index(two), better.index(three)))


# Order by how the first hand compares with the second, the second with the third, the first with
# the third: 0 worse, 1 equal, 2 better.
_ORDER_OF: NDArray[np.uint8] = np.zeros((3, 3, 3), dtype=np.uint8)
for _ranks in ORDERS:
    _x, _y, _z = (-r for r in _ranks)
    _ORDER_OF[1 + (_x > _y) - (_x < _y), 1 + (_y > _z) - (_y < _z), 1 + (_x > _z) - (_x < _z)] = (
        _number(_x, _y, _z)
    )
# Which order it is when the hands are named in another order: `_RENAMED[p][k]`.
_PERMUTATIONS = np.array([(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)])
_RENAMED: NDArray[np.int64] = np.array(
    [[ORDERS.index(tuple(ranks[i] for i in p)) for ranks in ORDERS] for p in _PERMUTATIONS]
)


def three_way_orders(samples: int, seed: int = 3) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return counts by three classes and order, and `deals`.

    `deals[a, b, c]` is in how many ways `b` and `c` can be held beside a holding of `a`. At most
    255 samples a triple; what a hand does against two ranges is far better known than a triple.
    """
    if not 0 < samples < 256:
        raise ValueError(f"1 to 255 samples, not {samples}")
    hands, counts = holdings()
    size = len(counts)
    orders = np.zeros((size, size, size, len(ORDERS)), dtype=np.uint8)
    deals = np.zeros((size, size, size), dtype=np.uint8)
    _count_deals(hands, counts, deals)
    _sample(hands, counts, deals, samples, seed, orders)
    return orders, deals


@kernel
def _mask(hand: NDArray[np.int64]) -> int:
    return int(CARD_BIT[hand[0]] | CARD_BIT[hand[1]])


@kernel
def _count_deals(
    hands: NDArray[np.int64], counts: NDArray[np.int64], deals: NDArray[np.uint8]
) -> None:
    for a in range(counts.shape[0]):
        # By symmetry of suits one holding of the first stands for all.
        first = _mask(hands[a, 0])
        for b in range(counts.shape[0]):
            for c in range(counts.shape[0]):
                ways = 0
                for i in range(counts[b]):
                    second = _mask(hands[b, i])
                    if first & second:
                        continue
                    for j in range(counts[c]):
                        ways += (first | second) & _mask(hands[c, j]) == 0
                deals[a, b, c] = ways


@kernel
def _sample(
    hands: NDArray[np.int64],
    counts: NDArray[np.int64],
    deals: NDArray[np.uint8],
    samples: int,
    seed: int,
    orders: NDArray[np.uint8],
) -> None:
    stream = np.zeros(STREAM_WORDS, dtype=np.int64)
    found = np.zeros(orders.shape[3], dtype=np.int64)
    named = np.zeros(3, dtype=np.int64)
    for a in range(counts.shape[0]):
        for b in range(a + 1):
            seed_stream(stream, seed, a * counts.shape[0] + b)
            for c in range(b + 1):
                if deals[a, b, c] == 0:
                    continue
                found[:] = 0
                for _ in range(samples):
                    found[_one(hands, counts, a, b, c, stream)] += 1
                named[0], named[1], named[2] = a, b, c
                for p in range(_PERMUTATIONS.shape[0]):
                    x = named[_PERMUTATIONS[p, 0]]
                    y = named[_PERMUTATIONS[p, 1]]
                    z = named[_PERMUTATIONS[p, 2]]
                    for k in range(found.shape[0]):
                        orders[x, y, z, _RENAMED[p, k]] = found[k]


@kernel
def _one(
    hands: NDArray[np.int64],
    counts: NDArray[np.int64],
    a: int,
    b: int,
    c: int,
    stream: NDArray[np.int64],
) -> int:
    """Deal three holdings that share no card and a board; return the order they finish in."""
    while True:
        one = _mask(hands[a, below(stream, counts[a])])
        two = _mask(hands[b, below(stream, counts[b])])
        three = _mask(hands[c, below(stream, counts[c])])
        if one & two == 0 and (one | two) & three == 0:
            break
    used = one | two | three
    board = 0
    dealt = 0
    while dealt < 5:
        bit = CARD_BIT[below(stream, 52)]
        if used & bit == 0:
            used |= bit
            board |= bit
            dealt += 1
    x, y, z = high_of_mask(one | board), high_of_mask(two | board), high_of_mask(three | board)
    first = 1 + (1 if x > y else 0) - (1 if x < y else 0)
    second = 1 + (1 if y > z else 0) - (1 if y < z else 0)
    third = 1 + (1 if x > z else 0) - (1 if x < z else 0)
    return int(_ORDER_OF[first, second, third])
