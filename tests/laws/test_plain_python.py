"""The kernel is one text: with compilation off the same tests pass, and they reach its lines."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TESTS = ["tests/arena/hand", "tests/arena/test_evaluator.py", "tests/arena/test_equity.py"]
# Too many hands for an interpreter; the rest reaches the same lines.
TOO_LONG = " and ".join(
    f"not {name}" for name in ("five_card", "before_the_flop", "repeated", "a_sample", "seed")
)
KERNEL = ("arena/hand/", "arena/evaluator", "arena/equity_kernels", "arena/randomness")
WANTED = 98.0


def test_plain_python_passes_and_covers_the_kernel(tmp_path: Path) -> None:
    report = tmp_path / "coverage.json"
    options = ["-q", "-p", "no:cacheprovider", "-k", TOO_LONG, "-m", "not slow", "--cov=arena"]
    run = subprocess.run(
        [sys.executable, "-m", "pytest", *options, f"--cov-report=json:{report}", *TESTS],
        cwd=ROOT,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "COVERAGE_FILE": str(tmp_path / "data")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout[-3000:]
    files = {
        name: data["summary"]
        for name, data in json.loads(report.read_text())["files"].items()
        if name.startswith(KERNEL)
    }
    assert len(files) > 15
    covered = sum(file["covered_lines"] for file in files.values())
    lines = sum(file["num_statements"] for file in files.values())
    assert 100 * covered / lines >= WANTED
    for name, file in files.items():
        assert file["percent_covered"] >= WANTED - 1, name
