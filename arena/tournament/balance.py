"""Keeping tables equal: who moves, to which seat, which table breaks, which one waits."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from railbird.arena.tournament.button import clockwise
from railbird.arena.tournament.house import Balance, HouseRules, MoveSeat
from railbird.arena.tournament.seating import free_seats


@dataclass(frozen=True, slots=True)
class TableView:
    """What balancing needs to know of a table.

    `players`: seat to player. `persons` names the person behind each entry; it may be empty where
    each has one. `moves` and `away` say how often each player was moved, and who sits
    out.
    """

    number: int
    seats: int
    players: Mapping[int, str]
    button: int = 0
    moves: Mapping[str, int] = field(default_factory=dict)
    away: frozenset[str] = frozenset()
    persons: Mapping[str, str] = field(default_factory=dict)

    def person(self, player: str) -> str:
        """Return who stands behind a player's entry."""
        return self.persons.get(player, player)


@dataclass(frozen=True, slots=True)
class Move:
    """One player's way from a table and seat to another."""

    player: str
    from_table: int
    from_seat: int
    to_table: int
    to_seat: int


def distance_from_button(button: int, seat: int, occupied: Collection[int]) -> int:
    """Return how many players one passes clockwise from the button up to `seat` (itself too)."""
    ring = clockwise({*occupied, seat}, button)
    return ring.index(seat) + 1


def table_to_break(tables: Sequence[TableView]) -> int | None:
    """Return the number of the table that should break, or None (PS-16.1, PS-16.4, 6.4).

    Tables break as soon as the players fit into the other tables' seats: the one with the fewest
    players, of equal ones the highest number.
    """
    if len(tables) < 2:
        return None
    smallest = min(tables, key=lambda t: (len(t.players), -t.number))
    room = sum(t.seats - len(t.players) for t in tables if t.number != smallest.number)
    return smallest.number if len(smallest.players) <= room else None


def break_table(
    broken: TableView, others: Sequence[TableView], rng: random.Random
) -> list[Move] | None:
    """Return the moves that empty a table: random seats at the tables that need players most.

    None when a person with several entries would sit twice at one table and no other seat is
    left (6.10).
    """
    by_number = {t.number: t for t in others}
    sizes = {t.number: len(t.players) for t in others}
    joined: dict[int, dict[int, str]] = {}
    moves = []
    order = rng.sample(sorted(broken.players.items()), len(broken.players))
    for seat, player in order:
        fits = [
            n
            for n, size in sizes.items()
            if size < by_number[n].seats and not _meets_himself(broken, player, by_number[n])
        ]
        if not fits:
            return None
        fewest = min(sizes[n] for n in fits)
        to = rng.choice([n for n in fits if sizes[n] == fewest])
        taken = [*by_number[to].players, *joined.get(to, ())]
        target = rng.choice(free_seats(taken, by_number[to].seats))
        joined.setdefault(to, {})[target] = player
        sizes[to] += 1
        moves.append(Move(player, broken.number, seat, to, target))
    return moves


def _meets_himself(source: TableView, player: str, target: TableView) -> bool:
    """Say whether a person would have two entries at the target table (6.10)."""
    if not source.persons:
        return False
    person = source.person(player)
    return any(target.person(p) == person for p in target.players.values())


def balancing_move(
    rules: HouseRules, ended: TableView, others: Sequence[TableView], rng: random.Random
) -> Move | None:
    """Return the move due when a hand ends at table `ended`, or None (PS-16.2, 16.3, FT-20).

    Only the fullest table gives a player away, when it has `move_spread` more than the emptiest
    (of several equally full ones, the lowest number that ends its hand). He is the one moved
    least often, then one who sits out, then the one whose distance from the button fits best.
    """
    if not others:
        return None
    emptiest = min(others, key=lambda t: (len(t.players), t.number))
    if len(ended.players) - len(emptiest.players) < rules.move_spread:
        return None
    choices = [
        (seat, player, *_best_seat(rules, ended, seat, emptiest, rng))
        for seat, player in sorted(ended.players.items())
        if not _meets_himself(ended, player, emptiest)
    ]
    if not choices:
        return None

    def order(choice: tuple[int, str, int, int]) -> tuple[int, bool, int, int]:
        seat, player, _, misfit = choice
        return (ended.moves.get(player, 0), player not in ended.away, misfit, seat)

    seat, player, target, _ = min(choices, key=order)
    return Move(player, ended.number, seat, emptiest.number, target)


def _best_seat(
    rules: HouseRules, source: TableView, seat: int, target: TableView, rng: random.Random
) -> tuple[int, int]:
    """Return the seat at `target` for a mover, and how far his position there is off."""
    empty = free_seats(list(target.players), target.seats)
    if rules.move_seat is MoveSeat.ANY:
        return rng.choice(empty), 0
    mine = distance_from_button(source.button, seat, source.players)

    def misfit(candidate: int) -> int:
        return abs(distance_from_button(target.button, candidate, target.players) - mine)

    best = min(empty, key=lambda candidate: (misfit(candidate), candidate))
    return best, misfit(best)


def held_tables(rules: HouseRules, sizes: Mapping[int, int]) -> set[int]:
    """Return the tables that must wait between hands until balance is restored (FT-21).

    `sizes`: table number to players. More than `hold_many_tables` tables allow a wider spread.
    """
    if rules.balance is not Balance.HOLD or not sizes:
        return set()
    many = len(sizes) > rules.hold_many_tables
    spread = rules.hold_spread_many if many else rules.hold_spread
    fullest = max(sizes.values())
    return {number for number, size in sizes.items() if fullest - size >= spread}
