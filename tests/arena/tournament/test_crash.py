"""Killing the process in the middle of hands: nothing finished is lost, nothing running counts."""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import signal
import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import pytest

from railbird.arena.tournament.field import Field
from railbird.arena.tournament.habits import Habits
from railbird.arena.tournament.journal import JournalError, read_journal, replay
from railbird.arena.tournament.plan import Plan, begin, resume
from railbird.arena.tournament.play import RandomPolicy
from railbird.arena.tournament.structure_file import load_structure
from tests.arena.tournament.laws import check_end

rule = pytest.mark.rule
PLAN = Plan(
    "mtt-rebuy",
    tuple(f"p{k}" for k in range(45)),
    seed=11,
    start=1_300_000_000_000,
    arrivals=((60_000, "late1"), (600_000, "late2")),
    habits=Habits(rebuys=1, add_on=True),
    tournament_id="77",
)


def policy() -> RandomPolicy:
    return RandomPolicy(5, boldness=15)


def state(field: Field) -> dict:
    """Chips, seats, places, clock: everything of a field, comparable."""
    return {
        "players": {k: asdict(p) for k, p in field.players.items()},
        "tables": {k: asdict(t) for k, t in field.tables.items()},
        "outs": [asdict(o) for o in field.outs],
        "clock": asdict(field.clock),
        "now": field.now,
        "level": field.hand_for_hand,
    }


def fold(path: Path, lines: int) -> Field:
    _, steps = read_journal(path)
    field = Field(load_structure(PLAN.structure), PLAN.start)
    for _, step in zip(range(lines), steps, strict=False):
        replay(field, step["changes"])
    return field


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory) -> Iterator[Path]:
    path = tmp_path_factory.mktemp("whole") / "journal.jsonl"
    begin(PLAN, policy(), journal=path).run()
    yield path


def kill_at(path: Path, size: int) -> None:
    """Run the event in a child and kill it once its journal has grown to `size` bytes."""
    child = multiprocessing.get_context("fork").Process(
        target=lambda: begin(PLAN, policy(), journal=path).run()
    )
    child.start()
    while child.is_alive() and (not path.exists() or path.stat().st_size < size):
        time.sleep(0.0005)
    os.kill(child.pid, signal.SIGKILL)
    child.join()


def check_killed_at(size: int, whole: Path, folder: Path) -> int:
    path = folder / "journal.jsonl"
    kill_at(path, size)
    lines = path.read_bytes().count(b"\n") - 1
    kept = path.read_bytes().rpartition(b"\n")[0]
    assert whole.read_bytes().startswith(kept)
    before = fold(whole, lines)
    running = {n for n, t in before.tables.items() if t.hand is not None}
    director = resume(path, policy())
    for table in before.tables.values():
        table.hand = None
    assert state(director.field) == state(before)
    director.run()
    check_end(director)
    hands = director.history().frame("hands")
    voided = hands[hands.cancelled.fillna(False)]
    assert len(voided) == len(running)
    assert not hands.hand_id.duplicated().any()
    return len(running)


@rule("PS-22.1", "FT-30", "AMB-14", "TV-72", "PS-18.1", "FT-4")
def test_a_killed_event_goes_on_from_its_last_finished_hands(undisturbed, tmp_path):
    size = undisturbed.stat().st_size
    rng = random.Random(4)
    running = 0
    for k in range(4):
        (tmp_path / str(k)).mkdir()
        running += check_killed_at(rng.randrange(size), undisturbed, tmp_path / str(k))
    assert running > 0


@pytest.mark.slow
@rule("PS-22.1", "FT-30")
def test_twenty_random_kills(undisturbed, tmp_path):
    size = undisturbed.stat().st_size
    rng = random.Random(20)
    for k in range(20):
        (tmp_path / str(k)).mkdir()
        check_killed_at(rng.randrange(size), undisturbed, tmp_path / str(k))


@rule("TV-72", "PS-22.1", "AMB-14")
def test_tv_72_a_running_hand_is_void_and_a_finished_one_stands(undisturbed, tmp_path):
    # Step through the journal to a moment when some tables play and another has just finished.
    whole = undisturbed.read_text().splitlines(keepends=True)
    for lines in range(3, len(whole)):
        if any(c[0] == "hand" for c in json.loads(whole[lines])["changes"]):
            break
    path = tmp_path / "journal.jsonl"
    path.write_text("".join(whole[: lines + 1]) + '{"changes":[["now",1')
    before = fold(path, lines)
    director = resume(path, policy())
    assert path.read_text().startswith("".join(whole[: lines + 1]))
    finished = [c for c in json.loads(whole[lines])["changes"] if c[0] == "hand"]
    for _, _, stacks, *_ in finished:
        assert stacks.items() <= {p.id: p.stack for p in director.field.players.values()}.items()
    for number, table in before.tables.items():
        if table.hand is not None:
            assert director.field.tables[number].hand is None
            assert director.field.tables[number].positions == table.positions
    stacks = {p.id: p.stack for p in before.players.values()}
    assert {p.id: p.stack for p in director.field.players.values()} == stacks


@rule("PS-22.1", "AMB-14", "AMB-30", "PS-13.2")
def test_a_crash_in_the_middle_of_a_round_hand_for_hand_keeps_what_had_finished(tmp_path):
    """Players who were out at tables that had finished are out, once and for all."""
    tried = 0
    for seed in range(12):
        path = tmp_path / f"{seed}.jsonl"
        names = tuple(f"p{k}" for k in range(40))
        begin(Plan("mtt-45", names, "fulltilt", seed), RandomPolicy(seed, 25), journal=path).run()
        lines = path.read_text().splitlines(keepends=True)
        waits = [k for k, line in enumerate(lines) if '"unsettled",[[' in line]
        if not waits:
            continue
        tried += 1
        unsettled = next(
            [b[0] for b in c[1]]
            for c in json.loads(lines[waits[0]])["changes"]
            if c[0] == "unsettled" and c[1]
        )
        path.write_text("".join(lines[: waits[0] + 1]))
        director = resume(path, RandomPolicy(seed, 25))
        places = director.field.places()
        assert all(player in places for player in unsettled)
        assert not director.field.unsettled
        director.run()
        check_end(director)
        events = director.history().frame("events")
        finished = events[events.kind == "finished"].player
        assert not finished.duplicated().any()
    assert tried > 0


def test_the_same_plan_gives_the_same_journal_byte_for_byte(undisturbed, tmp_path):
    path = tmp_path / "again.jsonl"
    begin(PLAN, policy(), journal=path).run()
    assert path.read_bytes() == undisturbed.read_bytes()


def test_a_finished_journal_has_nothing_left_to_play(undisturbed, tmp_path):
    path = tmp_path / "copy.jsonl"
    path.write_bytes(undisturbed.read_bytes())
    director = resume(path, policy())
    assert not director.step()
    check_end(director)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hello\n", "j.jsonl:1: damaged"),
        ("[1]\n", "j.jsonl:1: not a step"),
        ('{"a":1}\n', "j.jsonl:1: not a tournament journal"),
        ('{"railbird":"x"}\n', "j.jsonl:1: the head lacks"),
    ],
)
def test_a_file_that_is_no_journal_is_told_by_line(tmp_path, text, message):
    path = tmp_path / "j.jsonl"
    path.write_text(text)
    with pytest.raises(JournalError, match=message):
        resume(path, policy())
