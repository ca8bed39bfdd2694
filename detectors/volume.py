"""How much two players play pots with each other, against what seats and habits explain.

The volume of a pair is the sum of its pots' weights. Expected is the population's volume at those
seats, times a factor of each player (gamma, shrunk to 1, the pair's own volume taken out again).
What is left over varies like a compound count plus honest pair variation; its upper tail is that
of the gamma distribution with the same mean and variance.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railbird.detectors.contest import Contest, totals
from railbird.detectors.exposure import Exposure
from railbird.detectors.overdispersion import pair_sd
from railbird.detectors.spots import Spots

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

_ROUNDS = 20
_FACTOR_VARIANCE = 0.1
_SMOOTH = 5.0
_MOST_SEATS = 12
# Pairs are tested when their seats and habits give at least this volume. What they did play must
# not decide it: those who play much would be chosen, and their volume then be no surprise.
SMALLEST_EXPECTED = 2.0
# Growth of a colluding pair's volume that the bits weigh, in log; equally likely.
_PLANTED_GROWTH = (0.35, 0.7, 1.1)


@dataclass(frozen=True)
class Volume:
    """For each row of the exposure: volume seen and expected, its p-value and bits."""

    observed: Floats
    expected: Floats
    p_value: Floats
    bits: Floats


def volume(spots: Spots, met: Exposure, contest: Contest) -> Volume:
    """Return how unusual each pair's volume is, one-sided: p is small when there is much."""
    # Imported here: scipy is slow to load.
    from scipy.special import gammaincc

    row = met.row_of(contest.first(), contest.second())
    seen = totals(row, contest.weight, len(met.code))
    grain = float(np.sum(contest.weight**2) / max(np.sum(contest.weight), 1e-12))
    base = _seat_volume(spots, met, contest)
    first, second = met.code // met.players, met.code % met.players
    expected, unsure = _expected(seen, base, first, second, met.players, grain)
    habit = pair_sd(met.code, seen - expected, expected, expected, unsure * expected**2, grain)
    spread = grain * expected + expected**2 * (unsure + habit.of(met.code) ** 2)
    spread = np.maximum(spread, 1e-12)
    mean = np.maximum(expected, 1e-9)
    p_value = np.asarray(gammaincc(mean**2 / spread, seen * mean / spread), np.float64)
    more = [mean * math.expm1(growth) for growth in _PLANTED_GROWTH]
    ratios = np.stack([(m * (seen - mean) - m**2 / 2) / spread for m in more])
    top = ratios.max(axis=0)
    bits = (top + np.log(np.mean(np.exp(ratios - top), axis=0))) / math.log(2)
    return Volume(seen, expected, p_value, bits)


def _seat_volume(spots: Spots, met: Exposure, contest: Contest) -> Floats:
    """Return what an average pair would have played in each pair's meetings, by their seats."""
    dealt = np.bincount(
        np.repeat(np.arange(len(spots.hand_ids)), np.diff(spots.hand_seats)),
        spots.seat_dealt,
        len(spots.hand_ids),
    )
    count = np.minimum(dealt[met.hand], _MOST_SEATS).astype(np.int64)
    places = np.minimum(spots.seat_order, _MOST_SEATS - 1)
    low = np.minimum(places[met.seat_a], places[met.seat_b])
    high = np.maximum(places[met.seat_a], places[met.seat_b])
    cell = (count * _MOST_SEATS + low) * _MOST_SEATS + high
    size = (_MOST_SEATS + 1) * _MOST_SEATS**2
    meetings = np.bincount(cell, minlength=size)
    # A pot's meeting is found by its hand and pair: both are ascending within the meetings.
    key = met.hand * len(met.code) + met.meeting
    order = np.argsort(key, kind="stable")
    row = met.row_of(contest.first(), contest.second())
    place = order[np.searchsorted(key[order], contest.hand * len(met.code) + row)]
    played = totals(cell[place], contest.weight, size)
    typical = float(np.sum(played) / max(len(cell), 1))
    rate = (played + _SMOOTH * typical) / (meetings + _SMOOTH)
    return totals(met.meeting, rate[cell], len(met.code))


def _expected(
    seen: Floats, base: Floats, first: Ints, second: Ints, players: int, grain: float
) -> tuple[Floats, Floats]:
    """Return each pair's expected volume without itself, and the variance of its logarithm."""
    factor = np.ones(players)
    prior = grain / _FACTOR_VARIANCE
    total = totals(first, seen, players) + totals(second, seen, players)
    for _ in range(_ROUNDS):
        whole = totals(first, base * factor[second], players)
        whole = whole + totals(second, base * factor[first], players)
        factor = np.sqrt(factor * (total + prior) / (whole + prior))
    left = whole[first] - base * factor[second] + prior
    right = whole[second] - base * factor[first] + prior
    of_first = np.maximum(total[first] - seen + prior, 1e-9) / left
    of_second = np.maximum(total[second] - seen + prior, 1e-9) / right
    return base * of_first * of_second, grain / left + grain / right
