"""Wrappers for tournaments: opponents drawn for each event, and events kept as history tables.

Flattening and stacking of past observations are Gymnasium's own: `FlattenObservation` for the Dict
forms, `FrameStackObservation` for the flat one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

import gymnasium as gym
import numpy as np

from railbird.arena.env.config import EnvError, OpponentLike, make_opponents
from railbird.arena.env.many import ManyTables
from railbird.arena.env.single import TournamentEnv
from railbird.arena.history.schema import History
from railbird.arena.tournament.chronicle import Chronicle


def _tournament(env: gym.Env[Any, Any]) -> TournamentEnv:
    inner = env.unwrapped
    if not isinstance(inner, TournamentEnv):
        raise EnvError(f"{inner} is no railbird/Tournament-v0")
    return inner


class SampleOpponents(gym.Wrapper[Any, Any, Any, Any]):
    """Draws opponents from a pool anew for each tournament, as league training does.

    `pool` holds opponents of any kind; `weights` says how often each is drawn (evenly without).
    Each other seat draws its own. `pool` may grow while the league learns: give the list that you
    append to. `info["opponents"]` at reset holds the drawn places in the pool, clockwise.
    """

    def __init__(
        self,
        env: gym.Env[Any, Any],
        pool: Sequence[OpponentLike],
        weights: Callable[[], Sequence[float]] | None = None,
    ) -> None:
        super().__init__(env)
        if not pool:
            raise EnvError("the pool of opponents is empty")
        self.pool = pool
        self.weights = weights

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Draw opponents and begin a tournament."""
        inner = _tournament(self.env)
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        elif not hasattr(self, "_rng"):
            self._rng = np.random.default_rng()
        chances = None
        if self.weights is not None:
            raw = np.asarray(self.weights(), dtype=np.float64)
            chances = raw / raw.sum()
        others = inner.settings.entrants - 1
        drawn = self._rng.choice(len(self.pool), size=others, p=chances)
        inner.set_opponents([self.pool[k] for k in drawn])
        observation, info = self.env.reset(seed=seed, options=options)
        return observation, info | {"opponents": drawn}


class RecordHistory(gym.Wrapper[Any, Any, Any, Any]):
    """Keeps each tournament as history tables and hands them to `keep` when it is over.

    The director runs recorded events to their very end: after the agent is out the others play on
    among themselves. Rules and decks are the same as without; the draw for seats is another.
    """

    def __init__(
        self, env: gym.Env[Any, Any], keep: Callable[[History], None], name: str = "env"
    ) -> None:
        super().__init__(env)
        inner = _tournament(env)
        numbers = count(1)

        def book() -> Chronicle:
            return Chronicle(inner.settings.structure, f"{name}-{next(numbers)}-")

        bots, inner.opponents = make_opponents(inner.settings, inner.opponents_given)
        seats = ManyTables(inner.settings, bots, self_play=False)
        seats.chronicle = book
        seats.play_out = True
        inner.seats.close()
        inner.seats = seats
        self._seats = seats
        self._keep = keep

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        """Do an action; at the end hand over the history."""
        result = self.env.step(action)
        if result[2]:
            self._keep(self._seats.director.history())
        return result
