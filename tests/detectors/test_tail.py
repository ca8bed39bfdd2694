"""Tail probabilities against exact enumeration and simulation."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.detectors.contest import expit
from railbird.detectors.tail import lower_tails


def tail(odds: np.ndarray, ones: int, spread: float = 0.0, scale: float = 1.0) -> float:
    outcome = np.zeros(len(odds))
    outcome[:ones] = 1.0
    start = np.asarray([0, len(odds)])
    result = lower_tails(
        start, np.ones(len(odds)), np.ones(len(odds)), odds, outcome, np.asarray([spread]), scale
    )
    return float(result[0])


def exact_counts(chance: np.ndarray) -> np.ndarray:
    counts = np.ones(1)
    for p in chance:
        counts = np.convolve(counts, [1 - p, p])
    return counts


@pytest.mark.parametrize("n", [8, 30, 120])
def test_the_tail_of_a_count_is_its_exact_mid_p_value(n: int) -> None:
    odds = np.random.default_rng(n).normal(-1.2, 0.8, n)
    counts = exact_counts(expit(odds))
    below = np.cumsum(counts) - counts / 2
    for ones in range(n + 1):
        close = 1e-6 if 1e-12 < below[ones] < 0.015 else 0.15
        if below[ones] > 1e-12:
            assert tail(odds, ones) == pytest.approx(below[ones], rel=close)


def test_the_far_tail_is_right_where_the_normal_curve_is_not() -> None:
    odds = np.full(200, -2.0)
    counts = exact_counts(expit(odds))
    exact = (np.cumsum(counts) - counts / 2)[6]
    mean, sd = expit(odds).sum(), np.sqrt((expit(odds) * expit(-odds)).sum())
    from scipy.stats import norm

    assert tail(odds, 6) == pytest.approx(exact, rel=1e-6)
    assert norm.cdf((6 - mean) / sd) > 3 * exact


def test_honest_shifts_are_integrated_as_simulation_does() -> None:
    odds = np.random.default_rng(1).normal(-1.0, 0.5, 60)
    shifts = np.random.default_rng(2).normal(0, 0.4, 4000)
    for ones in (2, 5, 12):
        parts = []
        for shift in shifts:
            counts = exact_counts(expit(odds + shift))
            parts.append(counts[:ones].sum() + counts[ones] / 2)
        error = 4 * np.std(parts) / np.sqrt(len(parts))
        assert tail(odds, ones, spread=0.4) == pytest.approx(np.mean(parts), rel=0.12, abs=error)


def test_weights_and_their_mirror_give_opposite_tails() -> None:
    rng = np.random.default_rng(3)
    odds, weight = rng.normal(0, 1, 25), rng.uniform(0.1, 1, 25)
    outcome = (rng.random(25) < expit(odds)).astype(float)
    start, none = np.asarray([0, 25]), np.zeros(1)
    lower = lower_tails(start, weight, weight, odds, outcome, none, 1.0)[0]
    upper = lower_tails(start, weight, weight, -odds, 1 - outcome, none, 1.0)[0]
    assert lower + upper == pytest.approx(1.0, abs=1e-6)


def test_a_larger_scale_makes_a_surprise_smaller() -> None:
    odds = np.full(50, -1.0)
    assert tail(odds, 3, scale=1.5) > tail(odds, 3)


def test_a_habit_moves_shared_decisions_by_their_share() -> None:
    """Simulated: half the rows weigh a quarter but lean by a half; the tail counts both."""
    rng = np.random.default_rng(5)
    weight, lean = np.repeat([1.0, 0.25], 25), np.repeat([1.0, 0.5], 25)
    odds, spread, worlds = np.full(50, -1.2), 0.6, 400_000
    habit = rng.normal(0, spread, (worlds, 1))
    sums = (rng.random((worlds, 50)) < expit(odds + habit * lean)) @ weight
    observed = np.zeros(50)
    observed[[0, 25, 26]] = 1.0
    floor = float(observed @ weight)
    simulated = float(np.mean(sums < floor) + np.mean(sums == floor) / 2)
    start = np.asarray([0, 50])
    ours = lower_tails(start, weight, lean, odds, observed, np.asarray([spread]), 1.0)[0]
    by_weight = lower_tails(start, weight, weight, odds, observed, np.asarray([spread]), 1.0)[0]
    assert ours == pytest.approx(simulated, rel=0.05)
    assert by_weight < 0.9 * simulated
