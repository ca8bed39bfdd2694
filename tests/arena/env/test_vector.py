"""The vector environment is many single environments, step by step, in each autoreset mode."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.spaces import flatten
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers import FrameStackObservation
from gymnasium.wrappers import vector as vector_wrappers

import railbird.arena  # noqa: F401  registers the environment
from railbird.arena.env.wrappers import StackVectorObservations

TABLES = 6
FORMS: list[dict[str, Any]] = [
    {},
    {"observation": "fields", "reward": "icm"},
    {"actions": "continuous", "reward": "chips", "house": "fulltilt"},
]


def assert_same(a: Any, b: Any) -> None:
    if isinstance(a, dict):
        assert a.keys() == b.keys()
        for key in a:
            assert_same(a[key], b[key])
    elif isinstance(a, np.ndarray) and a.dtype == object:
        for x, y in zip(a, b, strict=True):
            if x is not None or y is not None:
                assert_same(x, y)
    else:
        assert np.array_equal(a, b)


def choose(rng: np.random.Generator, masks: Any, form: dict[str, Any]) -> Any:
    if "actions" in form:
        return rng.random((len(masks), 2), dtype=np.float32)
    if rng.random() < 0.05:
        return np.zeros(len(masks), dtype=np.int64)  # some of these folds are illegal
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])


def compare_with_singles(
    mode: AutoresetMode, form: dict[str, Any], tables: int, steps: int, enough: int, **settings: Any
) -> int:
    """Step a vector beside single environments till over `enough` events ended; return how many."""
    settings |= form
    vector = gym.make_vec(
        "railbird/Tournament-v0", num_envs=tables, autoreset_mode=mode, **settings
    )
    single = SyncVectorEnv(
        [lambda: gym.make("railbird/Tournament-v0", **settings) for _ in range(tables)],
        autoreset_mode=mode,
    )
    a, b = vector.reset(seed=5), single.reset(seed=5)
    assert_same(a[0], b[0])
    assert_same(a[1], b[1])
    masks, ends = a[1]["action_mask"], 0
    rng = np.random.default_rng(1)
    for _ in range(steps):
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
        if ends > enough:
            break
    vector.close(), single.close()
    return ends


@pytest.mark.parametrize("form", FORMS, ids=["flat", "fields", "continuous"])
@pytest.mark.parametrize("mode", AutoresetMode)
@pytest.mark.filterwarnings("error")
def test_vector_and_single_agree_step_by_step(mode: AutoresetMode, form: dict[str, Any]) -> None:
    event = {"structure": "sng-6max", "opponents": "quick-tight"}
    assert compare_with_singles(mode, form, TABLES, 300, 1_000, **event) > 20


def test_results_do_not_depend_on_how_many_tables_there_are() -> None:
    few = gym.make_vec("railbird/Tournament-v0", num_envs=2, structure="spin-3max")
    many = gym.make_vec("railbird/Tournament-v0", num_envs=9, structure="spin-3max")
    few.reset(seed=3), many.reset(seed=3)
    rng = np.random.default_rng(2)
    for _ in range(200):
        actions = rng.integers(0, 8, size=9)
        a, b = few.step(actions[:2]), many.step(actions)
        assert np.array_equal(a[0], b[0][:2])
        assert np.array_equal(a[1], b[1][:2])


def test_self_play_rewards_every_seat_and_names_who_acts() -> None:
    env = gym.make_vec(
        "railbird/Tournament-v0", num_envs=32, structure="sng-6max", opponents="self"
    )
    _, infos = env.reset(seed=1)
    assert (infos["to_act"] >= 0).all()
    rng = np.random.default_rng(3)
    won = np.zeros((32, 6))
    ended = np.zeros(32, dtype=bool)
    for _ in range(3_000):
        masks = infos["action_mask"]
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])
        before = infos["to_act"]
        _, rewards, done, _, infos = env.step(actions)
        live = ~ended
        acted = infos["rewards"][np.arange(32), before]
        assert np.array_equal(rewards[before >= 0], acted[before >= 0])
        won[live] += infos["rewards"][live]
        for k in np.flatnonzero(done & live):
            assert infos["to_act"][k] == -1
            assert infos["place"][k].min() == 1
            assert infos["place"][k].max() <= 6
            assert won[k].sum() == pytest.approx(infos["prize"][k].sum() / 100)
            assert infos["prize"][k].sum() == 6 * 1_000
        ended |= done
        if ended.all():
            break
    assert ended.sum() > 20


@pytest.mark.parametrize("form", ["flat", "masked", "fields"])
@pytest.mark.parametrize("mode", AutoresetMode)
def test_stacks_of_a_vector_are_those_of_its_tables(mode: AutoresetMode, form: str) -> None:
    """Our vector form of stacking is Gymnasium's wrapper around each table."""
    settings: dict[str, Any] = {"structure": "sng-2max", "observation": form}
    vector = StackVectorObservations(
        gym.make_vec("railbird/Tournament-v0", num_envs=TABLES, autoreset_mode=mode, **settings), 3
    )
    single = SyncVectorEnv(
        [
            lambda: FrameStackObservation(gym.make("railbird/Tournament-v0", **settings), 3)
            for _ in range(TABLES)
        ],
        autoreset_mode=mode,
    )
    assert vector.observation_space == single.observation_space
    a, b = vector.reset(seed=5), single.reset(seed=5)
    assert_same(a[0], b[0])
    masks, ends = a[1]["action_mask"], 0
    rng = np.random.default_rng(1)
    for _ in range(150):
        actions = choose(rng, masks, {})
        ours, theirs = vector.step(actions), single.step(actions)
        for x, y in zip(ours, theirs, strict=True):
            assert_same(x, y)
        assert vector.observation_space.contains(ours[0])
        masks, done = ours[4]["action_mask"], ours[2]
        ends += int(done.sum())
        if mode is AutoresetMode.DISABLED and done.any():
            options = {"reset_mask": done.copy()}
            a, b = vector.reset(options=options), single.reset(options=options)
            assert_same(a[0], b[0])
            masks = a[1]["action_mask"]
    assert ends > 20


@pytest.mark.parametrize("form", ["flat", "masked", "fields"])
def test_gymnasiums_wrappers_of_vectors_fit(form: str) -> None:
    settings: dict[str, Any] = {"structure": "sng-2max", "observation": form}
    env = vector_wrappers.RecordEpisodeStatistics(
        vector_wrappers.FlattenObservation(
            gym.make_vec("railbird/Tournament-v0", num_envs=TABLES, **settings)
        )
    )
    plain = gym.make_vec("railbird/Tournament-v0", num_envs=TABLES, **settings)
    (observation, infos), (expected, _) = env.reset(seed=2), plain.reset(seed=2)
    rng = np.random.default_rng(1)
    for _ in range(60):
        assert env.observation_space.contains(observation)
        for row in range(TABLES):
            part = expected if form == "flat" else {k: v[row] for k, v in expected.items()}
            one = part[row] if form == "flat" else flatten(plain.single_observation_space, part)
            assert np.array_equal(observation[row], one)
        actions = choose(rng, infos["action_mask"], {})
        observation, _, _, _, infos = env.step(actions)
        expected = plain.step(actions)[0]
