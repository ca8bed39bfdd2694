"""What the population does in a spot: each decision is judged by others' decisions.

The model is cross-fitted: hands fall into folds by hash of their id, and a decision is predicted
by a model that saw only the other folds. Rows are in the canonical order of `Spots` and trees grow
in one thread, so the same input gives the same numbers on every machine with these libraries.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from railbird.detectors.board import textures
from railbird.detectors.folds import folds
from railbird.detectors.spots import Spots
from railbird.detectors.strength import strengths

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

FOLDS = 3
SMALLEST_TRAINING_SET = 400
_FLOOR = 0.003
_PLAIN = (
    "street",
    "players_dealt",
    "players_live",
    "players_behind",
    "order",
    "to_call_bb",
    "pot_bb",
    "stack_bb",
    "effective_bb",
    "raises",
    "callers",
    "own_previous",
    "own_raises",
    "last_size",
    "blind",
    "others_all_in",
    "quiet_streets",
)


def spot_features(spots: Spots, rows: Ints) -> Floats:
    """Return the model's inputs for decisions `rows`: all of them public, plus own cards' strength.

    The strength columns are missing values in the outsider view and wherever cards are unknown.
    """
    plain = [spots.column(name)[rows] for name in _PLAIN]
    hand = spots.integers("hand")[rows]
    street = np.minimum(spots.integers("street")[rows], 3)
    pot = np.maximum(spots.column("pot_bb")[rows], 0.5)
    derived = [
        spots.column("to_call_bb")[rows] / pot,
        spots.column("effective_bb")[rows] / pot,
        np.where(spots.column("previous_aggressor")[rows] >= 0, 1.0, 0.0),
        spots.hand_game[hand].astype(np.float64),
    ]
    texture = textures(spots.boards)[hand, street]
    columns = [np.stack(plain + derived, axis=1), texture]
    if spots.view == "operator":
        columns.append(strengths(spots, rows))
    features: Floats = np.concatenate(columns, axis=1)
    return features


def expected_outcome(spots: Spots, rows: Ints, outcome: Floats) -> Floats:
    """Return the population's probability of `outcome` (0 or 1) at each of the decisions `rows`."""
    hand_fold = folds(spots.hand_ids, FOLDS)
    return cross_fitted(
        spot_features(spots, rows), outcome, hand_fold[spots.integers("hand")[rows]]
    )


def cross_fitted(features: Floats, outcome: Floats, fold: Ints) -> Floats:
    """Return P(outcome = 1) for each row from a model fitted on the rows of the other folds.

    With fewer than `SMALLEST_TRAINING_SET` rows to learn from it is their plain rate.
    """
    expected = np.full(len(outcome), 0.5)
    for k in range(FOLDS):
        here = fold == k
        if here.any():
            expected[here] = _fit_and_predict(features[~here], outcome[~here], features[here])
    clipped: Floats = np.clip(expected, _FLOOR, 1 - _FLOOR)
    return clipped


def _fit_and_predict(features: Floats, outcome: Floats, ask: Floats) -> Floats:
    if len(outcome) < SMALLEST_TRAINING_SET or len(np.unique(outcome)) < 2:
        rate = float((outcome.sum() + 0.5) / (len(outcome) + 1.0))
        return np.full(len(ask), rate, np.float64)
    # Imported here because it takes seconds, and a small input never needs it.
    from sklearn.ensemble import HistGradientBoostingClassifier
    from threadpoolctl import threadpool_limits

    model = HistGradientBoostingClassifier(
        max_iter=60,
        learning_rate=0.2,
        max_bins=64,
        max_leaf_nodes=24,
        min_samples_leaf=40,
        l2_regularization=5.0,
        early_stopping=False,
        random_state=0,
    )
    with threadpool_limits(limits=1):
        model.fit(features, outcome)
        predicted: Floats = model.predict_proba(ask)[:, 1]
    return predicted
