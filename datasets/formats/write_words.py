"""Words of the two houses' texts that their writers share: amounts, cards, games, streets."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from railbird.datasets.formats.write_rows import CannotWrite, HandRecord

SYMBOLS = {"USD": "$", "EUR": "€", "GBP": "£", "INR": "₹"}
STUD_GAMES = frozenset({"stud", "stud8", "razz"})
TRIPLE_DRAWS = frozenset({"badugi", "triple-draw-27", "a5-triple-draw", "badacey", "badeucey"})
DRAW_GAMES = TRIPLE_DRAWS | {"draw5", "single-draw-27"}
_EASTERN = ZoneInfo("America/New_York")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def money_text(cents: int, currency: str | None, *, short: bool = True) -> str:
    """Return `$1.50`; whole units without decimals when `short` (`$2`), as at the tables."""
    symbol = SYMBOLS.get(currency or "", "")
    whole, part = divmod(cents, 100)
    return f"{symbol}{whole}" if short and not part else f"{symbol}{whole}.{part:02d}"


def spaced(cards: str) -> str:
    """Return `"As Kd"` for `"AsKd"`."""
    return " ".join(cards[i : i + 2] for i in range(0, len(cards), 2))


def split_cards(cards: str | None) -> list[str]:
    """Return the cards of `"AsKd"` one by one; none for None."""
    return [cards[i : i + 2] for i in range(0, len(cards), 2)] if cards else []


def clock(microseconds: int) -> tuple[datetime, datetime]:
    """Return a time in UTC and the same in Eastern Time."""
    moment = datetime.fromtimestamp(microseconds // 1_000_000, UTC)
    return moment, moment.astimezone(_EASTERN)


def printed_number(text: str | None, salt: str = "") -> str:
    """Return the number that stands for an id in the houses' texts, where only digits fit.

    An id of digits (with or without a house before it) is itself; any other becomes sixteen digits
    computed from it, the same in every export.
    """
    digits = (text or "").rpartition(":")[2]
    if digits.isascii() and digits.isdigit() and len(digits) <= 30 and not salt:
        return digits
    value = hashlib.blake2b(f"{text}{salt}".encode("utf-8", "surrogatepass"), digest_size=8)
    return str(10**15 + int.from_bytes(value.digest(), "big") % (9 * 10**15))


def streets_of(game: str | None) -> tuple[str, ...]:
    """Return the streets of a game in order, the first one being dealt without a board."""
    if game in STUD_GAMES:
        return ("third", "fourth", "fifth", "sixth", "seventh", "showdown")
    if game in TRIPLE_DRAWS:
        return ("predraw", "draw1", "draw2", "draw3", "showdown")
    if game in DRAW_GAMES:
        return ("predraw", "draw1", "showdown")
    return ("preflop", "flop", "turn", "river", "showdown")


def check_one_line(record: HandRecord) -> None:
    """Raise `CannotWrite` when a name or table holds a character that ends a line of text."""
    for what in (record.hand.table_id, *(seat.player for seat in record.seats)):
        if what is not None and any(c in what for c in "\n\r\0"):
            raise CannotWrite(f"a name that holds a line end: {what!r}")


def one_line(text: str) -> str:
    """Return chat without line ends, which would make another line of it."""
    return text.replace("\r\n", " ").replace("\n", " ").replace("\r", " ").replace("\0", "")


def initial_draw_cards(record: HandRecord, seat: Any) -> list[str]:
    """Return the cards a seat was dealt first, when they are known: before any draw."""
    cards = split_cards(seat.hole_cards)
    if record.hand.game not in DRAW_GAMES:
        return cards
    for row in reversed(record.actions):
        if row.seat == seat.seat and row.cards and "?" not in row.cards:
            if row.kind == "draws":
                cards = [card for card in cards if card not in split_cards(row.cards)]
            elif row.kind == "discards":
                cards = cards + split_cards(row.cards)
    return cards


def known_results(record: HandRecord) -> tuple[int, int]:
    """Return total pot and rake, both as the chips say. Raises `CannotWrite` when won is null."""
    hand = record.hand
    pot = hand.total_pot
    if pot is None:
        pot = sum((s.contributed or 0) - (s.returned or 0) for s in record.seats)
    rake = hand.rake
    if rake is None:
        if any(s.won is None for s in record.seats):
            raise CannotWrite("who won is not known")
        rake = pot - sum(s.won for s in record.seats)
    return pot, rake


def sure(value: Any, what: str) -> Any:
    """Return `value`. Raises `CannotWrite` when it is null."""
    if value is None:
        raise CannotWrite(f"{what} is not known")
    return value
