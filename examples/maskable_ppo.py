"""MaskablePPO learns a heads-up hyper-turbo sit & go against the tight-aggressive opponent.

    pip install "railbird[train]"
    python examples/maskable_ppo.py --minutes 15

Starts from random weights, measures games won on fresh seeds as it goes, and draws the curve.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback

sys.path.insert(0, str(Path(__file__).parent))

from curve import Point, draw, interval

from railbird.arena.env.stable_baselines import make_sb3_vec

STRUCTURE = "hyper-2max"
FIRST_TEST_SEED = 1 << 40


def tables(count: int) -> Any:
    """Return training tables: rewards are chips won, hand by hand."""
    return make_sb3_vec(
        count, structure=STRUCTURE, opponents="tight-aggressive", reward="chips", last_moves=4
    )


def play(model: MaskablePPO, games: int, seed: int = FIRST_TEST_SEED) -> tuple[int, int]:
    """Return games won and games played of `games` tables' first events, each on its own seed."""
    vec = tables(games)
    vec.seed(seed)
    observation = vec.reset()
    won = np.zeros(games, dtype=bool)
    over = np.zeros(games, dtype=bool)
    while not over.all():
        actions, _ = model.predict(observation, action_masks=vec.action_masks())
        observation, _, done, notes = vec.step(actions)
        for k in np.flatnonzero(done & ~over):
            won[k] = notes[k]["place"] == 1
        over |= done
    return int(won.sum()), games


class Curve(BaseCallback):
    """Plays test games every so many steps and stops when the time is over."""

    def __init__(self, every: int, games: int, seconds: float) -> None:
        super().__init__()
        self.every, self.games, self.seconds = every, games, seconds
        self.points: list[Point] = []
        self.start = time.perf_counter()

    def _on_step(self) -> bool:
        return time.perf_counter() - self.start < self.seconds

    def _on_rollout_start(self) -> None:
        if self.points and self.num_timesteps - self.points[-1][0] < self.every:
            return
        won, games = play(self.model, self.games)  # type: ignore[arg-type]
        seconds = time.perf_counter() - self.start
        self.points.append((self.num_timesteps, seconds, won, games))
        print(
            f"{self.num_timesteps:>10,} steps {seconds:6.0f} s  won {won / games:.1%}", flush=True
        )


def main() -> None:
    """Learn, test, draw."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=15)
    parser.add_argument("--tables", type=int, default=256)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--picture", type=Path, default=Path("maskable-ppo.png"))
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    vec = tables(given.tables)
    vec.seed(given.seed)
    model = MaskablePPO(
        "MlpPolicy",
        vec,
        n_steps=64,
        batch_size=4_096,
        n_epochs=4,
        learning_rate=lambda left: 2e-4 + 8e-4 * max(left, 0.0),
        gamma=1.0,
        gae_lambda=0.95,
        ent_coef=0.005,
        policy_kwargs={"net_arch": [128, 128]},
        seed=given.seed,
        device="cpu",
    )
    curve = Curve(300_000, 2_000, given.minutes * 60)
    model.learn(total_timesteps=10_000_000, callback=curve)
    won, games = play(model, 10_000, FIRST_TEST_SEED << 1)
    low, high = interval(won, games)
    print(f"{won} of {games} games won, {won / games:.1%} (95%: {low:.1%} to {high:.1%})")
    curve.points.append((model.num_timesteps, time.perf_counter() - curve.start, won, games))
    draw(curve.points, "MaskablePPO, heads-up hyper-turbo against tight-aggressive", given.picture)


if __name__ == "__main__":
    main()
