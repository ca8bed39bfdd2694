"""Forced bets: dead buttons, missing small blinds, antes for all, seats that sit out."""

from __future__ import annotations

from railbird.arena.hand.setup import Stakes
from railbird.arena.hand.state import HandState, legal, new_hand
from tests.arena.hand.play import play

BLINDS = Stakes.blinds(50, 100)


def dealt(stacks: dict[int, int], button: int, **more: object) -> HandState:
    return new_hand("holdem", "no-limit", BLINDS, stacks, button, **more)  # type: ignore[arg-type]


def test_ft_18_a_dead_button_is_an_empty_seat() -> None:
    state = dealt({1: 1000, 3: 1000, 4: 1000, 5: 1000}, 2, blinds=(3, 4), seats=6)
    assert state.button_seat == 2
    assert (state.street_bet(3), state.street_bet(4)) == (50, 100)
    assert state.to_act == 5
    flop = play(str(state), "call; call; call; call")
    assert flop.to_act == 3, "first left of the empty button"


def test_ft_18_3_there_may_be_no_small_blind() -> None:
    state = dealt({1: 1000, 4: 1000, 5: 1000}, 2, blinds=(None, 4), seats=6)
    assert state.pot == 100
    assert state.to_act == 5
    assert play(str(state), "call; call; call").to_act == 4


def test_ps_15_heads_up_the_button_posts_small_and_acts_first() -> None:
    state = dealt({2: 1000, 5: 1000}, 5)
    assert (state.street_bet(5), state.street_bet(2)) == (50, 100)
    assert state.to_act == 5
    assert play(str(state), "call; call").to_act == 2


def test_heads_up_with_an_empty_button_still_posts_both() -> None:
    state = dealt({2: 1000, 5: 1000}, 3, seats=6)
    assert (state.street_bet(5), state.street_bet(2)) == (50, 100)


def test_the_big_blind_ante_goes_to_the_main_pot_whole() -> None:
    stakes = Stakes.blinds(100, 200, dead_ante=200)
    state = new_hand("holdem", "no-limit", stakes, {1: 5000, 2: 5000, 3: 5000}, 1)
    assert state.contribution(3) == 400
    assert state.street_bet(3) == 200
    walk = play(str(state), "fold; fold")
    assert walk.returned(3) == 100
    assert walk.won(3) == 400


def test_a_seat_that_sits_out_folds_though_its_blind_put_it_all_in() -> None:
    """Real hands: 33332 and 75726253875 at PokerStars, 153580581770 at Full Tilt."""
    stacks = {1: 700, 2: 480, 3: 20}
    state = dealt(stacks, 1, sitting_out=[3])
    assert state.live == (1, 2)
    over = play(str(state), "fold")
    assert over.is_over
    assert (over.returned(2), over.won(2)) == (30, 40)
    assert over.relevant_pot(3) == 0, "its bounty goes with its last chips"
    # A player who is there is only all-in.
    assert dealt(stacks, 1).live == (1, 2, 3)


def test_a_hand_that_forced_bets_decide_is_over_at_once() -> None:
    state = dealt({1: 50, 2: 100}, 1)
    assert state.is_over
    assert len(state.board) == 5
    given_up = dealt({1: 500, 2: 100}, 1, sitting_out=[2])
    assert given_up.is_over
    assert given_up.won(1) == 100
    assert given_up.board == ()


def test_nobody_is_asked_when_only_one_can_bet() -> None:
    # The small blind has more in than the big blind could post.
    state = dealt({1: 1000, 2: 40}, 1)
    assert state.is_over
    assert state.returned(1) == 10


def test_tv_76_a_check_is_free_and_a_fold_there_only_where_the_house_lets() -> None:
    text = "game holdem no-limit\nlevel 50/100\nbutton 1\nseat 1 900\nseat 2 900\n"
    assert not legal(play(text, "call")).fold
    lets = play(text + "rule fold_to_no_bet True\n", "call")
    assert legal(lets).fold
    assert play(str(lets), "fold").is_over


def test_a_raise_nobody_can_match_is_only_for_houses_that_take_it() -> None:
    text = "game holdem no-limit\nlevel 50/100\nbutton 1\nseat 1 2000\nseat 2 900\nseat 3 500\n"
    plain = play(text, "call; raise 900")
    plain = play(str(plain), "fold")
    assert legal(plain).max_raise_to is None
    first = play(text + "rule unmatched_raises True\n", "raise 900; call")
    assert first.to_act == 3
    assert legal(first).to_call == 400
    open_raise = play(text, "raise 600; raise 900; fold")
    assert open_raise.to_act == 1
    assert legal(open_raise).max_raise_to is None
    behind = text.replace("seat 1 2000", "seat 1 2000\nseat 4 2000")
    # Seat 4 is first, seat 1 follows, seat 3 has 400 left and can answer nobody.
    taken = play(behind + "rule unmatched_raises True\n", "raise 2000")
    assert legal(taken).max_raise_to is None


def test_pot_limit_preflop_has_no_limit_later() -> None:
    text = "game holdem pot-limit-preflop\nlevel 50/100\nbutton 1\nseat 1 9000\nseat 2 9000\n"
    before = play(text)
    assert legal(before).max_raise_to == 300
    assert legal(play(text, "call; call")).max_raise_to == 8900
