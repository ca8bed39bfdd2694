"""From p-values to q-values and tiers: how many of the findings may be false.

Why no plain step-up procedure (Benjamini, Hochberg 1995): two pairs that share a player share that
player's estimated effects (one pair's chance surplus lowers what is expected of the other: negative
dependence), and a decision against two players counts in two pairs (positive dependence). Neither
independence nor the positive dependence that it needs can be shown for such a set.

q-values are those of the weighted step-up procedures of Blanchard and Roquain (2008), "Two simple
sufficient conditions for FDR control", Electron. J. Statist. 2, which hold under any dependence:
choose, before looking, a distribution nu over the number of findings and weights w of mean 1, put
beta(k) = sum over i <= k of i nu(i), and report the k smallest p / w for the largest k at which
they are at most alpha beta(k) / m. Benjamini and Yekutieli (2001) is nu(i) ~ 1 / i, w = 1. A scan
finds few pairs among many, hence nu(i) ~ i^-1.5: a single finding has to pay a factor 2.6 where
theirs costs 1 + 1/2 + ... + 1/m, about 9 for 5,000 tests; from about 30 findings on theirs would
be the milder. Weights follow the shared hands alone (`weights_by_hands`).

Proof for m tests however dependent, when every true null i has P(p_i <= t) <= t. Let R be the
number of findings; i is one when p_i <= c_i beta(R) with c_i = alpha w_i / m. Since 1 / R is the
sum over j >= R of 1 / (j (j + 1)), and beta grows,

    E[1(i found) / R]  <=  sum_j P(p_i <= c_i beta(j)) / (j (j + 1))
                       <=  c_i sum_j sum_{k <= j} k nu(k) / (j (j + 1))
                        =  c_i sum_k k nu(k) / k  =  c_i.

The false discovery rate is the sum of the left side over the true nulls: at most alpha.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

SCREEN, CASE, SANCTION, NONE = "screen", "case", "sanction", ""
SCREEN_LEVEL = 0.20
# The prior of the number k of findings falls like k to this power.
FEW = 1.5
MOST_HANDS = 400
TIERS: tuple[tuple[str, str], ...] = (
    (SANCTION, "not reachable yet: needs a randomisation test or two independent channels"),
    (CASE, "the share of false findings among these is held at or below the chosen rate"),
    (SCREEN, "worth a reviewer's look: four in five or more are expected to be true"),
)


def q_values(p_values: Floats, weights: Floats | None = None) -> Floats:
    """Return the q-value of each p-value, valid whatever the dependence between the tests.

    `weights` (default: all alike) must not depend on what was found; only their ratios matter.
    """
    count = len(p_values)
    if not count:
        return p_values
    weighed = p_values if weights is None else p_values * float(np.mean(weights)) / weights
    number = np.arange(1, count + 1, dtype=np.float64)
    prior = number**-FEW / np.sum(number**-FEW)
    order = np.argsort(weighed, kind="stable")
    stepped = weighed[order] * count / np.cumsum(number * prior)
    q = np.empty(count)
    q[order] = np.minimum(np.minimum.accumulate(stepped[::-1])[::-1], 1.0)
    return q


def weights_by_hands(hands: NDArray[np.int64]) -> Floats:
    """Return a test's weight by the hands that the two shared: as many, up to `MOST_HANDS`.

    What can be told of a pair grows with the hands; beyond some hundreds it is told anyway.
    """
    return np.minimum(hands, MOST_HANDS).astype(np.float64)


def tier_of(q_value: float, fdr: float) -> str:
    """Return "case" for q at or below `fdr`, "screen" up to 20%, else "".

    "sanction" asks for more than a small q-value: a randomisation test or a second, independent
    channel. No scheme has one yet, so nothing reaches it.
    """
    if q_value <= fdr:
        return CASE
    return SCREEN if q_value <= max(SCREEN_LEVEL, fdr) else NONE
