"""The body of a PokerStars hand: posts, dealt cards, streets, moves and results, line by line."""

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
from railbird.datasets.formats.write_descriptions import HIGH_LOW_GAMES, describe
from railbird.datasets.formats.write_pokerstars_events import (
    event_line,
    is_shared_bounty,
    shared_bounty_line,
)
from railbird.datasets.formats.write_rows import CannotWrite, HandRecord
from railbird.datasets.formats.write_words import (
    DRAW_GAMES,
    STUD_GAMES,
    TRIPLE_DRAWS,
    initial_draw_cards,
    money_text,
    one_line,
    spaced,
    split_cards,
    sure,
)

_STREET_LINES = {
    "flop": "FLOP",
    "turn": "TURN",
    "river": "RIVER",
    "fourth": "4th STREET",
    "fifth": "5th STREET",
    "sixth": "6th STREET",
    "seventh": "RIVER",
    "draw1": "FIRST DRAW",
    "draw2": "SECOND DRAW",
    "draw3": "THIRD DRAW",
}
_POSTS = {
    "posts_ante": "the ante",
    "posts_small_blind": "small blind",
    "posts_big_blind": "big blind",
    "posts_both": "small & big blinds",
    "posts_straddle": "straddle",
}
_POT_NAME = re.compile(r"main pot|side pot(?:-\d{1,2})?|pot")


def pot_name(pot: str | None) -> str:
    """Return the house's name for a pot: `pot`, `main pot`, `side pot`, `side pot-2`."""
    match = _POT_NAME.search(pot or "pot")
    return match[0] if match else "pot"


class Body(HandBody):
    """The lines of a PokerStars hand."""

    def __init__(self, record: HandRecord, heroes: frozenset[str]) -> None:
        super().__init__(record, heroes)
        self.has_small_blind = self.has_dealt = self.has_low = False
        self.runs = 0  # 2 once a street that was dealt twice is printed
        self.shown: set[int] = set()
        self.held = {s.seat: initial_draw_cards(record, s) for s in record.seats}
        self.write()

    def amount(self, chips: int | None) -> str:
        """Return chips as the table prints them: bare in a tournament, money in a cash game."""
        number: int = sure(chips, "an amount")
        return money_text(number, self.hand.currency) if self.is_cash else str(number)

    def said(self, row: Any) -> str:
        """Return the line of a chat row."""
        return f'{row.player} said, "{one_line(row.text or "")}"'

    # -- streets ---------------------------------------------------------------------------------

    def deal(self) -> None:
        """Print the line that begins the first street, and the cards dealt with it."""
        game = self.hand.game
        self.has_dealt = True
        if game in STUD_GAMES:
            self.lines.append("*** 3rd STREET ***")
            self._stud_cards("third")
            return
        self.lines.append("*** DEALING HANDS ***" if game in DRAW_GAMES else "*** HOLE CARDS ***")
        for seat in self.record.seats:
            cards = self.held[seat.seat]
            if cards and self.is_dealt_line(seat):
                self.lines.append(dealt_to(seat.player, cards))

    def _stud_cards(self, street: str) -> None:
        count = STUD_CARDS[street]
        for seat in self.record.seats:
            hole, up = split_cards(seat.hole_cards), split_cards(seat.up_cards)
            if self.is_dealt_line(seat) and len(hole) >= count:
                known, new = hole[: count - 1], hole[count - 1 : count]
                known, new = ([], hole[:3]) if count == 3 else (known, new)
            elif len(up) >= count - 2 and count < 7:
                known, new = up[: count - 3], up[count - 3 : count - 2]
            else:
                continue
            before = f"[{' '.join(known)}] " if known else ""
            self.lines.append(f"Dealt to {seat.player} {before}[{' '.join(new)}]")

    def streets_between(self, coming: list[str]) -> None:
        """Print the lines of these streets, each twice where the board was run twice."""
        twice = [s for s in coming if s in BOARD_SIZES and self._is_dealt_twice(s)]
        for next_street in coming:
            if next_street not in twice:
                self._second_runs(twice)
                twice = []
                self._street_line(next_street, "FIRST " if self.runs else "", self.board)
            else:
                self.runs = 2
                self._street_line(next_street, "FIRST ", self.board)
        self._second_runs(twice)

    def _second_runs(self, streets: list[str]) -> None:
        for street in streets:
            self._street_line(street, "SECOND ", self.board_2)

    def _is_dealt_twice(self, street: str) -> bool:
        size = BOARD_SIZES[street]
        return len(self.board_2) >= size and self.board_2[:size] != self.board[:size]

    def _street_line(self, street: str, run: str, board: list[str]) -> None:
        if street == "showdown":
            self.lines.append(f"*** {run}SHOW DOWN ***")
            return
        size = BOARD_SIZES.get(street)
        if size is None:
            if street != "draw1" or self.hand.game in TRIPLE_DRAWS:
                self.lines.append(f"*** {_STREET_LINES[street]} ***")
            if street in STUD_CARDS:
                self._stud_cards(street)
            return
        if len(board) < size:
            return  # nobody saw this street
        self.lines.append(f"*** {run}{_STREET_LINES[street]} *** {board_cards(street, board)}")

    # -- moves and results -----------------------------------------------------------------------

    def action(self, row: Any, following: list[tuple[str, Any]]) -> int:
        """Print one action; return how many of the rows after it are thereby printed too."""
        if row.kind == "cashes_out":
            return self._cashes_out(row, following)
        form = _ACTIONS.get(row.kind)
        if form is None:
            raise CannotWrite(f"no words for the action {row.kind!r}")
        line = form(self, row)
        if line is not None:
            self.lines.append(line)
        return 0

    def _paid(self, row: Any, words: str) -> str:
        all_in = " and is all-in" if row.all_in else ""
        return f"{row.player}: {words} {self.amount(row.amount)}{all_in}"

    def _bet(self, row: Any, part: int | None = None) -> None:
        paid = sure(row.amount, "an amount") if part is None else part
        self.bets[row.seat] = self.bets.get(row.seat, 0) + paid

    def _post(self, row: Any) -> str:
        words = _POSTS.get(row.kind, "dead blind")
        if row.kind == "posts_dead" and self.has_small_blind:
            words = "small blind"  # as the house prints a missed one beside the real one
        elif row.kind == "posts_both":
            self._bet(row, min(sure(row.amount, "an amount"), self.hand.big_blind or 0))
        elif row.kind not in ("posts_ante", "posts_dead"):
            self._bet(row)
            self.has_small_blind = self.has_small_blind or row.kind == "posts_small_blind"
        return self._paid(row, f"posts {words}")

    def _calls(self, row: Any) -> str:
        self._bet(row)
        return self._paid(row, "calls")

    def _bets(self, row: Any) -> str:
        self._bet(row)
        return self._paid(row, "bets")

    def _brings_in(self, row: Any) -> str:
        self._bet(row)
        return self._paid(row, "brings in for")

    def _raises(self, row: Any) -> str:
        highest = max(self.bets.values(), default=0)
        self._bet(row)
        total = self.bets[row.seat]
        # Fixed-limit levels print the bets of both halves; the big blind is the small bet.
        limit = self.hand.betting == "fixed-limit"
        blind = (self.hand.small_blind if limit else self.hand.big_blind) or 0
        if self.street in ("preflop", "predraw") and total > blind:
            # A short big blind is still raised from its full size.
            highest = max(highest, blind)
        if total <= highest:
            raise CannotWrite(f"{row.player!r} raises to {total} over {highest}")
        all_in = " and is all-in" if row.all_in else ""
        by, to = self.amount(total - highest), self.amount(total)
        return f"{row.player}: raises {by} to {to}{all_in}"

    def _folds(self, row: Any) -> str:
        cards = f" [{spaced(row.cards)}]" if row.cards else ""
        return f"{row.player}: folds{cards}"

    def _discards(self, row: Any) -> str:
        cards = split_cards(row.cards)
        count = row.amount if row.amount is not None else len(cards)
        known = f" [{' '.join(cards)}]" if cards and "??" not in cards else ""
        self._throw(row.seat, cards)
        return f"{row.player}: discards {count} card{'' if count == 1 else 's'}{known}"

    def _throw(self, seat: int, cards: list[str]) -> None:
        self.held[seat] = [card for card in self.held[seat] if card not in cards]

    def _draws(self, row: Any) -> str | None:
        new = split_cards(row.cards)
        kept = [card for card in self.held[row.seat] if card not in new]
        self.held[row.seat] = kept + new
        if not kept or not new:
            return None  # the house has no form for it
        return f"Dealt to {row.player} [{' '.join(kept)}] [{' '.join(new)}]"

    def _stands_pat(self, row: Any) -> str:
        cards = f" on [{spaced(row.cards)}]" if row.cards else ""
        return f"{row.player}: stands pat{cards}"

    def _returned(self, row: Any) -> str:
        return f"Uncalled bet ({self.amount(row.amount)}) returned to {row.player}"

    def _shows(self, row: Any) -> str:
        if row.seat in self.shown and self.runs == 2:
            self.lines.append("*** SECOND SHOW DOWN ***")
            self.shown, self.runs = set(), 3
        self.shown.add(row.seat)
        cards = sure(row.cards, "a shown hand")
        words = self._describe(cards)
        self.has_low = self.has_low or "; LO: " in (words or "")
        return f"{row.player}: shows [{spaced(cards)}]{f' ({words})' if words else ''}"

    def _describe(self, cards: str) -> str | None:
        board = self.hand.board_2 if self.runs == 3 else self.hand.board
        return describe(self.hand.game, cards, board, "pokerstars")

    def _collects(self, row: Any) -> str | None:
        if self.hand.cut:
            return None  # the text stopped before; only the summary names the winner
        if not self.has_low and self.shown and self.hand.game in HIGH_LOW_GAMES:
            self.lines.append("No low hand qualified")
            self.has_low = True
        return f"{row.player} collected {self.amount(row.amount)} from {pot_name(row.pot)}"

    def _cashes_out(self, row: Any, following: list[tuple[str, Any]]) -> int:
        line = f"{row.player} cashed out the hand for {self.amount(row.amount)}"
        if following and following[0][0] == "events":
            fee = following[0][1]
            if fee.kind == "cash_out_fee" and fee.player == row.player and fee.money is not None:
                self.lines.append(f"{line} | Cash Out Fee {money_text(fee.money, fee.currency)}")
                return 1
        self.lines.append(line)
        return 0

    # -- events ----------------------------------------------------------------------------------

    def event(self, row: Any, rows: list[tuple[str, Any]]) -> int:
        """Print an event; a shared bounty's shares are one line."""
        if row.kind in ("moved", "cash_out_fee"):
            return 0  # printed with the seat, or with what was cashed out
        if not is_shared_bounty(row):
            line = self._sits_out(row) if row.kind == "sits_out" else event_line(row)
            if line is not None:
                self.lines.append(line)
            return 0
        shares = []
        for name, other in rows:
            if name != "events" or not is_shared_bounty(other) or other.other != row.other:
                break
            shares.append(other)
        self.lines.append(shared_bounty_line(shares))
        return len(shares) - 1

    def _sits_out(self, row: Any) -> str:
        """Print the form of the place: a cash table's lines have a colon."""
        if not self.is_cash:
            return f"{row.player} is sitting out"
        return f"{row.player}: {'sits out' if self.has_dealt else 'is sitting out'}"


_ACTIONS: dict[str, Callable[[Body, Any], str | None]] = {
    **dict.fromkeys((*_POSTS, "posts_dead"), Body._post),
    "brings_in": Body._brings_in,
    "folds": Body._folds,
    "checks": lambda _body, row: f"{row.player}: checks",
    "calls": Body._calls,
    "bets": Body._bets,
    "raises": Body._raises,
    "completes": Body._raises,
    "discards": Body._discards,
    "draws": Body._draws,
    "stands_pat": Body._stands_pat,
    "returned": Body._returned,
    "shows": Body._shows,
    "mucks": lambda _body, row: f"{row.player}: mucks hand",
    "hides": lambda _body, row: f"{row.player}: doesn't show hand",
    "collects": Body._collects,
}
