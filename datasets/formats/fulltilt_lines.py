"""The lines of a Full Tilt hand after its seats: what each form means for the hand."""

from __future__ import annotations

import re

from railbird.datasets.formats.fulltilt_hand import Hand, Seat
from railbird.datasets.formats.fulltilt_moves import HAS, IN_BRACKETS, VERBS, clock, give_back
from railbird.datasets.formats.pokerstars_words import CARDS

_STREET = re.compile(
    r"\*\*\* (HOLE CARDS|SHOW ?DOWN|FLOP|TURN|RIVER|[3-7](?:TH|RD) STREET|(?:\w+ )?DRAW)"
    rf"(?: ([12]))? \*\*\*(?: {IN_BRACKETS}(?: {IN_BRACKETS})?)?"
    r"(?: \(Total Pot: [$€£]?[\d,.]+, \d+ Players?(?:, \d+ All-In)?\))?"
)
_STREETS = {
    "FLOP": "flop",
    "TURN": "turn",
    "RIVER": "river",
    "3RD STREET": "third",
    "4TH STREET": "fourth",
    "5TH STREET": "fifth",
    "6TH STREET": "sixth",
    "7TH STREET": "seventh",
    "DRAW": "draw1",
    "FIRST DRAW": "draw1",
    "SECOND DRAW": "draw2",
    "THIRD DRAW": "draw3",
    "SHOW DOWN": "showdown",
    "SHOWDOWN": "showdown",
}
_UP_STREETS = frozenset({"third", "fourth", "fifth", "sixth"})
_DEALT = re.compile(rf" {IN_BRACKETS}(?: {IN_BRACKETS})?")
_LONGEST_NAME = 25  # the room's own limit was below
_BUTTON = re.compile(r"The button is in seat #(\d{1,2})")
_RETURNED = re.compile(r"(?:Uncalled bet|Ante) of ([$€£]?[\d,.]+) returned to (.+)")
_CANCELLED = re.compile(r"Hand #\d+ has been cancell?ed")
# The table speaks of itself: nothing of it belongs to a column.
_TABLE_SAYS = re.compile(
    r"The blinds are now .+|Time has expired|No low hand qualified|Players agree to Run It Twice"
    r"|Players? .+ (?:agrees?|declines?) to Run It Twice"
)


def read_body_line(hand: Hand, text: str) -> bool:
    """Take in one line between the seats and the summary; return whether it was understood."""
    try:
        if ": " in text or text.endswith(":"):
            return (
                _street(hand, text)
                or _said(hand, text)
                or _dealt(hand, text)
                or _returned(hand, text)
                or _said_unseated(hand, text)
            )
        return _player_line(hand, text) or _table_line(hand, text) or _unseated(hand, text)
    except ValueError:
        return False


def _player_line(hand: Hand, text: str) -> bool:
    word, _, rest = text.partition(" ")
    seat = hand.seats.get(word) if hand.names_are_words else None
    if seat is not None:
        verb, _, tail = rest.partition(" ")
        act = VERBS.get(verb)
        return act is not None and act(hand, seat, tail)
    # Longest names first: "Al" must not take what "Al folds" does.
    for name in hand.names:
        if text.startswith(name):
            verb, _, tail = text[len(name) + 1 :].partition(" ")
            act = VERBS.get(verb)
            if act and text[len(name)] == " " and act(hand, hand.seats[name], tail):
                return True
    return False


def _said(hand: Hand, text: str) -> bool:
    """Take in chat. A name that itself holds a colon may act; else a colon is speech."""
    for name in hand.names:
        if not text.startswith(name):
            continue
        rest = text[len(name) :]
        if rest == ":" or rest.startswith(": "):
            hand.say(name, rest[2:], observer=False)
            return True
        verb, _, tail = rest[1:].partition(" ")
        act = VERBS.get(verb) if ":" in name and ": " not in rest else None
        if act and rest[0] == " " and act(hand, hand.seats[name], tail):
            return True
    return False


def _said_unseated(hand: Hand, text: str) -> bool:
    name, mark, words = text.partition(" (Observer):")
    if mark and name and (not words or words[0] == " "):
        hand.say(name, words[1:], observer=True)
        return True
    name, _, words = text.partition(":")
    if not name or not (words == "" or words[0] == " ") or len(name) > _LONGEST_NAME:
        return False
    if hand.in_summary and name not in hand.arrived:
        return False  # behind the last line of a hand, words with a colon are rather not chat
    hand.say(name, words[1:], observer=False)
    return True


def _table_line(hand: Hand, text: str) -> bool:
    return (
        _dealt(hand, text)
        or _street(hand, text)
        or _returned(hand, text)
        or _button(hand, text)
        or _notice(hand, text)
    )


def _dealt(hand: Hand, text: str) -> bool:
    if not text.startswith("Dealt to "):
        return False
    for name in hand.names:
        match = _DEALT.fullmatch(text, 9 + len(name)) if text.startswith(name, 9) else None
        if match:
            first, second = match[1], match[2]
            before, new = (CARDS[first], CARDS[second]) if second else ("", CARDS[first])
            _take(hand, hand.seats[name], before, new)
            return True
    return False


def _take(hand: Hand, seat: Seat, before: str, new: str) -> None:
    """Note dealt cards: the new ones of a draw are a row, the open ones of stud `up_cards`."""
    if not hand.is_stud:
        seat.cards = before + new
        if before and hand.is_draw:
            hand.act(seat, "draws", len(new) // 2, cards=new)
        return
    # Others' brackets hold only what lies open, until they have shown their cards.
    if len(before) > len(seat.up_cards):
        seat.cards = before + new
    if hand.street in _UP_STREETS:
        seat.up_cards += new


def _street(hand: Hand, text: str) -> bool:
    match = _STREET.fullmatch(text) if text.startswith("*** ") else None
    if match is None:
        return False
    name, run, known, new = match.groups()
    if name != "HOLE CARDS":
        street = _STREETS.get(name)
        if street is None:
            return False
        if street != hand.street:
            hand.next_street(street)
    if known:
        board = CARDS[known] + (CARDS[new] if new else "")
        if run != "2":
            hand.boards[0] = board
        if run:
            hand.boards[1] = board
    return True


def _returned(hand: Hand, text: str) -> bool:
    match = _RETURNED.fullmatch(text)
    if match is None or match[2] not in hand.seats:
        return False
    give_back(hand, hand.seats[match[2]], hand.amounts[match[1]])
    return True


def _button(hand: Hand, text: str) -> bool:
    match = _BUTTON.fullmatch(text)
    if match is None:
        return False
    hand.button = int(match[1])
    return True


def _notice(hand: Hand, text: str) -> bool:
    if _CANCELLED.fullmatch(text):
        hand.cancelled = True
        return True
    return _TABLE_SAYS.fullmatch(text) is not None


_NOT_SEATED = re.compile(
    r"(?P<name>.+?) (?:(?P<down>sits down)|(?P<up>stands up)|adds (?P<chips>[$€£]?[\d,.]+)"
    r"|is (?P<is>sitting out)|is feeling \w+|has (?P<has>.+))"
)


def _unseated(hand: Hand, text: str) -> bool:
    """Take in what somebody without a seat in this hand does: come, go, connect."""
    match = _NOT_SEATED.fullmatch(text)
    if match is None:
        return False
    name = match["name"]
    if match["down"]:
        hand.arrived[name] = len(hand.events)
        hand.happen(name, "joins")
    elif match["up"]:
        hand.happen(name, "leaves")
    elif match["chips"]:
        _brings_chips(hand, name, hand.amounts[match["chips"]])
    elif match["is"]:
        hand.happen(name, "sits_out")
    elif match["has"]:
        kind = HAS.get(match["has"])
        if kind is None:
            return clock(hand, name, match["has"])
        hand.happen(name, kind)
    return True


def _brings_chips(hand: Hand, name: str, amount: int) -> None:
    """Note a newcomer's chips: they are no add-on, and belong to the line that he sits down."""
    index = hand.arrived.get(name)
    if index is None or hand.events[index][4] is not None:
        hand.arrived[name] = len(hand.events)
        hand.happen(name, "joins", amount)
    else:
        row = hand.events[index]
        hand.events[index] = (*row[:4], amount, *row[5:])
