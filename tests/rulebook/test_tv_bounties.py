"""Bounties and relevant pots: TV-01 to 05 (who is credited), TV-10 to 16c."""

from __future__ import annotations

import random

import pytest

from railbird.arena.tournament.bounties import (
    BountyKind,
    HeadShare,
    PotResult,
    bounty_shares,
    bounty_winners,
    bust_out_bounty,
    draw_envelope,
    merged_head,
    mystery_envelopes,
    progressive_shares,
    relevant_pot,
    start_bounties,
    winner_keeps_own,
)
from railbird.arena.tournament.house import FULLTILT, POKERSTARS, override

rule = pytest.mark.rule


def pot(amount: int, eligible: str, winners: str) -> PotResult:
    return PotResult(amount, frozenset(map(int, eligible)), tuple(map(int, winners)))


@rule("TV-01", "PS-24.4", "PS-24-example", "PS-24.0")
@pytest.mark.parametrize("rules", [POKERSTARS, FULLTILT])
def test_tv_01_the_last_chips_decide(rules):
    # D is seat 1, B seat 2, V seat 3, J seat 4.
    pots = [pot(400, "1234", "2"), pot(300, "234", "2"), pot(400, "34", "4")]
    assert bounty_winners(rules, pots, 1) == (2,)
    assert bounty_winners(rules, pots, 3) == (4,)


@rule("TV-02", "PS-24.4", "AMB-16")
def test_tv_02_the_winner_of_all_pots_gets_both_bounties():
    pots = [pot(3465, "269", "2"), pot(4239, "29", "2"), pot(114, "2", "2")]
    assert bounty_winners(POKERSTARS, pots, 6) == (2,)
    assert bounty_winners(POKERSTARS, pots, 9) == (2,)


@rule("AMB-16")
def test_amb_16_an_uncontested_pot_is_not_the_relevant_one():
    pots = [pot(300, "123", "1"), pot(200, "23", "2"), pot(50, "2", "2")]
    assert relevant_pot(pots, 2).amount == 200


@rule("TV-04", "PS-24.4")
def test_tv_04_the_best_hand_does_not_win_a_bounty_it_does_not_cover():
    pots = [pot(2850, "124", "1"), pot(200, "24", "2")]
    assert bounty_winners(POKERSTARS, pots, 4) == (2,)


@rule("TV-05")
def test_tv_05_matrix_credit_goes_to_the_side_pot():
    pots = [pot(220, "234", "2"), pot(300, "34", "3")]
    assert bounty_winners(FULLTILT, pots, 4) == (3,)


@rule("TV-10", "PS-26.1", "PS-26.2", "AMB-17", "AMB-18")
def test_tv_10_progressive_bounty_split_between_big_blind_and_button():
    assert progressive_shares(1837, 2) == (HeadShare(460, 459), HeadShare(459, 459))
    assert [3673 + 459, 3061 + 459] == [4132, 3520]


@rule("TV-11", "AMB-18", "AMB-19", "PS-27.1")
def test_tv_11_progressive_bounty_heads_up():
    (share,) = progressive_shares(3979, 1)
    assert share.cash == 1990
    assert 13543 + share.head == 15532
    assert winner_keeps_own(BountyKind.PROGRESSIVE)


@rule("TV-12", "AMB-18")
def test_tv_12_progressive_bounty_of_an_odd_cent():
    assert progressive_shares(61, 1) == (HeadShare(31, 30),)


def test_a_progressive_bounty_may_pay_another_part_in_cash():
    assert progressive_shares(1000, 1, cash_percent=70) == (HeadShare(700, 300),)


@rule("TV-13", "PS-26.1")
def test_tv_13_two_tied_winners():
    assert bounty_shares(POKERSTARS, 5000, 2) == (2500, 2500)


@rule("TV-14", "PS-26.2")
def test_tv_14_odd_cents_by_position():
    assert bounty_shares(POKERSTARS, 1000, 3) == (334, 333, 333)
    assert bounty_shares(POKERSTARS, 2000, 3) == (667, 667, 666)


@rule("TV-15", "FT-13.1", "FT-13.3", "AMB-22")
def test_tv_15_busting_a_pro():
    assert bust_out_bounty(FULLTILT, 2400, 90) == 2400
    assert bust_out_bounty(FULLTILT, 50000, 90) == 20000
    assert bust_out_bounty(FULLTILT, 10000, 90, multi_entry=True) == 5000
    assert bust_out_bounty(FULLTILT, 10000, 29) == 0
    assert bust_out_bounty(FULLTILT, 7500, 30, prizes_decided=True) == 0


@rule("FT-13.3-example")
def test_ft_13_3_five_seats_and_five_players_left():
    assert bust_out_bounty(FULLTILT, 2400, 90, prizes_decided=True) == 0
    assert bust_out_bounty(FULLTILT, 2400, 90, prizes_decided=False) == 2400


@rule("TV-16", "FT-13.2", "AMB-20", "AMB-21")
def test_tv_16_a_split_largest_pot_pays_each_winner_in_full():
    # A is seat 1, B seat 2, C seat 3, the pro seat 4.
    pots = [pot(3000, "1234", "12"), pot(1000, "34", "3")]
    winners = bounty_winners(FULLTILT, pots, 4)
    assert winners == (1, 2)
    assert bounty_shares(FULLTILT, 2400, len(winners)) == (2400, 2400)
    assert bounty_winners(POKERSTARS, pots, 4) == (3,)


@rule("AMB-21")
def test_amb_21_of_equal_pots_the_later_counts():
    pots = [pot(1000, "1234", "12"), pot(1000, "34", "3")]
    assert bounty_winners(FULLTILT, pots, 4) == (3,)


@rule("AMB-20")
def test_amb_20_a_switch_makes_the_pros_bounty_shared():
    shared = override(FULLTILT, {"bounty_split": "share"})
    assert bounty_shares(shared, 2401, 2) == (1201, 1200)


@rule("TV-16b", "PS-25", "PS-26.1")
def test_tv_16b_the_low_half_wins_no_bounty():
    # H1 seat 1 and H2 seat 2 tie high; L (seat 3) wins the low half and stands in no pot result.
    winners = bounty_winners(POKERSTARS, [pot(2000, "1234", "12")], 4)
    assert winners == (1, 2)
    assert bounty_shares(POKERSTARS, 1000, 2) == (500, 500)


@rule("TV-16c", "PS-27.2", "PS-28", "PS-24.2", "PS-24.3")
def test_tv_16c_bounties_that_nobody_gets():
    assert not winner_keeps_own(BountyKind.TEAM_PRO)
    assert not winner_keeps_own(BountyKind.FIXED)
    assert start_bounties(BountyKind.FIXED, ["ann", "bo"], 5000, frozenset({"cy"})) == {}
    pro = start_bounties(BountyKind.TEAM_PRO, ["ann", "bo"], 5000, frozenset({"bo", "cy"}))
    assert pro == {"bo": 5000}


@rule("PS-24.1", "PS-27.1")
def test_ps_24_1_every_entrant_of_a_knockout_carries_a_bounty_and_the_winner_keeps_his():
    assert start_bounties(BountyKind.KNOCKOUT, ["ann", "bo"], 100) == {"ann": 100, "bo": 100}
    assert winner_keeps_own(BountyKind.KNOCKOUT)


def test_mystery_envelopes_sum_to_the_pool_and_run_down_by_tier():
    tiers = [(40, 100), (80, 40), (120, 20), (160, 8), (600, 4)]
    envelopes = mystery_envelopes(90_000, 27, tiers)
    assert (len(envelopes), sum(envelopes)) == (27, 90_000)
    assert list(envelopes) == sorted(envelopes, reverse=True)
    left = envelopes
    rng = random.Random(1)
    drawn = []
    while left:
        cents, left = draw_envelope(left, rng)
        drawn.append(cents)
    assert sorted(drawn) == sorted(envelopes)


def test_merged_entries_add_their_heads():
    assert merged_head({"ann": 1225, "ann [2]": 700}) == 1925
