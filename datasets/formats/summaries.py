"""The readers of tournament summary files: which form a summary has, and its first line."""

from __future__ import annotations

from railbird.datasets.formats import (
    summaries_fulltilt,
    summaries_pokerstars,
    summaries_pokertracker,
)
from railbird.datasets.formats.sink import Sink

_FORMS = (summaries_pokerstars, summaries_fulltilt, summaries_pokertracker)

HEADER = "(?:" + "|".join(form.HEADER for form in _FORMS) + ")"


def read_summary(block: str, file: str, line: int, sink: Sink) -> None:
    """Read the one summary in `block`, whose header is its first line, into `sink`.

    `line` is the header's line in `file`. A line that is not understood goes to `sink.rejected`;
    so does the whole summary when its header names no tournament.
    """
    lines = [(line + at, text.strip()) for at, text in enumerate(block.split("\n"))]
    lines = [(number, text) for number, text in lines if text]
    first = lines[0][1]
    for form in _FORMS:
        summary = form.start(first)
        if summary is not None:
            form.read_lines(summary, lines[1:])
            summary.record(file, line, sink)
            return
    sink.reject(file, line, f"a tournament summary of no known form: {first[:120]!r}")
