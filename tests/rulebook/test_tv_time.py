"""The clock: TV-66 to 68, 71 and 76; levels, breaks, time banks."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from railbird.arena.tournament.clock import (
    MINUTE,
    SECOND,
    Clock,
    Connection,
    IdleMatch,
    TimeBank,
    break_length,
    extra_time_ladder,
    idle_match_winner,
    level_at,
    new_bank,
    next_break,
    rebuy_period_end,
    time_to_act,
    timeout_move,
)
from railbird.arena.tournament.house import FULLTILT, POKERSTARS, find_house
from railbird.arena.tournament.structure import BreakRule, Breaks
from railbird.arena.tournament.structure_file import load_structure

rule = pytest.mark.rule


def at(text: str) -> int:
    return int(datetime.fromisoformat(f"2011-03-06T{text}").replace(tzinfo=UTC).timestamp()) * 1000


def clock_text(now: int) -> str:
    return datetime.fromtimestamp(now / 1000, UTC).strftime("%H:%M")


def breaks_of(kind: BreakRule, house: str, count: int) -> list[str]:
    structure = load_structure("mtt-deep", house)
    structure = replace(structure, breaks=Breaks(kind))
    clock, found = Clock(at("07:25:00")), []
    for _ in range(count):
        due = next_break(structure, clock)
        if due is None:
            break
        found.append(clock_text(due))
        clock = clock.after_break(due, due + break_length(structure))
    return found


@rule("TV-67", "PS-17.1", "PS-17.2", "PS-17.0")
def test_tv_67_synchronised_and_interval_breaks():
    assert breaks_of(BreakRule.SYNCHRONISED, "pokerstars", 3) == ["07:55", "08:55", "09:55"]
    assert breaks_of(BreakRule.INTERVAL, "pokerstars", 2) == ["08:25", "09:25"]


@rule("FT-11.1", "FT-11.2", "AMB-12")
def test_ft_11_hours_of_play_and_one_break_in_a_sit_and_go():
    assert breaks_of(BreakRule.INTERVAL, "fulltilt", 3) == ["08:25", "09:30", "10:35"]
    assert breaks_of(BreakRule.ONCE, "fulltilt", 3) == ["08:25"]
    assert break_length(load_structure("ft-mtt")) == 5 * MINUTE


@rule("PS-17.4")
def test_ps_17_4_some_events_have_no_breaks():
    assert next_break(load_structure("hyper-sat-6max"), Clock(at("07:25:00"))) is None


@rule("TV-68", "AMB-11", "PS-17.3")
def test_tv_68_the_level_clock_stands_still_in_a_break():
    structure = load_structure("mtt-180")
    structure = replace(structure, breaks=Breaks(BreakRule.SYNCHRONISED))
    for began in ("11:47:41", "11:49:09"):
        clock = Clock(at(began) - 50 * MINUTE)
        assert level_at(structure, clock, at(began)).number == 6
        assert level_at(structure, clock, at("11:54:45")).number == 6
        clock = clock.after_break(at("11:54:45"), at("11:59:45"))
        assert level_at(structure, clock, at("11:59:45")).number == 6
        seventh = at(began) + 15 * MINUTE
        assert level_at(structure, clock, seventh - 1).number == 6
        assert level_at(structure, clock, seventh).number == 7
    early = Clock(at("11:47:41") - 50 * MINUTE).after_break(at("11:54:45"), at("11:59:45"))
    assert level_at(structure, early, at("12:03:50")).number == 7


@rule("PS-17.1a")
def test_ps_17_1a_a_short_break_ends_the_rebuy_period():
    structure = load_structure("mtt-rebuy")
    assert rebuy_period_end(structure, Clock(0)) == 60 * MINUTE
    assert break_length(structure, add_on=True) == 3 * MINUTE
    assert rebuy_period_end(load_structure("mtt-deep"), Clock(0)) is None


@rule("TV-66", "PS-18.2")
def test_tv_66_extra_time_at_a_final_table():
    ladder = extra_time_ladder(load_structure("mtt-180"), 180, 9, 1, 27)
    line = Connection().dropped()
    given = []
    for _ in range(4):
        extra, line = line.extra_time(ladder)
        given.append(extra)
    assert given == [240 * SECOND, 120 * SECOND, 60 * SECOND, 0]
    assert line.restored().dropped().extra_time(ladder)[0] == 240 * SECOND
    assert Connection().extra_time(ladder)[0] == 0


@rule("TV-66b", "PS-18.2")
def test_tv_66b_extra_time_in_a_sit_and_go():
    structure = load_structure("mtt-18")
    assert extra_time_ladder(structure, 18, 6, 1, 4) == ()
    assert extra_time_ladder(structure, 18, 5, 1, 4) == (120, 60)


@rule("PS-18.2")
def test_extra_time_is_for_real_money_and_heads_up_events_have_it_all_along():
    free = replace(load_structure("mtt-180"), buy_in=0, fee=0)
    assert extra_time_ladder(free, 180, 9, 1, 27) == ()
    assert extra_time_ladder(load_structure("sng-2max"), 2, 2, 1, 1) == (120, 60)
    assert extra_time_ladder(load_structure("mtt-180"), 180, 20, 3, 27) == ()
    assert extra_time_ladder(load_structure("ft-mtt"), 90, 9, 1, 24) == ()


@rule("TV-71", "PS-18.5", "AMB-13")
def test_tv_71_a_match_of_absent_players_ends_after_250_hands():
    idle = IdleMatch()
    for _ in range(250):
        assert not idle.is_over(POKERSTARS)
        idle = idle.after_hand(all_away=True, voluntary_action=False)
    assert idle.is_over(POKERSTARS)
    assert not idle.is_over(FULLTILT)
    assert idle_match_winner({"a": 2100, "b": 900}, random.Random(0)) == "a"
    assert idle.after_hand(all_away=True, voluntary_action=True).hands == 0
    assert idle.after_hand(all_away=False, voluntary_action=False).hands == 0
    drawn = {idle_match_winner({"a": 5, "b": 5}, random.Random(k)) for k in range(20)}
    assert drawn == {"a", "b"}


@rule("TV-76", "PS-18.3", "FT-27.1")
def test_tv_76_time_out_checks_when_free_and_folds_otherwise():
    assert timeout_move(0) == "checks"
    assert timeout_move(100) == "folds"


@rule("AMB-34")
def test_amb_34_time_bank_sizes_are_configurable():
    rules = POKERSTARS
    bank = new_bank(rules)
    assert bank.left == 30 * SECOND
    assert bank.at_level(rules, 3).left == 40 * SECOND
    assert bank.at_level(rules, 30).left == 60 * SECOND
    assert bank.use(50 * SECOND).left == 0
    longer = TimeBank(90 * SECOND)
    assert longer.at_level(rules, 5).left == 90 * SECOND
    assert time_to_act(rules, bank, connected=True, chips_in_pot=True) == 45 * SECOND
    assert time_to_act(rules, bank, connected=True, chips_in_pot=False) == 15 * SECOND
    assert time_to_act(rules, bank, connected=False, chips_in_pot=True, extra=7) == 15_007


@rule("FT-1", "PS-3.1")
def test_blinds_rise_at_intervals_and_go_on_rising_past_the_last_printed_level():
    structure = load_structure("spin-3max")
    blinds = [level_at(structure, Clock(0), k * 3 * MINUTE).big_blind for k in range(6)]
    assert blinds == [20, 30, 40, 60, 120, 240]


def test_the_houses_are_found_by_name():
    assert find_house("fulltilt") is FULLTILT
