"""Readers and writers of hand histories, told apart by content."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from railbird.datasets.formats.reading import read_into
from railbird.datasets.formats.result import ReadResult
from railbird.datasets.formats.sink import Rejected, Sink
from railbird.datasets.formats.sources import Piece, iter_pieces

__all__ = ["Piece", "ReadResult", "Rejected", "Sink", "iter_pieces", "read", "read_into"]


def read(
    inputs: Sequence[str | os.PathLike[str]],
    *,
    keep_duplicates: bool = False,
    progress: Callable[[int, int, int], None] | None = None,
) -> ReadResult:
    """Read any mix of files, folders, globs and archives of any supported format.

    Inputs that hold nothing readable give an empty result and their reasons in `rejected`; nothing
    that stands in a file raises. A hand met twice (same house, same id) is read once unless
    `keep_duplicates`. `progress(bytes_done, bytes_total, hands)` is called after each piece.
    """
    return read_into(Sink(keep_duplicates=keep_duplicates), inputs, progress=progress)
