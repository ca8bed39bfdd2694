"""Entering and leaving: when registration is open, rebuys and add-ons, minimum entrants."""

from __future__ import annotations

from dataclasses import dataclass

from railbird.arena.tournament.accounts import Account, Payment
from railbird.arena.tournament.clock import MINUTE
from railbird.arena.tournament.errors import Refused
from railbird.arena.tournament.structure import Format, Structure


@dataclass(frozen=True, slots=True)
class Desk:
    """What decides on registration now. `played`: play time in ms, negative before the start."""

    played: int
    entrants: int
    free_seats: int
    busts: int = 0


def check_open(structure: Structure, desk: Desk) -> None:
    """Raise `Refused` with the rule when nobody may register now (PS-9, FT-3, TV-70, TV-74)."""
    most = structure.max_entrants
    if structure.format is Format.SIT_AND_GO:
        most = structure.entrants
    if most is not None and desk.entrants >= most:
        raise Refused("FT-3.2", f"the event is full with {most}; wait until somebody unregisters")
    if desk.played < 0:
        return
    late = structure.registration
    if structure.format is Format.SIT_AND_GO:
        raise Refused("FT-2", "a sit & go that has started takes nobody")
    if not late.late_minutes:
        raise Refused("FT-3.1", "registration ended with the start")
    if desk.played >= late.late_minutes * MINUTE:
        raise Refused("PS-9.1", f"late registration closed after {late.late_minutes} minutes")
    if desk.free_seats < 1:
        raise Refused("PS-9.2", "all seats are taken")
    closes_at_bust = structure.house.late_registration_ends_at_bust and not late.extended
    if desk.busts and closes_at_bust:
        raise Refused("PS-9.3", "late registration closed at the first elimination")


def is_open(structure: Structure, desk: Desk) -> bool:
    """Say whether somebody may register now."""
    try:
        check_open(structure, desk)
    except Refused:
        return False
    return True


def prizes_are_final(structure: Structure, desk: Desk) -> bool:
    """Say whether the prize table stands: registration, rebuys and add-ons over (PS-7.3, FT-12)."""
    if desk.played < structure.rebuys.minutes * MINUTE:
        return False
    return not is_open(structure, Desk(desk.played, 0, 1, desk.busts))


def check_unregister(structure: Structure, before_start: int) -> None:
    """Raise `Refused` when leaving is no longer possible (PS-10.1, PS-10.3, FT-6).

    `before_start`: ms until seating begins, negative afterwards.
    """
    if before_start <= 0:
        raise Refused("FT-6", "seating has begun; the entry is not refunded")
    minutes = structure.registration.unregister_minutes
    if minutes is None:
        raise Refused("PS-10.3", "this event allows no unregistering")
    if before_start < minutes * MINUTE:
        raise Refused("PS-10.1", f"unregistering closed {minutes} minutes before the start")


def enough_entrants(structure: Structure, entrants: int) -> bool:
    """Say whether the event can start; else it is cancelled and all is returned (FT-34)."""
    return entrants >= structure.min_entrants


def check_rebuy(structure: Structure, stack: int, played: int, taken: int, count: int = 1) -> None:
    """Raise `Refused` when a player may not rebuy now (6.10, TV-69).

    Between hands, with at most the starting stack; two at once only when busted.
    """
    rebuys = structure.rebuys
    if played >= rebuys.minutes * MINUTE:
        raise Refused("6.10", "the rebuy period is over")
    if stack > structure.start_stack:
        raise Refused("6.10", f"{stack} chips are more than the starting {structure.start_stack}")
    if count > 2 or (count == 2 and stack):
        raise Refused("6.10", "two rebuys at once are for a player without chips")
    if rebuys.most is not None and taken + count > rebuys.most:
        raise Refused("6.10", f"this event allows {rebuys.most} rebuys")


def buy_rebuy(structure: Structure, account: Account, count: int = 1) -> tuple[Payment, ...]:
    """Take the price of `count` rebuys; `Refused` (PS-8.1) when the account does not hold it."""
    return account.pay_entry(structure.rebuys.price * count, structure.currency)


def eliminated_for_funds(structure: Structure, account: Account, stack: int) -> bool:
    """Say whether a player who cannot pay a rebuy is out: at stack 0, not before (PS-8.3)."""
    return stack == 0 and not account.can_pay(structure.rebuys.price, structure.currency)


def check_add_on(structure: Structure, *, in_add_on_break: bool, taken: bool) -> None:
    """Raise `Refused` when the add-on is not to be had: once, at the end, any stack (6.10)."""
    if not structure.rebuys.add_on_chips:
        raise Refused("6.10", "this event has no add-on")
    if not in_add_on_break:
        raise Refused("6.10", "the add-on is sold in the break at the end of the rebuy period")
    if taken:
        raise Refused("6.10", "the add-on is sold once")
