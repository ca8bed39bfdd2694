"""What happened between two states, read off their records."""

from __future__ import annotations

from dataclasses import dataclass

from railbird.arena.cards import Card
from railbird.arena.hand.actions import Call, Fold, Move
from railbird.arena.hand.record import NO_CARD, Table


@dataclass(frozen=True, slots=True)
class Folded:
    """A seat gave its hand up."""

    seat: int


@dataclass(frozen=True, slots=True)
class Checked:
    """A seat called nothing."""

    seat: int


@dataclass(frozen=True, slots=True)
class Called:
    """A seat put in `amount` to match; `all_in` if that was all."""

    seat: int
    amount: int
    all_in: bool


@dataclass(frozen=True, slots=True)
class Raised:
    """A seat bet or raised by putting in `amount`, to a street bet of `total`."""

    seat: int
    amount: int
    total: int
    all_in: bool


@dataclass(frozen=True, slots=True)
class Dealt:
    """Cards came: to the board (seat None) or to a seat; None is a card not known."""

    seat: int | None
    cards: tuple[Card | None, ...]


@dataclass(frozen=True, slots=True)
class UncalledReturned:
    """Chips that nobody matched came back."""

    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class Shown:
    """At the showdown: a seat's turn; `must` is False when it may muck."""

    seat: int
    must: bool


@dataclass(frozen=True, slots=True)
class Won:
    """A seat collected `amount` in all from the pots."""

    seat: int
    amount: int


Event = Folded | Checked | Called | Raised | Dealt | UncalledReturned | Shown | Won


def events_between(before: Table, after: Table, move: Move) -> tuple[Event, ...]:
    """Return the move and what followed it, in order."""
    events: list[Event] = [_of_move(before, after, move)]
    seats = range(int(before.seats))
    for i in seats:
        amount = int(after.returned[i] - before.returned[i])
        if amount:
            events.append(UncalledReturned(i + 1, amount))
    events += _dealt(before, after)
    for i in range(int(after.show_count)):
        seat = int(after.show_order[i])
        events.append(Shown(seat + 1, bool(after.shows[seat] == 1)))
    events += [Won(i + 1, int(after.won[i])) for i in seats if after.won[i]]
    return tuple(events)


def _of_move(before: Table, after: Table, move: Move) -> Event:
    i = int(before.to_act)
    if isinstance(move, Fold):
        return Folded(i + 1)
    if isinstance(move, Call):
        amount = int(before.to_call)
        all_in = amount == before.stack[i]
        return Called(i + 1, amount, bool(all_in)) if amount else Checked(i + 1)
    amount = move.total - int(before.street_bet[i])
    return Raised(i + 1, amount, move.total, bool(amount == before.stack[i]))


def _dealt(before: Table, after: Table) -> list[Event]:
    events: list[Event] = []
    fresh = after.board[int(before.board_count) : int(after.board_count)]
    if len(fresh):
        events.append(Dealt(None, tuple(int(card) for card in fresh)))
    for i in range(int(after.seats)):
        new = after.cards[i][int(before.card_count[i]) : int(after.card_count[i])]
        if len(new):
            cards = tuple(None if card == NO_CARD else int(card) for card in new)
            events.append(Dealt(i + 1, cards))
    return events
