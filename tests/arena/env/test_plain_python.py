"""The environment's kernels run as plain Python too, with the same numbers and no overflow."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

PROGRAM = """
import warnings
warnings.simplefilter("error")
import gymnasium as gym, numpy as np, railbird.arena
for structure, opponents in (
    ("sng-2max", "quick-tight"), ("mtt-18", "quick-tight"), ("sng-2max", "nit")
):
    env = gym.make("railbird/Tournament-v0", structure=structure, reward="icm",
                   opponents=opponents, disable_env_checker=True)
    observation, info = env.reset(seed=4)
    rng, total, seen = np.random.default_rng(0), 0.0, 0.0
    for k in range(60):
        action = int(rng.choice(np.flatnonzero(info["action_mask"])))
        observation, reward, over, _, info = env.step(action)
        total += float(reward)
        seen += float(observation.sum()) * (k + 1)
        if over:
            observation, info = env.reset()
    print(structure, round(total, 6), round(seen, 3))
"""


@pytest.mark.slow
def test_compiled_and_plain_give_the_same_numbers() -> None:
    said = [
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env=os.environ | more,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for more in ({}, {"NUMBA_DISABLE_JIT": "1"})
    ]
    assert said[0] == said[1]
    assert said[0].count("\n") == 3
