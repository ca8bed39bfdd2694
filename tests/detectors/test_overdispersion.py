"""The honest variation between pairs is found, and colluders do not set it."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.detectors.overdispersion import SMALLEST_SD, hand_scale, pair_sd
from tests.detectors.null_contests import null_contest


def sums(seed: int, pairs: int, sd: float) -> tuple[np.ndarray, ...]:
    rng = np.random.default_rng(seed)
    information = rng.gamma(3, 4, pairs)
    score = rng.normal(0, np.sqrt(information)) + information * rng.normal(0, sd, pairs)
    return np.arange(pairs), score, information, information, np.zeros(pairs)


@pytest.mark.parametrize("sd", [0.2, 0.3, 0.5])
def test_the_planted_sd_is_recovered(sd: float) -> None:
    assert pair_sd(*sums(1, 20_000, sd), 1.0).usual == pytest.approx(sd, abs=0.02)


def test_without_any_variation_the_smallest_is_assumed() -> None:
    assert pair_sd(*sums(2, 20_000, 0.0), 1.0).usual == SMALLEST_SD


def test_one_pair_in_two_hundred_colluding_hardly_moves_it() -> None:
    code, score, information, _, drift = sums(3, 4000, 0.3)
    clean = pair_sd(code, score, information, information, drift, 1.0).usual
    score[:20] -= 3 * information[:20]
    assert pair_sd(code, score, information, information, drift, 1.0).usual < clean + 0.02


def test_a_pair_that_dominates_is_not_its_own_yardstick() -> None:
    code, score, information, _, drift = sums(4, 100, 0.2)
    information[7], score[7] = 200.0, 0.0
    calm = pair_sd(code, score, information, information, drift, 1.0)
    score[7] = -300.0
    wild = pair_sd(code, score, information, information, drift, 1.0)
    assert wild.of(np.asarray([7])) == calm.of(np.asarray([7]))


def test_with_few_pairs_the_prior_speaks() -> None:
    assert 0.2 < pair_sd(*sums(5, 3, 0.0), 1.0).usual < 0.4
    assert pair_sd(*(part[:0] for part in sums(6, 5, 0.0)), 1.0).usual == pytest.approx(0.3)


def test_independent_decisions_have_scale_one_and_repeated_ones_more() -> None:
    contest = null_contest(1, players=40, rows_each=60, pair_sd=0.0, adapt_sd=0.0, shared=False)
    odds = contest.base
    assert hand_scale(contest, odds) < 1.4
    from dataclasses import replace

    twice = contest.take(np.repeat(np.arange(len(contest)), 2))
    odds = np.repeat(odds, 2)
    assert hand_scale(replace(twice, unit=np.arange(len(twice))), odds) > 1.7
