"""What a foreign format has no field for, kept in one field of our own beside its own fields.

A writer makes a hand in the format's own words, reads these back, and keeps only the difference to
the tables. A reader applies the difference, but only when the format's own part still is what it
was made from: whoever edits a hand by hand is believed, and our field is left aside.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pyarrow as pa

from railbird.arena.history.schema import SCHEMAS
from railbird.datasets.formats.sink import Sink

Row = tuple[Any, ...]
Tables = dict[str, list[Row]]

HAND_TABLES = ("hands", "seats", "actions", "events", "chat")
# Ids are kept once a hand; where a row was read is no part of it.
_KEPT_ONCE = frozenset({"hand_id", "source_file", "source_line"})
_VERSION = 1
_INTEGERS = {pa.int16(): 2**15, pa.int32(): 2**31, pa.int64(): 2**63}


class OwnFieldsError(ValueError):
    """Our field is damaged, or the hand beside it was changed; the text says which."""


def digest(native: Any) -> str:
    """Return a mark of the format's own part of a hand."""
    text = json.dumps(native, default=str, sort_keys=True)
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def difference(derived: Tables, wanted: Tables) -> dict[str, Any]:
    """Return what must be changed in `derived` to get `wanted`, as JSON can hold it.

    For each table that differs, by column: one value for all rows, or a list of them; or, when the
    number of rows differs, `{"rows": […]}` with all of them.
    """
    changes: dict[str, Any] = {}
    for table in HAND_TABLES:
        change = _table_difference(table, derived[table], wanted[table])
        if change:
            changes[table] = change
    return changes


def _table_difference(table: str, derived: list[Row], wanted: list[Row]) -> dict[str, Any]:
    kept = [(n, name) for n, name in enumerate(SCHEMAS[table].names) if name not in _KEPT_ONCE]
    if len(derived) != len(wanted):
        return {"rows": [[row[n] for n, _ in kept] for row in wanted]}
    change: dict[str, Any] = {}
    for n, name in kept:
        values = [row[n] for row in wanted]
        if values != [row[n] for row in derived]:
            same = all(value == values[0] for value in values)
            change[name] = values[0] if same else values
    return change


def pack(hand_id: str, native_digest: str, changes: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Return our field's value; `more` are further keys (a tournament, its entries)."""
    return {"version": _VERSION, "id": hand_id, "digest": native_digest, **changes, **more}


def apply(field: Any, native_digest: str, tables: Tables) -> str:
    """Change `tables` as `field` says and return the hand's id.

    Raises `OwnFieldsError`, with the tables as they were, when the field is not ours, is damaged,
    or belongs to another hand than the one beside it.
    """
    if not isinstance(field, dict) or field.get("version") != _VERSION:
        raise OwnFieldsError("railbird's own field is of an unknown form")
    hand_id = field.get("id")
    if not isinstance(hand_id, str) or not hand_id:
        raise OwnFieldsError("railbird's own field names no hand")
    if field.get("digest") != native_digest:
        raise OwnFieldsError("the hand was changed since railbird wrote it; its own words count")
    changed = {
        table: _changed(table, tables[table], field[table]) if table in field else tables[table]
        for table in HAND_TABLES
    }
    for table, rows in changed.items():
        place = SCHEMAS[table].get_field_index("hand_id")
        tables[table] = [(*row[:place], hand_id, *row[place + 1 :]) for row in rows]
    return hand_id


def _changed(table: str, rows: list[Row], change: Any) -> list[Row]:
    if not isinstance(change, dict):
        raise OwnFieldsError(f"railbird's own field for {table} is damaged")
    names = SCHEMAS[table].names
    kept = [name for name in names if name not in _KEPT_ONCE]
    if "rows" in change:
        return [_whole_row(table, kept, values) for values in _list(change["rows"])]
    columns = dict(zip(names, map(list, zip(*rows, strict=True)), strict=True)) if rows else {}
    for name, values in change.items():
        if name not in kept or name not in columns:
            raise OwnFieldsError(f"railbird's own field has an unknown column {table}.{name}")
        column = values if isinstance(values, list) else [values] * len(rows)
        if len(column) != len(rows):
            raise OwnFieldsError(f"railbird's own field has {len(column)} rows of {table}.{name}")
        columns[name] = [checked(table, name, value) for value in column]
    return list(zip(*columns.values(), strict=True)) if columns else []


def _whole_row(table: str, kept: list[str], values: Any) -> Row:
    if len(_list(values)) != len(kept):
        raise OwnFieldsError(f"railbird's own field has a row of {len(values)} values of {table}")
    given = dict(zip(kept, values, strict=True))
    return tuple(
        checked(table, name, given[name]) if name in given else None
        for name in SCHEMAS[table].names
    )


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise OwnFieldsError("railbird's own field is damaged: no list where one must be")
    return value


def checked(table: str, name: str, value: Any) -> Any:
    """Return `value` if column `name` of `table` may hold it. Raises `OwnFieldsError`."""
    if value is None:
        return None
    kind, limit = _KINDS[table][name]
    if isinstance(value, Decimal) and value.is_finite():
        value = float(value)
    fits = isinstance(value, kind) and isinstance(value, bool) == (kind is bool)
    if fits and (not limit or -limit <= value < limit):
        return value
    raise OwnFieldsError(f"railbird's own field: {table}.{name} can't be {str(value)[:40]!r}")


def _kind(column: pa.DataType) -> tuple[Any, int]:
    """Return the Python type of a column and, for whole numbers, the limit of their size."""
    if pa.types.is_string(column):
        return str, 0
    if pa.types.is_boolean(column):
        return bool, 0
    return (
        ((int, float), 0) if pa.types.is_floating(column) else (int, _INTEGERS.get(column, 2**60))
    )


_KINDS = {
    table: {field.name: _kind(field.type) for field in schema} for table, schema in SCHEMAS.items()
}


def tournament_fields(tournament: Any, entries: list[Any]) -> dict[str, Any]:
    """Return the keys that carry a tournament's row and its entries, null columns left out."""
    more: dict[str, Any] = {}
    if tournament is not None:
        more["tournament"] = _known(tournament)
    if entries:
        more["entries"] = [_known(entry) for entry in entries]
    return more


def _known(row: Any) -> dict[str, Any]:
    return {name: value for name, value in row._asdict().items() if value is not None}


def note_tournament(field: dict[str, Any], sink: Sink) -> Callable[[str | None], str | None]:
    """Give the tournament and entries in `field` to `sink.book`; return how its id is stored.

    Raises `OwnFieldsError` when they are damaged.
    """
    facts = _facts("tournaments", field.get("tournament", {}))
    tournament_id = facts.pop("tournament_id", None)
    if tournament_id is None:
        return lambda printed: printed
    stored = sink.book.tournament(facts.pop("house", None) or "", tournament_id, rank=2, **facts)
    for entry in _list(field.get("entries", [])):
        row = _facts("entries", entry)
        row.pop("tournament_id", None)
        player, number = row.pop("player", None), row.pop("entry_no", None) or 1
        sink.book.entry(stored, player, number, rank=2, **row)
    return lambda printed: stored if printed == tournament_id else printed


def _facts(table: str, given: Any) -> dict[str, Any]:
    if not isinstance(given, dict) or not given.keys() <= set(SCHEMAS[table].names):
        raise OwnFieldsError(f"railbird's own field is damaged: {table}")
    return {name: checked(table, name, value) for name, value in given.items()}
