"""`railbird demo` finds the planted pair, flags nobody else, and says so beside the truth."""

from __future__ import annotations

import socket
from pathlib import Path

import pandas as pd
import pytest
from click.testing import CliRunner

from railbird.cli.main import cli
from railbird.datasets.samples.make import GIVER, TAKER


@pytest.fixture
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("the demo must not use the network")

    monkeypatch.setattr(socket.socket, "connect", refuse)


def test_demo_finds_the_pair_and_nobody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, no_network: None
) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(cli, ["demo", "--quiet"])
    assert result.exit_code == 0, result.output
    assert "The planted pair was found." in result.output
    assert "Flagged besides: nobody." in result.output
    assert str(Path("demo-out") / "report.html") in result.output
    findings = pd.read_parquet(tmp_path / "demo-out" / "findings.parquet")
    flagged = findings[findings["flagged"]]
    assert len(flagged) > 0
    assert {frozenset(p) for p in zip(flagged.player_a, flagged.player_b, strict=True)} == {
        frozenset({GIVER, TAKER})
    }
    page = (tmp_path / "demo-out" / "report.html").read_text(encoding="utf-8")
    assert GIVER in page and TAKER in page


def test_demo_leaves_a_strangers_folder_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("mine")
    result = CliRunner().invoke(cli, ["demo", "--quiet", "--out", str(tmp_path)])
    assert result.exit_code == 2
    assert (tmp_path / "letter.txt").read_text() == "mine"
