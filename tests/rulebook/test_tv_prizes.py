"""Prize tables to the cent: TV-21 to 28 and 65."""

from __future__ import annotations

import pytest

from railbird.arena.tournament.house import FULLTILT, POKERSTARS
from railbird.arena.tournament.prizes import (
    WHOLE,
    cash_out,
    equal_prizes,
    half_equal_half_chips,
    prize_pool,
    prizes,
    satellite_prizes,
)
from railbird.arena.tournament.structure_file import payout_tables

rule = pytest.mark.rule
TABLES = payout_tables()


def paid(rules, pool, table, entrants):
    return prizes(rules, pool, TABLES[table].shares(entrants))


@rule("TV-21", "AMB-08")
def test_tv_21_three_places_of_972():
    assert paid(POKERSTARS, 972, "nine-max", 9) == (487, 291, 194)


@rule("TV-22", "PS-7.1", "PS-7.2")
def test_tv_22_276_players():
    expected = [151800, 96600, 64032, 44160, 33120, 24840, 19320, 14352, 9384]
    assert paid(POKERSTARS, 552000, "mtt", 276) == (*expected, *[6624] * 9, *[3864] * 9)


@rule("TV-23", "AMB-08")
def test_tv_23_855_places_to_the_cent():
    found = paid(POKERSTARS, 1328600, "ps-6643", 6643)
    best = (206296, 152789, 107616, 74600, 55801, 42515, 29229, 16607, 10363)
    assert (len(found), found[:9], found[-1], sum(found)) == (855, best, 358, 1328600)


@rule("TV-24", "AMB-08", "FT-12")
def test_tv_24_full_tilt_nearest_cent_put_right_from_the_bottom():
    found = paid(FULLTILT, 149600, "ft-176", 176)
    top = [37400, 24609, 18102, 13165, 9425, 6283]
    rest = [4039] * 2 + [3142] * 2 + [2468] * 2 + [2020] * 3 + [1795] * 3 + [1646] * 3 + [1645] * 3
    assert list(found) == top + rest
    assert sum(found) == 149600


@rule("TV-25", "PS-7.2")
def test_tv_25_old_and_new_180_player_tables():
    old = paid(POKERSTARS, 180000, "ps-180-old", 180)
    assert old[:9] == (54000, 36000, 21420, 14400, 11700, 9000, 6300, 4680, 3060)
    assert old[9:] == (2160,) * 9
    assert paid(POKERSTARS, 180000, "ps-180", 180)[-1] == 1170


@rule("TV-26", "FT-12")
def test_tv_26_small_full_tilt_pools():
    assert paid(FULLTILT, 1200, "six-max", 6) == (780, 420)
    assert paid(FULLTILT, 3000, "six-max", 6) == (1950, 1050)
    assert paid(FULLTILT, 1800, "nine-max", 9) == (900, 540, 360)


@rule("TV-27")
def test_tv_27_fifty50():
    chips = (4300, 3600, 3100, 2300, 1700)
    assert half_equal_half_chips(300000, chips) == (73000, 66000, 61000, 53000, 47000)


@rule("TV-28")
def test_tv_28_satellites_of_both_rooms():
    stars = satellite_prizes(POKERSTARS, 9_200_000, 3_312_500)
    assert (stars.tickets, stars.cash) == (2, (2_575_000,))
    tilt = satellite_prizes(FULLTILT, 920_000, 450_000)
    assert (tilt.tickets, tilt.cash) == (2, (10_000, 6_000, 4_000))


def test_a_guaranteed_number_of_tickets_is_given_even_from_a_small_pool():
    found = satellite_prizes(POKERSTARS, 100_00, 215_00, min_tickets=1)
    assert (found.tickets, found.cash) == (1, ())


@rule("TV-65")
def test_tv_65_cash_out_rounds_down():
    assert cash_out(2045, 200, 500) == 5112
    assert 1_095_000 - cash_out(2045, 200, 500) == 1_089_888


@rule("TV-20b")
def test_double_or_nothing_prizes():
    assert equal_prizes(20000, 5) == (4000,) * 5


@rule("PS-7.1", "FT-12", "AMB-08")
@pytest.mark.parametrize("rules", [POKERSTARS, FULLTILT])
@pytest.mark.parametrize("table", TABLES)
def test_every_table_is_whole_and_pays_any_pool_to_the_cent(table, rules):
    for entrants in (1, 2, 3, 5, 9, 27, 45, 100, 180, 450, 1000, 7000):
        shares = TABLES[table].shares(entrants)
        assert sum(shares) == WHOLE
        assert len(shares) <= entrants
        for pool in (0, 1, 99, 972, 149600, 1328600):
            found = prizes(rules, pool, shares)
            assert sum(found) == pool


def test_the_pool_is_at_least_the_guarantee():
    assert prize_pool(9_000, guarantee=10_000) == 10_000
    assert prize_pool(9_000, guarantee=5_000, added=2_000) == 11_000
