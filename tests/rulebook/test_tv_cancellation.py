"""Cancelled events: TV-30 to 39, by the policies of both rooms."""

from __future__ import annotations

from dataclasses import replace

import pytest

from railbird.arena.tournament.accounts import Form, Payment
from railbird.arena.tournament.cancellation import Aborted, before_start, payments, rollback
from railbird.arena.tournament.house import FULLTILT, POKERSTARS, override

rule = pytest.mark.rule

TEN = Aborted(stacks=(6000, 4500, 3000, 1500), buy_in=1000, fee=100, collected=10000)
IN_THE_MONEY = Aborted(
    stacks=(7500, 4500, 1500),
    buy_in=1000,
    fee=100,
    collected=9000,
    prizes_left=(4500, 2700, 1800),
    in_the_money=True,
)


@rule("TV-30", "FT-31.6", "FT-31.6-example")
def test_tv_30_heads_up_sit_and_go():
    event = Aborted((1800, 1200), 2000, 100, 4000, heads_up_sit_and_go=True)
    assert payments(FULLTILT, event) == (2500, 1700)


@rule("TV-31", "FT-31", "FT-31.2a", "FT-31.2b")
def test_tv_31_before_the_money():
    assert payments(FULLTILT, TEN) == (3500, 2900, 2300, 1700)


@rule("TV-32", "FT-31.2c", "AMB-24")
def test_tv_32_a_guarantee_is_honoured():
    assert payments(FULLTILT, replace(TEN, guarantee=15000)) == (5500, 4400, 3300, 2200)


@rule("TV-32b", "FT-31.2c", "AMB-24")
def test_tv_32b_added_money_is_not():
    assert payments(FULLTILT, replace(TEN, added=5000)) == payments(FULLTILT, TEN)


@rule("FT-31.2b", "AMB-23")
def test_amb_23_the_cash_out_pool_goes_by_chips_too():
    with_pool = payments(FULLTILT, replace(TEN, cash_out_pool=1500))
    assert with_pool == (4100, 3350, 2600, 1850)


@rule("TV-33", "FT-31.3")
def test_tv_33_in_the_money():
    assert payments(FULLTILT, IN_THE_MONEY) == (3900, 3100, 2300)


@rule("TV-34", "FT-31.4a", "FT-31.4b", "AMB-24")
def test_tv_34_rebuys_before_the_money():
    event = Aborted((40, 30, 20, 10), 500, 50, 18000, guarantee=50000, rebuys=True)
    assert payments(FULLTILT, event) == (6950, 5350, 3750, 2150)


@rule("FT-31.4c")
def test_ft_31_4c_rebuys_in_the_money_as_any_event():
    event = replace(IN_THE_MONEY, rebuys=True)
    assert payments(FULLTILT, event) == payments(FULLTILT, IN_THE_MONEY)


@rule("TV-35", "FT-31.5a", "FT-31.5b")
def test_tv_35_a_package_is_valued_and_shared_by_chips():
    event = Aborted((50, 25, 15, 10), 2000, 200, 0, non_cash_value=1_200_000)
    assert payments(FULLTILT, event) == (600_000, 300_000, 180_000, 120_000)
    assert payments(FULLTILT, replace(event, all_hold_main_prize=True)) == (0, 0, 0, 0)


@rule("TV-36", "PS-22.2")
def test_tv_36_rollback_returns_the_very_forms():
    paid = (
        Payment(Form.T_MONEY, "USD", 1000),
        Payment(Form.CASH, "USD", 1500),
        Payment(Form.CASH, "USD", 1000),
    )
    gone = (Payment(Form.CASH, "USD", 2500),)
    assert rollback([paid, gone]) == (paid, gone)


@rule("TV-37", "PS-22.2")
def test_tv_37_the_official_example():
    stacks = (37_500, *[(300_000 - 37_500) // 99] * 98)
    stacks = (*stacks, 300_000 - sum(stacks))
    event = Aborted(stacks, 3000, 300, 900_000)
    assert payments(POKERSTARS, event)[0] == 61_050


@rule("TV-38", "PS-22.2", "PS-7.1")
def test_tv_38_half_equal_half_by_chips():
    assert payments(POKERSTARS, TEN) == (3350, 2850, 2350, 1850)


@rule("TV-39", "PS-22.2")
def test_tv_39_in_the_money_the_same_in_both_rooms():
    assert payments(POKERSTARS, IN_THE_MONEY) == (3900, 3100, 2300)


def test_the_bounty_part_comes_back_at_pokerstars():
    found = payments(POKERSTARS, replace(TEN, bounty=500))
    assert found == tuple(p + 500 for p in payments(POKERSTARS, TEN))


def test_whether_a_guarantee_counts_is_a_switch():
    event = replace(TEN, guarantee=15000)
    without = override(POKERSTARS, {"cancel_counts_guarantee": False})
    assert sum(payments(POKERSTARS, event)) == 15000 + 4 * 100
    assert payments(without, event) == payments(POKERSTARS, TEN)


@rule("FT-31.1", "FT-34")
def test_ft_31_1_before_the_start_all_is_returned_in_the_form_used():
    cash = Payment(Form.CASH, "USD", 1100)
    won = Payment(Form.TICKET, "USD", 1100, from_satellite=True)
    assert before_start([cash], 1000) == (cash,)
    assert before_start([won], 1000)[0].cents == 1000


@pytest.mark.parametrize("rules", [POKERSTARS, FULLTILT])
@pytest.mark.parametrize("stacks", [(1, 1, 1), (7, 0, 13), (1000, 999, 1)])
def test_no_cent_is_lost_or_made_whatever_the_stacks(rules, stacks):
    event = Aborted(stacks, 1000, 100, 10_007)
    assert sum(payments(rules, event)) == 10_007 + 3 * 100
