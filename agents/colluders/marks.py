"""A mark: one decision that a scheme has changed."""

from __future__ import annotations

from dataclasses import dataclass

MOVE, TIME, LINE, AWAY = "move", "time", "line", "away"


@dataclass(frozen=True, slots=True)
class Altered:
    """A decision that the honest agent would have taken otherwise.

    `hand` is the hand's number in the event, `move` counts its decisions from 0 (0 when `what` is
    "away"). `what`: another "move", another thinking "time", a chat "line" before the decision, or
    "away": the player sat the hand out.
    """

    hand: int
    move: int
    player: str
    partner: str
    scheme: str
    what: str = MOVE
