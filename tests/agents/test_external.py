"""External bots cost themselves the hand, never the arena; nothing of them is left."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from railbird.agents.external import ExternalBot, Terms
from railbird.agents.process import Limits, network_is_cut
from railbird.agents.registry import make_agent
from railbird.agents.seats import AgentPolicy
from railbird.arena.tournament.chronicle import Chronicle
from railbird.arena.tournament.director import Director
from railbird.arena.tournament.structure_file import load_structure

HERE = Path(__file__).resolve()
EXAMPLES = HERE.parents[2] / "examples" / "external_bots"
# The house's 15 seconds pass in 50 ms.
QUICK = Terms(pace=300.0, strikes=4, limits=Limits(memory_bytes=1 << 29, file_bytes=1 << 20))
PATIENT = Terms(pace=10.0)


def bad(how, terms=QUICK):
    return ExternalBot([sys.executable, str(HERE.with_name("bad_bots.py")), how], terms)


def run_event(agents, seed=1, house="pokerstars"):
    structure = replace(load_structure("sng-9max", house), entrants=len(agents))
    policy = AgentPolicy(agents)
    director = Director(
        structure, list(agents), policy, seed=seed, chronicle=Chronicle(structure, "1")
    )
    policy.watch(director)
    result = director.run()
    # Equal stacks that go in one hand share a place (PS-12, FT-25).
    places = [place for _, place in result.places]
    assert all(place == 1 + sum(p < place for p in places) for place in places)
    assert len(places) == len(agents) and places.count(1) == 1
    assert sum(p.stack for p in director.field.players.values()) == len(agents) * 1500
    assert sum(result.prizes.values()) == result.pool
    return director, policy


def children_left():
    """Child processes of ours that run or were not waited for."""
    try:
        return os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
    except ChildProcessError:
        return False


TIMED_OUT = ("slow", "garbage", "utf8", "illegal", "deep")
DISCONNECTED = ("crash", "flood", "giant", "closed", "memory", "disk", "mute")


@pytest.mark.rule("PS-18.3", "FT-27.1")
@pytest.mark.parametrize("house", ["pokerstars", "fulltilt"])
@pytest.mark.parametrize("how", TIMED_OUT)
def test_what_is_no_answer_is_timed_out(how, house):
    with bad(how) as bot:
        director, policy = run_event({"bad": bot, "nit": make_agent("nit", 1)}, house=house)
        assert policy.tallies["bad"].timed_out >= 1
        assert bot.faults and bot.restarts == 0
        events = director.history().frame("events")
        assert set(events[events.player == "bad"].kind) >= {"times_out", "sits_out"}
        actions = director.history().frame("actions")
        late = actions[(actions.player == "bad") & actions.timed_out]
        assert set(late.kind) <= {"checks", "folds"} and len(late)
    assert not children_left()


@pytest.mark.rule("PS-18.4a")
@pytest.mark.parametrize("how", DISCONNECTED)
def test_a_bot_that_ends_is_disconnected_and_started_again_a_few_times(how):
    # A flood is one before its time is up, so that one gets a second.
    with bad(how, replace(QUICK, pace=15.0) if how == "flood" else QUICK) as bot:
        if how == "mute":
            # A bot gets ten real seconds to say that it is ready; here it never does.
            bot.start_seconds = 0.2
        director, _ = run_event({"bad": bot, "nit": make_agent("nit", 1)})
        assert bot.restarts == QUICK.restarts + 1 or how == "crash"
        events = director.history().frame("events")
        assert "disconnects" in set(events[events.player == "bad"].kind)
    assert not children_left()


def test_stale_answers_are_skipped():
    with bad("stale") as bot:
        run_event({"bad": bot, "nit": make_agent("nit", 1)})
        assert not bot.faults


def test_children_of_a_bot_end_with_it():
    with bad("children") as bot:
        bot.new_hand("bad")
        assert bot.process_id is not None
        group = bot.process_id
    with pytest.raises(ProcessLookupError):
        # Killed children may wait for init to collect them; none of them runs.
        for _ in range(50):
            os.killpg(group, 0)
            subprocess.run(["sleep", "0.1"], check=True)


def test_a_bot_sees_its_observation_and_nothing_else(monkeypatch, tmp_path):
    monkeypatch.setenv("RAILBIRD_SECRET", "xyzzy")
    with bad("spy", PATIENT) as bot:
        run_event({"spy": bot, "nit": make_agent("nit", 1)})
        rows = [json.loads(row) for row in bot.stderr.splitlines()]
    assert rows and "xyzzy" not in json.dumps(rows)
    for row in rows:
        assert set(row["environment"]) <= {
            "PATH",
            "HOME",
            "TMPDIR",
            "LANG",
            "LC_CTYPE",
            "PYTHONDONTWRITEBYTECODE",
        }
        assert row["folder"] != os.getcwd() and not Path(row["folder"]).exists()
        assert len(row["asked"]["hole_cards"]) == 2
        assert all("hole_cards" not in seat for seat in row["asked"]["seats"])


def test_a_bot_has_no_network_where_the_system_can_take_it_away():
    if not network_is_cut():
        pytest.skip("this system does not let a user make a network namespace")
    code = (
        "import socket,sys\n"
        "s=socket.socket(); s.settimeout(2)\n"
        "try: s.connect(('127.0.0.1', PORT)); sys.stderr.write('reached')\n"
        "except OSError as e: sys.stderr.write('no: '+str(e))\n"
    )
    import socket

    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        with ExternalBot([sys.executable, "-c", code.replace("PORT", str(port))], QUICK) as bot:
            bot.new_hand("x")
            assert bot.stderr.startswith("no: ")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux tells of a parent's death")
def test_a_bot_ends_when_the_arena_is_killed():
    code = (
        "import os, sys\n"
        "from railbird.agents.external import ExternalBot\n"
        f"bot = ExternalBot([sys.executable, {str(HERE.with_name('bad_bots.py'))!r}, 'mute'])\n"
        "bot.start_seconds = 1.0\n"
        "bot._end = lambda reason: None\n"
        "bot.new_hand('x')\n"
        "print(bot.process_id, flush=True)\n"
        "os.kill(os.getpid(), 9)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    number = int(done.stdout)
    for _ in range(100):
        state = Path(f"/proc/{number}/stat")
        if not state.exists() or state.read_text().rsplit(")", 1)[1].split()[0] == "Z":
            return
        subprocess.run(["sleep", "0.1"], check=True)
    raise AssertionError("it still runs")


def example(language, tmp_path):
    if language == "python":
        return [sys.executable, str(EXAMPLES / "bot.py")]
    tool = {"c": "gcc", "javascript": "node"}[language]
    if shutil.which(tool) is None:
        pytest.skip(f"{tool} is not installed")
    if language == "javascript":
        return ["node", str(EXAMPLES / "bot.js")]
    built = tmp_path / "bot"
    subprocess.run(["gcc", "-O2", "-Wall", "-Werror", "-o", built, EXAMPLES / "bot.c"], check=True)
    return [str(built)]


@pytest.mark.parametrize("language", ["python", "c", "javascript"])
def test_the_example_bots_play_a_whole_event_without_a_fault(language, tmp_path):
    with ExternalBot(example(language, tmp_path), PATIENT) as bot:
        _, policy = run_event(
            {"bot": bot, "caller": make_agent("caller"), "nit": make_agent("nit")}
        )
        assert bot.faults == [] and policy.tallies["bot"].timed_out == 0
        assert policy.tallies["bot"].hands > 5


@pytest.mark.slow
def test_events_of_nine_external_bots_keep_their_chips_and_leave_nothing(tmp_path):
    for tool in ("gcc", "node"):
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not installed")
    script = HERE.parents[2] / "benchmarks" / "external.py"
    done = subprocess.run(
        [sys.executable, str(script), "--tournaments", "30"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "30 tournaments of nine external bots, 0 things amiss" in done.stdout
    for rule in ("PS-18.3 slow", "FT-27.1 garbage", "PS-18.4a crash", "FT-27.3 flood"):
        assert rule in done.stdout
