"""A pair's score, bar by bar, and the hands that carry it."""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railbird.detectors.contest import expit
from railbird.detectors.pair_test import PairTests

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

# Log2 odds that a pair colludes before its play was looked at: one pair in 250.
PRIOR_BITS = -math.log2(249.0)
EVIDENCE_HANDS = 10
# The colluder's log-odds shift that single hands are weighed with.
_TYPICAL_SHIFT = 1.0


@dataclass(frozen=True, slots=True)
class Evidence:
    """One bar: what was counted, what honest play gives, its weight in bits (log2 ratio)."""

    feature: str
    observed: float
    expected: float
    bits: float
    spots: int


@dataclass(frozen=True, slots=True)
class PairScore:
    """Prior plus evidence in log2 odds; higher is worse. Bars add up, so one can be taken away."""

    players: tuple[str, str]
    prior_bits: float
    evidence: tuple[Evidence, ...]

    @property
    def bits(self) -> float:
        """Log2 odds that the pair colludes."""
        return self.prior_bits + sum(e.bits for e in self.evidence)


@dataclass(frozen=True, slots=True)
class HandShare:
    """A hand's share of the signal: its index in the spots, bits, what came of its decisions.

    `surplus` is the weighted outcome above expectation, with the sign of the pair's score.
    """

    hand: int
    bits: float
    spots: int
    outcome: float
    expected: float
    surplus: float


def pair_score(
    tests: PairTests, pair: int, names: tuple[str, ...], players: tuple[str, ...]
) -> PairScore:
    """Return the score of pair number `pair`; `names` are those of the scheme's signals."""
    rows = tests.sums.rows_of(pair)
    chosen = tests.null.contest.take(tests.sums.rows[rows])
    expected = expit(tests.sums.log_odds[rows])
    bars = []
    for signal, name in enumerate(names[: tests.null.contest.signals]):
        here = chosen.signal == signal
        weight = chosen.weight[here]
        bars.append(
            Evidence(
                feature=name,
                observed=float(np.sum(weight * chosen.outcome[here])),
                expected=float(np.sum(weight * expected[here])),
                bits=float(tests.bits[pair, signal]),
                spots=int(here.sum()),
            )
        )
    if tests.volume is not None:
        observed, expected_sum = tests.volume.observed[pair], tests.volume.expected[pair]
        bits = float(tests.bits[pair, -1])
        bars.append(Evidence(names[-1], float(observed), float(expected_sum), bits, len(chosen)))
    pair_of = (players[tests.first[pair]], players[tests.second[pair]])
    return PairScore(pair_of, PRIOR_BITS, tuple(bars))


def hand_shares(tests: PairTests, pair: int, most: int = EVIDENCE_HANDS) -> list[HandShare]:
    """Return the hands that speak most for the pair's shift, strongest first.

    A hand's bits are the log-likelihood ratio of its decisions under a typical colluder's shift.
    """
    rows = tests.sums.rows_of(pair)
    chosen = tests.null.contest.take(tests.sums.rows[rows])
    log_odds = tests.sums.log_odds[rows]
    expected = expit(log_odds)
    way = -1.0
    if tests.null.two_sided and tests.sums.score[pair] > 0:
        way = 1.0
    moved = way * _TYPICAL_SHIFT * chosen.weight
    ratio = chosen.outcome * moved - np.log1p(expected * np.expm1(moved))
    hands, cell = np.unique(chosen.hand, return_inverse=True)
    bits = np.bincount(cell, ratio) / math.log(2)
    spots = np.bincount(cell)
    outcome = np.bincount(cell, chosen.outcome)
    chance = np.bincount(cell, expected)
    surplus = np.bincount(cell, chosen.weight * (chosen.outcome - expected))
    strongest = np.lexsort((hands, -bits))[:most]
    return [
        HandShare(
            hand=int(hands[i]),
            bits=float(bits[i]),
            spots=int(spots[i]),
            outcome=float(outcome[i]),
            expected=float(chance[i]),
            surplus=float(surplus[i]),
        )
        for i in strongest
        if bits[i] > 0
    ]


def finding_id(scheme: str, players: tuple[str, ...], view: str) -> str:
    """Return an id that depends on what was found about whom, not on the scan or its order."""
    text = "\0".join((scheme, view, *sorted(players)))
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
