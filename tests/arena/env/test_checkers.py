"""The public checkers and our own are clean for every preset, both houses, without warnings."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable, Iterator
from typing import Any

import gymnasium as gym
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers import (
    FlattenObservation,
    FrameStackObservation,
    RecordEpisodeStatistics,
)
from pettingzoo.test import api_test, parallel_api_test, seed_test

import railbird.arena  # noqa: F401  registers the environment
from railbird.arena.env import checks, tournament_v0
from railbird.arena.env.wrappers import SampleOpponents
from railbird.arena.tournament.house import HOUSES
from railbird.arena.tournament.structure_file import load_structure, preset_names

PRESETS = preset_names()
QUICK = ["sng-2max", "fifty50-10max", "mtt-18", "pko-45", "matrix-6max", "hyper-sat-6max"]
ALL = [pytest.param(n, marks=[] if n in QUICK else [pytest.mark.slow]) for n in PRESETS]

pytestmark = [pytest.mark.filterwarnings("error"), pytest.mark.parametrize("house", HOUSES)]


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    with contextlib.redirect_stdout(io.StringIO()):
        yield


@pytest.mark.parametrize("name", ALL)
def test_gymnasium_finds_nothing(name: str, house: str) -> None:
    forms: list[dict[str, Any]] = [
        {},
        {"observation": "fields", "reward": "bounty_icm"},
        {"observation": "masked", "actions": "continuous", "reward": "chips"},
    ]
    for form in forms:
        env = gym.make("railbird/Tournament-v0", structure=name, house=house, **form)
        check_env(env.unwrapped)
        env.close()


@pytest.mark.parametrize("name", ["sng-6max", "mtt-18"])
def test_agents_as_opponents_change_nothing(name: str, house: str) -> None:
    env = gym.make("railbird/Tournament-v0", structure=name, house=house, opponents="human-like")
    check_env(env.unwrapped)
    some = {"player_2": "tight-aggressive", "player_4": "human-like"}
    settings: dict[str, Any] = {"structure": name, "house": house, "opponents": some}
    api_test(tournament_v0.env(**settings), num_cycles=200)
    seed_test(lambda: tournament_v0.env(**settings), num_cycles=50)
    parallel_api_test(tournament_v0.parallel_env(**settings), num_cycles=200)


@pytest.mark.parametrize("name", ALL)
def test_pettingzoo_finds_nothing(name: str, house: str) -> None:
    api_test(tournament_v0.env(structure=name, house=house), num_cycles=1_000)
    seed_test(lambda: tournament_v0.env(structure=name, house=house), num_cycles=100)


# Everybody sees something at each step: fields beyond a few tables take long.
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(n, marks=[] if load_structure(n).entrants <= 18 else [pytest.mark.slow])
        for n in PRESETS
    ],
)
def test_pettingzoos_parallel_check_finds_nothing(name: str, house: str) -> None:
    parallel_api_test(tournament_v0.parallel_env(structure=name, house=house), num_cycles=1_000)


@pytest.mark.parametrize("name", ["sng-2max", "sng-6max", "mtt-18"])
def test_our_own_check_finds_nothing(name: str, house: str) -> None:
    for form in ({}, {"observation": "fields"}, {"observation": "masked"}):
        checks.check(
            lambda form=form: gym.make(  # type: ignore[misc]
                "railbird/Tournament-v0", structure=name, house=house, **form
            ),
            steps=400,
        )


WRAPPERS: dict[str, Callable[[gym.Env[Any, Any]], gym.Env[Any, Any]]] = {
    "flattened": FlattenObservation,
    "stacked": lambda env: FrameStackObservation(env, 4),
    "flattened, then stacked": lambda env: FrameStackObservation(FlattenObservation(env), 3),
    "stacked, then flattened": lambda env: FlattenObservation(FrameStackObservation(env, 3)),
    "with statistics": RecordEpisodeStatistics,
    "opponents drawn": lambda env: SampleOpponents(env, ["caller", "nit"]),
}


@pytest.mark.parametrize("form", ["flat", "masked", "fields"])
@pytest.mark.parametrize("wrapper", WRAPPERS)
def test_everybodys_wrappers_fit(wrapper: str, form: str, house: str) -> None:
    settings: dict[str, Any] = {"structure": "sng-2max", "house": house, "observation": form}
    checks.check(
        lambda: WRAPPERS[wrapper](gym.make("railbird/Tournament-v0", **settings)), steps=200
    )
