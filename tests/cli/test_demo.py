"""`railbird demo` plays, scans and sets what it found beside the truth, whatever that is."""

from __future__ import annotations

import csv
import re
import socket
from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest
from click.testing import CliRunner

from railbird.cli.demo import story_lines
from railbird.cli.main import cli
from railbird.datasets import showcase
from railbird.datasets.showcase import DUMP, SOFT, Truth
from railbird.detectors import scan as scanning
from railbird.detectors.scan import Summary

PLANTED = {frozenset(SOFT.players), frozenset(DUMP.players)}


@pytest.fixture
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("the demo must not use the network")

    monkeypatch.setattr(socket.socket, "connect", refuse)


@pytest.fixture
def two_events(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the demo short; two events show nothing about anybody."""
    monkeypatch.setattr(showcase, "EVENTS", 2)


def run(out: Path, *more: str) -> str:
    result = CliRunner().invoke(cli, ["demo", "--quiet", "--out", str(out), *more])
    assert result.exit_code == 0, result.output
    return result.output


def files(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def flagged(folder: Path) -> set[frozenset[str]]:
    findings = pd.read_parquet(folder / "findings.parquet")
    findings = findings[findings["flagged"]]
    return {frozenset(p) for p in zip(findings.player_a, findings.player_b, strict=True)}


@pytest.mark.slow
@pytest.mark.usefixtures("no_network")
def test_both_pairs_are_found_in_both_views_and_nobody_else(tmp_path: Path) -> None:
    said = run(tmp_path / "demo")
    for view in ("operator", "outsider"):
        assert flagged(tmp_path / "demo" / view) == PLANTED
    assert said.count("found by the operator and the outsider.") == 2
    assert "Honest pairs flagged by mistake: none." in said
    assert str(tmp_path / "demo" / "operator" / "report.html") in said


@pytest.mark.slow
@pytest.mark.usefixtures("no_network", "two_events")
def test_what_is_not_found_is_said_and_the_truth_lies_beside_the_hands(tmp_path: Path) -> None:
    said = run(tmp_path / "demo")
    for group in (SOFT, DUMP):
        found = frozenset(group.players) in flagged(tmp_path / "demo" / "operator")
        assert found != (f"({group.name}): NOT found." in said)
    assert {p.name for p in (tmp_path / "demo").iterdir()} == {
        ".railbird.json", "hands", "operator", "outsider", "truth",
    }  # fmt: skip
    texts = sorted((tmp_path / "demo" / "hands").glob("*.txt"))
    dealt = set(re.findall(r"PokerStars Hand #(\d+)", "".join(t.read_text() for t in texts)))
    with (tmp_path / "demo" / "truth" / "decisions.csv").open(newline="") as file:
        changed = list(csv.DictReader(file))
    assert {row["hand_id"] for row in changed} <= dealt
    assert {frozenset((row["player"], row["partner"])) for row in changed} <= PLANTED
    page = (tmp_path / "demo" / "operator" / "report.html").read_text()
    assert str(tmp_path) not in page
    assert ".new-" not in page


@pytest.mark.slow
@pytest.mark.usefixtures("two_events")
def test_a_seed_gives_the_same_files_and_another_seed_others(tmp_path: Path) -> None:
    for name, seed in (("a", "5"), ("b", "5"), ("c", "6")):
        run(tmp_path / name, "--seed", seed)
    assert files(tmp_path / "a") == files(tmp_path / "b")
    assert files(tmp_path / "a") != files(tmp_path / "c")


@pytest.mark.usefixtures("two_events")
def test_an_interrupted_demo_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(scanning, "scan", interrupted)
    result = CliRunner().invoke(cli, ["demo", "--quiet", "--out", str(tmp_path / "demo")])
    assert result.exit_code != 0
    assert list(tmp_path.iterdir()) == []


def test_demo_leaves_a_strangers_folder_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("mine")
    result = CliRunner().invoke(cli, ["demo", "--quiet", "--out", str(tmp_path)])
    assert result.exit_code == 2
    assert (tmp_path / "letter.txt").read_text() == "mine"


@pytest.fixture
def nothing_found() -> Summary:
    return Summary(9, 9, 4, 6, 6, 0, 0, 1, (), (), Path("operator"))


def lines(summary: Summary) -> Iterator[str]:
    pair = Truth("soft pair", ("Ann", "Bo"), "agree", 3, 7)
    return story_lines({"operator": summary}, [pair], Path("out"))


def test_the_story_hides_no_miss(nothing_found: Summary) -> None:
    told = "\n".join(lines(nothing_found))
    assert "nobody is flagged" in told
    assert "Ann + Bo (soft pair): NOT found." in told
    assert "Ann + Bo: agree." in told
    assert "Together in 3 events, 7 decisions changed for it." in told
