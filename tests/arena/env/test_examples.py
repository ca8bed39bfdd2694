"""The learning examples run from the command line, learn, and draw their curve."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[3] / "examples"

# Name, arguments, the module it needs, the extra that brings it.
RUNS = {
    "maskable_ppo.py": (["--steps", "200000"], "sb3_contrib", "train"),
    "maskable_ppo.py single": (["--env", "single", "--steps", "40000"], "sb3_contrib", "train"),
    "torch_ppo.py": (["--steps", "200000"], "torch", "train"),
    "tianshou_ppo.py": (["--steps", "60000"], "tianshou", "tianshou"),
    "openspiel_ppo.py": (["--steps", "60000"], "pyspiel", "openspiel"),
}


@pytest.mark.slow
@pytest.mark.parametrize("run", RUNS)
def test_an_example_ends_better_than_it_began_and_draws(run: str, tmp_path: Path) -> None:
    arguments, needed, extra = RUNS[run]
    for module in (needed, "torch", "matplotlib"):
        pytest.importorskip(module, reason=f'needs {module}, of the extra "{extra}"')
    picture = tmp_path / "curve.png"
    said = subprocess.run(
        [sys.executable, str(EXAMPLES / run.split()[0]), *arguments, "--picture", str(picture)],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
    ).stdout
    won = [float(share) for share in re.findall(r"min  won ([\d.]+)%", said)]
    assert won[-1] > won[0]
    assert re.search(r"of 10000 games won, .* of processor time", said)
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert picture.stat().st_size > 5_000
