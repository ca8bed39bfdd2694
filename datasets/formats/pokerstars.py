"""Reads PokerStars hands (and Full Tilt's of 2016, which have the same form) from their text."""

from __future__ import annotations

from railbird.datasets.formats.pokerstars_actions import MOVES_IN_CENTS, MOVES_IN_CHIPS, do_move
from railbird.datasets.formats.pokerstars_events import read_other_line
from railbird.datasets.formats.pokerstars_hand import Hand, Seat
from railbird.datasets.formats.pokerstars_header import (
    HEADER,
    SEATS_IN_CENTS,
    SEATS_IN_CHIPS,
    TableLine,
    parse_header,
    parse_table,
)
from railbird.datasets.formats.pokerstars_result import damage, record, settle
from railbird.datasets.formats.pokerstars_summary import read_summary_line
from railbird.datasets.formats.sink import Sink

__all__ = ["HEADER", "read_hand"]

_MOST_SEATS = 12
_SUMMARY = "*** SUMMARY ***"


def read_hand(block: str, file: str, line: int, ordinal: int, sink: Sink) -> None:
    """Read one hand, from its header line on, into `sink`.

    `line` is the number of the block's first line in `file`, `ordinal` the place of the hand in
    the file from 1. Lines that are not understood are rejected one by one; the hand is kept when
    its chips still balance (GRAMMAR law 1), otherwise rejected as a whole.
    """
    lines = block.split("\n")
    header = parse_header(lines[0].rstrip())
    if header is None:
        sink.reject_hand(file, line, "the hand's header line is cut or of an unknown form")
        return
    hand = Hand(header)
    table, start = _read_table(lines)
    if table is None:
        sink.reject_hand(file, line, f"hand {hand.hand_id}: no table line after the header")
        return
    start = _read_seats(hand, lines, start)
    odd = _read_body(hand, lines, start)
    settle(hand)
    reason = damage(hand)
    if reason is not None:
        sink.reject_hand(file, line, f"hand {hand.hand_id}: {reason}")
        return
    record(hand, table, sink, file, line, ordinal)
    for number in odd:
        text = lines[number].strip()[:80]
        sink.reject(file, line + number, f"line of a hand not understood: {text!r}")


def _read_table(lines: list[str]) -> tuple[TableLine | None, int]:
    for number in range(1, len(lines)):
        text = lines[number].strip()
        if text:
            return parse_table(text), number + 1
    return None, len(lines)


def _read_seats(hand: Hand, lines: list[str], start: int) -> int:
    """Read the seat list and return the number of the first line behind it."""
    seats = hand.seats
    known = SEATS_IN_CENTS if hand.tournament_id is None else SEATS_IN_CHIPS
    for number in range(start, len(lines)):
        text = lines[number]
        line = known[text]
        if line is None:
            if not text or text.isspace():
                continue
            return number
        if line.name in seats or len(seats) >= _MOST_SEATS:
            return number
        seat = Seat(line.number, line.name, line.stack, line.bounty)
        seats[line.name] = hand.by_place[line.place] = seat
        if line.state:
            _seat_state(hand, seat, line.state)
    return len(lines)


def _seat_state(hand: Hand, seat: Seat, state: str) -> None:
    if state == " is sitting out":
        # Absent players of a tournament are dealt in all the same, of a cash game they are not.
        seat.sitting_out = True
        seat.dealt_in = hand.tournament_id is not None
        return
    seat.dealt_in = False
    if "moved from another table" in state:
        hand.event(seat.name, "moved")


def _read_body(hand: Hand, lines: list[str], start: int) -> list[int]:
    """Read all lines behind the seats and return the numbers of those not understood."""
    odd: list[int] = []
    seats = hand.seats
    hand.awkward = any(": " in name for name in seats)
    # What stands before the first ": " is the name, unless a name itself holds those characters.
    by_name = {} if hand.awkward else seats
    moves = MOVES_IN_CENTS if hand.tournament_id is None else MOVES_IN_CHIPS
    end = _summary_start(lines, start)
    for number, text in enumerate(lines[start:end], start):
        try:
            name, _, rest = text.partition(": ")
            seat = by_name.get(name)
            if seat is not None:
                move = moves[rest]
                if move is not None:
                    do_move(hand, seat, move)
                    continue
            if text and not read_other_line(hand, text.rstrip()):
                odd.append(number)
        except ValueError:
            odd.append(number)
    hand.has_summary = end < len(lines)
    for number, text in enumerate(lines[end + 1 :], end + 1):
        try:
            if not (text and read_summary_line(hand, text)) and not _after_result(hand, text):
                odd.append(number)
        except ValueError:
            odd.append(number)
    return odd


def _summary_start(lines: list[str], start: int) -> int:
    """Return the number of the line that begins the summary, or the number of lines."""
    try:
        return lines.index(_SUMMARY, start)
    except ValueError:
        found = (n for n in range(start, len(lines)) if lines[n].rstrip() == _SUMMARY)
        return next(found, len(lines))


def _after_result(hand: Hand, text: str) -> bool:
    """Take a line of the summary with blanks at its end, or one that may stand anywhere."""
    text = text.rstrip()
    return not text or read_summary_line(hand, text) or read_other_line(hand, text)
