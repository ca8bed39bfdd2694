"""What the text readers share: money, times, and one row a tournament and entry."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from railbird.arena.history.recorder import Recorder
from railbird.arena.history.schema import SCHEMAS

_SYMBOLS = {"$": "USD", "€": "EUR", "£": "GBP", "₹": "INR"}
_WORDS = {
    "USD": "USD",
    "EUR": "EUR",
    "GBP": "GBP",
    "INR": "INR",
    "FPP": "FPP",
    "FPPS": "FPP",
    "SC": "SC",
    "STARSCOIN": "SC",
    "FTP": "FTP",
    "T$": "T$",
    "PLAY MONEY": "PLAY",
    "PLAY CHIPS": "PLAY",
}
_MONEY = re.compile(
    # At most fifteen digits, so that no sum of such amounts leaves int64.
    r"(?P<symbol>[$€£₹]?)(?P<number>\d(?:,?\d){0,12}(?:\.\d{1,2})?)"
    r"(?: ?(?P<word>USD|EUR|GBP|INR|FPPs?|SC|StarsCoin|FTP|T\$|Play Money|Play Chips))?",
    re.IGNORECASE | re.ASCII,
)

# The letters that the rooms print are those of a place, the same in summer and winter, so each
# stands for that place's local time and not for a fixed offset (a "CET" of July is UTC+2). Letters
# that are not here (CUST: the player's own setting) say nothing.
_PLACES = {
    "ET": "America/New_York",
    "EST": "America/New_York",
    "EDT": "America/New_York",
    "CT": "America/Chicago",
    "MT": "America/Denver",
    "PT": "America/Los_Angeles",
    "AT": "America/Halifax",
    "BRT": "America/Sao_Paulo",
    "ART": "America/Argentina/Buenos_Aires",
    "WET": "Europe/London",
    "CET": "Europe/Paris",
    "EET": "Europe/Helsinki",
    "MSK": "Europe/Moscow",
    "IST": "Asia/Kolkata",
    "CCT": "Asia/Shanghai",
    "JST": "Asia/Tokyo",
    "AWST": "Australia/Perth",
    "ACST": "Australia/Adelaide",
    "AEST": "Australia/Sydney",
    "NZT": "Pacific/Auckland",
    "UTC": "UTC",
    "GMT": "UTC",
}
_ZONES = {letters: ZoneInfo(place) for letters, place in _PLACES.items()}


def money(text: str) -> tuple[int, str | None] | None:
    """Return hundredths and currency of `$1.50`, `€5 EUR`, `100 FPP`, `870`; None for other text.

    A bare number has no currency: the caller knows whether it stands for play chips.
    """
    match = _MONEY.fullmatch(text.strip())
    if match is None:
        return None
    word = match["word"]
    currency = _WORDS[word.upper()] if word else _SYMBOLS.get(match["symbol"])
    whole, _, part = match["number"].replace(",", "").partition(".")
    return int(whole) * 100 + int(part.ljust(2, "0")), currency


def to_utc(
    year: int, month: int, day: int, hour: int, minute: int, second: int, zone: str
) -> datetime | None:
    """Return the UTC time of a printed local time; None when the zone's letters are unknown.

    Raises `ValueError` for a time that no calendar has. The hour that comes twice in autumn is
    read as the first of the two.
    """
    place = _ZONES.get(zone)
    local = datetime(year, month, day, hour, minute, second, tzinfo=place)
    return None if place is None else local.astimezone(UTC)


class TournamentBook:
    """Keeps one `tournaments` row a tournament and one `entries` row an entry, filled bit by bit.

    The same tournament is met in many hands and in several summaries, some of which were saved
    while it was still running. Facts of a higher `rank` replace those of a lower one, and within a
    rank the first word stands: 0 a hand's header, 1 to 2 a summary of a running tournament (higher
    the more players are out), 2 one of a finished tournament. None never replaces anything.
    """

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._house_of: dict[str, str] = {}
        self._places: dict[tuple[Any, ...], tuple[int, dict[str, float]]] = {}

    def id_for(self, house: str, printed_id: str) -> str:
        """Return the id to store: the printed one, prefixed when another house has used it."""
        owner = self._house_of.setdefault(printed_id, house)
        return printed_id if owner == house else f"{house}:{printed_id}"

    def tournament(self, house: str, printed_id: str, *, rank: float = 0, **facts: Any) -> str:
        """Note what is known of a tournament, and return its id to store."""
        tournament_id = self.id_for(house, printed_id)
        facts = {"tournament_id": tournament_id, "house": house, **facts}
        self._note("tournaments", (tournament_id,), rank, facts)
        return tournament_id

    def entry(
        self,
        tournament_id: str,
        player: str | None,
        entry_no: int,
        *,
        rank: float = 0,
        **facts: Any,
    ) -> None:
        """Note what is known of an entry. `player` None: the source does not name the player."""
        facts = {
            "tournament_id": tournament_id,
            "player": player,
            "entry_no": entry_no,
            **facts,
        }
        self._note("entries", (tournament_id, player, entry_no), rank, facts)

    def add(self, tournament_id: str, player: str, entry_no: int, **amounts: float | None) -> None:
        """Add to the counts of an entry (rebuys, bounties, ...), one line of a hand at a time.

        A count that a summary states is already the sum and stays.
        """
        self.entry(tournament_id, player, entry_no)
        index, ranks = self._places[tournament_id, player, entry_no]
        rows, names = self._recorder.rows["entries"], SCHEMAS["entries"].names
        row = list(rows[index])
        for name, amount in amounts.items():
            if amount is not None and ranks.get(name, 0) == 0:
                column = names.index(name)
                row[column] = (row[column] or 0) + amount
        rows[index] = tuple(row)

    def _note(self, table: str, key: tuple[Any, ...], rank: float, facts: dict[str, Any]) -> None:
        rows, names = self._recorder.rows[table], SCHEMAS[table].names
        place = self._places.get(key)
        if place is None:
            unknown = facts.keys() - set(names)
            if unknown:
                raise KeyError(f"{table} has no column {sorted(unknown)}")
            self._places[key] = (len(rows), dict.fromkeys(facts, rank))
            rows.append(tuple(facts.get(name) for name in names))
            return
        index, ranks = place
        row = list(rows[index])
        for name, value in facts.items():
            column = names.index(name)
            if value is not None and (row[column] is None or rank > ranks.get(name, 0)):
                row[column] = value
                ranks[name] = rank
        rows[index] = tuple(row)
