"""The end of a hand: ranks, awards, and who shows (RULEBOOK 6.8)."""

from __future__ import annotations

import numpy as np

from railbird.arena.evaluator_kernels import (
    a5_of_mask,
    high_of_mask,
    low8_of_mask,
    omaha_high_of_ids,
    omaha_low8_of_masks,
    omaha_pairs,
    omaha_triples,
)
from railbird.arena.evaluator_tables import CARD_BIT
from railbird.arena.hand.games import RANK_A5, RANK_OMAHA
from railbird.arena.hand.pots import award_pots, build_pots, find_relevant_pots
from railbird.arena.hand.record import (
    BOARD_CARDS,
    LIVE,
    MAY_MUCK,
    MUST_SHOW,
    NO_CARD,
    NO_SEAT,
    Table,
)
from railbird.arena.numba_cache import kernel


@kernel
def finish(t: Table) -> None:
    """Rank, build and award the pots, decide who shows, and close the hand."""
    live = 0
    for seat in range(t.seats):
        if t.status[seat] == LIVE:
            live += 1
    build_pots(t)
    if live > 1:
        rank_hands(t)
    award_pots(t)
    if live > 1:
        _order_of_showing(t)
    for seat in range(t.seats):
        t.stack[seat] += t.won[seat]
    find_relevant_pots(t)
    t.over = 1
    t.to_act = NO_SEAT
    t.can_fold = 0
    t.to_call = 0
    t.min_raise_to = 0
    t.max_raise_to = 0


@kernel
def rank_hands(t: Table) -> None:
    """Write the ranks of the live hands; a hand with an unknown card ranks 0, below all."""
    common = 0
    unknown = False
    for i in range(t.board_count):
        if t.board[i] == NO_CARD:
            unknown = True
        else:
            common |= CARD_BIT[t.board[i]]
    if t.ranking == RANK_OMAHA:
        # Two and three cards make no hand when one of the three is not told.
        if not unknown:
            _rank_omaha(t, common)
        return
    for seat in range(t.seats):
        if t.status[seat] == LIVE:
            mask = _hand_mask(t, seat)
            if mask:
                _rank_hand(t, seat, mask | common)


@kernel
def _rank_omaha(t: Table, common: int) -> None:
    triples = np.empty(10, dtype=np.int32)
    pairs = np.empty(15, dtype=np.int32)
    omaha_triples(t.board, BOARD_CARDS, triples)
    for seat in range(t.seats):
        mask = _hand_mask(t, seat) if t.status[seat] == LIVE else 0
        if mask:
            count = omaha_pairs(t.cards[seat], t.card_count[seat], pairs)
            t.high_rank[seat] = omaha_high_of_ids(pairs, count, triples, 10, mask, common)
            if t.has_low:
                t.low_rank[seat] = omaha_low8_of_masks(mask, common)


@kernel
def _hand_mask(t: Table, seat: int) -> int:
    """Return the mask of a hand, 0 when a card is unknown."""
    mask = 0
    for i in range(t.card_count[seat]):
        card = t.cards[seat, i]
        if card == NO_CARD:
            return 0
        mask |= CARD_BIT[card]
    return mask


@kernel
def _rank_hand(t: Table, seat: int, mask: int) -> None:
    if t.ranking == RANK_A5:
        t.high_rank[seat] = a5_of_mask(mask)
        return
    t.high_rank[seat] = high_of_mask(mask)
    if t.has_low:
        t.low_rank[seat] = low8_of_mask(mask)


@kernel
def best_board_seat(t: Table) -> int:
    """Return the live seat whose up cards are best (razz: lowest); the first one of equals."""
    best = -1
    best_seat = 0
    for seat in range(t.seats):
        if t.status[seat] != LIVE:
            continue
        mask = 0
        for i in range(2, min(int(t.card_count[seat]), 6)):
            if t.cards[seat, i] != NO_CARD:
                mask |= CARD_BIT[t.cards[seat, i]]
        rank = a5_of_mask(mask) if t.ranking == RANK_A5 else high_of_mask(mask)
        if rank > best:
            best = rank
            best_seat = seat
    return best_seat


@kernel
def _order_of_showing(t: Table) -> None:
    """Last aggressor first, else the button's left (stud: the best board); the beaten may muck.

    Side pots are shown from the outermost in, so a seat counts as shown before those who are only
    in pots further in.
    """
    first = t.last_aggressor
    if first == NO_SEAT:
        first = best_board_seat(t) if t.is_stud else (t.button + 1) % t.seats
    placed = 0
    betting = 0
    for seat in range(t.seats):
        if t.status[seat] == LIVE and t.stack[seat] > 0:
            betting += 1
    for p in range(t.pot_count):
        pot = t.pot_count - 1 - p
        for i in range(t.seats):
            seat = (first + i) % t.seats
            if t.pot_eligible[pot] >> seat & 1 == 0 or placed >> seat & 1:
                continue
            placed |= 1 << seat
            t.show_order[t.show_count] = seat
            t.show_count += 1
            t.shows[seat] = MUST_SHOW
            if not (t.all_in_face_up and betting < 2) and _is_beaten(t, seat):
                t.shows[seat] = MAY_MUCK


@kernel
def _is_beaten(t: Table, seat: int) -> bool:
    """Tell whether hands already shown beat this one in every pot it is in, and in both halves."""
    for pot in range(t.pot_count):
        if t.pot_eligible[pot] >> seat & 1 == 0:
            continue
        high = False
        low = not t.has_low or t.low_rank[seat] == 0
        for i in range(t.show_count - 1):
            other = t.show_order[i]
            if t.shows[other] == MUST_SHOW and t.pot_eligible[pot] >> other & 1:
                high = high or t.high_rank[other] > t.high_rank[seat]
                low = low or t.low_rank[other] > t.low_rank[seat]
        if not (high and low):
            return False
    return True
