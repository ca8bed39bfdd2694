"""RULEBOOK section 7, betting: TV-57 to TV-63."""

from __future__ import annotations

import pytest

from railbird.arena.hand.actions import Call, Fold, IllegalMove, RaiseTo
from railbird.arena.hand.state import HandState, apply, legal
from tests.arena.hand.play import play


def table(game: str, level: str, stacks: dict[int, int], button: int, rule: str = "") -> str:
    seats = "\n".join(f"seat {seat} {chips}" for seat, chips in stacks.items())
    return f"game {game}\nlevel {level}\nbutton {button}\n{seats}\n{rule}\n"


def raise_bounds(state: HandState) -> tuple[int | None, int | None]:
    found = legal(state)
    return found.min_raise_to, found.max_raise_to


def test_tv_57_min_raise_is_the_last_raise() -> None:
    deep = {seat: 10_000 for seat in range(1, 7)}
    assert raise_bounds(play(table("holdem no-limit", "50/100", deep, 1), "raise 250"))[0] == 400
    ladder = "raise 125; raise 200; raise 500"
    assert raise_bounds(play(table("holdem no-limit", "25/50", deep, 1), ladder))[0] == 800


def test_tv_57_a_raise_below_the_minimum_is_refused_with_the_legal_set() -> None:
    deep = {seat: 10_000 for seat in range(1, 7)}
    state = play(table("holdem no-limit", "50/100", deep, 1), "raise 250")
    with pytest.raises(IllegalMove) as error:
        apply(state, RaiseTo(399))
    assert error.value.legal == legal(state)
    assert error.value.move == RaiseTo(399)


def test_tv_58_pot_limit_is_call_and_then_the_pot() -> None:
    deep = {seat: 10_000 for seat in range(1, 5)}
    assert raise_bounds(play(table("holdem pot-limit", "10/20", deep, 1))) == (40, 70)
    # 100 in the pot on the flop: bet 100; facing 50 with 150 in the pot: to 250? 50 + 200.
    flop = play(table("holdem pot-limit", "25/50", {1: 10_000, 2: 10_000}, 1), "call; call")
    assert flop.pot == 100
    assert raise_bounds(flop) == (50, 100)
    assert raise_bounds(play(str(flop), "raise 50")) == (100, 250)


def test_tv_59_ps_6_8_short_all_in_does_not_reopen() -> None:
    # A is seat 1, B seat 2, C seat 3 on the flop; the last seat has the button.
    setup = table("holdem no-limit", "50/100", {1: 5000, 2: 250, 3: 5000, 4: 5000}, 4)
    flop = play(setup, "call; call; call; call; raise 100; raise 150")
    assert raise_bounds(flop) == (250, 4900), "C has not acted: the full raise goes on top"
    back = play(str(flop), "call; fold")
    assert back.to_act == 1
    assert legal(back).max_raise_to is None
    assert list(legal(back)) == [Fold(), Call()]
    assert legal(back).to_call == 50


@pytest.mark.parametrize(("cumulative", "bounds"), [(True, (300, 4900)), (False, (None, None))])
def test_tv_60_amb_27_several_short_all_ins(
    cumulative: bool, bounds: tuple[int | None, int | None]
) -> None:
    stacks = {1: 5000, 2: 225, 3: 5000, 4: 300, 5: 5000}
    rule = "" if cumulative else "rule cumulative_reopen False"
    setup = table("holdem no-limit", "50/100", stacks, 5, rule)
    state = play(
        setup,
        "call; call; call; call; call;"  # 3 4 5 1 2
        "raise 100; raise 125; call; raise 200; call",
    )
    assert state.to_act == 1
    assert legal(state).to_call == 100
    assert raise_bounds(state) == bounds


@pytest.mark.parametrize("seats", [2, 3])
def test_tv_61_ps_6_1_ft_23_a_fifth_bet_is_refused_heads_up_too(seats: int) -> None:
    setup = table("holdem fixed-limit", "15/30", {s: 3000 for s in range(1, seats + 1)}, seats)
    flop = play(setup, ";".join(["call"] * seats))
    assert flop.street == "flop"
    capped = play(str(flop), "raise 30; raise 60; raise 90; raise 120")
    assert legal(capped).max_raise_to is None
    with pytest.raises(IllegalMove):
        apply(capped, RaiseTo(150))
    # Before the flop the big blind is the first bet.
    before = play(setup, "raise 60; raise 90; raise 120")
    assert legal(before).max_raise_to is None


def test_tv_62_amb_28_half_a_bet_reopens_in_limit() -> None:
    stacks = {1: 9000, 2: 9000, 3: 1745}
    setup = table("holdem fixed-limit", "200/400", stacks, 3)
    state = play(setup, "call; call; call; call; call; call")
    assert state.street == "turn"
    state = play(str(state), "raise 800; call; raise 1345")
    assert state.to_act == 1
    assert raise_bounds(state) == (2145, 2145)


def test_amb_28_less_than_half_a_bet_does_not_reopen_and_is_completed() -> None:
    stacks = {1: 9000, 2: 9000, 3: 1500, 4: 9000}
    state = play(table("holdem fixed-limit", "200/400", stacks, 4), "call; call; call; call")
    state = play(str(state), "call; call; call; call")
    assert state.street == "turn"
    state = play(str(state), "raise 800; call; raise 1100")
    assert state.to_act == 4
    assert raise_bounds(state) == (1600, 1600), "who has not acted completes to two bets"
    back = play(str(state), "call")
    assert back.to_act == 1
    assert legal(back).max_raise_to is None


def test_tv_63_the_price_stays_the_full_big_blind() -> None:
    state = play(
        "game holdem no-limit\nlevel 60/120 ante 15\nbutton 1\n"
        "seat 1 3000\nseat 2 3000\nseat 3 11\nseat 4 3000\n"
    )
    assert state.stack(3) == 0
    assert state.street_bet(3) == 0
    assert state.street_bet(2) == 60
    assert state.to_act == 4
    assert legal(state).to_call == 120
    assert raise_bounds(state) == (240, 2985)
    after = play(str(state), "call; fold; call")
    # Each could match 11; the rest is a side pot of the two who called.
    assert after.street == "flop"
    assert [p.amount for p in play(str(after), "raise 120; fold").pots] == [44, 4 + 4 + 4 + 240]


def test_tv_63_other_rooms_ask_only_what_was_posted() -> None:
    state = play(
        "game holdem no-limit\nlevel 60/120\nrule short_blind_calls_full False\nbutton 1\n"
        "seat 1 3000\nseat 2 3000\nseat 3 80\nseat 4 3000\n"
    )
    assert legal(state).to_call == 80
