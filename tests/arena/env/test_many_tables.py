"""Multi-table events: threads come and go, the agent is moved and paid, seeds hold."""

from __future__ import annotations

import gc
import threading
import time
import weakref
from typing import Any

import numpy as np
import pytest

from railbird.arena.env import tournament_v0
from railbird.arena.env.many import ManyTables
from railbird.arena.env.observation import (
    AVERAGE_STACK,
    HAND_FOR_HAND,
    PLAYERS_LEFT,
    TABLES_LEFT,
)
from railbird.arena.env.single import TournamentEnv
from tests.arena.env.test_pettingzoo import policy


def directors() -> int:
    return sum(thread.name == "director" for thread in threading.enumerate())


def settle_down(most: int) -> int:
    for _ in range(200):
        gc.collect()
        if directors() <= most:
            break
        time.sleep(0.01)
    return directors()


def test_abandoned_events_leave_no_thread() -> None:
    before = settle_down(0)
    env = TournamentEnv("mtt-18")
    for seed in range(20):
        env.reset(seed=seed)
        env.step(1)
        assert directors() <= before + 1, "the last event's thread has ended before the next begins"
    env.close()
    assert settle_down(before) <= before
    TournamentEnv("mtt-18").reset(seed=1)
    assert settle_down(before) <= before, "an environment that is forgotten ends its thread"


def test_to_close_an_environment_waits_for_its_thread() -> None:
    env = TournamentEnv("mtt-18")
    alive = 0
    for seed in range(20):
        env.reset(seed=seed)
        before = set(threading.enumerate())
        env.close()
        alive += len({t for t in before if t.name == "director"} & set(threading.enumerate()))
    assert alive == 0


def test_an_ended_event_goes_without_the_garbage_collector() -> None:
    env = TournamentEnv("mtt-18", opponents="random")
    gc.collect()
    gc.disable()
    try:
        for ended in (False, True):
            _, info = env.reset(seed=3)
            seats: Any = env.seats
            gone = weakref.ref(seats.director)
            over = False
            while ended and not over:
                _, _, over, _, info = env.step(0 if info["action_mask"][0] else 1)
            env.reset()
            assert gone() is None
    finally:
        gc.enable()


def fold_down(env: TournamentEnv, seed: int) -> tuple[list[Any], dict[str, Any]]:
    """Check or fold to the end; return the observations and the last info."""
    observation, info = env.reset(seed=seed)
    seen, over = [observation], False
    while not over:
        action = 0 if info["action_mask"][0] else 1
        observation, _, over, _, info = env.step(action)
        seen.append(observation)
    return seen[:-1], info


@pytest.mark.parametrize("house", ["pokerstars", "fulltilt"])
def test_an_agent_lives_through_a_whole_field(house: str) -> None:
    env = TournamentEnv("mtt-45", house, opponents="random")
    at = env.settings.layout.at
    seen, info = fold_down(env, 2)
    rows = np.array(seen)
    left = rows[:, at[PLAYERS_LEFT]] * 45
    assert left[0] == pytest.approx(45)
    assert (np.diff(left) <= 1e-4).all()
    assert rows[0, at[TABLES_LEFT]] == 1
    assert rows[-1, at[TABLES_LEFT]] < 1
    assert set(np.unique(rows[:, at[HAND_FOR_HAND]])) <= {0.0, 1.0}
    assert (rows[:, at[AVERAGE_STACK]] > 0).all()
    assert 1 <= info["place"] <= 45
    again, same = fold_down(env, 2)
    assert np.array_equal(rows, np.array(again))
    assert same["place"] == info["place"]


def test_what_goes_wrong_in_the_director_reaches_the_caller() -> None:
    env = TournamentEnv("mtt-18")
    env.reset(seed=1)
    seats: Any = env.seats
    assert isinstance(seats, ManyTables)

    def broken() -> bool:
        raise RuntimeError("the roof fell in")

    seats.director.commit = broken  # type: ignore[assignment,method-assign]
    with pytest.raises(RuntimeError, match="the roof fell in"):
        for _ in range(200):
            env.step(1)
    with pytest.raises(RuntimeError, match="the roof fell in"):
        env.step(1)


@pytest.mark.slow
def test_a_thousand_agents_play_to_the_last_and_each_leaves_once() -> None:
    env = tournament_v0.env(structure="mtt-sunday")
    env.reset(seed=3)
    ends: dict[str, dict[str, Any]] = {}
    total = dict.fromkeys(env.possible_agents, 0.0)
    while env.agents:
        agent = env.agent_selection
        assert agent not in ends, "who is out is never asked again"
        observation, reward, over, _, info = env.last()
        total[agent] += reward
        if over:
            ends[agent] = info
            assert agent in env.agents
        env.step(None if over else policy(observation, info["action_mask"]))
        assert not over or agent not in env.agents
    assert set(ends) == set(env.possible_agents)
    field = env.unwrapped.event.seats.director.field
    places = [info["place"] for info in ends.values() if info["place"]]
    assert len(places) == field.entries
    assert min(places) == 1
    event = env.unwrapped.event.settings.structure
    pool = max(field.entries * event.buy_in, event.guarantee)
    assert sum(info["prize"] for info in ends.values()) == pool
    assert total == pytest.approx({a: info["prize"] / 100 for a, info in ends.items()})
