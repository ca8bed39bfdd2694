"""What the houses' hand texts share: the order of a hand's lines, its streets, whose cards show."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from railbird.datasets.formats.write_rows import CannotWrite, HandRecord
from railbird.datasets.formats.write_words import split_cards, streets_of

BOARD_SIZES = {"flop": 3, "turn": 4, "river": 5}
STUD_CARDS = {"third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7}


class HandBody(ABC):
    """Makes the lines from the posts to the last result; `lines` is the result.

    A house says how its lines read; `write` asks for them in the order in which things happened.
    """

    def __init__(self, record: HandRecord, heroes: frozenset[str]) -> None:
        hand = record.hand
        self.record, self.hand, self.heroes = record, hand, heroes
        self.is_cash = hand.tournament_id is None
        self.streets = streets_of(hand.game)
        self.street = self.streets[0]
        self.bets: dict[int, int] = {}
        self.board, self.board_2 = split_cards(hand.board), split_cards(hand.board_2)
        self.lines: list[str] = []

    def write(self) -> None:
        """Write all lines."""
        rows = self.record.order
        posts = [n for n, (name, row) in enumerate(rows) if name == "actions" and is_post(row)]
        last_post = posts[-1] if posts else -1
        if not posts:
            self.deal()
        skip = 0
        for n, (name, row) in enumerate(rows):
            if skip:
                skip -= 1
            elif name == "chat":
                self.lines.append(self.said(row))
            elif name == "actions":
                if row.street is not None:
                    self.go_to(row.street)
                skip = self.action(row, rows[n + 1 :])
            else:
                skip = self.event(row, rows[n:])
            if n == last_post:
                self.deal()
        if not self.hand.cancelled:
            self.run_out()

    @abstractmethod
    def deal(self) -> None:
        """Print the line that begins the first street, and the cards dealt with it."""

    @abstractmethod
    def said(self, row: Any) -> str:
        """Return the line of a chat row."""

    @abstractmethod
    def action(self, row: Any, following: list[tuple[str, Any]]) -> int:
        """Print one action; return how many of the rows after it are thereby printed too."""

    @abstractmethod
    def event(self, row: Any, rows: list[tuple[str, Any]]) -> int:
        """Print an event, the first of `rows`; return how many after it are thereby printed."""

    @abstractmethod
    def streets_between(self, coming: list[str]) -> None:
        """Print the lines of these streets."""

    def go_to(self, street: str) -> None:
        """Print the lines of all streets up to `street`."""
        if street == self.street or street not in self.streets:
            return
        here, there = self.streets.index(self.street), self.streets.index(street)
        if there < here:
            raise CannotWrite(f"its streets are out of order: {street} after {self.street}")
        self.streets_between(list(self.streets[here + 1 : there + 1]))
        self.street = street
        self.bets = {}

    def run_out(self) -> None:
        """Print streets that were dealt after the last thing that happened."""
        sizes = [s for s, size in BOARD_SIZES.items() if len(self.board) >= size]
        if sizes and self.street in self.streets[:-1]:
            if self.streets.index(sizes[-1]) > self.streets.index(self.street):
                self.go_to(sizes[-1])

    def is_dealt_line(self, seat: Any) -> bool:
        """Say whether the cards are known from the deal on, not only from a showdown."""
        return seat.player in self.heroes and seat.dealt_in is not False


def is_post(row: Any) -> bool:
    """Say whether an action is a blind, an ante or a straddle."""
    return str(row.kind).startswith("posts_")


def dealt_to(player: str, cards: list[str]) -> str:
    """Return the line of the first cards."""
    return f"Dealt to {player} [{' '.join(cards)}]"


def board_cards(street: str, board: list[str]) -> str:
    """Return a street's cards: those so far in one bracket, the new one in a second (BUGS B32)."""
    size = BOARD_SIZES[street]
    old = f"[{' '.join(board[: size - 1])}] " if size > 3 else ""
    new = " ".join(board[size - 1 : size] if size > 3 else board[:3])
    return f"{old}[{new}]"
