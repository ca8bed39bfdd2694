"""Hand ranks of card masks, compiled: what `evaluator`, `equity` and the hand kernel rank with.

A mask is the sum of `CARD_BIT[card]`; a higher rank wins, in the low games too.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from railbird.arena.evaluator_tables import (
    BIT_COUNT,
    CARD_BIT,
    CATEGORY_SHIFT,
    FLUSH_RANK,
    FULL_HOUSE,
    LOW_EIGHT,
    LOW_FIVE,
    LOW_MASK,
    LOW_TOP,
    MAJOR_SHIFT,
    NO_PAIR,
    PAIR,
    PAIR_ID,
    QUADS,
    STRAIGHT_RANK,
    TOP1,
    TOP2,
    TOP3,
    TRIPLE_ID,
    TRIPS,
    TWO_PAIR,
    UNSUITED,
)
from railbird.arena.numba_cache import kernel

Cards = NDArray[np.uint8]
Ranks = NDArray[np.int32]

RANKS_MASK = (1 << 13) - 1
TRIPLES = 455


@kernel
def mask_of(cards: Cards) -> int:
    """Return the mask of `cards`."""
    mask = 0
    for i in range(cards.shape[0]):
        mask |= CARD_BIT[cards[i]]
    return mask


@kernel
def high_of_mask(mask: int) -> int:
    """Return the high rank of at most seven cards (of all of them when fewer than five)."""
    c = mask & RANKS_MASK
    d = mask >> 13 & RANKS_MASK
    h = mask >> 26 & RANKS_MASK
    s = mask >> 39
    # A flush and a full house or better need eight cards, so the flush decides at once.
    flush = FLUSH_RANK[c] | FLUSH_RANK[d] | FLUSH_RANK[h] | FLUSH_RANK[s]
    if flush:
        return int(flush)
    some = c | d | h | s
    thrice = (c & d | h & s) & (c & h | d & s)
    twice = some & ~(c ^ d ^ h ^ s) | thrice
    if twice == 0:
        return int(NO_PAIR[some])
    return _paired(some, twice, thrice, c & d & h & s)


@kernel
def _paired(some: int, twice: int, thrice: int, four: int) -> int:
    """Rank cards without a flush, from the ranks that stand at least once, twice, thrice, four."""
    if thrice == 0:
        if STRAIGHT_RANK[some]:
            return int(STRAIGHT_RANK[some])
        pairs = int(TOP2[twice])
        if pairs & (pairs - 1):
            return TWO_PAIR << CATEGORY_SHIFT | pairs << MAJOR_SHIFT | int(TOP1[some ^ pairs])
        return PAIR << CATEGORY_SHIFT | pairs << MAJOR_SHIFT | int(TOP3[some ^ pairs])
    if four:
        return QUADS << CATEGORY_SHIFT | four << MAJOR_SHIFT | int(TOP1[some ^ four])
    trips = int(TOP1[thrice])
    if twice ^ trips:
        return FULL_HOUSE << CATEGORY_SHIFT | trips << MAJOR_SHIFT | int(TOP1[twice ^ trips])
    if STRAIGHT_RANK[some]:
        return int(STRAIGHT_RANK[some])
    return TRIPS << CATEGORY_SHIFT | trips << MAJOR_SHIFT | int(TOP2[some ^ trips])


@kernel
def _some_rank(mask: int) -> int:
    return (mask | mask >> 13 | mask >> 26 | mask >> 39) & RANKS_MASK


@kernel
def low8_of_mask(mask: int) -> int:
    """Return the eight-or-better rank of at least five cards; 0 when none qualifies."""
    return int(LOW_EIGHT[_some_rank(mask)])


@kernel
def a5_of_mask(mask: int) -> int:
    """Return the ace-to-five rank (razz) of five to seven cards, or of all when fewer."""
    some = _some_rank(mask)
    if LOW_FIVE[some]:
        return int(LOW_FIVE[some])
    return _a5_paired(mask, some)


@kernel
def _lowest(low_mask: int) -> int:
    return low_mask & -low_mask


@kernel
def _a5_paired(mask: int, some: int) -> int:
    """Rank cards that show fewer than five ranks, the ace low: worse combinations rank lower."""
    c = mask & RANKS_MASK
    d = mask >> 13 & RANKS_MASK
    h = mask >> 26 & RANKS_MASK
    s = mask >> 39
    count = int(BIT_COUNT[c] + BIT_COUNT[d] + BIT_COUNT[h] + BIT_COUNT[s])
    spare = min(count, 5) - int(BIT_COUNT[some])
    thrice_high = (c & d | h & s) & (c & h | d & s)
    all_ranks = int(LOW_MASK[some])
    twice = int(LOW_MASK[some & ~(c ^ d ^ h ^ s) | thrice_high])
    thrice = int(LOW_MASK[thrice_high])
    four = int(LOW_MASK[c & d & h & s])
    # All the ranks are used, and `spare` cards double some: the cheapest way to do that counts.
    if spare == 0:
        return LOW_TOP - all_ranks
    first = _lowest(twice)
    second = _lowest(twice ^ first)
    if spare == 1:
        category, major = PAIR, first
    elif spare == 2 and second:
        category, major = TWO_PAIR, first | second
    elif spare == 2:
        category, major = TRIPS, _lowest(thrice)
    elif thrice and second:
        category, major = FULL_HOUSE, _lowest(thrice)
    else:
        category, major = QUADS, four
    return LOW_TOP - (category << CATEGORY_SHIFT | major << MAJOR_SHIFT | all_ranks ^ major)


@kernel
def omaha_pairs(hole: Cards, size: int, ids: Ranks) -> int:
    """Write the rank-pair ids of the two-card choices of `hole[:size]`; return how many."""
    n = 0
    for i in range(size):
        for j in range(i + 1, size):
            ids[n] = PAIR_ID[hole[i] >> 2, hole[j] >> 2] * TRIPLES
            n += 1
    return n


@kernel
def omaha_triples(board: Cards, size: int, ids: Ranks) -> int:
    """Write the rank-triple ids of the three-card choices of `board[:size]`; return how many."""
    n = 0
    for i in range(size):
        for j in range(i + 1, size):
            for k in range(j + 1, size):
                ids[n] = TRIPLE_ID[board[i] >> 2, board[j] >> 2, board[k] >> 2]
                n += 1
    return n


@kernel
def omaha_high_of_ids(
    pairs: Ranks, pair_count: int, triples: Ranks, triple_count: int, hole: int, board: int
) -> int:
    """Return the best two-plus-three rank, from the ids and the masks of hole and board."""
    best = omaha_flush_of_masks(hole, board)
    for i in range(pair_count):
        row = pairs[i]
        for j in range(triple_count):
            best = max(best, int(UNSUITED[row + triples[j]]))
    return best


@kernel
def omaha_best_pairs(pairs: Ranks, pair_count: int, best: Ranks) -> None:
    """Write, for each rank triple a board may hold, the best rank of these pairs with it.

    It pays when a hand meets many boards: each then needs ten look-ups instead of sixty.
    """
    for triple in range(TRIPLES):
        rank = 0
        for i in range(pair_count):
            rank = max(rank, int(UNSUITED[pairs[i] + triple]))
        best[triple] = rank


@kernel
def omaha_high_of_best(best: Ranks, triples: Ranks, hole: int, board: int) -> int:
    """Return the two-plus-three rank of a full board, from `omaha_best_pairs`."""
    rank = omaha_flush_of_masks(hole, board)
    for j in range(10):
        rank = max(rank, int(best[triples[j]]))
    return rank


@kernel
def omaha_flush_of_masks(hole: int, board: int) -> int:
    """Return the best flush of two hole cards and three of the board; 0 without one."""
    for shift in (0, 13, 26, 39):
        up = board >> shift & RANKS_MASK
        down = hole >> shift & RANKS_MASK
        if BIT_COUNT[up] >= 3 and BIT_COUNT[down] >= 2:
            return _omaha_flush(down, up)
    return 0


@kernel
def _omaha_flush(down: int, up: int) -> int:
    """Return the best flush of two ranks of `down` and three of `up`, all of one suit."""
    best = int(FLUSH_RANK[TOP2[down] | TOP3[up]])
    if STRAIGHT_RANK[down | up] == 0:
        return best
    # A straight flush may need lower cards than the best flush: try all.
    for low in range(9):
        best = _straight_flush(down, up, 0b11111 << low, best)
    return _straight_flush(down, up, 0b1000000001111, best)


@kernel
def _straight_flush(down: int, up: int, run: int, best: int) -> int:
    if (down | up) & run != run:
        return best
    # Exactly two of the run must come from below and three from the board.
    if BIT_COUNT[down & run] == 2 and BIT_COUNT[up & run] == 3:
        return max(best, int(FLUSH_RANK[run]))
    return best


@kernel
def omaha_low8_of_masks(hole: int, board: int) -> int:
    """Return the best two-plus-three eight-or-better rank; 0 when none qualifies."""
    down = int(LOW_MASK[_some_rank(hole)]) & 0xFF
    up = int(LOW_MASK[_some_rank(board)]) & 0xFF
    if BIT_COUNT[up] < 3 or BIT_COUNT[down] < 2:
        return 0
    best = 0
    first = down
    while first:
        a = first & -first
        first ^= a
        second = first
        while second:
            b = second & -second
            second ^= b
            rest = up & ~(a | b)
            count = BIT_COUNT[rest]
            if count >= 3:
                # The three lowest of what the board adds.
                while count > 3:
                    rest ^= 1 << _highest_bit(rest)
                    count -= 1
                best = max(best, LOW_TOP - (rest | a | b))
    return best


@kernel
def _highest_bit(mask: int) -> int:
    return int(BIT_COUNT[int(TOP1[mask]) - 1])
