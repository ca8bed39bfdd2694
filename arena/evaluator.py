"""Hand ranks: high, eight-or-better low, ace-to-five low; five to seven cards, and Omaha.

A higher rank always wins, in the low games too; equal ranks tie. A low rank of 0 means "no
qualifying low". Ranks are int32 and only comparable within one kind. Cards are `4 * rank + suit`
as in `railbird.arena.cards`. Kernels rank masks with `evaluator_kernels`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from railbird.arena.evaluator_kernels import (
    Cards,
    Ranks,
    a5_of_mask,
    high_of_mask,
    low8_of_mask,
    mask_of,
    omaha_high_of_ids,
    omaha_low8_of_masks,
    omaha_pairs,
    omaha_triples,
)
from railbird.arena.evaluator_tables import CARD_BIT, CATEGORY_SHIFT
from railbird.arena.numba_cache import kernel

# The kernels too, so that other rooms need to know one module.
__all__ = [
    "CATEGORIES",
    "Cards",
    "Ranks",
    "a5_of_mask",
    "category",
    "category_name",
    "high_of_mask",
    "low8_of_mask",
    "mask_of",
    "omaha_high_of_ids",
    "omaha_low8_of_masks",
    "omaha_pairs",
    "omaha_triples",
    "rank_a5",
    "rank_a5_batch",
    "rank_high",
    "rank_high_batch",
    "rank_low8",
    "rank_low8_batch",
    "rank_omaha",
    "rank_omaha_batch",
    "rank_omaha_low8",
]

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
