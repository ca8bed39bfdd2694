"""Tournaments for PettingZoo: every player an agent, or those whom no opponent plays.

`env()` takes turns (AEC); `parallel_env()` asks everybody at once and listens to the player whose
turn it is. Agents are `player_1`, …: in single-table events by seat, else by entry. The mask of
legal actions is in `infos[agent]["action_mask"]`, and in the observation with
`observation="masked"`. Who is out is terminated with his place and prize in `infos`; the others
play on. Arguments are those of `single.TournamentEnv` without seat; `opponents` is by name, like
`{"player_2": "tight-aggressive"}`: who is named there is no agent.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from railbird.arena.env.config import (
    EnvError,
    Observation,
    OpponentLike,
    Settings,
    check_playable,
    checked_boxes,
    make_settings,
)
from railbird.arena.env.opponents import seat_opponents
from railbird.arena.env.render import draw, text
from railbird.arena.env.seats import Seats, new_seats
from railbird.arena.env.single import RENDER_MODES

Agent = str


def env(**arguments: Any) -> AECEnv[Any, Any, Any]:
    """Return the turn-taking environment with PettingZoo's usual order checks."""
    return wrappers.OrderEnforcingWrapper(raw_env(**arguments))


class _Event:
    """What both forms share: one event, its spaces and its agents."""

    def __init__(self, render_mode: str | None, **arguments: Any) -> None:
        if render_mode not in (None, *RENDER_MODES):
            raise EnvError(f"render_mode={render_mode!r}: choose ansi or rgb_array")
        if "seat" in arguments:
            raise EnvError("seat: here every player is an agent; leave it out")
        opponents = arguments.pop("opponents", None) or {}
        self.settings: Settings = make_settings(**arguments)
        check_playable(self.settings)
        everybody = [f"player_{k + 1}" for k in range(self.settings.entrants)]
        self.numbers = {name: k for k, name in enumerate(everybody)}
        self.names = [name for name in everybody if name not in self._by_name(opponents)]
        if not self.names:
            raise EnvError("opponents: somebody must be left to act for; name fewer players")
        chosen = {self.numbers[name]: opponent for name, opponent in opponents.items()}
        bots, others = seat_opponents(self.settings, chosen)
        self.seats: Seats = new_seats(self.settings, bots, others, self_play=True)
        self.observation_space: spaces.Space[Any] = self.settings.observation_space
        self.action_spaces = {name: self.settings.action_space for name in self.names}
        self._seeded = False
        self._action = np.zeros(1, dtype=np.int64)

    def _by_name(self, opponents: Any) -> Mapping[str, OpponentLike]:
        if not isinstance(opponents, Mapping) or not opponents.keys() <= self.numbers.keys():
            raise EnvError(
                f"opponents={opponents!r}: here every player is an agent unless he is named with"
                f" an opponent, like {{'player_2': 'caller'}}; there are player_1 to"
                f" player_{self.settings.entrants}"
            )
        return opponents

    def reset(self, seed: int | None) -> None:
        """Begin the next event."""
        if seed is None and not self._seeded:
            seed = int(np.random.default_rng().integers(1 << 62))
        if seed is not None:
            self.seats.seed(seed)
            self._seeded = True
        self.seats.reset()
        while self.seats.ended[0]:
            self.seats.reset()

    def close(self) -> None:
        """Forget the running event, and end programs that played in it."""
        self.seats.close()
        if self.seats.others is not None:
            self.seats.others.close()

    @property
    def to_act(self) -> Agent | None:
        """Whose turn it is."""
        number = int(self.seats.to_act[0])
        return None if number < 0 else f"player_{number + 1}"

    def act(self, action: Any) -> None:
        """Do the action of the player whose turn it is."""
        if self.settings.action_form == "continuous":
            self.seats.step(checked_boxes(action, 1))
            return
        action = self.settings.number_of(action)
        if self.settings.strict and not self.seats.masks[0, action]:
            raise EnvError(f"action {action} is not legal here; see the action_mask")
        self._action[0] = action
        self.seats.step(self._action)

    def observe(self, agent: Agent) -> tuple[Observation, NDArray[np.int8]]:
        """Return what a player knows now, and the mask of his actions."""
        number = self.numbers[agent]
        if number == self.seats.to_act[0]:
            obs, mask = self.seats.obs[0].copy(), self.seats.masks[0].copy()
        else:
            obs, mask = self.seats.waiting(number)
        return self.settings.observation(obs, mask), mask

    def picture(self, render_mode: str | None) -> Any:
        """Return the table as the player to act sees it."""
        if render_mode is None:
            return None
        view = self.seats.view(0)
        return text(view) if render_mode == "ansi" else draw(view)


class raw_env(AECEnv[Any, Any, Any]):
    """The turn-taking environment without wrappers."""

    metadata: dict[str, Any] = {
        "render_modes": list(RENDER_MODES),
        "name": "tournament_v0",
        "is_parallelizable": False,
        "render_fps": 4,
    }

    def __init__(self, *, render_mode: str | None = None, **arguments: Any) -> None:
        super().__init__()
        self.event = _Event(render_mode, **arguments)
        self.render_mode = render_mode
        self.possible_agents = list(self.event.names)
        self.agents: list[Agent] = []

    def observation_space(self, agent: Agent) -> spaces.Space[Any]:
        """Return the space of observations, the same for everybody."""
        return self.event.observation_space

    def action_space(self, agent: Agent) -> spaces.Space[Any]:
        """Return the space of actions."""
        return self.event.action_spaces[agent]

    def observe(self, agent: Agent) -> Observation:
        """Return what a player knows now."""
        return self.event.observe(agent)[0]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a tournament; the same seed gives the same tournaments in the same order."""
        self.event.reset(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[Agent, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._gone = 0
        self._select(self.agents[0])

    def step(self, action: Any) -> None:
        """Do the action of the selected player; None for one who is out."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        seats = self.event.seats
        self.event.act(action)
        self.infos[agent] = {"illegal_action": seats.illegal}
        if seats.seat_rewards.any():
            for name in self.agents:
                self.rewards[name] = float(seats.seat_rewards[0, self.event.numbers[name]])
            self._accumulate_rewards()
            self._clear_rewards()
            for name in self.agents:
                self.rewards[name] = float(seats.seat_rewards[0, self.event.numbers[name]])
        elif any(self.rewards.values()):
            self._clear_rewards()
        self._end_players()
        self._select(agent)
        self._deads_step_first()

    def _select(self, otherwise: Agent) -> None:
        """Select the player whose turn it is, and give him his mask."""
        self.agent_selection = self.event.to_act or otherwise
        mask = self.event.seats.masks[0].copy()
        self.infos[self.agent_selection] = self.infos[self.agent_selection] | {"action_mask": mask}

    def _end_players(self) -> None:
        seats = self.event.seats
        out = seats.outs()
        if seats.ended[0]:
            out = frozenset(self.event.numbers.values())
        if len(out) == self._gone:
            return
        self._gone = len(out)
        for number in sorted(out):
            name = f"player_{number + 1}"
            if not self.terminations.get(name, True):
                self.terminations[name] = True
                self.infos[name] = self.infos[name] | seats.result(0, number)

    def render(self) -> Any:
        """Return the table as text or as a picture."""
        return self.event.picture(self.render_mode)

    def close(self) -> None:
        """Forget the running event."""
        self.event.close()


class parallel_env(ParallelEnv[Any, Any, Any]):
    """Everybody gives an action at once; only that of the player whose turn it is counts.

    The others' masks allow a check alone. `infos[agent]["to_act"]` says whose turn it is.
    """

    metadata: dict[str, Any] = {
        "render_modes": list(RENDER_MODES),
        "name": "tournament_v0",
        "render_fps": 4,
    }

    def __init__(self, *, render_mode: str | None = None, **arguments: Any) -> None:
        self.event = _Event(render_mode, **arguments)
        self.render_mode = render_mode
        self.possible_agents = list(self.event.names)
        self.agents: list[Agent] = []

    def observation_space(self, agent: Agent) -> spaces.Space[Any]:
        """Return the space of observations, the same for everybody."""
        return self.event.observation_space

    def action_space(self, agent: Agent) -> spaces.Space[Any]:
        """Return the space of actions."""
        return self.event.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[Agent, Any], dict[Agent, dict[str, Any]]]:
        """Begin a tournament; the same seed gives the same tournaments in the same order."""
        self.event.reset(seed)
        self.agents = list(self.possible_agents)
        return self._see()

    def step(
        self, actions: dict[Agent, Any]
    ) -> tuple[
        dict[Agent, Any],
        dict[Agent, float],
        dict[Agent, bool],
        dict[Agent, bool],
        dict[Agent, dict[str, Any]],
    ]:
        """Do the action of the player whose turn it is."""
        agent = self.event.to_act
        if not self.agents or agent is None:
            raise EnvError("the tournament is over: call reset() first")
        if agent not in actions:
            raise EnvError(f"it is the turn of {agent}, who gave no action")
        self.event.act(actions[agent])
        seats, numbers = self.event.seats, self.event.numbers
        over = bool(seats.ended[0])
        rewards = {a: float(seats.seat_rewards[0, numbers[a]]) for a in self.agents}
        out = seats.outs()
        ended = {a: over or numbers[a] in out for a in self.agents}
        observations, infos = self._see()
        for a in self.agents:
            if ended[a]:
                infos[a] |= seats.result(0, numbers[a])
        truncated = dict.fromkeys(self.agents, False)
        self.agents = [a for a in self.agents if not ended[a]]
        return observations, rewards, ended, truncated, infos

    def _see(self) -> tuple[dict[Agent, Any], dict[Agent, dict[str, Any]]]:
        """Return what every player knows, and the infos."""
        to_act = self.event.to_act
        observations: dict[Agent, Any] = {}
        infos: dict[Agent, dict[str, Any]] = {}
        for agent in self.agents:
            observations[agent], mask = self.event.observe(agent)
            infos[agent] = {"to_act": agent == to_act, "action_mask": mask.copy()}
        return observations, infos

    def render(self) -> Any:
        """Return the table as text or as a picture."""
        return self.event.picture(self.render_mode)

    def close(self) -> None:
        """Forget the running event."""
        self.event.close()
