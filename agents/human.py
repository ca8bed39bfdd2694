"""A person at the terminal: shows the table, asks for a move, and asks again until it is one."""

from __future__ import annotations

import sys
from typing import TextIO

from railbird.agents.base import Call, Fold, Move, RaiseTo, SimpleAgent, Unavailable
from railbird.agents.observation import Observation
from railbird.arena.cards import CARD_TEXT, Card
from railbird.arena.hand.actions import Legal

_HELP = (
    "fold (f), check or call (c), raise 300 (r 300; the chips in front of you afterwards),"
    " all-in (a), quit (q)"
)
_RAISES = ("r", "raise", "b", "bet", "to")


class Human(SimpleAgent):
    """Asks the person at the terminal.

    Raises `Unavailable` when there is none. The end of the input (Ctrl-D), `quit` and Ctrl-C end
    the event with `KeyboardInterrupt`, which the command line reports in one line.
    """

    def __init__(self, asks: TextIO | None = None, shows: TextIO | None = None) -> None:
        self.asks = asks or sys.stdin
        self.shows = shows or sys.stdout
        self._hand = 0
        self._seen = 0
        if not self.asks.isatty():
            raise Unavailable("a person needs a terminal: start it from one, without a pipe or '<'")

    def act(self, observation: Observation) -> Move:
        """Show the decision and return the person's move."""
        self._show(observation)
        legal = observation.legal
        while True:
            self._say(f"{_choices(legal)} > ", end="")
            line = self.asks.readline()
            words = line.lower().replace(",", "").split()
            if not line or words[:1] in (["q"], ["quit"], ["exit"]):
                self._say("")
                raise KeyboardInterrupt
            move = move_of(words, legal)
            if isinstance(move, str):
                self._say(f"  {move}")
                continue
            return move

    def _show(self, seen: Observation) -> None:
        moves = seen.moves()
        if seen.hand != self._hand:
            self._hand, self._seen = seen.hand, 0
            self._say(f"\n--- hand {seen.hand}: {seen.betting} {seen.game}, {_level(seen)}")
        for move in moves[self._seen :]:
            self._say(f"  {move['street']}: {seen.players[move['seat']]} {_words(move)}")
        self._seen = len(moves)
        board = f"   board {_cards(seen.board)}" if seen.board else ""
        self._say(f"\n{seen.street}   pot {seen.pot:,}{board}")
        for seat in seen.players:
            self._say(_seat_line(seen, seat))

    def _say(self, text: str, end: str = "\n") -> None:
        safe = "".join(c if c.isprintable() or c == "\n" else "?" for c in text)
        self.shows.write(safe + end)
        self.shows.flush()


def move_of(words: list[str], legal: Legal) -> Move | str:
    """Return the move that the words mean, or what is wrong with them."""
    if not words:
        return _HELP
    word, rest = words[0], words[1:]
    if word in ("f", "fold"):
        return Fold() if legal.fold else "there is nothing to fold to: check"
    if word in ("c", "call", "k", "check"):
        if word in ("k", "check") and legal.to_call:
            return f"{legal.to_call:,} to call: call, raise or fold"
        return Call()
    if word in ("a", "all-in", "allin", "all"):
        return _raise_to(legal.max_raise_to, legal)
    if word in _RAISES or word.isdigit():
        digits = [w for w in (word, *rest) if w.isdigit()]
        if len(digits) != 1:
            return "raise to how much? For example: raise 300"
        return _raise_to(int(digits[0]), legal)
    return f"not understood. {_HELP}"


def _raise_to(total: int | None, legal: Legal) -> Move | str:
    if legal.max_raise_to is None or total is None:
        return "no raise is allowed here: " + ("call or fold" if legal.to_call else "check")
    move = RaiseTo(total)
    return move if move in legal else f"{total:,} is not allowed: raise {_bounds(legal)}"


def _bounds(legal: Legal) -> str:
    least, most = legal.min_raise_to, legal.max_raise_to
    if least == most:
        return f"{least:,}"
    if legal.raise_step > 1:
        return f"{least:,} or {most:,}"
    return f"{least:,} to {most:,}"


def _choices(legal: Legal) -> str:
    options = ["fold"] if legal.fold else []
    options.append(f"call {legal.to_call:,}" if legal.to_call else "check")
    if legal.max_raise_to is not None:
        options.append(f"raise {_bounds(legal)}")
    return ", ".join(options)


def _cards(cards: tuple[Card, ...]) -> str:
    return " ".join(CARD_TEXT[card] for card in cards)


def _level(seen: Observation) -> str:
    ante = f" ante {seen.ante:,}" if seen.ante else ""
    left = f"{seen.players_left} of {seen.entrants} left, {seen.places_paid} paid"
    return f"level {seen.level}, {seen.small_blind:,}/{seen.big_blind:,}{ante}; {left}"


def _seat_line(seen: Observation, seat: int) -> str:
    mark = ">" if seat == seen.seat else " "
    bet = f"  bet {seen.bets[seat]:,}" if seen.bets[seat] else ""
    if seat == seen.seat:
        shown = f"  {_cards(seen.hole_cards)}"
    elif seat not in seen.in_hand:
        shown = "  folded"
    else:
        up = seen.up_cards[seat]
        shown = f"  ?? {_cards(up)}" if up else ""
    button = " (button)" if seat == seen.button else ""
    name = f"{seat} {seen.players[seat]}{button}"
    return f" {mark} {name:32.32s} {seen.stacks[seat]:>9,}{bet}{shown}"


def _words(move: dict[str, object]) -> str:
    all_in = ", all-in" if move["all_in"] else ""
    if move["move"] == "fold":
        return "folds"
    if move["move"] == "raise":
        return f"raises to {move['to']:,}{all_in}"
    return f"calls {move['added']:,}{all_in}" if move["added"] else "checks"
