"""What the seat to act may do: the one source of legality (RULEBOOK 6.8, FT-24, PS-6)."""

from __future__ import annotations

from railbird.arena.hand.games import FIXED_LIMIT, NO_LIMIT, POT_LIMIT_PREFLOP
from railbird.arena.hand.record import CALL, FOLD, LIVE, RAISE, Table
from railbird.arena.numba_cache import kernel


@kernel
def bet_size(t: Table) -> int:
    """Return the smallest bet of the street: fixed limit doubles it from the third street on."""
    return int(t.big_bet if t.street >= 2 else t.small_bet)


@kernel
def is_full_raise(t: Table, total: int) -> bool:
    """Tell whether betting to `total` is a full bet or raise, which reopens the betting.

    In fixed limit a part of a bet is enough (AMB-28), counted from the last full level.
    """
    if t.betting == FIXED_LIMIT:
        gained = (total - t.full_level) * t.reopen_denominator
        return bool(gained >= bet_size(t) * t.reopen_numerator)
    return bool(total - t.current_bet >= t.last_full_raise)


@kernel
def _is_reopened(t: Table, seat: int) -> bool:
    """Tell whether the seat may raise: not yet acted, or a full raise since (FT-24.2, AMB-27)."""
    if t.may_raise[seat]:
        return True
    if not t.cumulative_reopen:
        return False
    facing = t.current_bet - t.street_bet[seat]
    if t.betting == FIXED_LIMIT:
        return bool(facing * t.reopen_denominator >= bet_size(t) * t.reopen_numerator)
    return bool(facing >= t.last_full_raise)


@kernel
def _somebody_can_answer(t: Table, seat: int) -> bool:
    """Tell whether another live seat has chips beyond the current bet."""
    for other in range(t.seats):
        if (
            other != seat
            and t.status[other] == LIVE
            and t.stack[other] > 0
            and t.stack[other] + t.street_bet[other] > t.current_bet
        ):
            return True
    return False


@kernel
def write_legal(t: Table) -> None:
    """Fill `can_fold`, `to_call`, `min_raise_to` and `max_raise_to` for the seat to act."""
    seat = t.to_act
    stack = t.stack[seat]
    bet = t.street_bet[seat]
    facing = max(t.current_bet - bet, 0)
    t.to_call = min(facing, stack)
    t.can_fold = 0
    if (facing > 0 or t.fold_to_no_bet) and not t.bring_in_due:
        t.can_fold = 1
    t.min_raise_to = 0
    t.max_raise_to = 0
    if stack <= facing or not _is_reopened(t, seat) or not _somebody_can_answer(t, seat):
        return
    if t.betting == FIXED_LIMIT:
        if t.bets_made >= t.limit_cap:
            return
        least = t.full_level + bet_size(t)
        most = least
    else:
        least = t.current_bet + t.last_full_raise
        most = bet + stack
        if t.betting != NO_LIMIT and not (t.betting == POT_LIMIT_PREFLOP and t.street > 0):
            # Call, then raise by what the pot then holds.
            most = max(least, t.current_bet + t.pot + facing)
    t.min_raise_to = min(least, bet + stack)
    t.max_raise_to = min(most, bet + stack)


@kernel
def is_legal(t: Table, kind: int, total: int) -> bool:
    """Tell whether the move is among the legal ones; `total` counts for a raise only."""
    if t.to_act < 0:
        return False
    if kind == FOLD:
        return bool(t.can_fold)
    if kind == CALL:
        return True
    return bool(kind == RAISE and 0 < t.min_raise_to <= total <= t.max_raise_to)
