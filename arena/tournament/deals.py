"""Deals between the remaining players: formulas, and who may make one."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TypeVar

import numpy as np

from railbird.arena.tournament.errors import Refused
from railbird.arena.tournament.house import HouseRules
from railbird.arena.tournament.money import round_to_sum, share_by_weight, share_equally

EXACT_UP_TO = 15
N = TypeVar("N", float, Fraction)


def icm_equity(stacks: Sequence[float], prizes: Sequence[float]) -> list[float]:
    """Return each player's expected prize by the Malmuth-Harville model (6.9).

    `prizes[k]` is for the k-th of these players to finish, best first; missing ones are 0. Exact
    up to float rounding; the work doubles with each player, so above `EXACT_UP_TO` players use
    `icm_estimate`. Players without chips get the last places' average.
    """
    return [float(x) for x in _icm([float(s) for s in stacks], [float(p) for p in prizes], 0.0)]


def icm_exact(stacks: Sequence[int], prizes: Sequence[int]) -> list[Fraction]:
    """Return `icm_equity` in exact fractions; slow beyond some ten players."""
    return _icm([Fraction(s) for s in stacks], [Fraction(p) for p in prizes], Fraction(0))


def _icm(stacks: Sequence[N], prizes: Sequence[N], zero: N) -> list[N]:
    """Walk the sets of players who have finished, best places first, with their probability."""
    n = len(stacks)
    equity = [zero] * n
    reach = {0: zero + 1}
    for prize in prizes[:n]:
        following: dict[int, N] = {}
        for done, chance in reach.items():
            left = [i for i in range(n) if not done >> i & 1]
            chips = sum((stacks[i] for i in left), zero)
            for i in left:
                # Once only broke players are left each is as likely as the other.
                p = chance * stacks[i] / chips if chips else chance / len(left)
                if p:
                    equity[i] += p * prize
                    grown = done | 1 << i
                    following[grown] = following.get(grown, zero) + p
        reach = following
    return equity


@dataclass(frozen=True, slots=True)
class IcmEstimate:
    """Expected prizes by simulation, with the standard error of each."""

    equity: tuple[float, ...]
    standard_error: tuple[float, ...]


def icm_estimate(
    stacks: Sequence[int], prizes: Sequence[int], *, samples: int = 100_000, seed: int = 0
) -> IcmEstimate:
    """Return `icm_equity` estimated for any number of players.

    Finishing orders are drawn as a race: player i arrives after an exponential time with rate
    stack i, which gives exactly the model's probabilities.
    """
    rng = np.random.default_rng(seed)
    rates = np.asarray(stacks, dtype=float)
    paid = np.zeros(len(stacks))
    paid[: len(prizes)] = np.asarray(prizes, dtype=float)[: len(stacks)]
    sums = np.zeros(len(stacks))
    squares = np.zeros(len(stacks))
    done = 0
    while done < samples:
        size = min(10_000, samples - done)
        arrival = rng.exponential(size=(size, len(stacks))) / rates
        order = np.argsort(arrival, axis=1)
        won = np.empty_like(arrival)
        np.put_along_axis(won, order, np.broadcast_to(paid, arrival.shape), axis=1)
        sums += won.sum(axis=0)
        squares += (won**2).sum(axis=0)
        done += size
    mean = sums / samples
    error = np.sqrt(np.maximum(squares / samples - mean**2, 0.0) / samples)
    return IcmEstimate(tuple(mean.tolist()), tuple(error.tolist()))


class Formula(StrEnum):
    """How a deal shares the remaining prizes (6.9)."""

    ICM = "icm"
    CHIP_CHOP = "chip_chop"
    EQUAL = "equal"
    CUSTOM = "custom"


@dataclass(frozen=True, slots=True)
class Deal:
    """What a deal pays: now to each player, later to the winner, and what is wrong with it.

    `flaws` name players whom the formula gives more than first prize or less than the lowest
    (TV-46); a deal with flaws is legal but must be shown with them.
    """

    formula: Formula
    payments: tuple[int, ...]
    reserve: int
    flaws: tuple[str, ...] = ()


def reserve_limit(rules: HouseRules, pool: int, prizes: Sequence[int]) -> int:
    """Return the most that may be left for first place (PS-23.5, AMB-15).

    A part of the whole tournament's pool, and never more than first less second prize.
    """
    second = prizes[1] if len(prizes) > 1 else 0
    return min(pool * rules.deal_reserve_percent // 100, prizes[0] - second)


def propose(
    formula: Formula,
    stacks: Sequence[int],
    prizes: Sequence[int],
    *,
    reserve: int = 0,
    custom: Sequence[int] | None = None,
) -> Deal:
    """Return the deal for players with `stacks` over the remaining `prizes`, best first, in cents.

    `reserve` is taken from first prize before the formula. Custom amounts must sum to what is
    left. Raises `Refused` with the rule when they don't.
    """
    shared = [prizes[0] - reserve, *prizes[1:]]
    amount = sum(shared)
    if formula is Formula.ICM:
        few = len(stacks) <= EXACT_UP_TO
        equity = icm_equity(stacks, shared) if few else list(icm_estimate(stacks, shared).equity)
        payments = round_to_sum(equity, amount)
    elif formula is Formula.CHIP_CHOP:
        lowest = min(shared)
        by_chips = share_by_weight(amount - lowest * len(stacks), stacks)
        payments = tuple(lowest + part for part in by_chips)
    elif formula is Formula.EQUAL:
        payments = share_equally(amount, len(stacks))
    else:
        payments = tuple(custom or ())
        if len(payments) != len(stacks) or sum(payments) != amount or min(payments) < 0:
            raise Refused("PS-23.1", f"custom amounts must be {len(stacks)} summing to {amount}")
    return Deal(formula, payments, reserve, _flaws(payments, prizes))


def _flaws(payments: Sequence[int], prizes: Sequence[int]) -> tuple[str, ...]:
    flaws = [
        f"player {k + 1} would get {cents}, more than first prize {prizes[0]}"
        for k, cents in enumerate(payments)
        if cents > prizes[0]
    ]
    lowest = min(prizes)
    flaws += [
        f"player {k + 1} would get {cents}, less than the lowest prize {lowest}"
        for k, cents in enumerate(payments)
        if cents < lowest
    ]
    return tuple(flaws)


def check_allowed(
    rules: HouseRules,
    *,
    tables: int,
    remaining: Collection[str],
    accepted: Collection[str],
    real_money: bool = True,
    enabled: bool = True,
    matrix: bool = False,
) -> None:
    """Raise `Refused` with the rule when these players may not make a deal (PS-23, FT-15, 6.9)."""
    if not rules.deals:
        raise Refused("FT-15", "this room gives no help with deals")
    if not enabled:
        raise Refused("PS-23.0", "this event allows no deals")
    if matrix:
        raise Refused("6.9", "a Matrix event allows no deals; the share is forfeited")
    if not real_money:
        raise Refused("PS-23.8", "deals are for real-money events only")
    if tables != 1:
        raise Refused("PS-23.7", f"a deal needs the final table; {tables} tables are left")
    missing = sorted(set(remaining) - set(accepted))
    if missing:
        raise Refused("PS-23.1", f"not accepted by {', '.join(missing)}")


def clock_stops(willing: Collection[str], remaining: Collection[str]) -> bool:
    """Say whether the clock stops for deal talk: only when all want to discuss (PS-23.3)."""
    return set(remaining) <= set(willing)


def receipts(deal: Deal, players: Sequence[str], winner: str) -> Mapping[str, int]:
    """Return what each player is paid after the event: his part, the reserve to the winner.

    Money moves only when the event is over (PS-23.1).
    """
    paid = dict(zip(players, deal.payments, strict=True))
    paid[winner] += deal.reserve
    return paid
