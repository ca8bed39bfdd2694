"""Bounties: which pot decides, who gets how much, and what a player's own bounty becomes."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from railbird.arena.tournament.house import BountySplit, HouseRules
from railbird.arena.tournament.money import share_equally


class BountyKind(StrEnum):
    """Who carries a bounty, and of what kind (PS-24, FT-13, 6.5)."""

    NONE = "none"
    KNOCKOUT = "knockout"  # PS-24.1: every entrant
    TEAM_PRO = "team_pro"  # PS-24.2: every entered pro of the room
    FIXED = "fixed"  # PS-24.3: one named player
    PROGRESSIVE = "progressive"  # 6.5: half in cash, half on the winner's own head
    MYSTERY = "mystery"  # 6.5: an envelope drawn for each elimination in the money
    BUST_OUT = "bust_out"  # FT-13: the room's pros, house money


@dataclass(frozen=True, slots=True)
class PotResult:
    """A contested pot after the hand: its chips, who could win it, who won its high half.

    `winners` are in position order: clockwise from the button's left, in stud from seat 1 up
    (AMB-17). A low half never wins a bounty (PS-25), so its winners don't stand here.
    """

    amount: int
    eligible: frozenset[int]
    winners: tuple[int, ...]


def relevant_pot(pots: Sequence[PotResult], victim: int) -> PotResult:
    """Return the pot that held the victim's last chips (PS-24.4).

    `pots`: main pot first; uncalled chips already returned. It is the last contested pot that the
    victim was in (AMB-16). Raises `ValueError` when the victim was in none.
    """
    own = [pot for pot in pots if victim in pot.eligible]
    if not own:
        raise ValueError(f"seat {victim} was in no pot")
    contested = [pot for pot in own if len(pot.eligible) > 1]
    return (contested or own)[-1]


def bounty_winners(rules: HouseRules, pots: Sequence[PotResult], victim: int) -> tuple[int, ...]:
    """Return the seats that earn the victim's bounty, in position order (PS-24.4, FT-13.2).

    Shared bounties go to the winners of the relevant pot. Where each winner gets the full bounty,
    a split pot instead looks at the largest pot that the victim contested, of equal ones the later
    (AMB-21).
    """
    pot = relevant_pot(pots, victim)
    own = [p for p in pots if victim in p.eligible and len(p.eligible) > 1]
    split = any(len(p.winners) > 1 for p in own)
    if rules.bounty_split is BountySplit.FULL_EACH and split:
        pot = max(reversed(own), key=lambda p: p.amount)
    return tuple(seat for seat in pot.winners if seat != victim)


def bounty_shares(rules: HouseRules, cents: int, winners: int) -> tuple[int, ...]:
    """Return what each winner of one bounty gets, in position order (PS-26, AMB-20)."""
    if rules.bounty_split is BountySplit.FULL_EACH:
        return (cents,) * winners
    return share_equally(cents, winners)


@dataclass(frozen=True, slots=True)
class HeadShare:
    """One winner's part of a progressive bounty: cash now, and what is added to his head."""

    cash: int
    head: int


def progressive_shares(cents: int, winners: int, cash_percent: int = 50) -> tuple[HeadShare, ...]:
    """Return each winner's part of a progressive bounty, in position order (6.5, AMB-18).

    The bounty is split between the winners first; then each share is divided, the cash part
    rounded up.
    """
    parts = share_equally(cents, winners)
    cash = [-(-part * cash_percent // 100) for part in parts]
    return tuple(HeadShare(c, part - c) for c, part in zip(cash, parts, strict=True))


def winner_keeps_own(kind: BountyKind, *, is_bounty_player: bool = True) -> bool:
    """Say whether the tournament's winner is paid his own bounty (PS-27, AMB-19).

    Yes in knock-out, progressive and mystery events; a named or team pro's bounty is not paid
    when he wins (PS-27.2), nor when he never registered (PS-28).
    """
    everyone = (BountyKind.KNOCKOUT, BountyKind.PROGRESSIVE, BountyKind.MYSTERY)
    return is_bounty_player and kind in everyone


def bust_out_bounty(
    rules: HouseRules,
    buy_in: int,
    entries: int,
    *,
    multi_entry: bool = False,
    prizes_decided: bool = False,
) -> int:
    """Return what busting a pro of the room pays, in cents (FT-13.1, FT-13.3, AMB-22).

    `buy_in` is without the fee; `entries` counted when registration closed.
    """
    if entries < rules.bounty_min_entries or (prizes_decided and not rules.bounty_after_prizes):
        return 0
    cap = rules.bounty_cap_multi_entry if multi_entry else rules.bounty_cap
    return buy_in if cap is None else min(buy_in, cap)


def carries_bounty(kind: BountyKind, player: str, named: frozenset[str]) -> bool:
    """Say whether an entered player carries a bounty in an event of this kind (PS-24.1 to 24.3)."""
    if kind is BountyKind.NONE:
        return False
    if kind in (BountyKind.TEAM_PRO, BountyKind.FIXED, BountyKind.BUST_OUT):
        return player in named
    return True


def start_bounties(
    kind: BountyKind, entrants: Sequence[str], cents: int, named: frozenset[str] = frozenset()
) -> dict[str, int]:
    """Return the bounty on each entrant's head at the start (PS-24, PS-28, 6.5).

    A named player who did not enter is simply not there. Mystery events start without.
    """
    if kind is BountyKind.MYSTERY:
        return {}
    return {player: cents for player in entrants if carries_bounty(kind, player, named)}


def mystery_envelopes(pool: int, count: int, tiers: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """Return the cents in each of `count` envelopes, largest first, summing to `pool` (6.5).

    `tiers`: at most nine pairs of (share of the envelopes in thousandths, weight of one envelope),
    best first; the last tier takes the envelopes that are left. Odd cents go to the best.
    """
    if not 1 <= len(tiers) <= 9:
        raise ValueError(f"a mystery bounty has one to nine tiers, not {len(tiers)}")
    weights: list[int] = []
    for thousandths, weight in tiers[:-1]:
        size = min(max(1, count * thousandths // 1000), count - len(weights))
        weights += [weight] * size
    weights += [tiers[-1][1]] * (count - len(weights))
    if not weights:
        return ()
    total = sum(weights)
    floors = [pool * weight // total for weight in weights]
    floors[0] += pool - sum(floors)
    return tuple(floors)


def draw_envelope(left: Sequence[int], rng: random.Random) -> tuple[int, tuple[int, ...]]:
    """Return one remaining envelope drawn at random, and those that are left then."""
    k = rng.randrange(len(left))
    return left[k], (*left[:k], *left[k + 1 :])


def merged_head(heads: Mapping[str, int]) -> int:
    """Return the bounty on a stack merged of several entries: the sum (6.5, a guess)."""
    return sum(heads.values())
