"""Fits the population to real hands: spots, then players, then sizes.

Spots: for each question of each family a logistic regression of what was done on the levels of the
spot (ridge penalty), all players together.

Players: what a player does more or less than the spots explain is noisy, since he was seen few
times. Each habit has a pseudo-observation (estimate and variance) from a Newton step on the
player's likelihood at its current posterior mode, as in penalised quasi-likelihood (Breslow &
Clayton 1993). Decisions are separate draws, so the errors of a player's habits are independent,
and the distribution of the true habits is a mixture of normal distributions fitted through the
noise ("extreme deconvolution", Bovy, Hogg & Roweis 2011). So a player of ten hands says little,
and a habit that differs no more than chance has no spread.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit
from scipy.stats import norm, rankdata

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
    ACTIVITY,
    BARREL,
    BET_SIZE,
    C_BET,
    CALL_FLOP,
    CALL_LATER,
    CALL_THREE_BET,
    FLAT,
    FOUR_BET,
    HABITS,
    LIMP,
    OPEN,
    RAISE_BET,
    RAISE_SIZE,
    SIZE_C,
    SIZE_CONTEXTS,
    SIZE_FLOP,
    SIZE_FOUR_BET,
    SIZE_KNOTS,
    SIZE_RAISE,
    SIZE_RIVER,
    STAB,
    THREE_BET,
    TRAITS,
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


@dataclass(frozen=True, slots=True)
class Seen:
    """What is known of each player's traits: estimates and their variances (inf: nothing)."""

    values: Numbers
    noise: Numbers


def see_players(d: Decisions, weights: Numbers, players: int, rounds: int = 6) -> Seen:
    """Return pseudo-observations of the habits of each player, given the spots' logits."""
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
    logit, done = np.concatenate(logits), np.concatenate(yes)
    size = players * len(HABITS)
    mean, spread = np.zeros(len(HABITS)), np.ones(len(HABITS))
    mode = np.zeros(size)
    for _ in range(rounds):
        prior_mean, prior_var = np.tile(mean, players), np.tile(spread**2, players)
        for _ in range(8):
            p = expit(logit + mode[cell])
            gap = np.bincount(cell, weights=done - p, minlength=size)
            info = np.bincount(cell, weights=p * (1 - p), minlength=size)
            step = (gap - (mode - prior_mean) / prior_var) / (info + 1 / prior_var)
            mode += np.clip(step, -1.0, 1.0)
        p = expit(logit + mode[cell])
        gap = np.bincount(cell, weights=done - p, minlength=size)
        info = np.bincount(cell, weights=p * (1 - p), minlength=size)
        known = np.maximum(info, 1e-9)
        values = (mode + gap / known).reshape(players, -1)
        noise = (1 / known).reshape(players, -1)
        mean, spread = _moments(values, noise, mean, spread)
    noise = np.where(noise > 50.0, np.inf, noise)
    return Seen(np.clip(values, -2 * _WIDEST, 2 * _WIDEST), noise)


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


def fit_sizes(d: Decisions) -> Numbers:
    """Return quantiles of the sizes of raises that were not all-in, `(contexts, knots)`."""
    out = np.zeros((SIZE_CONTEXTS, SIZE_KNOTS))
    places = (np.arange(SIZE_KNOTS) + 0.5) / SIZE_KNOTS
    for context in range(SIZE_CONTEXTS):
        chosen = (d.of(CONTEXT) == context) & (d.of(WENT_IN) == 0)
        if chosen.any():
            out[context] = np.quantile(d.sizes[chosen], places, method="inverted_cdf")
    return out


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
    inside = ((scores**2).sum() - (count * mean**2).sum()) / max(len(scores) - len(count), 1)
    grand = scores.mean()
    typical = (count.sum() - (count**2).sum() / count.sum()) / max(len(count) - 1, 1)
    across = (count * (mean - grand) ** 2).sum() / max(len(count) - 1, 1)
    between = max((across - inside) / typical, 0.0)
    return float(np.clip(between / (between + inside), 0.02, 0.95))


def join(habits: Seen, sizes: Seen, hands: Numbers) -> tuple[Seen, Numbers]:
    """Return all traits of each player side by side, and mean and spread of log hands."""
    logs = np.log(np.maximum(hands, 1))
    scale = np.array([logs.mean(), max(float(logs.std()), 1e-6)])
    activity = ((logs - scale[0]) / scale[1])[:, None]
    values = np.hstack([habits.values, sizes.values, activity])
    noise = np.hstack([habits.noise, sizes.noise, np.full_like(activity, 1e-4)])
    assert values.shape[1] == len(TRAITS) and (BET_SIZE, RAISE_SIZE, ACTIVITY) == (12, 13, 14)
    return Seen(values, noise), scale


@dataclass(frozen=True, slots=True)
class Mixture:
    """A mixture of normal distributions, and the likelihood it was fitted to."""

    parts: Numbers
    means: Numbers
    spreads: Numbers
    log_likelihood: float


def deconvolve(seen: Seen, parts: int, seed: int = 0, rounds: int = 150) -> Mixture:
    """Return the mixture of true traits behind noisy ones (extreme deconvolution by EM)."""
    rng = np.random.default_rng(seed)
    count, size = seen.values.shape
    noise = np.where(np.isfinite(seen.noise), seen.noise, 1e4)
    values = np.where(np.isfinite(seen.noise), seen.values, 0.0)
    mean0 = np.average(values, axis=0, weights=None)
    keep = 1 / (1 + noise)
    means = mean0 + rng.normal(0, 0.3, (parts, size))
    start = np.diag(np.maximum(((values * keep) ** 2).mean(0), 0.1))
    spreads = np.repeat(start[None], parts, 0)
    weight = np.full(parts, 1 / parts)
    likelihood = -np.inf
    for _ in range(rounds):
        logs = np.empty((count, parts))
        post = np.empty((parts, count, size))
        post_var = np.empty((parts, count, size, size))
        for k in range(parts):
            total = spreads[k] + noise[:, :, None] * np.eye(size)
            inverse = np.linalg.inv(total)
            gap = values - means[k]
            _, det = np.linalg.slogdet(total)
            logs[:, k] = np.log(weight[k]) - 0.5 * (
                det + np.einsum("ni,nij,nj->n", gap, inverse, gap) + size * np.log(2 * np.pi)
            )
            gain = np.einsum("ij,njk->nik", spreads[k], inverse)
            post[k] = means[k] + np.einsum("nij,nj->ni", gain, gap)
            post_var[k] = spreads[k] - gain @ spreads[k]
        top = logs.max(1, keepdims=True)
        share = np.exp(logs - top)
        now = float((top[:, 0] + np.log(share.sum(1))).sum())
        share /= share.sum(1, keepdims=True)
        held = share.sum(0) + 1e-9
        weight = held / held.sum()
        for k in range(parts):
            means[k] = (share[:, k] @ post[k]) / held[k]
            gap = post[k] - means[k]
            second = np.einsum("n,ni,nj->ij", share[:, k], gap, gap)
            second += np.einsum("n,nij->ij", share[:, k], post_var[k])
            # A little of the whole keeps small parts from collapsing.
            spreads[k] = (second + 2.0 * start * 0.1) / (held[k] + 2.0)
        if abs(now - likelihood) < 1e-3:
            break
        likelihood = now
    return Mixture(weight, means, spreads, likelihood)


__all__ = [
    "SIZE_C",
    "SIZE_FOUR_BET",
    "SIZE_RAISE",
    "SIZE_RIVER",
    "Mixture",
    "Seen",
    "asked",
    "deconvolve",
    "fit_sizes",
    "fit_weights",
    "join",
    "see_players",
    "see_sizes",
]
