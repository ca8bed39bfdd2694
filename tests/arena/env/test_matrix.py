"""A Matrix as an environment: four matches, the places in each, and the place by score."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from railbird.arena.env import tournament_v0
from railbird.arena.env.many import ManyTables
from railbird.arena.env.single import TournamentEnv
from railbird.arena.tournament.matrix_event import final_scores
from railbird.arena.tournament.money import share_equally
from tests.arena.env.test_pettingzoo import policy


def play(env: TournamentEnv, seed: int) -> tuple[list[Any], float, dict[str, Any]]:
    """Play to the end by what is seen; return observations, the sum of rewards, the last info."""
    observation, info = env.reset(seed=seed)
    seen, total, over = [observation], 0.0, False
    while not over:
        action = policy(observation, info["action_mask"])
        observation, reward, over, _, info = env.step(action)
        seen.append(observation)
        total += float(reward)
    return seen, total, info


@pytest.mark.parametrize("house", ["pokerstars", "fulltilt"])
@pytest.mark.parametrize("name", ["matrix-6max", "matrix-9max"])
def test_an_agent_plays_all_four_matches_and_is_told_which(name: str, house: str) -> None:
    env = TournamentEnv(name, house, opponents="caller", observation="fields")
    seen, total, info = play(env, 3)
    matches = np.array([s["match"] for s in seen[:-1]])
    assert (matches.sum(axis=1) == 1).all()
    assert (matches.sum(axis=0) > 0).all()
    assert seen[0]["match_chips"] == pytest.approx(1 / env.settings.entrants)
    for one in seen[:-1]:
        if one["players_left"][0] == 1:  # nobody is out of this match
            assert one["seated"].sum() == env.settings.entrants
        assert one["seated"].sum() == pytest.approx(one["players_left"][0] * env.settings.entrants)
    assert total == pytest.approx(info["prize"] / 100)
    assert info["match_places"].shape == (4,)
    assert (1 <= info["match_places"]).all()
    assert (info["match_places"] <= env.settings.entrants).all()


@pytest.mark.parametrize("reward", ["prize", "chips", "icm", "bounty_icm"])
def test_rewards_of_all_players_sum_to_what_is_shared(reward: str) -> None:
    env = tournament_v0.env(structure="matrix-6max", reward=reward)
    env.reset(seed=4)
    total = dict.fromkeys(env.possible_agents, 0.0)
    ends: dict[str, dict[str, Any]] = {}
    while env.agents:
        agent = env.agent_selection
        observation, gained, over, _, info = env.last()
        total[agent] += gained
        if over:
            ends[agent] = info
        env.step(None if over else policy(observation, info["action_mask"]))
    seats = env.unwrapped.event.seats
    assert isinstance(seats, ManyTables)
    event = env.unwrapped.event.settings.structure
    pool = 6 * event.buy_in
    assert sum(info["prize"] for info in ends.values()) == pool
    expected = {"prize": pool / 100, "chips": 0.0}.get(reward, 0.0)
    assert sum(total.values()) == pytest.approx(expected, abs=1e-6)
    if reward == "prize":
        for agent, info in ends.items():
            assert total[agent] == pytest.approx(info["prize"] / 100)
    # The place is that by score; equal scores share one.
    scores = final_scores(seats.director.floor)
    for agent, info in ends.items():
        own = scores[agent.replace("_", " ")]
        assert info["place"] == 1 + sum(score > own for score in scores.values())
    # A fifth of the pool each for the matches, the rest by score.
    assert share_equally(pool, 5)[-1] * 4 <= pool


def test_the_score_seen_is_the_leaders_by_the_end() -> None:
    env = TournamentEnv("matrix-6max", opponents="random", observation="fields")
    for seed in range(3):
        seen, _, _ = play(env, seed)
        scores = np.array([s["score"] for s in seen[:-1]])
        assert (scores >= 0).all()
        assert (scores <= 1).all()
        assert scores[0] == pytest.approx(scores[0][0])
        assert np.ptp(scores) > 0.1
