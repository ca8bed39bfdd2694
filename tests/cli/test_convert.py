"""`railbird convert`: what it writes, what it says, and what it refuses."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from railbird.cli.convert import command
from railbird.datasets import store

HAND = """PokerStars Hand #{id}: Tournament #700, $5.00+$0.50 USD Hold'em No Limit - Level IV \
(100/200) - 2025/03/02 20:15:44 ET
Table '700 4' 6-max Seat #2 is the button
Seat 2: {name} (1200 in chips)
Seat 5: marrow_22 (4800 in chips)
{name}: posts small blind 100
marrow_22: posts big blind 200
*** HOLE CARDS ***
Dealt to marrow_22 [7c 2d]
{name}: raises 200 to 400
marrow_22: folds
Uncalled bet (200) returned to {name}
{name} collected 400 from pot
{name}: doesn't show hand
*** SUMMARY ***
Total pot 400 | Rake 0
Seat 2: {name} (button) (small blind) collected (400)
Seat 5: marrow_22 (big blind) folded before Flop
"""


def run(*args: str | Path) -> Result:
    return CliRunner().invoke(command, [str(arg) for arg in args])


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "in.txt"
    path.write_text(HAND.format(id=1, name="Quill7") + "\n\n" + HAND.format(id=2, name="=1+1"))
    return path


@pytest.mark.parametrize("fmt", ["parquet", "pokerstars", "fulltilt", "phh", "ohh"])
def test_every_format_is_written_and_read_again(source: Path, tmp_path: Path, fmt: str) -> None:
    result = run(source, "--to", fmt, "--out", tmp_path / "out")
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith(f"2 hands to {tmp_path / 'out'} as {fmt}")
    assert result.stdout.count("\n") == 1
    again = run(tmp_path / "out", "--to", "parquet", "--out", tmp_path / "again")
    assert again.exit_code == 0, again.output
    seats = store.load(tmp_path / "again")["seats"]
    assert seats["player"].to_pylist() == ["Quill7", "marrow_22", "=1+1", "marrow_22"]
    assert seats["won"].to_pylist() == [400, 0, 400, 0]
    assert not (tmp_path / "again" / "rejected.csv").exists()


def test_the_same_input_gives_the_same_bytes(source: Path, tmp_path: Path) -> None:
    for fmt in ("parquet", "phh", "pokerstars"):
        outs = [tmp_path / f"{fmt}{n}" for n in (1, 2)]
        for out in outs:
            run(source, "--to", fmt, "--out", out)
        one, other = (
            {p.relative_to(out): p.read_bytes() for p in out.rglob("*") if p.is_file()}
            for out in outs
        )
        assert one == other


def test_what_is_not_understood_is_in_rejected_csv_safe_for_a_spreadsheet(
    tmp_path: Path,
) -> None:
    source = tmp_path / "=cmd().txt"
    text = HAND.format(id=1, name="Quill7")
    source.write_text(
        text + "\n" + text.replace("#1:", "#3:").replace("Total pot 400", "Total pot 5")
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        result = run("=cmd().txt", "--to", "phh", "--out", tmp_path / "out")
    assert result.exit_code == 0
    assert "1 pieces not understood" in result.stdout
    with (tmp_path / "out" / "rejected.csv").open(newline="") as file:
        head, row = csv.reader(file)
    assert head == ["file", "line", "reason"]
    assert row[0] == "'=cmd().txt"
    assert row[1] == "19"
    assert "hand 3" in row[2]


def test_an_earlier_output_is_replaced_and_anything_else_is_not(
    source: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    for fmt in ("pokerstars", "parquet", "phh"):
        assert run(source, "--to", fmt, "--out", out).exit_code == 0
    assert [p.suffix for p in out.iterdir() if not p.name.startswith(".")] == [".phhs"]
    (out / "notes.txt").write_text("mine")
    result = run(source, "--to", "ohh", "--out", out)
    assert result.exit_code == 2
    words = " ".join(result.output.replace("│", " ").split())
    assert "name a new folder, or empty this one first" in words
    assert (out / "notes.txt").read_text() == "mine"


def test_a_converted_history_may_be_replaced_by_a_saved_one(source: Path, tmp_path: Path) -> None:
    source.write_text(source.read_text() + "\nPokerStars Hand #9: cut")
    assert run(source, "--to", "parquet", "--out", tmp_path / "out").exit_code == 0
    assert (tmp_path / "out" / "rejected.csv").exists()
    store.save(store.load(tmp_path / "out"), tmp_path / "out")
    assert store.load(tmp_path / "out").hand_count == 2
    assert not (tmp_path / "out" / "rejected.csv").exists()


def test_an_output_folder_that_holds_the_input_is_refused(source: Path, tmp_path: Path) -> None:
    run(source, "--to", "parquet", "--out", tmp_path / "out")
    result = run(tmp_path / "out", "--to", "phh", "--out", tmp_path / "out")
    assert result.exit_code == 2
    assert store.is_history_directory(tmp_path / "out")


def test_nothing_readable_is_status_1_and_writes_nothing(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("Dear diary \x1b[2J")
    result = run(tmp_path / "in.txt", "--to", "phh", "--out", tmp_path / "out")
    assert result.exit_code == 1
    assert "nothing readable" in result.output
    assert "\x1b" not in result.output
    assert "Traceback" not in result.output
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "args", [["--to", "phh"], ["x", "--to", "csv", "--out", "y"], ["x", "--out", "y"]]
)
def test_bad_usage_is_status_2(args: list[str]) -> None:
    assert run(*args).exit_code == 2


def test_labels_travel_beside_text(source: Path, tmp_path: Path) -> None:
    run(source, "--to", "parquet", "--out", tmp_path / "history")
    history = store.load(tmp_path / "history")
    label = {"group_id": "g", "player": "Quill7", "scheme": "soft_play", "tournament_id": "700"}
    labels = history["labels"].from_pylist([label], schema=history["labels"].schema)
    store.save(type(history)({**history.tables, "labels": labels}), tmp_path / "labelled")
    result = run(tmp_path / "labelled", "--to", "pokerstars", "--out", tmp_path / "text")
    assert result.exit_code == 0
    assert store.load_table(tmp_path / "text", "labels").equals(labels)
    again = run(tmp_path / "text", "--to", "phh", "--out", tmp_path / "again")
    assert "not understood" not in again.stdout
