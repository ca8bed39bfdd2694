"""A plain PyTorch PPO on the native vector environment: one file, no learning library.

    pip install "railbird[train]"
    python examples/torch_ppo.py --minutes 5

Learns the heads-up hyper-turbo sit & go against the tight-aggressive opponent from random weights
and draws its curve.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

sys.path.insert(0, str(Path(__file__).parent))

from curve import Point, draw, interval

from railbird.arena.env.vector import TournamentVectorEnv

STRUCTURE = "hyper-2max"
FIRST_TEST_SEED = 1 << 40
LENGTH, EPOCHS, BATCH = 64, 4, 4_096
LAMBDA, CLIP, ENTROPY, VALUE = 0.95, 0.2, 0.005, 0.5

Rollout = dict[str, torch.Tensor]


def tables(count: int) -> TournamentVectorEnv:
    """Return tables that pay chips won, hand by hand; ended ones begin anew in the same step."""
    return TournamentVectorEnv(
        count,
        STRUCTURE,
        opponents="tight-aggressive",
        reward="chips",
        last_moves=4,
        autoreset_mode="SameStep",
    )


class Net(nn.Module):
    """Policy and value, two hidden layers each."""

    def __init__(self, size: int, actions: int, width: int = 128) -> None:
        super().__init__()
        self.policy = self._stack(size, width, actions)
        self.value = self._stack(size, width, 1)

    @staticmethod
    def _stack(size: int, width: int, out: int) -> nn.Sequential:
        last = nn.Linear(width, out)
        nn.init.orthogonal_(last.weight, 0.01 if out > 1 else 1.0)
        return nn.Sequential(
            nn.Linear(size, width), nn.Tanh(), nn.Linear(width, width), nn.Tanh(), last
        )

    def act(self, seen: torch.Tensor, masks: torch.Tensor) -> Categorical:
        """Return the chances of each legal action."""
        return Categorical(logits=self.policy(seen).masked_fill(~masks, -1e8))


def collect(env: TournamentVectorEnv, net: Net, seen: Any, masks: Any) -> tuple[Rollout, Any, Any]:
    """Play `LENGTH` steps at every table; return them with advantages, and where it stands."""
    kept: dict[str, list[torch.Tensor]] = {}
    ended = []
    rewards = []
    for _ in range(LENGTH):
        now = torch.as_tensor(seen), torch.as_tensor(masks, dtype=torch.bool)
        with torch.no_grad():
            chances, value = net.act(*now), net.value(now[0])[:, 0]
            action = chances.sample()
            row = (*now, action, chances.log_prob(action), value)
        for name, part in zip(("seen", "masks", "action", "log", "value"), row, strict=True):
            kept.setdefault(name, []).append(part)
        seen, reward, over, _, infos = env.step(action.numpy())
        masks = infos["action_mask"]
        rewards.append(torch.as_tensor(reward, dtype=torch.float32))
        ended.append(torch.as_tensor(over))
    with torch.no_grad():
        following = net.value(torch.as_tensor(seen))[:, 0]
    advantages, later = [], torch.zeros(env.num_envs)
    for k in reversed(range(LENGTH)):
        alive = (~ended[k]).float()
        error = rewards[k] + following * alive - kept["value"][k]
        later = error + LAMBDA * alive * later
        advantages.append(later)
        following = kept["value"][k]
    rollout = {name: torch.cat(parts) for name, parts in kept.items()}
    rollout["advantage"] = torch.cat(advantages[::-1])
    rollout["target"] = rollout["advantage"] + rollout["value"]
    return rollout, seen, masks


def improve(net: Net, optimiser: torch.optim.Optimizer, rollout: Rollout) -> None:
    """Take PPO's clipped steps over a rollout."""
    count = len(rollout["log"])
    for _ in range(EPOCHS):
        for rows in torch.randperm(count).split(BATCH):
            part = {name: values[rows] for name, values in rollout.items()}
            chances = net.act(part["seen"], part["masks"])
            ratio = (chances.log_prob(part["action"]) - part["log"]).exp()
            advantage = part["advantage"]
            advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
            clipped = ratio.clamp(1 - CLIP, 1 + CLIP) * advantage
            loss = -torch.min(ratio * advantage, clipped).mean()
            loss = loss + VALUE * (net.value(part["seen"])[:, 0] - part["target"]).pow(2).mean()
            loss = loss - ENTROPY * chances.entropy().mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimiser.step()


def play(net: Net, games: int, seed: int) -> int:
    """Return how many of `games` are won, each the first event of a fresh seed."""
    env = tables(games)
    seen, infos = env.reset(seed=seed)
    won, over = np.zeros(games, dtype=bool), np.zeros(games, dtype=bool)
    while not over.all():
        masks = torch.as_tensor(infos["action_mask"], dtype=torch.bool)
        with torch.no_grad():
            action = net.act(torch.as_tensor(seen), masks).sample()
        seen, _, done, _, infos = env.step(action.numpy())
        if done.any():
            won |= done & ~over & (infos["final_info"]["place"] == 1)
        over |= done
    return int(won.sum())


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--tables", type=int, default=256)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--picture", type=Path, default=Path("torch-ppo.png"))
    return parser.parse_args()


def main() -> None:
    """Learn, test, draw."""
    given = arguments()
    torch.manual_seed(given.seed)
    torch.set_num_threads(1)
    env = tables(given.tables)
    net = Net(env.single_observation_space.shape[0], int(env.single_action_space.n))
    optimiser = torch.optim.Adam(net.parameters(), lr=1e-3, eps=1e-5)
    seen, infos = env.reset(seed=given.seed)
    masks, steps, points = infos["action_mask"], 0, list[Point]()
    start = time.perf_counter()
    while time.perf_counter() - start < given.minutes * 60:
        if not points or steps - points[-1][0] >= 300_000:
            points.append((steps, time.perf_counter() - start, play(net, 2_000, 1 << 40), 2_000))
            share = points[-1][2] / 2_000
            print(f"{steps:>10,} steps {points[-1][1]:6.0f} s  won {share:.1%}", flush=True)
        rollout, seen, masks = collect(env, net, seen, masks)
        improve(net, optimiser, rollout)
        steps += LENGTH * given.tables
    won = play(net, 10_000, FIRST_TEST_SEED << 1)
    low, high = interval(won, 10_000)
    print(f"{won} of 10000 games won, {won / 10_000:.1%} (95%: {low:.1%} to {high:.1%})")
    points.append((steps, time.perf_counter() - start, won, 10_000))
    draw(points, "PyTorch PPO, heads-up hyper-turbo against tight-aggressive", given.picture)


if __name__ == "__main__":
    main()
