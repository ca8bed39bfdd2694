"""Collects history rows and gives them back as tables."""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from railbird.arena.history.schema import SCHEMAS, TABLES, History

Row = tuple[Any, ...]


class Recorder:
    """Rows of every table, appended as plain tuples in the order of `SCHEMAS[table]`.

    A row is one tuple and one append because that is the fastest thing Python offers, and readers
    append some thirty rows a hand. Use `rows["actions"].append((...))`; `history()` checks the
    types and gives the tables.
    """

    def __init__(self) -> None:
        self.rows: dict[str, list[Row]] = {name: [] for name in TABLES}

    def add(self, table: str, **values: Any) -> None:
        """Append one row by column name; columns not named are null. For paths that are not hot."""
        names = SCHEMAS[table].names
        unknown = values.keys() - set(names)
        if unknown:
            raise KeyError(f"{table} has no column {sorted(unknown)}")
        self.rows[table].append(tuple(values.get(name) for name in names))

    def history(self) -> History:
        """Return all rows so far as a `History`. Raises `pyarrow.ArrowInvalid` on a wrong type."""
        return History({name: _table(name, rows) for name, rows in self.rows.items()})


def _table(name: str, rows: list[Row]) -> pa.Table:
    schema = SCHEMAS[name]
    if not rows:
        return schema.empty_table()
    columns = zip(*rows, strict=True)
    arrays = [pa.array(column, type=f.type) for column, f in zip(columns, schema, strict=True)]
    return pa.Table.from_arrays(arrays, schema=schema)
