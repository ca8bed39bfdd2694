"""OpenSpiel's agents train on tournaments: the adapter answers as OpenSpiel's own environment."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
import pytest

pytest.importorskip("pyspiel", reason='needs the extra "openspiel"')

from open_spiel.python import rl_environment
from open_spiel.python.algorithms.random_agent import RandomAgent

from railbird.arena.env.config import EnvError
from railbird.arena.env.openspiel import OpenSpielEnv
from railbird.arena.hand.actions import IllegalMove


def play(env: OpenSpielEnv, agents: list[Any]) -> list[Any]:
    """Play a tournament in OpenSpiel's usual loop; return its time steps."""
    steps = [env.reset()]
    while not steps[-1].last():
        agent = agents[steps[-1].current_player()]
        steps.append(env.step([agent.step(steps[-1]).action]))
    for agent in agents:
        agent.step(steps[-1])
    return steps


def random_agents(env: OpenSpielEnv) -> list[RandomAgent]:
    count = env.action_spec()["num_actions"]
    return [RandomAgent(player_id=k, num_actions=count) for k in range(env.num_players)]


def test_time_steps_look_like_those_of_openspiel() -> None:
    theirs = rl_environment.Environment("leduc_poker")
    ours = OpenSpielEnv(structure="hyper-2max", seed=1)
    assert ours.observation_spec().keys() == theirs.observation_spec().keys()
    assert ours.action_spec().keys() == theirs.action_spec().keys()
    assert ours.num_players == theirs.num_players
    assert ours.is_turn_based == theirs.is_turn_based
    for env in (theirs, ours):
        steps = play(env, random_agents(env))
        assert steps[0].first() and steps[0].rewards is None and steps[0].discounts is None
        for step in steps[1:-1]:
            assert step.mid() and step.discounts == [1.0, 1.0]
            assert len(step.rewards) == 2 and len(step.observations["info_state"]) == 2
            assert step.observations["legal_actions"][step.current_player()]
            assert step.observations["legal_actions"][1 - step.current_player()] == []
        assert steps[-1].discounts == [0.0, 0.0]
        assert steps[-1].observations["legal_actions"] == [[], []]
        assert int(steps[-1].current_player()) == rl_environment.pyspiel.PlayerId.TERMINAL
        assert env.get_time_step() is not None
        assert env.step([0]).first()


def paid(steps: list[Any]) -> list[float]:
    """Sum what each player was paid as he hears of it: at his turns and at the end."""
    sums = [0.0] * len(steps[-1].rewards)
    for step in steps[1:]:
        for player in range(len(sums)):
            if step.last() or step.current_player() == player:
                sums[player] += step.rewards[player]
    return sorted(round(one, 9) for one in sums)


@pytest.mark.parametrize("structure", ["hyper-2max", "spin-3max"])
def test_what_a_player_is_paid_at_his_turns_sums_to_his_result(structure: str) -> None:
    """Also what he won by another's fold, and what he was paid after he was out."""
    env = OpenSpielEnv(structure=structure, reward="chips", seed=2)
    for _ in range(20):
        losers = [-1.0] * (env.num_players - 1)
        assert paid(play(env, random_agents(env))) == [*losers, env.num_players - 1.0]


def test_who_is_out_sees_nothing_and_has_no_turn() -> None:
    env = OpenSpielEnv(structure="spin-3max", seed=5)
    agents = random_agents(env)
    for _ in range(20):
        steps = play(env, agents)
        out = [not step.observations["info_state"][k].any() for step in steps for k in range(3)]
        turns = [step.current_player() == k for step in steps for k in range(3)]
        assert not any(o and t for o, t in zip(out, turns, strict=True))
    assert any(out)


def test_one_player_against_opponents_is_the_single_environment() -> None:
    arguments: dict[str, Any] = {"structure": "hyper-2max", "reward": "chips"}
    ours = OpenSpielEnv("caller", seed=3, **arguments)
    single = gym.make("railbird/Tournament-v0", opponents="caller", **arguments)
    assert ours.num_players == 1
    rng = np.random.default_rng(3)
    for seed in (3, None, None):
        step, (seen, info) = ours.reset(), single.reset(seed=seed)
        over = False
        while not over:
            np.testing.assert_array_equal(step.observations["info_state"][0], seen)
            legal = np.flatnonzero(info["action_mask"]).tolist()
            assert step.observations["legal_actions"] == [legal]
            action = int(rng.choice(legal))
            step = ours.step([action])
            seen, reward, over, _, info = single.step(action)
            assert step.rewards == [reward] and step.last() == over


def test_some_seats_may_be_opponents() -> None:
    env = OpenSpielEnv({"player_2": "check-fold"}, structure="spin-3max", reward="chips", seed=1)
    assert env.players == ["player_1", "player_3"]
    for _ in range(5):
        # Who never calls a bet wins none of these: one of the two players gets all.
        assert paid(play(env, random_agents(env))) == [-1.0, 2.0]


def test_a_seed_decides_the_tournaments_of_an_environment() -> None:
    def cards(seed: int) -> list[bytes]:
        env = OpenSpielEnv(structure="hyper-2max", seed=seed)
        return [env.reset().observations["info_state"][0].tobytes() for _ in range(5)]

    assert cards(7) == cards(7) != cards(8)


def test_wrong_use_says_what_to_do() -> None:
    for wrong in ({"observation": "fields"}, {"actions": "continuous"}):
        with pytest.raises(EnvError, match="OpenSpiel's agents take"):
            OpenSpielEnv(structure="hyper-2max", **wrong)
    env = OpenSpielEnv(structure="hyper-2max", seed=1)
    legal = env.reset().observations["legal_actions"]
    with pytest.raises(EnvError, match="a list of one"):
        env.step([0, 0])
    player = int(np.argmax([len(actions) for actions in legal]))
    illegal = sorted(set(range(env.action_spec()["num_actions"])) - set(legal[player]))
    for one in illegal[:1]:
        with pytest.raises((EnvError, IllegalMove), match="not legal"):
            env.step([one])


@pytest.mark.slow
def test_dqn_of_openspiel_takes_learning_steps_on_both_seats() -> None:
    pytest.importorskip("tree", reason="OpenSpiel's DQN needs dm-tree")
    pytest.importorskip("torch", reason='needs the extra "openspiel"')
    from open_spiel.python.pytorch.dqn import DQN

    env = OpenSpielEnv(structure="hyper-2max", reward="chips", seed=4)
    size, count = env.observation_spec()["info_state"][0], env.action_spec()["num_actions"]
    agents = [
        DQN(k, size, count, hidden_layers_sizes=[64], min_buffer_size_to_learn=200, batch_size=32)
        for k in range(2)
    ]
    for _ in range(60):
        play(env, agents)
    assert all(np.isfinite(float(agent.loss)) for agent in agents)
