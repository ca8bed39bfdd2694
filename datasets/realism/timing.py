"""What hand histories tell about time: how long hands with more of each action take.

No history here prints when somebody acted, but each hand's start is printed to the second. The
seconds to the next hand of the table are regressed, without negative parts, on how often each kind
of action was made; the constant is dealing, showing and the pause between hands. That gives mean
times. The distribution of single decisions and who is fast cannot be told apart from it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import nnls

from railbird.agents.population.spots import FAMILIES
from railbird.arena.hand.record import CALL, FOLD, RAISE
from railbird.datasets.realism.decisions import FAMILY, MOVE, ROW_HAND, STREET, Decisions
from railbird.datasets.realism.hands import Hands

# Longer gaps are breaks of the table, not play.
_LONGEST = 150
# The spreads of the logarithm within a player and between players: assumptions.
_WITHIN, _BETWEEN = 0.65, 0.3
# Seconds of a fold, call (or check) and raise by family where a history prints no times: assumed.
UNTOLD = np.array(
    [1.8, 3.0, 4.0, 2.5, 5.0, 6.0, 4.0, 6.0, 7.0, 3.0, 2.7, 4.5, 4.5, 5.5, 7.0, _WITHIN, _BETWEEN]
)

Numbers = NDArray[np.float64]


def think_parameters(hands: Hands, d: Decisions) -> Numbers:
    """Return the parameters of `thinking.THINK`; `UNTOLD` when no hand has a time."""
    timed = (hands.seconds > 0) & (hands.seconds <= _LONGEST)
    if timed.sum() < 1_000:
        return UNTOLD.copy()
    count = len(hands.seconds)
    kinds = np.zeros((count, 3 * FAMILIES))
    cases = ((family, move) for family in range(FAMILIES) for move in (FOLD, CALL, RAISE))
    for k, (family, move) in enumerate(cases):
        rows = d.of(ROW_HAND)[(d.of(FAMILY) == family) & (d.of(MOVE) == move)]
        kinds[:, k] = np.bincount(rows, minlength=count)
    streets = np.zeros((count, 3))
    for street in (1, 2, 3):
        streets[np.unique(d.of(ROW_HAND)[d.of(STREET) >= street]), street - 1] = 1.0
    shown = hands.shows.any(1).astype(np.float64)
    table = np.column_stack([kinds, streets, shown, np.ones(count)])[timed]
    seconds = hands.seconds[timed].astype(np.float64)
    found, _ = nnls(table, seconds)
    return np.concatenate([np.maximum(found[: 3 * FAMILIES], 0.5), [_WITHIN, _BETWEEN]])
