"""Shootouts: every table plays to its last player, and the winners meet (6.10)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Round:
    """One round: how many tables play, and how many players go through without playing."""

    tables: int
    byes: int


def rounds(entrants: int, seats: int) -> tuple[Round, ...]:
    """Return the rounds of a shootout, first to last.

    The last is one table. Each round has as many tables as the next can seat winners, so the
    tables of a round are as equal as possible; when there are too few players to fill them with
    two each, some go through with a bye.
    """
    if entrants < 2:
        raise ValueError(f"a shootout needs two players, not {entrants}")
    count = 1
    while seats**count < entrants:
        count += 1
    plan = []
    players = entrants
    for left in range(count - 1, -1, -1):
        wanted = seats**left
        tables = min(wanted, players - wanted) if left else 1
        byes = wanted - tables
        plan.append(Round(tables, byes))
        players = wanted
    return tuple(plan)
