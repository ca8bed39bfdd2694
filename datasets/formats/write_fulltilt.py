"""Writes hands as Full Tilt's own text, in its form of 2010 to 2013."""

from __future__ import annotations

import re
from typing import Any

from railbird.datasets.formats.game_names import game_name
from railbird.datasets.formats.write_descriptions import describe
from railbird.datasets.formats.write_fulltilt_body import Body, side_pots
from railbird.datasets.formats.write_rows import CannotWrite, HandRecord, TableGroup
from railbird.datasets.formats.write_words import (
    SYMBOLS,
    check_one_line,
    clock,
    known_results,
    printed_number,
    spaced,
    sure,
)

GAMES = {
    "holdem": "Hold'em",
    "omaha": "Omaha Hi",
    "omaha8": "Omaha H/L",
    "omaha5": "5 Card Omaha Hi",
    "omaha5-8": "5 Card Omaha H/L",
    "courchevel": "Courchevel Hi",
    "courchevel8": "Courchevel H/L",
    "stud": "Stud Hi",
    "stud8": "Stud H/L",
    "razz": "Razz",
    "badugi": "Badugi",
    "draw5": "5 Card Draw",
    "triple-draw-27": "2-7 Triple Draw",
    "single-draw-27": "2-7 Single Draw",
    "a5-triple-draw": "A-5 Triple Draw",
    "badacey": "Badacey",
    "badeucey": "Badeucey",
}
BETTINGS = {"no-limit": "No Limit", "pot-limit": "Pot Limit", "fixed-limit": "Limit"}
_FOLDED = {
    "preflop": "folded before the Flop",
    "flop": "folded on the Flop",
    "turn": "folded on the Turn",
    "river": "folded on the River",
    "third": "folded on 3rd Street",
    "fourth": "folded on 4th Street",
    "fifth": "folded on 5th Street",
    "sixth": "folded on 6th Street",
    "seventh": "folded on 7th Street",
    "predraw": "folded before the Draw",
}
_TABLE_NUMBER = re.compile(r"\d{1,9}|Match \d{1,9}", re.ASCII)
_NOT_A_NAME = re.compile(r"[\n\r\0]")
# A zone that the readers do not know: a clock that says nothing.
_NO_TIME = "00:00:00 CUST - 1970/01/01"


def hand_text(record: HandRecord, group: TableGroup, number: str, _place: int) -> str:
    """Return the text of one hand, its id printed as `number`. Raises `CannotWrite`."""
    check_one_line(record)
    hand = record.hand
    results = None if hand.cancelled else known_results(record)
    body = Body(record, group.heroes)
    lines = [
        _header(record, number),
        *(_seat_line(body, seat) for seat in record.seats),
        *body.lines,
    ]
    if results is None:
        lines += [f"Hand #{number} has been canceled", "*** SUMMARY ***"]
    else:
        lines += ["*** SUMMARY ***", *_summary(record, body, results)]
    return "\n".join(lines) + "\n"


def _header(record: HandRecord, number: str) -> str:
    hand = record.hand
    parts = [_place_text(record), *_mix(hand), _blinds_text(hand), _game_text(hand)]
    return f"Full Tilt Poker Game #{number}: {' - '.join(parts)} - {_time_text(hand.start_time)}"


def _place_text(record: HandRecord) -> str:
    hand = record.hand
    size = f" ({hand.max_seats} max)" if hand.max_seats is not None else ""
    if hand.tournament_id is None:
        return f"Table {hand.table_id or '1'}{size}"
    table = hand.table_id or "1"
    if not _TABLE_NUMBER.fullmatch(table):
        table = str(int(printed_number(table)) % 10**6)
    match = table if table.startswith("Match ") else f"Table {table}"
    return f"{_event_name(record.tournament)} ({printed_number(hand.tournament_id)}), {match}{size}"


def _event_name(tournament: Any) -> str:
    """Return the tournament's name, which holds the price; made from the price when it has none."""
    if tournament is None:
        return "Tournament"
    if tournament.name is not None:
        if _NOT_A_NAME.search(tournament.name):
            raise CannotWrite(f"a tournament's name that holds a line end: {tournament.name!r}")
        return str(tournament.name)
    if tournament.buy_in is None or tournament.fee is None:
        return "Tournament"
    price = " + ".join(
        _price(part, tournament.currency) for part in (tournament.buy_in, tournament.fee)
    )
    return f"{price} Tournament"


def _price(cents: int, currency: str | None) -> str:
    whole, part = divmod(cents, 100)
    number = f"{whole:,}.{part:02d}" if part else f"{whole:,}"
    word = {"FTP": " FTP", "T$": " T$", "PLAY": " Play Chips"}.get(currency or "", "")
    return f"{SYMBOLS.get(currency or '', '')}{number}{word}"


def _mix(hand: Any) -> list[str]:
    if hand.mix is None:
        return []
    rotation = game_name(hand.mix)
    if rotation is None or rotation.mix != hand.mix:
        raise CannotWrite(f"Full Tilt has no rotation called {hand.mix!r}")
    return [hand.mix]


def _game_text(hand: Any) -> str:
    if hand.game not in GAMES or hand.betting not in BETTINGS:
        raise CannotWrite(f"Full Tilt never dealt {hand.betting} {hand.game}")
    return f"{BETTINGS[hand.betting]} {GAMES[hand.game]}"


def _blinds_text(hand: Any) -> str:
    small, big = hand.small_blind or 0, sure(hand.big_blind, "the big blind")
    if hand.tournament_id is None:
        ante = f" Ante {_price(hand.ante, hand.currency)}" if hand.ante else ""
        return f"{_price(small, hand.currency)}/{_price(big, hand.currency)}{ante}"
    return f"{small}/{big}{f' Ante {hand.ante}' if hand.ante else ''}"


def _time_text(microseconds: int | None) -> str:
    """Return UTC first, so that no hour is ambiguous, and Eastern Time beside it."""
    if microseconds is None:
        return _NO_TIME
    utc, eastern = clock(microseconds)
    return f"{utc:%H:%M:%S} UTC - {utc:%Y/%m/%d} [{eastern:%H:%M:%S} ET - {eastern:%Y/%m/%d}]"


def _seat_line(body: Body, seat: Any) -> str:
    state = ", is sitting out" if seat.sitting_out else ""
    return f"Seat {seat.seat}: {seat.player} ({body.amount(seat.stack)}){state}"


def _summary(record: HandRecord, body: Body, results: tuple[int, int]) -> list[str]:
    hand = record.hand
    pot, rake = results
    lines = [f"Total pot {body.amount(pot)}{side_pots(body)} | Rake {body.amount(rake)}"]
    if hand.board:
        lines.append(f"Board: [{spaced(hand.board)}]")
    folds = {row.seat: row.street for row in record.actions if row.kind == "folds"}
    for seat in record.seats:
        result = _result(record, body, seat, folds)
        if result is not None:
            marks = _marks(record, seat)
            lines.append(f"Seat {seat.seat}: {seat.player}{marks} {result}")
    return lines


def _marks(record: HandRecord, seat: Any) -> str:
    posts = {row.kind for row in record.actions if row.seat == seat.seat}
    if "posts_small_blind" in posts:
        return " (small blind)"
    if "posts_big_blind" in posts:
        return " (big blind)"
    return " (button)" if seat.seat == record.hand.button_seat else ""


def _result(record: HandRecord, body: Body, seat: Any, folds: dict[int, str]) -> str | None:
    if seat.dealt_in is False:
        return "is sitting out" if seat.sitting_out else None
    won = body.amount(seat.won) if seat.won else ""
    if seat.shown_cards:
        return _showed(record, seat, won)
    if won:
        hidden = any(r.seat == seat.seat and r.kind == "hides" for r in record.actions)
        return f"collected ({won})" + (", mucked" if hidden else "")
    if seat.mucked and seat.hole_cards:
        words = _describe(record, seat.hole_cards)
        return f"mucked [{spaced(seat.hole_cards)}]" + (f" - {words}" if words else "")
    if seat.seat not in folds:
        return "mucked"
    first = folds[seat.seat] in ("preflop", "third", "predraw")
    if first and not any(
        r.seat == seat.seat and r.amount and r.kind != "posts_ante" for r in record.actions
    ):
        return "didn't bet (folded)"
    return _FOLDED.get(folds[seat.seat], "folded after the Draw")


def _showed(record: HandRecord, seat: Any, won: str) -> str:
    words = _describe(record, seat.shown_cards) or "the cards shown"
    end = f"won ({won}) with {words}" if won else f"lost with {words}"
    return f"showed [{spaced(seat.shown_cards)}] and {end}"


def _describe(record: HandRecord, cards: str) -> str | None:
    return describe(record.hand.game, cards, record.hand.board, "fulltilt")
