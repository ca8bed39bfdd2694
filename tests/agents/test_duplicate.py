"""Duplicate hands: who gets which cards, and what they do to the interval."""

from __future__ import annotations

import numpy as np
import pytest
from click.testing import CliRunner

from railbird.agents.duplicate import play_duplicate
from railbird.agents.league import League, open_match
from railbird.cli.main import cli


def duel(*agents, deals=400, structure="sng-2max"):
    with open_match(League(agents, structure, seed=2)) as match:
        return play_duplicate(match, deals)


def test_two_of_the_same_kind_that_use_no_luck_differ_by_nothing():
    found = duel("caller", "caller", deals=50)
    assert found.labels == ("caller", "caller #2")
    assert found.difference("caller", "caller #2").value == 0
    assert np.abs(found.won).max() > 0 and not found.won.mean(1).any()


def test_chips_go_round():
    found = duel("nit", "equity", "maniac", structure="sng-6max", deals=30)
    assert found.won.shape == (30, 3, 3)
    assert np.abs(found.won.sum(2)).max() < 1e-9


def test_duplicates_of_similar_agents_cut_the_interval_by_more_than_a_third():
    found = duel("tight-aggressive", "equity", deals=2_000)
    assert found.interval_ratio("tight-aggressive", "equity") < 2 / 3


def test_the_duplicate_interval_covers_what_many_other_deals_say():
    few = duel("nit", "loose-aggressive", deals=500).difference("loose-aggressive", "nit")
    with open_match(League(("nit", "loose-aggressive"), "sng-2max", seed=77)) as match:
        many = play_duplicate(match, 8_000).difference("loose-aggressive", "nit")
    # Both are estimates: their difference has the sum of their variances.
    spread = np.hypot(few.high - few.value, many.high - many.value)
    assert abs(few.value - many.value) < 1.5 * spread


@pytest.mark.parametrize("deals", ["25"])
def test_the_command_shows_duplicates(deals):
    arguments = ["league", "nit", "caller", "--tournaments", "2", "--duplicate", deals, "--quiet"]
    result = CliRunner().invoke(cli, arguments, catch_exceptions=False)
    assert result.exit_code == 0
    assert "25 duplicate deals, 50 hands" in result.output
