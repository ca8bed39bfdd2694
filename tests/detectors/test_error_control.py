"""q-values against the definition of the procedure, and what they promise."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from railbird.detectors import error_control
from railbird.detectors.error_control import q_values, tier_of, weights_by_hands


def found_by_definition(p: list[float], weights: list[float], alpha: float) -> set[int]:
    """Return the findings of the weighted step-up procedure, straight from its definition."""
    m = len(p)
    mean = sum(weights) / m
    normal = sum(i**-1.5 for i in range(1, m + 1))
    for k in range(m, 0, -1):
        beta = sum(i * i**-1.5 for i in range(1, k + 1)) / normal
        found = {i for i in range(m) if p[i] <= alpha * weights[i] / mean * beta / m}
        if len(found) >= k:
            return found
    return set()


@given(
    st.lists(st.tuples(st.floats(1e-6, 1.0), st.floats(0.1, 10.0)), min_size=1, max_size=25),
    st.floats(0.001, 0.5),
)
def test_q_values_give_the_findings_of_the_step_up_procedure(
    tests: list[tuple[float, float]], alpha: float
) -> None:
    p, weights = [t[0] for t in tests], [t[1] for t in tests]
    q = q_values(np.asarray(p), np.asarray(weights))
    close = np.abs(q - alpha) < 1e-9
    assume(not close.any())
    assert set(np.flatnonzero(q <= alpha).tolist()) == found_by_definition(p, weights, alpha)


def test_weights_follow_shared_hands_and_level_off() -> None:
    assert weights_by_hands(np.asarray([20, 40, 400, 4000])).tolist() == [20, 40, 400, 400]


def test_no_tests_no_q_values() -> None:
    assert len(q_values(np.zeros(0))) == 0


@pytest.mark.parametrize(
    ("q", "tier"), [(0.0, "case"), (0.01, "case"), (0.011, "screen"), (0.2, "screen"), (0.21, "")]
)
def test_tiers_follow_the_q_value_and_sanction_is_out_of_reach(q: float, tier: str) -> None:
    assert tier_of(q, 0.01) == tier


def test_all_tiers_are_explained_gravest_first() -> None:
    assert [t for t, _ in error_control.TIERS] == ["sanction", "case", "screen"]


def test_false_findings_stay_at_the_rate_when_all_tests_hang_together() -> None:
    """One common factor moves all p-values, which no proof for independent tests covers."""
    rng = np.random.default_rng(5)
    from scipy.stats import norm

    false = [
        (q_values(norm.cdf(rng.normal() * 0.9 + rng.normal(0, 0.436, 100))) <= 0.05).any()
        for _ in range(2000)
    ]
    assert np.mean(false) <= 0.05
