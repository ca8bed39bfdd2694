"""Compares two histories by their own ids, apart from the writers' own comparison."""

from __future__ import annotations

import pandas as pd
import pyarrow as pa

from railbird.arena.history.schema import History

_ORDER = {
    "hands": ["hand_id"],
    "seats": ["hand_id", "seat"],
    "actions": ["hand_id", "ordinal"],
    "events": ["hand_id", "ordinal"],
    "chat": ["hand_id", "ordinal"],
    "tournaments": ["tournament_id"],
    "entries": ["tournament_id", "player", "entry_no"],
}
_NEW_IN_EVERY_FILE = {"hands.source_file", "hands.source_line"}


def changed_columns(before: History, after: History) -> set[str]:
    """Return `table.column` of each column in which the two differ; `table.*`: rows are missing."""
    changed: set[str] = set()
    for table, keys in _ORDER.items():
        one, other = (_sorted(history, table, keys) for history in (before, after))
        if len(one) != len(other):
            changed.add(f"{table}.*")
            continue
        for column in one:
            name = f"{table}.{column}"
            if name not in _NEW_IN_EVERY_FILE and not _same(one[column], other[column]):
                changed.add(name)
    return changed


def only(history: History, hand_ids: set[str]) -> History:
    """Return the history without the hands whose ids are not in `hand_ids`."""
    tables = {}
    for table in _ORDER:
        whole = history[table]
        if "hand_id" in whole.column_names:
            keep = [hand_id in hand_ids for hand_id in whole["hand_id"].to_pylist()]
            whole = whole.filter(pa.array(keep, pa.bool_()))
        tables[table] = whole
    return History(tables)


def _sorted(history: History, table: str, keys: list[str]) -> pd.DataFrame:
    return history.frame(table).sort_values(keys, kind="stable").reset_index(drop=True)


def _same(one: pd.Series, other: pd.Series) -> bool:
    return bool(((one == other) | (one.isna() & other.isna())).fillna(False).all())
