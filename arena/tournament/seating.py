"""Where players sit at the start: by lot, and nobody may choose (PS-4, FT-9.1)."""

from __future__ import annotations

import random
from collections.abc import Sequence

from railbird.arena.tournament.errors import Refused

Seats = dict[int, str]


def table_sizes(players: int, seats: int) -> list[int]:
    """Return how many sit at each table: as few tables as possible, sizes equal or one apart."""
    tables = -(-players // seats)
    small, larger = divmod(players, tables)
    return [small + (k < larger) for k in range(tables)]


def draw_seats(players: Sequence[str], seats: int, rng: random.Random) -> list[Seats]:
    """Return the tables by lot: seat to player, seats numbered from 1 (PS-4.1, FT-9.1).

    Which seats stay empty at a table that is not full is drawn too.
    """
    order = rng.sample(list(players), len(players))
    tables, start = [], 0
    for size in table_sizes(len(order), seats):
        places = sorted(rng.sample(range(1, seats + 1), size))
        tables.append(dict(zip(places, order[start : start + size], strict=True)))
        start += size
    return tables


def free_seats(occupied: Sequence[int], seats: int) -> list[int]:
    """Return the empty seats of a table, in order."""
    taken = set(occupied)
    return [s for s in range(1, seats + 1) if s not in taken]


def refuse_seat_change(player: str) -> None:
    """Refuse a player's wish for another seat (PS-4.2, FT-9.1)."""
    raise Refused("PS-4.2", f"{player} may not change seats; seats are drawn")
