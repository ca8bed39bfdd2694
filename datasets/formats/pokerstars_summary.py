"""The SUMMARY part of PokerStars hands: pot, boards, and one line a seat."""

from __future__ import annotations

import re
from typing import NamedTuple

from railbird.datasets.formats.pokerstars_hand import Hand, Seat
from railbird.datasets.formats.pokerstars_words import CARDS

_AMOUNT = r"[$€£₹]?[\d.,]+"
_POT = re.compile(
    rf"Total pot ({_AMOUNT})(?: Main pot {_AMOUNT}\.)?(?: Side pot(?:-\d{{1,2}})? {_AMOUNT}\.)*"
    rf" \| Rake ({_AMOUNT}) ?",
    re.ASCII,
)
_BOARD = re.compile(r"(FIRST |SECOND )?Board \[([^\]]{2,30})\]")
_POSITIONS = r"(?: \(button\))?(?: \((?:small|big) blind\))?"
_QUIET = re.compile(
    rf"{_POSITIONS}(?: folded (?:before|on|after) (?:the )?[\w-]+(?: (?:Street|Draw))?"
    r"(?: \(didn't bet\))?| mucked)?",
    re.ASCII,
)
_RESULT = re.compile(
    rf"{_POSITIONS} (collected|won|showed|mucked)(?: \[([2-9TJQKAcdhs ]+)\])?(| .*)", re.ASCII
)
_WON = re.compile(rf"(?:won|collected) \(({_AMOUNT})\)", re.ASCII)
_NOTES = frozenset({"Hand was run twice", "No low hand qualified", "Hand cancelled"})


class _Quiet(NamedTuple):
    """A seat's line that tells nothing new: the player folded, or mucked unseen."""

    place: str
    name: str


# Such lines are most of a summary and come again hand after hand.
_QUIET_LINES: dict[str, _Quiet] = {}
_LONGEST_LINE = 1000
_MOST_QUIET_LINES = 100_000


def read_summary_line(hand: Hand, line: str) -> bool:
    """Take one line of the summary; False when it is none."""
    quiet = _QUIET_LINES.get(line)
    if quiet is not None:
        seat = hand.by_place.get(quiet.place)
        if seat is not None and seat.name == quiet.name:
            return True
    if len(line) > _LONGEST_LINE:
        return False
    place, _, tail = line.partition(": ")
    seat = hand.by_place.get(place)
    if seat is not None and tail.startswith(seat.name):
        rest = tail[len(seat.name) :]
        if _QUIET.fullmatch(rest):
            if len(_QUIET_LINES) >= _MOST_QUIET_LINES:
                _QUIET_LINES.clear()
            _QUIET_LINES[line] = _Quiet(place, seat.name)
            return True
        return _seat_line(hand, seat, rest)
    if line.startswith("Total pot "):
        return _pot(hand, line)
    if line in _NOTES:
        hand.cancelled = hand.cancelled or line == "Hand cancelled"
        return True
    return _board(hand, line)


def _seat_line(hand: Hand, seat: Seat, tail: str) -> bool:
    match = _RESULT.fullmatch(tail)
    if match is None:
        return False
    word, cards_text, rest = match.groups()
    amounts = [
        hand.amounts[text] for text in _WON.findall(rest if word in ("showed", "mucked") else tail)
    ]
    if word in ("collected", "won") and len(amounts) != 1:
        return False
    if cards_text:
        _cards(seat, word, CARDS[cards_text])
    seat.summary_won = sum(amounts)
    seat.cashed_out = seat.cashed_out or "cashed out)" in rest
    return True


def _cards(seat: Seat, word: str, cards: str) -> None:
    if word == "mucked":
        seat.mucked = True
    elif seat.shown_cards is None:
        seat.shown_cards = cards
    if seat.hole_cards is None or len(cards) >= len(seat.hole_cards):
        seat.hole_cards = cards


def _pot(hand: Hand, line: str) -> bool:
    match = _POT.fullmatch(line)
    if match is None or hand.total_pot is not None:
        return False
    hand.total_pot, hand.rake = hand.amounts[match[1]], hand.amounts[match[2]]
    return True


def _board(hand: Hand, line: str) -> bool:
    match = _BOARD.fullmatch(line)
    if match is None:
        return False
    cards = CARDS[match[2]]
    if match[1] == "SECOND ":
        hand.board_2 = cards
    else:
        hand.board = cards
    return True
