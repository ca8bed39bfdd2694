"""Reports that our own commands leave beside histories: known by their first line, passed over."""

from __future__ import annotations

from railbird.datasets.formats.sink import Sink

_HEADS = ("file,line,reason\n", "column,rows\n")


def sniff(text: str) -> bool:
    """Say whether `text` is a rejected.csv or not_carried.csv of ours."""
    return text.startswith(_HEADS)


def read_text(_text: str, _file: str, sink: Sink) -> None:
    """Count the report as skipped: it is no history and nothing in it is lost."""
    sink.counts["skipped"] += 1
