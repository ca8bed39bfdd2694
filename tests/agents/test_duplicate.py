"""Duplicate hands: who gets which cards, and what they do to the interval."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from click.testing import CliRunner
from scipy import stats

from railbird.agents.baseline import hand_features
from railbird.agents.duplicate import play_duplicate
from railbird.agents.league import League, open_match
from railbird.agents.scripted.classes import class_of
from railbird.cli.main import cli


def duel(*agents, deals=400, structure="sng-2max", seed=2, **more):
    with open_match(League(agents, structure, seed=seed)) as match:
        return play_duplicate(match, deals, **more)


def test_two_of_the_same_kind_differ_by_nothing():
    for name in ("caller", "equity"):
        found = duel(name, name, deals=50)
        assert found.labels == (name, f"{name} #2")
        assert found.plain_difference(name, f"{name} #2").value == 0
        assert np.abs(found.won).max() > 0 and not found.won.mean(1).any()


def test_chips_go_round_and_so_does_luck():
    found = duel("nit", "equity", "maniac", structure="sng-6max", deals=30)
    assert found.won.shape == (30, 3, 3) and found.luck.shape == (30, 3, 3, 3)
    assert np.abs(found.won.sum(2)).max() < 1e-9
    assert np.abs(found.luck.sum(2)).max() < 1e-9 < np.abs(found.luck).max()


def test_the_interval_is_that_of_hands_that_stand_alone_cut_by_a_third():
    for pair in (("tight-aggressive", "equity"), ("caller", "loose-aggressive")):
        found = duel(*pair, deals=2_000)
        assert found.interval_ratio(*pair) < 2 / 3
        assert found.interval_ratio(*pair) < found.interval_ratio(*pair, plain=True)


def test_the_duplicate_interval_covers_what_many_other_deals_say():
    pair = ("loose-aggressive", "nit")
    few, many = duel(*pair, deals=500).difference(*pair), duel(*pair, deals=8_000, seed=77)
    plain = many.plain_difference(*pair)
    # Both are estimates: their difference has the sum of their variances.
    spread = np.hypot(few.high - few.value, plain.high - plain.value)
    assert abs(few.value - plain.value) < 1.5 * spread


PAIRS = [("nit", "maniac"), ("caller", "equity"), ("push-fold", "loose-passive")]


@pytest.mark.slow
@pytest.mark.parametrize("pair", PAIRS)
def test_taking_luck_off_moves_no_mean(pair):
    found = duel(*pair, deals=6_000, seed=5)
    gone = found._gaps(*pair).mean(1) - found._adjusted(*pair)
    assert abs(stats.ttest_1samp(gone, 0).statistic) < 3.5
    assert gone.std() > 0


@pytest.mark.slow
def test_intervals_of_two_that_are_the_same_hold_nothing_95_times_of_100():
    found = duel("equity", "equity", deals=12_000, seed=3, same_chances=False)
    held = 0
    for part in np.split(np.arange(12_000), 200):
        some = replace(found, won=found.won[part], luck=found.luck[part], hands=found.hands[part])
        interval = some.difference("equity", "equity #2")
        held += interval.low <= 0 <= interval.high
    # 95% of 200, four standard deviations of that count either way.
    assert 178 <= held <= 200


def test_the_features_of_two_starting_hands_have_the_mean_zero_over_all_of_them():
    hands = np.array(list(combinations(range(52), 2)))
    classes = np.array([class_of(a, b) for a, b in hands])
    total = 0.0
    for hand, mine in zip(hands, classes, strict=True):
        theirs = classes[~np.isin(hands, hand).any(1)]
        assert len(theirs) == 1225
        total = total + hand_features(np.full(1225, mine), theirs).sum(0)
    assert np.abs(total).max() / (1326 * 1225) < 1e-9


@pytest.mark.parametrize("deals", ["25"])
def test_the_command_shows_duplicates(deals):
    arguments = ["league", "nit", "caller", "--tournaments", "2", "--duplicate", deals, "--quiet"]
    result = CliRunner().invoke(cli, arguments, catch_exceptions=False)
    assert result.exit_code == 0
    assert "25 duplicate deals, 50 hands" in result.output
