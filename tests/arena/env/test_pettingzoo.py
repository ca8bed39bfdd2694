"""PettingZoo's forms play the same events as the others, and treat who is out as they should."""

from __future__ import annotations

import zlib
from collections import Counter
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

import railbird.arena  # noqa: F401  registers the environment
from railbird.arena.env import tournament_v0
from railbird.arena.env.single import TournamentEnv

Step = tuple[bytes, int]


def policy(observation: Any, mask: Any) -> int:
    """Choose a legal action by what is seen and nothing else."""
    legal = np.flatnonzero(mask)
    return int(legal[zlib.crc32(np.ascontiguousarray(observation).tobytes()) % len(legal)])


def aec_steps(structure: str, seed: int, most: int = 3_000) -> tuple[list[Step], Any]:
    env = tournament_v0.env(structure=structure)
    env.reset(seed=seed)
    steps: list[Step] = []
    while env.agents and len(steps) < most:
        observation, _, over, _, info = env.last()
        action = None
        if not over:
            action = policy(observation, info["action_mask"])
            steps.append((observation.tobytes(), action))
        env.step(action)
    return steps, env


@pytest.mark.parametrize("structure", ["sng-2max", "sng-6max", "mtt-18"])
def test_single_and_pettingzoo_agree_step_by_step(structure: str) -> None:
    for seed in (1, 2, 3):
        expected, _ = aec_steps(structure, seed)
        steps: list[Step] = []

        def opponent(seen: dict[str, Any], steps: list[Step] = steps) -> int:
            action = policy(seen["observation"], seen["action_mask"])
            steps.append((seen["observation"].tobytes(), action))
            return action

        env = TournamentEnv(structure, opponents=opponent)
        observation, info = env.reset(seed=seed)
        over = False
        while not over:
            action = policy(observation, info["action_mask"])
            steps.append((np.asarray(observation).tobytes(), action))
            observation, _, over, _, info = env.step(action)
        assert len(steps) > 5
        if env.settings.single_table:
            assert steps == expected[: len(steps)]
        else:
            # Opponents at several tables are asked together, so only the order differs.
            assert not Counter(steps) - Counter(expected)


def test_vector_and_pettingzoo_agree_step_by_step() -> None:
    expected, _ = aec_steps("sng-6max", 11)
    env = gym.make_vec("railbird/Tournament-v0", num_envs=2, structure="sng-6max", opponents="self")
    observations, infos = env.reset(seed=11)
    steps: list[Step] = []
    over = False
    while not over:
        actions = np.array(
            [policy(o, m) for o, m in zip(observations, infos["action_mask"], strict=True)]
        )
        steps.append((observations[0].tobytes(), int(actions[0])))
        observations, _, ended, _, infos = env.step(actions)
        over = bool(ended[0])
    assert steps == expected


@pytest.mark.parametrize("structure", ["sng-6max", "pko-45"])
def test_every_player_gets_a_place_and_the_pool_is_paid(structure: str) -> None:
    env = tournament_v0.env(structure=structure)
    env.reset(seed=5)
    ends: dict[str, dict[str, Any]] = {}
    total = dict.fromkeys(env.possible_agents, 0.0)
    while env.agents:
        agent = env.agent_selection
        observation, reward, over, _, info = env.last()
        total[agent] += reward
        if over:
            ends[agent] = info
        env.step(None if over else policy(observation, info["action_mask"]))
    event = env.unwrapped.event.settings.structure
    assert set(ends) == set(env.possible_agents)
    assert min(info["place"] for info in ends.values()) == 1
    money = {agent: info["prize"] + info["bounties"] for agent, info in ends.items()}
    pool = event.entrants * (event.buy_in + event.bounty.cents)
    assert sum(money.values()) == pool
    assert total == pytest.approx({agent: cents / 100 for agent, cents in money.items()})


def test_who_is_out_is_never_asked_again() -> None:
    env = tournament_v0.env(structure="sng-6max")
    env.reset(seed=8)
    out: set[str] = set()
    while env.agents:
        agent = env.agent_selection
        observation, _, over, _, info = env.last()
        if over:
            assert agent not in out
            out.add(agent)
        else:
            assert agent not in out
        env.step(None if over else policy(observation, info["action_mask"]))
    assert len(out) == 6


def test_parallel_form_is_the_same_event() -> None:
    expected, _ = aec_steps("sng-6max", 21)
    env = tournament_v0.parallel_env(structure="sng-6max")
    observations, infos = env.reset(seed=21)
    steps: list[Step] = []
    while env.agents:
        agent = next(a for a in env.agents if infos[a]["to_act"])
        actions = {a: 1 for a in env.agents}
        actions[agent] = policy(observations[agent], infos[agent]["action_mask"])
        steps.append((observations[agent].tobytes(), actions[agent]))
        observations, _, _, _, infos = env.step(actions)
    assert steps == expected
