"""Tournaments as OpenSpiel's agents want them; needs the extra `openspiel`.

`OpenSpielEnv` answers like OpenSpiel's `rl_environment.Environment`, so its learning agents (DQN,
NFSP, policy gradient, PPO) train on real tournaments:

    env = OpenSpielEnv(structure="hyper-2max")                              # a player each seat
    env = OpenSpielEnv("tight-aggressive", structure="sng-6max")            # one player
    env = OpenSpielEnv({"player_3": "caller"}, structure="spin-3max")       # players 1 and 2
    step = env.reset()
    while not step.last():
        step = env.step([agents[step.current_player()].step(step).action])
    for agent in agents:
        agent.step(step)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray
from open_spiel.python.rl_environment import StepType, TimeStep

from railbird.arena.env.config import EnvError, OpponentLike
from railbird.arena.env.single import TournamentEnv
from railbird.arena.env.tournament_v0 import parallel_env

_ONE = "player_1"


class _Alone:
    """The single environment in the shape of the parallel one, with one player."""

    def __init__(self, **arguments: Any) -> None:
        self.env = TournamentEnv(**arguments)
        self.possible_agents = [_ONE]
        self.agents: list[str] = []

    def reset(self, seed: int | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a tournament."""
        seen, info = self.env.reset(seed=seed)
        self.agents = [_ONE]
        return {_ONE: seen}, {_ONE: info | {"to_act": True}}

    def step(self, actions: dict[str, Any]) -> tuple[dict[str, Any], ...]:
        """Do the player's action."""
        seen, reward, over, _, info = self.env.step(actions[_ONE])
        self.agents = [] if over else [_ONE]
        info |= {"to_act": not over}
        return {_ONE: seen}, {_ONE: reward}, {_ONE: over}, {_ONE: False}, {_ONE: info}

    def close(self) -> None:
        """Forget the running event."""
        self.env.close()


class OpenSpielEnv:
    """A tournament behind the interface of OpenSpiel's `rl_environment.Environment`.

    Args:
        opponents: who plays the other seats, as in `single.TournamentEnv`; the learner is then the
            only player, number 0. Or some of them by name, as in `tournament_v0`. Without
            opponents every seat is a player.
        discount: what a `TimeStep` says while the tournament runs; 0 at its end, as there.
        seed: decides all tournaments of this environment; without one they are random.
        arguments: those of `single.TournamentEnv`; observations are flat, actions the ladder, and
            an illegal action is an `IllegalMove` or `EnvError` unless `illegal="check-fold"`.

    An agent of OpenSpiel looks at a `TimeStep` when it is its turn, and at the last one. A player's
    `rewards` are therefore all that he was paid since his own last decision. `legal_actions` is
    empty for everybody who need not decide; the `info_state` of a player who is out is zeros.
    """

    is_turn_based = True

    def __init__(
        self,
        opponents: OpponentLike | Sequence[OpponentLike] | Mapping[str, OpponentLike] | None = None,
        *,
        discount: float = 1.0,
        seed: int | None = None,
        **arguments: Any,
    ) -> None:
        for name, only in (("observation", "flat"), ("actions", "ladder")):
            if arguments.setdefault(name, only) != only:
                raise EnvError(f"{name}={arguments[name]!r}: OpenSpiel's agents take {only!r} only")
        arguments.setdefault("illegal", "raise")
        self._event: Any
        if opponents is None or isinstance(opponents, Mapping):
            self._event = parallel_env(opponents=opponents, **arguments)
            settings = self._event.event.settings
        else:
            self._event = _Alone(opponents=opponents, **arguments)
            settings = self._event.env.settings
        self.players: list[str] = list(self._event.possible_agents)
        self._size, self._actions = settings.layout.size, settings.actions
        self._discount, self._seed = discount, seed
        self._owed = np.zeros(len(self.players))
        self._to_act = -1
        self._now: TimeStep | None = None

    @property
    def num_players(self) -> int:
        """How many players the caller acts for."""
        return len(self.players)

    def observation_spec(self) -> dict[str, tuple[int, ...]]:
        """Return the sizes of what a player sees."""
        return {
            "info_state": (self._size,),
            "legal_actions": (self._actions,),
            "current_player": (),
            "serialized_state": (),
        }

    def action_spec(self) -> dict[str, Any]:
        """Return how many actions there are, numbered from 0."""
        return {"num_actions": self._actions, "min": 0, "max": self._actions - 1, "dtype": int}

    def seed(self, seed: int | None = None) -> None:
        """Let `seed` decide the tournaments from the next reset on."""
        self._seed = seed

    def reset(self) -> TimeStep:
        """Begin a tournament."""
        seen, infos = self._event.reset(seed=self._seed)
        self._seed = None
        self._owed[:] = 0.0
        return self._see(seen, infos, StepType.FIRST)

    def step(self, step_outputs: Sequence[int]) -> TimeStep:
        """Do the action of the player whose turn it is, given as a list of one.

        After the last step the next tournament begins, whatever the action.
        """
        if self._now is None or self._now.last():
            return self.reset()
        if len(step_outputs) != 1:
            raise EnvError(f"{len(step_outputs)} actions: players take turns, give a list of one")
        self._owed[self._to_act] = 0.0
        actions = {self.players[self._to_act]: int(step_outputs[0])}
        seen, rewards, _, _, infos = self._event.step(actions)
        for name, reward in rewards.items():
            self._owed[self.players.index(name)] += reward
        return self._see(seen, infos, StepType.MID if self._event.agents else StepType.LAST)

    def get_time_step(self) -> TimeStep:
        """Return the last `TimeStep` again."""
        return self.reset() if self._now is None else self._now

    def close(self) -> None:
        """Forget the running event."""
        self._event.close()

    def _see(self, seen: dict[str, Any], infos: dict[str, Any], kind: StepType) -> TimeStep:
        nobody: NDArray[np.float32] = np.zeros(self._size, dtype=np.float32)
        legal: list[list[int]] = [[] for _ in self.players]
        self._to_act = -1
        for k, name in enumerate(self.players):
            if kind is not StepType.LAST and infos.get(name, {}).get("to_act"):
                self._to_act = k
                legal[k] = np.flatnonzero(infos[name]["action_mask"]).tolist()
        first, last = kind is StepType.FIRST, kind is StepType.LAST
        discount = 0.0 if last else self._discount
        self._now = TimeStep(
            observations={
                "info_state": [seen.get(name, nobody) for name in self.players],
                "legal_actions": legal,
                "current_player": int(pyspiel.PlayerId.TERMINAL) if last else self._to_act,
                "serialized_state": [],
            },
            rewards=None if first else self._owed.tolist(),
            discounts=None if first else [discount] * len(self.players),
            step_type=kind,
        )
        return self._now
