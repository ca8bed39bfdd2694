"""What an agent may do besides moving. Every method is optional; an agent without it does nothing.

    sits_in(sitting) -> bool        before each hand: deal me in, or I sit out (PS-18.4b)
    dealt(hand, player, cards)      the own cards, as soon as they are dealt
    say(observation) -> str | None  a line of chat, before the move of this decision
    hear(hand, player, text)        a line that somebody at the table has said, also the own
    think_ms(observation, move)     how long the move takes on the event's clock, or None

Sitting out keeps the seat: the player is dealt in and folded in turn, until he sits in again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from railbird.agents.observation import Observation
from railbird.arena.cards import Card
from railbird.arena.hand.actions import Move

MOST_SAID = 200  # characters of one line


@dataclass(frozen=True, slots=True)
class Sitting:
    """What a player sees before a hand is dealt at his table; all of it lies open in the lobby.

    `stacks` are chips and `bounties` cents on each head, by name, of those at the table; `away`
    names those who sit out. `prizes` are cents by place, best first. `hand` is its number in the
    event.
    """

    player: str
    hand: int
    level: int
    small_blind: int
    big_blind: int
    ante: int
    stacks: Mapping[str, int]
    bounties: Mapping[str, int]
    away: frozenset[str]
    players_left: int
    places_paid: int
    entrants: int
    prizes: tuple[int, ...] = ()


@runtime_checkable
class SitsOut(Protocol):
    """Chooses which hands to play."""

    def sits_in(self, sitting: Sitting) -> bool:
        """Say whether to play the coming hand."""
        ...


@runtime_checkable
class SeesCards(Protocol):
    """Looks at its own cards before it is its turn."""

    def dealt(self, hand: int, player: str, cards: tuple[Card, ...]) -> None:
        """Take the cards of hand number `hand`; `player` is the own name at the table."""
        ...


@runtime_checkable
class Talks(Protocol):
    """Chats."""

    def say(self, observation: Observation) -> str | None:
        """Return a line of chat to be said before the move of this decision, or None."""
        ...


@runtime_checkable
class Hears(Protocol):
    """Reads the chat."""

    def hear(self, hand: int, player: str, text: str) -> None:
        """Take a line that a player of the table (or oneself) has said."""
        ...


@runtime_checkable
class Times(Protocol):
    """Takes its own time."""

    def think_ms(self, observation: Observation, move: Move) -> int | None:
        """Return the thinking time of the move just returned, in ms; None is the usual time."""
        ...


def line_of(text: object) -> str | None:
    """Return what was said as one line, or None for nothing. Raises `TypeError` if it is no text.

    Control characters become blanks and a long line is cut, as chat boxes do.
    """
    if text is None:
        return None
    if not isinstance(text, str):
        raise TypeError(f"say returns a text or None, not {text!r}")
    line = "".join(c if c.isprintable() else " " for c in text).strip()
    return line[:MOST_SAID] or None
