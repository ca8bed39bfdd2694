"""Makes the shipped tables anew: `python -m railbird.agents.scripted.make_tables`; a few minutes.

Everything is seeded: the same file comes out again.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from railbird.agents.scripted import classes
from railbird.agents.scripted.classes import CALLERS, CLASSES, DEPTHS, MOST_BEHIND, QUANTILES
from railbird.agents.scripted.equities import heads_up_equities
from railbird.agents.scripted.nash import solve
from railbird.arena.equity import Situation, all_in_shares_many

SAMPLES = 60_000
ROUNDS = 500
_HANDS = 1_500
_GAMES = ("omaha", "omaha8", "stud", "stud8", "razz")


def push_tables(
    equity: NDArray[np.float64], rounds: int = ROUNDS
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return pushes `(behind, depth, class)` and calls `(behind, caller, depth, class)`."""
    ways = classes.weights()
    push = np.zeros((MOST_BEHIND, len(DEPTHS), CLASSES))
    call = np.zeros((MOST_BEHIND, CALLERS, len(DEPTHS), CLASSES))
    for behind in range(1, MOST_BEHIND + 1):
        for k, depth in enumerate(DEPTHS):
            found = solve(equity, ways, behind, float(depth), rounds)
            push[behind - 1, k] = found.push
            call[behind - 1, :, k] = found.call
    return push, call


def quantiles(game: str, hands: int = _HANDS) -> NDArray[np.float64]:
    """Return the middle shares of 64 equal parts of all starting hands, against a random hand."""
    rng = np.random.default_rng(7)
    size = 3 if game in ("stud", "stud8", "razz") else 4
    shares = []
    for _ in range(hands):
        # One hand against forty others; a card of each is known in stud.
        cards = rng.permutation(52)
        mine = tuple(int(c) for c in cards[:size])
        deck = cards[size:]
        spots = []
        for _ in range(40):
            other = tuple(int(c) for c in rng.choice(deck, size, replace=False))
            spots.append(Situation((mine, other), game=game))
        found = all_in_shares_many(spots, 3, max_run_outs=1, samples=25)
        shares.append(float(np.mean([equity.shares[0] for equity in found])))
    return np.quantile(shares, (np.arange(QUANTILES) + 0.5) / QUANTILES)


def main() -> None:
    """Write the tables beside this module."""
    # Rounded first, so that the shipped equities give the shipped pushes.
    equity, tie = heads_up_equities(SAMPLES)
    stored = np.round(equity * classes.EQUITY_PARTS).astype(np.uint16)
    push, call = push_tables(stored / classes.EQUITY_PARTS)
    np.savez_compressed(
        Path(__file__).with_name(classes.TABLES_FILE),
        equity=stored,
        tie=np.round(tie * classes.EQUITY_PARTS).astype(np.uint16),
        push=np.round(push * classes.CHANCE_PARTS).astype(np.uint8),
        call=np.round(call * classes.CHANCE_PARTS).astype(np.uint8),
        quantiles=np.array([quantiles(game) for game in _GAMES]),
    )
    sys.stdout.write("written\n")


if __name__ == "__main__":
    main()
