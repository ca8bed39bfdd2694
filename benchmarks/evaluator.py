"""Seven-card and Omaha hands a second, against phevaluator in the same run; processor time.

python benchmarks/evaluator.py
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import numpy as np
import phevaluator

from railbird.arena.evaluator import rank_high_batch, rank_omaha_batch


def rate(work: Callable[[], object], count: int, rounds: int = 5) -> float:
    """Return the median rate of `work`, which does `count` things, after one round to warm up."""
    work()
    times = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return count / statistics.median(times)


def main() -> None:
    """Print the rates and their ratio."""
    rng = np.random.default_rng(0)
    cards = np.argsort(rng.random((1_000_000, 52), dtype=np.float32), axis=1)[:, :9]
    cards = cards.astype(np.uint8)
    seven = np.ascontiguousarray(cards[:, :7])
    few = [tuple(map(int, hand)) for hand in seven[:50_000]]
    ours = rate(lambda: rank_high_batch(seven), len(seven))
    theirs = rate(lambda: [phevaluator.evaluate_cards(*hand) for hand in few], len(few))
    omaha = rate(lambda: rank_omaha_batch(cards[:, :4], cards[:, 4:]), len(cards))
    print(f"seven cards, batch        {ours / 1e6:8.2f} M hands/s  (wanted 15)")
    print(f"phevaluator               {theirs / 1e6:8.2f} M hands/s")
    print(f"ratio                     {ours / theirs:8.0f}")
    print(f"Omaha high and low, batch {omaha / 1e6:8.2f} M hands/s")


if __name__ == "__main__":
    main()
