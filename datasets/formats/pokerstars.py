"""Reads PokerStars hands (and Full Tilt's of 2016, which have the same form) from their text."""

from __future__ import annotations

from railbird.datasets.formats.pokerstars_actions import VERBS
from railbird.datasets.formats.pokerstars_events import read_other_line
from railbird.datasets.formats.pokerstars_hand import Hand, Seat
from railbird.datasets.formats.pokerstars_header import (
    HEADER,
    SEAT,
    TableLine,
    parse_header,
    parse_table,
)
from railbird.datasets.formats.pokerstars_result import damage, record, settle
from railbird.datasets.formats.pokerstars_summary import read_summary_line
from railbird.datasets.formats.pokerstars_words import parse_money
from railbird.datasets.formats.sink import Sink

__all__ = ["HEADER", "read_hand"]

_MOST_SEATS = 12


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
    if record(hand, table, sink, file, line, ordinal):
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
    seats, amounts = hand.seats, hand.amounts
    number = start
    for number in range(start, len(lines)):
        text = lines[number].rstrip()
        if not text:
            continue
        match = SEAT.fullmatch(text) if text.startswith("Seat ") and len(text) < 300 else None
        if match is None:
            return number
        place, name, stack, bounty, tail = match.groups()
        if name in seats or len(seats) >= _MOST_SEATS:
            return number
        try:
            seat = Seat(int(place), name, amounts[stack])
            if bounty is not None:
                seat.bounty = parse_money(bounty)
        except ValueError:
            return number
        if tail and not _seat_state(hand, seat, tail):
            return number
        seats[name] = seat
    return number


def _seat_state(hand: Hand, seat: Seat, tail: str) -> bool:
    if tail == " is sitting out":
        # Absent players of a tournament are dealt in all the same, of a cash game they are not.
        seat.sitting_out = True
        seat.dealt_in = hand.tournament_id is not None
        return True
    if tail.startswith(" out of hand") and (len(tail) == 12 or tail.endswith(")")):
        seat.dealt_in = False
        if "moved from another table" in tail:
            hand.event(seat.name, "moved")
        return True
    return False


def _read_body(hand: Hand, lines: list[str], start: int) -> list[int]:
    """Read all lines behind the seats and return the numbers of those not understood."""
    # Only when a name could be mistaken for a shorter name and a move is every line compared with
    # all seats; otherwise what stands before the first ": " is the name.
    plain = {} if any(": " in name for name in hand.seats) else hand.seats
    numbered = {f"Seat {seat.number}": seat for seat in hand.seats.values()}
    verbs, odd = VERBS, []
    for number in range(start, len(lines)):
        text = lines[number].rstrip()
        if not text:
            continue
        try:
            if hand.in_summary:
                if read_summary_line(hand, text, numbered):
                    continue
            else:
                name, _, rest = text.partition(": ")
                seat = plain.get(name)
                if seat is not None:
                    verb, _, tail = rest.partition(" ")
                    handler = verbs.get(verb)
                    if handler is not None and handler(hand, seat, tail):
                        continue
            if not read_other_line(hand, text):
                odd.append(number)
        except ValueError:
            odd.append(number)
    return odd
