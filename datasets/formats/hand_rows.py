"""A hand read from PHH or Open Hand History, on its way into the sink."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from railbird.arena.history.schema import SCHEMAS
from railbird.datasets.formats import own_fields
from railbird.datasets.formats.sink import Sink

Row = tuple[Any, ...]


@dataclass
class HandRows:
    """The rows of one hand by table, with the house and id that `Sink.claim` asks for.

    `notes` are reasons for `Sink.reject` beside the hand; `facts` are columns of its tournament's
    row. `is_own`: railbird wrote the hand, so its rows and id are those of the tables it was
    written from.
    """

    house: str
    hand_id: str
    tables: dict[str, list[Row]]
    notes: list[str] = field(default_factory=list)
    facts: dict[str, Any] = field(default_factory=dict)
    is_own: bool = False


def restore(rows: HandRows, kept: Any, native_digest: str, sink: Sink) -> None:
    """Apply what a writer of ours kept beside the hand; if it does not fit, note why."""
    try:
        hand_id = own_fields.apply(kept, native_digest, rows.tables)
        stored = own_fields.note_tournament(kept, sink)
    except own_fields.OwnFieldsError as error:
        rows.notes.append(str(error))
        return
    rows.hand_id, rows.is_own, rows.facts = hand_id, True, {}
    house = rows.tables["hands"][0][SCHEMAS["hands"].get_field_index("house")]
    rows.house = house or rows.house
    for table in ("hands", "chat"):
        place = SCHEMAS[table].get_field_index("tournament_id")
        rows.tables[table] = [
            (*row[:place], stored(row[place]), *row[place + 1 :]) for row in rows.tables[table]
        ]


def hand_over(rows: HandRows, file: str, line: int, form: str, sink: Sink) -> None:
    """Give the rows to the sink, unless it has this hand already, and its notes with them."""
    stored = sink.claim(rows.house, rows.hand_id)
    if stored is None:
        return
    given = rows.tables["hands"][0][SCHEMAS["hands"].get_field_index("hand_id")]
    for name, new in rows.tables.items():
        if stored != given:
            place = SCHEMAS[name].get_field_index("hand_id")
            new = [(*row[:place], stored, *row[place + 1 :]) for row in new]
        sink.recorder.rows[name].extend(new)
    for note in rows.notes:
        sink.reject(file, line, f"{form}: {note}")
