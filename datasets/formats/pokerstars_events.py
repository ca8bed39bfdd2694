"""The lines of PokerStars hands that are no `NAME: …` move: streets, chat, pots, comings, goings.

Names come from the seat list: where a line could be cut into a name and a form in two ways, the
longest seat name whose rest is a valid form wins. Strangers (observers, arriving players) appear
only in the few forms that may name them.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from railbird.datasets.formats.pokerstars_actions import MOVES_IN_CENTS, MOVES_IN_CHIPS, do_move
from railbird.datasets.formats.pokerstars_hand import Hand, Seat
from railbird.datasets.formats.pokerstars_prizes import PRIZE_FORMS, owners
from railbird.datasets.formats.pokerstars_words import CARDS

_STREETS = {
    "FLOP": "flop",
    "TURN": "turn",
    "RIVER": "river",
    "3rd STREET": "third",
    "4th STREET": "fourth",
    "5th STREET": "fifth",
    "6th STREET": "sixth",
    "7th STREET": "seventh",
    "FIRST DRAW": "draw1",
    "SECOND DRAW": "draw2",
    "THIRD DRAW": "draw3",
    "FIRST FLOP": "flop",
    "FIRST TURN": "turn",
    "FIRST RIVER": "river",
    "SECOND FLOP": "flop",
    "SECOND TURN": "turn",
    "SECOND RIVER": "river",
    "SHOW DOWN": "showdown",
    "FIRST SHOW DOWN": "showdown",
    "SECOND SHOW DOWN": "showdown",
}
_DEALING = frozenset({"HOLE CARDS", "DEALING HANDS", "PRE-FLOP"})
_DEALT = re.compile(r"( \[[2-9TJQKAcdhs ]+\])?( \[[2-9TJQKAcdhs ]+\])")
_POTS = frozenset({"pot", "main pot", "side pot"} | {f"side pot-{k}" for k in range(1, 13)})
_NOTES = frozenset(
    {
        "No low hand qualified",
        "Hand was run twice",
        "Pair on board - a double bet is allowed",
        "The deck is reshuffled",
    }
)
_SAID = ' said, "'
_LONGEST_LINE = 1000  # real ones stay below 400; some forms take time to try on long ones

# Endings that follow a name, the event they mean, and the event's note.
_ENDINGS: tuple[tuple[str, str, str | None], ...] = (
    (": sits out", "sits_out", None),
    (": is sitting out", "sits_out", None),
    (" is sitting out", "sits_out", None),
    (" has returned", "returns", None),
    (" has timed out", "times_out", None),
    (" has timed out while disconnected", "times_out", "disconnected"),
    (" has timed out while being disconnected", "times_out", "disconnected"),
    (" is disconnected", "disconnects", None),
    (" is connected", "reconnects", None),
    (" leaves the table", "leaves", None),
    (" was removed from the table for failing to post", "leaves", "failed to post"),
    (" will be allowed to play after the button", "allowed", None),
)
_LAST_WORDS = {ending.rpartition(" ")[2] for ending, _, _ in _ENDINGS}
_JOINS = re.compile(r"(.+) joins the table at seat #(\d{1,3})")


def read_other_line(hand: Hand, line: str) -> bool:
    """Take a line that is no plain move of a seated player; False when nothing fits."""
    if line == "*** HOLE CARDS ***":
        return True
    if len(line) > _LONGEST_LINE:
        return False
    if line.startswith("*** ") and _street(hand, line):
        return True
    ends_in_quote = line.endswith('"')
    if ends_in_quote and _seated_chat(hand, line):
        return True
    if hand.awkward and _awkward_move(hand, line):
        return True
    for form in _FORMS:
        if form(hand, line):
            return True
    return ends_in_quote and _observer_chat(hand, line)


def _awkward_move(hand: Hand, line: str) -> bool:
    """Take a move whose player's name itself looks like part of a line (BUGS B12)."""
    for seat in owners(hand, line):
        rest = line[len(seat.name) :]
        if rest.startswith(": ") and _is_move(hand, seat, rest[2:]):
            return True
    return False


def _is_move(hand: Hand, seat: Seat, rest: str) -> bool:
    move = (MOVES_IN_CENTS if hand.tournament_id is None else MOVES_IN_CHIPS)[rest]
    if move is None:
        return False
    try:
        do_move(hand, seat, move)
    except ValueError:
        return False
    return True


def _seated_chat(hand: Hand, line: str) -> bool:
    for seat in owners(hand, line):
        rest = line[len(seat.name) :]
        if rest.startswith(_SAID) and len(rest) > len(_SAID):
            return _said(hand, seat.name, False, rest[len(_SAID) : -1])
    return False


def _observer_chat(hand: Hand, line: str) -> bool:
    name, said, text = line.partition(_SAID)
    return bool(said and text) and _said(hand, name, True, text[:-1])


def _said(hand: Hand, name: str, observer: bool, text: str) -> bool:
    hand.ordinal += 1
    hand.chat.append((hand.tournament_id, hand.hand_id, hand.ordinal, None, name, observer, text))
    return True


def _street(hand: Hand, line: str) -> bool:
    word, stars, brackets = line[4:].partition(" ***")
    street = _STREETS.get(word)
    if not stars or (street is None and word not in _DEALING):
        return False
    if brackets:
        if not (brackets.startswith(" [") and brackets.endswith("]")):
            return False
        cards = CARDS[brackets[2:-1].replace("] [", " ")]
        if word.startswith("SECOND"):
            hand.board_2 = cards
        else:
            hand.board = cards
    if street is not None:
        hand.start_street("seventh" if street == "river" and hand.is_stud else street)
    return True


def _fixed(hand: Hand, line: str) -> bool:
    if line == "Hand cancelled":
        hand.cancelled = True
        return True
    if line == "Betting is capped":
        hand.event(None, "capped")
        return True
    return line in _NOTES or (line.endswith(":") and line[:-1] in hand.seats)


def _ending(hand: Hand, line: str) -> bool:
    if line.rpartition(" ")[2] not in _LAST_WORDS:
        return False
    for ending, kind, note in _ENDINGS:
        if line.endswith(ending) and len(line) > len(ending):
            name = line[: -len(ending)]
            seat = hand.seats.get(name)
            if seat is not None:
                seat.late = seat.late or kind == "times_out"
                seat.disconnected = (
                    seat.disconnected or kind == "disconnects" or note == "disconnected"
                )
            hand.event(name, kind, note=note)
            return True
    return False


def _joins(hand: Hand, line: str) -> bool:
    match = _JOINS.fullmatch(line) if " joins the table " in line else None
    if match is None:
        return False
    hand.event(match[1], "joins", note=f"seat {match[2]}")
    return True


def _returned(hand: Hand, line: str) -> bool:
    if not line.startswith("Uncalled bet ("):
        return False
    amount_text, _, name = line[14:].partition(") returned to ")
    seat = hand.seat_named(name)
    if seat is None:
        return False
    amount = hand.amounts[amount_text]
    seat.returned += amount
    hand.has_returned = True
    seat.late = False
    seat.street_bet = max(0, seat.street_bet - amount)  # it may hold part of the ante
    hand.act(seat, "returned", amount)
    return True


def _collected(hand: Hand, line: str) -> bool:
    name, _, result = line.rpartition(" collected ")
    seat = hand.seats.get(name)
    if seat is None:
        return False
    amount_text, _, pot = result.partition(" from ")
    if pot not in _POTS:
        return False
    amount = hand.amounts[amount_text]
    seat.won += amount
    seat.late = False
    hand.act(seat, "collects", amount, False, pot)
    return True


def _dealt(hand: Hand, line: str) -> bool:
    if not line.startswith("Dealt to "):
        return False
    text = line[9:]
    for seat in owners(hand, text):
        match = _DEALT.fullmatch(text[len(seat.name) :])
        if match is not None:
            before = CARDS[match[1][2:-1]] if match[1] else ""
            _take_cards(hand, seat, before, CARDS[match[2][2:-1]])
            return True
    return False


def _take_cards(hand: Hand, seat: Seat, before: str, new: str) -> None:
    """Note dealt cards: a draw's new cards are a row, stud's open ones are `up_cards`."""
    if hand.is_stud:
        up_cards = seat.up_cards or ""
        owner = len(before) > len(up_cards) or (not before and len(new) > 2)
        if owner:
            seat.hole_cards = before + new
        if hand.street != "seventh":
            seat.up_cards = up_cards + new[-2:]
        return
    seat.hole_cards = before + new
    if before and hand.is_draw:
        hand.act(seat, "draws", len(new) // 2, cards=new)


_FORMS: tuple[Callable[[Hand, str], bool], ...] = (
    _collected,
    _returned,
    _ending,
    _joins,
    _dealt,
    _fixed,
    *PRIZE_FORMS,
)
