"""Finish places: who went out where, ties, and how tied players share prizes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from railbird.arena.tournament.house import EarlyEnd, HouseRules
from railbird.arena.tournament.money import share_equally


@dataclass(frozen=True, slots=True)
class Bust:
    """A player out of chips: what he held when the hand began, and where he sat.

    `order` says who is earliest when an odd cent is shared: table number, then seats counted from
    the button's left (AMB-07).
    """

    player: str
    stack_at_start: int
    order: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Finish:
    """A final place. Tied players all show the better place; `tied` is how many share it."""

    player: str
    place: int
    tied: int = 1


def rank_busts(busts: Sequence[Bust], remaining: int) -> tuple[Finish, ...]:
    """Return the places of players who bust in one hand, best first (PS-12.1, 12.2, FT-25.1).

    `remaining` players are still in. More chips at the start of the hand is the better place;
    equal chips share it and the next place is skipped (AMB-06). Tied players come in order of
    position. In hand-for-hand play give all busts of the synchronised hand at once (PS-12.3).
    """
    finishes: list[Finish] = []
    place = remaining + 1
    ordered = sorted(busts, key=lambda bust: (-bust.stack_at_start, bust.order, bust.player))
    for _, group in groupby(ordered, key=lambda bust: bust.stack_at_start):
        tied = list(group)
        finishes += [Finish(bust.player, place, len(tied)) for bust in tied]
        place += len(tied)
    return tuple(finishes)


def pay_places(finishes: Sequence[Finish], prizes: Sequence[int]) -> dict[str, int]:
    """Return the prize of each finisher in cents; tied players pool and share (PS-12.2).

    `prizes[k]` belongs to place k + 1; places beyond are unpaid. Odd cents go one each to the
    tied players in the order given, earliest position first (AMB-07).
    """
    paid: dict[str, int] = {}
    for place, group in groupby(finishes, key=lambda finish: finish.place):
        tied = list(group)
        pool = sum(prizes[place - 1 : place - 1 + tied[0].tied])
        # A tie may be known in parts (different tables): share among all who hold the place.
        for finish, cents in zip(tied, share_equally(pool, tied[0].tied), strict=False):
            paid[finish.player] = cents
    return paid


def group_by_instant(
    busts: Sequence[tuple[int, Bust]], *, same_instant_counts: bool
) -> list[list[Bust]]:
    """Return busts of separate hands, first out first, in groups that count as one hand.

    Each bust comes with the server time of its hand's end. Equal times at different tables count
    as one hand only where the house says so (FT-25.2, AMB-31); else each is its own group in the
    order given.
    """
    if not same_instant_counts:
        return [[bust] for _, bust in busts]
    return [[bust for _, bust in group] for _, group in groupby(busts, key=lambda pair: pair[0])]


def ends_early(
    rules: HouseRules,
    remaining: int,
    prizes: Sequence[int],
    *,
    satellite: bool = False,
    bounties_open: bool = False,
) -> bool:
    """Say whether the event is over with `remaining` players left (PS-11, FT-1).

    One player left ends it. So do equal prizes for all who remain, unless a bounty can still be
    won (AMB-05); a house may allow that in satellites only.
    """
    if remaining <= 1:
        return True
    if bounties_open or (rules.early_end is EarlyEnd.SATELLITES and not satellite):
        return False
    last = prizes[remaining - 1] if remaining <= len(prizes) else 0
    # Equal prizes that differ by the odd cent of a pool that does not divide are still equal.
    return last > 0 and prizes[0] - last <= 1


def survivors(players: Mapping[str, tuple[int, ...]], remaining: int) -> tuple[Finish, ...]:
    """Return first place for all who are left when an event ends early, by position order."""
    ordered = sorted(players, key=lambda player: (players[player], player))
    return tuple(Finish(player, 1, remaining) for player in ordered)
