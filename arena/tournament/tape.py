"""What happened between the hands of an event, one readable line a thing.

A tape is made from the steps of a journal; golden tapes show in review what a change of the rules
does to whole events.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from railbird.arena.tournament.clock import MINUTE, level_at
from railbird.arena.tournament.field import Field
from railbird.arena.tournament.structure import Structure


def tape(structure: Structure, start: int, steps: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the lines of an event's tape; `steps` as `journal.read_journal` gives them."""
    field = Field(structure, start)
    for step in steps:
        for change in step["changes"]:
            line = _line(field, change)
            field.apply(tuple(change))
            if line:
                yield line
    yield from _result(field)


def _line(field: Field, change: list[Any]) -> str | None:
    """Return what a change means in words; None for what is told elsewhere."""
    kind, *arguments = change
    writer = _WRITERS.get(kind)
    return writer(field, *arguments) if writer else None


def _hand(field: Field, number: int, stacks: dict[str, int], positions: list[Any], *_: Any) -> str:
    table = field.tables[number]
    button, small, big, dead, waiting = positions
    level = level_at(field.structure, field.clock, table.dealt_at).number
    parts = [
        f"hand {table.hand:<4} level {level}  table {number}",
        f"button {_seat(table.seats, button)}",
        "small none" if dead else f"small {small}",
        f"big {big}",
    ]
    if waiting:
        parts.append("waiting " + " ".join(map(str, waiting)))
    gone = [p for p, stack in stacks.items() if not stack]
    if gone:
        parts.append("bust " + " ".join(gone))
    return "  ".join(parts)


def _seat(seats: Mapping[int, str], seat: int) -> str:
    return str(seat) if seat in seats else f"{seat} (empty)"


def _sit(field: Field, player: str, number: int, seat: int, moved: int) -> str | None:
    entry = field.players[player]
    if not moved:
        return f"  {player} late to table {number} seat {seat}" if field.hands_dealt else None
    return f"  {player} from table {entry.table} seat {entry.seat} to table {number} seat {seat}"


def _out(field: Field, players: list[str], _: int) -> str:
    place = field.groups[field.group_of(players[0])]
    place -= field.gone_of.get(field.group_of(players[0]), 0) + len(players) - 1
    return f"  place {place}: {' '.join(players)}"


def _bounty(field: Field, winner: str, cash: int, head: int, share: float) -> str:
    more = f", head +{head / 100:.2f}" if head else ""
    return f"  {winner} bounty {cash / 100:.2f}{more}, knock-out {share:.3g}"


def _prize(field: Field, player: str, cents: int, ticket: bool) -> str:
    return f"  {player} {'ticket' if ticket else 'prize'} {cents / 100:.2f}"


def _pause(field: Field, start: int, end: int, add_on: bool) -> str:
    return f"{'add-on break' if add_on else 'break'} {(end - start) // MINUTE} min"


_WRITERS: Mapping[str, Any] = {
    "hand": _hand,
    "sit": _sit,
    "out": _out,
    "bounty": _bounty,
    "prize": _prize,
    "pause": _pause,
    "close": lambda field, number: f"  table {number} closes",
    "rebuy": lambda field, player, count, chips, cents: f"  {player} rebuys {chips}",
    "add_on": lambda field, player, chips, cents: f"  {player} adds on {chips}",
    "hand_for_hand": lambda field, on: f"hand for hand {'begins' if on else 'ends'}",
    "round": lambda field, number: f"round {number}",
    "registration_closed": lambda field: "registration closes",
    "void": lambda field, number: f"hand {field.tables[number].hand} void  table {number}",
    "command": lambda field, entry: f"{entry['who']}: {entry['what']} ({entry['why']})",
    "cancelled": lambda field, why: f"cancelled: {why}",
}


def _result(field: Field) -> Iterator[str]:
    places = field.places()
    for player in sorted(places, key=lambda p: (field.group_of(p), places[p][0], p)):
        entry = field.players[player]
        if entry.prize or entry.bounties_won:
            bounties = f"  bounties {entry.bounties_won / 100:.2f}" if entry.bounties_won else ""
            place = places[player][0]
            yield f"end  {place:>3} {player}  {entry.prize / 100:.2f}{bounties}"
