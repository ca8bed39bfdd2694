"""Agent steps a second of the environments, beside PettingZoo's no-limit hold'em and RLCard.

    python benchmarks/env.py [--seconds 2] [--rounds 5]

Medians over rounds in which all take turns, so that a busy machine meets them alike. Rates are by
this process's CPU time, which other jobs of the machine take little from, and by the clock on the
wall. Every step counts its observation and mask. PettingZoo's environment and
RLCard's come with the extra `peers`; where they are not installed they are left out.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import time
from collections.abc import Callable
from typing import Any

import gymnasium as gym
import numpy as np

import railbird.arena  # noqa: F401  registers the environment
from railbird.arena.env import tournament_v0
from railbird.arena.numba_cache import kernel

TABLES = 1_024
EVENTS = 8  # of many tables: each has a director of its own


class Watch:
    """Adds up what the timed parts take: seconds of this process's CPU, and of the wall clock."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.cpu = self.wall = 0.0

    def __enter__(self) -> None:
        self._wall, self._cpu = time.perf_counter(), time.process_time()

    def __exit__(self, *error: object) -> None:
        self.cpu += time.process_time() - self._cpu
        self.wall += time.perf_counter() - self._wall

    @property
    def runs(self) -> bool:
        """Whether there is time left."""
        return self.wall < self.seconds


Steps = Callable[[Watch], int]  # does steps while the watch runs; returns how many


@kernel
def pick(masks: Any, randoms: Any, out: Any) -> None:
    """Choose a legal action at each table; not counted."""
    for i in range(masks.shape[0]):
        action = randoms[i] % masks.shape[1]
        while not masks[i, action]:
            action = (action + 1) % masks.shape[1]
        out[i] = action


def vector(opponents: str, structure: str, tables: int = TABLES) -> Steps:
    """Return steps of the vector environment through Gymnasium's interface."""
    env: Any = gym.make_vec(
        "railbird/Tournament-v0",
        num_envs=tables,
        structure=structure,
        opponents=opponents,
        copy=False,
    )
    _, infos = env.reset(seed=1)
    randoms = np.random.default_rng(0).integers(0, 1 << 20, size=(61, tables))
    actions = np.zeros(tables, dtype=np.int64)
    state = {"infos": infos, "n": 0}

    def steps(watch: Watch) -> int:
        done = 0
        while watch.runs:
            state["n"] += 1
            pick(state["infos"]["action_mask"], randoms[state["n"] % 61], actions)
            with watch:
                _, _, _, _, state["infos"] = env.step(actions)
            done += tables
        return done

    return steps


def single(structure: str) -> Steps:
    """Return steps of the single environment as `gymnasium.make` gives it, without its checker."""
    env: Any = gym.make("railbird/Tournament-v0", structure=structure, disable_env_checker=True)
    _, info = env.reset(seed=1)
    state = {"info": info}
    randoms = np.random.default_rng(0).integers(0, 8, size=4_096).tolist()

    def steps(watch: Watch) -> int:
        done = 0
        info = state["info"]
        while watch.runs:
            action = randoms[done % 4_096]
            mask = info["action_mask"]
            while not mask[action]:
                action = (action + 1) % 8
            with watch:
                _, _, over, _, info = env.step(action)
            done += 1
            if over:
                _, info = env.reset()
        state["info"] = info
        return done

    return steps


def aec(make: Callable[[], Any], masked: bool) -> Steps:
    """Return steps of a PettingZoo environment: last, a legal action, step."""
    env = make()
    env.reset(seed=1)
    rng = np.random.default_rng(0)

    def steps(watch: Watch) -> int:
        done = 0
        while watch.runs:
            with watch:
                observation, _, over, cut, info = env.last()
            action = None
            if not (over or cut):
                mask = observation["action_mask"] if masked else info["action_mask"]
                action = int(rng.choice(np.flatnonzero(mask)))
                done += 1
            with watch:
                env.step(action)
            if not env.agents:
                with watch:
                    env.reset()
        return done

    return steps


def rlcard_steps() -> Steps:
    """Return steps of RLCard's own no-limit hold'em environment."""
    import rlcard

    env = rlcard.make("no-limit-holdem", config={"seed": 1})
    rng = np.random.default_rng(0)

    def steps(watch: Watch) -> int:
        done = 0
        state, _ = env.reset()
        while watch.runs:
            action = int(rng.choice(list(state["legal_actions"])))
            with watch:
                state, _ = env.step(action)
                if env.is_over():
                    state, _ = env.reset()
            done += 1
        return done

    return steps


def contestants() -> dict[str, Steps]:
    """Return what is measured, by name; peers only where they are installed."""
    found = {
        f"vector, self-play, {TABLES} tables, heads-up": vector("self", "sng-2max"),
        f"vector, self-play, {TABLES} tables, nine seats": vector("self", "sng-9max"),
        f"vector, quick-tight, {TABLES} tables, heads-up": vector("quick-tight", "sng-2max"),
        f"vector, quick-tight, {TABLES} tables, nine seats": vector("quick-tight", "sng-9max"),
        f"vector, house bot, {TABLES} tables, heads-up": vector("tight-aggressive", "sng-2max"),
        f"vector, house bot, {TABLES} tables, nine seats": vector("tight-aggressive", "sng-9max"),
        f"vector, human-like, {TABLES} tables, heads-up": vector("human-like", "sng-2max"),
        f"vector, human-like, {TABLES} tables, nine seats": vector("human-like", "sng-9max"),
        f"vector, quick-tight, {EVENTS} events of 45 players": vector(
            "quick-tight", "mtt-45", EVENTS
        ),
        "single env.step, heads-up": single("sng-2max"),
        "single env.step, nine seats": single("sng-9max"),
        "AEC, heads-up": aec(lambda: tournament_v0.env(structure="sng-2max"), False),
        "AEC, nine seats": aec(lambda: tournament_v0.env(structure="sng-9max"), False),
    }
    try:
        from pettingzoo.classic import texas_holdem_no_limit_v6

        found["PettingZoo texas_holdem_no_limit_v6"] = aec(texas_holdem_no_limit_v6.env, True)
        found["RLCard no-limit-holdem"] = rlcard_steps()
    except ImportError:
        print('peers left out: pip install "railbird[peers]"')
    return found


def main() -> None:
    """Measure in turns and print medians, with ratios to PettingZoo's environment."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    rates: dict[str, list[tuple[float, float]]] = {}
    found = contestants()
    for steps in found.values():
        steps(Watch(0.2))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(given.rounds):
        for name, steps in found.items():
            watch = Watch(given.seconds)
            done = steps(watch)
            rates.setdefault(name, []).append((done / watch.cpu, done / watch.wall))
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    medians = {n: [statistics.median(v) for v in zip(*r, strict=True)] for n, r in rates.items()}
    peer = medians.get("PettingZoo texas_holdem_no_limit_v6", [0.0])[0]
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores; agent steps a second, medians")
    print("         CPU      (best)     by wall  to PettingZoo")
    for name, (cpu, wall) in medians.items():
        ratio = f"{cpu / peer:9.1f}x" if peer else " " * 10
        best = max(value[0] for value in rates[name])
        print(f"{cpu:>12,.0f} {best:>11,.0f} {wall:>11,.0f}  {ratio}  {name}")
    print(f"memory: {before / 1024:.0f} MB after the first steps, {after / 1024:.0f} MB at the end")


if __name__ == "__main__":
    main()
