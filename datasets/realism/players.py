"""Fits players to real hands: what each does more or less than the spots explain.

A player was seen few times, so what is seen of him is noisy. Each habit has a pseudo-observation
(estimate and variance) from a Newton step on the player's likelihood at its current posterior
mode, as in penalised quasi-likelihood (Breslow & Clayton 1993). Decisions are separate draws, so
the errors of a player's habits are independent of each other.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit
from scipy.stats import norm, rankdata

from railbird.agents.population.spots import FACTORS, FAMILIES
from railbird.agents.population.tables import (
    ACTIVITY,
    BET_SIZE,
    HABITS,
    RAISE_SIZE,
    SIZE_CONTEXTS,
    SIZE_FLOP,
    TRAITS,
)
from railbird.datasets.realism.decisions import CONTEXT, WENT_IN, Decisions
from railbird.datasets.realism.fit import asked

Numbers = NDArray[np.float64]
Ints = NDArray[np.int64]

# Nobody is known to never or always do a thing: bounds keep estimates finite. From such a
# variance on an observation says nothing.
_WIDEST = 3.0
_LEAST_SPREAD = 0.02
_LEAST_PART = 0.02
_NOTHING = 50.0


@dataclass(frozen=True, slots=True)
class Seen:
    """What is known of each player's traits: estimates and their variances (inf: nothing)."""

    values: Numbers
    noise: Numbers


def see_players(d: Decisions, weights: Numbers, players: int, rounds: int = 6) -> Seen:
    """Return pseudo-observations of the habits of each player, given the spots' logits."""
    cell, logit, done = _answers(d, weights)
    size = players * len(HABITS)
    mean, spread = np.zeros(len(HABITS)), np.ones(len(HABITS))
    mode = np.zeros(size)
    for _ in range(rounds):
        prior_mean, precision = np.tile(mean, players), np.tile(spread**-2.0, players)
        for _ in range(8):
            gap, info = _slopes(cell, logit, done, mode)
            step = (gap - (mode - prior_mean) * precision) / (info + precision)
            mode += np.clip(step, -1.0, 1.0)
        gap, info = _slopes(cell, logit, done, mode)
        known = np.maximum(info, 1e-9)
        values = (mode + gap / known).reshape(players, -1)
        noise = (1 / known).reshape(players, -1)
        mean, spread = _moments(values, noise, mean, spread)
    noise = np.where(noise > _NOTHING, np.inf, noise)
    return Seen(np.clip(values, -2 * _WIDEST, 2 * _WIDEST), noise)


def _answers(d: Decisions, weights: Numbers) -> tuple[Ints, Numbers, Numbers]:
    """Return every answer's player and habit as one number, the spot's logit, and yes or no."""
    logits, yes, who, habit = [], [], [], []
    for family in range(FAMILIES):
        for question in range(2):
            q = asked(d, family, question)
            levels = d.levels[q.rows]
            logits.append(weights[family, question][np.arange(FACTORS), levels].sum(1))
            yes.append(q.yes)
            who.append(d.people[q.rows])
            habit.append(q.habit)
    cell = np.concatenate(who) * len(HABITS) + np.concatenate(habit)
    return cell, np.concatenate(logits), np.concatenate(yes)


def _slopes(cell: Ints, logit: Numbers, done: Numbers, mode: Numbers) -> tuple[Numbers, Numbers]:
    """Return slope and bend of the likelihood of each player's habits."""
    p = expit(logit + mode[cell])
    gap = np.bincount(cell, weights=done - p, minlength=len(mode))
    info = np.bincount(cell, weights=p * (1 - p), minlength=len(mode))
    return gap.astype(np.float64), info.astype(np.float64)


def _moments(
    values: Numbers, noise: Numbers, mean: Numbers, spread: Numbers
) -> tuple[Numbers, Numbers]:
    """Return mean and standard deviation of the truth by one EM step for a normal one."""
    for _ in range(20):
        var = spread**2
        keep = var / (var + noise)
        post = mean + keep * (values - mean)
        mean = post.mean(0)
        spread = np.sqrt(((post - mean) ** 2 + keep * noise).mean(0))
        spread = np.clip(spread, _LEAST_SPREAD, _WIDEST)
    return mean, spread


def see_sizes(d: Decisions, players: int) -> tuple[Seen, Numbers]:
    """Return pseudo-observations of the two size traits, and the players' part of the variance.

    Sizes become normal scores within their context; the part is a one-way analysis of variance.
    """
    scores = np.full(len(d), np.nan)
    rng = np.random.default_rng(1)
    for context in range(SIZE_CONTEXTS):
        rows = np.flatnonzero((d.of(CONTEXT) == context) & (d.of(WENT_IN) == 0))
        if len(rows):
            # Equal sizes are broken at random: they are points of a continuous habit.
            order = rankdata(d.sizes[rows] + rng.normal(0, 1e-9, len(rows)), method="ordinal")
            scores[rows] = norm.ppf((order - 0.5) / len(rows))
    values = np.zeros((players, 2))
    noise = np.full((players, 2), np.inf)
    part = np.zeros(2)
    later = d.of(CONTEXT) >= SIZE_FLOP
    for k, inside in enumerate((~later, later)):
        rows = np.flatnonzero(inside & ~np.isnan(scores))
        part[k] = _between(scores[rows], d.people[rows], players)
        count = np.bincount(d.people[rows], minlength=players)
        total = np.bincount(d.people[rows], weights=scores[rows], minlength=players)
        some = count > 0
        values[some, k] = total[some] / count[some] / np.sqrt(part[k])
        noise[some, k] = (1 - part[k]) / (part[k] * count[some])
    # In the order of the traits: after the flop first.
    return Seen(values[:, ::-1].copy(), noise[:, ::-1].copy()), part


def _between(scores: Numbers, people: Ints, players: int) -> float:
    """Return the part of the variance that lies between players."""
    count = np.bincount(people, minlength=players).astype(np.float64)
    total = np.bincount(people, weights=scores, minlength=players)
    some = count > 0
    count, mean = count[some], total[some] / count[some]
    if len(count) < 2:
        return _LEAST_PART
    inside = ((scores**2).sum() - (count * mean**2).sum()) / max(len(scores) - len(count), 1)
    grand = scores.mean()
    typical = (count.sum() - (count**2).sum() / count.sum()) / max(len(count) - 1, 1)
    across = (count * (mean - grand) ** 2).sum() / max(len(count) - 1, 1)
    between = max((across - inside) / typical, 0.0)
    return float(np.clip(between / (between + inside), _LEAST_PART, 0.95))


def join(habits: Seen, sizes: Seen, hands: Numbers) -> tuple[Seen, Numbers]:
    """Return all traits of each player side by side, and mean and spread of log hands."""
    logs = np.log(np.maximum(hands, 1))
    scale = np.array([logs.mean(), max(float(logs.std()), 1e-6)])
    activity = ((logs - scale[0]) / scale[1])[:, None]
    values = np.hstack([habits.values, sizes.values, activity])
    noise = np.hstack([habits.noise, sizes.noise, np.full_like(activity, 1e-4)])
    assert values.shape[1] == len(TRAITS) and (BET_SIZE, RAISE_SIZE, ACTIVITY) == (12, 13, 14)
    return Seen(values, noise), scale
