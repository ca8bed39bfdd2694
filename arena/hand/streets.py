"""From forced bets to the last card: who acts, when a street ends, what is dealt."""

from __future__ import annotations

from railbird.arena.hand.games import RANK_A5
from railbird.arena.hand.legal import write_legal
from railbird.arena.hand.pots import return_uncalled
from railbird.arena.hand.record import (
    BOARD_CARDS,
    FOLDED,
    HAND_CARDS,
    LIVE,
    MAX_SEATS,
    NO_CARD,
    NO_SEAT,
    OUT,
    Table,
)
from railbird.arena.hand.showdown import best_board_seat, finish
from railbird.arena.numba_cache import kernel

_FLOP = 3
_STUD_LAST = 4


@kernel
def put_in(t: Table, seat: int, amount: int) -> None:
    """Move chips from a stack to the street's bet."""
    t.stack[seat] -= amount
    t.street_bet[seat] += amount
    t.contribution[seat] += amount
    t.pot += amount


@kernel
def start_hand(t: Table) -> None:
    """Begin a hand from the fields marked "in": post, deal, and find the first decision.

    Antes come before blinds; a seat that lacks chips posts what it has (RULEBOOK 6.8).
    """
    _clear(t)
    for seat in range(t.seats):
        if t.status[seat] == LIVE:
            ante = min(t.ante_due[seat], t.stack[seat])
            t.stack[seat] -= ante
            t.contribution[seat] = ante
            dead = min(t.dead_due[seat], t.stack[seat])
            t.stack[seat] -= dead
            t.dead[seat] = dead
            t.pot += ante + dead
    _post_blinds(t)
    _deal_hole_cards(t)
    for seat in range(t.seats):
        if t.gives_up[seat] and t.status[seat] == LIVE and t.stack[seat] == 0 and live_count(t) > 1:
            t.status[seat] = FOLDED
    if live_count(t) == 1:
        return_uncalled(t)
        finish(t)
        return
    if t.is_stud:
        _open_stud(t)
        return
    _open_betting(t, (t.first_seat + t.seats - 1) % t.seats)


@kernel
def _clear(t: Table) -> None:  # noqa: PLR0915
    # Long because a record has many fields, each set to its start.
    t.over = 0
    t.street = 0
    t.bet_size = t.small_bet
    t.pot = 0
    t.deck_next = 0
    t.board_count = 0
    t.bring_in_due = 0
    t.last_aggressor = NO_SEAT
    t.pot_count = 0
    t.show_count = 0
    for i in range(BOARD_CARDS):
        t.board[i] = NO_CARD
    for seat in range(MAX_SEATS):
        t.status[seat] = LIVE if seat < t.seats and t.dealt[seat] else OUT
        t.stack[seat] = t.start_stack[seat]
        t.street_bet[seat] = 0
        t.contribution[seat] = 0
        t.dead[seat] = 0
        t.acted[seat] = 0
        t.may_raise[seat] = 1
        t.card_count[seat] = 0
        t.returned[seat] = 0
        t.won[seat] = 0
        t.high_rank[seat] = 0
        t.low_rank[seat] = 0
        t.relevant_pot[seat] = -1
        t.shows[seat] = 0
        for i in range(HAND_CARDS):
            t.cards[seat, i] = NO_CARD


@kernel
def _post_blinds(t: Table) -> None:
    price = 0
    posted = 0
    for seat in range(t.seats):
        if t.status[seat] == LIVE and t.blind_due[seat] > 0:
            price = max(price, t.blind_due[seat])
            put_in(t, seat, min(t.blind_due[seat], t.stack[seat]))
            posted = max(posted, t.street_bet[seat])
    # The price stays the full blind though its owner may have posted less (TV-63).
    t.current_bet = price if t.short_blind_calls_full else posted
    t.last_full_raise = max(price, t.bet_size)
    t.full_level = price
    # The big blind is the first bet of a limit round.
    t.bets_made = 1 if price > 0 else 0


@kernel
def _deal(t: Table, seat: int) -> None:
    t.cards[seat, t.card_count[seat]] = t.deck[t.deck_next]
    t.card_count[seat] += 1
    t.deck_next += 1


@kernel
def _deal_hole_cards(t: Table) -> None:
    """Deal one card at a time from the button's left (in stud from the first seat)."""
    first = 0 if t.is_stud else t.button + 1
    for _ in range(t.hole_cards):
        for i in range(t.seats):
            seat = (first + i) % t.seats
            if t.status[seat] == LIVE:
                _deal(t, seat)


@kernel
def _deal_street(t: Table) -> None:
    if not t.is_stud:
        cards = _FLOP if t.street == 1 else 1
        for _ in range(cards):
            t.board[t.board_count] = t.deck[t.deck_next]
            t.board_count += 1
            t.deck_next += 1
        return
    live = live_count(t)
    if t.street == _STUD_LAST and t.deck_next + live > t.deck.shape[0]:
        # The deck is short: one last card for all.
        t.board[0] = t.deck[t.deck_next]
        t.board_count = 1
        t.deck_next += 1
        return
    for seat in range(t.seats):
        if t.status[seat] == LIVE:
            _deal(t, seat)


@kernel
def live_count(t: Table) -> int:
    """Return how many seats are still in the hand."""
    count = 0
    for seat in range(t.seats):
        if t.status[seat] == LIVE:
            count += 1
    return count


@kernel
def betting_count(t: Table) -> int:
    """Return how many live seats have chips left."""
    count = 0
    for seat in range(t.seats):
        if t.status[seat] == LIVE and t.stack[seat] > 0:
            count += 1
    return count


@kernel
def _price_for_the_last(t: Table, seat: int) -> int:
    """Return what the only seat with chips must match: the largest bet of the other live seats."""
    price = 0
    for other in range(t.seats):
        if other != seat and t.status[other] == LIVE:
            price = max(price, t.street_bet[other])
    return price


@kernel
def _next_to_act(t: Table, after: int) -> int:
    """Return the next seat that must decide, or `NO_SEAT` when the street is over."""
    alone = betting_count(t) < 2
    for i in range(1, t.seats + 1):
        seat = (after + i) % t.seats
        if t.status[seat] != LIVE or t.stack[seat] == 0:
            continue
        if alone:
            if t.street_bet[seat] < _price_for_the_last(t, seat):
                return int(seat)
        elif not t.acted[seat] or t.street_bet[seat] < t.current_bet:
            return int(seat)
    return NO_SEAT


@kernel
def _open_betting(t: Table, after: int) -> None:
    seat = _next_to_act(t, after)
    if seat == NO_SEAT:
        _end_street(t)
        return
    t.to_act = seat
    write_legal(t)


@kernel
def go_on(t: Table, seat: int) -> None:
    """After a move of `seat`: the next decision, the next street, or the end."""
    if live_count(t) == 1:
        return_uncalled(t)
        finish(t)
        return
    _open_betting(t, seat)


@kernel
def _end_street(t: Table) -> None:
    """Deal on until somebody can bet again or the hand is over."""
    while True:
        return_uncalled(t)
        if t.street == t.last_street:
            finish(t)
            return
        t.street += 1
        _deal_street(t)
        for seat in range(t.seats):
            t.street_bet[seat] = 0
            t.acted[seat] = 0
            t.may_raise[seat] = 1
        t.current_bet = 0
        t.full_level = 0
        t.bets_made = 0
        # Fixed limit doubles the bet from the third round on.
        t.bet_size = t.big_bet if t.street >= 2 else t.small_bet
        t.last_full_raise = t.bet_size
        if betting_count(t) >= 2 or not t.all_in_bettor_first:
            # Who bet on an earlier street has no say in the order of showing.
            t.last_aggressor = NO_SEAT
        if betting_count(t) >= 2:
            first = best_board_seat(t) if t.is_stud else t.button + 1
            t.to_act = _next_to_act(t, first + t.seats - 1)
            write_legal(t)
            return


@kernel
def _open_stud(t: Table) -> None:
    """The lowest door card brings in (razz: the highest); suits break ties, clubs lowest.

    When its owner is all-in for the ante the next seat acts first, against the same price.
    """
    opener = NO_SEAT
    worst = -2
    for seat in range(t.seats):
        if t.status[seat] != LIVE:
            continue
        card = int(t.cards[seat, t.hole_cards - 1])
        badness = 51 - card
        if card == NO_CARD:
            badness = -1
        elif t.ranking == RANK_A5:
            # The ace is low in razz: it moves below the deuce.
            badness = (card + 4) % 52
        if badness > worst:
            worst = badness
            opener = seat
    t.current_bet = t.bring_in
    t.last_full_raise = t.bet_size
    t.bring_in_due = 1 if t.stack[opener] > 0 else 0
    _open_betting(t, opener + t.seats - 1)
