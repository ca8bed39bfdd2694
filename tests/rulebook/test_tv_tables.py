"""Tables: the draw, balancing, breaking, holding (TV-64), hand for hand."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from railbird.arena.tournament.balance import (
    TableView,
    balancing_move,
    break_table,
    distance_from_button,
    held_tables,
    table_to_break,
)
from railbird.arena.tournament.errors import Refused
from railbird.arena.tournament.hand_for_hand import is_due, may_deal
from railbird.arena.tournament.house import FULLTILT, POKERSTARS
from railbird.arena.tournament.seating import draw_seats, refuse_seat_change, table_sizes

rule = pytest.mark.rule


def view(number: int, seats: str, button: int = 1, **more) -> TableView:
    players = {int(s): f"p{number}{s}" for s in seats}
    return TableView(number, 9, players, button, **more)


@rule("TV-64", "FT-21.1", "FT-21.2")
def test_tv_64_which_tables_are_held():
    assert held_tables(FULLTILT, dict(enumerate([9, 9, 8, 9, 9, 7, 6]))) == {6}
    assert held_tables(FULLTILT, dict(enumerate([9, 9, 8, 7]))) == {3}
    assert held_tables(POKERSTARS, dict(enumerate([9, 9, 8, 7]))) == set()


@rule("FT-21.3")
def test_ft_21_3_a_held_table_resumes_when_the_fullest_shrink_or_somebody_arrives():
    assert held_tables(FULLTILT, {1: 9, 2: 9, 3: 7}) == {3}
    assert held_tables(FULLTILT, {1: 8, 2: 8, 3: 7}) == set()
    assert held_tables(FULLTILT, {1: 9, 2: 8, 3: 8}) == set()


@rule("PS-4.1", "FT-9.1")
def test_ps_4_1_the_draw_is_by_lot_and_even():
    players = [f"p{k}" for k in range(100)]
    tables = draw_seats(players, 9, random.Random(3))
    assert sorted(p for t in tables for p in t.values()) == sorted(players)
    assert set(map(len, tables)) <= {8, 9} and len(tables) == 12
    assert all(1 <= seat <= 9 for t in tables for seat in t)
    assert table_sizes(10, 9) == [5, 5]
    assert draw_seats(players, 9, random.Random(3)) == tables
    firsts = Counter(draw_seats(["a", "b"], 2, random.Random(k))[0][1] for k in range(1000))
    assert abs(firsts["a"] - 500) < 100


@rule("PS-4.2", "FT-9.1")
def test_ps_4_2_nobody_may_choose_another_seat():
    with pytest.raises(Refused, match="PS-4.2"):
        refuse_seat_change("ann")


@rule("PS-16.2", "FT-20.1", "AMB-10")
@pytest.mark.parametrize("rules", [POKERSTARS, FULLTILT])
def test_ps_16_2_a_player_moves_from_the_fullest_table_at_a_difference_of_two(rules):
    ended, short = view(1, "12345678"), view(2, "123456")
    move = balancing_move(rules, ended, [short], random.Random(1))
    assert move is not None
    assert (move.from_table, move.to_table) == (1, 2)
    assert move.to_seat in {7, 8, 9}
    assert balancing_move(rules, ended, [view(2, "1234567")], random.Random(1)) is None
    assert balancing_move(rules, short, [ended], random.Random(1)) is None
    assert balancing_move(rules, ended, [], random.Random(1)) is None


@rule("PS-16.3", "AMB-10")
def test_ps_16_3_the_mover_keeps_his_distance_from_the_button():
    # At table 2 only seat 5 is free, third from the button: the mover was third at table 1.
    ended = view(1, "123456789", button=1)
    short = TableView(2, 7, {s: f"q{s}" for s in (1, 2, 3, 4, 6, 7)}, 2)
    move = balancing_move(POKERSTARS, ended, [short], random.Random(1))
    assert (move.from_seat, move.to_seat) == (4, 5)
    assert distance_from_button(1, 4, ended.players) == 3
    assert distance_from_button(2, 5, short.players) == 3


@rule("AMB-10")
def test_amb_10_least_moved_first_then_who_sits_out():
    moved = {f"p1{s}": 1 for s in "1234568"}
    ended = view(1, "12345678", moves=moved)
    assert balancing_move(POKERSTARS, ended, [view(2, "123456")], random.Random(1)).player == "p17"
    ended = view(1, "12345678", away=frozenset({"p13"}))
    assert balancing_move(POKERSTARS, ended, [view(2, "123456")], random.Random(1)).player == "p13"


@rule("PS-16.1", "PS-16.4", "AMB-10", "AMB-33")
def test_ps_16_1_a_table_breaks_when_the_others_have_room():
    tables = [view(1, "12345678"), view(2, "12345678"), view(3, "12")]
    assert table_to_break(tables) == 3
    assert table_to_break([view(1, "123456789"), view(2, "12345678"), view(3, "12")]) is None
    assert table_to_break([view(1, "12345"), view(2, "1234")]) == 2  # the final table gathers
    assert table_to_break([view(1, "123"), view(2, "123")]) == 2
    assert table_to_break([view(1, "12")]) is None
    moves = break_table(tables[2], tables[:2], random.Random(7))
    assert sorted(m.player for m in moves) == ["p31", "p32"]
    assert {(m.to_table, m.to_seat) for m in moves} == {(1, 9), (2, 9)}


@rule("AMB-10")
def test_entries_of_one_person_never_meet_at_a_table():
    persons = {"p12": "ann", "p31": "ann"}
    first, second = view(1, "1234", persons=persons), view(2, "1234567", persons=persons)
    moves = break_table(view(3, "1", persons=persons), [first, second], random.Random(1))
    assert moves[0].to_table == 2
    assert break_table(view(3, "1", persons=persons), [first], random.Random(1)) is None
    ended = view(3, "123456", persons=persons)
    move = balancing_move(POKERSTARS, ended, [view(1, "2", persons=persons)], random.Random(1))
    assert move.player != "p31"


@rule("PS-13.1", "FT-26.1", "AMB-09")
def test_hand_for_hand_begins_one_above_the_money_and_at_full_tilt_before_the_final_table():
    assert is_due(POKERSTARS, 19, 18, 9, 3)
    assert not is_due(POKERSTARS, 20, 18, 9, 3)
    assert not is_due(POKERSTARS, 18, 18, 9, 2)
    assert not is_due(POKERSTARS, 10, 18, 9, 2)
    assert is_due(FULLTILT, 10, 18, 9, 2)
    assert is_due(FULLTILT, 19, 18, 9, 3)
    assert not is_due(FULLTILT, 5, 4, 9, 1)


@rule("PS-13.2", "FT-26.2")
def test_ps_13_2_no_table_deals_before_all_have_finished():
    assert not may_deal([3])
    assert may_deal([])
