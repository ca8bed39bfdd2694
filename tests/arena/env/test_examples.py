"""The learning examples run from the command line and draw their curve."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[3] / "examples"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["maskable_ppo.py", "torch_ppo.py"])
def test_an_example_learns_for_a_moment_and_draws(name: str, tmp_path: Path) -> None:
    pytest.importorskip("sb3_contrib", reason='needs the extra "train"')
    pytest.importorskip("matplotlib", reason='needs the extra "train"')
    picture = tmp_path / "curve.png"
    said = subprocess.run(
        [sys.executable, str(EXAMPLES / name), "--minutes", "0.05", "--picture", str(picture)],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
    ).stdout
    assert "of 10000 games won" in said
    assert picture.stat().st_size > 5_000
