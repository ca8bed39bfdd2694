"""How long a human-like player takes: log-normal, by the decision and the player.

Hand histories print no thinking times. What they tell is when each hand began, to the second: the
mean time of each kind of action follows from how long hands with more of them take (fitted by
`datasets.realism.timing`). The shape of the distribution, its width and the differences between
players are assumptions.

A decision is hard when its chances are even, by the spot and the player's habits; the cards have
no part in the time. So a reader of clocks learns nothing of the hand that the spot does not tell.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from railbird.agents.population.policy import WEIGHTS, chances
from railbird.agents.population.rows import GROUP, SPEED
from railbird.agents.population.spots import FACTORS, FAMILIES, spot_of
from railbird.agents.population.tables import load_fitted
from railbird.agents.scripted.style import Row
from railbird.arena.hand.record import FOLD, RAISE
from railbird.arena.numba_cache import kernel
from railbird.arena.randomness import Stream, unit
from railbird.arena.tournament.view import View

# Parameters in the order of `tables.Tables.think`: by family of spots (`spots`) the mean seconds of
# a fold, a call or check, and a raise; then the standard deviations of the logarithm within a
# player and between players.
KINDS = 3
WITHIN, BETWEEN = KINDS * FAMILIES, KINDS * FAMILIES + 1

THINK: NDArray[np.float64] = load_fitted().think
# Nobody answers faster. From `_URGED` ms on players hurry, and are done before the 15 seconds that
# the clock gives (AMB-34): who lets it run out does so for other reasons (`people.Lapse`).
_LEAST, _URGED, _MOST = 350.0, 9_000.0, 14_800.0
# How much longer, in logs, an even decision takes than a certain one, and one for the whole stack.
_HARD, _LARGE = 0.7, 0.5


@kernel
def human_think(v: View, row: Row, kind: int, stream: Stream) -> int:
    """Return the thinking time of a move in ms, at least 350 and less than 15,000."""
    group = int(row[GROUP])
    levels = np.zeros(FACTORS, dtype=np.int64)
    family = spot_of(v, levels)
    raises, calls = chances(v, row, family, levels, WEIGHTS[group, family])
    likeliest = max(raises, (1.0 - raises) * calls, (1.0 - raises) * (1.0 - calls))
    hard = 1.0 - likeliest
    share = min(max(v.to_call, 0) / max(v.stack[v.seat], 1), 1.0)
    column = 2 if kind == RAISE else 0 if kind == FOLD else 1
    mean = THINK[group, KINDS * family + column]
    within, between = THINK[group, WITHIN], THINK[group, BETWEEN]
    # The means are those of all decisions: centre what lengthens and the two spreads.
    log = math.log(max(mean, 0.4) * 1000.0) - 0.5 * (within * within + between * between)
    log += _HARD * (hard - 0.25) + _LARGE * (share - 0.1)
    log += between * row[SPEED] + within * _normal(stream)
    time = max(math.exp(log), _LEAST)
    if time > _URGED:
        room = _MOST - _URGED
        time = _URGED + room * (1.0 - math.exp(-(time - _URGED) / room))
    return int(time)


@kernel
def _normal(stream: Stream) -> float:
    radius = math.sqrt(-2.0 * math.log(1.0 - unit(stream)))
    return radius * math.cos(2.0 * math.pi * unit(stream))
