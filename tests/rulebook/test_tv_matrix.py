"""Matrix events: TV-40 to 43."""

from __future__ import annotations

import pytest

from railbird.arena.tournament.deals import check_allowed
from railbird.arena.tournament.errors import Refused
from railbird.arena.tournament.house import POKERSTARS
from railbird.arena.tournament.matrix import (
    eligible_for_pool,
    maximum_score,
    pay_pool,
    projected_points,
    projected_scores,
    reachable_score,
    scores,
    stopped_match,
)

rule = pytest.mark.rule

ORDERS = [list("01H243"), list("0H2134"), list("H31402"), list("H14320")]
KNOCKOUTS = {"H": 7, "0": 6, "1": 3, "2": 2, "3": 1, "4": 1}
EARNED = {"H": 30, "0": 22, "1": 19, "2": 10, "3": 9, "4": 8}
M2 = {"0": 1200, "H": 600}
M3 = {"H": 1000, "3": 800}
PRIZES = (1950, 1050)


@rule("TV-40", "AMB-25")
def test_tv_40_scores_of_a_real_event():
    found = scores(ORDERS, KNOCKOUTS)
    assert found == {"H": 35, "0": 27, "1": 19, "2": 10, "3": 9, "4": 8}
    assert pay_pool(found, PRIZES) == {"H": 1950, "0": 1050}
    assert (maximum_score(6), maximum_score(9)) == (68, 104)


@rule("TV-41", "FT-31.7a", "FT-31.7b", "FT-31.7c", "FT-31.7d", "AMB-25")
def test_tv_41_the_same_event_stopped():
    projected = projected_scores(EARNED, [M2, M3])
    assert projected == {"H": 35, "0": 27, "1": 19, "2": 10, "3": 9, "4": 8}
    assert pay_pool(projected, PRIZES) == {"H": 1950, "0": 1050}
    assert stopped_match(M2, 500, 3000, PRIZES) == {"0": 1650, "H": 1350}
    assert stopped_match(M3, 500, 3000, PRIZES) == {"H": 1550, "3": 1450}
    assert set(M2) | set(M3) == {"H", "0", "3"}  # who gets the fee back


@rule("FT-31.7c")
def test_ft_31_7c_before_the_money_the_match_buy_in_and_the_rest_by_chips():
    assert stopped_match({"a": 600, "b": 300, "c": 900}, 500, 3000, PRIZES) == {
        "a": 1000,
        "b": 750,
        "c": 1250,
    }


@rule("TV-42", "FT-31.7d")
def test_tv_42_who_can_still_reach_a_paid_place():
    assert reachable_score("3", 9, [M2, M3]) == 14
    assert reachable_score("1", 19, [M2, M3]) == 19
    assert eligible_for_pool(EARNED, [M2, M3], 2) == {"H", "0"}


@rule("TV-43")
def test_tv_43_deals_forfeit_the_matrix_share():
    assert pay_pool(EARNED, PRIZES, forfeited={"H", "0"}) == {"1": 1950, "2": 1050}
    with pytest.raises(Refused, match="Matrix"):
        check_allowed(POKERSTARS, tables=1, remaining="ab", accepted="ab", matrix=True)


def test_equal_scores_share_and_projected_points_share_ties():
    assert pay_pool({"a": 10, "b": 10, "c": 3}, (1951, 1050)) == {"a": 1501, "b": 1500}
    assert projected_points({"a": 500, "b": 500}) == {"a": 2.5, "b": 2.5}
