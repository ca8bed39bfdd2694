"""What the seat to act may do: the one source of legality (RULEBOOK 6.8, FT-24, PS-6)."""

from __future__ import annotations

from railbird.arena.hand.games import FIXED_LIMIT, NO_LIMIT, POT_LIMIT_PREFLOP
from railbird.arena.hand.record import CALL, FOLD, LIVE, NO_CARD, RAISE, Table
from railbird.arena.numba_cache import kernel

_FOURTH_STREET = 1


@kernel
def is_full_raise(t: Table, total: int) -> bool:
    """Tell whether betting to `total` is a full bet or raise, which reopens the betting.

    In fixed limit a part of a bet is enough (AMB-28), counted from the last full level.
    """
    if t.betting == FIXED_LIMIT:
        gained = (total - t.full_level) * t.reopen_denominator
        return bool(gained >= t.bet_size * t.reopen_numerator)
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
        return bool(facing * t.reopen_denominator >= t.bet_size * t.reopen_numerator)
    return bool(facing >= t.last_full_raise)


@kernel
def _somebody_can_answer(t: Table, seat: int) -> bool:
    """Tell whether another live seat has chips beyond the current bet (or any chips at all)."""
    for other in range(t.seats):
        if (
            other != seat
            and t.status[other] == LIVE
            and t.stack[other] > 0
            and (t.unmatched_raises or t.stack[other] + t.street_bet[other] > t.current_bet)
        ):
            return True
    return False


@kernel
def _pair_lies_open(t: Table) -> bool:
    """Tell whether a live seat shows a pair on fourth street of a game where that doubles bets."""
    if not t.open_pair_doubles or t.street != _FOURTH_STREET or t.bet_size == t.big_bet:
        return False
    for seat in range(t.seats):
        if t.status[seat] == LIVE and t.cards[seat, 2] != NO_CARD:
            if t.cards[seat, 2] >> 2 == t.cards[seat, 3] >> 2:
                return True
    return False


@kernel
def write_legal(t: Table) -> None:
    """Fill `can_fold`, `to_call` and the bounds of a raise for the seat to act."""
    seat = t.to_act
    facing = max(t.current_bet - t.street_bet[seat], 0)
    t.to_call = min(facing, t.stack[seat])
    t.can_fold = 0
    if (facing > 0 or t.fold_to_no_bet) and not t.bring_in_due:
        t.can_fold = 1
    t.min_raise_to = 0
    t.max_raise_to = 0
    t.raise_step = 1
    if t.betting == FIXED_LIMIT and t.bets_made >= t.limit_cap:
        return
    if t.stack[seat] > facing and _is_reopened(t, seat) and _somebody_can_answer(t, seat):
        _write_raise(t, seat, facing)


@kernel
def _write_raise(t: Table, seat: int, facing: int) -> None:
    all_in = t.street_bet[seat] + t.stack[seat]
    if t.betting == FIXED_LIMIT:
        least = t.full_level + t.bet_size
        most = t.full_level + t.big_bet if _pair_lies_open(t) else least
    else:
        least = t.current_bet + t.last_full_raise
        most = all_in
        if t.betting != NO_LIMIT and not (t.betting == POT_LIMIT_PREFLOP and t.street > 0):
            # Call, then raise by what the pot then holds.
            most = max(least, t.current_bet + t.pot + facing)
    t.min_raise_to = min(least, all_in)
    t.max_raise_to = min(most, all_in)
    if t.betting == FIXED_LIMIT:
        t.raise_step = max(t.max_raise_to - t.min_raise_to, 1)


@kernel
def nearest_total(least: int, most: int, step: int, total: int) -> int:
    """Return which of the totals `least`, `least + step`, ... `most` is nearest from below."""
    wanted = min(max(total, least), most)
    return int(wanted - (wanted - least) % step)


@kernel
def nearest_raise(t: Table, total: int) -> int:
    """Return the legal total nearest to `total` from below, or the least; a raise must be legal."""
    return nearest_total(t.min_raise_to, t.max_raise_to, t.raise_step, total)


@kernel
def is_legal(t: Table, kind: int, total: int) -> bool:
    """Tell whether the move is among the legal ones; `total` counts for a raise only."""
    if t.to_act < 0:
        return False
    if kind == FOLD:
        return bool(t.can_fold)
    if kind == CALL:
        return True
    if kind != RAISE or not 0 < t.min_raise_to <= total <= t.max_raise_to:
        return False
    return bool((total - t.min_raise_to) % t.raise_step == 0)
