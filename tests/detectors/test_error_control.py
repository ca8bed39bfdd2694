"""q-values against SciPy's, and what they promise."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import false_discovery_control

from railbird.detectors import error_control
from railbird.detectors.error_control import q_values, tier_of


@given(st.lists(st.floats(1e-12, 1.0), min_size=1, max_size=60))
def test_q_values_are_those_of_benjamini_and_yekutieli(p_values: list[float]) -> None:
    ours = q_values(np.asarray(p_values))
    np.testing.assert_allclose(ours, false_discovery_control(p_values, method="by"), rtol=1e-9)


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
