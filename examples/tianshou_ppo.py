"""Tianshou's multi-agent PPO learns through PettingZoo against the tight-aggressive house bot.

    pip install "railbird[tianshou]"
    python examples/tianshou_ppo.py

`tournament_v0.env(opponents={"player_2": …})` leaves one agent of the heads-up hyper-turbo to
learn. With several, mind that Tianshou gives each the rewards of its own steps only: heads-up, half
of what is won is won at the other's step, by his fold or call.
"""

from __future__ import annotations

import argparse
import logging
import sys
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from tianshou.algorithm import PPO
from tianshou.algorithm.modelfree.reinforce import DiscreteActorPolicy
from tianshou.algorithm.multiagent.marl import MultiAgentOnPolicyAlgorithm
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv, PettingZooEnv
from tianshou.trainer import OnPolicyTrainer, OnPolicyTrainerParams
from torch import nn

sys.path.insert(0, str(Path(__file__).parent))

from curve import GAME, OPPONENT, Curve

from railbird.arena.env import tournament_v0

TABLES, ROLLOUT, BATCH = 32, 8_192, 2_048


class Net(nn.Module):
    """Two hidden layers, called as Tianshou calls an actor (`out` actions) and a critic (1)."""

    def __init__(self, size: int, out: int, width: int = 128) -> None:
        super().__init__()
        self.out = out
        self.layers = nn.Sequential(
            nn.Linear(size, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.last = nn.Linear(width, out)
        nn.init.orthogonal_(self.last.weight, 0.01 if out > 1 else 1.0)

    def forward(self, obs: Any, state: Any = None, info: Any = None) -> Any:
        """Return the logits of legal actions and no state, or the values."""
        if self.out == 1:
            return self.last(self.layers(torch.as_tensor(obs.obs)))
        return self.logits(obs.obs, obs.mask), state

    def logits(self, seen: Any, masks: Any) -> torch.Tensor:
        """Return the logits of legal actions."""
        values: torch.Tensor = self.last(self.layers(torch.as_tensor(seen)))
        return values.masked_fill(~torch.as_tensor(masks), -1e8)

    def draw(self, seen: NDArray[np.float32], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Return an action for each row, drawn by its chances."""
        with torch.no_grad():
            actions = torch.distributions.Categorical(logits=self.logits(seen, masks)).sample()
        drawn: NDArray[np.int64] = actions.numpy()
        return drawn


def make_table() -> PettingZooEnv:
    """Return a table with one agent, as Tianshou wants it."""
    return PettingZooEnv(
        tournament_v0.env(observation="masked", opponents={"player_2": OPPONENT}, **GAME)
    )


def make_learner(table: PettingZooEnv) -> tuple[MultiAgentOnPolicyAlgorithm, Net]:
    """Return the algorithm and the actor of its agent, both with random weights."""
    size, actions = table.observation_space["observation"].shape[0], int(table.action_space.n)
    actor = Net(size, actions)
    learner = PPO(
        policy=DiscreteActorPolicy(actor=actor, action_space=table.action_space),
        critic=Net(size, 1),
        optim=AdamOptimizerFactory(lr=1e-3, eps=1e-5),
        gamma=1.0,
        gae_lambda=0.95,
        ent_coef=0.005,
        max_grad_norm=0.5,
        max_batchsize=ROLLOUT,
    )
    return MultiAgentOnPolicyAlgorithm(algorithms=[learner], env=table), actor


def make_trainer(
    algorithm: MultiAgentOnPolicyAlgorithm, tables: DummyVectorEnv, rollouts: int
) -> OnPolicyTrainer:
    """Return a trainer of one rollout an epoch; the curve does the testing."""
    return algorithm.create_trainer(
        OnPolicyTrainerParams(
            training_collector=Collector(algorithm, tables, VectorReplayBuffer(ROLLOUT, TABLES)),
            max_epochs=rollouts,
            epoch_num_steps=ROLLOUT,
            collection_step_num_env_steps=ROLLOUT,
            batch_size=BATCH,
            update_step_num_repetitions=4,
            multi_agent_return_reduction=lambda returns: returns[:, 0],
            show_progress=False,
            verbose=False,
        )
    )


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=500_000)
    parser.add_argument("--minutes", type=float, default=14)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--picture", type=Path, default=Path("tianshou-ppo.png"))
    return parser.parse_args()


def main() -> None:
    """Learn, test, draw."""
    given = arguments()
    torch.manual_seed(given.seed)
    np.random.seed(given.seed)  # noqa: NPY002  (Tianshou shuffles its batches by it)
    torch.set_num_threads(1)
    # Tianshou warns at each rollout that one agent's returns are a column.
    logging.getLogger("tianshou").setLevel(logging.ERROR)
    algorithm, actor = make_learner(make_table())
    tables = DummyVectorEnv([make_table] * TABLES)
    tables.seed(given.seed)
    curve, steps = Curve(max(given.steps // 16, 1), given.minutes), 0
    trainer = make_trainer(algorithm, tables, -(-given.steps // ROLLOUT))
    trainer.reset()
    while steps < given.steps and curve.time_left > 0:
        curve.test(steps, actor.draw)
        trainer.execute_epoch()
        steps += ROLLOUT
    title = f"Tianshou's PPO through PettingZoo, heads-up hyper against {OPPONENT}"
    curve.finish(steps, actor.draw, title, given.picture)


if __name__ == "__main__":
    main()
