"""Registration, rebuys, refunds: TV-69, 70, 73 to 75."""

from __future__ import annotations

from dataclasses import replace

import pytest

from railbird.arena.tournament.accounts import Account, Form, Payment, satellite_refund
from railbird.arena.tournament.clock import MINUTE
from railbird.arena.tournament.errors import Refused
from railbird.arena.tournament.registration import (
    Desk,
    buy_rebuy,
    check_add_on,
    check_open,
    check_rebuy,
    check_unregister,
    eliminated_for_funds,
    enough_entrants,
    is_open,
    prizes_are_final,
)
from railbird.arena.tournament.structure import Registration
from railbird.arena.tournament.structure_file import load_structure

rule = pytest.mark.rule
REBUY = load_structure("mtt-rebuy")


def account(**cents: int) -> Account:
    return Account("ann", {(Form.CASH, currency): c for currency, c in cents.items()})


def refusing(call, *args, **kwargs) -> str:
    with pytest.raises(Refused) as refused:
        call(*args, **kwargs)
    return refused.value.rule


@rule("TV-69", "PS-8.1", "PS-8.2", "PS-8.3")
def test_tv_69_rebuys():
    check_rebuy(REBUY, 1500, 0, 0)
    assert refusing(check_rebuy, REBUY, 1501, 0, 0) == "6.10"
    check_rebuy(REBUY, 0, 0, 0, count=1)
    check_rebuy(REBUY, 0, 0, 0, count=2)
    assert refusing(check_rebuy, REBUY, 700, 0, 0, count=2) == "6.10"
    poor = account(USD=800)
    assert refusing(buy_rebuy, REBUY, poor) == "PS-8.1"
    assert eliminated_for_funds(REBUY, poor, 0)
    assert not eliminated_for_funds(REBUY, poor, 1)
    assert refusing(buy_rebuy, REBUY, account(EUR=5000)) == "PS-8.1"
    assert refusing(buy_rebuy, REBUY, account()) == "PS-8.1"  # $10 on a cash table is not here
    rich = account(USD=2500)
    assert buy_rebuy(REBUY, rich, 2) == (Payment(Form.CASH, "USD", 2000),)
    assert rich.balance(Form.CASH, "USD") == 500


def test_rebuys_end_with_the_period_and_the_add_on_is_sold_once():
    assert refusing(check_rebuy, REBUY, 0, 60 * MINUTE, 0) == "6.10"
    check_add_on(REBUY, in_add_on_break=True, taken=False)
    assert refusing(check_add_on, REBUY, in_add_on_break=False, taken=False) == "6.10"
    assert refusing(check_add_on, REBUY, in_add_on_break=True, taken=True) == "6.10"
    none = load_structure("mtt-deep")
    assert refusing(check_add_on, none, in_add_on_break=True, taken=False) == "6.10"
    limited = replace(REBUY, rebuys=replace(REBUY.rebuys, most=2))
    assert refusing(check_rebuy, limited, 0, 0, 1, count=2) == "6.10"


@rule("TV-70", "PS-9.1", "PS-9.2", "PS-9.3", "PS-9.4")
def test_tv_70_late_registration():
    normal = replace(load_structure("mtt-deep"), registration=Registration(late_minutes=20))
    extended = load_structure("mtt-deep")
    twelve = Desk(played=12 * MINUTE, entrants=50, free_seats=4)
    assert is_open(normal, twelve)
    assert refusing(check_open, normal, replace(twelve, busts=1)) == "PS-9.3"
    assert is_open(extended, replace(twelve, busts=1))
    assert refusing(check_open, extended, replace(twelve, free_seats=0)) == "PS-9.2"
    assert refusing(check_open, normal, replace(twelve, played=20 * MINUTE)) == "PS-9.1"


@rule("FT-3.1", "FT-2", "FT-5")
def test_ft_3_1_without_late_registration_it_ends_with_the_start():
    tilt = load_structure("ft-mtt")
    assert is_open(tilt, Desk(played=-1, entrants=10, free_seats=0))
    assert refusing(check_open, tilt, Desk(0, 10, 5)) == "FT-3.1"
    sng = load_structure("ft-sng-9max")
    assert is_open(sng, Desk(-1, 8, 1))
    assert refusing(check_open, sng, Desk(0, 8, 1)) == "FT-2"


@rule("PS-7.3", "FT-12")
def test_ps_7_3_the_prize_table_stands_after_registration_and_rebuys():
    assert not prizes_are_final(REBUY, Desk(59 * MINUTE, 90, 9))
    assert prizes_are_final(REBUY, Desk(60 * MINUTE, 90, 9))
    assert prizes_are_final(load_structure("ft-mtt"), Desk(0, 90, 0))


@rule("TV-73", "PS-10.2", "FT-8")
def test_tv_73_a_seat_won_in_a_satellite_is_never_refunded_in_cash():
    give = satellite_refund(21500, 20000, "USD", Form.T_MONEY, gives_buy_in=False)
    assert give == Payment(Form.T_MONEY, "USD", 21500)
    ticket = satellite_refund(21500, 20000, "USD", Form.TICKET, gives_buy_in=False)
    assert ticket.form is Form.TICKET
    with pytest.raises(Refused, match=r"PS-10\.2"):
        satellite_refund(21500, 20000, "USD", Form.CASH, gives_buy_in=False)
    tilt = satellite_refund(21500, 20000, "USD", Form.T_MONEY, gives_buy_in=True)
    assert tilt == Payment(Form.T_MONEY, "USD", 20000)


@rule("PS-10.2")
def test_ps_10_2_tournament_money_buys_entries_and_nothing_else():
    ann = Account("ann")
    ann.credit([Payment(Form.T_MONEY, "USD", 1000), Payment(Form.CASH, "USD", 1500)])
    assert refusing(ann.withdraw, Form.T_MONEY, "USD", 1000) == "PS-10.2"
    paid = ann.pay_entry(2200, "USD")
    assert paid == (Payment(Form.T_MONEY, "USD", 1000), Payment(Form.CASH, "USD", 1200))
    ann.credit(paid)
    assert (ann.balance(Form.T_MONEY, "USD"), ann.balance(Form.CASH, "USD")) == (1000, 1500)
    ann.withdraw(Form.CASH, "USD", 1500)
    assert refusing(ann.withdraw, Form.CASH, "USD", 1) == "PS-8.1"
    ann.credit([Payment(Form.TICKET, "USD", 5500)])
    assert ann.pay_entry(5500, "USD") == (Payment(Form.TICKET, "USD", 5500),)
    assert not ann.can_pay(5500, "USD")


@rule("TV-74", "FT-3.2", "FT-6")
def test_tv_74_a_full_event_and_a_place_that_comes_free():
    full = replace(load_structure("ft-mtt"), max_entrants=90)
    assert refusing(check_open, full, Desk(-MINUTE, 90, 0)) == "FT-3.2"
    assert is_open(full, Desk(-MINUTE, 89, 0))
    assert refusing(check_unregister, full, 0) == "FT-6"
    check_unregister(full, 10 * MINUTE)


@rule("PS-10.1", "PS-10.3")
def test_ps_10_1_unregistering_ends_before_the_start_and_may_be_ruled_out():
    event = load_structure("mtt-deep")
    check_unregister(event, 5 * MINUTE)
    assert refusing(check_unregister, event, MINUTE) == "PS-10.1"
    never = replace(event, registration=Registration(unregister_minutes=None))
    assert refusing(check_unregister, never, 60 * MINUTE) == "PS-10.3"


@rule("TV-75", "FT-34")
def test_tv_75_too_few_entrants():
    event = replace(load_structure("ft-mtt"), min_entrants=20)
    assert not enough_entrants(event, 19)
    assert enough_entrants(event, 20)
