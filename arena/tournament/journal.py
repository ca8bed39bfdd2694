"""What an event writes down so that a crash loses no finished hand (PS-22.1, FT-30).

A journal is a text file of JSON lines: first what the event is, then one line a step of the
director, with all its changes and the history rows of its finished hands. A line is written whole
or counts as not written: what a crash cut off is dropped when the journal is opened again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from railbird.arena.tournament.field import Change, Field


class JournalError(ValueError):
    """A journal that cannot be read: file, line and reason."""


class Journal:
    """An event's journal on disk, open for appending."""

    def __init__(self, path: Path, head: dict[str, Any] | None = None) -> None:
        """Open `path`; with `head` a new journal begins (the file must not exist yet)."""
        self.path = path
        if head is not None:
            with open(path, "x", encoding="utf-8") as new:
                new.write(_line({"railbird": "tournament journal 1", **head}))
        else:
            _drop_torn_line(path)
        self._file = open(path, "a", encoding="utf-8")

    def commit(self, changes: list[Change], rows: dict[str, list[Any]] | None = None) -> None:
        """Append one step; it holds once this returns, even if the process is then killed."""
        self._file.write(_line({"changes": changes, **({"rows": rows} if rows else {})}))
        self._file.flush()

    def close(self) -> None:
        """Write everything through to the disk and close."""
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()


def read_journal(path: Path) -> tuple[dict[str, Any], Iterator[dict[str, Any]]]:
    """Return a journal's head and its steps. Raises `JournalError` naming file and line."""
    _drop_torn_line(path)
    lines = open(path, encoding="utf-8")
    head = _parse(path, 1, lines.readline())
    if "railbird" not in head:
        raise JournalError(f"{path}:1: not a tournament journal")

    def steps() -> Iterator[dict[str, Any]]:
        with lines:
            for number, line in enumerate(lines, 2):
                yield _parse(path, number, line)

    return head, steps()


def replay(field: Field, changes: list[list[Any]]) -> None:
    """Make the changes of one step again."""
    for change in changes:
        field.apply(tuple(change))


def _line(value: dict[str, Any]) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=True) + "\n"


def _parse(path: Path, number: int, line: str) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except ValueError:
        raise JournalError(f"{path}:{number}: damaged; restore the file or start anew") from None
    if not isinstance(value, dict):
        raise JournalError(f"{path}:{number}: not a step of a journal")
    return value


def _drop_torn_line(path: Path) -> None:
    """Cut off what stands after the last line end: a step that a crash did not let finish."""
    with open(path, "rb+") as file:
        size = file.seek(0, os.SEEK_END)
        end = size
        while end > 0:
            start = max(end - 4096, 0)
            file.seek(start)
            found = file.read(end - start).rfind(b"\n")
            if found >= 0:
                end = start + found + 1
                break
            end = start
        if end != size:
            file.truncate(end)
