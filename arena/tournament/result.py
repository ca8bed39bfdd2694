"""How an event ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from railbird.arena.tournament.floor import Floor


@dataclass(frozen=True, slots=True)
class Result:
    """How an event ended, by entry; money in cents.

    `places`: entry and place, best first; `ended` in ms since 1970.
    """

    places: tuple[tuple[str, int], ...]
    prizes: Mapping[str, int]
    bounties: Mapping[str, int]
    pool: int
    hands: int
    ended: int


def result_of(floor: Floor) -> Result:
    """Return places, prizes and bounties as they stand."""
    field = floor.field
    ordered = sorted(((p, place) for p, (place, _) in field.places().items()), key=lambda x: x[1])
    return Result(
        tuple(ordered),
        {p.id: p.prize for p in field.players.values()},
        {p.id: p.bounties_won for p in field.players.values()},
        floor.pool,
        field.hands_dealt,
        field.now,
    )
