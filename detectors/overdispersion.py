"""How much honest pairs differ beyond chance: estimated from the pairs, a few colluders ignored.

Two honest friends, rivals or mere table neighbours differ from any additive model. The standard
deviation of such pair effects (log-odds) is found by a moment equation with clipped squares, so
that a planted pair, however wild, counts no more than an honest one at two standard deviations.
Small inputs cannot tell; there a prior speaks: sd about 0.2, and 0.3 with the safety margin (what
honest pairs of real players showed).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railbird.detectors.contest import Contest

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

# Nobody's pairs are all alike: below this no estimate is believed (log-odds, standard deviation).
SMALLEST_SD = 0.10
LARGEST_SD = 1.5
_CLIP = 4.0
# Pairs with less information than this say nothing about pair effects, and their sums are skew.
_FAINT = 0.5
_PRIOR_VARIANCE, _PRIOR_ERROR = 0.04, 0.05
# Expectation and variance of min(z^2, 4) for a standard normal z.
_PHI2 = math.exp(-2.0) / math.sqrt(2 * math.pi)
_OUTSIDE = math.erfc(math.sqrt(2.0))
_CLIPPED_MEAN = (1 - _OUTSIDE) - 4 * _PHI2 + _CLIP * _OUTSIDE
_CLIPPED_SQUARE = 3 * (1 - _OUTSIDE) - 2 * 2 * _PHI2 * (4 + 3) + _CLIP**2 * _OUTSIDE
_INSIDE = (1 - _OUTSIDE) - 4 * _PHI2
_CLIPPED_SD = math.sqrt(_CLIPPED_SQUARE - _CLIPPED_MEAN**2)


def hand_scale(contest: Contest, log_odds: Floats) -> float:
    """Return how much larger a hand's sums vary than independent decisions would; at least 1.

    The decisions of one player against another in one hand hang together through his cards.
    Each pair's surplus counts up to three times the typical one, so that no pair sets the scale.
    `log_odds` are the fitted ones, of every row of `contest`.
    """
    if contest.mirrored or not len(contest):
        return 1.0
    expected = 1.0 / (1.0 + np.exp(-log_odds))
    code = contest.first() * contest.players + contest.second()
    cell_code, cell = np.unique(
        code * (int(contest.hand.max()) + 1) + contest.hand, return_inverse=True
    )
    pair = np.unique(cell_code // (int(contest.hand.max()) + 1), return_inverse=True)[1]
    score = np.bincount(cell, contest.weight * (contest.outcome - expected))
    chance = np.bincount(cell, contest.weight**2 * expected * (1 - expected))
    squares, information = np.bincount(pair, score**2), np.bincount(pair, chance)
    large = information >= np.median(information)
    typical = float(np.median(squares[large] / information[large]))
    capped = np.minimum(squares, 3 * max(typical, 1.0) * information)
    return max(1.0, float(np.sum(capped) / np.sum(information)))


@dataclass(frozen=True)
class PairSd:
    """The standard deviation of honest pair effects: `usual`, and `special` by pair code."""

    usual: float
    special: dict[int, float]

    def of(self, code: Ints) -> Floats:
        """Return the standard deviation to judge each pair by."""
        return np.asarray([self.special.get(int(c), self.usual) for c in code], np.float64)


def pair_sd(
    code: Ints, score: Floats, information: Floats, response: Floats, drift: Floats, scale: float
) -> PairSd:
    """Return the standard deviation of honest pair effects, a pair never its own yardstick.

    `code` names the pairs, `score` is each pair's sum, `information` its chance variance,
    `response` how far a unit of habit moves it, `drift` the variance of uncertain player effects.
    A pair that carries more than a fiftieth of the estimate is left out of its own; for the others
    that would change nothing visible. A code may stand several times (a pair read both ways).
    """
    chance = np.maximum(scale * information + drift, 1e-12)
    slope = response**2
    weight = (slope / (chance + _PRIOR_VARIANCE * slope)) ** 2
    weight[information < _FAINT] = 0.0
    everyone = np.flatnonzero(weight > 0)
    special = {}
    for pair in np.flatnonzero(weight > weight.sum() / 50):
        others = everyone[code[everyone] != code[pair]]
        special[int(code[pair])] = _pair_sd(score[others], chance[others], slope[others])
    return PairSd(_pair_sd(score[everyone], chance[everyone], slope[everyone]), special)


def _pair_sd(score: Floats, chance: Floats, slope: Floats) -> float:
    """Return the estimate with its prior, one standard error on the safe side."""
    low, high = 0.0, LARGEST_SD**2
    for _ in range(40):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if _excess(score, chance, slope, middle) > 0 else (low, middle)
    variance = 0.5 * (low + high)
    total = chance + variance * slope
    weights = (slope / total) ** 2
    # d/dvariance of the expectation of the clipped square, by the chain rule through the total.
    sensitivity = float(np.sum(weights * _INSIDE * slope / total))
    noise = _CLIPPED_SD**2 * float(np.sum(weights**2))
    from_data, from_prior = sensitivity**2 / max(noise, 1e-18), 1.0 / _PRIOR_ERROR**2
    mean = (variance * from_data + _PRIOR_VARIANCE * from_prior) / (from_data + from_prior)
    safe = mean + 1.0 / math.sqrt(from_data + from_prior)
    return float(min(max(math.sqrt(safe), SMALLEST_SD), LARGEST_SD))


def _excess(score: Floats, chance: Floats, slope: Floats, variance: float) -> float:
    total = chance + variance * slope
    weights = (slope / total) ** 2
    return float(np.sum(weights * (np.minimum(score**2 / total, _CLIP) - _CLIPPED_MEAN)))
