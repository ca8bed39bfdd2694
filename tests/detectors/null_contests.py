"""Rows of honest players only, drawn straight from the null: many pairs at little cost."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from railbird.detectors.contest import Contest, expit
from railbird.detectors.targets import weighed_by_chance


def null_contest(
    seed: int,
    players: int = 300,
    rows_each: int = 40,
    pair_sd: float = 0.3,
    adapt_sd: float = 0.35,
    shared: bool = True,
) -> Contest:
    """Return honest decisions of all pairs: styles, adaptation to the opponent, pair habits.

    With `shared`, a third of the decisions are against two players at once.
    """
    rng = np.random.default_rng(seed)
    style = rng.normal(0, 0.4, (players, 1)) + rng.normal(0, 0.2, (players, 4))
    answer = rng.normal(0, adapt_sd, (players, 1)) + rng.normal(0, 0.1, (players, 4))
    habit = rng.normal(0, pair_sd, (players, players))
    habit = np.triu(habit, 1) + np.triu(habit, 1).T
    first, second = np.triu_indices(players, 1)
    count = rng.poisson(rows_each, len(first))
    a, b = np.repeat(first, count), np.repeat(second, count)
    swap = rng.random(len(a)) < 0.5
    actor, target = np.where(swap, b, a), np.where(swap, a, b)
    kind = rng.integers(0, 4, len(a))
    base = rng.normal(-1.4, 0.8, len(a))
    other = rng.integers(0, players, len(a))
    double = (rng.random(len(a)) < 1 / 3) & (other != actor) & (other != target) & shared
    share = np.where(double, 0.5, 1.0)
    shift = share * (answer[target, kind] + habit[actor, target])
    shift += np.where(double, 0.5 * (answer[other, kind] + habit[actor, other]), 0.0)
    chance = expit(base + style[actor, kind] + shift)
    outcome = (rng.random(len(a)) < chance).astype(np.float64)
    unit = np.arange(len(a))

    def both(one: np.ndarray, two: np.ndarray) -> np.ndarray:
        return np.concatenate([one, two[double]])

    shares = both(share, share)
    return Contest(
        players=players,
        kinds=4,
        signals=2,
        mirrored=False,
        unit=both(unit, unit),
        hand=both(unit, unit),
        actor=both(actor, actor),
        target=both(target, other),
        share=shares,
        weight=shares**2,
        kind=both(kind, kind),
        signal=both(kind % 2, kind % 2),
        outcome=both(outcome, outcome),
        base=both(base, base),
        amount_bb=np.zeros(len(shares)),
    )


def roles_contest(
    seed: int, players: int = 300, rows_each: int = 40, pair_sd: float = 0.3
) -> Contest:
    """Return honest decisions with a usual answer and roles, heavier where it is more usual."""
    rows = null_contest(seed, players, rows_each, pair_sd)
    likelier = replace(rows, outcome=1.0 - rows.outcome, base=-rows.base)
    role = np.asarray([1, 0, -1, 1])[rows.kind]
    return replace(weighed_by_chance(likelier), role=role)


def pots_contest(
    seed: int, players: int = 300, pots_each: int = 25, pair_sd: float = 0.3
) -> Contest:
    """Return honest pots: skill by size, the rest of the direction a coin, heavy-tailed sizes."""
    rng = np.random.default_rng(seed)
    skill = rng.normal(0, 0.3, (players, 1)) + rng.normal(0, 0.15, (players, 3))
    habit = rng.normal(0, pair_sd, (players, players))
    first, second = np.triu_indices(players, 1)
    loose = rng.gamma(10, 0.1, players)
    count = rng.poisson(pots_each * loose[first] * loose[second])
    actor, target = np.repeat(first, count), np.repeat(second, count)
    chips = 1.0 + rng.pareto(1.0, len(actor)) * 1.5
    kind = np.digitize(chips, (3.0, 12.0))
    weight = np.tanh(np.minimum(chips, 200.0) / 8.0)
    base = rng.normal(0, 0.3, len(actor))
    odds = base + skill[actor, kind] - skill[target, kind] + weight * habit[actor, target]
    outcome = (rng.random(len(actor)) < expit(odds)).astype(np.float64)
    unit = np.arange(len(actor))
    return Contest(
        players=players,
        kinds=3,
        signals=1,
        mirrored=True,
        unit=unit,
        hand=unit,
        actor=actor,
        target=target,
        share=np.ones(len(unit)),
        weight=weight,
        kind=kind,
        signal=np.zeros(len(unit), np.int64),
        outcome=outcome,
        base=base,
        amount_bb=chips,
    )
