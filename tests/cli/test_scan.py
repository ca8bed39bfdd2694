"""`railbird scan` from the command line: files, exit status, determinism, hostile names."""

from __future__ import annotations

import csv
import json
import shutil
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner, Result

from railbird.cli.main import cli
from railbird.detectors import scan as scan_module
from railbird.detectors.scan import FILES, NothingReadable, scan
from railbird.detectors.tables import FINDINGS

SAMPLE = Path(__file__).resolve().parents[2] / "datasets" / "samples" / "six-max-cash.txt.gz"


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, ["scan", *map(str, arguments)])


@pytest.fixture(scope="module")
def texts() -> list[str]:
    import gzip

    return [hand for hand in gzip.decompress(SAMPLE.read_bytes()).decode().split("\n\n\n") if hand]


@pytest.fixture(scope="module")
def small(texts: list[str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of three files with 60 hands."""
    folder = tmp_path_factory.mktemp("small")
    for i in range(3):
        hands = texts[20 * i : 20 * i + 20]
        (folder / f"table {i}.txt").write_text("\n\n\n".join(hands) + "\n\n\n")
    return folder


def test_every_file_of_the_contract_is_written(small: Path, tmp_path: Path) -> None:
    result = run(small, "--out", tmp_path / "out")
    assert result.exit_code == 0, result.output
    assert {p.name for p in (tmp_path / "out").iterdir()} == FILES
    assert "60 hands" in result.stdout
    assert str(tmp_path / "out" / "report.html") in result.stdout.replace("\n", "")
    summary = json.loads((tmp_path / "out" / "summary.json").read_text())
    assert (summary["hands"], summary["view"], summary["fdr"]) == (60, "outsider", 0.01)
    table = pq.read_table(tmp_path / "out" / "findings.parquet")
    assert table.schema == FINDINGS
    with (tmp_path / "out" / "findings.csv").open() as file:
        assert next(csv.reader(file)) == FINDINGS.names
    pairs = pq.read_table(tmp_path / "out" / "pairs.parquet").to_pylist()
    assert all(row["tested"] or row["why_not"] for row in pairs)


def test_the_same_input_gives_the_same_bytes_in_any_order(small: Path, tmp_path: Path) -> None:
    files = sorted(small.iterdir())
    run(*files, "--out", tmp_path / "one")
    run(*reversed(files), "--out", tmp_path / "two")
    for name in sorted(FILES):
        one, two = (tmp_path / n / name for n in ("one", "two"))
        assert one.read_bytes() == two.read_bytes(), name


def test_a_wrong_view_or_rate_is_bad_usage(small: Path, tmp_path: Path) -> None:
    assert run(small, "--out", tmp_path / "o", "--view", "spy").exit_code == 2
    assert run(small, "--out", tmp_path / "o", "--fdr", "0").exit_code == 2
    assert run(small).exit_code == 2
    with pytest.raises(ValueError, match="operator or outsider"):
        scan([small], tmp_path / "o", view="spy")
    with pytest.raises(ValueError, match="between 0 and 1"):
        scan([small], tmp_path / "o", fdr=2.0)
    assert not (tmp_path / "o").exists()


def test_nothing_readable_is_status_1_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("no hand in here\n")
    result = run(tmp_path / "note.txt", "--out", tmp_path / "out")
    assert result.exit_code == 1
    assert "nothing readable" in result.output
    assert "note.txt" in result.output
    assert not (tmp_path / "out").exists()
    with pytest.raises(NothingReadable):
        scan([tmp_path / "missing"], tmp_path / "out")


def test_a_folder_with_other_things_is_not_overwritten(small: Path, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "thesis.txt").write_text("mine")
    assert run(small, "--out", tmp_path / "out").exit_code == 2
    assert (tmp_path / "out" / "thesis.txt").read_text() == "mine"


def test_an_interrupted_scan_leaves_the_old_output(
    small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(small, "--out", tmp_path / "out")
    before = {p.name: p.read_bytes() for p in (tmp_path / "out").iterdir()}

    def interrupted(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(scan_module, "summary_content", interrupted)
    with pytest.raises(KeyboardInterrupt):
        scan([small / "table 0.txt"], tmp_path / "out")
    assert {p.name: p.read_bytes() for p in (tmp_path / "out").iterdir()} == before
    assert [p.name for p in tmp_path.iterdir()] == ["out"]


def test_names_cannot_act_in_any_output(texts: list[str], tmp_path: Path) -> None:
    evil = "=HYPERLINK(1)"
    hands = [hand.replace("Pemberlyn", evil) for hand in texts[:400]]
    (tmp_path / "hands.txt").write_text("\n\n\n".join(hands) + "\n\n\n")
    result = run(tmp_path / "hands.txt", "--out", tmp_path / "out", "--fdr", "0.99")
    assert result.exit_code == 0, result.output
    with (tmp_path / "out" / "findings.csv").open() as file:
        cells = [cell for row in csv.reader(file) for cell in row]
    assert not [cell for cell in cells if cell.startswith("=")]
    names = pq.read_table(tmp_path / "out" / "pairs.parquet")["player_a"].to_pylist()
    assert evil in names


@pytest.mark.slow
def test_the_sample_s_planted_pair_is_a_case_and_nobody_else(tmp_path: Path) -> None:
    shutil.copy(SAMPLE, tmp_path / "hands.txt.gz")
    summary = scan([tmp_path / "hands.txt.gz"], tmp_path / "out")
    with (SAMPLE.parent / "truth.csv").open() as file:
        guilty = {row["player"] for row in csv.DictReader(file)}
    flagged = [finding.score.players for finding in summary.findings if finding.flagged]
    assert flagged
    assert all(set(pair) == guilty for pair in flagged)
