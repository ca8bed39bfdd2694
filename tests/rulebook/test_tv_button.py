"""Button and blinds: TV-50 to TV-56, and the newcomer rules of both rooms."""

from __future__ import annotations

import random

import pytest

from railbird.arena.tournament.button import (
    Positions,
    clockwise,
    dead_button,
    first_positions,
    forward_moving_button,
    next_positions,
)
from railbird.arena.tournament.house import FULLTILT, POKERSTARS, override

rule = pytest.mark.rule

SIX = {1, 2, 3, 4, 5, 6}


def triple(p: Positions) -> tuple[int, int | None, int]:
    return p.button, p.small_blind_seat, p.big_blind


def after(last: tuple[int, int, int], dealt: set[int], seated: set[int]) -> tuple[Positions, ...]:
    """The next hand under the forward and the dead button."""
    position = Positions(*last)
    return (
        next_positions(POKERSTARS, position, dealt, seated),
        next_positions(FULLTILT, position, dealt, seated),
    )


@rule("TV-50", "PS-14.1", "PS-14.2", "FT-18.1", "FT-18.2", "FT-18.3", "FT-18.4")
@pytest.mark.parametrize(
    ("bust", "forward", "dead"),
    [
        ({2}, (3, 4, 5), (2, 3, 4)),
        ({3}, (2, 4, 5), (2, None, 4)),
        ({2, 3}, (4, 5, 6), (2, None, 4)),
        ({1}, (2, 3, 4), (2, 3, 4)),
    ],
)
def test_tv_50_busts_at_a_six_handed_table(bust, forward, dead):
    ps, ft = after((1, 2, 3), SIX, SIX - bust)
    assert triple(ps) == forward
    assert triple(ft) == dead


@rule("TV-50", "FT-18.3", "FT-18.4")
def test_tv_50b_the_button_reaches_the_empty_seat_one_hand_later():
    ft = dead_button(Positions(1, 2, 3), SIX, SIX - {3})
    assert triple(dead_button(ft, SIX - {3}, SIX - {3})) == (3, 4, 5)


@rule("TV-51", "PS-15", "FT-18.5", "FT-19", "AMB-02", "AMB-03")
@pytest.mark.parametrize(
    ("bust", "forward", "dead"),
    [(2, (5, 5, 8), (8, 8, 5)), (5, (8, 8, 2), (8, 8, 2)), (8, (5, 5, 2), (5, 5, 2))],
)
def test_tv_51_from_three_players_to_two(bust, forward, dead):
    ps, ft = after((2, 5, 8), {2, 5, 8}, {2, 5, 8} - {bust})
    assert triple(ps) == forward
    assert triple(ft) == dead


@rule("AMB-03")
def test_amb_03_a_switch_keeps_the_big_blind_from_posting_twice():
    strict = override(POKERSTARS, {"hu_no_double_bb": True})
    ps = next_positions(strict, Positions(2, 5, 8), {2, 5, 8}, {5, 8})
    assert triple(ps) == (8, 8, 5)


@rule("TV-52", "PS-14.1", "PS-15")
@pytest.mark.parametrize(
    ("button", "before", "left", "expected"),
    [
        (2, "123456789", "12356789", (3, 5, 6)),
        (1, "12356789", "1235679", (2, 3, 5)),
        (2, "1235679", "135679", (3, 5, 6)),
        (5, "135679", "13579", (7, 9, 1)),
        (3, "13579", "1379", (7, 9, 1)),
        (9, "1379", "379", (3, 7, 9)),
        (9, "379", "79", (7, 7, 9)),
    ],
)
def test_tv_52_a_real_single_table_event_of_2013(button, before, left, expected):
    dealt, seated = set(map(int, before)), set(map(int, left))
    small, big = clockwise(dealt, button)[:2]
    assert triple(forward_moving_button(Positions(button, small, big), dealt, seated)) == expected


@rule("TV-53", "AMB-04", "PS-14.1")
def test_tv_53_newcomers_in_the_gap_wait_and_one_past_it_posts_the_big_blind():
    first = forward_moving_button(
        Positions(1, 2, 5), {1, 2, 5, 7, 8, 9}, {1, 2, 3, 4, 5, 6, 7, 8, 9}
    )
    assert first == Positions(2, 5, 6, waiting=(3, 4))
    second = forward_moving_button(first, {1, 2, 5, 6, 7, 8, 9}, {1, 2, 3, 4, 5, 6, 8, 9})
    assert triple(second) == (5, 6, 8)
    assert second.waiting == ()


@rule("TV-54", "AMB-04")
def test_tv_54_a_newcomer_can_be_big_blind():
    ps = forward_moving_button(Positions(3, 4, 5), {1, 2, 3, 4, 5, 7}, {1, 2, 3, 4, 5, 6, 7})
    assert triple(ps) == (4, 5, 6)


@rule("TV-55", "FT-18.1", "FT-18.2", "FT-18.3", "FT-18.4", "FT-19")
@pytest.mark.parametrize(
    ("small", "big", "left", "expected"),
    [
        (4, 5, "12356", (4, 5, 6)),
        (1, 2, "13456", (1, None, 3)),
        (4, 5, "2356", (4, 5, 6)),
        (6, 2, "235", (6, 2, 3)),
        (5, 2, "25", (2, 2, 5)),
        (1, 2, "12", (2, 2, 1)),
        (1, 2, "146", (1, None, 4)),
        (2, 4, "16", (1, 1, 6)),
    ],
)
def test_tv_55_real_dead_buttons(small, big, left, expected):
    seated = set(map(int, left))
    assert triple(dead_button(Positions(9, small, big), seated | {small, big}, seated)) == expected


@rule("TV-56", "PS-5", "FT-9.2", "AMB-29")
@pytest.mark.parametrize(
    ("seated", "forward", "dead"),
    [
        (range(1, 10), (1, 2, 3), (9, 1, 2)),
        ((1, 2, 3, 4, 5, 6, 7, 9), (1, 2, 3), (9, 1, 2)),
        ((3, 5, 8), (3, 5, 8), (8, 3, 5)),
        ((2, 7), (2, 2, 7), (7, 7, 2)),
    ],
)
def test_tv_56_first_hand(seated, forward, dead):
    assert triple(first_positions(POKERSTARS, seated)) == forward
    assert triple(first_positions(FULLTILT, seated)) == dead


@rule("FT-20.2")
@pytest.mark.parametrize(("newcomer", "duty"), [(3, "small"), (2, "button"), (4, "big")])
def test_ft_20_2_a_moved_player_takes_the_duties_of_his_seat(newcomer, duty):
    last = Positions(1, 2, 3)
    dealt = {1, 2, 3, 5, 6} - {newcomer}
    ft = dead_button(last, dealt, dealt | {newcomer})
    seat = {"small": ft.small_blind_seat, "button": ft.button, "big": ft.big_blind}[duty]
    assert seat == newcomer
    assert ft.waiting == ()


@rule("FT-20.3")
def test_ft_20_3_a_newcomer_between_button_and_small_blind_waits_until_the_button_passes():
    dealt = {1, 2, 5, 6, 8}
    first = dead_button(Positions(1, 2, 5), dealt, dealt | {3})
    assert first == Positions(2, 5, 6, waiting=(3,))
    second = dead_button(first, dealt, dealt | {3})
    assert (triple(second), second.waiting) == ((5, 6, 8), ())


@pytest.mark.parametrize("rules", [POKERSTARS, FULLTILT])
def test_a_newcomer_at_a_two_handed_table_never_leaves_the_button_in_the_big_blind(rules):
    last = Positions(4, 4, 7)
    for newcomer in (1, 2, 5, 6, 8, 9):
        p = next_positions(rules, last, {4, 7}, {4, 7, newcomer})
        playing = {4, 7, newcomer} - set(p.waiting)
        assert p.button != p.big_blind
        assert p.big_blind in playing
        assert (p.small_blind_seat == p.button) == (len(playing) == 2)


def test_newcomers_alone_at_a_table_are_dealt_in():
    p = forward_moving_button(Positions(1, 2, 3), {1}, {1, 4, 6})
    assert (triple(p), p.waiting) == ((4, 6, 1), ())


@rule("AMB-04", "FT-20.2", "FT-20.3", "FT-19", "PS-15")
@pytest.mark.parametrize("rules", [POKERSTARS, FULLTILT], ids=lambda r: r.name)
def test_whoever_comes_and_goes_there_are_two_players_and_a_big_blind(rules):
    rng = random.Random(5)
    for _ in range(3_000):
        seats = range(1, rng.randint(2, 10) + 1)
        seated = set(rng.sample(seats, rng.randint(2, len(seats))))
        p, dealt = first_positions(rules, seated), set(seated)
        for _ in range(12):
            left = {s for s in seated if rng.random() > 0.2}
            new = {s for s in seats if s not in left and rng.random() < 0.15}
            if len(left | new) < 2:
                break
            p = next_positions(rules, p, dealt & left, left | new)
            playing = (left | new) - set(p.waiting)
            assert len(playing) >= 2
            assert p.big_blind in playing
            assert p.small_blind_seat is None or p.small_blind_seat in playing - {p.big_blind}
            assert not set(p.waiting) & dealt & left  # only newcomers wait
            if len(playing) == 2:
                assert p.button == p.small_blind_seat
            dealt, seated = playing, left | new
