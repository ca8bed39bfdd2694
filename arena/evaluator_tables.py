"""The tables behind the evaluator, made with NumPy at import in a few milliseconds.

A set of ranks is a 13-bit mask, bit 0 the deuce and bit 12 the ace; a low mask has the ace at bit
0. A hand rank is `category << 26 | major << 13 | minor`, where major and minor are such masks (the
ranks that make the category, then the kickers): two masks of the same number of bits compare as
the cards do.
"""

from __future__ import annotations

from itertools import combinations_with_replacement, permutations

import numpy as np
from numpy.typing import NDArray

Table = NDArray[np.int32]

HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = range(9)
CATEGORY_SHIFT = 26
MAJOR_SHIFT = 13
MASKS = 1 << 13
LOW_TOP = 1 << 30
PAIR_IDS = 91
TRIPLE_IDS = 455


def _bit_counts() -> Table:
    masks = np.arange(MASKS)
    counts: Table = np.stack([masks >> i & 1 for i in range(13)]).sum(axis=0).astype(np.int32)
    return counts


def _top(count: int) -> Table:
    """Return, for each mask, the mask of its `count` highest bits."""
    masks = np.arange(MASKS)
    for _ in range(13 - count):
        masks = np.where(BIT_COUNT[masks] > count, masks & (masks - 1), masks)
    return masks.astype(np.int32)


def _straight_tops() -> Table:
    """Return, for each mask, the bit of the highest straight's top rank; 0 without a straight."""
    masks = np.arange(MASKS)
    tops = np.where((masks & 0b1000000001111) == 0b1000000001111, 1 << 3, 0)
    for top in range(4, 13):
        run = 0b11111 << (top - 4)
        tops = np.where((masks & run) == run, 1 << top, tops)
    return tops.astype(np.int32)


def _lowest_five(low_masks: NDArray[np.int64]) -> NDArray[np.int64]:
    kept = np.zeros_like(low_masks)
    for i in range(13):
        kept |= np.where(BIT_COUNT[kept] < 5, low_masks & (1 << i), 0)
    return kept


def _to_low(masks: NDArray[np.int64]) -> NDArray[np.int64]:
    return (masks << 1 & (MASKS - 1)) | masks >> 12


BIT_COUNT = _bit_counts()
TOP1, TOP2, TOP3, TOP5 = (_top(count) for count in (1, 2, 3, 5))
_TOPS = _straight_tops()
_ALL = np.arange(MASKS)

# Rank of five or more different ranks without a flush: the straight, or the five highest.
NO_PAIR: Table = np.where(
    _TOPS > 0, STRAIGHT << CATEGORY_SHIFT | _TOPS << MAJOR_SHIFT, TOP5[_ALL]
).astype(np.int32)
STRAIGHT_RANK: Table = np.where(_TOPS > 0, NO_PAIR, 0).astype(np.int32)
# Rank of the cards of one suit: 0 below five cards.
FLUSH_RANK: Table = np.where(
    BIT_COUNT < 5,
    0,
    np.where(
        _TOPS > 0,
        STRAIGHT_FLUSH << CATEGORY_SHIFT | _TOPS << MAJOR_SHIFT,
        FLUSH << CATEGORY_SHIFT | TOP5,
    ),
).astype(np.int32)

LOW_MASK: Table = _to_low(_ALL).astype(np.int32)
# Rank of the five lowest different ranks, by ordinary mask: 0 with fewer than five.
LOW_FIVE: Table = np.where(BIT_COUNT < 5, 0, LOW_TOP - _lowest_five(_to_low(_ALL))).astype(np.int32)
# The same for eight-or-better; 0 when no five ranks are eight or lower.
_EIGHTS = _to_low(_ALL) & 0xFF
LOW_EIGHT: Table = np.where(BIT_COUNT[_EIGHTS] < 5, 0, LOW_TOP - _lowest_five(_EIGHTS)).astype(
    np.int32
)

CARD_BIT: NDArray[np.int64] = np.array(
    [1 << (13 * (card & 3) + (card >> 2)) for card in range(52)], dtype=np.int64
)


def _pair_ids() -> Table:
    ids = np.zeros((13, 13), dtype=np.int32)
    for i, (a, b) in enumerate(combinations_with_replacement(range(13), 2)):
        ids[a, b] = ids[b, a] = i
    return ids


def _triple_ids() -> Table:
    ids = np.zeros((13, 13, 13), dtype=np.int32)
    for i, ranks in enumerate(combinations_with_replacement(range(13), 3)):
        for order in permutations(ranks):
            ids[order] = i
    return ids


def _unsuited_ranks() -> Table:
    """Return the rank of each pair of ranks with each triple of ranks, suits left out."""
    bits = 1 << np.arange(13)
    pairs = np.zeros((PAIR_IDS, 13), dtype=np.int64)
    triples = np.zeros((TRIPLE_IDS, 13), dtype=np.int64)
    for two in combinations_with_replacement(range(13), 2):
        np.add.at(pairs[PAIR_ID[two]], list(two), 1)
    for three in combinations_with_replacement(range(13), 3):
        np.add.at(triples[TRIPLE_ID[three]], list(three), 1)
    counts = (pairs[:, None, :] + triples[None, :, :]).reshape(-1, 13)
    once, twice, thrice, four = ((counts >= n) @ bits for n in (1, 2, 3, 4))
    above = twice & ~thrice
    made = [
        (four > 0, QUADS, four, TOP1[once & ~four]),
        ((thrice > 0) & (above > 0), FULL_HOUSE, thrice, above),
        (thrice > 0, TRIPS, thrice, TOP2[once & ~thrice]),
        (BIT_COUNT[twice] == 2, TWO_PAIR, twice, TOP1[once & ~twice]),
        (twice > 0, PAIR, twice, TOP3[once & ~twice]),
    ]
    ranks = NO_PAIR[once]
    for holds, category, major, minor in reversed(made):
        rank = category << CATEGORY_SHIFT | major << MAJOR_SHIFT | minor
        ranks = np.where(holds, rank, ranks).astype(np.int32)
    return ranks


PAIR_ID = _pair_ids()
TRIPLE_ID = _triple_ids()
UNSUITED: Table = _unsuited_ranks()
