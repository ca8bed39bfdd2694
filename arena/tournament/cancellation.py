"""What an event that is cancelled or aborted pays to whom (PS-22.2, RULEBOOK 6.1; FT-31).

All amounts in cents, in the order of the players given. Stacks are those at the start of the
voided hand (PS-22.1, FT-30).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from railbird.arena.tournament.accounts import Payment
from railbird.arena.tournament.house import CancelPolicy, HouseRules
from railbird.arena.tournament.money import share_by_weight, share_equally


@dataclass(frozen=True, slots=True)
class Aborted:
    """An event that stops with players left.

    `stacks` of the remaining players. `buy_in` without fee, bounty part or rebuys; `collected` is
    the pool of buy-ins, rebuys and add-ons; `cash_out_pool` that of a Cashout event (AMB-23).
    `prizes_left` are the prizes not yet paid, best first; when `in_the_money` is true the lowest
    of them is the next guaranteed prize. `bounty` is the knock-out part of an entry.
    """

    stacks: tuple[int, ...]
    buy_in: int
    fee: int
    collected: int
    prizes_left: tuple[int, ...] = ()
    in_the_money: bool = False
    guarantee: int = 0
    added: int = 0
    cash_out_pool: int = 0
    bounty: int = 0
    rebuys: bool = False
    heads_up_sit_and_go: bool = False
    non_cash_value: int | None = None
    all_hold_main_prize: bool = False


def payments(rules: HouseRules, event: Aborted) -> tuple[int, ...]:
    """Return what each remaining player gets, by the house's policy (6.1, FT-31)."""
    if rules.cancel is CancelPolicy.HALF_EQUAL:
        return _half_equal(rules, event)
    return _buy_in_back(event)


def _half_equal(rules: HouseRules, event: Aborted) -> tuple[int, ...]:
    """6.1: fee and bounty part back; half equal and half by chips, or prize and rest by chips."""
    n = len(event.stacks)
    back = event.fee + event.bounty
    if event.in_the_money:
        return _prize_and_chips(event, back)
    pool = event.collected + event.added
    if rules.cancel_counts_guarantee:
        pool = max(pool, event.guarantee)
    by_chips = pool // 2
    equal = share_equally(pool - by_chips, n)
    chips = share_by_weight(by_chips, event.stacks)
    return tuple(back + a + b for a, b in zip(equal, chips, strict=True))


def _buy_in_back(event: Aborted) -> tuple[int, ...]:
    """FT-31.2 to 31.6."""
    n = len(event.stacks)
    if event.all_hold_main_prize:  # 31.5b: each keeps what he has already won
        return (0,) * n
    if event.non_cash_value is not None:  # 31.5a
        return share_by_weight(event.non_cash_value, event.stacks)
    if event.heads_up_sit_and_go:  # 31.6
        parts = share_by_weight(event.collected, event.stacks)
        return tuple(event.fee + part for part in parts)
    if event.in_the_money:  # 31.3, 31.4c
        return _prize_and_chips(event, event.fee)
    # 31.2c: a guarantee counts in freezeouts; 31.4b: not in rebuy events; added money never.
    pool = event.collected if event.rebuys else max(event.collected, event.guarantee)
    rest = max(pool - n * event.buy_in, 0) + event.cash_out_pool
    parts = share_by_weight(rest, event.stacks)
    return tuple(event.buy_in + event.fee + part for part in parts)


def _prize_and_chips(event: Aborted, back: int) -> tuple[int, ...]:
    """Fee, the smallest unpaid prize each, and the rest by chips: the same in both rooms."""
    n = len(event.stacks)
    lowest = event.prizes_left[n - 1] if len(event.prizes_left) >= n else 0
    rest = sum(event.prizes_left) - n * lowest + event.cash_out_pool
    parts = share_by_weight(rest, event.stacks)
    return tuple(back + lowest + part for part in parts)


def rollback(paid: Sequence[Sequence[Payment]]) -> tuple[tuple[Payment, ...], ...]:
    """Return everything each registered player paid, in the form paid (6.1, TV-36).

    Players already eliminated are included: it is as if the event had never been.
    """
    return tuple(tuple(payments) for payments in paid)


def before_start(paid: Sequence[Payment], standard_buy_in: int) -> tuple[Payment, ...]:
    """Return the refund of one entry when the event never starts (FT-31.1, FT-34).

    In the form used; an entry won in a satellite is worth the standard buy-in.
    """
    return tuple(
        Payment(p.form, p.currency, standard_buy_in) if p.from_satellite else p for p in paid
    )
