"""All schemes together: q-values over every test of the scan, tiers, findings, the pair table."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railbird.detectors import error_control
from railbird.detectors.evidence import HandShare, PairScore, finding_id, hand_shares, pair_score
from railbird.detectors.exposure import Exposure, exposure
from railbird.detectors.pair_test import PairTests, fit_null, score_pairs, with_volume
from railbird.detectors.schemes import SCHEMES, Scheme
from railbird.detectors.spots import Spots
from railbird.detectors.study import Study
from railbird.detectors.volume import volume

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

# Pairs with fewer shared hands are listed, not tested.
FEWEST_HANDS = 20


@dataclass(frozen=True)
class SchemeResult:
    """One scheme's tests; `tested` also asks for enough shared hands, `row` is into exposure."""

    scheme: Scheme
    tests: PairTests
    tested: NDArray[np.bool_]
    row: Ints
    q_value: Floats

    def score(self, pair: int, players: tuple[str, ...]) -> PairScore:
        """Return prior and bars of pair number `pair`."""
        names = tuple(signal.name for signal in self.scheme.signals)
        return pair_score(self.tests, pair, names, players)


@dataclass(frozen=True)
class Finding:
    """One pair in one scheme at tier "screen" or above; `hands` and `tournaments` are shared.

    `giver` is who seems to give to the other, where the scheme asks that.
    """

    finding_id: str
    scheme: Scheme
    score: PairScore
    p_value: float
    q_value: float
    tier: str
    hands: int
    tournaments: int
    evidence: tuple[HandShare, ...]
    giver: str | None = None

    @property
    def flagged(self) -> bool:
        """Whether the finding is held to the false discovery rate (case or above)."""
        return self.tier in (error_control.CASE, error_control.SANCTION)


@dataclass(frozen=True)
class Outcome:
    """Everything a scan found, before it is written down."""

    spots: Spots
    exposure: Exposure
    results: tuple[SchemeResult, ...]
    findings: tuple[Finding, ...]
    fdr: float


def find(spots: Spots, fdr: float, schemes: tuple[Scheme, ...] = SCHEMES) -> Outcome:
    """Run `schemes` over `spots` and hold all findings together to the rate `fdr`."""
    met = exposure(spots)
    study = Study(spots)
    tested = [_test(scheme, study, met) for scheme in schemes]
    pooled = [t.tests.p_value[t.tested] for t in tested]
    hands = [met.hands[t.row[t.tested]] for t in tested]
    q_values = error_control.q_values(
        np.concatenate(pooled) if pooled else np.zeros(0),
        error_control.weights_by_hands(np.concatenate(hands)) if hands else None,
    )
    results = []
    done = 0
    for result, p_values in zip(tested, pooled, strict=True):
        q = np.full(len(result.tested), np.nan)
        q[result.tested] = q_values[done : done + len(p_values)]
        done += len(p_values)
        results.append(SchemeResult(result.scheme, result.tests, result.tested, result.row, q))
    findings = [f for r in results for f in _findings(r, spots, met, fdr)]
    findings.sort(key=lambda f: (f.q_value, -f.score.bits, f.finding_id))
    return Outcome(spots, met, tuple(results), tuple(findings), fdr)


def _test(scheme: Scheme, study: Study, met: Exposure) -> SchemeResult:
    contest = scheme.contest(study)
    tests = score_pairs(fit_null(contest, scheme.two_sided))
    row = met.row_of(tests.first, tests.second)
    if scheme.by_volume:
        tests = with_volume(tests, volume(study.spots, met, contest), row)
    enough = met.hands[row] >= FEWEST_HANDS if len(row) else np.zeros(0, bool)
    return SchemeResult(scheme, tests, tests.tested & enough, row, np.zeros(0))


def _findings(result: SchemeResult, spots: Spots, met: Exposure, fdr: float) -> list[Finding]:
    found = []
    givers = result.tests.giver
    for pair in np.flatnonzero(result.tested):
        tier = error_control.tier_of(float(result.q_value[pair]), fdr)
        if tier == error_control.NONE:
            continue
        score = result.score(int(pair), spots.players)
        row = result.row[pair]
        found.append(
            Finding(
                finding_id=finding_id(result.scheme.name, score.players, spots.view),
                scheme=result.scheme,
                score=score,
                p_value=float(result.tests.p_value[pair]),
                q_value=float(result.q_value[pair]),
                tier=tier,
                hands=int(met.hands[row]),
                tournaments=int(met.tournaments[row]),
                evidence=tuple(hand_shares(result.tests, int(pair))),
                giver=None if givers is None else spots.players[givers[pair]],
            )
        )
    return found
