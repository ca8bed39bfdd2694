"""Simulated players beside the real ones: distributions, and a classifier that tells them apart."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

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
from railbird.datasets.realism.decisions import ROW_HAND, ROW_SEAT, Decisions, simulate
from railbird.datasets.realism.hands import Hands
from railbird.datasets.realism.statistics import STATISTICS, player_statistics

_FOLDS = 5
# With fewer players than this each is cut into blocks of so many hands.
_FEW_PLAYERS, _BLOCK = 100, 400


@dataclass(frozen=True, slots=True)
class Realism:
    """Statistics of real players and of simulated ones who played as many hands, and the AUC.

    `block` is 0, or how many hands of a player make a row where there are too few players.
    `by_classifier` is the AUC of each classifier; 0.5 is a coin.
    """

    real: pd.DataFrame
    simulated: pd.DataFrame
    block: int
    by_classifier: dict[str, float]

    @property
    def auc(self) -> float:
        """The AUC of the better classifier."""
        return max(self.by_classifier.values())


def block_of(target: Target) -> int:
    """Return how many hands make a row: 0 (all of a player's) unless players are too few."""
    return 0 if (target.played > 0).sum() >= _FEW_PLAYERS else _BLOCK


def simulated_statistics(
    target: Target, tables: Tables, group: str, seed: int, rows: Hands
) -> pd.DataFrame:
    """Return the statistics of drawn players who sit in the real players' seats, as `rows` has it.

    `rows` are the target's hands, whole or with each player cut into blocks.
    """
    traits = twins(target, tables, group, seed)
    d, ends = simulate(target.hands, rows_of(traits, group), tables, seed)
    inside = (ends["status"] == LIVE) & (target.hands.people >= 0)
    shows = inside & (inside.sum(1) > 1)[:, None]
    won = ends["stack"] - ends["start_stack"]
    return player_statistics(rows, owned(d, rows), shows, won)


def real_statistics(target: Target, rows: Hands | None = None) -> pd.DataFrame:
    """Return the statistics of the real players, or of the blocks of `rows`."""
    hands = rows or target.hands
    return player_statistics(hands, owned(target.decisions, hands), hands.shows, hands.won)


def owned(d: Decisions, rows: Hands) -> Decisions:
    """Return the decisions as those of the players (or blocks) of `rows`."""
    return replace(d, people=rows.people[d.of(ROW_HAND), d.of(ROW_SEAT)])


def in_blocks(hands: Hands, size: int) -> tuple[Hands, NDArray[np.int64]]:
    """Return the hands with each player cut into blocks of so many hands, and whose each is.

    What is left over at the end of a player's hands joins his last block.
    """
    people = np.full_like(hands.people, -1)
    owners: list[int] = []
    for player in range(len(hands.players)):
        at = np.nonzero(hands.people == player)
        if len(at[0]):
            count = max(len(at[0]) // size, 1)
            people[at] = len(owners) + np.minimum(np.arange(len(at[0])) // size, count - 1)
            owners += [player] * count
    names = tuple(f"{hands.players[owner]} {k}" for k, owner in enumerate(owners))
    return replace(hands, people=people, players=names), np.array(owners)


def compare(
    target: Target, tables: Tables, group: str, *, least_hands: int = 50, seed: int = 1
) -> Realism:
    """Simulate once and compare players (or blocks) with at least so many hands."""
    block = block_of(target)
    rows, owners = target.hands, np.arange(len(target.hands.players))
    if block:
        rows, owners = in_blocks(target.hands, block)
    real = real_statistics(target, rows)
    simulated = simulated_statistics(target, tables, group, seed, rows)
    some = (real.hands >= least_hands).to_numpy()
    found = told_apart(real[some], simulated[some], owners[some])
    return Realism(real[some], simulated[some], block, found)


def told_apart(
    real: pd.DataFrame, simulated: pd.DataFrame, owners: NDArray[np.int64] | None = None
) -> dict[str, float]:
    """Return the cross-validated AUC of each classifier.

    A player, his blocks and his simulated counterpart share a fold (`owners`, by row).
    """
    names = list(STATISTICS)
    x = np.vstack([real[names].to_numpy(), simulated[names].to_numpy()])
    y = np.repeat([0, 1], len(real))
    whose = np.arange(len(real)) if owners is None else owners
    shuffled = np.random.default_rng(1).permutation(int(whose.max()) + 1)[np.tile(whose, 2)]
    folds = min(_FOLDS, len(np.unique(whose)))
    out = {}
    for name, make in _makers().items():
        scores = np.zeros(len(y))
        for train, test in GroupKFold(folds).split(x, y, shuffled):
            with warnings.catch_warnings():
                # A statistic that nobody in a fold had a chance to show is filled with nothing.
                warnings.simplefilter("ignore")
                scores[test] = make().fit(x[train], y[train]).predict_proba(x[test])[:, 1]
        out[name] = float(roc_auc_score(y, scores))
    return out


def _makers() -> dict[str, Callable[[], Any]]:
    """Return what makes each classifier; a missing statistic is told to them as such."""
    return {
        "logistic": lambda: make_pipeline(
            SimpleImputer(strategy="median", add_indicator=True),
            StandardScaler(),
            LogisticRegression(C=0.3, max_iter=1000),
        ),
        "forest": lambda: make_pipeline(
            SimpleImputer(strategy="median", add_indicator=True),
            RandomForestClassifier(300, min_samples_leaf=4, random_state=1),
        ),
    }


def table_of(real: pd.DataFrame, simulated: pd.DataFrame) -> pd.DataFrame:
    """Return mean, spread and Kolmogorov-Smirnov distance of each statistic."""
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
