"""A tournament summary while it is read, and how its facts become rows."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from railbird.datasets.formats.common import money
from railbird.datasets.formats.game_names import game_name
from railbird.datasets.formats.pokerstars_time import utc_microseconds
from railbird.datasets.formats.sink import Sink

_TIME = re.compile(r"(\d{4}/\d\d?/\d\d?) (\d\d?):(\d\d)(?::(\d\d))?(?: ([A-Z]{2,5}))?")
_WORDED = re.compile(r"\w+, (\w{3})\w* (\d\d?), (\d{4}) (\d\d?):(\d\d)(?::(\d\d))? ([A-Z]{2,5})")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_REENTRY = re.compile(r"(.+) \[(\d{1,3})\]")
# More players than any table seats: an event of many tables.
_LARGEST_TABLE = 10


def summary_time(text: str) -> int | None:
    """Return microseconds since 1970 UTC of `2013/05/26 20:00:00 WET [2013/05/26 15:00:00 ET]`.

    The copy in brackets wins. None when the zone is not printed or is the player's own setting.
    """
    local, mark, eastern = text.partition(" [")
    text = eastern.rstrip("]") if mark else local
    if match := _TIME.fullmatch(text):
        date, hour, minute, second, zone = match.groups()
        return utc_microseconds(date, hour, minute, second or "0", zone) if zone else None
    if (match := _WORDED.fullmatch(text)) and match[1].title() in _MONTHS:
        month, day, year, hour, minute, second, zone = match.groups()
        number = _MONTHS.index(month.title()) + 1
        return utc_microseconds(f"{year}/{number}/{day}", hour, minute, second or "0", zone)
    return None


@dataclass
class Listed:
    """One line of a summary's list. `place` None: still playing, or not said."""

    player: str | None
    place: int | None
    prize: int | None = None
    currency: str | None = None
    country: str | None = None
    still_playing: bool = False
    note: str | None = None
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass
class Summary:
    """What a summary says. `match` is the match of a Matrix, a tournament of its own within."""

    house: str
    tournament_id: str
    facts: dict[str, Any] = field(default_factory=dict)
    listed: list[Listed] = field(default_factory=list)
    match: str | None = None
    finished: bool = False
    prize_currency: str | None = None
    is_satellite: bool = False
    # Line number (0: the header) of what was not understood, and why.
    lost: list[tuple[int, str]] = field(default_factory=list)
    # What is said of one player by name before or after the list.
    said: dict[str, dict[str, Any]] = field(default_factory=dict)

    def not_understood(self, number: int, text: str) -> None:
        """Note a line that has no known form."""
        self.lost.append((number, f"summary line not understood: {text[:120]!r}"))

    def set_game(self, text: str) -> bool:
        """Note game, betting and mix from the words of a header; return whether they are known."""
        game = game_name(text)
        if game is None:
            return False
        self.facts.update(game=game.game, betting=game.betting, mix=game.mix)
        return True

    def set_prize_pool(self, text: str) -> bool:
        """Note the prize pool; return whether it is an amount of money."""
        pool = money(text)
        if pool is None:
            return False
        self.facts["prize_pool"], self.prize_currency = pool[0], pool[1] or "PLAY"
        return True

    def record(self, file: str, line: int, sink: Sink) -> None:
        """Put the tournament and its entries into the sink's book, the unknown lines beside."""
        for number, reason in self.lost:
            sink.reject(file, number or line, reason)
        if not (self.house and self.tournament_id):
            sink.reject(file, line, "the summary names no tournament of a known house")
            return
        if not self.finished:
            still = any(entry.still_playing for entry in self.listed)
            won = any(entry.place == 1 and entry.prize for entry in self.listed)
            self.finished = won and not still
        out = sum(not entry.still_playing for entry in self.listed)
        rank = 2.0 if self.finished else 1 + out / (len(self.listed) + 1)
        self.facts.setdefault("format", self._format())
        tournament_id = self._record_tournament(rank, sink)
        numbers = _entry_numbers(self.listed)
        for entry, (player, number) in zip(self.listed, numbers, strict=True):
            facts = self.said.pop(player, {}) if player and number == 1 else {}
            self._record_entry(tournament_id, entry, player, number, rank, facts, sink)
        for player, facts in self.said.items():
            sink.book.entry(tournament_id, player, 1, rank=rank, **facts)
        sink.counts["summaries"] += 1

    def _format(self) -> str | None:
        if self.is_satellite:
            return "satellite"
        return "mtt" if (self.facts.get("entrants") or 0) > _LARGEST_TABLE else None

    def _record_tournament(self, rank: float, sink: Sink) -> str:
        """A Matrix has a row of its own beside those of its matches, which have fees of theirs."""
        facts = {**self.facts, "source": "summary"}
        facts["prize_currency"] = self.prize_currency
        if self.match is None:
            return sink.book.tournament(self.house, self.tournament_id, rank=rank, **facts)
        whole = {name: value for name, value in facts.items() if name not in _OF_A_MATCH}
        sink.book.tournament(self.house, self.tournament_id, rank=rank, **whole)
        facts["prize_pool"] = None  # what is printed is the pool of the whole Matrix
        return sink.book.tournament(
            self.house, f"{self.tournament_id} {self.match}", rank=rank, **facts
        )

    def _record_entry(
        self,
        tournament_id: str,
        entry: Listed,
        player: str | None,
        number: int,
        rank: float,
        facts: dict[str, Any],
        sink: Sink,
    ) -> None:
        prize, note = entry.prize, entry.note
        if prize is None and note is None and entry.place is not None:
            prize = 0  # out, and the line names no prize
        if prize and self.prize_currency not in (None, entry.currency):
            # Another unit than the prize pool's: the number alone would be read wrongly.
            note = f"{prize / 100:.2f} {entry.currency}"
            prize = None
        sink.book.entry(
            tournament_id,
            player,
            number,
            rank=rank,
            start_stack=self.facts.get("start_stack"),
            finish_place=entry.place,
            prize=prize,
            country=entry.country,
            still_playing=entry.still_playing,
            note=note,
            **{**entry.facts, **facts},
        )


_OF_A_MATCH = frozenset({"buy_in", "fee", "end_time"})


def _entry_numbers(listed: list[Listed]) -> list[tuple[str | None, int]]:
    """Return the player and the entry number of each line.

    PokerStars writes a re-entry as `NAME [2]`; since a name may end like that too, it counts as
    one only beside the same name without it. Full Tilt repeats the name.
    """
    names = {entry.player for entry in listed}
    count: Counter[str | None] = Counter()
    numbers: list[tuple[str | None, int]] = []
    for entry in listed:
        match = _REENTRY.fullmatch(entry.player) if entry.player else None
        if match and match[1] in names:
            numbers.append((match[1], int(match[2])))
            continue
        count[entry.player] += 1
        numbers.append((entry.player, count[entry.player]))
    return numbers
