"""Writes a history in any format, and reads it back at once to say exactly what was carried."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from railbird.arena.history.schema import History
from railbird.datasets import store
from railbird.datasets.atomic import fresh_directory, holds_only_listed, list_files
from railbird.datasets.formats import (
    write_fulltilt,
    write_ohh,
    write_phh,
    write_pokerstars,
)
from railbird.datasets.formats.safe_text import file_slug
from railbird.datasets.formats.write_compare import Comparison
from railbird.datasets.formats.write_rows import (
    CannotWrite,
    HandRecord,
    TableGroup,
    WriteReport,
    table_groups,
)
from railbird.datasets.formats.write_words import printed_number

__all__ = ["FORMATS", "WriteReport", "is_earlier_output", "write"]

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class TextFormat:
    """How a text format is written: `hand(record, group, number, place)` gives one hand's text.

    `number` is the hand's id in digits, `place` its place in the file from 1; `finish` turns the
    texts of a file into its content.
    """

    suffix: str
    hand: Callable[[HandRecord, TableGroup, str, int], str]
    finish: Callable[[list[str]], bytes]
    digits_only: bool


def _joined(separator: str) -> Callable[[list[str]], bytes]:
    return lambda texts: "".join(f"{t}{separator}" for t in texts).encode("utf-8", "surrogatepass")


TEXT_FORMATS: dict[str, TextFormat] = {
    "pokerstars": TextFormat(".txt", write_pokerstars.hand_text, _joined("\n\n\n"), True),
    "fulltilt": TextFormat(".txt", write_fulltilt.hand_text, _joined("\n\n\n"), True),
    "phh": TextFormat(".phhs", write_phh.hand_text, _joined("\n"), False),
    "ohh": TextFormat(".ohh", write_ohh.hand_text, _joined("\n"), False),
}
FORMATS: tuple[str, ...] = ("parquet", *TEXT_FORMATS)


def write(
    history: History,
    out_dir: str | Path,
    fmt: str,
    *,
    progress: Progress | None = None,
    extra_files: Callable[[WriteReport], dict[str, str]] | None = None,
) -> WriteReport:
    """Write `history` into the folder `out_dir`, which appears whole or not at all.

    `parquet` gives a history directory; the text formats one file a table, named by its ids and a
    mark, each hand read back and compared: a hand that would not read back is left out
    and stands in `skipped`, and every column that says less is counted in `not_carried`.
    `progress(hands_done, hands)` is called after every file. `extra_files` is asked at the end
    for further files (name and text) to put beside. An earlier output is replaced; any other
    content raises `railbird.datasets.atomic.ForeignOutput`. The same history gives the same bytes.
    """
    report = WriteReport()
    with fresh_directory(Path(out_dir), is_ours=is_earlier_output) as temp:
        if fmt == "parquet":
            store.write_tables([history], temp)
            report.hands = history.hand_count
        else:
            _write_text(history, temp, TEXT_FORMATS[fmt], report, progress)
        for name, text in (extra_files(report) if extra_files else {}).items():
            (temp / name).write_text(text, encoding="utf-8", newline="")
        names = list_files(temp, format=fmt)
    report.files = [Path(out_dir) / name for name in names]
    return report


def is_earlier_output(path: Path) -> bool:
    """Say whether everything in folder `path` was written by `write` or by `store.save`."""
    return holds_only_listed(path) or store.is_only_history(path)


class _Numbers:
    """Numbers of hands where ids are digits, no two hands of a house with the same one."""

    def __init__(self) -> None:
        self._owner: dict[tuple[str, str], str] = {}

    def of(self, hand_id: str, house: str) -> str:
        """Return the number of a hand printed under the name of `house`."""
        salt = ""
        while True:
            number = printed_number(hand_id, salt)
            if self._owner.setdefault((house, number), hand_id) == hand_id:
                return number
            salt += "+"


def _write_text(
    history: History,
    folder: Path,
    text_format: TextFormat,
    report: WriteReport,
    progress: Progress | None,
) -> None:
    comparison = Comparison(report)
    numbers = _Numbers()
    done = 0
    for group in table_groups(history, report):
        name = file_slug(group.house, group.tournament_id or "cash", group.table_id)
        path = folder / f"{name}{text_format.suffix}"
        texts = list(_texts(group, text_format, numbers, report))
        good = comparison.check(texts, text_format.finish, path.name)
        if good:
            path.write_bytes(text_format.finish(good))
            report.hands += len(good)
        done += len(group.hands)
        if progress is not None:
            progress(done, history.hand_count)
    comparison.tournaments(history)
    # Text has no place for labels: they travel beside it as they stand in a history directory.
    for table in ("labels", "altered"):
        if history[table].num_rows:
            store.write_table(history[table], folder / table)


def _texts(
    group: TableGroup, text_format: TextFormat, numbers: _Numbers, report: WriteReport
) -> Iterator[tuple[HandRecord, str, str]]:
    """Yield (record, id in the file, text) of every hand that the format has words for."""
    place = 0
    for record in group.hands:
        hand_id = record.hand.hand_id
        # PokerStars text of Full Tilt's hands begins with that house's name, as in 2016.
        house = "fulltilt" if record.hand.house == "fulltilt" else "other"
        number = numbers.of(hand_id, house) if text_format.digits_only else hand_id
        try:
            text = text_format.hand(record, group, number, place + 1)
        except CannotWrite as reason:
            report.skip(record, str(reason))
            continue
        except (LookupError, TypeError, ValueError) as error:
            # Tables from elsewhere: a seat that no row lists, a null where nothing can be null.
            report.skip(record, f"its rows do not fit together: {error!r}")
            continue
        place += 1
        yield record, number, text
