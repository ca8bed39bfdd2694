"""How often honest play gives a sum this low: exact-grade tail probabilities, no simulation.

The sum is of weighted yes/no outcomes with known chances; the pair's honest log-odds shift is
normal with a given spread. For a fixed shift the tail is the Lugannani-Rice saddlepoint formula in
its continuous form; the shift is integrated out on an even grid. Where a tail is small and the sum
has few values it is enumerated exactly instead (mid-p: half of the chance of the observed value).
Lugannani, Rice (1980), "Saddle point approximation for the distribution of the sum of independent
random variables", Adv. Appl. Prob. 12.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from railbird.arena.numba_cache import kernel

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

_NODES = 65
_REACH = 8.0
_NEAR_MEAN = 1e-4
# Small tails of short sums are corrected by exact enumeration on a grid of 1/36 (the weights 1,
# 1/4 and 1/9 lie on it; others are rounded to it).
_GRID = 36
_EXACT_NODES = 33
_EXACT_BELOW = 0.02
_EXACT_ABOVE = 1e-14
_EXACT_WORK = 400_000


@kernel
def lower_tails(
    start: Ints,
    weight: Floats,
    lean: Floats,
    log_odds: Floats,
    outcome: Floats,
    spread: Floats,
    scale: float,
) -> Floats:
    """Return P(sum of weight x outcome <= observed) for each group of rows.

    Group g has the rows `start[g] : start[g + 1]`; its honest shift has standard deviation
    `spread[g]` and moves a row's log-odds by `lean` times itself. `scale` >= 1 inflates the
    variance of the sum (decisions of one hand hang together).
    """
    groups = start.shape[0] - 1
    result = np.ones(groups)
    for g in range(groups):
        here = slice(start[g], start[g + 1])
        if start[g + 1] > start[g]:
            parts = weight[here], lean[here], log_odds[here], outcome[here]
            result[g] = _mixed_tail(*parts, spread[g], scale)
            if _EXACT_ABOVE < result[g] < _EXACT_BELOW:
                result[g] *= _correction(*parts, spread[g])
    return result


@kernel
def _correction(
    weight: Floats, lean: Floats, log_odds: Floats, outcome: Floats, spread: float
) -> float:
    """Return exact over saddlepoint tail (scale 1); 1 where the sum has too many values."""
    steps = np.rint(weight * _GRID).astype(np.int64)
    observed = 0
    for i in range(weight.shape[0]):
        observed += steps[i] if outcome[i] > 0.0 else 0
    if observed * weight.shape[0] > _EXACT_WORK or steps.min() < 0:
        return 1.0
    total, mass = 0.0, 0.0
    chances = np.zeros(observed + 1)
    for node in range(_EXACT_NODES):
        z = 0.0 if spread <= 0.0 else -_REACH + 2 * _REACH * node / (_EXACT_NODES - 1)
        chances[:] = 0.0
        chances[0] = 1.0
        for i in range(weight.shape[0]):
            step = steps[i]
            p = 1.0 / (1.0 + math.exp(-log_odds[i] - z * spread * lean[i]))
            for k in range(observed, -1, -1):
                came = chances[k - step] * p if k >= step else 0.0
                chances[k] = chances[k] * (1.0 - p) + came
        density = math.exp(-0.5 * z * z)
        total += density * (chances.sum() - 0.5 * chances[observed])
        mass += density
    rough = _mixed_tail(weight, lean, log_odds, outcome, spread, 1.0)
    return total / mass / rough


@kernel
def _mixed_tail(
    weight: Floats, lean: Floats, log_odds: Floats, outcome: Floats, spread: float, scale: float
) -> float:
    observed = 0.0
    for i in range(weight.shape[0]):
        observed += weight[i] * outcome[i]
    if spread <= 0.0:
        return _tail(weight, lean, log_odds, 0.0, observed, scale, 0.0)[0]
    total, mass, theta = 0.0, 0.0, 0.0
    for node in range(_NODES):
        z = -_REACH + 2 * _REACH * node / (_NODES - 1)
        density = math.exp(-0.5 * z * z)
        chance, theta = _tail(weight, lean, log_odds, z * spread, observed, scale, theta)
        total += density * chance
        mass += density
    return total / mass


@kernel
def _tail(  # noqa: C901, PLR0915 - one compiled numerical recipe: extremes, Newton, formula
    weight: Floats,
    lean: Floats,
    log_odds: Floats,
    shift: float,
    observed: float,
    scale: float,
    theta: float,
) -> tuple[float, float]:
    """Return the tail for one shift, and the saddlepoint to start the next from."""
    n = weight.shape[0]
    lowest, highest, all_no, all_yes, mean = 0.0, 0.0, 0.0, 0.0, 0.0
    for i in range(n):
        eta = log_odds[i] + shift * lean[i]
        yes = -math.log1p(math.exp(-eta))
        no = yes - eta
        if weight[i] >= 0.0:
            highest += weight[i]
        else:
            lowest += weight[i]
        all_no += no if weight[i] >= 0.0 else yes
        all_yes += yes if weight[i] >= 0.0 else no
        mean += weight[i] * math.exp(yes)
    edge = 1e-9 * (highest - lowest + 1.0)
    if observed <= lowest + edge:
        return 0.5 * math.exp(all_no / scale), theta
    if observed >= highest - edge:
        return 1.0 - 0.5 * math.exp(all_yes / scale), theta
    low, high = (-60.0, 0.0) if observed < mean else (0.0, 60.0)
    if theta < low or theta > high:
        theta = 0.0
    k0, k2, k3 = 0.0, 0.0, 0.0
    for _ in range(60):
        k0, k1, k2, k3 = 0.0, 0.0, 0.0, 0.0
        for i in range(n):
            eta = log_odds[i] + shift * lean[i]
            p = 1.0 / (1.0 + math.exp(-eta - theta * weight[i]))
            k1 += weight[i] * p
            k2 += weight[i] * weight[i] * p * (1.0 - p)
            k3 += weight[i] ** 3 * p * (1.0 - p) * (1.0 - 2.0 * p)
        gap = observed - k1
        if gap > 0.0:
            low = theta
        else:
            high = theta
        step = gap / max(k2, 1e-12)
        moved = theta + step
        if moved <= low or moved >= high:
            moved = 0.5 * (low + high)
        if abs(moved - theta) < 1e-9:
            theta = moved
            break
        theta = moved
    for i in range(n):
        eta = log_odds[i] + shift * lean[i]
        k0 += _softplus(eta + theta * weight[i]) - _softplus(eta)
    depth = theta * observed - k0
    w = math.copysign(math.sqrt(max(2.0 * depth / scale, 0.0)), theta)
    if abs(w) < _NEAR_MEAN:
        return 0.5 + math.sqrt(scale) * k3 / (6.0 * k2**1.5 * math.sqrt(2.0 * math.pi)), theta
    u = theta * math.sqrt(k2 / scale)
    normal = 0.5 * math.erfc(-w / math.sqrt(2.0))
    bell = math.exp(-0.5 * w * w) / math.sqrt(2.0 * math.pi)
    return min(max(normal - bell * (1.0 / u - 1.0 / w), 0.0), 1.0), theta


@kernel
def _softplus(x: float) -> float:
    return max(x, 0.0) + math.log1p(math.exp(-abs(x)))
