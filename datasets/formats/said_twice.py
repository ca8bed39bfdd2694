"""What a hand's text says twice it says alike: an edit in one place contradicts the other.

The readers take each fact from one place. Here the second places are compared: streets with each
other and with the board of the summary, shown cards with the summary and with the cards dealt,
collected chips with the summary, `raises A to B` with the bet before, blinds and button with the
summary's marks, and the described hand with its cards.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from railbird.datasets.formats.decode import decode
from railbird.datasets.formats.described import contradicts
from railbird.datasets.formats.registry import FORMS
from railbird.datasets.formats.sources import iter_pieces
from railbird.datasets.formats.split import split

_STREET = re.compile(
    r"\*\*\* (FIRST |SECOND )?(FLOP|TURN|RIVER) \*\*\*((?: \[[2-9TJQKAcdhs ]+\])+)"
)
_BOARD = re.compile(r"(FIRST |SECOND )?Board:? \[([2-9TJQKAcdhs ]+)\]$")
_BRACKET = re.compile(r"\[([2-9TJQKAcdhs ]+)\]")
_SEAT = re.compile(r"Seat (\d{1,2}): (.+) \([$€£₹]?[\d.,]+(?: in chips.*)?\)")
_BUTTON = re.compile(r"Seat #(\d{1,2}) is the button|The button is in seat #(\d{1,2})")
_SUMMARY_SEAT = re.compile(r"Seat (\d{1,2}): ")
_AMOUNT = r"[$€£₹]?([\d.,]*\d)"
_GOT = re.compile(rf"(?: collected {_AMOUNT} from |(?: wins| ties for) [^(]*\({_AMOUNT}\))")
_SUMMARY_GOT = re.compile(rf"(?:won|collected) \({_AMOUNT}\)")
_POT = re.compile(rf"Total pot {_AMOUNT}.* \| Rake {_AMOUNT}")
_POT_PART = re.compile(rf"(?:Main|Side) pot(?:[- ]\d+(?= ))? {_AMOUNT}\.")
_SHOWS = re.compile(r":? shows \[([2-9TJQKAcdhs ]+)\](?: \((.+)\))?")
_RAISES = re.compile(rf": raises {_AMOUNT} to {_AMOUNT}")
_SETS = re.compile(rf": (?:bets|brings in for|posts big blind|posts straddle) {_AMOUNT}")
_FOLDED = re.compile(r" folded (before Flop|before the Flop|on the (?:Flop|Turn|River))")
_FLOP_GAMES = ("Hold'em", "Omaha", "Courchevel")
# Only in these games are the blinds what the header prints; fixed limit prints the bets.
_BIG_BLIND = re.compile(rf"(?:No|Pot) Limit\b[^(]*\({_AMOUNT}/{_AMOUNT}")
_FIRST_STREETS = ("*** HOLE", "*** DEALING", "*** PRE-FLOP")


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two places of a hand's text that disagree: file, line of the second, what both say."""

    file: str
    line: int
    hand: str
    player: str | None
    what: str
    first: str
    second: str


@dataclass
class _Said:
    """What the body of a hand has said so far."""

    names: dict[str, str] = field(default_factory=dict)  # by seat number
    button: str | None = None
    boards: dict[str, list[str]] = field(default_factory=dict)  # by run: "", "FIRST ", "SECOND "
    dealt: dict[str, list[str]] = field(default_factory=dict)
    shown: dict[str, list[str]] = field(default_factory=dict)
    described: list[tuple[int, str, list[str], str]] = field(default_factory=list)
    got: dict[str, int] = field(default_factory=dict)
    blinds: dict[str, str] = field(default_factory=dict)  # name by "small blind", "big blind"
    folded: dict[str, str] = field(default_factory=dict)  # street by name
    street: str = "before Flop"
    highest: int | None = 0  # bet of the street; None when dead chips blur it
    big_blind: int = 0
    flop_game: bool = True
    colon_is_chat: bool = False


_Found = tuple[int, str | None, str, str, str]  # line, player, what, first, second


def contradictions(inputs: Sequence[str | os.PathLike[str]]) -> Iterator[Contradiction]:
    """Yield every contradiction in the PokerStars and Full Tilt hands of `inputs`."""
    for piece in iter_pieces(inputs):
        if piece.data is None:
            continue
        for block in split(decode(piece.data), FORMS):
            if block.form is None or "SUMMARY" not in block.text:
                continue
            header = block.text.partition("\n")[0]
            hand = re.search(r"#(\d+)", header)
            for line, player, what, first, second in in_hand(
                block.text, colon_is_chat=block.form.colon_is_chat
            ):
                yield Contradiction(
                    piece.name,
                    block.line + line,
                    hand[1] if hand else "",
                    player,
                    what,
                    first,
                    second,
                )


def in_hand(block: str, *, colon_is_chat: bool = False) -> Iterator[_Found]:
    """Yield (line from 0, player, what, first, second) for the contradictions of one hand.

    `colon_is_chat`: the house's moves have no colon (Full Tilt's own form).
    """
    lines = block.split("\n")
    said, body_ends = _Said(colon_is_chat=colon_is_chat), len(lines)
    said.flop_game = any(game in lines[0] for game in _FLOP_GAMES)
    blinds = _BIG_BLIND.search(lines[0])
    said.big_blind = _chips(blinds[2]) if blinds else 0
    for number, line in enumerate(lines):
        if line.startswith("*** SUMMARY ***"):
            body_ends = number
            break
        yield from _body_line(said, number, line)
    for number, line in enumerate(lines[body_ends:], start=body_ends):
        yield from _summary_line(said, number, line)
    if said.flop_game and len(said.boards) == 1:
        board = next(iter(said.boards.values()))
        for number, name, cards, words in said.described:
            if contradicts(words, cards, board, lines[0]):
                yield number, name, "shown hand", " ".join(cards), words


def _cards(text: str) -> list[str]:
    return text.split()


def _chips(text: str) -> int:
    """Return an amount in its smallest printed unit; commas separate thousands."""
    whole, point, part = text.replace(",", "").partition(".")
    return int(whole or 0) * 100 + (int(part.ljust(2, "0")[:2]) if point else 0)


def _text(chips: int) -> str:
    return f"{chips / 100:.2f}".removesuffix(".00")


def _body_line(said: _Said, number: int, line: str) -> Iterator[_Found]:
    if line.startswith("*** "):
        yield from _street(said, number, line)
        return
    if line.startswith("Seat "):
        seat = _SEAT.match(line)
        if seat:
            said.names[seat[1]] = seat[2]
    button = _BUTTON.search(line) if "button" in line else None
    if button and (line.startswith(("Table ", "The button"))):
        said.button = button[1] or button[2]
    if line.startswith("Dealt to "):
        _dealt(said, line)
        return
    name = _name_of(said, line)
    if name is not None:
        yield from _move(said, number, name, line[len(name) :])


def _name_of(said: _Said, line: str) -> str | None:
    """Return the seated player whose move the line is; of several the longest name.

    A name may look like another name with a move behind it, so one that a colon follows comes
    first; where a colon begins what a player typed, only a blank may follow.
    """
    for after in (" ",) if said.colon_is_chat else (": ", " "):
        names = [name for name in said.names.values() if line.startswith(name + after)]
        if names:
            return max(names, key=len)
    return None


def _dealt(said: _Said, line: str) -> None:
    name = _name_of(said, line[len("Dealt to ") :])
    cards = _BRACKET.search(line, len("Dealt to ") + len(name or ""))
    if said.flop_game and name is not None and cards:
        said.dealt[name] = _cards(cards[1])


def _street(said: _Said, number: int, line: str) -> Iterator[_Found]:
    said.highest = said.highest if line.startswith(_FIRST_STREETS) else 0
    match = _STREET.match(line)
    if match is None:
        return
    run, street = match[1] or "", match[2]
    said.street = f"on the {street.capitalize()}"
    brackets = [_cards(text) for text in _BRACKET.findall(match[3])]
    before = said.boards.get(run) or said.boards.get("")
    repeated = [card for bracket in brackets[:-1] for card in bracket]
    if before is not None and repeated and repeated != before:
        yield number, None, "board", " ".join(before), " ".join(repeated)
    said.boards[run] = [*(repeated or before or []), *brackets[-1]]


def _move(said: _Said, number: int, name: str, rest: str) -> Iterator[_Found]:
    shows = _SHOWS.match(rest)
    if shows:
        cards = _cards(shows[1])
        said.shown[name] = cards
        dealt = said.dealt.get(name)
        if dealt and not _compatible(dealt, cards):
            yield number, name, "cards", " ".join(dealt), " ".join(cards)
        if shows[2]:
            said.described.append((number, name, cards, shows[2]))
        return
    got = _GOT.match(rest)
    if got:
        said.got[name] = said.got.get(name, 0) + _chips(got[1] or got[2])
        return
    if rest.startswith((": posts", " posts the")):
        for blind in ("small blind", "big blind"):
            if rest.startswith((f": posts {blind}", f" posts the {blind}")):
                said.blinds.setdefault(blind, name)
        said.highest = None if "&" in rest or "dead" in rest else said.highest
    if rest.startswith((": folds", " folds")):
        said.folded[name] = said.street
    yield from _raise(said, number, name, rest)


def _raise(said: _Said, number: int, name: str, rest: str) -> Iterator[_Found]:
    sets = _SETS.match(rest)
    if sets and said.highest is not None:
        bet = _chips(sets[1])
        # Over a big blind of too few chips the houses count a raise in different ways.
        short = "big blind" in rest and bet < said.big_blind
        said.highest = None if short else max(said.highest, bet)
    raises = _RAISES.match(rest)
    if raises is None:
        return
    by, to = _chips(raises[1]), _chips(raises[2])
    if said.highest is not None and to - said.highest != by:
        yield number, name, "raise", f"by {_text(to - said.highest)}", f"by {raises[1]}"
    said.highest = to


def _compatible(first: list[str], second: list[str]) -> bool:
    return set(first) <= set(second) or set(second) <= set(first)


def _summary_line(said: _Said, number: int, line: str) -> Iterator[_Found]:
    board = _BOARD.match(line)
    if board:
        run = board[1] or ""
        before = said.boards.get(run) or said.boards.get("")
        if before is not None and before != _cards(board[2]):
            yield number, None, "board", " ".join(before), board[2]
        return
    seat = _SUMMARY_SEAT.match(line)
    if seat is None:
        yield from _pot_parts(number, line)
        return
    name = said.names.get(seat[1])
    rest = line[seat.end() :]
    if name is None or not rest.startswith(name):
        if said.names:
            yield number, name, "seat", f"{seat[1]} {name or 'empty'}", f"{seat[1]} {rest[:40]}"
        return
    rest = rest[len(name) :]
    yield from _summary_cards(said, number, name, rest)
    won = sum(_chips(text) for text in _SUMMARY_GOT.findall(rest))
    if won and said.got.get(name, won) != won:
        yield number, name, "chips won", _text(said.got[name]), _text(won)
    yield from _summary_marks(said, number, name, seat[1], rest)


def _pot_parts(number: int, line: str) -> Iterator[_Found]:
    pot = _POT.match(line)
    parts = [_chips(text) for text in _POT_PART.findall(line)]
    if pot is None or not parts:
        return
    total, rake = _chips(pot[1]), _chips(pot[2])
    if sum(parts) not in (total, total - rake):
        yield number, None, "total pot", _text(total), f"{_text(sum(parts))} in its parts"


def _summary_cards(said: _Said, number: int, name: str, rest: str) -> Iterator[_Found]:
    cards = _BRACKET.search(rest)
    if cards is None:
        return
    for before in (said.shown.get(name), said.dealt.get(name)):
        if before and not _compatible(before, _cards(cards[1])):
            yield number, name, "cards", " ".join(before), cards[1]
            return


def _summary_marks(said: _Said, number: int, name: str, seat: str, rest: str) -> Iterator[_Found]:
    if rest.startswith(" (button)") and said.button not in (None, seat):
        yield number, name, "button", f"seat {said.button}", f"seat {seat}"
    for blind in ("small blind", "big blind"):
        poster = said.blinds.get(blind)
        if f"({blind})" in rest[:40] and poster is not None and poster != name:
            yield number, name, blind, poster, name
    folded = _FOLDED.search(rest)
    if folded and said.flop_game and name in said.folded:
        street = folded[1].replace("before the", "before")
        if said.folded[name] != street:
            yield number, name, "fold", said.folded[name], street
