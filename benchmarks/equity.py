"""Exact pre-flop equity in milliseconds, and all-in situations a second; processor time.

python benchmarks/equity.py
"""

from __future__ import annotations

import statistics
import time

import numpy as np

from railbird.arena.cards import parse_cards
from railbird.arena.equity import Situation, all_in_shares, all_in_shares_many

STREET_CARDS = (0, 0, 3, 4)
GAMES = ("holdem", "holdem", "holdem", "omaha", "omaha8")


def mixed(count: int) -> list[Situation]:
    """Return random all-ins: half before the flop, 20% three-handed, 40% Omaha games."""
    rng = np.random.default_rng(0)
    situations = []
    for i in range(count):
        deck = rng.permutation(52).tolist()
        game = GAMES[i % len(GAMES)]
        n = 2 if game == "holdem" else 4
        players = 3 if i // 20 % 5 == 0 else 2
        hands = [deck[5 + n * k : 5 + n * (k + 1)] for k in range(players)]
        situations.append(Situation(hands, deck[: STREET_CARDS[i % 4]], (), game))
    return situations


def median_seconds(work: object, rounds: int = 5) -> float:
    """Return the median time of a call after one to warm up."""
    assert callable(work)
    work()
    times = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return statistics.median(times)


def main() -> None:
    """Print the medians."""
    pair = [parse_cards("AhKh"), parse_cards("QsQd")]
    exact = median_seconds(lambda: all_in_shares(pair))
    situations = mixed(10_000)
    batch = median_seconds(lambda: all_in_shares_many(situations))
    holdem = [s for s in situations if s.game == "holdem"]
    holdem_batch = median_seconds(lambda: all_in_shares_many(holdem))
    print(f"two hands before the flop, exact  {exact * 1e3:7.1f} ms       (wanted 150)")
    print(f"10,000 all-ins, three games       {10_000 / batch:7.0f} hands/s  (wanted 5,000)")
    print(f"hold'em only                      {len(holdem) / holdem_batch:7.0f} hands/s")


if __name__ == "__main__":
    main()
