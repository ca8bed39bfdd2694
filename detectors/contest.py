"""Decisions (or pots) of one player against another: the rows every scheme is tested on."""

from __future__ import annotations

from collections.abc import Sequence
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
    that moved with the row, for the record only. With `role` the question is who of the two gives
    to the other: 1 speaks for the actor as giver, -1 for the target, 0 for both readings.
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
    role: Ints | None = None

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
        if self.role is not None:
            chosen["role"] = self.role[rows]
        return replace(self, **chosen)

    def readings(self) -> tuple[NDArray[np.bool_] | None, ...]:
        """Return which rows speak for "first gives to second", and for the reverse.

        Without roles there is one reading, of all rows: None.
        """
        if self.role is None:
            return (None,)
        by_first = np.where(self.actor < self.target, self.role, -self.role)
        return by_first >= 0, by_first <= 0

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


def join(parts: Sequence[Contest]) -> Contest:
    """Return the rows of all `parts` as one contest; a unit of one part is none of another's.

    Players, kinds, signals and whether there are roles are those of the first.
    """
    names = (*_ARRAYS, *(("role",) if parts[0].role is not None else ()))
    columns: dict[str, Any] = {
        name: np.concatenate([getattr(part, name) for part in parts]) for name in names
    }
    source = np.repeat(np.arange(len(parts)), [len(part) for part in parts])
    most = int(columns["unit"].max()) + 1 if len(source) else 1
    columns["unit"] = np.unique(source * most + columns["unit"], return_inverse=True)[1]
    return replace(parts[0], **columns)
