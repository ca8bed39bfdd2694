"""Fits spots to real hands: how often people raise and call in them, and how much.

For each question of each family a logistic regression of what was done on the levels of the spot
(ridge penalty), all players together; sizes are quantiles by context.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from railbird.agents.population.spots import (
    FACING_BET,
    FACING_MORE,
    FACING_ONE,
    FACTORS,
    FAMILIES,
    LEVELS,
    UNBET,
    UNOPENED,
)
from railbird.agents.population.tables import (
    BARREL,
    C_BET,
    CALL_FLOP,
    CALL_LATER,
    CALL_THREE_BET,
    FLAT,
    FOUR_BET,
    LIMP,
    OPEN,
    RAISE_BET,
    SIZE_CONTEXTS,
    SIZE_KNOTS,
    STAB,
    THREE_BET,
)
from railbird.arena.hand.record import CALL, RAISE
from railbird.datasets.realism.decisions import (
    CAN_RAISE,
    CONTEXT,
    FAMILY,
    MOVE,
    STREET,
    TO_CALL,
    WENT_IN,
    Decisions,
)

Numbers = NDArray[np.float64]
Ints = NDArray[np.int64]

_RIDGE = 1.0
# Nobody is known to never or always do a thing: a weak prior keeps estimates finite.
_WIDEST = 3.0
_LEAST_SPREAD = 0.02


@dataclass(frozen=True, slots=True)
class Asked:
    """One question over many decisions: whose, what was answered, in which spot, showing what."""

    rows: Ints
    yes: Numbers
    habit: Ints


def asked(d: Decisions, family: int, question: int) -> Asked:
    """Return the decisions of a family in which a question stood open, and the answers."""
    move = d.of(MOVE)
    open_to = d.of(FAMILY) == family
    if question == 0:
        open_to &= d.of(CAN_RAISE) == 1
    else:
        open_to &= (d.of(TO_CALL) == 1) & (move != RAISE)
    rows = np.flatnonzero(open_to)
    yes = (move[rows] == (RAISE if question == 0 else CALL)).astype(np.float64)
    return Asked(rows, yes, _habits(d, rows, family, question))


def _habits(d: Decisions, rows: Ints, family: int, question: int) -> Ints:
    """Return which habit each answer shows; as `policy.habits_of` has it."""
    if family == UNBET:
        mine = d.levels[rows, 0] % 4 == 1
        return np.where(mine, np.where(d.of(STREET)[rows] == 1, C_BET, BARREL), STAB)
    if family == FACING_BET and question == 1:
        return np.where(d.of(STREET)[rows] == 1, CALL_FLOP, CALL_LATER)
    first = {UNOPENED: OPEN, FACING_ONE: THREE_BET, FACING_MORE: FOUR_BET, FACING_BET: RAISE_BET}
    then = {UNOPENED: LIMP, FACING_ONE: FLAT, FACING_MORE: CALL_THREE_BET}
    return np.full(len(rows), (then if question else first)[family])


def fit_weights(d: Decisions, before: Numbers | None = None) -> Numbers:
    """Return the logits of levels, `(FAMILIES, 2, FACTORS, LEVELS)`; `before` is where to start."""
    weights = np.zeros((FAMILIES, 2, FACTORS, LEVELS)) if before is None else before.copy()
    for family in range(FAMILIES):
        for question in range(2):
            q = asked(d, family, question)
            if len(q.rows):
                levels = d.levels[q.rows]
                weights[family, question] = _logistic(levels, q.yes, weights[family, question])
    return weights


def _logistic(levels: Ints, yes: Numbers, start: Numbers) -> Numbers:
    """Return ridge-penalised maximum-likelihood logits of levels by Newton steps."""
    columns = (levels + np.arange(FACTORS) * LEVELS).astype(np.int64)
    size = FACTORS * LEVELS
    w = start.reshape(size).copy()
    for _ in range(25):
        p = expit(w[columns].sum(1))
        slope = np.zeros(size)
        for k in range(FACTORS):
            np.add.at(slope, columns[:, k], yes - p)
        v = p * (1 - p)
        bend = np.zeros((size, size))
        for a in range(FACTORS):
            for b in range(FACTORS):
                flat = columns[:, a] * size + columns[:, b]
                bend += np.bincount(flat, weights=v, minlength=size * size).reshape(size, size)
        bend[np.diag_indices(size)] += _RIDGE
        step = np.linalg.solve(bend, slope - _RIDGE * w)
        w += np.clip(step, -2.0, 2.0)
        if np.abs(step).max() < 1e-6:
            break
    return w.reshape(FACTORS, LEVELS)


def fit_sizes(d: Decisions) -> Numbers:
    """Return quantiles of the sizes of raises that were not all-in, `(contexts, knots)`."""
    out = np.zeros((SIZE_CONTEXTS, SIZE_KNOTS))
    places = (np.arange(SIZE_KNOTS) + 0.5) / SIZE_KNOTS
    for context in range(SIZE_CONTEXTS):
        chosen = (d.of(CONTEXT) == context) & (d.of(WENT_IN) == 0)
        if chosen.any():
            out[context] = np.quantile(d.sizes[chosen], places, method="inverted_cdf")
    return out
