"""Betting under both houses' switches: the rules of the hand that the rooms print."""

from __future__ import annotations

import pytest

from railbird.arena.hand.actions import Call, IllegalMove, RaiseTo
from railbird.arena.hand.setup import Stakes
from railbird.arena.hand.state import HandState, apply, legal, new_hand
from railbird.arena.tournament.house import FULLTILT, POKERSTARS, HouseRules
from railbird.arena.tournament.play import hand_rules

rule = pytest.mark.rule
BOTH = pytest.mark.parametrize("house", [POKERSTARS, FULLTILT], ids=lambda h: h.name)


def hand(house: HouseRules, betting: str, stacks: dict[int, int], *moves: object) -> HandState:
    stakes = Stakes.blinds(50, 100)
    state = new_hand("holdem", betting, stakes, stacks, max(stacks), rules=hand_rules(house))
    for move in moves:
        state, _ = apply(state, move)
    return state


@BOTH
@rule("PS-6.1", "FT-23", "TV-61")
@pytest.mark.parametrize("players", [2, 3, 6])
def test_tv_61_the_fifth_bet_of_a_round_is_illegal(house, players):
    stacks = {s: 5_000 for s in range(1, players + 1)}
    state = hand(house, "fixed-limit", stacks, RaiseTo(200), RaiseTo(300), RaiseTo(400))
    assert legal(state).max_raise_to is None
    with pytest.raises(IllegalMove):
        apply(state, RaiseTo(500))


@BOTH
@rule("PS-6.2", "FT-24.1")
@pytest.mark.parametrize("betting", ["no-limit", "pot-limit"])
def test_without_a_limit_raises_go_on_until_the_chips_are_in(house, betting):
    state = hand(house, betting, {1: 100_000, 2: 100_000, 3: 100_000})
    raises = 0
    while legal(state).min_raise_to is not None:
        state, _ = apply(state, RaiseTo(legal(state).min_raise_to))
        raises += 1
        if raises > 20:
            break
    assert raises > 20


@BOTH
@rule("FT-24.2", "TV-59")
def test_ft_24_2_one_short_all_in_reopens_nothing(house):
    stacks = {1: 5_000, 2: 250, 3: 5_000, 4: 5_000}
    flop = hand(house, "no-limit", stacks, *[Call()] * 4)
    state = flop
    for move in (RaiseTo(100), RaiseTo(150), Call(), Call()):
        state, _ = apply(state, move)
    assert state.to_act == 1
    assert legal(state).max_raise_to is None
    assert legal(state).to_call == 50


@rule("AMB-27", "TV-60", "FT-24.2")
@pytest.mark.parametrize(("house", "reopened"), [(POKERSTARS, True), (FULLTILT, False)])
def test_amb_27_several_short_all_ins_add_up_at_one_room_only(house, reopened):
    stacks = {1: 5_000, 2: 225, 3: 5_000, 4: 300, 5: 5_000}
    state = hand(house, "no-limit", stacks, *[Call()] * 5)
    for move in (RaiseTo(100), RaiseTo(125), Call(), RaiseTo(200), Call()):
        state, _ = apply(state, move)
    assert state.to_act == 1
    assert (legal(state).min_raise_to == 300) == reopened


@BOTH
@rule("AMB-28", "TV-62")
def test_amb_28_half_a_bet_reopens_limit_betting_in_both_rooms(house):
    stakes = Stakes.blinds(200, 400)
    stacks = {1: 9_000, 2: 9_000, 3: 1_745}
    rules = hand_rules(house)
    state = new_hand("holdem", "fixed-limit", stakes, stacks, 3, rules=rules)
    for move in (*[Call()] * 6, RaiseTo(800), Call(), RaiseTo(1_345)):
        state, _ = apply(state, move)
    assert (state.to_act, legal(state).min_raise_to) == (1, 2_145)


@rule("FT-22", "AMB-26", "TV-09")
@BOTH
def test_ft_22_odd_chips_go_one_each_from_the_buttons_left(house):
    # Seats 1, 2 and 3 (the button) hold the same hand on the board; 1,001 chips, dead small blind.
    board = (48, 49, 50, 51, 44)  # four aces and a king: all play the board
    state = new_hand(
        "holdem",
        "no-limit",
        Stakes.blinds(50, 100, 7),
        {1: 334, 2: 334, 3: 334, 4: 12},
        3,
        rules=hand_rules(house),
        blinds=(1, 2),
        holes={1: (0, 5), 2: (1, 6), 3: (2, 7), 4: (3, 8)},
        board=board,
    )
    while state.to_act is not None:
        options = legal(state)
        move = RaiseTo(options.max_raise_to) if options.max_raise_to else Call()
        state, _ = apply(state, move)
    won = {s: int(state.table.won[s - 1]) for s in (1, 2, 3, 4)}
    main = state.pots[0].amount
    each, odd = divmod(main, 4)
    # Main pot: seat 4 is first on the button's left, then 1, 2, 3.
    order = [4, 1, 2, 3]
    side, side_odd = divmod(state.pots[1].amount, 3)
    expected = {s: each + (k < odd) for k, s in enumerate(order)}
    for k, s in enumerate([1, 2, 3]):
        expected[s] += side + (k < side_odd)
    assert won == expected
    assert sum(won.values()) == main + state.pots[1].amount


@pytest.mark.parametrize(("house", "first"), [(POKERSTARS, 1), (FULLTILT, 2)])
def test_after_an_all_in_full_tilt_shows_the_last_bettor_first(house, first):
    """RULEBOOK 6.8, from real hands of both rooms."""
    state = hand(house, "no-limit", {1: 900, 2: 900}, RaiseTo(900), Call())
    assert state.showing[0][0] == first
    # With a bet on the last street the bettor shows first in both rooms.
    state = hand(house, "no-limit", {1: 9_000, 2: 9_000}, *[Call()] * 7, RaiseTo(100), Call())
    assert state.showing[0][0] == 2
