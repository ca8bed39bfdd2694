"""Leagues: duplicate deals, rotated seats, results that go on after a stop, honest statistics."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from click.testing import CliRunner

from railbird.agents.league import League, LeagueError, LeagueFile, open_match, play_blocks
from railbird.agents.registry import AgentError, make_agent
from railbird.agents.standings import evidence, make_table
from railbird.cli.main import cli

BOTS = ("nit", "equity", "maniac", "caller")
SMALL = League(BOTS, seed=3)


def run(*arguments):
    return CliRunner().invoke(cli, ["league", *arguments], catch_exceptions=False)


@pytest.fixture(scope="module")
def played():
    return [one for block, _ in play_blocks(SMALL, range(6)) for one in block]


def test_in_a_block_every_agent_sits_once_in_each_place_with_the_same_decks(monkeypatch):
    seen = []
    from railbird.agents import league

    class Watched(league.AgentPolicy):
        def play(self, tables, deals, logs, counts):
            if deals[0].hand == 1:
                cards = {s: tables[0]["cards"][s - 1][:2].tolist() for s in deals[0].seats}
                seen.append((dict(deals[0].seats), cards))
            return super().play(tables, deals, logs, counts)

    monkeypatch.setattr(league, "AgentPolicy", Watched)
    with open_match(SMALL) as match:
        match.block(0)
    assert len(seen) == 4
    cards = {json.dumps(hand) for _, hand in seen}
    assert len(cards) == 1
    for seat in seen[0][0]:
        assert {players[seat] for players, _ in seen} == set(BOTS)


def test_money_and_chips_add_up(played):
    assert len(played) == 24
    for one in played:
        assert sorted(p for s in one.scores.values() for p in s.places) == [1, 2, 3, 4]
        assert sum(s.prize for s in one.scores.values()) == 4 * 1000
        assert sum(s.cost for s in one.scores.values()) == 4 * 1100
        assert abs(sum(s.big_blinds for s in one.scores.values())) < 1e-3


def test_the_same_seed_plays_the_same_league_by_any_number_of_workers(played):
    again = [one for block, _ in play_blocks(SMALL, range(2), workers=2) for one in block]
    assert again == played[:8]


def test_a_stopped_league_goes_on_as_if_it_had_not_stopped(tmp_path):
    arguments = [*BOTS, "--seed", "3", "--quiet"]
    run(*arguments, "--tournaments", "12", "--out", str(tmp_path / "whole"))
    whole = (tmp_path / "whole" / "league.jsonl").read_text()
    stopped = tmp_path / "stopped" / "league.jsonl"
    stopped.parent.mkdir()
    # A block and a half, and half of a line.
    stopped.write_text("\n".join(whole.splitlines()[:7]) + "\n" + whole.splitlines()[7][:40])
    result = run(*arguments, "--tournaments", "12", "--out", str(stopped.parent))
    assert result.exit_code == 0
    assert stopped.read_text() == whole
    page = (stopped.parent / "league.html").read_text()
    assert page == (tmp_path / "whole" / "league.html").read_text()
    assert page.count("<polyline") == 4


def test_another_leagues_results_are_not_mixed_in(tmp_path):
    run(*BOTS, "--tournaments", "4", "--out", str(tmp_path), "--quiet")
    result = run("nit", "caller", "--tournaments", "4", "--out", str(tmp_path), "--quiet")
    assert result.exit_code == 2 and "another league" in result.output
    with pytest.raises(LeagueError, match="no tournament's result"):
        file = LeagueFile(tmp_path / "league.jsonl", League(BOTS))
        lines = file.path.read_text().splitlines()
        file.path.write_text("\n".join([lines[0], "{}", *lines[1:]]) + "\n")
        file.read(4)


def test_a_multi_table_event_fills_its_seats_with_further_entries():
    with open_match(League(BOTS, "mtt-18", seed=1)) as match:
        (first, *_) = match.block(0)
    assert first.entrants == 18
    assert sorted(len(s.places) for s in first.scores.values()) == [4, 4, 5, 5]


def test_the_table_orders_the_obvious(played):
    table = make_table(played, BOTS)
    order = [s.label for s in table.standings]
    assert set(order[:2]) == {"nit", "equity"}
    for s in table.standings:
        assert s.roi.low < s.roi.value < s.roi.high
        assert sum(s.places.values()) == 24
    assert len(table.pairs) == 6 and all(p.ahead >= p.behind for p in table.pairs)


def test_intervals_are_of_students_t_over_blocks(played):
    from scipy import stats

    (row,) = [s for s in make_table(played, BOTS).standings if s.label == "nit"]
    roi = [(one.scores["nit"].prize - 1100) / 1100 for one in played]
    blocks = np.array(roi).reshape(6, 4).mean(1)
    low, high = stats.t.interval(0.95, 5, blocks.mean(), stats.sem(blocks))
    assert (row.roi.low, row.roi.high) == pytest.approx((low, high))


def test_evidence_is_an_e_value_and_grows_with_wins():
    # Its mean under equal chances is 1 whatever the number of blocks: summed exactly.
    for count in (1, 2, 5, 20, 60):
        mean = sum(
            math.comb(count, k) * 0.5**count * evidence(k, count - k) for k in range(count + 1)
        )
        assert mean == pytest.approx(1.0)
    assert evidence(0, 0) == pytest.approx(1.0)
    assert evidence(30, 2) > 1_000 > 1 > evidence(10, 12)


@pytest.mark.slow
def test_looking_after_every_block_seldom_misleads():
    rng = np.random.default_rng(4)
    wrong = 0
    for _ in range(2_000):
        wins = np.cumsum(rng.random(200) < 0.5)
        wrong += any(evidence(int(w), k - int(w)) >= 20 for k, w in enumerate(wins, 1))
    # At most 5% in theory; 2,000 runs put the count's standard error at 10.
    assert wrong <= 100 + 20


@pytest.mark.parametrize(
    "spec, words",
    [
        ("nitt", "Did you mean 'nit'"),
        ("no.such.module:Bot", "cannot be imported"),
        ("json:Bot", "has no 'Bot'"),
        ("gone.py:Bot", "there is no file"),
        ("cmd:no-such-program-here", "there is no program"),
    ],
)
def test_a_wrong_agent_is_one_line_with_a_remedy(spec, words):
    result = run("nit", spec, "--tournaments", "2")
    assert result.exit_code == 2 and words in " ".join(result.output.replace("│", " ").split())


TEMPLATE = """
from railbird.agents.base import Call, Fold, SimpleAgent


class MyBot(SimpleAgent):
    def __init__(self, seed=0):
        self.seed = seed

    def act(self, observation):
        {body}
"""


@pytest.mark.parametrize("body", ["return Call()", "raise KeyError('x')", "return 'call'"])
def test_an_agent_from_a_file_plays_and_its_errors_cost_only_it(tmp_path, body):
    path = tmp_path / "my_bot.py"
    path.write_text(TEMPLATE.format(body=body))
    spec = f"{path}:MyBot"
    assert make_agent(spec, seed=4).seed == 4
    result = run(spec, "nit", "--tournaments", "2", "--quiet")
    assert result.exit_code == 0
    assert ("faults" in result.output) == (body != "return Call()")
    with pytest.raises(AgentError):
        make_agent(f"{path}:Other")


def test_the_cost_of_a_knockout_entry_counts_its_bounty():
    with open_match(League(BOTS, "ko-45", seed=1)) as match:
        (first, *_) = match.block(0)
    cost = sum(s.cost for s in first.scores.values())
    won = sum(s.prize for s in first.scores.values())
    assert cost - won == 45 * match.structure.fee
