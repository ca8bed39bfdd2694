"""Who shows first, who may muck, and what a hand is worth."""

from __future__ import annotations

from tests.arena.hand.play import play

BOARD = "board 2c3d7h8s9c"


def test_the_last_aggressor_shows_first_and_the_beaten_may_muck() -> None:
    text = f"""
        game holdem no-limit
        level 50/100
        button 1
        seat 1 9000 AsKh
        seat 2 9000 QsQh
        seat 3 9000 JsJh
        {BOARD}
        """
    river = play(text, "call; call; call; call; call; call; call; call; call")
    assert river.street == "river"
    over = play(str(river), "call; raise 100; call; call")
    # Seat 3 bet: jacks shown; then seat 1 (ace high, may muck), then seat 2 (queens win).
    assert over.showing == ((3, True), (1, False), (2, True))


def test_without_a_bet_the_first_left_of_the_button_shows() -> None:
    text = f"""
        game holdem no-limit
        level 50/100
        button 2
        seat 1 9000 AsKh
        seat 2 9000 QsQh
        seat 3 9000 JsJh
        {BOARD}
        """
    over = play(text, ";".join(["call"] * 12))
    assert over.showing == ((3, True), (1, False), (2, True))


def test_side_pots_are_shown_from_the_outermost_in() -> None:
    text = f"""
        game holdem no-limit
        level 50/100
        button 1
        seat 1 9000 AsKh
        seat 2 300 QsQh
        seat 3 9000 JsJh
        {BOARD}
        """
    state = play(text, "raise 300; call; call; raise 100; call; call; call; call; call")
    assert [seat for seat, _ in state.showing] == [3, 1, 2]


def test_hands_are_turned_up_when_nobody_can_bet_any_more() -> None:
    text = f"""
        game holdem no-limit
        level 50/100
        button 1
        seat 1 900 AsKh
        seat 2 900 QsQh
        {BOARD}
        """
    assert play(text, "raise 900; call").showing == ((2, True), (1, True))
    # At Full Tilt who bet last shows first, though the later rounds had no bet.
    full_tilt = text + "rule all_in_bettor_first True\n"
    assert play(full_tilt, "raise 900; call").showing == ((1, True), (2, True))
    plain = play(text + "rule all_in_face_up False\n", "call; raise 900; call")
    assert plain.showing == ((2, True), (1, False))


def test_a_low_hand_may_not_be_mucked_while_it_can_win_half() -> None:
    text = """
        game omaha8 pot-limit
        level 50/100
        button 1
        seat 1 9000 As2sQdJd
        seat 2 9000 KsKhTdTc
        board 3c4d8hKdJs
        """
    over = play(text, ";".join(["call"] * 8))
    assert over.showing == ((2, True), (1, True))
    assert (over.won(1), over.won(2)) == (100, 100)


def test_a_fold_to_one_seat_shows_nothing() -> None:
    over = play("game holdem no-limit\nlevel 50/100\nbutton 1\nseat 1 900\nseat 2 900\n", "fold")
    assert over.showing == ()
    assert over.pots[0].winners == (2,)


def test_unknown_cards_lose_to_known_ones() -> None:
    text = f"""
        game holdem no-limit
        level 50/100
        button 1
        seat 1 900 ????
        seat 2 900 4s4h
        {BOARD}
        """
    over = play(text, "raise 900; call")
    assert over.cards(1) == (None, None)
    assert over.won(2) == 1800


def test_an_unknown_board_ranks_no_omaha_hand() -> None:
    deck = "AsKhQdJc2c3d4h5s??????????" + "??" * 39
    text = f"game omaha pot-limit\nlevel 50/100\nbutton 2\nseat 1 100\nseat 2 100\ndeck {deck}\n"
    over = play(text, "call")
    assert over.is_over
    assert over.pots[0].winners == (1, 2), "nothing is known, so nobody is better"


def test_chips_of_a_seat_that_gave_up_reach_a_side_pot() -> None:
    text = f"""
        game holdem no-limit
        level 50/200
        button 1
        sitting_out 3
        seat 1 100 AsKh
        seat 2 900 QsQh
        seat 3 200 JsJh
        seat 4 900 TsTh
        {BOARD}
        """
    over = play(text, "call; call; call; call; call; call; call; call; call")
    assert [pot.amount for pot in over.pots] == [400, 300]
    assert over.relevant_pot(3) == 1
    assert over.pots[1].winners == (2,)
    assert over.relevant_pot(1) == 0
