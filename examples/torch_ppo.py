"""A plain PyTorch PPO on the native vector environment: one file, no learning library.

    pip install "railbird[train]"
    python examples/torch_ppo.py

Learns the heads-up hyper-turbo sit & go against the tight-aggressive house bot from random weights
and draws its curve. It stops after `--steps` or `--minutes`, whichever comes first.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.distributions import Categorical

sys.path.insert(0, str(Path(__file__).parent))

from curve import GAME, OPPONENT, Curve

from railbird.arena.env.vector import TournamentVectorEnv

LENGTH, EPOCHS, BATCH = 64, 4, 4_096
RATES = (1e-3, 1e-4)
LAMBDA, CLIP, ENTROPY, VALUE = 0.95, 0.2, 0.005, 0.5

Rollout = dict[str, torch.Tensor]


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
            nn.Linear(size, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU(), last
        )

    def act(self, seen: torch.Tensor, masks: torch.Tensor) -> Categorical:
        """Return the chances of each legal action."""
        return Categorical(logits=self.policy(seen).masked_fill(~masks, -1e8))

    def draw(self, seen: NDArray[np.float32], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Return an action for each row, drawn by its chances."""
        with torch.no_grad():
            actions = self.act(torch.as_tensor(seen), torch.as_tensor(masks)).sample()
        drawn: NDArray[np.int64] = actions.numpy()
        return drawn


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


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=3_000_000)
    parser.add_argument("--minutes", type=float, default=14)
    parser.add_argument("--tables", type=int, default=256)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--picture", type=Path, default=Path("torch-ppo.png"))
    return parser.parse_args()


def main() -> None:
    """Learn, test, draw."""
    given = arguments()
    torch.manual_seed(given.seed)
    torch.set_num_threads(1)
    env = TournamentVectorEnv(given.tables, opponents=OPPONENT, autoreset_mode="SameStep", **GAME)
    net = Net(env.single_observation_space.shape[0], int(env.single_action_space.n))
    optimiser = torch.optim.Adam(net.parameters(), lr=RATES[0], eps=1e-5)
    seen, infos = env.reset(seed=given.seed)
    masks, steps, curve = infos["action_mask"], 0, Curve(max(given.steps // 16, 1), given.minutes)
    while steps < given.steps and curve.time_left > 0:
        curve.test(steps, net.draw)
        left = min(1 - steps / given.steps, curve.time_left)
        optimiser.param_groups[0]["lr"] = RATES[1] + (RATES[0] - RATES[1]) * left
        rollout, seen, masks = collect(env, net, seen, masks)
        improve(net, optimiser, rollout)
        steps += LENGTH * given.tables
    title = f"PyTorch PPO, heads-up hyper against {OPPONENT}"
    curve.finish(steps, net.draw, title, given.picture)


if __name__ == "__main__":
    main()
