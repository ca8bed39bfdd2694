"""OpenSpiel's PPO agent learns real tournaments against the tight-aggressive house bot.

    pip install "railbird[openspiel]"
    python examples/openspiel_ppo.py

`OpenSpielEnv` gives OpenSpiel's agents its `TimeStep`s; here 32 of them side by side in OpenSpiel's
own `SyncVectorEnv`. Without `opponents` every seat is a player and agents of OpenSpiel meet each
other.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from open_spiel.python.pytorch.ppo import PPO, PPOAgent
from open_spiel.python.vector_env import SyncVectorEnv

sys.path.insert(0, str(Path(__file__).parent))

from curve import GAME, OPPONENT, Curve

from railbird.arena.env.openspiel import OpenSpielEnv

TABLES, LENGTH = 32, 256


def make_agent(env: OpenSpielEnv) -> PPO:
    """Return OpenSpiel's PPO with random weights."""
    return PPO(
        input_shape=env.observation_spec()["info_state"],
        num_actions=env.action_spec()["num_actions"],
        num_players=env.num_players,
        num_envs=TABLES,
        steps_per_batch=LENGTH,
        num_minibatches=4,
        learning_rate=1e-3,
        gamma=1.0,
        gae_lambda=0.95,
        entropy_coef=0.005,
        # Rewards are starting stacks: small enough that clipping values only slows them down.
        clip_vloss=False,
        agent_fn=PPOAgent,
    )


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=800_000)
    parser.add_argument("--minutes", type=float, default=14)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--picture", type=Path, default=Path("openspiel-ppo.png"))
    return parser.parse_args()


def main() -> None:
    """Learn, test, draw."""
    given = arguments()
    torch.manual_seed(given.seed)
    np.random.seed(given.seed)  # noqa: NPY002  (OpenSpiel's PPO shuffles by it)
    torch.set_num_threads(1)
    envs = [OpenSpielEnv(OPPONENT, seed=given.seed + k, **GAME) for k in range(TABLES)]
    tables, agent = SyncVectorEnv(envs), make_agent(envs[0])

    def act(seen: NDArray[np.float32], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        with torch.no_grad():
            legal = torch.as_tensor(masks)
            chosen = agent.get_action_and_value(torch.as_tensor(seen), legal_actions_mask=legal)
        actions: NDArray[np.int64] = chosen[0].numpy()
        return actions

    curve, moments, updates = Curve(max(given.steps // 16, 1), given.minutes), tables.reset(), 0
    rollouts = -(-given.steps // (TABLES * LENGTH))
    while updates < rollouts and curve.time_left > 0:
        curve.test(agent.total_steps_done, act)
        left = max(min(1 - updates / rollouts, curve.time_left), 0.01)
        agent.anneal_learning_rate(1 - left, 1)
        for _ in range(LENGTH):
            moments, rewards, ended, _ = tables.step(agent.step(moments), reset_if_done=True)
            agent.post_step(rewards, ended)
        agent.learn(moments)
        updates += 1
    title = f"OpenSpiel's PPO, heads-up hyper against {OPPONENT}"
    curve.finish(agent.total_steps_done, act, title, given.picture)


if __name__ == "__main__":
    main()
