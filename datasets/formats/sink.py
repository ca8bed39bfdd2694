"""Where readers put what they understood, and what they did not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass

from railbird.arena.history.recorder import Recorder
from railbird.datasets.formats.common import TournamentBook


@dataclass(frozen=True, slots=True)
class Rejected:
    """One piece of input that was not understood: where it stands and why."""

    file: str
    line: int
    reason: str


class Sink:
    """Takes rows from the readers, remembers which hands it has, counts everything.

    Every hand that a reader meets ends in exactly one of three counts: `counts["hands"]` (read),
    `counts["duplicates"]` (same house and hand id as one read before) or `counts["rejected_hands"]`
    (in `rejected` with its reason). A reader builds a hand's rows aside and hands them over whole,
    so a hand that turns out broken leaves nothing behind. `book` keeps the tournaments and entries.
    """

    def __init__(self, *, keep_duplicates: bool = False) -> None:
        self.recorder = Recorder()
        self.book = TournamentBook(self.recorder)
        self.rejected: list[Rejected] = []
        self.counts: Counter[str] = Counter()
        self.keep_duplicates = keep_duplicates
        self._house_of: dict[str, str] = {}
        # The ids of tournaments whose facts are in the book already, by what stated them.
        self.booked: dict[Hashable, str] = {}
        # House and id to a mark of the hand's content, for formats whose ids are file names.
        self.content_of: dict[str, str] = {}

    def claim(self, house: str, printed_id: str) -> str | None:
        """Return the id to store for this hand, or None (and count it) when it was read before.

        The id is the printed one. Only when another house has already used the same id is it
        prefixed (`"fulltilt:123"`), because the tables join on `hand_id` alone.
        """
        owner = self._house_of.setdefault(printed_id, house)
        if owner != house:
            return self.claim(house, f"{house}:{printed_id}")
        known = f"{house}\0{printed_id}"
        if known in self._house_of and not self.keep_duplicates:
            self.counts["duplicates"] += 1
            return None
        self._house_of[known] = house
        self.counts["hands"] += 1
        return printed_id

    def reject(self, file: str, line: int, reason: str) -> None:
        """Note a piece that is no whole hand: a stray line, a file, a summary."""
        self.rejected.append(Rejected(file, line, reason))
        self.counts["rejected"] += 1

    def reject_hand(self, file: str, line: int, reason: str) -> None:
        """Note a hand that could not be read; it counts as a hand of the input."""
        self.reject(file, line, reason)
        self.counts["rejected_hands"] += 1
