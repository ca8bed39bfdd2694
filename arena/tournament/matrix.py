"""Matrix events: four sit & gos at once among the same players, and a fifth pool by score."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

from railbird.arena.tournament.house import HouseRules
from railbird.arena.tournament.money import share_by_weight, share_equally
from railbird.arena.tournament.prizes import prizes
from railbird.arena.tournament.structure import Structure

MATCHES = 4
KNOCKOUT_POINTS = 2
WIN_POINTS = 2


def match_prizes(
    rules: HouseRules, structure: Structure, pool: int, players: int
) -> tuple[int, ...]:
    """Return the prizes of one match: a fifth of the pool, paid as a sit & go (6.10)."""
    return prizes(rules, share_equally(pool, MATCHES + 1)[-1], structure.payouts.shares(players))


def score_prizes(
    rules: HouseRules, structure: Structure, pool: int, players: int
) -> tuple[int, ...]:
    """Return the prizes of the Matrix pool: what the four match pools leave (6.10)."""
    rest = pool - MATCHES * share_equally(pool, MATCHES + 1)[-1]
    return prizes(rules, rest, structure.payouts.shares(players))


def match_points(order: Sequence[str]) -> dict[str, int]:
    """Return the points of one match's finishing order, best first, without knock-outs (6.10).

    One for each opponent outlasted, and two for winning.
    """
    last = len(order) - 1
    return {p: last - k + (WIN_POINTS if k == 0 else 0) for k, p in enumerate(order)}


def scores(
    orders: Sequence[Sequence[str]], knockouts: Mapping[str, Fraction | int]
) -> dict[str, Fraction]:
    """Return the Matrix score of each player after all matches (6.10, TV-40)."""
    total = {p: Fraction(KNOCKOUT_POINTS * knockouts.get(p, 0)) for p in orders[0]}
    for order in orders:
        for player, points in match_points(order).items():
            total[player] += points
    return total


def maximum_score(players: int) -> int:
    """Return the highest possible score: every knock-out and every match won."""
    others = players - 1
    return MATCHES * (KNOCKOUT_POINTS * others + others + WIN_POINTS)


def projected_points(stacks: Mapping[str, int]) -> dict[str, Fraction]:
    """Return what a running match is worth now to each player still in it (6.10, TV-41).

    Two knock-out points each, two more for the leader, two less for the last; and a point for
    each opponent with fewer chips. Ties share.
    """
    points = {p: Fraction(KNOCKOUT_POINTS) for p in stacks}
    top = [p for p in stacks if stacks[p] == max(stacks.values())]
    low = [p for p in stacks if stacks[p] == min(stacks.values())]
    for p in top:
        points[p] += Fraction(WIN_POINTS, len(top))
    for p in low:
        points[p] -= Fraction(WIN_POINTS, len(low))
    for p, chips in stacks.items():
        below = sum(others < chips for others in stacks.values())
        level = sum(others == chips for others in stacks.values()) - 1
        points[p] += Fraction(2 * below + level, 2)
    return points


def projected_scores(
    earned: Mapping[str, Fraction | int], running: Sequence[Mapping[str, int]]
) -> dict[str, Fraction]:
    """Return earned plus projected points of all running matches."""
    total = {p: Fraction(points) for p, points in earned.items()}
    for stacks in running:
        for p, points in projected_points(stacks).items():
            total[p] += points
    return total


def reachable_score(
    player: str, earned: Fraction | int, running: Sequence[Mapping[str, int]]
) -> Fraction | int:
    """Return the most a player can still reach: win every match he is in, busting all (TV-42)."""
    mine = [len(stacks) - 1 for stacks in running if player in stacks]
    return earned + sum(KNOCKOUT_POINTS * n + n + WIN_POINTS for n in mine)


def eligible_for_pool(
    earned: Mapping[str, Fraction | int], running: Sequence[Mapping[str, int]], places: int
) -> set[str]:
    """Return who may share the Matrix pool of a stopped event (FT-31.7d).

    Only those whose greatest possible score reaches a paid place, measured against what the
    others have already earned.
    """
    kept = set()
    for p, points in earned.items():
        others = sorted((v for q, v in earned.items() if q != p), reverse=True)
        if reachable_score(p, points, running) >= others[places - 1]:
            kept.add(p)
    return kept


def pay_pool(
    ranking: Mapping[str, Fraction | int],
    amounts: Sequence[int],
    *,
    forfeited: Collection[str] = (),
) -> dict[str, int]:
    """Return the Matrix pool by score; equal scores pool and share (AMB-25).

    Players who made a deal lose their part to the next eligible (6.9, TV-43).
    """
    left = [p for p in ranking if p not in forfeited]
    paid: dict[str, int] = {}
    place = 0
    for score in sorted({ranking[p] for p in left}, reverse=True):
        tied = [p for p in left if ranking[p] == score]
        pool = sum(amounts[place : place + len(tied)])
        if pool:
            paid.update(zip(tied, share_equally(pool, len(tied)), strict=True))
        place += len(tied)
    return paid


def stopped_match(
    stacks: Mapping[str, int], buy_in: int, collected: int, prizes_left: Sequence[int]
) -> dict[str, int]:
    """Return what a running match of a stopped Matrix pays (FT-31.7b, 31.7c, AMB-25).

    Before the money the match buy-in each, in the money the next guaranteed prize each; what is
    left of the match's pool goes by chips. Fees are paid once for the whole event (FT-31.7a).
    """
    n = len(stacks)
    in_the_money = len(prizes_left) >= n
    each = prizes_left[n - 1] if in_the_money else buy_in
    pool = sum(prizes_left) if in_the_money else collected
    parts = share_by_weight(pool - n * each, list(stacks.values()))
    return {p: each + part for p, part in zip(stacks, parts, strict=True)}
