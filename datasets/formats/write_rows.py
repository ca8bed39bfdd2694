"""A history cut into tables and hands for the writers, and what a writer has to say of itself."""

from __future__ import annotations

from collections import Counter, namedtuple
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa

from railbird.arena.history.schema import SCHEMAS, History
from railbird.datasets.formats.sink import Rejected

HAND_TABLES = ("hands", "seats", "actions", "events", "chat")
# Rows by name; times are microseconds since 1970 UTC, as the readers make them.
ROW_TYPES: dict[str, Any] = {
    name: namedtuple(f"{name.title()}Row", SCHEMAS[name].names)
    for name in (*HAND_TABLES, "tournaments", "entries")
}


class CannotWrite(ValueError):
    """A hand that a format has no words for; the text says why."""


@dataclass(slots=True)
class HandRecord:
    """All rows of one hand. `order` has actions, events and chat as they happened."""

    hand: Any
    tournament: Any
    seats: list[Any] = field(default_factory=list)
    actions: list[Any] = field(default_factory=list)
    events: list[Any] = field(default_factory=list)
    chat: list[Any] = field(default_factory=list)

    @property
    def tables(self) -> dict[str, list[Any]]:
        """The rows by table."""
        return {
            "hands": [self.hand],
            "seats": self.seats,
            "actions": self.actions,
            "events": self.events,
            "chat": self.chat,
        }

    @property
    def order(self) -> list[tuple[str, Any]]:
        """Actions, events and chat, each with its table's name, in their common order."""
        rows = [
            *(("actions", row) for row in self.actions),
            *(("events", row) for row in self.events),
            *(("chat", row) for row in self.chat),
        ]
        return sorted(rows, key=lambda named: named[1].ordinal or 0)


@dataclass
class TableGroup:
    """The hands of one table, in the order of the history.

    `entries` stand in the first table of their tournament only. `heroes` are the players whose
    cards get a `Dealt to` line, shown or not, as in a file of their own.
    """

    house: str | None
    tournament_id: str | None
    table_id: str | None
    tournament: Any
    entries: list[Any]
    hands: list[HandRecord] = field(default_factory=list)
    heroes: frozenset[str] = frozenset()


@dataclass
class WriteReport:
    """What a writer did.

    `skipped`: what the format has no words for, each with its reason and, where known, where it
    came from. `not_carried`: for each column ("seats.bounty"), in how many written hands the file
    says less, or something else, than the table.
    """

    files: list[Path] = field(default_factory=list)
    hands: int = 0
    skipped: list[Rejected] = field(default_factory=list)
    not_carried: Counter[str] = field(default_factory=Counter)

    def skip(self, record: HandRecord, reason: str) -> None:
        """Note a hand that is not written."""
        hand = record.hand
        self.skipped.append(
            Rejected(
                hand.source_file or "", hand.source_line or 0, f"hand {hand.hand_id}: {reason}"
            )
        )


def rows_of(table: pa.Table, name: str) -> list[Any]:
    """Return the rows of `table` as named tuples; times as integer microseconds."""
    columns = [
        (column.cast(pa.int64()) if pa.types.is_timestamp(column.type) else column).to_pylist()
        for column in table.columns
    ]
    return list(map(ROW_TYPES[name]._make, zip(*columns, strict=True))) if columns else []


def table_groups(history: History, report: WriteReport) -> Iterator[TableGroup]:
    """Yield the tables of `history` in the order of their first hand.

    Rows that belong to no hand, and hands whose id stands twice, go to `report.skipped`.
    """
    tournaments = {row.tournament_id: row for row in rows_of(history["tournaments"], "tournaments")}
    entries: dict[str | None, list[Any]] = {}
    for entry in rows_of(history["entries"], "entries"):
        entries.setdefault(entry.tournament_id, []).append(entry)
    groups: dict[tuple[Any, ...], TableGroup] = {}
    records: dict[str, HandRecord] = {}
    for hand in rows_of(history["hands"], "hands"):
        record = HandRecord(hand, tournaments.get(hand.tournament_id))
        if hand.hand_id is None or hand.hand_id in records:
            report.skip(record, "no id, or one that stands twice in the history")
            continue
        records[hand.hand_id] = record
        key = (hand.house, hand.tournament_id, hand.table_id)
        if key not in groups:
            groups[key] = TableGroup(*key, record.tournament, entries.pop(hand.tournament_id, []))
        groups[key].hands.append(record)
    for name in HAND_TABLES[1:]:
        _hand_out(history[name], name, records, report)
    without_hands = tournaments.keys() - {key[1] for key in groups}
    for tournament_id in sorted(map(str, without_hands)):
        report.skipped.append(Rejected("", 0, f"tournament {tournament_id}: has no hands"))
    _find_heroes(list(groups.values()))
    yield from groups.values()


def _find_heroes(groups: list[TableGroup]) -> None:
    """Note the players whose cards a tournament's histories know though nobody saw them there.

    Those are the players from whose seats the hands were seen.
    """
    heroes: dict[tuple[Any, ...], set[str]] = {}
    for group in groups:
        heroes.setdefault((group.house, group.tournament_id), set()).update(
            seat.player
            for record in group.hands
            for seat in record.seats
            if seat.hole_cards and not seat.mucked and seat.hole_cards != seat.shown_cards
        )
    for group in groups:
        group.heroes = frozenset(heroes[group.house, group.tournament_id])


def _hand_out(
    table: pa.Table, name: str, records: dict[str, HandRecord], report: WriteReport
) -> None:
    lost = 0
    for row in rows_of(table, name):
        record = records.get(row.hand_id)
        if record is None:
            lost += 1
        else:
            getattr(record, name).append(row)
    if lost:
        report.skipped.append(Rejected("", 0, f"{name}: {lost} rows that belong to no hand"))
