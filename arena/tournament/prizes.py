"""The prize pool as prizes: which table applies, and every place in cents.

Percentages are whole thousandths of a percent, so 100% is 100,000 and 5.615% is 5,615.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from railbird.arena.tournament.house import HouseRules, PrizeRounding, SatelliteRest
from railbird.arena.tournament.money import share_by_weight, share_equally

WHOLE = 100_000


@dataclass(frozen=True, slots=True)
class PayoutStep:
    """The payout of one range of entrants: `shares[k]` is the part of place k + 1."""

    max_entrants: int | None  # None: any number
    shares: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PayoutTable:
    """A published payout table, by number of entrants (PS-7.1, PS-7.2, FT-12)."""

    name: str
    steps: tuple[PayoutStep, ...]

    def shares(self, entrants: int) -> tuple[int, ...]:
        """Return the shares that apply for this many entrants, never more places than entrants.

        Shares of places that nobody can reach go to the first place.
        """
        step = next(s for s in self.steps if s.max_entrants is None or entrants <= s.max_entrants)
        paid = step.shares[: max(entrants, 1)]
        return (paid[0] + sum(step.shares[len(paid) :]), *paid[1:])


def prizes(rules: HouseRules, pool: int, shares: Sequence[int]) -> tuple[int, ...]:
    """Return the prize of each paid place in cents; they sum exactly to `pool` (AMB-08).

    Floor and rest to first: every place but the first is rounded down, the first takes what is
    left. Nearest from the bottom: every place to the nearest cent, what is over or lacking is put
    right one cent at a time from the last paid place upwards.
    """
    if rules.prize_rounding is PrizeRounding.FLOOR_REST_TO_FIRST:
        rest = tuple(pool * share // WHOLE for share in shares[1:])
        return (pool - sum(rest), *rest)
    rounded = [(2 * pool * share + WHOLE) // (2 * WHOLE) for share in shares]
    wrong = pool - sum(rounded)
    step = 1 if wrong > 0 else -1
    for k in range(abs(wrong)):
        rounded[-1 - k % len(rounded)] += step
    return tuple(rounded)


def equal_prizes(pool: int, places: int) -> tuple[int, ...]:
    """Return `pool` in equal prizes (double or nothing); odd cents to the better places."""
    return share_equally(pool, places)


def half_equal_half_chips(pool: int, chips: Sequence[int]) -> tuple[int, ...]:
    """Return what each remaining player gets in a Fifty50 (6.7, TV-27).

    Half of the pool is shared equally, half by chips.
    """
    by_chips = pool // 2
    equal = share_equally(pool - by_chips, len(chips))
    parts = share_by_weight(by_chips, chips)
    return tuple(a + b for a, b in zip(equal, parts, strict=True))


@dataclass(frozen=True, slots=True)
class SatellitePrizes:
    """What a satellite gives: so many tickets, then cash for the places after them."""

    tickets: int
    ticket: int
    cash: tuple[int, ...]


def satellite_prizes(
    rules: HouseRules, pool: int, ticket: int, *, min_tickets: int = 0
) -> SatellitePrizes:
    """Return tickets and cash of a satellite pool (6.10, TV-28).

    As many tickets as the pool buys (at least the guaranteed `min_tickets`); the rest in cash to
    the next place, or to the next three at 50/30/20.
    """
    tickets = max(pool // ticket, min_tickets)
    rest = max(pool - tickets * ticket, 0)
    if not rest:
        return SatellitePrizes(tickets, ticket, ())
    if rules.satellite_rest is SatelliteRest.NEXT_PLACE:
        return SatellitePrizes(tickets, ticket, (rest,))
    return SatellitePrizes(tickets, ticket, prizes(rules, rest, (50_000, 30_000, 20_000)))


def cash_out(chips: int, unit_chips: int, unit_cents: int) -> int:
    """Return what `chips` are worth in a Cashout event, in cents rounded down (6.7, TV-65)."""
    return chips * unit_cents // unit_chips


def prize_pool(collected: int, guarantee: int = 0, added: int = 0) -> int:
    """Return the pool that is paid: what was collected and added, at least the guarantee."""
    return max(collected + added, guarantee)
