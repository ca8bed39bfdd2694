"""MaskablePPO learns a heads-up hyper-turbo sit & go against the tight-aggressive house bot.

    pip install "railbird[train]"
    python examples/maskable_ppo.py                # the native vector environment, 256 tables
    python examples/maskable_ppo.py --env single   # 64 single environments side by side

Starts from random weights, measures games won on fresh seeds as it goes, and draws the curve. It
stops after `--steps` or `--minutes`, whichever comes first.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import DummyVecEnv, VecEnv
from torch import nn

sys.path.insert(0, str(Path(__file__).parent))

from curve import GAME, OPPONENT, Curve

import railbird.arena  # noqa: F401  (registers the environment)
from railbird.arena.env.stable_baselines import make_sb3_vec

TABLES = {"vector": 256, "single": 64}
STEPS = {"vector": 3_000_000, "single": 1_000_000}
ROLLOUT = 16_384


def make_tables(kind: str, count: int) -> VecEnv:
    """Return training tables; rewards are chips won, hand by hand."""
    if kind == "vector":
        return make_sb3_vec(count, opponents=OPPONENT, **GAME)

    def one() -> Any:
        return gymnasium.make("railbird/Tournament-v0", opponents=OPPONENT, **GAME)

    return DummyVecEnv([one] * count)


class Tester(BaseCallback):
    """Tests the policy between rollouts and stops when the time is over."""

    def __init__(self, curve: Curve) -> None:
        super().__init__()
        self.curve = curve

    def act(self, seen: NDArray[np.float32], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Return the actions of the policy as it stands."""
        model: Any = self.model
        actions: NDArray[np.int64] = model.predict(seen, action_masks=masks)[0]
        return actions

    def _on_step(self) -> bool:
        return self.curve.time_left > 0

    def _on_rollout_start(self) -> None:
        self.curve.test(self.num_timesteps, self.act)


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--env", choices=sorted(TABLES), default="vector")
    parser.add_argument("--steps", type=int, help="default: 3 million, or 1 million single ones")
    parser.add_argument("--minutes", type=float, default=14)
    parser.add_argument("--tables", type=int, help="default: 256 of the vector, 64 single ones")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--picture", type=Path, default=Path("maskable-ppo.png"))
    return parser.parse_args()


def main() -> None:
    """Learn, test, draw."""
    given = arguments()
    torch.set_num_threads(given.threads)
    tables, steps = given.tables or TABLES[given.env], given.steps or STEPS[given.env]
    curve = Curve(max(steps // 16, 1), given.minutes)
    model = MaskablePPO(
        "MlpPolicy",
        make_tables(given.env, tables),
        n_steps=max(ROLLOUT // tables, 1),
        batch_size=4_096,
        n_epochs=4,
        # Nearly all of the time goes into these gradients: a small net, large batches.
        policy_kwargs={"net_arch": [128, 128], "activation_fn": nn.ReLU},
        learning_rate=lambda left: 1e-4 + 9e-4 * max(min(left, curve.time_left), 0.0),
        gamma=1.0,
        gae_lambda=0.95,
        ent_coef=0.005,
        seed=given.seed,
        device="cpu",
    )
    tester = Tester(curve)
    model.learn(total_timesteps=steps, callback=tester)
    title = f"MaskablePPO ({given.env} environment), heads-up hyper against {OPPONENT}"
    curve.finish(model.num_timesteps, tester.act, title, given.picture)


if __name__ == "__main__":
    main()
