"""What an agent is: something that turns an observation into a move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from railbird.agents.observation import Observation
from railbird.arena.hand.actions import Call, Fold, Move, RaiseTo
from railbird.arena.hand.record import CALL, FOLD, RAISE

__all__ = ["Agent", "Call", "Fold", "Move", "Observation", "RaiseTo", "SimpleAgent", "Unavailable"]


@runtime_checkable
class Agent(Protocol):
    """Plays a seat. One object may play several seats and events; it sees observations only."""

    def act(self, observation: Observation) -> Move:
        """Return `Fold()`, `Call()` (also a check) or `RaiseTo(total)` (also a bet)."""
        ...


class Unavailable(ValueError):
    """An agent that cannot play here: one line for the person who asked for it."""


class SimpleAgent:
    """A base with a batch form that asks one by one; subclasses write `act`."""

    def act(self, observation: Observation) -> Move:
        """Return the move."""
        raise NotImplementedError(f"{type(self).__name__} needs an act(self, observation)")

    def act_batch(self, observations: Sequence[Observation]) -> list[Move]:
        """Return a move for each observation."""
        return [self.act(observation) for observation in observations]


def move_codes(move: Move) -> tuple[int, int]:
    """Return the kernel's (kind, total) of a move. Raises `TypeError` for anything else."""
    if isinstance(move, RaiseTo):
        return RAISE, move.total
    if isinstance(move, Fold):
        return FOLD, 0
    if isinstance(move, Call):
        return CALL, 0
    raise TypeError(f"an agent returns Fold(), Call() or RaiseTo(total), not {move!r}")


def move_of_codes(kind: int, total: int) -> Move:
    """Return the move of the kernel's (kind, total)."""
    if kind == RAISE:
        return RaiseTo(total)
    return Fold() if kind == FOLD else Call()
