"""The summary of a Full Tilt hand: the pot, the board, and what became of each seat."""

from __future__ import annotations

import re

from railbird.datasets.formats.fulltilt_hand import Hand
from railbird.datasets.formats.fulltilt_lines import read_body_line
from railbird.datasets.formats.fulltilt_moves import CARD, IN_BRACKETS
from railbird.datasets.formats.pokerstars_words import CARDS

_TOTAL = re.compile(
    r"Total pot (?P<pot>[$€£]?[\d,.]+)"
    r"(?:,? (?:Main|Side) pot(?: ?[-#]?\d+)?:? [$€£]?[\d,]+(?:\.\d+)?\.?)*"
    r" \| Rake (?P<rake>[$€£]?[\d,.]+)"
)
_BOARD = re.compile(rf"Board: {IN_BRACKETS}")
_QUIET_SUMMARY = re.compile(r"Duration \d+\w?(?: \d+\w)*|Pot [12] [$€£]?[\d,.]+")
_SUMMARY_SEAT = re.compile(r"Seat (\d{1,2}): ")
_RESULT = re.compile(
    r"(?: \((?:button|small blind|big blind)\))*"
    rf" (?:(?P<quiet>didn't bet \(folded\)|folded .+|is sitting out|mucked)"
    r"|collected \((?P<won>[$€£]?[\d,.]+)\)(?:, mucked)?"
    rf"|showed (?P<shown>\[[^\]]*\]) and (?:lost|won) (?P<how>.+)"
    rf"|mucked \[(?P<thrown>{CARD}(?: {CARD})*)\](?: - .+)?)"
)
_PAID = re.compile(r"\(([$€£]?\d[\d,.]*)\)")


def read_summary_line(hand: Hand, text: str) -> bool:
    """Take in one line of the summary; return whether it was understood."""
    try:
        return _result(hand, text) or _total(hand, text) or read_body_line(hand, text)
    except ValueError:
        return False


def _total(hand: Hand, text: str) -> bool:
    if match := _TOTAL.fullmatch(text):
        hand.pot, hand.rake = hand.amounts[match["pot"]], hand.amounts[match["rake"]]
        return True
    if match := _BOARD.fullmatch(text):
        cards = CARDS[match[1]]
        if hand.boards[0] in ("", cards[: len(hand.boards[0])]):
            hand.boards[0] = cards
        return cards in hand.boards
    return _QUIET_SUMMARY.fullmatch(text) is not None


def _result(hand: Hand, text: str) -> bool:
    match = _SUMMARY_SEAT.match(text)
    seat = hand.numbers.get(int(match[1])) if match else None
    if match is None or seat is None or not text.startswith(seat.name, match.end()):
        return False
    result = _RESULT.fullmatch(text, match.end() + len(seat.name))
    if result is None:
        return False
    if seat.result is not None:
        return True  # a board run twice has a second summary that repeats the seats
    seat.result = result["quiet"] or "played"
    if result["shown"]:
        cards = CARDS[result["shown"][1:-1]]
        seat.shown = seat.cards = cards
        paid = _PAID.findall(result["how"].partition(" with ")[0])
        seat.paid = sum(hand.amounts[number] for number in paid) if paid else None
    elif result["won"]:
        seat.paid = hand.amounts[result["won"]]
    elif result["thrown"]:
        seat.cards = CARDS[result["thrown"]]
        seat.mucked = seat.shown is None
    return True
