"""A hand as a value, for people and tests. It computes nothing: the kernel does.

    state = new_hand("holdem", "no-limit", Stakes.blinds(1, 2), {1: 200, 2: 200}, button=1)
    legal(state)                       # what seat 1 may do
    state, events = apply(state, RaiseTo(6))

Seats are numbered from 1 here. A state never changes; `apply` gives the next one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from railbird.arena.cards import Card
from railbird.arena.hand import batch, record
from railbird.arena.hand.actions import Call, Fold, IllegalMove, InvalidMove, Legal, Move, RaiseTo
from railbird.arena.hand.events import Event, events_between
from railbird.arena.hand.games import BETTING_CODES, GAMES, Game
from railbird.arena.hand.record import NO_CARD, NO_SEAT, Table, Tables, copy_tables
from railbird.arena.hand.rules import HandRules
from railbird.arena.hand.setup import (
    Stakes,
    blind_array,
    post_at_index,
    post_from_button_index,
    write_game,
    write_stakes,
)

_GAME_KEYS = {
    (g.hole_cards, g.ranking, g.has_low, g.is_stud): g for g in reversed(list(GAMES.values()))
}
_BETTING_NAMES = {code: name for name, code in BETTING_CODES.items()}


@dataclass(frozen=True, slots=True)
class Pot:
    """Chips and the seats that can win them; `winners` and `low_winners` once it is shared."""

    amount: int
    eligible: tuple[int, ...]
    winners: tuple[int, ...] = ()
    low_winners: tuple[int, ...] = ()


class HandState:
    """One moment of a hand. Build it with `new_hand` or `text.parse_hand`; print it with `str`.

    Two states are equal when every field of their records is.
    """

    __slots__ = ("_tables",)

    def __init__(self, tables: Tables) -> None:
        """Take a copy of an array that holds one record."""
        self._tables = copy_tables(tables)
        self._tables.flags.writeable = False

    @property
    def table(self) -> Table:
        """The kernel's record, read only."""
        return self._tables[0]

    def tables(self) -> Tables:
        """Return a copy of the record, in an array of one."""
        return copy_tables(self._tables)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HandState) and self._tables.tobytes() == other._tables.tobytes()

    def __hash__(self) -> int:
        return hash(self._tables.tobytes())

    def __str__(self) -> str:
        from railbird.arena.hand.text import hand_text

        return hand_text(self)

    def __repr__(self) -> str:
        return f"<HandState {self.game.name} {self.street}, to act {self.to_act}>"

    @property
    def game(self) -> Game:
        """The game that is dealt."""
        t = self.table
        return _GAME_KEYS[int(t.hole_cards), int(t.ranking), bool(t.has_low), bool(t.is_stud)]

    @property
    def betting(self) -> str:
        """The betting structure, as in `arena.history.schema.BETTINGS`."""
        return _BETTING_NAMES[int(self.table.betting)]

    @property
    def street(self) -> str:
        """Name of the betting round."""
        return self.game.streets[int(self.table.street)]

    @property
    def to_act(self) -> int | None:
        """Seat whose turn it is; None when the hand is over."""
        seat = int(self.table.to_act)
        return None if seat == NO_SEAT else seat + 1

    @property
    def is_over(self) -> bool:
        """Whether the pots have been shared."""
        return bool(self.table.over)

    @property
    def seats(self) -> tuple[int, ...]:
        """Seats dealt in."""
        return tuple(i + 1 for i in range(int(self.table.seats)) if self.table.status[i])

    @property
    def live(self) -> tuple[int, ...]:
        """Seats that have not folded."""
        return tuple(s for s in self.seats if self.table.status[s - 1] == record.LIVE)

    @property
    def button_seat(self) -> int:
        """Seat of the button, which may be empty."""
        return int(self.table.button) + 1

    def stack(self, seat: int) -> int:
        """Chips behind; after the hand with what was won."""
        return int(self.table.stack[seat - 1])

    def street_bet(self, seat: int) -> int:
        """Chips in front of the seat on this street."""
        return int(self.table.street_bet[seat - 1])

    def contribution(self, seat: int) -> int:
        """Chips put in during the hand, dead ones included, less what was returned."""
        return int(self.table.contribution[seat - 1] + self.table.dead[seat - 1])

    def cards(self, seat: int) -> tuple[Card | None, ...]:
        """The seat's cards in the order dealt; None for an unknown one."""
        count = int(self.table.card_count[seat - 1])
        return tuple(None if c == NO_CARD else int(c) for c in self.table.cards[seat - 1][:count])

    @property
    def board(self) -> tuple[Card, ...]:
        """The common cards."""
        return tuple(int(c) for c in self.table.board[: int(self.table.board_count)])

    @property
    def pot(self) -> int:
        """All chips put in so far, less what was returned."""
        return int(self.table.pot)

    @property
    def pots(self) -> tuple[Pot, ...]:
        """The shared pots of a hand that is over, main pot first."""
        t = self.table
        return tuple(
            Pot(
                int(t.pot_amount[i]),
                seat_set(t.pot_eligible[i]),
                seat_set(t.pot_high[i]),
                seat_set(t.pot_low[i]),
            )
            for i in range(int(t.pot_count))
        )

    def won(self, seat: int) -> int:
        """Chips collected from the pots."""
        return int(self.table.won[seat - 1])

    def returned(self, seat: int) -> int:
        """Uncalled chips that came back."""
        return int(self.table.returned[seat - 1])

    def relevant_pot(self, seat: int) -> int | None:
        """Index of the pot a busted seat lost its last chips in (PS-24.4); None if not busted."""
        pot = int(self.table.relevant_pot[seat - 1])
        return None if pot < 0 else pot

    @property
    def showing(self) -> tuple[tuple[int, bool], ...]:
        """(seat, must show) in the order of the showdown; who need not show may muck."""
        t = self.table
        order = [int(t.show_order[i]) for i in range(int(t.show_count))]
        return tuple((s + 1, bool(t.shows[s] == record.MUST_SHOW)) for s in order)


def seat_set(mask: int) -> tuple[int, ...]:
    """Return the seat numbers of a kernel's seat mask."""
    return tuple(i + 1 for i in range(record.MAX_SEATS) if int(mask) >> i & 1)


def legal(state: HandState) -> Legal:
    """Return what the seat to act may do. Raises `InvalidMove` when the hand is over."""
    t = state.table
    if t.over:
        raise InvalidMove("the hand is over: nobody is to act")
    most = int(t.max_raise_to)
    least = int(t.min_raise_to)
    step = int(t.raise_step) or 1
    return Legal(bool(t.can_fold), int(t.to_call), least or None, most or None, step)


def apply(state: HandState, move: Move) -> tuple[HandState, tuple[Event, ...]]:
    """Return the state after `move` and what happened until the next decision.

    Raises `InvalidMove` for what is no move and `IllegalMove`, with the legal set, for one that
    is not allowed here.
    """
    if isinstance(move, Fold):
        kind, total = record.FOLD, 0
    elif isinstance(move, Call):
        kind, total = record.CALL, 0
    elif isinstance(move, RaiseTo):
        kind, total = record.RAISE, move.total
    else:
        raise InvalidMove(f"not a move: {move!r}")
    tables = state.tables()
    if not batch.act_at(tables, 0, kind, total):
        raise IllegalMove(move, None if state.is_over else legal(state))
    after = HandState(tables)
    return after, events_between(state.table, after.table, move)


def new_hand(
    game: str,
    betting: str,
    stakes: Stakes,
    stacks: Mapping[int, int],
    button: int,
    *,
    rules: HandRules | None = None,
    seats: int = 0,
    blinds: tuple[int | None, int] | None = None,
    holes: Mapping[int, Sequence[Card]] | None = None,
    board: Sequence[Card] = (),
    deck: Iterable[Card] | None = None,
    sitting_out: Iterable[int] = (),
) -> HandState:
    """Return a hand at its first decision (or its end, when nobody has one).

    `stacks` names the seats dealt in. `blinds` is (small blind seat or None, big blind seat) where
    they don't follow from the button: a dead button, a missing small blind. `deck` is dealt from
    the top; without it, `holes` and `board` are dealt and the other cards follow in order. A seat
    `sitting_out` that its forced bets put all-in folds.
    """
    tables = record.new_tables(1)
    t = tables[0]
    write_game(t, GAMES[game], betting, rules or HandRules())
    write_stakes(t, stakes, betting)
    t.seats = seats or max([*stacks, button])
    t.button = button - 1
    for seat, chips in stacks.items():
        t.dealt[seat - 1] = 1
        t.start_stack[seat - 1] = chips
    for seat in sitting_out:
        t.gives_up[seat - 1] = 1
    amounts = blind_array(stakes)
    if blinds is None:
        post_from_button_index(tables, 0, amounts)
    else:
        small = NO_SEAT if blinds[0] is None else blinds[0] - 1
        post_at_index(tables, 0, small, blinds[1] - 1, amounts)
    t.deck[:] = list(deck) if deck is not None else stacked_deck(t, holes or {}, board)
    batch.start_at(tables, 0)
    return HandState(tables)


def stacked_deck(
    t: Table, holes: Mapping[int, Sequence[Card]], board: Sequence[Card]
) -> list[Card]:
    """Return a deck that deals these cards: a seat's first ones first, the rest in order.

    In stud a seat's later cards come street by street, as long as nobody folds between.
    """
    first = 0 if t.is_stud else int(t.button) + 1
    order = [(first + i) % int(t.seats) for i in range(int(t.seats))]
    order = [seat for seat in order if t.dealt[seat]]
    named = {card for hole in holes.values() for card in hole} | set(board)
    free = iter([card for card in range(record.DECK_CARDS) if card not in named])
    deck: list[Card] = []
    rounds = record.HAND_CARDS if t.is_stud else int(t.hole_cards)
    for i in range(rounds):
        for seat in order:
            hole = holes.get(seat + 1, ())
            deck += [hole[i]] if i < len(hole) else islice(free, 1)
    deck += board
    deck += free
    return deck[: record.DECK_CARDS]
