"""The first lines of a PokerStars hand: header, table, seats, in the forms of 2005 to 2025."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from railbird.datasets.formats.game_names import GameName, game_name
from railbird.datasets.formats.pokerstars_time import utc_microseconds
from railbird.datasets.formats.pokerstars_words import (
    CENTS,
    CHIPS,
    Known,
    parse_chips,
    parse_cost,
    parse_money,
    parse_roman,
)

_HOUSES = {"POKERSTARS": "pokerstars", "FULL TILT": "fulltilt"}
_START = (
    r"({}PokerStars|POKERSTARS|Full Tilt|FULL TILT) "
    r"(?:Zoom |Home Game )?(?:Hand|Game|HAND|GAME) #"
)
HEADER = _START.format("?:") + r"\d+:"
"""Begins a hand's first line. An old export of another program wrote headers in capitals."""

_HEADER = re.compile(
    _START.format("") + r"(\d{1,30}): (.*) - "
    r"(\d{4}/\d\d?/\d\d?)(?: -)? (\d\d?):(\d\d?):(\d\d?)(?: \(?([A-Z]{2,5})\)?)?"
    r"(?: \[(\d{4}/\d\d?/\d\d?)(?: -)? (\d\d?):(\d\d?):(\d\d?) \(?ET\)?\])?",
    re.ASCII,
)
_TOURNAMENT = re.compile(
    r"(?:\{.*\} ?)?(?:Zoom )?Tournament #(\d{1,30}),? *(.*?)(?: -)? ?"
    r"(?:- (?:Match Round ([IVXLCDM]{1,15}), )?Level ([IVXLCDM]{1,15}) ?)?"
    r"\(([\d.,]+)/([\d.,]+)\)",
    re.ASCII | re.IGNORECASE,
)
_ITALIAN_ID = re.compile(r" \[ADM ID: \w{1,40}\]$", re.ASCII)
_CASH = re.compile(
    r"(?:\{.*\} ?)?(?:Zoom )?(.*?) \((?:(.*?), )?([$€£₹]?[\d.,]+)/([$€£₹]?[\d.,]+)"
    r"(?: - [$€£₹]?[\d.,]+ Cap -? ?)?(?: ([A-Z]{3}))?\)",
    re.ASCII,
)
_TABLE = re.compile(
    r"Table '(.*)'(?: (\d{1,2})-max)?(?: \((Play Money|Real Money)\))?"
    r"(?: \([^()]*\))?(?: Seat #(\d{1,3}) is the button)?",
    re.ASCII,
)
_SEAT_TAIL = re.compile(
    r"(?:, ([$€£₹]?[\d.,]+) bounty)?\)(| is sitting out| out of hand(?: \(.{1,80}\))?)", re.ASCII
)
_FLOP_BETTING = " pre-flop, no limit post-flop"
# Real first lines stay below 250 characters; longer ones are not tried.
_LONGEST = 600
STUD_GAMES = frozenset({"stud", "stud8", "razz"})
DRAW_GAMES = frozenset({"badugi", "draw5", "triple-draw-27", "single-draw-27"})


class Stakes(NamedTuple):
    """What the middle of a header says; the same for every hand of a level or a cash table."""

    tournament_id: str | None
    game: str
    betting: str
    mix: str | None
    buy_in: int | None
    fee: int | None
    bounty: int | None
    currency: str | None
    level: int | None
    match_round: int | None
    small_blind: int
    big_blind: int


class Header(NamedTuple):
    """A header line understood; `start_time` in microseconds since 1970 UTC or None."""

    house: str
    hand_id: str
    start_time: int | None
    stakes: Stakes


class TableLine(NamedTuple):
    """The table line understood: the table's key, its size and the button."""

    table: str
    max_seats: int | None
    play_money: bool
    button_seat: int | None


class SeatLine(NamedTuple):
    """A line of the seat list understood; `state` is what follows the brackets.

    `place` is how the line begins (`"Seat 3"`), and how the seat's line of the summary will.
    """

    place: str
    number: int
    name: str
    stack: int
    bounty: int | None
    state: str


def parse_header(line: str) -> Header | None:
    """Return the header's values, or None when the line is not a whole header."""
    match = _HEADER.fullmatch(line) if len(line) < _LONGEST else None
    if match is None:
        return None
    house, hand_id, middle, *time = match.groups()
    stakes = _stakes(middle)
    if stakes is None:
        return None
    if time[5] is not None and time[4] != "UTC":  # UTC has no hour twice, the copy has one
        start = utc_microseconds(time[5], time[6], time[7], time[8], "ET")
    else:
        start = utc_microseconds(time[0], time[1], time[2], time[3], time[4] or "")
    return Header(_HOUSES[house.upper()], hand_id, start, stakes)


@lru_cache(maxsize=4096)
def parse_table(line: str) -> TableLine | None:
    """Return the table line's values, or None when it is none."""
    match = _TABLE.fullmatch(line) if len(line) < _LONGEST else None
    if match is None:
        return None
    table, size, money, button = match.groups()
    return TableLine(
        table, int(size) if size else None, money == "Play Money", int(button) if button else None
    )


def _seat_parser(amounts: Known[int]) -> Callable[[str], SeatLine | None]:
    def parse(line: str) -> SeatLine | None:
        # From the right: a name may hold any of these characters, the rest of the line may not.
        head, words, tail = line.rstrip().rpartition(" in chips")
        left, _, stack = head.rpartition(" (")
        place, _, name = left.partition(": ")
        number = place[5:]
        match = _SEAT_TAIL.fullmatch(tail)
        if match is None or not name or not words or not place.startswith("Seat "):
            return None
        if not (number.isascii() and number.isdecimal() and len(number) < 4):
            return None
        try:
            bounty = parse_money(match[1]) if match[1] else None
            return SeatLine(place, int(number), name, amounts[stack], bounty, match[2])
        except ValueError:
            return None

    return parse


SEATS_IN_CHIPS = Known(_seat_parser(CHIPS))
SEATS_IN_CENTS = Known(_seat_parser(CENTS))


_STAKES: dict[str, Stakes | None] = {}


def _stakes(middle: str) -> Stakes | None:
    if middle in _STAKES:
        return _STAKES[middle]
    if len(_STAKES) >= 5000:
        _STAKES.clear()
    try:
        words = _ITALIAN_ID.sub("", middle)
        stakes = _tournament(words) or _cash(words)
    except ValueError:
        stakes = None
    _STAKES[middle] = stakes
    return stakes


def _tournament(middle: str) -> Stakes | None:
    match = _TOURNAMENT.fullmatch(middle)
    if match is None:
        return None
    tournament_id, words, match_round, level, small, big = match.groups()
    game = _split_game(words)
    if game is None:
        return None
    before, name, betting, mix = game
    return Stakes(
        tournament_id,
        name,
        betting,
        mix,
        *parse_buy_in(before.removesuffix("-").strip()),
        parse_roman(level.upper()) if level else None,
        parse_roman(match_round.upper()) if match_round else None,
        parse_chips(small),
        parse_chips(big),
    )


def _cash(middle: str) -> Stakes | None:
    match = _CASH.fullmatch(middle.strip())
    if match is None:
        return None
    words, inner, small, big, currency = match.groups()
    game = _split_game(f"{words} ({inner})" if inner else words)
    if game is None or game[0]:
        return None
    _, name, betting, mix = game
    currency = currency or parse_cost(big)[1]
    nothing = (None, None, None, currency, None, None)
    return Stakes(None, name, betting, mix, *nothing, parse_money(small), parse_money(big))


def _split_game(words: str) -> tuple[str, str, str, str | None] | None:
    """Return what stands before the game, the game, the betting, the mix."""
    words = words.strip()
    outer, bracket, inner = words.partition(" (")
    if bracket:
        mixed, inside = _last_game(outer), game_name(inner.removesuffix(")"))
        if mixed is None or inside is None or inside.game is None or inside.betting is None:
            return None
        return mixed[0], inside.game, inside.betting, mixed[1].mix
    if words.lower().endswith(_FLOP_BETTING):
        found = _split_game(words[: -len(_FLOP_BETTING)])
        return None if found is None else (*found[:2], "pot-limit-preflop", found[3])
    last = _last_game(words)
    if last is None or last[1].game is None or last[1].betting is None:
        return None
    return last[0], last[1].game, last[1].betting, None


def _last_game(words: str) -> tuple[str, GameName] | None:
    """Return the longest game name at the end of `words`, and what stands before it."""
    parts = words.split(" ")
    for count in range(len(parts)):
        game = game_name(" ".join(parts[count:]))
        if game is not None:
            return " ".join(parts[:count]).strip(), game
    return None


def parse_buy_in(text: str) -> tuple[int | None, int | None, int | None, str | None]:
    """Return buy-in, fee, bounty (hundredths) and currency of a buy-in text.

    Two parts are prize + fee, three are prize + bounty + fee (BUGS B17); a freeroll costs 0;
    nothing printed is nothing known. Raises ValueError for a text that is no buy-in.
    """
    if not text:
        return None, None, None, None
    if text.lower() == "freeroll":
        return 0, 0, None, None
    *others, last = text.split("+")
    last_value, last_currency = parse_cost(last)
    parts = [parse_cost(part) for part in others]
    currency = parts[0][1] if last_currency == "PLAY" and parts else last_currency
    match [value for value, _ in parts]:
        case []:
            return last_value, None, None, currency
        case [prize]:
            return prize, last_value, None, currency
        case [prize, bounty]:
            return prize, last_value, bounty, currency
    raise ValueError(f"not a buy-in: {text[:40]!r}")
