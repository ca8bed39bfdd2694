"""Simulated players beside the real ones: distributions, and a classifier that tells them apart."""

from __future__ import annotations

import warnings
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.stats import ks_2samp
from sklearn.ensemble import RandomForestClassifier
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import GroupKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from railbird.agents.population.tables import Tables
from railbird.arena.hand.record import LIVE
from railbird.datasets.realism.calibrate import Target, rows_of, twins
from railbird.datasets.realism.decisions import simulate
from railbird.datasets.realism.statistics import STATISTICS, player_statistics

_FOLDS = 5


@dataclass(frozen=True, slots=True)
class Realism:
    """Statistics of real players and of simulated ones who played as many hands, and the AUC.

    `auc` is of the better of two classifiers, `by_classifier` names them; 0.5 is a coin.
    """

    real: pd.DataFrame
    simulated: pd.DataFrame
    auc: float
    by_classifier: dict[str, float]


def simulated_statistics(target: Target, tables: Tables, group: str, seed: int) -> pd.DataFrame:
    """Return the statistics of drawn players who sit in the real players' seats."""
    traits = twins(target, tables, group, seed)
    d, ends = simulate(target.hands, rows_of(traits, group), tables, seed)
    inside = (ends["status"] == LIVE) & (target.hands.people >= 0)
    shows = inside & (inside.sum(1) > 1)[:, None]
    won = ends["stack"] - ends["start_stack"]
    return player_statistics(target.hands, d, shows, won)


def real_statistics(target: Target) -> pd.DataFrame:
    """Return the statistics of the real players."""
    hands = target.hands
    return player_statistics(hands, target.decisions, hands.shows, hands.won)


def compare(
    target: Target, tables: Tables, group: str, *, least_hands: int = 50, seed: int = 1
) -> Realism:
    """Simulate once and compare players with at least so many hands."""
    real = real_statistics(target)
    simulated = simulated_statistics(target, tables, group, seed)
    some = (real.hands >= least_hands).to_numpy()
    found = told_apart(real[some], simulated[some])
    return Realism(real[some], simulated[some], max(found.values()), found)


def told_apart(real: pd.DataFrame, simulated: pd.DataFrame) -> dict[str, float]:
    """Return the cross-validated AUC of each classifier; players of a pair share a fold."""
    names = list(STATISTICS)
    x = np.vstack([real[names].to_numpy(), simulated[names].to_numpy()])
    y = np.repeat([0, 1], len(real))
    pairs = np.tile(np.arange(len(real)), 2)
    makers = {
        "logistic": lambda: make_pipeline(
            SimpleImputer(strategy="median", add_indicator=True),
            StandardScaler(),
            LogisticRegression(C=0.3, max_iter=1000),
        ),
        "forest": lambda: make_pipeline(
            SimpleImputer(strategy="median", add_indicator=True),
            RandomForestClassifier(400, min_samples_leaf=4, random_state=1),
        ),
    }
    out = {}
    for name, make in makers.items():
        scores = np.zeros(len(y))
        shuffled = np.random.default_rng(1).permutation(len(real))[pairs]
        for train, test in GroupKFold(min(_FOLDS, len(real))).split(x, y, shuffled):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                model = make().fit(x[train], y[train])
                scores[test] = model.predict_proba(x[test])[:, 1]
        out[name] = float(roc_auc_score(y, scores))
    return out


def table_of(real: pd.DataFrame, simulated: pd.DataFrame) -> pd.DataFrame:
    """Return mean, median, spread and Kolmogorov-Smirnov distance of each statistic."""
    rows = []
    for name in STATISTICS:
        a, b = real[name].dropna(), simulated[name].dropna()
        rows.append(
            {
                "statistic": name,
                "real_mean": a.mean(),
                "simulated_mean": b.mean(),
                "real_sd": a.std(),
                "simulated_sd": b.std(),
                "ks": float(ks_2samp(a, b).statistic),
            }
        )
    return pd.DataFrame(rows).set_index("statistic")


Numbers = NDArray[np.float64]
