"""`railbird check`: a plain report, safe files, exit statuses."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from railbird.cli.main import cli

HAND = """\
PokerStars Hand #{number}:  Hold'em No Limit ($0.25/$0.50 USD) - 2021/07/30 10:4{minute}:14 ET
Table 'Pier' 6-max Seat #1 is the button
Seat 1: {name} (${first} in chips)
Seat 2: Bo (${second} in chips)
{name}: posts small blind $0.25
Bo: posts big blind $0.50
*** HOLE CARDS ***
{name}: folds
Uncalled bet ($0.25) returned to Bo
Bo collected $0.50 from pot
*** SUMMARY ***
Total pot $0.50 | Rake $0
Seat 1: {name} (button) (small blind) folded before Flop
Seat 2: Bo (big blind) collected ($0.50)
"""


def hands(name: str = "Ann", *, skipped: float = 0.0) -> str:
    """Return two hands; `skipped`: dollars that moved between them without a hand."""
    first = HAND.format(number=1, minute=1, name=name, first="50", second="50")
    second = HAND.format(
        number=2, minute=2, name=name, first=f"{49.75 - skipped:.2f}", second=f"{50.25 + skipped}"
    )
    return first + "\n\n" + second


def check(*args: str | Path) -> Result:
    return CliRunner().invoke(cli, ["check", *map(str, args)])


def write(folder: Path, text: str) -> Path:
    path = folder / "hands.txt"
    path.write_text(text, encoding="utf-8")
    return path


def test_true_history(tmp_path: Path) -> None:
    result = check(write(tmp_path, hands()))
    assert result.exit_code == 0
    assert "2 hands read, 0 pieces not understood." in result.output
    assert "No law is broken." in result.output


def test_breach_is_a_finding_not_an_error(tmp_path: Path) -> None:
    path = write(tmp_path, hands(skipped=3))
    result = check(path)
    assert result.exit_code == 0
    assert "1 breach found." in result.output
    assert f"{path}:17  hand 2, table Pier" in result.output
    assert "Ann 4975 -> 4675, Bo 5025 -> 5325" in result.output


def test_contradiction_is_reported(tmp_path: Path) -> None:
    text = hands().replace("collected ($0.50)", "collected ($0.75)", 1)
    result = check(write(tmp_path, text))
    assert "A hand contradicts itself: 1" in result.output or "total pot" in result.output


def test_rejected_pieces_are_told(tmp_path: Path) -> None:
    text = hands().replace("*** SUMMARY ***", "*** RECIPE ***", 1)
    result = check(write(tmp_path, text))
    assert result.exit_code == 0
    assert "1 hand read" in result.output and "Not understood: 1" in result.output


def test_nothing_readable_is_status_1(tmp_path: Path) -> None:
    assert check(write(tmp_path, "a letter to my aunt\n")).exit_code == 1
    assert check(tmp_path / "missing.txt").exit_code == 1


def test_no_input_is_bad_usage() -> None:
    assert check().exit_code == 2


def test_files_are_safe_and_whole(tmp_path: Path) -> None:
    """A name that is a formula stays text in a spreadsheet; controls don't reach the terminal."""
    name = "=HYPERLINK(x)\x1b[31m"
    out = tmp_path / "out"
    result = check(write(tmp_path, hands(name, skipped=3)), "--out", out)
    assert result.exit_code == 0, result.output
    assert "\x1b" not in result.output
    with (out / "violations.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["kind"] for row in rows] == ["gap"]
    assert rows[0]["players"].startswith("'=HYPERLINK")
    assert (out / "rejected.csv").read_text().splitlines() == ["file,line,reason"]


def test_out_replaces_its_own_files_only(tmp_path: Path) -> None:
    path, out = write(tmp_path, hands()), tmp_path / "out"
    assert check(path, "--out", out).exit_code == 0
    assert check(path, "--out", out).exit_code == 0
    (out / "letter.txt").write_text("mine")
    result = check(path, "--out", out)
    assert result.exit_code == 2
    assert (out / "letter.txt").read_text() == "mine"


@pytest.mark.parametrize("count", [1, 30])
def test_long_lists_are_shortened(tmp_path: Path, count: int) -> None:
    text = "\n\n".join(hands() for _ in range(count + 1))
    result = check(write(tmp_path, text))
    assert f"Read twice (a note): {2 * count}" in result.output
    assert ("more (--out DIR writes all of them)" in result.output) == (count > 1)
