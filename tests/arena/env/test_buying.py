"""Rebuys, add-ons, re-entries and late arrivals in environments: who, when, and what they cost."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from railbird.arena.env import tournament_v0
from railbird.arena.env.many import ManyTables
from railbird.arena.env.single import TournamentEnv
from railbird.arena.tournament.structure import Format, Registration
from railbird.arena.tournament.structure_file import load_structure
from tests.arena.env.test_matrix import play
from tests.arena.env.test_pettingzoo import policy

RE_ENTRY = replace(
    load_structure("mtt-18"),
    name="mtt-18-re-entry",
    format=Format.MULTI_TABLE,
    registration=Registration(late_minutes=30, extended=True, re_entries=2),
)


def many(env: Any) -> ManyTables:
    """Return the director's side of an environment."""
    seats = env.unwrapped.event.seats if hasattr(env.unwrapped, "event") else env.seats
    assert isinstance(seats, ManyTables)
    return seats


@pytest.mark.parametrize("setting", ["usual", "always", "never"])
@pytest.mark.parametrize("structure", ["hyper-sat-6max", "mtt-rebuy", RE_ENTRY], ids=[0, 1, 2])
def test_rewards_sum_to_money_won_less_money_paid_again(structure: Any, setting: str) -> None:
    env = TournamentEnv(structure, opponents="random", rebuys=setting)
    bought = 0
    for seed in range(4):
        _, total, info = play(env, seed)
        money = info["prize"] + info["bounties"] - info["extra_paid"]
        assert total == pytest.approx(money / 100)
        bought += info["extra_paid"]
    assert (bought > 0) == (setting != "never")
    env.close()


@pytest.mark.parametrize("setting", ["usual", "always", "never"])
@pytest.mark.parametrize("structure", ["hyper-sat-6max", RE_ENTRY], ids=["rebuy", "re-entry"])
def test_all_that_is_paid_is_won_by_somebody(structure: Any, setting: str) -> None:
    env = tournament_v0.env(structure=structure, rebuys=setting)
    env.reset(seed=2)
    ends: dict[str, dict[str, Any]] = {}
    total = dict.fromkeys(env.possible_agents, 0.0)
    while env.agents:
        agent = env.agent_selection
        observation, reward, over, _, info = env.last()
        total[agent] += reward
        if over:
            ends[agent] = info
        env.step(None if over else policy(observation, info["action_mask"]))
    check_money(many(env), ends, total)
    assert set(ends) == set(env.possible_agents)
    if setting == "never":
        assert all(info["extra_paid"] == 0 for info in ends.values())


def check_money(
    seats: ManyTables, ends: dict[str, dict[str, Any]], total: dict[str, float]
) -> None:
    """Hold that rewards are money, and that money and chips paid in are all there."""
    event, field = seats.settings.structure, seats.director.field
    for agent, info in ends.items():
        money = info["prize"] + info["bounties"] - info["extra_paid"]
        assert total[agent] == pytest.approx(money / 100)
    fees = field.entries * event.fee
    paid = field.entries * event.price + field.extra_pool - fees
    assert sum(info["prize"] for info in ends.values()) == paid
    first = sum(info["place"] > 0 for info in ends.values()) * event.price
    assert sum(i["extra_paid"] for i in ends.values()) == paid + fees - first
    chips = sum(p.stack for p in field.players.values())
    rebuys = sum(p.rebuys for p in field.players.values()) * event.rebuys.chips
    assert chips == field.entries * event.start_stack + rebuys


def test_chips_reward_counts_bought_chips_as_spent() -> None:
    env = TournamentEnv("mtt-rebuy", opponents="random", rebuys="always", reward="chips")
    for seed in range(3):
        _, total, _ = play(env, seed)
        (entry,) = many(env).run.entries[0]
        start, rules = 1_500, env.settings.structure.rebuys
        bought = start + entry.rebuys * rules.chips + entry.add_ons * rules.add_on_chips
        assert total == pytest.approx((entry.stack - bought) / start)


def test_an_event_with_rebuys_is_one() -> None:
    env = TournamentEnv("mtt-rebuy", opponents="random", observation="fields")
    seats = many(env)
    seats.play_out = True
    seen, _, _ = play(env, 1)
    players = seats.director.field.players.values()
    assert sum(p.rebuys for p in players) > 45
    assert sum(p.add_ons for p in players) > 5
    assert seats.director.field.entries > 85  # who is late gets in when a seat is free
    left = np.array([s["rebuy_left"][0] for s in seen[:-1]])
    assert left[0] == 1
    assert (np.diff(left) <= 0).all()
    env.close()


def test_late_players_come_over_the_whole_time_and_never_the_agent() -> None:
    env = TournamentEnv("mtt-deep", opponents="caller", observation="fields", reward="icm")
    env.reset(seed=1)
    seats = many(env)
    start = {p.name for p in seats.director.field.players.values()}
    assert "player 1" in start
    assert len(start) == env.settings.entrants - int(env.settings.entrants * 0.1)
    env.close()
    everybody = tournament_v0.env(structure=replace(RE_ENTRY, entrants=27), reward="chips")
    everybody.reset(seed=1)
    total = dict.fromkeys(everybody.possible_agents, 0.0)
    while everybody.agents:
        agent = everybody.agent_selection
        observation, reward, over, _, info = everybody.last()
        total[agent] += reward
        everybody.step(None if over else policy(observation, info["action_mask"]))
    field = many(everybody).director.field
    late = [p for p in list(field.players.values())[25:] if p.entry_no == 1]
    assert late, "somebody comes after the start"
    # To come is no gain: nobody can win more than all the others lose.
    assert sum(total.values()) == pytest.approx(0.0)
