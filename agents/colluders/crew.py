"""Partners: who is favoured when, what they tell each other, and what they owe each other.

Nothing passes between partners but through these objects; a player tells his own cards only.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from railbird.agents.colluders.marks import Altered
from railbird.agents.hooks import Sitting
from railbird.arena.cards import Card
from railbird.arena.randomness import STREAM_WORDS, seed_stream, unit

_MOVES_A_HAND = 1 << 10
ROTATIONS = ("never", "event", "hand")


class Channel:
    """How partners tell each other their cards, away from the table."""

    def __init__(self) -> None:
        self._told: dict[str, tuple[int, tuple[Card, ...]]] = {}

    def tell(self, player: str, hand: int, cards: Sequence[Card]) -> None:
        """Tell the own cards of a hand."""
        self._told[player] = hand, tuple(cards)

    def cards_of(self, player: str, hand: int) -> tuple[Card, ...] | None:
        """Return what a partner told of this hand, or None."""
        number, cards = self._told.get(player, (-1, ()))
        return cards if number == hand else None


@dataclass(slots=True)
class Crew:
    """The partners of one group in one event. The first member is favoured unless roles rotate.

    `rotation`: the favour passes on "never", each "event" or each "hand". `words` is what was
    understood from the chat: (hand, meaning) by player; `sittings` the last each member saw;
    `since` is the hand in which a scheme that does not end began.
    """

    members: tuple[str, ...]
    seed: int = 0
    event: int = 0
    rotation: str = "never"
    channel: Channel = field(default_factory=Channel)
    words: dict[str, tuple[int, str]] = field(default_factory=dict)
    sittings: dict[str, Sitting] = field(default_factory=dict)
    since: int | None = None

    def favoured(self, hand: int) -> str:
        """Return whom the others help in a hand."""
        turn = {"never": 0, "event": self.event, "hand": self.event + hand}[self.rotation]
        return self.members[turn % len(self.members)]

    def chance(self, hand: int, label: int = 0) -> float:
        """Return a number in [0, 1) that all members draw alike for a hand and a question."""
        stream = np.zeros(STREAM_WORDS, dtype=np.int64)
        seed_stream(stream, self.seed, hand * _MOVES_A_HAND + label)
        return unit(stream)

    def word(self, player: str, hand: int) -> str | None:
        """Return what a member's chat meant in this hand, or None."""
        number, meaning = self.words.get(player, (-1, ""))
        return meaning if number == hand else None


class Ledger:
    """Favours between partners over events: who helped whom in how many decisions.

    Events of a group are to be entered in the order in which they were played; `text` and
    `from_text` carry a ledger from one run to the next.
    """

    def __init__(self) -> None:
        self._done: dict[tuple[str, str], int] = {}

    def enter(self, marks: Iterable[Altered]) -> None:
        """Enter the favours of one event."""
        for mark in marks:
            key = mark.player, mark.partner
            self._done[key] = self._done.get(key, 0) + 1

    def balance(self, player: str, members: Sequence[str]) -> int:
        """Return what a player has done for the other members less what they did for him."""
        return sum(
            self._done.get((player, other), 0) - self._done.get((other, player), 0)
            for other in members
            if other != player
        )

    def order(self, members: Sequence[str]) -> tuple[str, ...]:
        """Return the members, the one to whom most is owed first; equal ones keep their order."""
        return tuple(sorted(members, key=lambda name: -self.balance(name, members)))

    def text(self) -> str:
        """Return the ledger as one line of JSON."""
        return json.dumps([[*key, count] for key, count in sorted(self._done.items())])

    @classmethod
    def from_text(cls, text: str) -> Ledger:
        """Return the ledger that `text` gave."""
        ledger = cls()
        ledger._done = {(giver, taker): count for giver, taker, count in json.loads(text)}
        return ledger
