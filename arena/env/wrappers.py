"""Wrappers for tournaments: opponents drawn for each event, and events kept as history tables.

Flattening is Gymnasium's own (`FlattenObservation`, single and vector), and so is stacking of past
observations for the single environment (`FrameStackObservation`); `StackVectorObservations` is that
for the vector. `docs/environments.md` shows them with the action mask.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from functools import partial
from itertools import count
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv, VectorWrapper
from gymnasium.vector.utils import batch_space, create_empty_array
from numpy.typing import NDArray

from railbird.arena.env.config import EnvError, OpponentLike
from railbird.arena.env.many import ManyTables
from railbird.arena.env.opponents import Pool, make_opponents
from railbird.arena.env.single import TournamentEnv
from railbird.arena.env.vector import TournamentVectorEnv
from railbird.arena.history.schema import History
from railbird.arena.tournament.chronicle import Chronicle

Weights = Callable[[], Sequence[float]]


def _tournament(env: gym.Env[Any, Any]) -> TournamentEnv:
    inner = env.unwrapped
    if not isinstance(inner, TournamentEnv):
        raise EnvError(f"{inner} is no railbird/Tournament-v0")
    return inner


class _Draws(Pool):
    """A pool that remembers what it drew, by the seed, until that is taken."""

    def __init__(self, pool: Sequence[OpponentLike], weights: Weights | None) -> None:
        super().__init__(pool, weights)
        self.taken: dict[int, list[int]] = {}

    def places(self, count: int, seed: int) -> list[int]:
        """Return the places in the pool that `draw` takes."""
        self.taken[seed] = super().places(count, seed)
        return self.taken[seed]

    def take(self, others: Any, place: int, seed: int, first: int, count: int) -> NDArray[Any]:
        """Return the places drawn for an event, clockwise from the agent, who is player `first`."""
        others.begin(place, seed, first)
        slots = sorted(range(1, count + 1), key=lambda slot: (first + slot) % (count + 1))
        drawn = np.zeros(count, dtype=np.int64)
        drawn[np.array(slots) - 1] = self.taken.pop(seed)
        return drawn


class SampleOpponents(gym.Wrapper[Any, Any, Any, Any]):
    """Draws opponents from a pool anew for each tournament, as league training does.

    `pool` holds opponents of any kind (`opponents.py`); `weights()` says how often each is drawn
    (evenly without). Each other seat draws its own, by the tournament's seed. `pool` may grow while
    the league learns: give the list that you append to. `info["opponents"]` at reset holds the
    drawn places in the pool, clockwise.
    """

    def __init__(
        self,
        env: gym.Env[Any, Any],
        pool: Sequence[OpponentLike],
        weights: Weights | None = None,
    ) -> None:
        super().__init__(env)
        self._pool = _Draws(pool, weights)
        _tournament(env).set_opponents(self._pool)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Draw opponents and begin a tournament."""
        observation, info = self.env.reset(seed=seed, options=options)
        inner = _tournament(self.env)
        seats, others = inner.seats, inner.settings.entrants - 1
        drawn = self._pool.take(seats.others, 0, seats.event_seed(0), seats.hero(0), others)
        return observation, info | {"opponents": drawn}


class SampleVectorOpponents(VectorWrapper):
    """`SampleOpponents` for the vector environment: every table draws for each tournament.

    `info["opponents"]` has a row of places in the pool for each table, those of the tournament that
    is being played there; `info["_opponents"]` says where one has just begun.
    """

    def __init__(
        self,
        env: VectorEnv[Any, Any, Any],
        pool: Sequence[OpponentLike],
        weights: Weights | None = None,
    ) -> None:
        super().__init__(env)
        inner = env.unwrapped
        if not isinstance(inner, TournamentVectorEnv) or inner.self_play:
            raise EnvError(f"{inner} is no vector of railbird/Tournament-v0 with opponents")
        self._inner = inner
        self._pool = _Draws(pool, weights)
        inner.set_opponents(self._pool)
        self._seeds = np.full(inner.num_envs, -1, dtype=np.int64)
        self._drawn = np.zeros((inner.num_envs, inner.settings.entrants - 1), dtype=np.int64)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Draw opponents and begin tournaments."""
        observation, infos = self.env.reset(seed=seed, options=options)  # type: ignore[arg-type]
        chosen = (options or {}).get("reset_mask")
        self._seeds[slice(None) if chosen is None else chosen] = -1
        return observation, infos | self._note()

    def step(
        self, actions: Any
    ) -> tuple[Any, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Do one action at every table."""
        observation, rewards, ended, cut, infos = self.env.step(actions)
        return observation, rewards, ended, cut, infos | self._note()

    def _note(self) -> dict[str, Any]:
        core = self._inner.core
        begun = core.seeds != self._seeds
        for k in np.flatnonzero(begun).tolist():
            seed, first = int(core.seeds[k]), int(core.heroes[k])
            self._seeds[k] = seed
            count = self._drawn.shape[1]
            self._drawn[k] = self._pool.take(core.others, k, seed, first, count)
        return {"opponents": self._drawn.copy(), "_opponents": begun}


class StackVectorObservations(VectorWrapper):
    """The last `stack_size` observations of each table, oldest first.

    What `FrameStackObservation` does at one table: a tournament begins with its first observation
    in every place. Dict forms are stacked field by field; `info["action_mask"]` stays the present
    one.
    """

    def __init__(self, env: VectorEnv[Any, Any, Any], stack_size: int) -> None:
        super().__init__(env)
        if stack_size < 1:
            raise EnvError(f"stack_size={stack_size}: at least one")
        self.single_observation_space = batch_space(env.single_observation_space, stack_size)
        self.observation_space = batch_space(self.single_observation_space, env.num_envs)
        self._frames: Any = create_empty_array(self.single_observation_space, env.num_envs)
        self._same_step = env.metadata.get("autoreset_mode") == AutoresetMode.SAME_STEP
        self._ended = np.zeros(env.num_envs, dtype=np.bool_)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Begin tournaments."""
        observation, infos = self.env.reset(seed=seed, options=options)  # type: ignore[arg-type]
        chosen = (options or {}).get("reset_mask", np.ones_like(self._ended))
        _each(partial(_fill, chosen), self._frames, observation)
        self._ended[chosen] = False
        return deepcopy(self._frames), infos

    def step(
        self, actions: Any
    ) -> tuple[Any, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Do one action at every table."""
        observation, rewards, ended, cut, infos = self.env.step(actions)
        begun = self._ended
        if self._same_step:
            begun = ended | cut
            infos = self._stack_last(infos, begun)
        _each(partial(_push, ~begun), self._frames, observation)
        _each(partial(_fill, begun), self._frames, observation)
        self._ended = ended | cut
        return deepcopy(self._frames), rewards, ended, cut, infos

    def _stack_last(self, infos: dict[str, Any], ended: NDArray[np.bool_]) -> dict[str, Any]:
        """Return infos whose last observations of ended tournaments are stacked too."""
        if not ended.any():
            return infos
        final = infos["final_obs"].copy()
        for k in np.flatnonzero(ended).tolist():
            final[k] = _last(self._frames, final[k], k)
        return infos | {"final_obs": final}


def _each(what: Callable[[Any, Any], None], frames: Any, observation: Any) -> None:
    """Do something to the frames of each field and what was observed of it."""
    if isinstance(frames, dict):
        for name, part in frames.items():
            _each(what, part, observation[name])
    else:
        what(frames, observation)


def _fill(rows: NDArray[np.bool_], frames: NDArray[Any], observed: NDArray[Any]) -> None:
    frames[rows] = observed[rows][:, None]


def _push(rows: NDArray[np.bool_], frames: NDArray[Any], observed: NDArray[Any]) -> None:
    frames[rows, :-1] = frames[rows, 1:]
    frames[rows, -1] = observed[rows]


def _last(frames: Any, observed: Any, k: int) -> Any:
    """Return the stack of table k with one more observation."""
    if isinstance(frames, dict):
        return {name: _last(part, observed[name], k) for name, part in frames.items()}
    return np.concatenate([frames[k, 1:], np.asarray(observed)[None]])


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

        bots, others = make_opponents(inner.settings, inner.opponents_given)
        if inner.seats.others is not None:
            inner.seats.others.close()
        seats = ManyTables(inner.settings, bots, others, self_play=False)
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
