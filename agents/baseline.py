"""What the cards that were dealt explain of a difference between two agents, taken off honestly.

A control variate (Lavenberg and Welch, Management Science 27, 1981): a linear prediction whose mean
over all deals is known exactly, fitted on other deals than the one it is taken off, so that nothing
is biased whatever it predicts. The luck of the board (`luck.py`) has the mean zero; features of the
two starting hands have theirs by counting all 1,326 x 1,225 pairs of them.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from railbird.agents.scripted.classes import COMBOS, better_share, load_tables, weights

Floats = NDArray[np.float64]

# Where the value of a starting hand bends, as parts of all hands.
_KNOTS = (0.05, 0.10, 0.20, 0.40, 0.70)
_FOLDS = 10
# How many deals the prior is worth: that luck of the board counts once and cards not at all.
_LUCK_PRIOR, _CARDS_PRIOR = 300.0, 1_000.0


@cache
def _curves() -> tuple[Floats, Floats]:
    """Return features of the 169 starting hands, uncorrelated with mean 0, and means of products.

    The products are those of the features of two players' hands, which share no card.
    """
    tables = load_tables()
    better = better_share(tables["equity"])
    raw = np.stack([better, *(np.maximum(knot - better, 0.0) for knot in _KNOTS)], axis=1)
    together = COMBOS[:, None] / COMBOS.sum() * weights() / weights().sum(1, keepdims=True)
    alone = together.sum(1)
    raw -= alone @ raw
    spread = np.linalg.cholesky((alone[:, None] * raw).T @ raw)
    curves = np.linalg.solve(spread, raw.T).T
    return curves, curves.T @ together @ curves


def hand_features(mine: NDArray[np.int64], theirs: NDArray[np.int64]) -> Floats:
    """Return features `(n, features)` of pairs of starting hands by class, each of mean zero."""
    curves, products = _curves()
    a, b = curves[mine], curves[theirs]
    both = a[:, :, None] * b[:, None, :] - products
    features: Floats = np.concatenate([a, b, both.reshape(len(a), -1)], axis=1)
    return features


def take_off(values: Floats, luck: Floats, features: Floats) -> Floats:
    """Return the values less what luck and cards explain of them, by deal.

    `luck` is `(deals, streets)` in the unit of `values` and is expected to count once; `features`
    is `(deals, features)`. Rows are independent deals, and both have the mean zero.
    """
    left = values - luck.sum(1)
    spread = luck.std(0)
    scaled = luck / np.where(spread > 0, spread, 1.0)
    columns = np.concatenate([scaled, features], axis=1)
    penalty = np.diag(
        np.r_[np.full(luck.shape[1], _LUCK_PRIOR), np.full(features.shape[1], _CARDS_PRIOR)]
    )
    out: Floats = np.empty_like(left)
    folds = np.arange(len(left)) % _FOLDS
    for fold in range(_FOLDS):
        others, here = folds != fold, folds == fold
        if not others.any():
            out[here] = left[here]
            continue
        x = columns[others] - columns[others].mean(0)
        y = left[others] - left[others].mean()
        out[here] = left[here] - columns[here] @ np.linalg.solve(x.T @ x + penalty, x.T @ y)
    return out
