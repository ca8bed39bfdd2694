"""Error rates that hold: honest worlds, real honest play, and what is found in planted ones.

Everything here is slow; the figures are printed (`pytest -s -m slow`).
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import beta, false_discovery_control, kstest, norm

from railbird.datasets.formats import read
from railbird.detectors.contest import Contest, expit
from railbird.detectors.error_control import q_values
from railbird.detectors.findings import Outcome, find
from railbird.detectors.pair_test import fit_null, score_pairs
from railbird.detectors.spots import read_spots
from tests.detectors.null_contests import null_contest, pots_contest, roles_contest
from tests.detectors.worlds import Plant, World, play

pytestmark = pytest.mark.slow

# Seeds of the far tail's worlds, some 30,000 pairs each: "100:134" makes a million of soft play.
NULL_WORLDS = range(*map(int, os.environ.get("RAILBIRD_NULL_WORLDS", "0:4").split(":")))


def say(text: str) -> None:
    """Print a measured figure: this file is run for them."""
    sys.stdout.write(text + "\n")


def p_values(contest: Contest, two_sided: bool) -> np.ndarray:
    tests = score_pairs(fit_null(contest, two_sided))
    return tests.p_value[tests.tested]


def interval(hits: int, trials: int) -> tuple[float, float]:
    """Return the 95% Clopper-Pearson interval of a rate."""
    low = beta.ppf(0.025, hits, trials - hits + 1) if hits else 0.0
    high = beta.ppf(0.975, hits + 1, trials - hits) if hits < trials else 1.0
    return float(low), float(high)


def naive_p_values(contest: Contest) -> np.ndarray:
    """Return the contrast everybody uses: X against Y, compared with X against everyone else."""
    expected = expit(contest.base)
    residual, spread = contest.outcome - expected, expected * (1 - expected)
    n = contest.players
    cell = contest.actor * n + contest.target
    with_pair = np.bincount(cell, residual, n * n).reshape(n, n)
    variance = np.bincount(cell, spread, n * n).reshape(n, n)
    others = with_pair.sum(axis=1, keepdims=True) - with_pair
    other_variance = variance.sum(axis=1, keepdims=True) - variance
    difference = with_pair / np.maximum(variance, 1e-9) - others / np.maximum(other_variance, 1e-9)
    error = 1 / np.maximum(variance, 1e-9) + 1 / np.maximum(other_variance, 1e-9)
    return norm.cdf(difference / np.sqrt(error))[variance > 2]


def test_false_findings_in_honest_worlds_stay_within_the_rate() -> None:
    """In an all-honest world any finding is false: its rate is the share of worlds with one."""
    worlds = 60
    ours = sum(
        bool((q_values(p_values(null_contest(s, players=60, rows_each=60), False)) <= 0.01).any())
        for s in range(worlds)
    )
    low, high = interval(ours, worlds)
    say(f"worlds with a false case: {ours}/{worlds} (95% {low:.3f}-{high:.3f})")
    assert low <= 0.01


def test_the_naive_contrast_fails_where_the_two_way_model_holds() -> None:
    """Honest players who adapt to the kind of opponent, and honest habits: many rows a pair."""
    worlds = 12
    ours, naive = 0, 0
    for seed in range(worlds):
        contest = null_contest(seed, players=60, rows_each=150, adapt_sd=0.5)
        naive += bool((false_discovery_control(naive_p_values(contest)) <= 0.01).any())
        ours += bool((q_values(p_values(contest, False)) <= 0.01).any())
    say(f"worlds with a false case at 1%: naive {naive}/{worlds}, ours {ours}/{worlds}")
    assert naive > 0.69 * worlds
    assert ours == 0


@pytest.mark.parametrize(
    ("make", "two_sided"),
    [(null_contest, False), (roles_contest, False), (pots_contest, True)],
    ids=["soft", "dumping", "flow"],
)
def test_the_far_tail_of_a_hundred_thousand_null_pairs(make, two_sided: bool) -> None:  # type: ignore[no-untyped-def]
    observed = np.concatenate(
        [p_values(make(seed, players=260), two_sided) for seed in NULL_WORLDS]
    )
    for level in (0.05, 0.01, 1e-3, 1e-4, 1e-5):
        hits = int((observed <= level).sum())
        low, high = interval(hits, len(observed))
        rate, ratios = hits / len(observed), f"{low / level:.2f}-{high / level:.2f}"
        say(f"P(p<={level:g}) = {rate:.3g} of {len(observed)}: ratio {rate / level:.2f} ({ratios})")
        assert low <= 1.5 * level


@pytest.fixture(scope="module", params=[("ps-nl50-a", "outsider"), ("pluribus", "operator")])
def honest(request: pytest.FixtureRequest, shared: Path) -> Outcome:
    name, view = request.param
    result = read([shared / "histories" / "null" / f"{name}.zip"])
    return find(read_spots(result.history, view), 0.01)


def test_real_honest_players_make_no_case(honest: Outcome) -> None:
    assert [f.score.players for f in honest.findings if f.flagged] == []


def test_the_p_values_of_real_honest_pairs_look_uniform(honest: Outcome) -> None:
    for result in honest.results:
        p = np.sort(result.tests.p_value[result.tested])
        say(f"{result.scheme.name}: {len(p)} pairs, KS p = {kstest(p, 'uniform').pvalue:.3f}")
        for level in (0.5, 0.2, 0.1, 0.05, 0.01, 1e-3):
            hits = int((p <= level).sum())
            say(f"   P(p<={level:g}) = {hits / len(p):.4f}")
            # Pairs share players, so the binomial interval is widened by half.
            low, high = interval(hits, len(p))
            assert low - (high - low) / 4 <= level


@pytest.mark.parametrize(
    ("hands_together", "intensity", "found"), [(320, 1.0, 1), (640, 1.0, 4), (640, 0.5, 0)]
)
def test_planted_pairs_are_found(hands_together: int, intensity: float, found: int) -> None:
    players = 24
    plants = tuple(
        Plant((2 * i, 2 * i + 1), "soft_play" if i % 2 else "dump", intensity) for i in range(4)
    )
    hands = hands_together * players * (players - 1) // 30
    world = World(players=players, hands=hands, seed=11, plants=plants)
    outcome = find(read_spots(play(world), "outsider"), 0.01)
    guilty = {(world.name(2 * i), world.name(2 * i + 1)) for i in range(4)}
    cases = {f.score.players for f in outcome.findings if f.flagged}
    for result in outcome.results:
        best = np.argsort(result.tests.p_value)[:6]
        for i in best:
            first, second = int(result.tests.first[i]), int(result.tests.second[i])
            say(f"{result.scheme.name} {first}+{second} p={result.tests.p_value[i]:.2g}")
    say(f"{hands_together} hands, intensity {intensity}: {len(cases & guilty)} of 4 found")
    assert not cases - guilty
    assert len(cases & guilty) >= found
