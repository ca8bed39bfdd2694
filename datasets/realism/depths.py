"""What short stacks change before the flop, from the few tournament hands there are.

Cash players are rarely short. How much more or less the shallow levels of depth raise and call is
fitted to tournament hands as a difference from their own deep ones, on top of the cash weights;
everything else of the spots stays as fitted to the cash hands.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from railbird.agents.population.spots import FACING_MORE, FACING_ONE, FACTORS, UNOPENED
from railbird.datasets.realism.decisions import Decisions
from railbird.datasets.realism.fit import asked

Numbers = NDArray[np.float64]

# The factor of depth in each family of the first street, the levels that are shallow (up to 10, 20
# and 40 big blinds) and the first that is not.
DEPTH_FACTOR = {UNOPENED: 3, FACING_ONE: 5, FACING_MORE: 5}
SHALLOW = 3
# The penalty stands for so many answers of each kind: few hands say little.
_RIDGE = 4.0


def depth_effects(d: Decisions, weights: Numbers) -> Numbers:
    """Return logits of the shallow levels, `(families, 2, SHALLOW)`, against deeper stacks."""
    out = np.zeros((weights.shape[0], 2, SHALLOW))
    for family, factor in DEPTH_FACTOR.items():
        for question in range(2):
            q = asked(d, family, question)
            levels = d.levels[q.rows].copy()
            depth = levels[:, factor].copy()
            levels[:, factor] = SHALLOW
            offset = weights[family, question][np.arange(FACTORS), levels].sum(1)
            table = np.column_stack([np.ones(len(depth)), *(depth == k for k in range(SHALLOW))])
            out[family, question] = _newton(table.astype(np.float64), q.yes, offset)[1:]
    return out


def _newton(table: Numbers, yes: Numbers, offset: Numbers) -> Numbers:
    w = np.zeros(table.shape[1])
    penalty = np.diag([0.0] + [_RIDGE] * (len(w) - 1))
    for _ in range(30):
        p = expit(offset + table @ w)
        bend = table.T @ (table * (p * (1 - p))[:, None]) + penalty + 1e-6 * np.eye(len(w))
        step = np.linalg.solve(bend, table.T @ (yes - p) - penalty @ w)
        w += np.clip(step, -1.0, 1.0)
    return w


def with_depths(weights: Numbers, effects: Numbers) -> Numbers:
    """Return the weights with the shallow levels set against the first deep one."""
    out = weights.copy()
    for family, factor in DEPTH_FACTOR.items():
        for question in range(2):
            deep = out[family, question, factor, SHALLOW]
            out[family, question, factor, :SHALLOW] = deep + effects[family, question]
    return out
