"""One Full Tilt hand while it is read: who sits where, what each put in, what happened."""

from __future__ import annotations

from collections.abc import Mapping

from railbird.arena.history.recorder import Row
from railbird.datasets.formats.fulltilt_header import Setting

_FIRST_STREET = {
    "stud": "third",
    "stud8": "third",
    "razz": "third",
    "badugi": "predraw",
    "draw5": "predraw",
    "triple-draw-27": "predraw",
    "single-draw-27": "predraw",
    "a5-triple-draw": "predraw",
    "badacey": "predraw",
    "badeucey": "predraw",
}
# What a time-out does not decide: it waits for the next row of another kind.
_NOT_FORCED = frozenset({"returned", "shows", "collects"})


class Seat:
    """A player's part in a hand. `put`, `back`, `won` and `bet` (this street) are chips."""

    __slots__ = (
        "acted",
        "back",
        "bet",
        "cards",
        "disconnected",
        "folded",
        "mucked",
        "name",
        "number",
        "paid",
        "put",
        "result",
        "shown",
        "sitting_out",
        "stack",
        "timed_out",
        "up_cards",
        "won",
    )

    def __init__(self, number: int, name: str, stack: int, *, sitting_out: bool) -> None:
        self.number, self.name, self.stack = number, name, stack
        self.sitting_out = sitting_out
        self.put = self.back = self.won = self.bet = 0
        self.cards: str | None = None
        self.shown: str | None = None
        self.up_cards = ""
        self.acted = self.folded = self.mucked = False
        self.disconnected = self.timed_out = False
        self.result: str | None = None  # the seat's line in the summary
        self.paid: int | None = None  # what that line says the seat collected


class Hand:
    """Everything read of a hand so far; the rows carry its printed id until it is handed over."""

    def __init__(
        self,
        hand_id: str,
        setting: Setting,
        start_time: int | None,
        ordinal: int,
        amounts: Mapping[str, int],
    ) -> None:
        self.hand_id, self.setting, self.start_time = hand_id, setting, start_time
        self.ordinal, self.amounts = ordinal, amounts
        self.max_seats = setting.max_seats
        self.seats: dict[str, Seat] = {}
        self.numbers: dict[int, Seat] = {}
        self.names: list[str] = []  # longest first
        self.names_are_words = False  # then the first word of a line tells who acts
        self.street = _FIRST_STREET.get(setting.game.game or "", "preflop")
        self.is_stud = self.street == "third"
        self.is_draw = self.street == "predraw"
        self.boards: list[str] = ["", ""]
        self.button: int | None = None
        self.pot: int | None = None
        self.rake: int | None = None
        self.cancelled = False
        self.in_summary = False
        self.unknown: list[tuple[int, str]] = []
        self.count = 0
        self.actions: list[Row] = []
        self.events: list[Row] = []
        self.chat: list[Row] = []
        self.arrived: dict[str, int] = {}  # who came to the table: index of the row in `events`

    def sit(self, seat: Seat) -> None:
        """Add a player of the seat list."""
        self.seats[seat.name] = seat
        self.numbers[seat.number] = seat

    def act(
        self,
        seat: Seat,
        kind: str,
        amount: int | None = None,
        *,
        all_in: bool = False,
        pot: str | None = None,
        cards: str | None = None,
    ) -> None:
        """Append an action row; the chips are already moved in `seat`."""
        self.count += 1
        timed_out = seat.timed_out and kind not in _NOT_FORCED
        seat.timed_out = seat.timed_out and not timed_out
        self.actions.append(
            (
                self.hand_id,
                self.count,
                self.street,
                seat.number,
                seat.name,
                kind,
                amount,
                seat.bet,
                all_in,
                timed_out,
                None,
                pot,
                cards,
            )
        )

    def happen(
        self, player: str, kind: str, amount: int | None = None, note: str | None = None
    ) -> None:
        """Append an event row."""
        self.count += 1
        row = (self.hand_id, self.count, player, kind, amount, None, None, None, None, None, note)
        self.events.append(row)

    def say(self, player: str, text: str, *, observer: bool) -> None:
        """Append a chat row."""
        self.count += 1
        tournament = self.setting.tournament_id
        self.chat.append((tournament, self.hand_id, self.count, None, player, observer, text))

    def next_street(self, street: str) -> None:
        """Begin a street: nobody has bet on it."""
        self.street = street
        for seat in self.seats.values():
            seat.bet = 0
