"""A vector of director's events is many single environments, and PettingZoo's in self-play."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import railbird.arena  # noqa: F401  registers the environment
from tests.arena.env.test_pettingzoo import aec_steps, policy
from tests.arena.env.test_vector import assert_same, choose

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
    settings = {"structure": structure, "opponents": "random", **form}
    vector = gym.make_vec(
        "railbird/Tournament-v0", num_envs=TABLES, autoreset_mode=mode, **settings
    )
    single = SyncVectorEnv(
        [lambda: gym.make("railbird/Tournament-v0", **settings) for _ in range(TABLES)],
        autoreset_mode=mode,
    )
    a, b = vector.reset(seed=5), single.reset(seed=5)
    assert_same(a[0], b[0])
    assert_same(a[1], b[1])
    masks, ends = a[1]["action_mask"], 0
    rng = np.random.default_rng(1)
    for _ in range(400):
        actions = choose(rng, masks, form)
        ours, theirs = vector.step(actions), single.step(actions)
        for x, y in zip(ours, theirs, strict=True):
            assert_same(x, y)
        masks, done = ours[4]["action_mask"], ours[2]
        ends += int(done.sum())
        if mode is AutoresetMode.DISABLED and done.any():
            a = vector.reset(options={"reset_mask": done.copy()})
            b = single.reset(options={"reset_mask": done.copy()})
            assert_same(a[0], b[0])
            masks = a[1]["action_mask"]
        if ends > 6:
            break
    assert ends > 1
    vector.close(), single.close()


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
