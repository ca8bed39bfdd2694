"""A PokerStars hand while it is read: its seats and the rows gathered so far."""

from __future__ import annotations

from railbird.arena.history.recorder import Row
from railbird.datasets.formats.pokerstars_header import DRAW_GAMES, STUD_GAMES, Header
from railbird.datasets.formats.pokerstars_words import CENTS, CHIPS


class Seat:
    """A seated player. `late`: the clock ran out, so the house takes the next action."""

    __slots__ = (
        "bounty",
        "cashed_out",
        "contributed",
        "dealt_in",
        "disconnected",
        "hole_cards",
        "late",
        "mucked",
        "name",
        "number",
        "returned",
        "shown_cards",
        "sitting_out",
        "stack",
        "street_bet",
        "summary_won",
        "up_cards",
        "won",
    )

    def __init__(self, number: int, name: str, stack: int, bounty: int | None) -> None:
        self.number = number
        self.name = name
        self.stack = stack
        self.bounty = bounty
        self.dealt_in = True
        self.sitting_out = self.disconnected = self.late = False
        self.mucked = self.cashed_out = False
        self.hole_cards: str | None = None
        self.shown_cards: str | None = None
        self.up_cards: str | None = None
        self.contributed = self.returned = self.won = 0
        self.street_bet = self.summary_won = 0


class Hand:
    """Rows and state of one hand. `ordinal` is the last one given within the hand."""

    def __init__(self, header: Header) -> None:
        stakes = header.stakes
        self.header = header
        self.stakes = stakes
        self.hand_id = header.hand_id
        self.tournament_id: str | None = stakes.tournament_id
        self.amounts = CENTS if stakes.tournament_id is None else CHIPS
        self.is_draw = stakes.game in DRAW_GAMES
        self.is_stud = stakes.game in STUD_GAMES
        self.street = "third" if self.is_stud else "predraw" if self.is_draw else "preflop"
        self.ordinal = 0
        self.seats: dict[str, Seat] = {}
        self.by_place: dict[str, Seat] = {}  # by the text "Seat 3"
        self.actions: list[Row] = []
        self.events: list[Row] = []
        self.chat: list[Row] = []
        self.board: str | None = None
        self.board_2: str | None = None
        self.total_pot: int | None = None
        self.rake: int | None = None
        self.ante = 0
        self.cancelled = self.cut = self.has_summary = False
        self.small_blind_posted = self.has_returned = False
        self.awkward = False  # a name holds ": ", so a line can be cut in two ways
        self.split_knockouts = False

    def act(
        self,
        seat: Seat,
        kind: str,
        amount: int | None = None,
        all_in: bool = False,
        pot: str | None = None,
        cards: str | None = None,
    ) -> None:
        """Append an `actions` row; the seat's chips are already moved."""
        self.ordinal = ordinal = self.ordinal + 1
        late = seat.late
        if late:
            seat.late = False
        # fmt: off
        self.actions.append(
            (self.hand_id, ordinal, self.street, seat.number, seat.name, kind, amount,
             seat.street_bet, all_in, late, None, pot, cards)
        )
        # fmt: on

    def event(
        self,
        player: str | None,
        kind: str,
        *,
        amount: int | None = None,
        money: int | None = None,
        currency: str | None = None,
        other: str | None = None,
        share: float | None = None,
        bounty_after: int | None = None,
        note: str | None = None,
    ) -> None:
        """Append an `events` row."""
        self.ordinal = ordinal = self.ordinal + 1
        self.events.append(
            (
                self.hand_id,
                ordinal,
                player,
                kind,
                amount,
                money,
                currency,
                other,
                share,
                bounty_after,
                note,
            )
        )

    def seat_named(self, text: str) -> Seat | None:
        """Return the seat whose name ends a line as `text`; blanks at a line's end are lost."""
        seat = self.seats.get(text)
        if seat is None:
            return next((s for name, s in self.seats.items() if name.rstrip() == text), None)
        return seat

    def start_street(self, street: str) -> None:
        """Begin a street: nobody has bet on it yet."""
        self.street = street
        for seat in self.seats.values():
            seat.street_bet = 0
