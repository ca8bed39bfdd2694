"""The reader of Full Tilt's own hand text (2005 to 2014).

The text of 2016 is PokerStars text with another first word; the PokerStars reader takes it.

Names come from the seat list. A colon after a name always means chat, and a chat line may imitate
any other line, so a line is first asked whether somebody says it. Every line ends in a row, in the
list of lines known to carry nothing for the tables, or in `Sink.rejected`.
"""

from __future__ import annotations

import re

from railbird.datasets.formats import fulltilt_header
from railbird.datasets.formats.fulltilt_hand import Hand, Seat
from railbird.datasets.formats.fulltilt_lines import read_body_line
from railbird.datasets.formats.fulltilt_result import read_summary_line
from railbird.datasets.formats.fulltilt_rows import hand_over
from railbird.datasets.formats.pokerstars_words import CENTS, CHIPS
from railbird.datasets.formats.sink import Sink

HEADER = r"Full ?Tilt ?Poker(?:\.[A-Za-z]+)? Game #\d+: "

_SEAT = re.compile(
    r"Seat (?P<number>\d{1,2}): (?P<name>.+) \((?P<stack>[$€£]?[\d,.]+)\)(?P<out>, is sitting out)?"
)
_SIZE = re.compile(r"Seats: (\d{1,2})")
_SUMMARY = re.compile(r"\*\*\* SUMMARY(?: [12])? \*\*\*")


def read_hand(block: str, file: str, line: int, ordinal: int, sink: Sink) -> None:
    """Read the one hand in `block`, whose header is the block's first line, into `sink`.

    `line` is the header's line in `file`, `ordinal` the hand's place in it. A hand that cannot be
    read whole, or whose chips do not add up, goes to `sink.rejected` with the reason.
    """
    lines = block.split("\n")
    name = ""
    try:
        hand = _start(lines[0], ordinal)
        name = f"hand {hand.hand_id}: "
        _read_lines(hand, lines)
        hand_over(hand, file, line, sink)
    except ValueError as error:
        sink.reject_hand(file, line, f"{name}{error}")


def _start(header: str, ordinal: int) -> Hand:
    match = fulltilt_header.LINE.fullmatch(header)
    if match is None:
        raise ValueError(f"the header is not whole or of no known form: {header[:120]!r}")
    setting = fulltilt_header.setting(match["middle"])
    if setting is None:
        raise ValueError(f"the header names no known table, blinds or game: {header[:120]!r}")
    time = fulltilt_header.header_time(match["local"], match["eastern"])
    return Hand(match["id"], setting, time, ordinal, CHIPS if setting.tournament_id else CENTS)


def _read_lines(hand: Hand, lines: list[str]) -> None:
    at, said = _read_seats(hand, lines)
    for number in (*said, *range(at, len(lines))):
        text = lines[number].rstrip()
        if not text:
            continue
        if text.startswith("*** SUMMARY") and _SUMMARY.fullmatch(text):
            hand.in_summary = True
            continue
        read = read_summary_line if hand.in_summary else read_body_line
        if not read(hand, text):
            hand.unknown.append((number, text))


def _read_seats(hand: Hand, lines: list[str]) -> tuple[int, list[int]]:
    """Read the seat list; return where what happens begins, and the lines said amid the list.

    Only here does `Seat 3: ...` make a seat; later the same words are the summary or chat.
    """
    begin, said, maybe_said = 1, list[int](), list[int]()
    for at in range(1, len(lines)):
        text = lines[at].rstrip()
        if not text:
            continue
        if size := _SIZE.fullmatch(text):
            hand.max_seats = int(size[1])
        elif match := _SEAT.fullmatch(text):
            name, number = match["name"], int(match["number"])
            if name in hand.seats or number in hand.numbers:
                raise ValueError(f"seat {number} or its player is listed twice")
            stack = hand.amounts[match["stack"]]
            hand.sit(Seat(number, name, stack, sitting_out=match["out"] is not None))
        elif ": " in text:
            # Whoever speaks may sit further down, so it is read once all seats are known.
            maybe_said.append(at)
            continue
        else:
            break
        begin = at + 1
        said += maybe_said
        maybe_said = []
    if not hand.seats:
        raise ValueError("no seat list")
    hand.names = sorted(hand.seats, key=lambda name: (-len(name), name))
    hand.names_are_words = not any(" " in name for name in hand.names)
    return begin, said
