"""A hand's players, posts and moves in the order and the words of PHH."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

from railbird.datasets.formats.phh_values import DRAW_GAMES, STUD_GAMES, UNKNOWN
from railbird.datasets.formats.write_rows import CannotWrite, HandRecord
from railbird.datasets.formats.write_words import initial_draw_cards, split_cards, sure

_HOLE_CARDS = {"omaha": 4, "omaha8": 4, "badugi": 4, "single-draw-27": 5, "triple-draw-27": 5}
_BOARD_SIZES = {"flop": 3, "turn": 4, "river": 5}
_STUD_STREETS = ("third", "fourth", "fifth", "sixth", "seventh")
_BETS = frozenset({"bets", "raises", "completes"})
_DEAD = frozenset({"posts_ante", "posts_dead"})

Scale = Callable[[int], int | Decimal]


class PhhTable:
    """Who plays, in PHH's order, and what each had to put in."""

    def __init__(self, record: HandRecord) -> None:
        hand = record.hand
        self.record, self.hand = record, hand
        # Chips of a cash game are hundredths of its currency.
        self.is_money = hand.tournament_id is None and hand.currency is not None
        self.is_stud = hand.game in STUD_GAMES
        self.posts = [r for r in record.actions if str(r.kind).startswith("posts_")]
        self.seats = self._in_order()
        for seat in self.seats:
            if sure(seat.stack, f"the stack of {seat.player!r}") <= 0:
                raise CannotWrite(f"{seat.player!r} is dealt in with no chips")
        self.place = {seat.seat: n for n, seat in enumerate(self.seats, start=1)}
        self.antes = self._listed(self._antes())
        self.antes_are_each = len(set(self.antes)) == 1
        self.bring_in = self._bring_in() if self.is_stud else None
        self.blinds = self._listed(self._blinds())
        self.bets, self.min_bet = self._bet_sizes()

    def _in_order(self) -> list[Any]:
        """Return the players dealt in, from the left of the button; heads-up small blind last."""
        seats = sorted((s for s in self.record.seats if s.dealt_in is not False), key=_seat_number)
        if len(seats) < 2:
            raise CannotWrite("fewer than two players are dealt in")
        if self.is_stud:
            return seats
        small = [row.seat for row in self.posts if row.kind == "posts_small_blind"]
        button = self.hand.button_seat
        if button is None:
            button = max((s.seat for s in seats if small and s.seat < small[0]), default=99)
        ordered = [s for s in seats if s.seat > button] + [s for s in seats if s.seat <= button]
        if len(ordered) == 2 and small and ordered[0].seat == small[0]:
            ordered.reverse()
        return ordered

    def _listed(self, by_seat: dict[int, int]) -> list[int]:
        """Return amounts as PHH lists them; heads-up the two stand in reverse."""
        amounts = [by_seat.get(seat.seat, 0) for seat in self.seats]
        return amounts[::-1] if len(amounts) == 2 else amounts

    def _antes(self) -> dict[int, int]:
        """Return antes and dead blinds: chips that count for no bet."""
        antes: dict[int, int] = {}
        for row in self.posts:
            amount = sure(row.amount, "a post")
            if row.kind == "posts_ante" and row.all_in:
                amount = max(amount, self.hand.ante or 0)
            elif row.kind == "posts_both":
                amount -= min(amount, self._big_blind())
            if row.kind in _DEAD or row.kind == "posts_both":
                antes[row.seat] = antes.get(row.seat, 0) + amount
        return antes

    def _big_blind(self) -> int:
        """Return the big blind that is posted; limit draw levels name the bets instead."""
        level: int = self.hand.big_blind or 0
        full = [
            r.amount
            for r in self.posts
            if r.kind == "posts_big_blind" and not r.all_in and r.amount
        ]
        if full:
            return int(max(full))
        return (self.hand.small_blind or 0) if self._level_names_bets() else level

    def _level_names_bets(self) -> bool:
        return self.hand.betting == "fixed-limit" and self.hand.game in DRAW_GAMES

    def _blinds(self) -> dict[int, int]:
        blinds: dict[int, int] = {}
        has_big = False
        for row in self.posts:
            if row.kind in _DEAD:
                continue
            amount = sure(row.amount, "a post")
            if row.kind == "posts_small_blind":
                if row.all_in and not self._level_names_bets():
                    amount = max(amount, self.hand.small_blind or 0)
            elif row.kind in ("posts_big_blind", "posts_both"):
                amount = self._big_blind()
                amount = -amount if has_big or row.kind == "posts_both" else amount
                has_big = True
            blinds[row.seat] = amount
        return blinds

    def _bring_in(self) -> int:
        brought = [r.amount for r in self.record.actions if r.kind == "brings_in" and r.amount]
        return brought[0] if brought else max(1, (self.hand.small_blind or 2) // 2)

    def _bet_sizes(self) -> tuple[tuple[int, int] | None, int]:
        small, big = self.hand.small_blind or 0, self.hand.big_blind or 0
        if self.hand.betting != "fixed-limit":
            return None, big or self._big_blind()
        if self.is_stud or self.hand.game in DRAW_GAMES or small == self._big_blind():
            return (small, big), 0
        return (self._big_blind(), 2 * self._big_blind()), 0


def _seat_number(seat: Any) -> int:
    number: int = sure(seat.seat, "a seat's number")
    return number


def action_texts(table: PhhTable, scale: Scale) -> list[str]:
    """Return the `actions` of the hand. Raises `CannotWrite` for what PHH has no word for."""
    return _Actions(table, scale).texts


class _Actions:
    def __init__(self, table: PhhTable, scale: Scale) -> None:
        self.table, self.scale = table, scale
        self.record, self.hand = table.record, table.hand
        self.texts: list[str] = []
        self.live = {seat.seat for seat in table.seats}
        self.bets: dict[int, int] = {}
        self.street: str | None = None
        self.dealt = 0  # board cards
        self.redeals: list[str] = []
        self.unseen: set[int] = set()  # seats whose first cards are dealt as unknown
        self._deal()
        for row in sorted(self.record.actions, key=lambda r: r.ordinal or 0):
            if row.seat in table.place:
                self._row(row)
        self._flush()
        if not self.hand.cancelled:
            self._board_to("river")

    def _deal(self) -> None:
        for seat in self.table.seats:
            label = f"p{self.table.place[seat.seat]}"
            if self.table.is_stud:
                down, up = self._stud_cards(seat, 0)
                self.texts.append(f"d dh {label} {down}{up}")
            else:
                self.texts.append(f"d dh {label} {self._first_cards(seat)}")

    def _first_cards(self, seat: Any) -> str:
        count = _HOLE_CARDS.get(self.hand.game, 2)
        cards = initial_draw_cards(self.record, seat)
        if len(cards) != count or (self.hand.game in DRAW_GAMES and self._draws_unseen(seat)):
            self.unseen.add(seat.seat)
            return UNKNOWN * count
        return "".join(cards)

    def _draws_unseen(self, seat: Any) -> bool:
        """Say whether some card that the seat threw away or drew is not known."""
        return any(
            r.seat == seat.seat
            and r.kind == "discards"
            and (
                not r.cards
                or "?" in r.cards
                or (r.amount or 0) > len(r.cards) // 2
                or not self._is_redeal_known(r)
            )
            for r in self.record.actions
        )

    def _is_redeal_known(self, discard: Any) -> bool:
        return any(
            r.kind == "draws" and r.seat == discard.seat and r.street == discard.street and r.cards
            for r in self.record.actions
        )

    def _stud_cards(self, seat: Any, street: int) -> tuple[str, str]:
        """Return the two hole cards and the up card of third street, or ("", next card)."""
        hole, up = split_cards(seat.hole_cards), split_cards(seat.up_cards)
        if street == 0:
            down = "".join(hole[:2]) if len(hole) >= 3 else UNKNOWN * 2
            return down, hole[2] if len(hole) >= 3 else up[0] if up else UNKNOWN
        place = street + 2
        if len(hole) > place:
            return "", hole[place]
        return "", up[street] if street < 4 and len(up) > street else UNKNOWN

    def _row(self, row: Any) -> None:
        if row.street not in (None, "showdown", self.street):
            self._go_to(row.street)
        label = f"p{self.table.place[row.seat]}"
        if row.kind in _BETS or row.kind in ("calls", "brings_in") or row.kind in _LIVE_POSTS:
            self.bets[row.seat] = self.bets.get(row.seat, 0) + self._live_amount(row)
        if row.kind in _BETS:
            self._move(f"{label} cbr {self.scale(self.bets[row.seat])}")
        elif row.kind in _SIMPLE:
            self._move(f"{label} {_SIMPLE[row.kind]}")
            if row.kind == "folds":
                self.live.discard(row.seat)
        elif row.kind in ("discards", "stands_pat"):
            self._draw(row, label)
        elif row.kind in ("shows", "mucks") and len(self.live) > 1:
            self._show(row, label)

    def _live_amount(self, row: Any) -> int:
        amount: int = sure(row.amount, "an amount")
        return min(amount, self.hand.big_blind or amount) if row.kind == "posts_both" else amount

    def _move(self, text: str) -> None:
        self._flush()
        self.texts.append(text)

    def _flush(self) -> None:
        """Deal the new cards once all have drawn."""
        self.texts += self.redeals
        self.redeals = []

    def _draw(self, row: Any, label: str) -> None:
        if row.kind == "stands_pat":
            self.texts.append(f"{label} sd")
            return
        cards = split_cards(row.cards)
        count = max(len(cards), row.amount or 0)
        if not count:
            raise CannotWrite("the number of cards thrown away is not known")
        redeal = [
            r.cards
            for r in self.record.actions
            if r.kind == "draws" and r.seat == row.seat and r.street == row.street and r.cards
        ]
        if row.seat in self.unseen:
            cards = [UNKNOWN] * count
        self.texts.append(f"{label} sd {''.join(cards)}")
        self.redeals.append(f"d dh {label} {redeal[0] if redeal else UNKNOWN * count}")

    def _show(self, row: Any, label: str) -> None:
        self._flush()
        if not self.table.is_stud:
            self._board_to("river")
        self.texts.append(f"{label} sm {row.cards}" if row.kind == "shows" else f"{label} sm")

    def _go_to(self, street: str) -> None:
        self._flush()
        first = self.street is None
        self.street = street
        if first and street in ("preflop", "third", "predraw"):
            return
        self.bets = {}
        if self.table.is_stud and street in _STUD_STREETS:
            for seat in self.table.seats:
                if seat.seat in self.live:
                    card = self._stud_cards(seat, _STUD_STREETS.index(street))[1]
                    self.texts.append(f"d dh p{self.table.place[seat.seat]} {card}")
        else:
            self._board_to(street)

    def _board_to(self, street: str) -> None:
        board = split_cards(self.hand.board)
        size = min(_BOARD_SIZES.get(street, 0), len(board))
        for end in (3, 4, 5):
            if self.dealt < end <= size:
                self.texts.append(f"d db {''.join(board[self.dealt : end])}")
                self.dealt = end


_SIMPLE = {"folds": "f", "checks": "cc", "calls": "cc", "brings_in": "pb"}
_LIVE_POSTS = frozenset({"posts_small_blind", "posts_big_blind", "posts_both", "posts_straddle"})
