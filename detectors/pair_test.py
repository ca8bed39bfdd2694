"""Tests every pair in one scheme: fit the null, score the pairs, score the suspicious again."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from railbird.detectors import effects as two_way
from railbird.detectors.contest import Contest, expit
from railbird.detectors.effects import Effects
from railbird.detectors.overdispersion import PairSd, hand_scale, pair_sd
from railbird.detectors.pairs import PairSums, choose, sum_pairs
from railbird.detectors.tail import lower_tails
from railbird.detectors.volume import SMALLEST_EXPECTED, Volume

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

# A pair is tested when the plainest case could reach this p-value in the spots it met: a choice
# by exposure, not by outcome, so the p-values of the tested stay uniform.
REACHABLE_P = 1e-4
# Pairs below the first are scored again without partners below the second and below themselves.
_RESCORE_BELOW = 0.01
_PARTNER_BELOW = 1e-3
# The volume's weight beside the direction's, and how far beyond the direction it may go: its
# p-value counts as no smaller than the direction's to this power.
VOLUME_WEIGHT = 0.5
VOLUME_POWER = 3
# Log-odds shifts of colluders that the bits weigh against the null, equally likely.
PLANTED_SHIFTS = (0.5, 1.0, 1.5, 2.5)


@dataclass(frozen=True)
class NullModel:
    """What honest play looks like in one scheme; scoring a pair needs this and its rows only."""

    contest: Contest
    effects: Effects
    two_sided: bool
    hand_scale: float
    pair_sd: PairSd
    signal_sd: tuple[PairSd, ...]


@dataclass(frozen=True)
class PairTests:
    """One row a pair that met in this scheme; `tested` False where the spots are too few.

    `p_value` is the final one, after the stronger partners' hands were removed; `effect` the
    shrunk log-odds shift, positive when suspicious; `bits` pairs x signals. `giver` is the player
    whom the stronger reading of a contest with roles makes the giver.
    """

    null: NullModel
    sums: PairSums
    tested: NDArray[np.bool_]
    p_value: Floats
    effect: Floats
    bits: Floats
    volume: Volume | None = None
    giver: Ints | None = None

    @property
    def first(self) -> Ints:
        """The lower-numbered player of each pair."""
        return self.sums.first

    @property
    def second(self) -> Ints:
        """The higher-numbered player of each pair."""
        return self.sums.second


def fit_null(contest: Contest, two_sided: bool) -> NullModel:
    """Return the null model of `contest`; fitting twice gives the same."""
    effects = two_way.fit(contest)
    sides = [sum_pairs(contest, effects, speaks=speaks) for speaks in contest.readings()]
    scale = hand_scale(contest, effects.log_odds)
    by_signal = tuple(
        _sd([_one_signal(side, signal) for side in sides], scale)
        for signal in range(contest.signals)
    )
    return NullModel(contest, effects, two_sided, scale, _sd(sides, scale), by_signal)


def _sd(sides: Sequence[PairSums], scale: float) -> PairSd:
    """Return the standard deviation of honest pair effects; each reading of a pair counts."""
    code, score, information, response, drift = (
        np.concatenate([getattr(side, name) for side in sides])
        for name in ("code", "score", "information", "response", "drift")
    )
    return pair_sd(code, score, information, response, drift, scale)


def _one_signal(sums: PairSums, signal: int) -> PairSums:
    return replace(
        sums,
        score=sums.score_by_signal[:, signal],
        information=sums.information_by_signal[:, signal],
        response=sums.response_by_signal[:, signal],
        drift=_signal_drift(sums)[:, signal],
    )


def score_pairs(null: NullModel, rows: Ints | None = None) -> PairTests:
    """Return the test of every pair in `rows` (default all). Does not change `null`.

    A contest with roles is read both ways; the smaller p-value counts twice (Bonferroni).
    """
    readings = null.contest.readings()
    sides = [sum_pairs(null.contest, null.effects, rows, speaks=speaks) for speaks in readings]
    reachable = [_reachable(null, side) for side in sides]
    tails = [_p_values(null, side) for side in sides]
    sums, p_value, tested, giver = sides[0], tails[0], reachable[0], None
    if len(sides) > 1:
        side = np.argmin(np.stack(tails), axis=0)
        sums, giver = choose(sides, side), np.where(side == 0, sums.first, sums.second)
        p_value = np.minimum(1.0, len(sides) * np.min(tails, axis=0))
        tested = np.any(reachable, axis=0)
    p_value = _without_stronger_partners(null, sums, tested, p_value)
    sign = -np.sign(sums.score) if null.two_sided else -np.ones(len(sums))
    shrunk = sums.score * sums.response / np.maximum(_variance(null, sums), 1e-12)
    shrunk = shrunk * null.pair_sd.of(sums.code) ** 2
    effect = np.abs(shrunk) if null.two_sided else sign * shrunk
    bits = _bits(null, sums) - math.log2(len(sides)) / null.contest.signals
    return PairTests(null, sums, tested, p_value, effect, _bounded(bits, p_value), giver=giver)


def with_volume(tests: PairTests, volume: Volume, row: Ints) -> PairTests:
    """Return `tests` with the volume signal added; `row` is each pair's row in `volume`.

    The direction's p-value is conditional on the sizes of the pots, so under the null it is
    independent of their number. The two are combined by Good's weighted product (1955), "On the
    weighted combination of significance tests", J. R. Statist. Soc. B 17, the volume at half
    weight and held to a power of the direction's: much play alone is no collusion.
    """
    amount = np.maximum(volume.p_value[row], tests.p_value**VOLUME_POWER)
    product = tests.p_value * np.sqrt(amount)
    combined = (product - VOLUME_WEIGHT * product ** (1 / VOLUME_WEIGHT)) / (1 - VOLUME_WEIGHT)
    mine = Volume(*(getattr(volume, f)[row] for f in ("observed", "expected", "p_value", "bits")))
    bits = np.concatenate([tests.bits, mine.bits[:, None]], axis=1)
    return replace(
        tests,
        tested=mine.expected >= SMALLEST_EXPECTED,
        p_value=np.minimum(combined, 1.0),
        bits=_bounded(bits, combined),
        volume=mine,
    )


def _bounded(bits: Floats, p_value: Floats) -> Floats:
    """Return `bits` scaled down where their sum says more than the p-value can.

    Signals share a pair's honest habit, so added up they can claim too much. No p-value below 1 / e
    speaks for an alternative by more than 1 / (-e p ln p): Sellke, Bayarri, Berger (2001),
    "Calibration of p values for testing precise null hypotheses", Am. Statist. 55.
    """
    p = np.clip(p_value, 1e-300, 1 / math.e)
    most = -np.log2(-math.e * p * np.log(p))
    total = bits.sum(axis=1)
    scale = np.where(total > most, most / np.maximum(total, 1e-12), 1.0)
    return np.asarray(bits * scale[:, None])


def _variance(null: NullModel, sums: PairSums) -> Floats:
    total: Floats = (
        null.hand_scale * sums.information
        + (sums.response * null.pair_sd.of(sums.code)) ** 2
        + sums.drift
    )
    return total


def _shift_sd(null: NullModel, sums: PairSums) -> Floats:
    """Return the sd of each pair's honest shift: habit of pairs, and uncertain player effects."""
    drift = sums.drift / np.maximum(sums.response, 1e-9) ** 2
    return np.asarray(np.sqrt(null.pair_sd.of(sums.code) ** 2 + drift))


def _p_values(null: NullModel, sums: PairSums) -> Floats:
    outcome = null.contest.outcome[sums.rows]
    lower = _tails(null, sums, outcome)
    if not null.two_sided:
        return lower
    return np.minimum(1.0, 2.0 * np.minimum(lower, _tails(null, sums, 1.0 - outcome, -1.0)))


def _reachable(null: NullModel, sums: PairSums) -> NDArray[np.bool_]:
    """Return which pairs' spots allow a p-value of `REACHABLE_P` at all, whatever was done."""
    none = np.zeros(len(sums.rows))
    reach = _tails(null, sums, none)
    if null.two_sided:
        reach = 2.0 * np.maximum(reach, _tails(null, sums, none, -1.0))
    return np.asarray(len(null.contest.readings()) * reach <= REACHABLE_P)


def _tails(null: NullModel, sums: PairSums, outcome: Floats, side: float = 1.0) -> Floats:
    """Return each pair's lower tail; with `side` -1 that of the opposite outcomes.

    The log-odds were fitted to pairs with habits, so they give the chance averaged over habits;
    before the habit is integrated over, they are moved (to second order) so that it still does.
    """
    rows = null.contest.take(sums.rows)
    habit = np.repeat(null.pair_sd.of(sums.code), np.diff(sums.start))
    curve = 0.5 * (habit * rows.lean) ** 2 * (1 - 2 * expit(sums.log_odds))
    log_odds = side * (sums.log_odds - curve)
    spread = _shift_sd(null, sums)
    parts = sums.start, rows.weight, rows.lean, log_odds, outcome, spread
    return np.asarray(lower_tails(*parts, null.hand_scale))


def _without_stronger_partners(
    null: NullModel, sums: PairSums, tested: NDArray[np.bool_], p_value: Floats
) -> Floats:
    """Return p-values that survive the removal of each player's more suspicious partner.

    A colluder's other pairs look odd because of his partner. So a suspicious pair is scored again
    without the hands that either player contested with a partner whose own pair is more
    suspicious, and without those hands in the player's effects; the larger p-value stands.
    """
    partners = _suspicious_partners(sums, tested, p_value)
    final = p_value.copy()
    for pair in np.flatnonzero(tested & (p_value < _RESCORE_BELOW)):
        mine = (p_value[pair], int(pair))
        stronger = [
            min(rank for rank in partners[player] if rank < mine)
            for player in (int(sums.first[pair]), int(sums.second[pair]))
            if any(rank < mine for rank in partners.get(player, ()))
        ]
        if stronger:
            again = _rescored(null, sums, int(pair), [other for _, other in stronger])
            final[pair] = max(p_value[pair], again)
    return final


def _suspicious_partners(
    sums: PairSums, tested: NDArray[np.bool_], p_value: Floats
) -> dict[int, list[tuple[float, int]]]:
    partners: dict[int, list[tuple[float, int]]] = {}
    for pair in np.flatnonzero(tested & (p_value < _PARTNER_BELOW)):
        for player in (int(sums.first[pair]), int(sums.second[pair])):
            partners.setdefault(player, []).append((float(p_value[pair]), int(pair)))
    return partners


def _rescored(null: NullModel, sums: PairSums, pair: int, others: list[int]) -> float:
    contest = null.contest
    code = contest.first() * contest.players + contest.second()
    out = np.flatnonzero(np.isin(code, sums.code[others]))
    own = np.flatnonzero(code == sums.code[pair])
    keep = own[~np.isin(contest.hand[own], contest.hand[out])]
    if not len(keep):
        return 1.0
    told = [
        _p_values(null, sum_pairs(contest, null.effects, keep, out, speaks))[0]
        for speaks in contest.readings()
    ]
    return min(1.0, len(told) * float(min(told)))


def _signal_drift(sums: PairSums) -> Floats:
    share = sums.response_by_signal / np.maximum(sums.response, 1e-12)[:, None]
    drift: Floats = sums.drift[:, None] * share**2
    return drift


def _bits(null: NullModel, sums: PairSums) -> Floats:
    """Return log2 of (chance of the score under a planted shift / under the null), each signal.

    Both are normal with the null's variance; the shift is one of `PLANTED_SHIFTS`.
    """
    information, response = sums.information_by_signal, sums.response_by_signal
    sd = np.stack([each.of(sums.code) for each in null.signal_sd], axis=1)
    variance = null.hand_scale * information + (response * sd) ** 2 + _signal_drift(sums)
    signs = (-1.0, 1.0) if null.two_sided else (-1.0,)
    ratios = [
        (sign * shift * response * sums.score_by_signal - (shift * response) ** 2 / 2)
        / np.maximum(variance, 1e-12)
        for shift in PLANTED_SHIFTS
        for sign in signs
    ]
    stacked = np.stack(ratios)
    top = stacked.max(axis=0)
    bits: Floats = (top + np.log(np.mean(np.exp(stacked - top), axis=0))) / math.log(2)
    return bits
