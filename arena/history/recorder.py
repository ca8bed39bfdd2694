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
        self._parts: dict[str, list[pa.Table]] = {name: [] for name in TABLES}

    def add(self, table: str, **values: Any) -> None:
        """Append one row by column name; columns not named are null. For paths that are not hot."""
        names = SCHEMAS[table].names
        unknown = values.keys() - set(names)
        if unknown:
            raise KeyError(f"{table} has no column {sorted(unknown)}")
        self.rows[table].append(tuple(values.get(name) for name in names))

    def flush(self, table: str, at_least: int = 1) -> None:
        """Turn the rows of `table` into columns, once there are `at_least` of them.

        Columns take a tenth of the memory of rows, and filling them is quickest while the rows are
        new. Rows that are flushed can no longer be changed. Raises `pyarrow.ArrowInvalid` on a
        wrong type.
        """
        rows = self.rows[table]
        if rows and len(rows) >= at_least:
            self._parts[table].append(_table(table, rows))
            rows.clear()

    def history(self) -> History:
        """Return all rows so far as a `History`. Raises `pyarrow.ArrowInvalid` on a wrong type."""
        return History({name: self._whole(name) for name in TABLES})

    def _whole(self, name: str) -> pa.Table:
        parts = self._parts[name]
        rest = _table(name, self.rows[name])
        return pa.concat_tables([*parts, rest]).combine_chunks() if parts else rest


def _table(name: str, rows: list[Row]) -> pa.Table:
    schema = SCHEMAS[name]
    if not rows:
        return schema.empty_table()
    columns = zip(*rows, strict=True)
    arrays = [pa.array(column, type=f.type) for column, f in zip(columns, schema, strict=True)]
    return pa.Table.from_arrays(arrays, schema=schema)
