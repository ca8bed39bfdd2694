"""A move of the seat to act."""

from __future__ import annotations

from railbird.arena.hand.games import FIXED_LIMIT
from railbird.arena.hand.legal import is_full_raise, is_legal
from railbird.arena.hand.record import CALL, FOLD, FOLDED, Table
from railbird.arena.hand.streets import go_on, put_in
from railbird.arena.numba_cache import kernel


@kernel
def apply_move(t: Table, kind: int, total: int) -> bool:
    """Do a legal move and go on to the next decision or the end; False and no change if illegal."""
    if not is_legal(t, kind, total):
        return False
    do_move(t, kind, total)
    return True


@kernel
def do_move(t: Table, kind: int, total: int) -> None:
    """Do a move that is known to be legal and go on to the next decision or the end."""
    seat = t.to_act
    if kind == FOLD:
        t.status[seat] = FOLDED
    elif kind == CALL:
        put_in(t, seat, t.to_call)
        if t.bring_in_due and not t.short_blind_calls_full:
            t.current_bet = t.street_bet[seat]
    else:
        _raise_to(t, seat, total)
    t.acted[seat] = 1
    t.may_raise[seat] = 0
    t.bring_in_due = 0
    go_on(t, seat)


@kernel
def _raise_to(t: Table, seat: int, total: int) -> None:
    put_in(t, seat, total - t.street_bet[seat])
    if is_full_raise(t, total):
        if t.betting != FIXED_LIMIT:
            t.last_full_raise = total - t.current_bet
        elif total - t.full_level >= t.big_bet:
            # An open pair's double bet: the round goes on in big bets.
            t.bet_size = t.big_bet
        t.full_level = total
        t.bets_made += 1
        for other in range(t.seats):
            t.may_raise[other] = 1
    t.current_bet = total
    t.last_aggressor = seat
