"""Deals: TV-43 to 49; the independent chip model against PokerKit."""

from __future__ import annotations

import random

import pytest
from pokerkit import calculate_icm

from railbird.arena.tournament.deals import (
    Formula,
    check_allowed,
    clock_stops,
    icm_equity,
    icm_estimate,
    icm_exact,
    propose,
    receipts,
    reserve_limit,
)
from railbird.arena.tournament.errors import Refused
from railbird.arena.tournament.house import FULLTILT, POKERSTARS

rule = pytest.mark.rule


@rule("TV-44")
def test_tv_44_icm_of_three_players():
    found = [round(float(x), 4) for x in icm_exact((50, 30, 20), (70, 30))]
    assert found == [45.1786, 32.25, 22.5714]
    assert icm_equity((50, 30, 20), (70, 30)) == pytest.approx(found, abs=1e-4)


@rule("TV-45")
def test_tv_45_three_formulas():
    stacks, prizes = (60, 30, 10), (50000, 30000, 20000)
    assert propose(Formula.ICM, stacks, prizes).payments == (41238, 33833, 24929)
    assert propose(Formula.CHIP_CHOP, stacks, prizes).payments == (44000, 32000, 24000)
    assert propose(Formula.EQUAL, stacks, prizes).payments == (33334, 33333, 33333)


@rule("TV-46")
def test_tv_46_a_chip_chop_above_first_prize_is_flagged():
    deal = propose(Formula.CHIP_CHOP, (90, 6, 4), (50000, 40000, 30000))
    assert deal.payments == (57000, 31800, 31200)
    assert len(deal.flaws) == 1 and "more than first prize" in deal.flaws[0]
    assert propose(Formula.ICM, (90, 6, 4), (50000, 40000, 30000)).flaws == ()


@rule("TV-47", "PS-23.5", "AMB-15", "PS-23.1")
def test_tv_47_a_reserve_for_first_place():
    prizes = (300000, 200000, 150000)
    assert reserve_limit(POKERSTARS, 1_000_000, prizes) == 50000
    deal = propose(Formula.CHIP_CHOP, (50, 30, 20), prizes, reserve=50000)
    assert deal.payments == (225000, 195000, 180000)
    assert receipts(deal, ["a", "b", "c"], "b") == {"a": 225000, "b": 245000, "c": 180000}


@rule("AMB-15", "PS-23.5")
def test_amb_15_the_reserve_never_makes_first_prize_smaller_than_second():
    assert reserve_limit(POKERSTARS, 1_000_000, (200000, 180000)) == 20000


@rule("TV-48")
def test_tv_48_icm_heads_up_is_by_chips():
    assert icm_exact((3, 1), (700, 300)) == [600, 400]


@rule("TV-49", "PS-23.1", "PS-23.7", "PS-23.8", "PS-23.0", "FT-15", "PS-23.4")
@pytest.mark.parametrize(
    ("case", "refusing"),
    [
        ({"accepted": "abcde"}, "PS-23.1"),
        ({"tables": 2}, "PS-23.7"),
        ({"real_money": False}, "PS-23.8"),
        ({"enabled": False}, "PS-23.0"),
        ({"rules": FULLTILT}, "FT-15"),
    ],
)
def test_tv_49_deals_that_are_refused(case, refusing):
    whole = {"rules": POKERSTARS, "tables": 1, "remaining": "abcdef", "accepted": "abcdef"}
    rules = {**whole, **case}.pop("rules")
    given = {k: v for k, v in {**whole, **case}.items() if k != "rules"}
    with pytest.raises(Refused) as refused:
        check_allowed(rules, **given)
    assert refused.value.rule == refusing


def test_a_deal_with_everybody_at_the_final_table_is_allowed():
    check_allowed(POKERSTARS, tables=1, remaining="abcdef", accepted="abcdef")


@rule("PS-23.3")
def test_ps_23_3_the_clock_stops_only_when_all_want_to_talk():
    assert clock_stops("abc", "abc")
    assert not clock_stops("ab", "abc")


@rule("PS-23.1")
def test_custom_amounts_must_sum_to_the_remaining_prizes():
    deal = propose(Formula.CUSTOM, (60, 40), (70, 30), custom=(55, 45))
    assert deal.payments == (55, 45)
    with pytest.raises(Refused):
        propose(Formula.CUSTOM, (60, 40), (70, 30), custom=(60, 45))


@pytest.mark.parametrize("players", range(2, 9))
def test_icm_agrees_with_pokerkit(players):
    rng = random.Random(players)
    for _ in range(3 if players > 6 else 10):
        stacks = [rng.randint(1, 10_000) for _ in range(players)]
        prizes = sorted((rng.randint(0, 1000) for _ in range(players)), reverse=True)
        expected = calculate_icm(prizes, stacks)
        assert icm_equity(stacks, prizes) == pytest.approx(list(expected), abs=1e-6)


def test_icm_of_equal_stacks_is_equal_and_sums_to_the_prizes():
    assert icm_exact((7,) * 5, (50, 30, 20)) == [20] * 5
    assert sum(icm_exact((9, 4, 2, 1), (50, 30, 20))) == 100


def test_icm_estimate_agrees_with_the_exact_values_within_its_error():
    stacks, prizes = (500, 300, 200, 90, 10), (50, 30, 20)
    estimate = icm_estimate(stacks, prizes, samples=40_000, seed=5)
    exact = icm_equity(stacks, prizes)
    for value, error, true in zip(estimate.equity, estimate.standard_error, exact, strict=True):
        assert abs(value - true) < 5 * error


def test_a_deal_of_many_players_uses_the_estimate_and_still_sums():
    stacks = list(range(1, 18))
    deal = propose(Formula.ICM, stacks, [1000, 500, 301])
    assert sum(deal.payments) == 1801
    assert list(deal.payments) == sorted(deal.payments)
