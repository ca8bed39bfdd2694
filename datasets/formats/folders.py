"""History folders among the inputs: their hands beside those of text, each hand once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from railbird.arena.history.schema import SCHEMAS, TABLES, History
from railbird.datasets import store
from railbird.datasets.formats.sink import Sink

_BOOKED = ("tournaments", "entries")
_RANK_OF_SUMMARY = 1.0  # a row that knows the field's size was made from a summary


def load_folder(path: Path, sink: Sink) -> History:
    """Return the tables of the history folder `path` without the hands that `sink` has already.

    Its tournaments and entries go into the sink's book, where those of text files join them.
    Raises `railbird.datasets.store.NotAHistory` or OSError when it can't be read.
    """
    history = store.load(path)
    kept = _claim(history, sink)
    tables = {name: history[name] for name in TABLES if name not in _BOOKED}
    if len(set(kept.values())) < history.hand_count or any(old != new for old, new in kept.items()):
        tables = {name: _only(table, kept) for name, table in tables.items()}
    _book(history, sink)
    return History(tables)


def _claim(history: History, sink: Sink) -> dict[str, str]:
    """Return the id to store of every hand that is new, by its id in the folder."""
    hands = history["hands"]
    kept: dict[str, str] = {}
    houses, ids = hands["house"].to_pylist(), hands["hand_id"].to_pylist()
    for house, hand_id in zip(houses, ids, strict=True):
        # An id stored with its house's name was printed without.
        stored = sink.claim(house or "", hand_id.removeprefix(f"{house}:"))
        if stored is not None:
            kept[hand_id] = stored
    return kept


def _only(table: pa.Table, kept: dict[str, str]) -> pa.Table:
    if "hand_id" not in table.column_names:
        return table
    ids = table["hand_id"]
    table = table.filter(pc.or_kleene(pc.is_null(ids), pc.is_in(ids, pa.array(kept, pa.string()))))
    renamed = [kept.get(old, old) for old in table["hand_id"].to_pylist()]
    at = table.column_names.index("hand_id")
    return table.set_column(at, SCHEMAS["hands"].field("hand_id"), pa.array(renamed, pa.string()))


def _book(history: History, sink: Sink) -> None:
    ranks: dict[str, float] = {}
    stored: dict[str, str] = {}
    for row in history["tournaments"].to_pylist():
        facts: dict[str, Any] = dict(row)
        tournament_id, house = facts.pop("tournament_id"), facts.pop("house")
        rank = 0.0 if facts["entrants"] is None else _RANK_OF_SUMMARY
        ranks[tournament_id] = rank
        stored[tournament_id] = sink.book.tournament(
            house or "", tournament_id.removeprefix(f"{house}:"), rank=rank, **facts
        )
    for row in history["entries"].to_pylist():
        facts = dict(row)
        tournament_id, player, entry_no = (
            facts.pop(name) for name in ("tournament_id", "player", "entry_no")
        )
        rank = ranks.get(tournament_id, 0.0)
        found = stored.get(tournament_id, tournament_id)
        sink.book.entry(found, player, entry_no, rank=rank, **facts)
