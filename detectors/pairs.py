"""What each pair did against what the two-way model expects of it without its own decisions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird.detectors.contest import Contest, expit, totals
from railbird.detectors.effects import Block, Effects, effect_sums, posterior

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

_SUMS = (
    "code", "first", "second", "score", "information", "response", "drift",
    "score_by_signal", "information_by_signal", "response_by_signal",
)  # fmt: skip


@dataclass(frozen=True)
class PairSums:
    """Sums of each pair: `score` = sum of weight x (outcome - expected).

    `first` < `second`, and `code` = first * players + second. `information` is the score's variance
    if nothing but chance were at work; `response` how far the score moves with each unit of a
    pair's own log-odds shift; `drift` the variance that uncertain player effects add. `by_signal`
    arrays are pairs x signals. `start` gives each pair's rows in `rows` (row numbers of the
    contest, pair after pair) with their leave-pair-out `log_odds`.
    """

    code: Ints
    first: Ints
    second: Ints
    score: Floats
    information: Floats
    response: Floats
    drift: Floats
    score_by_signal: Floats
    information_by_signal: Floats
    response_by_signal: Floats
    start: Ints
    rows: Ints
    log_odds: Floats

    def __len__(self) -> int:
        return len(self.first)

    def rows_of(self, pair: int) -> slice:
        """Return where pair number `pair` stands in `rows` and `log_odds`."""
        return slice(int(self.start[pair]), int(self.start[pair + 1]))


def sum_pairs(
    contest: Contest,
    effects: Effects,
    rows: Ints | None = None,
    without: Ints | None = None,
    speaks: NDArray[np.bool_] | None = None,
) -> PairSums:
    """Return the sums of every pair over `rows` (default all), judged without the pair's own rows.

    The rows `without` are taken out of the players' effects as well: so a pair is scored again
    without a stronger partner of one of its players. With `speaks` (one of `contest.readings()`)
    the other rows are left out of the sums, not of what the pair is judged without.
    """
    if rows is None:
        rows = np.arange(len(contest))
    code = contest.first()[rows] * contest.players + contest.second()[rows]
    rows = rows[np.lexsort((contest.target[rows], contest.unit[rows], code))]
    chosen = contest.take(rows)
    codes = chosen.first() * chosen.players + chosen.second()
    pairs, pair = np.unique(codes, return_inverse=True)
    leave = _LeaveOut(contest, effects, chosen, effects.log_odds[rows], pair, without)
    log_odds = effects.log_odds[rows] + leave.shift()
    expected = expit(log_odds)
    spread = expected * (1 - expected)
    counted = np.ones(len(rows), bool) if speaks is None else speaks[rows]
    chosen = replace(chosen, weight=np.where(counted, chosen.weight, 0.0))
    signal = pair * chosen.signals + chosen.signal
    size = len(pairs) * chosen.signals
    score = chosen.weight * (chosen.outcome - expected)
    information = chosen.weight**2 * spread
    response = chosen.weight * chosen.lean * spread
    return PairSums(
        code=pairs,
        first=pairs // contest.players,
        second=pairs % contest.players,
        score=totals(pair, score, len(pairs)),
        information=totals(pair, information, len(pairs)),
        response=totals(pair, response, len(pairs)),
        drift=leave.drift(chosen.weight * spread, len(pairs)),
        score_by_signal=totals(signal, score, size).reshape(-1, chosen.signals),
        information_by_signal=totals(signal, information, size).reshape(-1, chosen.signals),
        response_by_signal=totals(signal, response, size).reshape(-1, chosen.signals),
        start=np.append(0, np.cumsum(np.bincount(pair, counted, len(pairs)))).astype(np.int64),
        rows=rows[counted],
        log_odds=log_odds[counted],
    )


def choose(sides: Sequence[PairSums], side: Ints) -> PairSums:
    """Return for each pair its sums in `sides[side]`; all sides are of the same pairs."""
    pairs = np.arange(len(side))
    merged: dict[str, Any] = {
        name: np.stack([getattr(s, name) for s in sides])[side, pairs] for name in _SUMS
    }
    parts = [s.rows_of(int(pair)) for pair, s in zip(pairs, [sides[k] for k in side], strict=True)]
    size = [part.stop - part.start for part in parts]
    flat = [
        (sides[k].rows[part], sides[k].log_odds[part]) for k, part in zip(side, parts, strict=True)
    ]
    rows, log_odds = zip(*flat, strict=True) if flat else ([sides[0].rows], [sides[0].log_odds])
    return PairSums(
        **merged,
        start=np.append(0, np.cumsum(size)).astype(np.int64),
        rows=np.concatenate(rows),
        log_odds=np.concatenate(log_odds),
    )


class _LeaveOut:
    """Effects of both players of each pair, one Newton step away from the fit with all rows.

    A pair has two sides: first acts against second, and the other way round.
    """

    def __init__(
        self,
        contest: Contest,
        effects: Effects,
        chosen: Contest,
        log_odds: Floats,
        pair: Ints,
        without: Ints | None,
    ) -> None:
        self.chosen = chosen
        forward = (chosen.actor > chosen.target).astype(np.int64)
        self.sides = 2 * (int(pair.max()) + 1 if len(pair) else 0)
        self.cell = (2 * pair + forward) * chosen.kinds + chosen.kind
        self.actor_of = np.zeros(self.sides, np.int64)
        self.target_of = np.zeros(self.sides, np.int64)
        self.actor_of[2 * pair + forward] = chosen.actor
        self.target_of[2 * pair + forward] = chosen.target
        expected = expit(log_odds)
        slope = self._sum(chosen.share * (chosen.outcome - expected))
        spread = chosen.share * expected * (1 - expected)
        target_spread = spread if chosen.mirrored else spread * chosen.share
        out = _without(contest, effects, without)
        self.actor_covariance, self.actor_step = _step_back(
            effects.actor, self.actor_of, slope, self._sum(spread), out[0]
        )
        self.target_covariance, self.target_step = _step_back(
            effects.target, self.target_of, slope, self._sum(target_spread), out[1]
        )

    def _sum(self, values: Floats) -> Floats:
        size = self.sides * self.chosen.kinds
        return totals(self.cell, values, size).reshape(self.sides, self.chosen.kinds)

    def shift(self) -> Floats:
        """Return what to add to each row's log-odds."""
        moved: Floats = self.actor_step.reshape(-1)[self.cell] + (
            self.chosen.share * self.target_step.reshape(-1)[self.cell]
        )
        return moved

    def drift(self, slope: Floats, pairs: int) -> Floats:
        """Return the variance that uncertain effects add to each pair's score."""
        by_actor = self._sum(slope)
        by_target = self._sum(slope * self.chosen.share)
        total: Floats = np.einsum("si,sij,sj->s", by_actor, self.actor_covariance, by_actor)
        total = total + np.einsum("si,sij,sj->s", by_target, self.target_covariance, by_target)
        both: Floats = total.reshape(pairs, 2).sum(axis=1)
        return both


def _step_back(
    block: Block, player: Ints, slope: Floats, spread: Floats, out: tuple[Floats, Floats] | None
) -> tuple[Floats, Floats]:
    """Return covariance and step of each side's effect when its rows (and `out`) are removed."""
    information = block.information[player] - spread
    if out is not None:
        slope = slope + out[0][player]
        information = information - out[1][player]
    covariance = posterior(information, block.precision)
    return covariance, -np.einsum("sij,sj->si", covariance, slope)


def _without(
    contest: Contest, effects: Effects, rows: Ints | None
) -> tuple[tuple[Floats, Floats] | None, tuple[Floats, Floats] | None]:
    """Return slope and information that `rows` gave to each player as actor and as target."""
    if rows is None:
        return None, None
    gone = contest.take(rows)
    expected = expit(effects.log_odds[rows])
    slope = gone.share * (gone.outcome - expected)
    spread = gone.share * expected * (1 - expected)
    as_actor = (effect_sums(gone, slope, "actor"), effect_sums(gone, spread, "actor"))
    as_target = (
        effect_sums(gone, slope, "target"),
        effect_sums(gone, spread if gone.mirrored else spread * gone.share, "target"),
    )
    return as_actor, as_target
