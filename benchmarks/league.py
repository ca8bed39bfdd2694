"""How well a league finds the order of the house bots, and what duplicate deals save.

`python benchmarks/league.py order [--seeds 3]`: leagues of 2,000 sit & gos of the house bots of
`SKILL_ORDER`; Kendall's tau of the rating with that order, by the number of tournaments.
`python benchmarks/league.py duplicate [--seeds 3] [--deals 2000]`: for each pair of them heads-up,
the interval of the difference over that of as many hands with a deck each, from duplicate deals
alone and with luck taken off. `python benchmarks/league.py null`: how often intervals of two bots
that are the same hold nothing.
"""

from __future__ import annotations

import argparse
from itertools import combinations

import numpy as np
from scipy import stats

from railbird.agents.duplicate import play_duplicate
from railbird.agents.league import League, open_match, play_blocks
from railbird.agents.scripted.style import SKILL_ORDER
from railbird.agents.standings import rate

TOURNAMENTS = 2_000


def order(seeds: int, _: int) -> None:
    """Print tau after 250, 500, 1,000 and 2,000 tournaments of each league."""
    for seed in range(1, seeds + 1):
        league = League(SKILL_ORDER, seed=seed)
        blocks = range(TOURNAMENTS // len(SKILL_ORDER))
        played = [one for block, _ in play_blocks(league, blocks) for one in block]
        said = []
        for count in (250, 500, 1_000, TOURNAMENTS):
            ratings, _ = rate(played[:count], SKILL_ORDER)
            values = [-ratings[name][0] for name in SKILL_ORDER]
            tau = stats.kendalltau(range(len(values)), values).statistic
            said.append(f"{count:,}: {tau:.3f}")
        print(f"seed {seed}: Kendall's tau after {', '.join(said)}", flush=True)


def duplicate(seeds: int, deals: int) -> None:
    """Print the ratios of intervals of every pair."""
    rows = []
    for one, other in combinations(SKILL_ORDER, 2):
        ratios = []
        for seed in range(1, seeds + 1):
            with open_match(League((one, other), "sng-2max", seed=seed)) as match:
                found = play_duplicate(match, deals)
            plain = found.interval_ratio(one, other, plain=True)
            ratios.append((plain, found.interval_ratio(one, other)))
        alone, full = np.mean(ratios, axis=0)
        rows.append((alone, full))
        print(f"{one:17s} {other:17s} duplicate {alone:.3f}, luck taken off {full:.3f}", flush=True)
    table = np.array(rows)
    medians, cut = np.median(table, axis=0), (table <= 2 / 3).sum(0)
    print(f"{len(rows)} pairs: medians {medians.round(3)}, cut by a third or more: {cut}")


def null(seeds: int, deals: int) -> None:
    """Print how often intervals of 95% of two equal bots hold nothing."""
    for name in ("equity", "maniac", "loose-passive"):
        held = total = 0
        for seed in range(1, 100 * seeds + 1):
            with open_match(League((name, name), "sng-2max", seed=seed)) as match:
                found = play_duplicate(match, max(deals // 20, 20), same_chances=False)
            interval = found.difference(*found.labels)
            held += interval.low <= 0 <= interval.high
            total += 1
        print(f"{name}: {held} of {total} intervals hold nothing", flush=True)


def main() -> None:
    """Print the figures."""
    kinds = {"order": order, "duplicate": duplicate, "null": null}
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=kinds)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--deals", type=int, default=2_000)
    chosen = parser.parse_args()
    kinds[chosen.what](chosen.seeds, chosen.deals)


if __name__ == "__main__":
    main()
