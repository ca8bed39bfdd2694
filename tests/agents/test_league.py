"""Leagues: duplicate deals, rotated seats, results that go on after a stop, honest statistics."""

from __future__ import annotations

import json
import math
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from scipy import stats

from railbird.agents.league import League, LeagueError, LeagueFile, open_match, play_blocks
from railbird.agents.registry import AgentError, make_agent
from railbird.agents.scripted.style import SKILL_ORDER
from railbird.agents.standings import evidence, evidence_path, make_table
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
    assert page.count("<polyline") == page.count("<polygon") == 4


def files_of(folder):
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.slow
@pytest.mark.parametrize("workers, third", [("1", "nit"), ("2", "random"), ("1", "a program")])
def test_a_league_that_is_killed_leaves_nothing_and_goes_on(tmp_path, workers, third):
    is_program = third == "a program"
    if is_program:
        bot = Path(__file__).parents[2] / "examples" / "external_bots" / "bot.py"
        third = f"cmd:{sys.executable} {bot} {tmp_path.name}"
    arguments = ["equity", "caller", third, "--tournaments", "27", "--quiet"]
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    assert run(*arguments, "--out", str(whole)).exit_code == 0
    start = "import sys; from railbird.cli.main import main; sys.exit(main())"
    command = [sys.executable, "-c", start, "league", *arguments]
    command += ["--out", str(killed), "--workers", workers]
    for lines in (4, 13):
        with subprocess.Popen(command, start_new_session=True) as process:
            while len(kept_lines(killed)) < lines and process.poll() is None:
                time.sleep(0.01)
            os.kill(process.pid, signal.SIGKILL)
        for _ in range(200):
            left = processes_of(process.pid, tmp_path.name)
            if not left:
                break
            time.sleep(0.1)
        assert not left
    assert run(*arguments, "--out", str(killed), "--workers", workers).exit_code == 0
    assert len(kept_lines(killed)) == 28
    # How long a program takes is on the event's clock, and so never the same twice.
    assert is_program or files_of(killed) == files_of(whole)


def kept_lines(folder):
    path = folder / "league.jsonl"
    return path.read_bytes().splitlines() if path.exists() else []


def processes_of(session, marker):
    """Return the running processes of a session, or with `marker` in their command."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            words = (path / "cmdline").read_bytes()
            state, _, _, its_session = (path / "stat").read_text().rsplit(")", 1)[1].split()[:4]
        except OSError:
            continue
        if state != "Z" and (int(its_session) == session or marker.encode() in words):
            found.append(words)
    return found


def test_workers_write_the_same_bytes(tmp_path):
    arguments = ["random", "caller", "nit", "--tournaments", "12", "--quiet", "--seed", "5"]
    for workers in ("1", "3"):
        out = str(tmp_path / workers)
        assert run(*arguments, "--workers", workers, "--out", out).exit_code == 0
    assert files_of(tmp_path / "1") == files_of(tmp_path / "3")


def test_a_cut_first_line_is_begun_anew(tmp_path):
    run(*BOTS, "--tournaments", "4", "--out", str(tmp_path), "--quiet")
    path = tmp_path / "league.jsonl"
    whole = path.read_text()
    path.write_text(whole[:30])
    assert run(*BOTS, "--tournaments", "4", "--out", str(tmp_path), "--quiet").exit_code == 0
    assert path.read_text() == whole


def test_a_folder_that_cannot_be_written_is_one_line(tmp_path):
    (tmp_path / "file").write_text("not a folder")
    out = str(tmp_path / "file" / "league")
    result = run(*BOTS, "--tournaments", "4", "--out", out, "--quiet")
    assert result.exit_code == 2 and "give another --out" in " ".join(result.output.split())
    (tmp_path / "league.jsonl").write_bytes(b"\xff\xfe nothing of ours")
    result = run(*BOTS, "--tournaments", "4", "--out", str(tmp_path), "--quiet")
    assert result.exit_code == 2 and "another league is here" in " ".join(result.output.split())


def test_what_a_program_writes_on_stderr_is_kept_for_its_author(tmp_path):
    path = tmp_path / "bot.py"
    path.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    m = json.loads(line)\n"
        "    print('asked', m['type'], file=sys.stderr, flush=True)\n"
        "    print(json.dumps({'protocol': 1, 'id': m.get('id'), 'move': 'call'}), flush=True)\n"
    )
    spec = f"cmd:{sys.executable} {path}"
    out = tmp_path / "out"
    assert run("nit", spec, "--tournaments", "4", "--out", str(out), "--quiet").exit_code == 0
    (kept,) = (out / "stderr").iterdir()
    lines = kept.read_text().splitlines()
    assert kept.name == "2.txt" and lines[0] == spec and lines.count("asked hello") == 2


def test_more_agents_than_seats_take_turns():
    names = (*BOTS, "random", "check-fold", "loose-passive", "tight-aggressive")
    league = League(names, "sng-6max", seed=2)
    played = [one for block, _ in play_blocks(league, range(10)) for one in block]
    assert len(played) == 60 and all(len(one.scores) == 6 for one in played)
    counts = [sum(name in one.scores for one in played) for name in names]
    assert min(counts) >= 24 and sum(counts) == 360
    table = make_table(played, league.labels)
    assert len(table.standings) == 8 and len(table.pairs) == 28


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
        for place, share in s.finishes.items():
            assert share.value == pytest.approx(s.places[place] / 24)
            assert share.low < share.value < share.high
    assert len(table.pairs) == 6 and all(p.ahead >= p.behind for p in table.pairs)


@pytest.mark.slow
def test_a_league_finds_the_order_of_the_house_bots():
    league = League(SKILL_ORDER, seed=1)
    played = [one for block, _ in play_blocks(league, range(250)) for one in block]
    assert len(played) == 2_000
    found = [s.label for s in make_table(played, SKILL_ORDER).standings]
    places = [found.index(name) for name in SKILL_ORDER]
    assert stats.kendalltau(range(8), places).statistic >= 0.9


def test_intervals_are_of_students_t_over_blocks(played):
    (row,) = [s for s in make_table(played, BOTS).standings if s.label == "nit"]
    roi = [(one.scores["nit"].prize - 1100) / 1100 for one in played]
    blocks = np.array(roi).reshape(6, 4).mean(1)
    low, high = stats.t.interval(0.95, 5, blocks.mean(), stats.sem(blocks))
    assert (row.roi.low, row.roi.high) == pytest.approx((low, high))


def test_evidence_is_an_e_value_and_grows_with_the_mean():
    # Its mean under a fair bet of any skewness is 1: summed exactly over all ways it can go.
    for low, high in ((-1.0, 1.0), (-0.25, 2.0), (-1.0, 0.1)):
        chance = -low / (high - low)
        for count in (1, 2, 5, 12):
            mean = 0.0
            for wins in range(count + 1):
                values = np.array([high] * wins + [low] * (count - wins))
                ways = math.comb(count, wins) * chance**wins * (1 - chance) ** (count - wins)
                mean += ways * evidence(values, 1.0)
            assert mean == pytest.approx(1.0)
    assert evidence(np.array([]), 4.0) == 1.0
    better = np.tile([0.8, -0.3], 150)
    assert evidence(better, 4.0) > 1_000 > 1 > evidence(-better, 4.0)
    assert evidence(better[:7], 4.0) == evidence_path(better, 4.0)[6]


@pytest.mark.parametrize("low, high", [(-1.0, 1.0), (-0.2, 4.0), (-4.0, 0.2)])
def test_looking_after_every_block_seldom_misleads(low, high):
    # Returns of a tournament are skewed: few first prizes, many lost buy-ins.
    rng = np.random.default_rng(4)
    chance, wrong = -low / (high - low), 0
    for _ in range(2_000):
        values = np.where(rng.random(500) < chance, high, low)
        wrong += evidence_path(values, 4.0).max() >= 20
    # At most 5% in theory (Ville); three standard errors of a count of 2,000 at 5% are 29.
    assert 0 < wrong <= 100 + 29


@pytest.mark.parametrize(
    "spec, words",
    [
        ("nitt", "Did you mean 'nit'"),
        ("no.such.module:Bot", "cannot be imported"),
        ("json:Bot", "has no 'Bot'"),
        ("gone.py:Bot", "there is no file"),
        ("cmd:no-such-program-here", "there is no program"),
        ("cmd:", "name a program"),
        ("cmd:python3 'bot.py", "No closing quotation"),
        (f"cmd:{sys.executable} -c exit(3)", "did not start: it has ended: exit status 3"),
        (f"cmd:{sys.executable} nowhere.py", "its last words: "),
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
