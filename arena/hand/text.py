"""The text form of a hand: what a person types into a test, and what an error prints.

A new hand, dealt and posted when it is read (cards may be left out):

    game holdem no-limit
    level 100/200 ante 25
    button 1
    seat 1 5000 AsAd
    seat 2 3000 KcKd
    board 7d9c2s4hJc

A hand in play has a `state` line and says every fact that is not zero, by the names of the
record's fields; `parse_hand(str(state)) == state`.
"""

from __future__ import annotations

from dataclasses import fields
from fractions import Fraction

from railbird.arena.cards import CARD_TEXT, Card, parse_cards
from railbird.arena.hand import record
from railbird.arena.hand.games import GAMES
from railbird.arena.hand.record import NO_CARD, NO_SEAT, Table
from railbird.arena.hand.rules import HandRules
from railbird.arena.hand.setup import Stakes, write_game
from railbird.arena.hand.state import HandState, new_hand

_UNKNOWN = "??"
_WRITTEN_ELSEWHERE = {
    "hole_cards", "ranking", "has_low", "is_stud", "betting", "last_street", "cumulative_reopen",
    "short_blind_calls_full", "odd_chip_by_card", "fold_to_no_bet", "all_in_face_up", "limit_cap",
    "reopen_numerator", "reopen_denominator", "open_pair_doubles", "unmatched_raises",
    "all_in_bettor_first",
    "deck", "cards", "card_count", "board",
    "board_count", "pot_amount", "pot_eligible", "pot_high", "pot_low", "show_order",
}  # fmt: skip
_NAMES = [name for name in (record.TABLE.names or ()) if name not in _WRITTEN_ELSEWHERE]
_SEAT_FIELDS = [name for name in _NAMES if record.TABLE[name].shape]
_HAND_FIELDS = [name for name in _NAMES if not record.TABLE[name].shape]
_POT_FIELDS = ("pot_amount", "pot_eligible", "pot_high", "pot_low")
# Fields whose usual value is not 0.
_USUAL = {
    "may_raise": 1,
    "raise_step": 1,
    "relevant_pot": -1,
    "to_act": NO_SEAT,
    "last_aggressor": NO_SEAT,
}


class InvalidHandText(ValueError):
    """A text that is no hand; names the line."""


def hand_text(state: HandState) -> str:
    """Return the full text of a state."""
    t = state.table
    lines = [f"game {state.game.name} {state.betting}"]
    rules = _rules_of(t)
    lines += [
        f"rule {f.name} {getattr(rules, f.name)}"
        for f in fields(HandRules)
        if getattr(rules, f.name) != getattr(HandRules(), f.name)
    ]
    lines.append("state" + _pairs(t, _HAND_FIELDS, None))
    for i in range(record.MAX_SEATS):
        cards = "".join(_card_text(c) for c in t.cards[i][: int(t.card_count[i])])
        facts = _pairs(t, _SEAT_FIELDS, i) + (f" cards {cards}" if cards else "")
        if facts:
            lines.append(f"seat {i + 1}{facts}")
    board = "".join(_card_text(c) for c in t.board[: int(t.board_count)])
    lines += [f"board {board}"] if board else []
    lines.append("deck " + "".join(_card_text(c) for c in t.deck))
    for i in range(int(t.pot_count)):
        lines.append("pot " + " ".join(str(int(t[name][i])) for name in _POT_FIELDS))
    if t.show_count:
        shown = [int(seat) + 1 for seat in t.show_order[: int(t.show_count)]]
        lines.append("shown " + " ".join(map(str, shown)))
    return "\n".join(lines) + "\n"


def parse_hand(text: str) -> HandState:
    """Return the state of a text, full or of a new hand. Raises `InvalidHandText`."""
    lines = [line.split("#")[0].split() for line in text.splitlines()]
    rows = [words for words in lines if words]
    for words in rows:
        if words[0] not in _READERS:
            raise InvalidHandText(f"unknown line: {' '.join(words)!r}")
    try:
        if any(words[0] == "state" for words in rows):
            return _parse_full(rows)
        return _parse_new(rows)
    except (ValueError, KeyError, IndexError, AttributeError, TypeError) as error:
        raise InvalidHandText(f"not a hand: {error}") from error


_READERS = {"game", "rule", "level", "bets", "button", "blinds", "seats", "seat", "board"} | {
    "deck", "state", "pot", "shown", "sitting_out"
}  # fmt: skip


def _card_text(card: int) -> str:
    return _UNKNOWN if card == NO_CARD else CARD_TEXT[card]


def _cards(text: str) -> list[int]:
    pieces = [text[i : i + 2] for i in range(0, len(text), 2)]
    return [NO_CARD if piece == _UNKNOWN else parse_cards(piece)[0] for piece in pieces]


def _pairs(t: Table, names: list[str], seat: int | None) -> str:
    out = ""
    for name in names:
        value = int(t[name] if seat is None else t[name][seat])
        if value != _USUAL.get(name, 0):
            out += f" {name} {value}"
    return out


def _rules_of(t: Table) -> HandRules:
    return HandRules(
        bool(t.cumulative_reopen),
        Fraction(int(t.reopen_numerator), int(t.reopen_denominator)),
        int(t.limit_cap),
        bool(t.short_blind_calls_full),
        bool(t.odd_chip_by_card),
        bool(t.fold_to_no_bet),
        bool(t.unmatched_raises),
        bool(t.all_in_bettor_first),
        bool(t.all_in_face_up),
    )


def _parse_rules(rows: list[list[str]]) -> HandRules:
    values: dict[str, bool | int | Fraction] = {}
    defaults = HandRules()
    for _, name, value in (words for words in rows if words[0] == "rule"):
        usual = getattr(defaults, name)
        if isinstance(usual, bool):
            values[name] = {"True": True, "False": False}[value]
        else:
            values[name] = type(usual)(value)
    return HandRules(**values)  # type: ignore[arg-type]


def _row(rows: list[list[str]], key: str) -> list[str]:
    return next((words[1:] for words in rows if words[0] == key), [])


def _parse_full(rows: list[list[str]]) -> HandState:
    tables = record.new_tables(1)
    t = tables[0]
    t.over = 0
    game, betting = _row(rows, "game")
    write_game(t, GAMES[game], betting, _parse_rules(rows))
    for name, usual in _USUAL.items():
        t[name] = usual
    t.cards[:] = NO_CARD
    t.board[:] = NO_CARD
    for words in rows:
        if words[0] == "state":
            for name, value in zip(words[1::2], words[2::2], strict=True):
                t[name] = int(value)
        elif words[0] == "seat":
            _read_seat(t, int(words[1]) - 1, words[2:])
    board = _cards("".join(_row(rows, "board")))
    t.board[: len(board)] = board
    t.board_count = len(board)
    t.deck[:] = _cards("".join(_row(rows, "deck")))
    for i, pot in enumerate(words[1:] for words in rows if words[0] == "pot"):
        for name, chips in zip(_POT_FIELDS, pot, strict=True):
            t[name][i] = int(chips)
    shown = _row(rows, "shown")
    t.show_order[: len(shown)] = [int(seat) - 1 for seat in shown]
    return HandState(tables)


def _read_seat(t: Table, seat: int, words: list[str]) -> None:
    for name, value in zip(words[::2], words[1::2], strict=True):
        if name == "cards":
            cards = _cards(value)
            t.cards[seat][: len(cards)] = cards
            t.card_count[seat] = len(cards)
        else:
            t[name][seat] = int(value)


def _parse_new(rows: list[list[str]]) -> HandState:
    game, betting = _row(rows, "game")
    stacks: dict[int, int] = {}
    holes: dict[int, list[Card]] = {}
    for words in rows:
        if words[0] == "seat":
            seat = int(words[1])
            stacks[seat] = int(words[2])
            holes[seat] = _cards("".join(words[3:]))
    deck = _row(rows, "deck")
    blinds = _row(rows, "blinds")
    seats = _row(rows, "seats")
    return new_hand(
        game,
        betting,
        _parse_level(rows),
        stacks,
        int((_row(rows, "button") or ["1"])[0]),
        rules=_parse_rules(rows),
        seats=int(seats[0]) if seats else 0,
        blinds=(None if blinds[0] == "-" else int(blinds[0]), int(blinds[1])) if blinds else None,
        holes=holes,
        board=_cards("".join(_row(rows, "board"))),
        deck=_cards("".join(deck)) if deck else None,
        sitting_out=[int(seat) for seat in _row(rows, "sitting_out")],
    )


def _parse_level(rows: list[list[str]]) -> Stakes:
    """Read `level 100/200 ante 25 dead_ante 200`, or `bets 100/200 ante 25 bring_in 30`."""
    blinds, bets = _row(rows, "level"), _row(rows, "bets")
    words = blinds or bets
    small, big = (int(chips) for chips in words[0].split("/"))
    extra = {name: int(value) for name, value in zip(words[1::2], words[2::2], strict=True)}
    if blinds:
        return Stakes.blinds(small, big, **extra)
    return Stakes.stud(small, big, **extra)
