"""Readers and writers of hand histories, told apart by content."""

from railbird.datasets.formats.reading import read, read_pieces
from railbird.datasets.formats.result import ReadResult
from railbird.datasets.formats.sink import Rejected, Sink
from railbird.datasets.formats.sources import Piece, iter_pieces

__all__ = ["Piece", "ReadResult", "Rejected", "Sink", "iter_pieces", "read", "read_pieces"]
