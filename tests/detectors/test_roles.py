"""Contests that ask who gives to whom: read both ways, judged by the worse, counted twice."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from railbird.detectors.contest import Contest, expit, join, logit
from railbird.detectors.pair_test import fit_null, score_pairs
from railbird.detectors.targets import MOST_WEIGHT, SUREST, weighed_by_chance
from tests.detectors.null_contests import null_contest, roles_contest


def planted(contest: Contest, roles: tuple[int, int]) -> Contest:
    """Let 0 against 1 and 1 against 0 do the unusual in rows of these roles."""
    outcome = contest.outcome.copy()
    assert contest.role is not None
    for actor, role in enumerate(roles):
        rows = (contest.actor == actor) & (contest.target == 1 - actor) & (contest.role == role)
        assert rows.any()
        outcome[rows] = 0.0
    return replace(contest, outcome=outcome)


def p_of_first_pair(contest: Contest) -> float:
    tests = score_pairs(fit_null(contest, False))
    return float(tests.p_value[tests.sums.code.tolist().index(1)])


def test_each_reading_takes_the_givers_and_the_takers_rows() -> None:
    contest = roles_contest(1, players=12)
    assert contest.role is not None
    first, second = contest.readings()
    assert first is not None and second is not None
    low = contest.actor < contest.target
    assert first[low & (contest.role == 1)].all() and first[~low & (contest.role == -1)].all()
    assert not first[low & (contest.role == -1)].any()
    assert (first | second).all()
    assert (first & second == (contest.role == 0)).all()


def test_who_gives_to_whom_is_found_and_read_the_right_way() -> None:
    contest = roles_contest(4, players=20, rows_each=60, pair_sd=0.1)
    for giver, roles in enumerate(((1, -1), (-1, 1))):
        null = fit_null(planted(contest, roles), False)
        tests = score_pairs(null)
        pair = tests.sums.code.tolist().index(1)
        assert tests.p_value[pair] < 1e-7
        assert tests.giver is not None
        assert tests.giver[pair] == giver
        assert tests.p_value[pair] == np.min(tests.p_value[tests.tested])
        rows = null.contest.take(tests.sums.rows[tests.sums.rows_of(pair)])
        assert rows.role is not None
        assert set((rows.role * np.where(rows.actor == giver, 1, -1)).tolist()) == {0, 1}


def test_both_giving_at_once_is_weaker_than_one_giving_and_one_taking() -> None:
    contest = roles_contest(4, players=20, rows_each=60, pair_sd=0.1)
    assert p_of_first_pair(planted(contest, (1, -1))) < p_of_first_pair(planted(contest, (1, 1)))


def test_a_contest_without_roles_is_read_once_and_two_readings_count_twice() -> None:
    contest = null_contest(3, players=15)
    assert contest.readings() == (None,)
    null = fit_null(contest, False)
    once = score_pairs(null)
    # With the role 0 everywhere both readings are all rows.
    every = replace(contest, role=np.zeros(len(contest), np.int64))
    twice = score_pairs(replace(null, contest=every))
    np.testing.assert_allclose(twice.sums.score, once.sums.score)
    np.testing.assert_allclose(twice.p_value, np.minimum(1.0, 2 * once.p_value))


def test_joined_contests_keep_their_units_apart() -> None:
    one = null_contest(4, players=10)
    both = join([one, one])
    assert len(both) == 2 * len(one)
    assert len(np.unique(both.unit)) == 2 * len(np.unique(one.unit))
    shares = np.bincount(both.unit, both.share)
    np.testing.assert_allclose(shares, np.bincount(both.unit[: len(one)], one.share)[0])


@pytest.mark.parametrize("chance", [0.2, 0.6, 0.75, 0.97, 0.9999])
def test_a_decision_weighs_by_how_unusual_its_opposite_is(chance: float) -> None:
    contest = null_contest(5, players=6).take(np.arange(1))
    weighed = weighed_by_chance(replace(contest, base=logit(np.full(1, chance))))
    expected = min(1 / (1 - min(chance, SUREST)), MOST_WEIGHT)
    assert weighed.weight[0] == pytest.approx(contest.weight[0] * expected)
    assert expit(weighed.base)[0] == pytest.approx(min(chance, SUREST))


def test_bars_say_no_more_than_the_p_value_can() -> None:
    tests = score_pairs(fit_null(planted(roles_contest(4, 20, 60, 0.1), (1, -1)), False))
    p = np.clip(tests.p_value, 1e-300, 1 / np.e)
    most = -np.log2(-np.e * p * np.log(p))
    assert (tests.bits.sum(axis=1) <= most + 1e-9).all()
    pair = tests.sums.code.tolist().index(1)
    assert tests.bits[pair].sum() > 10
