"""All-in or fold for prizes: published figures, the three-handed equilibrium, the bot's answers."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.agents.scripted import icm_play
from railbird.agents.scripted.classes import CLASS_NUMBER, CLASSES, class_name, load_tables
from railbird.agents.scripted.icm_nash import (
    CALL,
    CALL_STEAL,
    DECISIONS,
    PUSH,
    STEAL,
    Spot,
    gains,
    settle,
    solve,
    worth_of,
)
from railbird.agents.scripted.three_way import ORDERS, three_way_orders
from railbird.arena.cards import parse_cards
from railbird.arena.equity import all_in_shares
from railbird.arena.numba_cache import kernel
from railbird.arena.randomness import STREAM_WORDS
from tests.agents.spots import views_of

THREE = (50.0, 30.0, 20.0)
# ICM Explorer, four equal stacks at 200/400, the small blind pushes (pzhon, "Math for SNG Push or
# Fold", pokerstrategy.com, 2012): the big blind's worth and the equity that calling needs.
EQUAL_BUBBLE = Spot((3375, 3375, 3375, 3375), (0.5, 0.3, 0.2), 200, 400)
# The same author on two large and two small stacks (pokerstrategy.com thread 94888): the small
# blind pushes any two cards, and calling needs this much.
LARGE_BUBBLE = Spot((1500, 5250, 5250, 1500), (0.5, 0.3, 0.2), 250, 500)
# HoldemResources' calculator, four left and the first has folded: the small blind pushes any two.
# (The button's 44.5% there is disputed: two solvers of others find 38%, this one 35%.)
ONE_FOLDED = Spot((34, 33, 22, 13.75), (6, 4, 3, 2), ante=0.25)
SPOTS = (
    Spot((10, 10, 10), (1.0,)),
    Spot((10, 10, 10), THREE),
    Spot((15, 6, 9), THREE),
    Spot((3, 12, 15), THREE),
    Spot((8, 8, 14), (50, 50)),
    Spot((12, 4, 5, 9), THREE),
    ONE_FOLDED,
)


def price(spot):
    """The equity that the big blind needs to call the small blind."""
    win, lose, fold = (
        settle(spot, *end)[2]
        for end in (((1, 2), (0, 1, 0)), ((1, 2), (0, 0, 1)), ((1,), (0, 0, 0)))
    )
    return (fold - lose) / (win - lose)


def test_the_worth_of_a_call_is_as_published():
    ends = [((1,), (0, 0, 0)), ((1, 2), (2, 1, 0)), ((1, 2), (2, 0, 1)), ((1, 2), (2, 0, 0))]
    worth = [settle(EQUAL_BUBBLE, *end)[2] for end in ends]
    assert worth == pytest.approx([0.2303, 0.3833, 0.0, 0.25], abs=5e-5)


@pytest.mark.parametrize("spot, needed", [(EQUAL_BUBBLE, 0.6007), (LARGE_BUBBLE, 0.7164)])
def test_the_equity_that_a_call_needs_is_as_published(spot, needed):
    views = views_of(spot, CALL_STEAL, unit=1)
    out = np.zeros(1)
    _needed(views, out)
    assert out[0] == pytest.approx(needed, abs=5e-5)


@kernel
def _needed(views, out):
    v = views[0]
    paid = np.zeros(10, dtype=np.int64)
    ends = np.zeros((3, 3))
    icm_play.committed(v, 1, paid)
    icm_play.duel(v, 1, 2, 2, paid, 0.0, ends)
    out[0] = icm_play.needed(ends)


@kernel
def _ask(views, out):
    stream = np.zeros(STREAM_WORDS, dtype=np.int64)
    for i in range(views.shape[0]):
        out[i] = icm_play.goes_in(views[i], 0.0, stream)


def answers_of(spot):
    """What the bot does at every decision with every class, as chances."""
    chances = np.zeros((DECISIONS, CLASSES))
    for decision in range(DECISIONS):
        out = np.zeros(CLASSES, dtype=np.bool_)
        _ask(views_of(spot, decision), out)
        chances[decision] = out
    return chances


@pytest.mark.parametrize("spot", SPOTS)
def test_prizes_are_shared_out_whatever_happens(spot):
    total = sum(spot.prizes)
    for alive in ((0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (0, 1, 2)):
        for ranks in ORDERS:
            paid = sum(settle(spot, alive, ranks))
            if len(spot.stacks) == 3:
                assert paid == pytest.approx(total)
            else:
                assert 0 < paid < total


def test_of_two_who_go_out_the_larger_stack_takes_the_better_place():
    worth = settle(Spot((10, 4, 6), THREE), (0, 1, 2), (0, 1, 1))
    assert worth == pytest.approx([50.0, 20.0, 30.0])


def test_large_stacks_are_called_only_with_the_best_when_small_ones_are_about_to_go():
    out = answers_of(LARGE_BUBBLE)
    assert out[STEAL].all()
    called = {class_name(k) for k in range(CLASSES) if out[CALL_STEAL, k]}
    assert {"AA", "KK", "QQ", "JJ", "TT"} <= called and len(called) <= 8


@pytest.fixture(scope="module")
def three():
    tables = load_tables()
    orders, deals = three_way_orders(64)
    win = tables["equity"] - tables["tie"] / 2
    return win, tables["tie"], orders, deals


@pytest.mark.slow
@pytest.mark.parametrize("hands", [("AsAd", "KsKh", "7c2d"), ("AhKh", "QsQd", "JcTc")])
def test_three_classes_finish_about_as_single_holdings_do(three, hands):
    names = {"AsAd": "AA", "KsKh": "KK", "7c2d": "72o", "AhKh": "AKs", "QsQd": "QQ", "JcTc": "JTs"}
    counts = three[2][tuple(CLASS_NUMBER[names[h]] for h in hands)].astype(float)
    share = sum(
        n / ranks.count(0) for n, ranks in zip(counts, ORDERS, strict=True) if ranks[0] == 0
    )
    exact = all_in_shares([parse_cards(h) for h in hands]).shares[0]
    # 64 run-outs: three standard errors.
    assert share / counts.sum() == pytest.approx(exact, abs=3 * 0.5 / 8)


@pytest.mark.slow
def test_three_handed_nobody_gains_by_leaving_the_equilibrium(three):
    win, tie, orders, deals = three
    found = {}
    for spot in SPOTS[:2]:
        found[spot.prizes] = solve(worth_of(spot, win, tie, orders), deals, 100)
        assert 0 <= max(found[spot.prizes].gain) < 1e-4 * sum(spot.prizes)
    chips, prizes = found[SPOTS[0].prizes], found[SPOTS[1].prizes]
    # For prizes calls are far tighter, and so it is the small blind's turn to push more.
    assert prizes.part(CALL) < 0.5 * chips.part(CALL)
    assert prizes.part(STEAL) > chips.part(STEAL)
    # With the button gone it is the heads-up game but for his cards: 58% and 37% at ten blinds.
    assert chips.part(STEAL) == pytest.approx(0.58, abs=0.015)
    assert chips.part(CALL_STEAL) == pytest.approx(0.37, abs=0.015)


@pytest.mark.slow
def test_the_small_blind_pushes_any_two_where_the_published_answer_says_so(three):
    win, tie, orders, deals = three
    found = solve(worth_of(ONE_FOLDED, win, tie, orders), deals, 100)
    assert found.part(STEAL) > 0.99
    assert 0.30 < found.part(PUSH) < 0.445


@pytest.mark.slow
@pytest.mark.parametrize("spot", SPOTS)
def test_the_bots_answers_are_near_the_equilibrium(three, spot):
    win, tie, orders, deals = three
    lost = gains(worth_of(spot, win, tie, orders), deals, answers_of(spot))
    # A thousandth of the prizes a hand, against whoever knows all of its ranges.
    assert max(lost) < 1e-3 * sum(spot.prizes)
