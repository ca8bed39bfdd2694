"""Push-or-fold tables against a published heads-up chart, and equities against exact ones."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.agents.scripted.classes import (
    CHANCE_PARTS,
    CLASS_NUMBER,
    COMBOS,
    DEPTHS,
    class_name,
    class_of,
    load_tables,
    weights,
)
from railbird.agents.scripted.make_tables import push_tables
from railbird.agents.scripted.nash import solve
from railbird.arena.cards import parse_cards
from railbird.arena.equity import all_in_shares

# HoldemResources' heads-up push chart: the largest effective stack in big blinds at which the
# small blind pushes the hand (www.holdemresources.net/h/poker-theory/hune).
PUSHED_UP_TO = {
    "K2s": 19.3,
    "K2o": 11.6,
    "Q2s": 12.7,
    "Q2o": 7.0,
    "J2s": 8.5,
    "J2o": 4.6,
    "K3o": 12.2,
    "T2o": 2.9,
    "92o": 2.2,
    "87o": 14.7,
    "72o": 1.6,
    "32o": 1.4,
}
CALLED_UP_TO = {"Q2o": 5.6}


@pytest.fixture(scope="module")
def equity():
    return load_tables()["equity"]


@pytest.fixture(scope="module")
def ways():
    return weights()


@pytest.mark.parametrize("hand, depth", PUSHED_UP_TO.items())
def test_the_small_blind_pushes_as_the_published_chart_says(equity, ways, hand, depth):
    at, above = (solve(equity, ways, 1, d, 300).push for d in (depth - 0.1, depth + 0.1))
    assert at[CLASS_NUMBER[hand]] > 0.5 > above[CLASS_NUMBER[hand]]


@pytest.mark.parametrize("hand, depth", CALLED_UP_TO.items())
def test_the_big_blind_calls_as_the_published_chart_says(equity, ways, hand, depth):
    at, above = (solve(equity, ways, 1, d, 300).call[2] for d in (depth - 0.1, depth + 0.1))
    assert at[CLASS_NUMBER[hand]] > 0.5 > above[CLASS_NUMBER[hand]]


def test_nobody_gains_by_leaving_the_heads_up_equilibrium(equity, ways):
    found = solve(equity, ways, 1, 10.0, 500)
    assert 0 <= found.gain < 1e-4 and 0 <= found.caller_gain < 1e-4


@pytest.mark.slow
def test_the_shipped_tables_are_those_that_the_solver_makes(equity):
    tables = load_tables()
    push, call = push_tables(equity)
    half_a_part = 0.5 / CHANCE_PARTS + 1e-9
    # Another machine's rounding may tip a best answer where two moves are worth the same.
    assert np.mean(np.abs(push - tables["push"]) > half_a_part) < 1e-3
    assert np.mean(np.abs(call - tables["call"]) > half_a_part) < 1e-3


def test_more_players_behind_make_a_push_need_more(equity):
    pushed = load_tables()["push"] @ (COMBOS / COMBOS.sum())
    at_ten = pushed[:, int(np.searchsorted(DEPTHS, 10.0))]
    # The small blind, with half a blind in, is the first row; then wider the fewer are behind.
    assert (np.diff(at_ten[1:]) < 0).all() and at_ten[0] > at_ten[1]


@pytest.mark.parametrize(
    "one, other", [("AhKh", "2c2d"), ("AsAd", "KsKh"), ("7c2d", "AhKd"), ("Jd9d", "QsTs")]
)
def test_class_equities_are_near_those_of_single_holdings(equity, one, other):
    # Suits move a holding's equity by at most some two percent around its class.
    exact = all_in_shares([parse_cards(one), parse_cards(other)]).shares[0]
    names = [name(parse_cards(text)) for text in (one, other)]
    assert equity[CLASS_NUMBER[names[0]], CLASS_NUMBER[names[1]]] == pytest.approx(exact, abs=0.025)


def name(cards):
    return class_name(class_of(*cards))


def test_the_169_classes_are_all_1326_hands():
    assert len(CLASS_NUMBER) == 169 and COMBOS.sum() == 1326
    assert (weights().sum(1) == 50 * 49 / 2).all()
