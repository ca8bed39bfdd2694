"""Bounties: who is shown what is on whose head, and who makes use of it."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.agents.base import Call, SimpleAgent
from railbird.agents.registry import make_agent
from railbird.agents.scripted.icm_nash import CALL_BEHIND, CALL_STEAL, PUSH, Spot
from railbird.agents.seats import AgentPolicy
from railbird.arena.hand.record import FOLD
from railbird.arena.tournament.director import Director
from railbird.arena.tournament.structure_file import load_structure
from tests.agents.spots import views_of

EVEN = Spot((10, 10, 10), (50.0, 30.0, 20.0))
# The big blind covers the button but not the small blind.
LADDER = Spot((6, 14, 10), (50.0, 30.0, 20.0))


def goes(name, spot, decision, heads=(0, 0, 0), cash=100):
    """How many of the 169 classes do not fold."""
    views = views_of(spot, decision)
    views["can_fold"], views["max_raise_to"] = 1, views["stack"][:, 0] + views["street_bet"][:, 0]
    views["min_raise_to"], views["raise_step"] = views["max_raise_to"], 1
    views["head_cash"], views["head"][:, :3] = cash, [100_000 * head for head in heads]
    return int((make_agent(name, 1).act_views(views)[:, 0] != FOLD).sum())


def test_a_head_that_can_be_won_is_called_for_with_more_hands():
    without = goes("bounty-hunter", EVEN, CALL_STEAL)
    assert goes("bounty-hunter", EVEN, CALL_STEAL, (0, 10, 0)) > without + 10
    assert goes("bounty-hunter", EVEN, CALL_STEAL, (0, 20, 0)) > goes(
        "bounty-hunter", EVEN, CALL_STEAL, (0, 10, 0)
    )


def test_half_of_a_progressive_head_is_worth_less_than_all_of_it():
    whole, half = (goes("bounty-hunter", EVEN, CALL_STEAL, (0, 10, 0), c) for c in (100, 50))
    assert goes("bounty-hunter", EVEN, CALL_STEAL) < half < whole


def test_a_head_of_somebody_who_has_more_chips_cannot_be_won():
    assert goes("bounty-hunter", LADDER, CALL_STEAL, (0, 20, 0)) == goes(
        "bounty-hunter", LADDER, CALL_STEAL
    )
    assert goes("bounty-hunter", LADDER, CALL_BEHIND, (20, 0, 0)) > goes(
        "bounty-hunter", LADDER, CALL_BEHIND
    )


def test_heads_behind_are_pushed_at_and_the_own_head_changes_nothing():
    without = goes("bounty-hunter", EVEN, PUSH)
    assert goes("bounty-hunter", EVEN, PUSH, (0, 20, 20)) > without
    assert goes("bounty-hunter", EVEN, PUSH, (20, 0, 0)) == without


@pytest.mark.parametrize("name", ["all-round", "push-fold"])
def test_others_do_not_look_at_heads(name):
    assert goes(name, EVEN, CALL_STEAL, (0, 20, 0)) == goes(name, EVEN, CALL_STEAL)


class Watches(SimpleAgent):
    """Calls, and keeps what it was shown."""

    def __init__(self):
        self.seen = []

    def act(self, observation):
        self.seen.append(observation)
        return Call()


@pytest.mark.parametrize("preset, cash", [("ko-45", 100), ("pko-45", 50), ("sng-9max", 0)])
def test_everybody_is_shown_what_is_on_the_heads_at_his_table(preset, cash):
    event = load_structure(preset)
    watcher = Watches()
    agents = {"w": watcher} | {f"p{k}": make_agent("maniac", k) for k in range(event.entrants - 1)}
    policy = AgentPolicy(agents)
    director = Director(event, list(agents), policy, seed=2)
    policy.watch(director)
    while len(watcher.seen) < 12 and director.step():
        heads = {p.name: p.head for p in director.field.players.values()}
        for seen in watcher.seen[-1:]:
            assert int(seen.view.head_cash) == cash
            assert set(seen.bounties) == set(seen.players)
            assert ("bounty" in seen.as_json()["seats"][0]) == bool(cash)
    first = watcher.seen[0]
    assert set(first.bounties.values()) == {event.bounty.cents if cash else 0}
    assert int(first.view.chips) == event.entrants * event.start_stack
    assert tuple(first.view.prizes[: event.seats // 3]) == first.prizes[: event.seats // 3]
    if cash == 50:
        # Whoever knocked somebody out carries more from then on, and it is shown.
        assert max(max(seen.bounties.values()) for seen in watcher.seen) > event.bounty.cents
    assert np.all(first.view.head >= 0) and heads
