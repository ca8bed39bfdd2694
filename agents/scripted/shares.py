"""How good a hand is: its share of the pot against hands that the others may hold, by run-outs.

Works in every game of the kernel. In hold'em others' hands can be narrowed to a part of all
starting hands, by what they did before the flop.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from railbird.agents.scripted.classes import QUANTILES, better_share, class_of, load_tables
from railbird.arena.evaluator import (
    a5_of_mask,
    high_of_mask,
    low8_of_mask,
    mask_of,
    omaha_high_of_ids,
    omaha_low8_of_masks,
    omaha_pairs,
    omaha_triples,
)
from railbird.arena.evaluator_tables import CARD_BIT
from railbird.arena.hand.games import RANK_A5, RANK_OMAHA
from railbird.arena.hand.record import BOARD_CARDS, HAND_CARDS, MAX_SEATS, NO_CARD
from railbird.arena.numba_cache import kernel
from railbird.arena.randomness import Stream, below
from railbird.arena.tournament.view import View

MOST_OTHERS = 3
_TRIES = 12
_ROWS = MOST_OTHERS + 1

_TABLES = load_tables()
_SHARE = better_share(_TABLES["equity"])
CLASS_OF_CARDS: NDArray[np.int64] = np.array(
    [[class_of(a, b) if a != b else 0 for b in range(52)] for a in range(52)]
)
# Part of all starting hands of hold'em that are better, by two cards.
BETTER: NDArray[np.float32] = _SHARE[CLASS_OF_CARDS].astype(np.float32)
# Rows: Omaha high, Omaha hi/lo, stud, stud hi/lo, razz. Share against one random hand, rising.
GAME_QUANTILES: NDArray[np.float64] = _TABLES["quantiles"]


@kernel
def game_row(v: View) -> int:
    """Return the row of `GAME_QUANTILES` for the view's game."""
    if v.ranking == RANK_A5:
        return 4
    if v.is_stud:
        return 3 if v.has_low else 2
    return 1 if v.has_low else 0


@kernel
def pot_share(
    v: View, others: int, widths: NDArray[np.float64], samples: int, stream: Stream
) -> float:
    """Return the mean share of the pot against the first `others` live seats clockwise.

    `widths[k]` narrows the hand of that seat to so large a part of the best starting hands.
    """
    cards = np.full((_ROWS, HAND_CARDS), NO_CARD, dtype=np.uint8)
    seats = np.zeros(_ROWS, dtype=np.int64)
    known = mask_of(v.cards[: v.card_count]) | mask_of(v.board[: v.board_count])
    cards[0, :] = v.cards
    count = 1
    for k in range(1, v.seats):
        other = (v.seat + k) % v.seats
        for i in range(HAND_CARDS):
            if v.up_cards[other, i] != NO_CARD:
                known |= CARD_BIT[v.up_cards[other, i]]
        if v.live[other] and count <= min(others, MOST_OTHERS):
            cards[count, :] = v.up_cards[other, :]
            seats[count] = other
            count += 1
    if v.hole_cards == 2:
        return _holdem_share(v, seats[:count], widths, known, samples, stream)
    return _any_share(v, cards, count, known, samples, stream)


@kernel
def _any_share(
    v: View, cards: NDArray[np.uint8], count: int, known: int, samples: int, stream: Stream
) -> float:
    """Do `pot_share` in any game; `cards` holds what is known of each hand."""
    size = HAND_CARDS if v.is_stud else v.hole_cards
    board = v.board.copy()
    filled = np.empty_like(cards)
    total = 0.0
    for _ in range(samples):
        filled[:, :] = cards
        used = known
        for k in range(1, count):
            used = _fill(filled[k], size, used, stream)
        used = _fill(filled[0], size, used, stream)
        if not v.is_stud:
            board[:] = v.board
            used = _fill(board, BOARD_CARDS, used, stream)
        total += _share(v, filled, count, board)
    return total / samples


@kernel
def _draw(used: int, stream: Stream) -> int:
    """Return a card whose bit is not in `used`."""
    while True:
        card = below(stream, 52)
        if used & CARD_BIT[card] == 0:
            return card


@kernel
def _holdem_share(
    v: View,
    seats: NDArray[np.int64],
    widths: NDArray[np.float64],
    known: int,
    samples: int,
    stream: Stream,
) -> float:
    """Do `pot_share` in hold'em, where masks of cards are all that is needed."""
    own = mask_of(v.cards[:2])
    flop = mask_of(v.board[: v.board_count])
    masks = np.zeros(_ROWS, dtype=np.int64)
    total = 0.0
    for _ in range(samples):
        used = known
        for k in range(1, seats.shape[0]):
            masks[k] = _two_cards(widths[seats[k]], used, stream)
            used |= masks[k]
        board = flop
        for _ in range(BOARD_CARDS - v.board_count):
            bit = CARD_BIT[_draw(used, stream)]
            board |= bit
            used |= bit
        mine = high_of_mask(own | board)
        equal = 1
        for k in range(1, seats.shape[0]):
            rank = high_of_mask(masks[k] | board)
            if rank > mine:
                equal = 0
                break
            equal += rank == mine
        if equal:
            total += 1.0 / equal
    return total / samples


@kernel
def _two_cards(width: float, used: int, stream: Stream) -> int:
    """Return the mask of two cards among the best `width` of hands, if some tries find them."""
    mask = 0
    for _ in range(_TRIES):
        first = _draw(used, stream)
        second = _draw(used | CARD_BIT[first], stream)
        mask = CARD_BIT[first] | CARD_BIT[second]
        if BETTER[first, second] <= width:
            break
    return mask


@kernel
def _fill(row: NDArray[np.uint8], count: int, used: int, stream: Stream) -> int:
    for i in range(count):
        if row[i] == NO_CARD:
            while True:
                card = below(stream, 52)
                if used & CARD_BIT[card] == 0:
                    break
            row[i] = card
            used |= CARD_BIT[card]
    return used


@kernel
def _share(v: View, rows: NDArray[np.uint8], count: int, board: NDArray[np.uint8]) -> float:
    """Return what the first row gets of a pot of 1 when all cards lie open."""
    high = np.zeros(_ROWS, dtype=np.int64)
    low = np.zeros(_ROWS, dtype=np.int64)
    _rank_rows(v, rows, count, board, high, low)
    upper = _part(high, count)
    best_low = 0
    for k in range(count):
        best_low = max(best_low, low[k])
    return upper if best_low == 0 else 0.5 * upper + 0.5 * _part(low, count)


@kernel
def _part(ranks: NDArray[np.int64], count: int) -> float:
    best = ranks[0]
    equal = 0
    for k in range(count):
        if ranks[k] > best:
            return 0.0
        if ranks[k] == best:
            equal += 1
    return 1.0 / equal


@kernel
def _rank_rows(
    v: View,
    rows: NDArray[np.uint8],
    count: int,
    board: NDArray[np.uint8],
    high: NDArray[np.int64],
    low: NDArray[np.int64],
) -> None:
    common = 0 if v.is_stud else mask_of(board)
    size = HAND_CARDS if v.is_stud else v.hole_cards
    triples = np.zeros(10, dtype=np.int32)
    pairs = np.zeros(15, dtype=np.int32)
    if v.ranking == RANK_OMAHA:
        omaha_triples(board, BOARD_CARDS, triples)
    for k in range(count):
        mask = mask_of(rows[k, :size])
        if v.ranking == RANK_A5:
            high[k] = a5_of_mask(mask)
        elif v.ranking == RANK_OMAHA:
            number = omaha_pairs(rows[k], size, pairs)
            high[k] = omaha_high_of_ids(pairs, number, triples, 10, mask, common)
            low[k] = omaha_low8_of_masks(mask, common) if v.has_low else 0
        else:
            high[k] = high_of_mask(mask | common)
            low[k] = low8_of_mask(mask) if v.has_low else 0


@kernel
def first_rank(v: View, samples: int, stream: Stream) -> float:
    """Return the part of starting hands that are better than the view's, 0 to 1.

    By table in hold'em; in other games from the share against one random hand.
    """
    if v.hole_cards == 2:
        return float(BETTER[v.cards[0], v.cards[1]])
    share = pot_share(v, 1, np.ones(MAX_SEATS), samples, stream)
    row = game_row(v)
    place = 0
    while place < QUANTILES and GAME_QUANTILES[row, place] < share:
        place += 1
    return 1.0 - place / QUANTILES
