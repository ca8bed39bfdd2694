"""Running a Matrix: each player has an entry in each of four matches, and one for his score."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from railbird.arena.tournament.field import Busted
from railbird.arena.tournament.floor import Floor
from railbird.arena.tournament.matrix import (
    MATCHES,
    eligible_for_pool,
    pay_pool,
    projected_scores,
    score_prizes,
    scores,
    stopped_match,
)
from railbird.arena.tournament.money import share_equally

SCORE = MATCHES + 1  # the number of the entry that stands for the score


def entry_id(name: str, match: int) -> str:
    """Return the id of a player's entry in one match."""
    return name if match == 1 else f"{name} [{match}]"


def seat_matches(floor: Floor) -> None:
    """Draw the seats of all matches: the same players at every table (6.10)."""
    names = sorted({p.name for p in floor.field.players.values()})
    rng = floor.chance("matches")
    for match in range(1, MATCHES + 1):
        floor.note("table", match)
        seats = rng.sample(range(1, floor.structure.seats + 1), len(names))
        for name, seat in zip(names, seats, strict=True):
            floor.note("sit", entry_id(name, match), match, seat, 0)


def credit_knockout(floor: Floor, bust: Busted) -> None:
    """Credit who eliminated a player; tied winners share the knock-out (TV-05, AMB-21)."""
    for winner in bust.winners:
        floor.note("bounty", winner, 0, 0, 1 / len(bust.winners))


def end_matches(floor: Floor, hand: int | None, pay: Callable[[Floor], None]) -> bool:
    """Give first place where one player is left; end the event with its last match.

    `pay` credits places that are final.
    """
    field = floor.field
    for number in sorted(field.tables):
        table = field.tables[number]
        if len(table.seats) == 1:
            (winner,) = table.seats.values()
            floor.note("out", [winner], field.now)
            floor.say(hand, "finished", winner, amount=1, entry=winner)
            floor.note("close", number)
    pay(floor)
    if field.tables:
        return False
    _pay_scores(floor)
    floor.note("finished")
    return True


def final_scores(floor: Floor) -> dict[str, Fraction]:
    """Return each player's score once all matches are over (TV-40)."""
    return scores(_orders(floor), _knockouts(floor))


def _orders(floor: Floor) -> list[list[str]]:
    """Return the finishing order of each match, best first, as far as it is known."""
    field = floor.field
    orders: list[list[str]] = [[] for _ in range(MATCHES)]
    for out in field.outs:
        match = field.group_of(out.players[0])
        if match <= MATCHES:
            # Of tied players the one listed first is the better: scores then stay whole.
            orders[match - 1] += [field.players[p].name for p in reversed(out.players)]
    return [order[::-1] for order in orders]


def _knockouts(floor: Floor) -> dict[str, Fraction]:
    found: dict[str, Fraction] = {}
    for p in floor.field.players.values():
        share = Fraction(p.knockouts).limit_denominator(60)
        found[p.name] = found.get(p.name, Fraction(0)) + share
    return found


def _pay_scores(floor: Floor) -> None:
    """Rank by score and pay the Matrix pool; equal scores share (6.10, AMB-25)."""
    field = floor.field
    ranking = final_scores(floor)
    amounts = score_prizes(floor.rules, floor.structure, floor.pool, len(ranking))
    paid = pay_pool(ranking, amounts)
    for name in ranking:
        floor.note("enter", entry_id(name, SCORE), name, SCORE, 0)
        floor.note("stack", entry_id(name, SCORE), 0)
        floor.note("note", entry_id(name, SCORE), f"Matrix score {float(ranking[name]):g}")
    for score in sorted(set(ranking.values())):
        tied = sorted(entry_id(name, SCORE) for name in ranking if ranking[name] == score)
        floor.note("out", tied, field.now)
    for name, cents in paid.items():
        floor.note("prize", entry_id(name, SCORE), cents, False)
    floor.note("paid_outs", len(field.outs))


def refunds(floor: Floor) -> dict[str, int]:
    """Return what each player gets when the event is stopped (FT-31.7, TV-41), by name."""
    structure = floor.structure
    running = running_matches(floor)
    paid: dict[str, int] = {}
    prizes = floor.prize_list()
    match_buy_in, _ = divmod(structure.buy_in, MATCHES + 1)
    for stacks in running:
        left = prizes[: len(stacks)] if len(stacks) <= len(prizes) else ()
        collected = share_equally(floor.pool, MATCHES + 1)[-1]
        for name, cents in stopped_match(stacks, match_buy_in, collected, left).items():
            paid[name] = paid.get(name, 0) + cents
    for name in {name for stacks in running for name in stacks}:
        paid[name] += structure.fee
    for name, cents in projected_pool(floor).items():
        paid[name] = paid.get(name, 0) + cents
    return paid


def running_matches(floor: Floor) -> list[dict[str, int]]:
    """Return the stacks of each match that still runs, by player's name."""
    players, tables = floor.field.players, floor.field.tables
    return [
        {players[p].name: players[p].stack for p in tables[number].seats.values()}
        for number in sorted(tables)
    ]


def projected(floor: Floor) -> dict[str, Fraction]:
    """Return each player's earned and projected points now (TV-41), by name."""
    return projected_scores(_earned(floor), running_matches(floor))


def projected_pool(floor: Floor) -> dict[str, int]:
    """Share the Matrix pool by projected score among those who can still win of it, in cents."""
    earned, running = _earned(floor), running_matches(floor)
    amounts = score_prizes(floor.rules, floor.structure, floor.pool, len(earned))
    points = projected_scores(earned, running)
    eligible = eligible_for_pool(earned, running, len(amounts))
    return pay_pool({p: points[p] for p in points if p in eligible}, amounts)


def _earned(floor: Floor) -> dict[str, Fraction]:
    """Return the points that players already have: knock-outs, and opponents outlasted."""
    points = {name: 2 * share for name, share in _knockouts(floor).items()}
    for match, order in enumerate(_orders(floor), 1):
        table = floor.field.tables.get(match)
        alive = [floor.field.players[p].name for p in table.seats.values()] if table else []
        for k, name in enumerate(order):
            points[name] += len(order) - 1 - k + (2 if k == 0 and not alive else 0)
        for name in alive:
            points[name] += len(order)
    return points
