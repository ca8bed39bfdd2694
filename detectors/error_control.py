"""From p-values to q-values and tiers: how many of the findings may be false.

q-values are those of Benjamini and Yekutieli (2001), "The control of the false discovery rate in
multiple testing under dependency", Ann. Statist. 29. Why this one: two pairs that share a player
share that player's estimated effects (one pair's chance surplus lowers what is expected of the
other: negative dependence), and a decision against two players counts in two pairs (positive
dependence). Neither independence nor the positive dependence that the plain step-up procedure
(Benjamini, Hochberg 1995) needs can be shown for such a set.

Proof for m tests however dependent, when every true null i has F_i(t) = P(p_i <= t) <= t. Let R be
the number of findings, c = 1 + 1/2 + ... + 1/m, a_k = alpha k / (m c), and I_k = (a_{k-1}, a_k].
Test i is found exactly when p_i <= a_R. So the false discovery rate is the sum over true nulls of

    sum_k P(p_i <= a_k, R = k) / k  =  sum_j sum_{k >= j} P(p_i in I_j, R = k) / k
                                   <=  sum_j P(p_i in I_j, R >= j) / j
                                   <=  sum_j (F_i(a_j) - F_i(a_{j-1})) / j.

By parts the last is sum_{j < m} F_i(a_j) / (j (j + 1)) + F_i(a_m) / m, which with F_i(t) <= t is at
most (alpha / (m c)) (1/2 + ... + 1/m + 1) = alpha / m. Summed over at most m nulls: alpha.
The price is the factor c, about 9 for 5,000 tests.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

SCREEN, CASE, SANCTION, NONE = "screen", "case", "sanction", ""
SCREEN_LEVEL = 0.20
TIERS: tuple[tuple[str, str], ...] = (
    (SANCTION, "not reachable yet: needs a randomisation test or two independent channels"),
    (CASE, "the share of false findings among these is held at or below the chosen rate"),
    (SCREEN, "worth a reviewer's look: four in five or more are expected to be true"),
)


def q_values(p_values: Floats) -> Floats:
    """Return the q-value of each p-value, valid whatever the dependence between the tests."""
    count = len(p_values)
    if not count:
        return p_values
    penalty = float(np.sum(1.0 / np.arange(1, count + 1)))
    order = np.argsort(p_values, kind="stable")
    stepped = p_values[order] * count * penalty / np.arange(1, count + 1)
    q = np.empty(count)
    q[order] = np.minimum(np.minimum.accumulate(stepped[::-1])[::-1], 1.0)
    return q


def tier_of(q_value: float, fdr: float) -> str:
    """Return "case" for q at or below `fdr`, "screen" up to 20%, else "".

    "sanction" asks for more than a small q-value: a randomisation test or a second, independent
    channel. No scheme has one yet, so nothing reaches it.
    """
    if q_value <= fdr:
        return CASE
    return SCREEN if q_value <= max(SCREEN_LEVEL, fdr) else NONE
