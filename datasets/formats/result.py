"""What reading gives back."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from railbird.arena.history.schema import History
from railbird.datasets.formats.sink import Rejected


@dataclass(frozen=True)
class ReadResult:
    """The tables read, what was not understood, and the counts.

    `counts` has `hands`, `duplicates`, `rejected_hands` (every hand of the input is in exactly one
    of these), `rejected` (all pieces not understood), `summaries` (tournament summaries read) and
    `skipped` (hidden and system files). `files` counts the pieces of input that were opened.
    """

    history: History
    rejected: list[Rejected]
    counts: Counter[str]
    files: int
