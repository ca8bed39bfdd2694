"""Wrong use gives an error that says what to do."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
import pytest

import railbird.arena  # noqa: F401  registers the environment
from railbird.arena.env import tournament_v0
from railbird.arena.env.config import EnvError
from railbird.arena.env.opponents import Batched
from railbird.arena.env.single import TournamentEnv
from railbird.arena.env.vector import TournamentVectorEnv
from railbird.arena.hand.actions import IllegalMove


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"structure": "sng-7max"}, "no structure 'sng-7max'; there are fifty50-10max"),
        ({"house": "partypoker"}, "no house 'partypoker'; there are pokerstars, fulltilt"),
        ({"opponents": ["caller"] * 11}, "11 opponents: sng-9max has seats for 8 beside the agent"),
        (
            {"opponents": "shark"},
            "no opponent 'shark'. There are random, caller, check-fold, quick",
        ),
        ({"opponents": "tight-agressive"}, "Did you mean 'tight-aggressive'"),
        ({"opponents": 7}, "opponent 7: give a name, an object with act"),
        ({"opponents": "nowhere:Nobody"}, "nowhere cannot be imported"),
        ({"opponents": "cmd:"}, "name a program"),
        ({"opponents": []}, "0 opponents: sng-9max has seats for 8 beside the agent"),
        ({"opponents": "self"}, "use gymnasium.make_vec"),
        ({"reward": "fame"}, "reward='fame': choose one of prize, chips, icm, bounty_icm"),
        ({"observation": "pixels"}, "choose one of flat, masked, fields"),
        ({"actions": "words"}, "choose one of ladder, continuous"),
        ({"raises": (1.0, 0.5)}, "in rising order"),
        ({"raises": (float("nan"),)}, "in rising order"),
        ({"seat": 10}, "sng-9max has seats 1 to 9"),
        ({"entrants": 8}, "the sit & go sng-9max starts with 9"),
        ({"last_moves": 99}, "last_moves is 0 to 12"),
        ({"seconds_per_decision": 0}, "levels need time to rise"),
        ({"render_mode": "human"}, "choose ansi or rgb_array"),
        ({"structure": "matrix-6max", "entrants": 5}, "matrix-6max starts with 6"),
        ({"rebuys": "often"}, "rebuys='often': choose one of usual, always, never"),
    ],
)
def test_arguments_that_do_not_fit(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        TournamentEnv(**arguments)


def test_step_before_reset_and_after_the_end() -> None:
    env = TournamentEnv("sng-2max")
    with pytest.raises(EnvError, match=r"call reset\(\) first"):
        env.step(1)
    env.reset(seed=1)
    over = False
    while not over:
        _, _, over, _, _ = env.step(7)
    with pytest.raises(EnvError, match=r"call reset\(\) first"):
        env.step(1)


@pytest.mark.parametrize("action", [8, -1, 1.5, "fold", None, float("nan"), [1, 2]])
def test_no_action_of_the_ladder(action: Any) -> None:
    env = TournamentEnv("sng-2max")
    env.reset(seed=1)
    with pytest.raises(EnvError, match=r"is no action; there are 0 fold, 1 check/call, 2 smallest"):
        env.step(action)


@pytest.mark.parametrize("action", [[np.nan, 0.5], [0.5, 1.5], [0.2], 3, [[0.1, 0.2], [0.3, 0.4]]])
def test_no_action_of_the_box(action: Any) -> None:
    env = TournamentEnv("sng-2max", actions="continuous")
    env.reset(seed=1)
    with pytest.raises(EnvError, match="is no action"):
        env.step(np.array(action, dtype=np.float32))


def big_blind_option(env: TournamentEnv) -> None:
    """Reset until the agent may check for free, where a fold is illegal."""
    for seed in range(100):
        _, info = env.reset(seed=seed)
        if not info["action_mask"][0]:
            return
    raise AssertionError("no seed lets the agent check")


def test_illegal_actions_are_turned_into_checks_or_refused() -> None:
    env = TournamentEnv("sng-2max", opponents="caller")
    big_blind_option(env)
    _, _, _, _, info = env.step(0)
    assert info["illegal_action"]
    strict = TournamentEnv("sng-2max", opponents="caller", illegal="raise")
    big_blind_option(strict)
    with pytest.raises(
        IllegalMove, match=r"action 0 \(fold\) is not legal here: Legal\(fold=False"
    ):
        strict.step(0)


def test_vector_errors() -> None:
    env = TournamentVectorEnv(2, "sng-2max")
    with pytest.raises(EnvError, match=r"call reset\(\) first"):
        env.step(np.array([1, 1]))
    env.reset(seed=1)
    with pytest.raises(EnvError, match="2 whole numbers, one a table"):
        env.step(np.array([1, 1, 1]))
    with pytest.raises(EnvError, match="there are 0 fold"):
        env.step(np.array([1, 9]))
    with pytest.raises(EnvError, match="3 seeds for 2 tables"):
        env.reset(seed=[1, 2, 3])
    with pytest.raises(EnvError, match="boolean array of 2"):
        env.reset(options={"reset_mask": np.array([1, 0])})


def test_vector_steps_after_the_end_need_a_reset_when_it_is_disabled() -> None:
    env = gym.make_vec(
        "railbird/Tournament-v0", num_envs=2, structure="sng-2max", autoreset_mode="Disabled"
    )
    env.reset(seed=1)
    with pytest.raises(EnvError, match="have ended: reset"):
        for _ in range(500):
            env.step(np.array([7, 7]))


def test_pettingzoo_errors() -> None:
    with pytest.raises(EnvError, match="opponents='caller': here every player is an agent unless"):
        tournament_v0.env(opponents="caller")
    env = tournament_v0.parallel_env(structure="sng-2max")
    env.reset(seed=1)
    with pytest.raises(EnvError, match="it is the turn of player_1, who gave no action"):
        env.step({"player_2": 1})


def test_an_opponents_mistake_says_so() -> None:
    env = TournamentEnv("sng-2max", opponents=lambda seen: 99)
    with pytest.raises(EnvError, match="99 is no action"):
        for seed in range(5):
            env.reset(seed=seed)
            env.step(1)


class Wild:
    """An agent that answers with no action of the environment."""

    def act(self, seen: Any) -> Any:
        return 99


def wild(seen: Any) -> Any:
    return 99


def wild_for_all(seen: Any) -> Any:
    return np.full(len(seen["action_mask"]), 99)


@pytest.mark.parametrize(
    ("opponent", "name", "said"),
    [
        (Wild(), "Wild", "99 is no action; there are 0 fold"),
        (wild, "wild", "99 is no action; there are 0 fold"),
        (Batched(wild_for_all), "wild_for_all", "actions from 99 to 99; there are 0 fold"),
    ],
)
def test_an_opponent_that_gives_no_action_is_named(opponent: Any, name: str, said: str) -> None:
    env = TournamentEnv("sng-6max", opponents=opponent)
    with pytest.raises(EnvError, match=f"^opponent {name}: {said}"):
        for seed in range(20):
            env.reset(seed=seed)
