"""The pipeline: inputs to pieces, pieces to text, text to blocks, blocks to rows."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from railbird.arena.history.schema import History, concat
from railbird.datasets.formats.decode import decode
from railbird.datasets.formats.folders import load_folder
from railbird.datasets.formats.registry import FORMS, HANDS, SUMMARIES, TEXTS
from railbird.datasets.formats.result import ReadResult
from railbird.datasets.formats.sink import Sink
from railbird.datasets.formats.sources import Piece, iter_pieces, total_bytes
from railbird.datasets.formats.split import FURNITURE, first_header, split

Progress = Callable[[int, int, int], None]

_PARQUET = b"PAR1"
# The tables whose rows are final once written (a tournament's grow with every file) and how many
# rows wait before they become columns.
_PER_HAND = ("hands", "seats", "actions", "events", "chat")
_FLUSH_ROWS = 20_000


def read(
    inputs: Sequence[str | os.PathLike[str]],
    *,
    keep_duplicates: bool = False,
    progress: Progress | None = None,
) -> ReadResult:
    """Read any mix of files, folders, globs and archives of any supported format.

    Inputs that hold nothing readable give an empty result and their reasons in `rejected`; nothing
    that stands in a file raises. A hand met twice (same house, same id) is read once unless
    `keep_duplicates`. `progress(bytes_done, bytes_total, hands)` is called after each piece.
    """
    total = total_bytes(inputs) if progress else 0
    return _read(iter_pieces(inputs), keep_duplicates, progress, total)


def read_pieces(pieces: Iterable[Piece], *, keep_duplicates: bool = False) -> ReadResult:
    """Read some of the pieces of `iter_pieces`: a shard of a larger job.

    Duplicates are found within the shard; across shards the caller compares house and hand id.
    """
    return _read(pieces, keep_duplicates, None, 0)


def _read(
    pieces: Iterable[Piece], keep_duplicates: bool, progress: Progress | None, total: int
) -> ReadResult:
    sink = Sink(keep_duplicates=keep_duplicates)
    folders: list[History] = []
    done, files = 0, 0
    with _no_collection():
        for piece in pieces:
            files += not piece.skipped and piece.reason is None
            read_piece(piece, sink, folders)
            _flush(sink)
            done += piece.weight
            if progress is not None:
                progress(min(done, total), total, sink.counts["hands"])
        history = sink.recorder.history()
    if folders:
        history = concat([history, *folders])
    return ReadResult(history, sink.rejected, sink.counts, files)


def _flush(sink: Sink) -> None:
    """Turn rows into columns while they are few enough to lie in the processor's cache."""
    recorder = sink.recorder
    if len(recorder.rows["actions"]) >= _FLUSH_ROWS:
        for table in _PER_HAND:
            recorder.flush(table)


@contextmanager
def _no_collection() -> Iterator[None]:
    """Keep the garbage collector away: millions of live rows make each of its walks long."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def read_piece(piece: Piece, sink: Sink, folders: list[History]) -> None:
    """Read one piece; a history folder is appended to `folders`."""
    if piece.skipped:
        sink.counts["skipped"] += 1
    elif piece.reason is not None:
        sink.reject(piece.name, 1, piece.reason)
    elif piece.path is not None:
        _load_folder(piece.path, sink, folders)
    elif piece.data is not None:
        read_bytes(piece.data, piece.name, sink)


def _load_folder(path: Path, sink: Sink, folders: list[History]) -> None:
    try:
        folders.append(load_folder(path, sink))
    except (ValueError, OSError) as error:
        sink.reject(str(path), 1, f"not a readable history folder: {error}")


def read_bytes(data: bytes, name: str, sink: Sink) -> None:
    """Read the bytes of one file, whatever format they hold."""
    if data.startswith(_PARQUET) and Path(name).parent.name in ("labels", "altered"):
        sink.counts["skipped"] += 1  # labels beside a text history; `store.load_table` reads them
        return
    if data.startswith(_PARQUET):
        sink.reject(name, 1, "a Parquet file alone; give the folder that holds hands/*.parquet")
        return
    text = decode(data)
    for form in TEXTS:
        if form.sniff(text):
            # Files get glued together: hands of a house may follow, and each must be counted.
            end = first_header(text, FORMS)
            with _no_fault_ends_reading(sink, name, 1, sink.reject):
                form.read_text(text[:end], name, sink)
            if end < len(text):
                _read_blocks(text[end:], name, sink, before=text.count("\n", 0, end))
            return
    _read_blocks(text, name, sink)


def _read_blocks(text: str, name: str, sink: Sink, before: int = 0) -> None:
    """Read headed blocks; `before` is the number of lines of the file before `text`."""
    ordinal, nothing = 0, True
    for form, block, place in split(text, FORMS):
        line, nothing = before + place, False
        if form is None:
            nothing = not _reject_preface(block, name, sink)
        elif form in HANDS:
            ordinal += 1
            with _no_fault_ends_reading(sink, name, line, sink.reject_hand):
                HANDS[form](block, name, line, ordinal, sink)
            _flush(sink)
        else:
            with _no_fault_ends_reading(sink, name, line, sink.reject):
                SUMMARIES[form](block, name, line, sink)
    if nothing:
        sink.reject(
            name, 1, "no hand history or summary in it" if text.strip() else "an empty file"
        )


@contextmanager
def _no_fault_ends_reading(
    sink: Sink, name: str, line: int, reject: Callable[[str, int, str], None]
) -> Iterator[None]:
    """Turn a reader's own fault into a rejected piece: one hand must not cost a million others.

    `counts["faults"]` counts them; it is 0 unless a reader has an error in it.
    """
    try:
        yield
    except Exception as error:  # whatever it is, it is this piece's and no other's
        sink.counts["faults"] += 1
        reject(name, line, f"the reader failed, please report it: {type(error).__name__}: {error}")


def _reject_preface(text: str, name: str, sink: Sink) -> bool:
    """Reject what stands before the first header, in one row, unless it is e-mail furniture.

    Returns whether something was rejected.
    """
    for number, line in enumerate(text.split("\n"), start=1):
        if FURNITURE.fullmatch(line) is None:
            sink.reject(
                name, number, f"no hand history or summary of a known form: {line.strip()[:60]!r}"
            )
            return True
    return False
