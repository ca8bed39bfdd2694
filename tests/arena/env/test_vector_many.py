"""A vector of director's events is many single environments, and PettingZoo's in self-play."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import railbird.arena  # noqa: F401  registers the environment
from tests.arena.env.test_pettingzoo import aec_steps, policy
from tests.arena.env.test_vector import compare_with_singles

TABLES = 3
QUICK = ["mtt-18", "matrix-6max", "hyper-sat-6max"]
SLOW = ["matrix-9max", "mtt-rebuy", "mtt-deep", "pko-45", "mystery-180", "shootout-81"]
EVENTS = QUICK + [pytest.param(name, marks=pytest.mark.slow) for name in SLOW]
FORMS: list[dict[str, Any]] = [
    {"rebuys": "always"},
    {"observation": "fields", "reward": "bounty_icm", "house": "fulltilt"},
    {"actions": "continuous", "reward": "chips", "rebuys": "never"},
]


@pytest.mark.parametrize("form", FORMS, ids=["flat", "fields", "continuous"])
@pytest.mark.parametrize("mode", AutoresetMode)
@pytest.mark.parametrize("structure", EVENTS)
@pytest.mark.filterwarnings("error")
def test_vector_and_single_agree_step_by_step(
    structure: str, mode: AutoresetMode, form: dict[str, Any]
) -> None:
    event = {"structure": structure, "opponents": "random"}
    assert compare_with_singles(mode, form, TABLES, 400, 6, **event) > 1


@pytest.mark.parametrize("structure", QUICK)
def test_self_play_is_pettingzoos_event(structure: str) -> None:
    expected, env = aec_steps(structure, 11, most=1 << 30)
    vector = gym.make_vec(
        "railbird/Tournament-v0", num_envs=2, structure=structure, opponents="self"
    )
    observations, infos = vector.reset(seed=11)
    entrants = env.unwrapped.event.settings.entrants
    won = np.zeros(entrants)
    steps = []
    over = False
    while not over:
        actions = np.array(
            [policy(o, m) for o, m in zip(observations, infos["action_mask"], strict=True)]
        )
        steps.append((observations[0].tobytes(), int(actions[0])))
        before = int(infos["to_act"][0])
        observations, rewards, ended, _, infos = vector.step(actions)
        assert rewards[0] == infos["rewards"][0, before]
        won += infos["rewards"][0]
        over = bool(ended[0])
    assert steps == expected
    assert infos["to_act"][0] == -1
    money = infos["prize"][0] + infos["bounties"][0] - infos["extra_paid"][0]
    assert won == pytest.approx(money / 100)
    vector.close()
