"""Whether an hour of environments costs more at its end: memory and agent steps a second by minute.

    python benchmarks/env_memory.py [--minutes 60] [--skip 5]

Each minute all environments take turns: a compiled vector in self-play, a vector of multi-table
events against compiled opponents, one large event with rebuys and late players, a Matrix, and the
last three begun and abandoned in the middle. Steps are by the process's CPU time. At the end it
prints the slopes after `--skip` minutes of warming up, with their standard errors: of the memory
that is resident, of what is in use of it, and of the pieces that Python's own allocator has given
out.
"""

from __future__ import annotations

import argparse
import ctypes
import gc
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np

import railbird.arena  # noqa: F401  registers the environment

Turn = Callable[[float], float]  # steps for so many seconds; returns steps a CPU second


def resident() -> float:
    """Return this process's resident memory in MB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


class _MallInfo(ctypes.Structure):
    _names = "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost"
    _fields_ = [(name, ctypes.c_size_t) for name in _names.split()]


def in_use() -> float:
    """Return what programs hold of the C library's memory, in MB; NaN without glibc's counters.

    What is resident beyond that is free for them, in pieces.
    """
    try:
        ask = ctypes.CDLL(None).mallinfo2
    except (AttributeError, OSError):
        return float("nan")
    ask.restype = _MallInfo
    told = ask()
    return float(told.uordblks + told.hblkhd) / 2**20


def legal(masks: Any, rng: np.random.Generator) -> Any:
    """Choose a legal action for each row."""
    return (masks * rng.random(masks.shape)).argmax(axis=1)


def paced(steps: Iterator[int]) -> Turn:
    """Return turns that count what `steps` yields: agent steps done since it was last asked."""

    def turn(seconds: float) -> float:
        done, cpu, end = 0, time.process_time(), time.perf_counter() + seconds
        while time.perf_counter() < end:
            done += next(steps)
        return done / (time.process_time() - cpu)

    return turn


def vector(**arguments: Any) -> Iterator[int]:
    """Step a vector environment for ever."""
    env: Any = gym.make_vec("railbird/Tournament-v0", **arguments)
    rng = np.random.default_rng(0)
    _, infos = env.reset(seed=1)
    while True:
        _, _, _, _, infos = env.step(legal(infos["action_mask"], rng))
        yield env.num_envs


def single(abandon: int, **arguments: Any) -> Iterator[int]:
    """Step a single environment for ever; begin anew at the end, or after `abandon` steps."""
    env = gym.make("railbird/Tournament-v0", disable_env_checker=True, **arguments)
    rng = np.random.default_rng(0)
    _, info = env.reset(seed=1)
    done = 0
    while True:
        action = int(legal(info["action_mask"][None], rng)[0])
        _, _, over, _, info = env.step(action)
        done += 1
        if over or done % abandon == 0:
            _, info = env.reset()
        yield 1


def environments() -> dict[str, Turn]:
    """Return what takes turns, by name."""
    rebuys = {"structure": "mtt-rebuy", "opponents": "random", "rebuys": "always"}
    events = {"num_envs": 8, "structure": "mtt-45", "opponents": "random"}
    matrix = {"structure": "matrix-6max", "opponents": "random"}
    never = 1 << 60
    return {
        "vector, self-play": paced(vector(num_envs=1024, structure="sng-9max", opponents="self")),
        "vector, mtt-45": paced(vector(**events)),
        "single, mtt-rebuy": paced(single(never, **rebuys)),
        "single, matrix-6max": paced(single(never, **matrix)),
        "abandoned, mtt-rebuy": paced(single(7, **rebuys)),
    }


def slope(values: list[float]) -> tuple[float, float]:
    """Return the rise an hour of values a minute apart, and its standard error."""
    x = np.arange(len(values)) / 60
    x -= x.mean()
    y = np.array(values)
    rise = float((x * y).sum() / (x * x).sum())
    rest = y - y.mean() - rise * x
    error = np.sqrt((rest * rest).sum() / max(len(values) - 2, 1) / (x * x).sum())
    return rise, float(error)


def main() -> None:
    """Run for the given minutes and print a line each, then the slopes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=int, default=60)
    parser.add_argument("--skip", type=int, default=5)
    given = parser.parse_args()
    turns = environments()
    for turn in turns.values():
        turn(0.5)
    kept: dict[str, list[float]] = {name: [] for name in ("resident", "in use", "Python blocks")}
    rates: dict[str, list[float]] = {name: [] for name in turns}
    for minute in range(1, given.minutes + 1):
        for name, turn in turns.items():
            rates[name].append(turn(60 / len(turns)))
        gc.collect()
        for name, value in zip(
            kept, (resident(), in_use(), float(sys.getallocatedblocks())), strict=True
        ):
            kept[name].append(value)
        line = ", ".join(f"{name} {rate[-1]:,.0f}" for name, rate in rates.items())
        print(
            f"{minute:3d} min  {kept['resident'][-1]:.2f} MB, {kept['in use'][-1]:.2f} in use"
            f"  {threading.active_count()} threads  {line}",
            flush=True,
        )
    print(f"after {given.skip} minutes, an hour:")
    for name, values in kept.items():
        rise, error = slope(values[given.skip :])
        unit = "" if name == "Python blocks" else " MB"
        print(f"  {name} {rise:+,.2f}{unit} (standard error {error:,.2f})")
    for name, rate in rates.items():
        rise, error = slope(rate[given.skip :])
        mean = float(np.mean(rate[given.skip :]))
        part = f"{100 * rise / mean:+.1f}% (standard error {100 * error / mean:.1f}%)"
        print(f"  {name}: {mean:,.0f} steps/s, {part}")


if __name__ == "__main__":
    main()
