"""`railbird play`: whole events to files, the same ones for the same seed."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from railbird.cli.check import command as check
from railbird.cli.play import command
from railbird.datasets import formats


def play(*arguments: str):
    return CliRunner().invoke(command, list(arguments))


@pytest.mark.parametrize("house", ["pokerstars", "fulltilt"])
@pytest.mark.parametrize("form", ["parquet", "pokerstars", "fulltilt"])
def test_an_event_is_written_and_breaks_no_law(tmp_path, house, form):
    out = tmp_path / "out"
    done = play("mtt-45", "--house", house, "--seed", "3", "--out", str(out), "--format", form)
    assert done.exit_code == 0, done.output
    assert "45 entries" in done.output and "won by random-" in done.output
    checked = CliRunner().invoke(check, [str(out)])
    assert checked.exit_code == 0 and "No law is broken" in checked.output
    history = formats.read([out]).history
    assert history.hand_count > 10
    assert history.frame("seats").player.str.startswith("random-").all()


def test_pokerstars_text_has_results_bounties_and_moves(tmp_path):
    play("pko-45", "--seed", "3", "--out", str(tmp_path / "out"), "--format", "pokerstars")
    text = "".join(p.read_text() for p in sorted((tmp_path / "out").glob("*.txt")))
    for words in ("wins the tournament and receives $", "own bounty increases by", "finished the"):
        assert words in text


@pytest.mark.parametrize("agents", ["random", "tight-aggressive,caller", "maniac,push-fold,nit"])
def test_the_same_seed_gives_the_same_bytes(tmp_path, agents):
    for name in ("a", "b"):
        done = play("sng-6max", "--agents", agents, "--seed", "5", "--out", str(tmp_path / name))
        assert done.exit_code == 0, done.output
    files = sorted(p.relative_to(tmp_path / "a") for p in (tmp_path / "a").rglob("*.parquet"))
    assert files
    for file in files:
        assert (tmp_path / "a" / file).read_bytes() == (tmp_path / "b" / file).read_bytes()


def test_a_stopped_event_goes_on_from_its_journal(tmp_path):
    journal = tmp_path / "j.jsonl"
    arguments = ("mtt-18", "--seed", "2", "--journal", str(journal), "--quiet")
    first = play(*arguments, "--out", str(tmp_path / "a"))
    lines = journal.read_text().splitlines(keepends=True)
    journal.write_text("".join(lines[: len(lines) // 2]))
    second = play(*arguments, "--out", str(tmp_path / "b"))
    assert first.exit_code == second.exit_code == 0
    hands = formats.read([tmp_path / "b"]).history.frame("hands")
    assert hands.cancelled.sum() >= 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("sng-9",), "no structure 'sng-9'"),
        (("sng-9max", "--house", "casino"), "no house 'casino'"),
        (("sng-9max", "--agents", "genius"), "no agent 'genius'"),
        (("sng-9max", "--agents", ","), "no agent"),
    ],
)
def test_a_persons_mistake_is_told_in_a_line(tmp_path, arguments, words):
    done = play(*arguments, "--out", str(tmp_path / "out"))
    assert done.exit_code == 2
    assert words in " ".join(done.output.split())
    assert not (tmp_path / "out").exists()


def test_a_foreign_folder_is_not_replaced(tmp_path):
    (tmp_path / "precious.txt").write_text("mine")
    done = play("sng-2max", "--out", str(tmp_path))
    assert done.exit_code == 2
    assert (Path(tmp_path) / "precious.txt").read_text() == "mine"


def test_a_damaged_structure_file_names_field_and_line(tmp_path):
    path = tmp_path / "club.toml"
    path.write_text('format = "sng"\nseats = 99\n')
    done = play(str(path), "--out", str(tmp_path / "out"))
    assert done.exit_code == 2
    assert "club.toml" in done.output
