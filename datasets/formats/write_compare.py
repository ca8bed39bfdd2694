"""What we wrote, read back and compared with the tables it was made from, column by column."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from railbird.arena.history.recorder import Recorder
from railbird.arena.history.schema import SCHEMAS, History
from railbird.datasets.formats.common import TournamentBook
from railbird.datasets.formats.reading import read_bytes
from railbird.datasets.formats.sink import Sink
from railbird.datasets.formats.write_rows import HAND_TABLES, HandRecord, WriteReport, rows_of

Row = tuple[Any, ...]
Written = tuple[HandRecord, str, str]  # the hand, its id in the file, its text
Found = dict[str, dict[str, list[Row]]]

# Where a row came from is no part of what it says, and its hand is compared by its id in the file.
_NOT_COMPARED = frozenset({"hand_id", "tournament_id", "source_file", "source_line"})
_COLUMNS = {
    name: [(n, c) for n, c in enumerate(SCHEMAS[name].names) if c not in _NOT_COMPARED]
    for name in HAND_TABLES
}
_HAND_ID = {name: SCHEMAS[name].get_field_index("hand_id") for name in HAND_TABLES}
_START_TIME = SCHEMAS["hands"].get_field_index("start_time")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class _KeptRows(Recorder):
    """A recorder that never turns rows into columns: here they are compared one by one."""

    def flush(self, table: str, at_least: int = 1) -> None:
        """Keep the rows."""


class Comparison:
    """Reads files back into one sink and counts in `report` what they do not carry."""

    def __init__(self, report: WriteReport) -> None:
        self.report = report
        self._sink = Sink(keep_duplicates=True)
        self._sink.recorder = _KeptRows()
        self._sink.book = TournamentBook(self._sink.recorder)

    def check(
        self, texts: list[Written], finish: Callable[[list[str]], bytes], name: str
    ) -> list[str]:
        """Return the texts that read back as hands; the others go to `report.skipped`."""
        while texts:
            found, reasons = self._read(finish([text for _, _, text in texts]), name)
            bad = {number for _, number, _ in texts if number not in found}
            if not bad:
                for record, number, _ in texts:
                    self._count(record, found[number])
                break
            reason = reasons[0] if reasons else "it is not found again"
            for record, number, _ in texts:
                if number in bad:
                    self.report.skip(record, f"would not read back: {reason}")
            texts = [item for item in texts if item[1] not in bad]
        return [text for _, _, text in texts]

    def _read(self, data: bytes, name: str) -> tuple[Found, list[str]]:
        """Return the hands in `data` by their id in the file, and what was rejected."""
        sink = self._sink
        before = len(sink.rejected)
        read_bytes(data, name, sink)
        found: Found = {}
        for table in HAND_TABLES:
            rows, place = sink.recorder.rows[table], _HAND_ID[table]
            for row in rows:
                owner = found.setdefault(row[place], {t: [] for t in HAND_TABLES})
                owner[table].append(row)
            rows.clear()
        for hand_id in list(found):
            # When another house owns a number already, the house's name stands before it.
            found.setdefault(hand_id.rpartition(":")[2], found[hand_id])
        return found, [rejected.reason for rejected in sink.rejected[before:]]

    def _count(self, record: HandRecord, found: dict[str, list[Row]]) -> None:
        written = record.tables
        found["hands"] = [_in_microseconds(row) for row in found["hands"]]
        for table in HAND_TABLES:
            for column in differences(table, written[table], found[table]):
                self.report.not_carried[f"{table}.{column}"] += 1

    def tournaments(self, history: History) -> None:
        """Compare tournaments and entries, which several files may have filled together."""
        for table, keys in (
            ("tournaments", ("tournament_id",)),
            ("entries", ("tournament_id", "player", "entry_no")),
        ):
            names = SCHEMAS[table].names
            places = [names.index(key) for key in keys]
            found = {tuple(row[p] for p in places): row for row in self._sink.recorder.rows[table]}
            for row in rows_of(history[table], table):
                other = found.get(tuple(row[p] for p in places), (None,) * len(names))
                for column, (mine, theirs) in zip(names, zip(row, other, strict=True), strict=True):
                    if column not in keys and mine != _microseconds(theirs):
                        self.report.not_carried[f"{table}.{column}"] += 1


def differences(table: str, written: list[Row], found: list[Row]) -> list[str]:
    """Return the columns of `table` in which two hands' rows differ; `["rows"]`: their number."""
    if len(written) != len(found):
        return ["rows"]
    columns = _COLUMNS[table]
    first, last = columns[0][0], columns[-1][0] + 1
    if all(a[first:last] == b[first:last] for a, b in zip(written, found, strict=True)):
        return []
    return [
        column
        for place, column in columns
        if any(a[place] != b[place] for a, b in zip(written, found, strict=True))
    ]


def _microseconds(value: Any) -> Any:
    return (value - _EPOCH) // timedelta(microseconds=1) if isinstance(value, datetime) else value


def _in_microseconds(row: Row) -> Row:
    if not isinstance(row[_START_TIME], datetime):
        return row
    return (*row[:_START_TIME], _microseconds(row[_START_TIME]), *row[_START_TIME + 1 :])
