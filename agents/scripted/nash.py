"""Push or fold: equilibria of the game in which the first player goes all-in or folds.

Heads-up it is the small blind against the big blind, exactly, by fictitious play over the 169
classes. With more behind, each caller answers as if he would be the only one to call, the usual
simplification; chips count as they are (between two players the ICM is linear in chips, so the
heads-up tables are the ICM's too).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railbird.agents.scripted.classes import CALLERS, CLASSES, COMBOS

Chances = NDArray[np.float64]

_POSTED = (0.0, 0.5, 1.0)
_DEAL = COMBOS / COMBOS.sum()


@dataclass(frozen=True, slots=True)
class Solution:
    """Chances by class that the first player pushes, and that each kind of caller calls.

    `gain` is what the first player could still gain by a better answer, in big blinds a hand,
    and `caller_gain` the same for all callers together.
    """

    push: Chances
    call: Chances
    gain: float
    caller_gain: float


def solve(
    equity: NDArray[np.float64], ways: NDArray[np.float64], behind: int, depth: float, rounds: int
) -> Solution:
    """Return the equilibrium with `behind` players yet to act and stacks of `depth` big blinds."""
    game = _Game(equity, ways, behind, depth)
    push = np.ones(CLASSES)
    call = np.ones((CALLERS, CLASSES))
    for k in range(1, rounds + 1):
        best_push = (game.push_value(call) > game.fold_value).astype(np.float64)
        best_call = np.array([game.call_value(push, c) > -_POSTED[c] for c in range(CALLERS)])
        # The later half of the rounds weighs more: the first answers were to guesses.
        step = 2.0 / (k + 2.0)
        push += step * (best_push - push)
        call += step * (best_call - call)
    return Solution(push, call, game.push_gain(push, call), game.call_gain(push, call))


class _Game:
    def __init__(
        self, equity: NDArray[np.float64], ways: NDArray[np.float64], behind: int, depth: float
    ) -> None:
        self.equity = equity
        self.ways = ways / ways.sum(1, keepdims=True)
        self.depth = depth
        small = 1 if behind > 1 else 0
        self.counts = (behind - small - 1, small, 1)
        self.own_post = 0.5 if behind == 1 else 0.0
        self.fold_value = -self.own_post
        self.blinds = 1.5

    def push_value(self, call: Chances) -> Chances:
        """Return what going all-in gains with each class, in big blinds."""
        value = np.zeros(CLASSES)
        nobody = np.ones(CLASSES)
        for caller, count in enumerate(self.counts):
            called = self.ways @ call[caller]
            # Weighted by the caller's classes: chips won when called, less those put in.
            pot = 2.0 * self.depth + self._dead(caller)
            won = (self.ways * self.equity) @ call[caller] * pot - called * self.depth
            for _ in range(count):
                value += nobody * won
                nobody *= 1.0 - called
        return value + nobody * (self.blinds - self.own_post)

    def call_value(self, push: Chances, caller: int) -> Chances:
        """Return what calling gains with each class against those who push."""
        mass = self.ways @ push
        won = (self.ways * self.equity) @ push
        pot = 2.0 * self.depth + self._dead(caller)
        return np.asarray(np.divide(won * pot, mass, where=mass > 1e-12, out=mass * 0) - self.depth)

    def push_gain(self, push: Chances, call: Chances) -> float:
        """Return the gain of the best answer to `call` over `push`."""
        edge = self.push_value(call) - self.fold_value
        return float(_DEAL @ (np.maximum(edge, 0.0) - push * edge))

    def call_gain(self, push: Chances, call: Chances) -> float:
        """Return the gain of the best answers to `push` over `call`, summed over the callers."""
        total = 0.0
        faced = self.ways @ push
        for caller, count in enumerate(self.counts):
            edge = (self.call_value(push, caller) + _POSTED[caller]) * faced
            total += count * float(_DEAL @ (np.maximum(edge, 0.0) - call[caller] * edge))
        return total

    def _dead(self, caller: int) -> float:
        """Return the blinds in the pot that belong to neither player."""
        return self.blinds - self.own_post - _POSTED[caller]
