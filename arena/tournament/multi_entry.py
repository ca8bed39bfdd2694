"""Several entries of one person in an event: never at one table, merged when tables run out."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from railbird.arena.tournament.errors import Refused
from railbird.arena.tournament.structure import Structure


@dataclass(frozen=True, slots=True)
class Entry:
    """One paid start of a person and where it sits; `stack` in chips."""

    player: str
    person: str
    table: int
    stack: int


@dataclass(frozen=True, slots=True)
class Merge:
    """Two entries of one person become one: `kept` gets the chips of `gone` too."""

    kept: str
    gone: str
    stack: int


def check_entry(structure: Structure, alive: int, tables: int) -> None:
    """Raise `Refused` when a person may not hold one more entry at once (6.10)."""
    most = min(structure.registration.entries_at_once, max(tables, 1))
    if alive >= most:
        raise Refused("6.10", f"{alive} entries are alive; {most} at once are allowed")


def check_re_entry(structure: Structure, taken: int, *, registration_open: bool) -> None:
    """Raise `Refused` when a player who is out may not buy a new stack (6.10)."""
    if not registration_open:
        raise Refused("6.10", "re-entry ends with late registration")
    if taken >= structure.registration.re_entries:
        raise Refused("6.10", f"this event allows {structure.registration.re_entries} re-entries")


def merge_due(entries: Sequence[Entry], tables: int) -> Merge | None:
    """Return the merge due for one person's living entries, or None (6.10).

    When a person has more entries than there are tables, his two smallest become one (a guess:
    the order is not stated). The larger of the two keeps its seat.
    """
    if len(entries) <= tables:
        return None
    smaller, larger = sorted(entries, key=lambda e: (e.stack, e.player))[:2]
    return Merge(larger.player, smaller.player, smaller.stack + larger.stack)


def draw_apart(
    persons: Mapping[str, str], sizes: Sequence[int], rng: random.Random
) -> list[list[str]]:
    """Return tables of players by lot so that no person sits twice at one (6.10).

    `persons`: player (entry) to person. Raises `Refused` when a person has more entries than
    there are tables.
    """
    by_person: dict[str, list[str]] = {}
    for player, person in persons.items():
        by_person.setdefault(person, []).append(player)
    if max(len(entries) for entries in by_person.values()) > len(sizes):
        raise Refused("6.10", "a person has more entries than there are tables")
    tables: list[list[str]] = [[] for _ in sizes]
    if len(by_person) == len(persons):
        order = iter(rng.sample(list(persons), len(persons)))
        return [list(islice(order, size)) for size in sizes]
    # Those with most entries first: taking the emptiest tables then always works out.
    people = rng.sample(sorted(by_person), len(by_person))
    for person in sorted(people, key=lambda p: -len(by_person[p])):
        room = sorted(range(len(sizes)), key=lambda k: (len(tables[k]) - sizes[k], rng.random()))
        for player, k in zip(by_person[person], room, strict=False):
            tables[k].append(player)
    return tables
