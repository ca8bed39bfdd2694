"""Decisions (or pots) of one player against another: the rows every scheme is tested on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

_ARRAYS = (
    "unit", "hand", "actor", "target", "share", "weight", "kind", "signal", "outcome", "base",
    "amount_bb",
)  # fmt: skip


@dataclass(frozen=True)
class Contest:
    """Yes/no outcomes of `actor` against `target`, with their expected log-odds.

    A decision against several players stands in several rows with the same `unit` number whose
    `share`s sum to 1. `weight` is the row's weight in the pair's statistic. `kind` (below `kinds`)
    chooses which of a player's effects applies; `signal` (below `signals`) names the bar it feeds.
    `mirrored` contests have one row a pot, won by actor or target; being the target then means
    the opposite of being the actor (one effect a player, not two). `amount_bb` are the big blinds
    that moved with the row, for the record only.
    """

    players: int
    kinds: int
    signals: int
    mirrored: bool
    unit: Ints
    hand: Ints
    actor: Ints
    target: Ints
    share: Floats
    weight: Floats
    kind: Ints
    signal: Ints
    outcome: Floats
    base: Floats
    amount_bb: Floats

    def __len__(self) -> int:
        return len(self.unit)

    @property
    def lean(self) -> Floats:
        """How far a habit of the pair moves each row's log-odds, as a share of the habit.

        A habit towards one of several opponents counts by his share, as his target effect does; in
        a mirrored contest it counts by the row's weight (habits show in pots that matter).
        """
        return self.weight if self.mirrored else self.share

    def take(self, rows: NDArray[np.bool_] | Ints) -> Contest:
        """Return the contest with the chosen rows only."""
        chosen: dict[str, Any] = {name: getattr(self, name)[rows] for name in _ARRAYS}
        return replace(self, **chosen)

    def first(self) -> Ints:
        """Return each row's lower-numbered player."""
        return np.minimum(self.actor, self.target)

    def second(self) -> Ints:
        """Return each row's higher-numbered player."""
        return np.maximum(self.actor, self.target)


def totals(index: Ints, values: Floats, size: int) -> Floats:
    """Return the sum of `values` for each index below `size`."""
    return np.asarray(np.bincount(index, values, size), np.float64)


def logit(probability: Floats) -> Floats:
    """Return the log-odds of a probability."""
    return np.log(probability) - np.log1p(-probability)


def expit(log_odds: Floats) -> Floats:
    """Return the probability of log-odds."""
    return 1.0 / (1.0 + np.exp(-log_odds))
