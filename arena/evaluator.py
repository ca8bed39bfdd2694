"""Hand ranks: high, eight-or-better low, ace-to-five low; five to seven cards, and Omaha.

A higher rank always wins, in the low games too; equal ranks tie. A low rank of 0 means "no
qualifying low". Ranks are int32 and only comparable within one kind. Cards are `4 * rank + suit`
as in `railbird.arena.cards`. The functions that end in `_of_mask` are for kernels: a mask is the
sum of `CARD_BIT[card]`.
"""

from __future__ import annotations

from collections.abc import Sequence

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

CATEGORIES = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)
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


@kernel
def _high_batch(cards: Cards, out: Ranks) -> None:
    for i in range(cards.shape[0]):
        mask = 0
        for j in range(cards.shape[1]):
            mask |= CARD_BIT[cards[i, j]]
        out[i] = high_of_mask(mask)


@kernel
def _low8_batch(cards: Cards, out: Ranks) -> None:
    for i in range(cards.shape[0]):
        out[i] = low8_of_mask(mask_of(cards[i]))


@kernel
def _a5_batch(cards: Cards, out: Ranks) -> None:
    for i in range(cards.shape[0]):
        out[i] = a5_of_mask(mask_of(cards[i]))


@kernel
def _omaha_batch(holes: Cards, boards: Cards, high: Ranks, low: Ranks) -> None:
    pairs = np.empty(15, dtype=np.int32)
    triples = np.empty(10, dtype=np.int32)
    for i in range(holes.shape[0]):
        pair_count = omaha_pairs(holes[i], holes.shape[1], pairs)
        triple_count = omaha_triples(boards[i], boards.shape[1], triples)
        hole = mask_of(holes[i])
        board = mask_of(boards[i])
        high[i] = omaha_high_of_ids(pairs, pair_count, triples, triple_count, hole, board)
        low[i] = omaha_low8_of_masks(hole, board)


def _table(cards: Cards | Sequence[Sequence[int]], smallest: int, largest: int) -> Cards:
    table = np.ascontiguousarray(cards, dtype=np.uint8)
    if table.ndim != 2 or not smallest <= table.shape[1] <= largest:
        raise ValueError(f"want rows of {smallest} to {largest} cards, not shape {table.shape}")
    if table.size and table.max() >= 52:
        raise ValueError(f"a card is 0..51, not {table.max()}")
    return table


def rank_high_batch(cards: Cards | Sequence[Sequence[int]]) -> Ranks:
    """Return the high rank of each row of five to seven cards, `(n, k)` to `(n,)` int32."""
    table = _table(cards, 5, 7)
    out = np.empty(len(table), dtype=np.int32)
    _high_batch(table, out)
    return out


def rank_low8_batch(cards: Cards | Sequence[Sequence[int]]) -> Ranks:
    """Return the eight-or-better rank of each row of five to seven cards; 0: does not qualify."""
    table = _table(cards, 5, 7)
    out = np.empty(len(table), dtype=np.int32)
    _low8_batch(table, out)
    return out


def rank_a5_batch(cards: Cards | Sequence[Sequence[int]]) -> Ranks:
    """Return the ace-to-five low rank (razz) of each row of five to seven cards."""
    table = _table(cards, 5, 7)
    out = np.empty(len(table), dtype=np.int32)
    _a5_batch(table, out)
    return out


def rank_omaha_batch(
    holes: Cards | Sequence[Sequence[int]], boards: Cards | Sequence[Sequence[int]]
) -> tuple[Ranks, Ranks]:
    """Return high and eight-or-better ranks, two of four to six hole cards with three of the board.

    `holes` is `(n, 4..6)`, `boards` `(n, 3..5)`.
    """
    down, up = _table(holes, 4, 6), _table(boards, 3, 5)
    if len(down) != len(up):
        raise ValueError(f"{len(down)} hands but {len(up)} boards")
    high, low = np.empty((2, len(down)), dtype=np.int32)
    _omaha_batch(down, up, high, low)
    return high, low


def rank_high(cards: Cards | Sequence[int]) -> int:
    """Return the high rank of five to seven cards.

    >>> from railbird.arena.cards import parse_cards
    >>> rank_high(parse_cards("AsKsQsJsTs")) > rank_high(parse_cards("9c9d9h9s2c"))
    True
    """
    return int(rank_high_batch(_row(cards))[0])


def rank_low8(cards: Cards | Sequence[int]) -> int:
    """Return the eight-or-better rank of five to seven cards; 0 when it does not qualify."""
    return int(rank_low8_batch(_row(cards))[0])


def rank_a5(cards: Cards | Sequence[int]) -> int:
    """Return the ace-to-five low rank (razz) of five to seven cards."""
    return int(rank_a5_batch(_row(cards))[0])


def rank_omaha(hole: Cards | Sequence[int], board: Cards | Sequence[int]) -> int:
    """Return the Omaha high rank: exactly two hole cards with exactly three of the board."""
    return int(rank_omaha_batch(_row(hole), _row(board))[0][0])


def rank_omaha_low8(hole: Cards | Sequence[int], board: Cards | Sequence[int]) -> int:
    """Return the Omaha eight-or-better rank; 0 when it does not qualify."""
    return int(rank_omaha_batch(_row(hole), _row(board))[1][0])


def _row(cards: Cards | Sequence[int]) -> Cards:
    return np.asarray(cards, dtype=np.uint8)[None, :]


def category(rank: int) -> int:
    """Return the category of a high rank: 0 high card to 8 straight flush, as in `CATEGORIES`."""
    return int(rank) >> CATEGORY_SHIFT


def category_name(rank: int) -> str:
    """Return the name of a high rank's category."""
    return CATEGORIES[category(rank)]
