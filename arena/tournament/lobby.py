"""What the lobby shows of a running event (FT-10)."""

from __future__ import annotations

from dataclasses import dataclass

from railbird.arena.tournament.clock import MINUTE, level_at, next_break
from railbird.arena.tournament.director import Director
from railbird.arena.tournament.structure import Level


@dataclass(frozen=True, slots=True)
class Lobby:
    """Stacks, levels and breaks now. `next_level_in` is play time in ms, `next_break` a time."""

    entries: int
    remaining: int
    paid: int
    pool: int
    largest: int
    smallest: int
    average: int
    level: Level
    next_level: Level
    next_level_in: int
    next_break: int | None


def lobby(director: Director) -> Lobby:
    """Return what the lobby shows of an event now."""
    field, structure = director.field, director.structure
    stacks = [p.stack for p in field.living()] or [0]
    level = level_at(structure, field.clock, field.now)
    begun = sum(structure.level(k).minutes for k in range(1, level.number + 1)) * MINUTE
    return Lobby(
        entries=field.entries,
        remaining=field.remaining,
        paid=len(director.floor.prize_list()),
        pool=director.floor.pool,
        largest=max(stacks),
        smallest=min(stacks),
        average=sum(stacks) // len(stacks),
        level=level,
        next_level=structure.level(level.number + 1),
        next_level_in=begun - field.clock.played(field.now),
        next_break=next_break(structure, field.clock),
    )
