"""The body of a Full Tilt hand: posts, dealt cards, streets, moves and results, line by line."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from railbird.datasets.formats.write_body import (
    BOARD_SIZES,
    STUD_CARDS,
    HandBody,
    board_cards,
    dealt_to,
)
from railbird.datasets.formats.write_descriptions import describe
from railbird.datasets.formats.write_rows import CannotWrite, HandRecord
from railbird.datasets.formats.write_words import (
    DRAW_GAMES,
    STUD_GAMES,
    SYMBOLS,
    TRIPLE_DRAWS,
    initial_draw_cards,
    one_line,
    spaced,
    split_cards,
    sure,
)

_STREET_LINES = {
    "flop": "FLOP",
    "turn": "TURN",
    "river": "RIVER",
    "third": "3RD STREET",
    "fourth": "4TH STREET",
    "fifth": "5TH STREET",
    "sixth": "6TH STREET",
    "seventh": "7TH STREET",
    "draw1": "FIRST DRAW",
    "draw2": "SECOND DRAW",
    "draw3": "THIRD DRAW",
    "showdown": "SHOW DOWN",
}
_POSTS = {
    "posts_ante": "antes",
    "posts_small_blind": "posts the small blind of",
    "posts_big_blind": "posts the big blind of",
    "posts_dead": "posts a dead small blind of",
    "posts_straddle": "posts",
}
_EVENTS = {
    "requests_time": "{} has requested TIME",
    "times_out": "{} has timed out",
    "disconnects": "{} has been disconnected",
    "reconnects": "{} has reconnected",
    "returns": "{} has returned",
    "sits_out": "{} is sitting out",
    "leaves": "{} stands up",
    "waits": "{} has registered late for the tournament and will be dealt in on their big blind",
}
_SECONDS = re.compile(r"(\d{1,4}) seconds")


class Body(HandBody):
    """The lines of a Full Tilt hand."""

    def __init__(self, record: HandRecord, heroes: frozenset[str]) -> None:
        super().__init__(record, heroes)
        if self.board_2:
            raise CannotWrite("a board run twice has no certain form in Full Tilt's text")
        self.seated = {seat.player for seat in record.seats}
        self.shown: dict[str, str] = {}
        self.shown_early: dict[str, str] = {}
        self.write()

    def amount(self, chips: int | None) -> str:
        """Return chips with thousands commas; as money in a cash game."""
        number: int = sure(chips, "an amount")
        if not self.is_cash:
            return f"{number:,}"
        whole, part = divmod(number, 100)
        symbol = SYMBOLS.get(self.hand.currency or "", "")
        return f"{symbol}{whole:,}.{part:02d}" if part else f"{symbol}{whole:,}"

    def said(self, row: Any) -> str:
        """Return the line of a chat row."""
        mark = " (Observer)" if row.observer else ""
        return f"{row.player}{mark}: {one_line(row.text or '')}".rstrip(" ")

    # -- streets ---------------------------------------------------------------------------------

    def deal(self) -> None:
        """Print the button, the line that begins the first street, and the cards of the deal."""
        if self.hand.button_seat is not None:
            self.lines.append(f"The button is in seat #{self.hand.button_seat}")
        if self.hand.game in STUD_GAMES:
            self.lines.append("*** 3RD STREET ***")
            self._stud_cards("third")
            return
        self.lines.append("*** HOLE CARDS ***")
        for seat in self.record.seats:
            cards = self._cards_before_draws(seat)
            if cards and self.is_dealt_line(seat):
                self.lines.append(dealt_to(seat.player, cards))

    def _cards_before_draws(self, seat: Any) -> list[str]:
        """Return the first cards, none when they cannot be told from the last ones."""
        thrown = [r for r in self.record.actions if r.seat == seat.seat and r.kind == "discards"]
        drawn = [r for r in self.record.actions if r.seat == seat.seat and r.kind == "draws"]
        if self.hand.game in DRAW_GAMES and thrown and len(drawn) < len(thrown):
            return []
        return initial_draw_cards(self.record, seat)

    def _stud_cards(self, street: str) -> None:
        count = STUD_CARDS[street]
        for seat in self.record.seats:
            hole, up = split_cards(seat.hole_cards), split_cards(seat.up_cards)
            if self.is_dealt_line(seat) and len(hole) >= count:
                known, new = hole[: count - 1], hole[count - 1]
            elif len(up) >= count - 2 and count < 7:
                known, new = up[: count - 3], up[count - 3]
            else:
                continue
            before = f"[{' '.join(known)}] " if known else ""
            self.lines.append(f"Dealt to {seat.player} {before}[{new}]")

    def streets_between(self, coming: list[str]) -> None:
        """Print the lines of these streets."""
        for street in coming:
            self._street_line(street)

    def _street_line(self, street: str) -> None:
        size = BOARD_SIZES.get(street)
        if size is None:
            words = _STREET_LINES[street]
            if street == "draw1" and self.hand.game not in TRIPLE_DRAWS:
                words = "DRAW"
            self.lines.append(f"*** {words} ***")
            if street in STUD_CARDS:
                self._stud_cards(street)
        elif len(self.board) >= size:
            cards = board_cards(street, self.board)
            self.lines.append(f"*** {_STREET_LINES[street]} *** {cards}")

    # -- moves and results -----------------------------------------------------------------------

    def action(self, row: Any, following: list[tuple[str, Any]]) -> int:
        """Print one action; return how many of the rows after it are thereby printed too."""
        form = _ACTIONS.get(row.kind)
        if form is None:
            return 0  # nothing that moves chips: posts, bets and results all have their words
        line = form(self, row)
        if line is None:
            return 0
        capped = bool(
            row.kind in _PAYING
            and following
            and following[0][0] == "events"
            and following[0][1].kind == "capped"
            and following[0][1].player == row.player
        )
        if row.kind in _PAYING and (row.all_in or capped):
            line += ", and is capped" if capped else ", and is all in"
        self.lines.append(line)
        self._redealt(row)
        return int(capped)

    def _pay(self, row: Any) -> int:
        """Add the row's chips to the seat's street bet and return that."""
        bet = self.bets.get(row.seat, 0) + int(sure(row.amount, "an amount"))
        self.bets[row.seat] = bet
        return bet

    def _post(self, row: Any) -> str:
        if row.kind not in ("posts_ante", "posts_dead"):
            self._pay(row)
        return f"{row.player} {_POSTS[row.kind]} {self.amount(row.amount)}"

    def _posts_both(self, row: Any) -> str:
        """Print a big blind with a dead small one as the two posts that it is."""
        live = min(int(sure(row.amount, "an amount")), self.hand.big_blind or 0)
        self.bets[row.seat] = self.bets.get(row.seat, 0) + live
        if row.amount > live:
            dead = self.amount(row.amount - live)
            self.lines.append(f"{row.player} posts a dead small blind of {dead}")
        return f"{row.player} posts the big blind of {self.amount(live)}"

    def _calls(self, row: Any) -> str:
        self._pay(row)
        return f"{row.player} calls {self.amount(row.amount)}"

    def _bets(self, row: Any) -> str:
        self._pay(row)
        return f"{row.player} bets {self.amount(row.amount)}"

    def _brings_in(self, row: Any) -> str:
        self._pay(row)
        return f"{row.player} brings in for {self.amount(row.amount)}"

    def _raises(self, row: Any) -> str:
        return f"{row.player} raises to {self.amount(self._pay(row))}"

    def _completes(self, row: Any) -> str:
        return f"{row.player} completes it to {self.amount(self._pay(row))}"

    def _discards(self, row: Any) -> str:
        cards = split_cards(row.cards)
        count = row.amount or len(cards)
        known = f" [{' '.join(cards)}]" if cards and "??" not in cards else ""
        return f"{row.player} discards {count} card{'' if count == 1 else 's'}{known}"

    def _redealt(self, row: Any) -> None:
        """Print the cards of a hand whose first cards could not be told, after its last draw."""
        if row.kind not in ("discards", "stands_pat"):
            return
        mine = [r for r in self.record.actions if r.seat == row.seat]
        draws = [r for r in mine if r.kind in ("discards", "stands_pat")]
        seat = next(s for s in self.record.seats if s.seat == row.seat)
        if draws[-1] is row and self.is_dealt_line(seat) and seat.hole_cards:
            self.lines.append(f"Dealt to {row.player} [{spaced(seat.hole_cards)}]")

    def _stands_pat(self, row: Any) -> str:
        cards = f" on [{spaced(row.cards)}]" if row.cards else ""
        return f"{row.player} stands pat{cards}"

    def _returned(self, row: Any) -> str:
        self.bets[row.seat] = max(0, self.bets.get(row.seat, 0) - int(sure(row.amount, "a bet")))
        return f"Uncalled bet of {self.amount(row.amount)} returned to {row.player}"

    def _shows(self, row: Any) -> str:
        cards = sure(row.cards, "a shown hand")
        words = self._words(cards) if self.street == "showdown" else None
        if self.street != "showdown":
            self.shown_early[row.player] = cards
        self.shown[row.player] = cards
        return f"{row.player} shows [{spaced(cards)}]{f' {words}' if words else ''}"

    def _collects(self, row: Any) -> str | None:
        if self.hand.cut:
            return None  # the text stopped before; only the summary names the winner
        self._name_hands()
        line = f"{row.player} wins the {_pot_name(row.pot)} ({self.amount(row.amount)})"
        words = self._words(self.shown[row.player]) if row.player in self.shown else None
        return f"{line} with {words}" if words else line

    def _words(self, cards: str) -> str | None:
        return describe(self.hand.game, cards, self.hand.board, "fulltilt")

    def _name_hands(self) -> None:
        """Name the hands of players who were all-in: their cards came before the board."""
        if len(self.shown_early) > 1:
            self.run_out()
            for player, cards in self.shown_early.items():
                words = self._words(cards)
                if words:
                    self.lines.append(f"{player} shows {words}")
        self.shown_early = {}

    # -- events ----------------------------------------------------------------------------------

    def event(self, row: Any, rows: list[tuple[str, Any]]) -> int:
        """Print an event that the house has words for."""
        if row.player is not None:
            self._happens(row)
        return 0

    def _happens(self, row: Any) -> None:
        words = _EVENTS.get(row.kind)
        seconds = _SECONDS.fullmatch(row.note or "") if row.kind == "clock" else None
        if words is not None:
            self.lines.append(words.replace("{}", row.player, 1))
        elif seconds is not None:
            self.lines.append(f"{row.player} has {seconds[1]} seconds left to act")
        elif row.kind == "joins":
            self.lines.append(f"{row.player} sits down")
            if row.amount is not None and row.player not in self.seated:
                self.lines.append(f"{row.player} adds {self.amount(row.amount)}")
        elif row.kind in ("adds_on", "rebuys") and row.amount is not None:
            self.lines.append(f"{row.player} adds {self.amount(row.amount)}")


_ACTIONS: dict[str, Callable[[Body, Any], str | None]] = {
    **dict.fromkeys(_POSTS, Body._post),
    "posts_both": Body._posts_both,
    "brings_in": Body._brings_in,
    "folds": lambda _body, row: f"{row.player} folds",
    "checks": lambda _body, row: f"{row.player} checks",
    "calls": Body._calls,
    "bets": Body._bets,
    "raises": Body._raises,
    "completes": Body._completes,
    "discards": Body._discards,
    "stands_pat": Body._stands_pat,
    "returned": Body._returned,
    "shows": Body._shows,
    "mucks": lambda _body, row: f"{row.player} mucks",
    "hides": lambda _body, row: f"{row.player} mucks",
    "collects": Body._collects,
}
_PAYING = frozenset({*_POSTS, "posts_both", "brings_in", "calls", "bets", "raises", "completes"})


def _pot_name(pot: str | None) -> str:
    return re.sub(r"-(\d)", r" #\1", pot or "pot")


def side_pots(body: Body) -> str:
    """Return ` Main pot 600. Side pot 1 300.` when there was more than one pot."""
    pots: dict[str, int] = {}
    for row in body.record.actions:
        if row.kind == "collects":
            name = row.pot or "pot"
            pots[name] = pots.get(name, 0) + row.amount
    if len(pots) < 2 or "main pot" not in pots:
        return ""
    main = pots.pop("main pot")
    parts = [f" Main pot {body.amount(main)}."]
    parts += [
        f" S{name[1:].replace('-', ' ')} {body.amount(amount)}."
        for name, amount in reversed(pots.items())
        if name.startswith("side pot")
    ]
    return "".join(parts)
