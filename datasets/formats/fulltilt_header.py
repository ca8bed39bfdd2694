"""The header line of a Full Tilt hand: which game, which table, what blinds, when."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from railbird.datasets.formats.common import money
from railbird.datasets.formats.game_names import GameName, game_name
from railbird.datasets.formats.pokerstars_time import utc_microseconds

_CLOCK = r"\d{1,2}:\d\d(?::\d\d)? [A-Z]+ - (?:\d{4}/\d{1,2}/\d{1,2}|\w+, \w+ \d{1,2},? \d{4})"
LINE = re.compile(
    r"Full ?Tilt ?Poker(?:\.[A-Za-z]+)? Game #(?P<id>\d+): (?P<middle>.+?) - "
    rf"(?P<local>{_CLOCK})(?: \[(?P<eastern>{_CLOCK})\])?(?P<partial> \(partial\))?\s*"
)
_EVENT = re.compile(
    r"(?P<name>.*) \((?P<id>\d+)\), (?:(?P<match>Match \d+)|Table (?P<table>\d+))"
    r"(?P<more>,? Entry #\d+)?(?: \((?P<note>[^()]*)\))?"
)
_CASH = re.compile(r"Table (?P<table>.+?)(?: \((?P<note>[^()]*)\))?")
_UNIT = r"[$€£]?(?P<{}>\d(?:,?\d){{0,12}}(?:\.\d{{1,2}})?[KMB]?)"
_LARGEST = 10**15  # keeps sums of a table's amounts within int64
_BLINDS = re.compile(
    rf"{_UNIT.format('small')}/{_UNIT.format('big')}(?: Ante {_UNIT.format('ante')})?"
)
_THOUSANDS = {"K": 1_000, "M": 1_000_000, "B": 1_000_000_000}
_PRICE = re.compile(
    r"(?P<buy_in>[$€£]?[\d,]+(?:\.\d+)?(?: FTP| T\$| Play Chips)?)"
    r" \+ (?P<fee>[$€£]?[\d,]+(?:\.\d+)?(?: FTP| T\$| Play Chips)?)(?![\d,.])"
)
_SIT_AND_GO = re.compile(r"\bSit ?& ?Go\b|\bSNG\b", re.IGNORECASE)
_MAX = re.compile(r"(\d{1,2}) max")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_NUMBERED = re.compile(r"(\d+):(\d+)(?::(\d+))? ([A-Z]+) - (\d+/\d+/\d+)")
_WORDED = re.compile(r"(\d+):(\d+)(?::(\d+))? ([A-Z]+) - \w+, (\w+) (\d+),? (\d{4})")


@dataclass(frozen=True, slots=True)
class Setting:
    """What a header says apart from its number and time: the same for many hands of a table."""

    tournament_id: str | None
    event: str | None
    format: str | None
    buy_in: int | None
    fee: int | None
    currency: str | None
    table_id: str
    max_seats: int | None
    small_blind: int
    big_blind: int
    ante: int | None
    game: GameName


@lru_cache(maxsize=4096)
def setting(middle: str) -> Setting | None:
    """Return what stands between the game number and the time, or None if it is no such text.

    The game follows the blinds until April 2013 and precedes them from May 2013; a rotation adds
    its own name. So the parts are told apart by what they are, from the right.
    """
    parts = middle.split(" - ")
    blinds: re.Match[str] | None = None
    game: GameName | None = None
    mix: str | None = None
    while parts:
        found = game_name(parts[-1])
        if found is not None and found.mix:
            mix = found.mix
        elif found is not None and game is None:
            game = found
        elif blinds is None and (match := _BLINDS.fullmatch(parts[-1])):
            blinds = match
        else:
            break
        parts.pop()
    if game is None or blinds is None:
        return None
    return _setting(" - ".join(parts), blinds, game._replace(mix=mix))


def _setting(place: str, blinds: re.Match[str], game: GameName) -> Setting | None:
    event = _EVENT.fullmatch(place)
    cash = None if event else _CASH.fullmatch(place)
    if event is None and cash is None:
        return None
    price = _PRICE.search(event["name"]) if event else None
    buy_in = money(price["buy_in"]) if price else None
    fee = money(price["fee"]) if price else None
    note = event["note"] if event else cash["note"] if cash else None
    values = [_chips(blinds[name], is_cash=event is None) for name in ("small", "big", "ante")]
    return Setting(
        tournament_id=event["id"] if event else None,
        event=event["name"] if event else None,
        format=event_format(event["name"]) if event else None,
        buy_in=buy_in[0] if buy_in else None,
        fee=fee[0] if fee else None,
        currency=buy_in[1] if buy_in else None if event else _currency(blinds[0]),
        table_id=(event["match"] or event["table"]) if event else cash["table"] if cash else "",
        max_seats=_max_seats(note),
        small_blind=values[0] or 0,
        big_blind=values[1] or 0,
        ante=values[2],
        game=game,
    )


def event_format(name: str) -> str | None:
    """Return what the name of an event says of its format: `"sng"` or nothing."""
    return "sng" if _SIT_AND_GO.search(name) else None


def _currency(blinds: str) -> str:
    found = money(blinds.split("/")[0].rstrip("KMB"))
    return (found[1] if found else None) or "PLAY"


def _chips(text: str | None, *, is_cash: bool) -> int | None:
    if text is None:
        return None
    unit = _THOUSANDS.get(text[-1], 1) * (100 if is_cash else 1)
    value = int(Decimal(text.rstrip("KMB").replace(",", "")) * unit)
    if value > _LARGEST:
        raise ValueError(f"more chips than there can be: {text[:40]!r}")
    return value


def _max_seats(note: str | None) -> int | None:
    for word in (note or "").split(", "):
        if word == "heads up":
            return 2
        if match := _MAX.fullmatch(word):
            return int(match[1])
    return None


def header_time(local: str, eastern: str | None) -> int | None:
    """Return microseconds since 1970 UTC; the copy in Eastern Time wins. None: unknown zone."""
    text = local if " UTC " in local else eastern or local  # no hour of UTC comes twice
    if match := _NUMBERED.fullmatch(text):
        hour, minute, second, zone, date = match.groups()
        return utc_microseconds(date, hour, minute, second or "0", zone)
    if (match := _WORDED.fullmatch(text)) and match[5][:3].title() in _MONTHS:
        hour, minute, second, zone, month, day, year = match.groups()
        number = _MONTHS.index(month[:3].title()) + 1
        return utc_microseconds(f"{year}/{number}/{day}", hour, minute, second or "0", zone)
    return None
