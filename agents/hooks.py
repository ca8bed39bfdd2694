"""What an agent may do besides moving. Every method is optional; an agent without it does nothing.

    sits_in(sitting) -> bool                    before each hand: play it, or sit out (PS-18.4b)
    dealt(hand, player, cards) -> None          the own cards, as soon as they are dealt
    say(observation) -> str | None              a line of chat, before the move of this decision
    hear(hand, player, text) -> None            a line that somebody at the table said, also the own
    think_ms(observation, move) -> int | None   how long the move takes on the event's clock, in ms

`hand` is a hand's number in the event, `player` a name at the table (in `dealt` the own). Sitting
out keeps the seat: the player is dealt in and folded in turn, until he sits in again. An error in
one of these is kept as the agent's fault and counts as if it had no such method.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

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
