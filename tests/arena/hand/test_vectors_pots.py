"""RULEBOOK section 7, pots: TV-01 to TV-09 and TV-16b, most of them real hands."""

from __future__ import annotations

from railbird.arena.hand.state import HandState
from tests.arena.hand.play import play


def amounts(state: HandState) -> list[int]:
    return [pot.amount for pot in state.pots]


def winners(state: HandState) -> list[tuple[int, ...]]:
    return [pot.winners for pot in state.pots]


def killer(state: HandState, victim: int) -> tuple[int, ...]:
    """Who won (the high half of) the pot of the victim's last chips."""
    pot = state.relevant_pot(victim)
    assert pot is not None
    return state.pots[pot].winners


def test_tv_01_ps_24_bounties_go_by_the_pot_of_the_last_chips() -> None:
    d, b, v, j = 1, 2, 3, 4
    state = play(
        """
        game holdem no-limit
        level 10/20
        button 3
        seat 1 100 QsQh
        seat 2 200 AsAh
        seat 3 400 JsJh
        seat 4 1000 KsKh
        board 2c3d7h8s9c
        """,
        "raise 200; call; raise 1000; call; call",
    )
    assert state.returned(j) == 600
    assert amounts(state) == [400, 300, 400]
    assert winners(state) == [(b,), (b,), (j,)]
    assert killer(state, d) == (b,)
    assert killer(state, v) == (j,)
    assert [state.stack(seat) for seat in (d, b, v, j)] == [0, 700, 0, 1000]


def test_tv_02_short_big_blind_makes_three_pots() -> None:
    state = play(
        """
        game holdem no-limit
        level 350/700 ante 85
        button 4
        seats 9
        seat 1 20000
        seat 2 20000 AsAh
        seat 4 20000
        seat 5 20000
        seat 6 715 2d4h
        seat 8 20000
        seat 9 2128 KsKh
        board 2c3d7h8sTc
        """,
        "raise 2100; call; fold; raise 8400; fold; fold; fold",
    )
    assert state.returned(2) == 6300
    assert amounts(state) == [3465, 4239, 114]
    assert winners(state) == [(2,), (2,), (2,)]
    assert killer(state, 6) == killer(state, 9) == (2,)
    assert [pot.eligible for pot in state.pots] == [(2, 6, 9), (2, 9), (2,)]


def test_tv_03_short_small_blind_with_antes() -> None:
    seats = "\n".join(f"seat {s} 40000" for s in (1, 3, 4, 5, 6, 7, 8, 9))
    state = play(
        f"""
        game holdem no-limit
        level 350/700 ante 85
        button 1
        {seats}
        seat 2 270
        """,
        "fold; fold; raise 1400; fold; fold; call; call; call;"  # 4 5 6 7 8 9 1 3
        "raise 3500; fold; fold; call;"  # 3 6 9 1
        "call; call; raise 7000; fold",
    )
    assert state.returned(3) == 7000
    assert amounts(state) == [1690, 11860]


def test_tv_04_the_one_who_covers_gets_the_bounty_not_the_best_hand() -> None:
    x, y, z = 1, 2, 3
    state = play(
        """
        game holdem no-limit
        level 25/50
        button 1
        seat 1 950 AsAh
        seat 2 2000 KsKh
        seat 3 1050 QsQh
        board 2c3d7h8s9c
        """,
        "raise 950; raise 2000; call",
    )
    assert amounts(state) == [2850, 200]
    assert winners(state) == [(x,), (y,)]
    assert killer(state, z) == (y,)
    assert state.returned(y) == 950


def test_tv_05_side_pot_winner_gets_the_knock_out() -> None:
    state = play(
        """
        game holdem no-limit
        level 20/40
        button 3
        seat 2 60 AsAh
        seat 3 1000 KsKh
        seat 4 210 QsQh
        seat 5 1000
        board 2c3d7h8s9c
        """,
        "raise 60; raise 630; call; fold",
    )
    assert state.returned(3) == 420
    assert amounts(state) == [220, 300]
    assert winners(state) == [(2,), (3,)]
    assert killer(state, 4) == (3,)
    assert state.relevant_pot(2) is None


def test_tv_06_the_excess_of_an_ante_is_returned() -> None:
    both = play("game holdem no-limit\nlevel 50/100 ante 25\nbutton 1\nseat 1 7\nseat 2 6")
    assert both.is_over
    assert both.returned(1) == 1
    assert both.pot == 12
    blind = play("game holdem no-limit\nlevel 50/100 ante 25\nbutton 1\nseat 1 1\nseat 2 500")
    assert blind.is_over
    assert blind.returned(2) == 124
    assert blind.pot == 2


def test_tv_07_odd_chip_to_the_first_winner_left_of_the_button() -> None:
    state = play(
        """
        game holdem no-limit
        level 47/100
        button 4
        seat 4 5000
        seat 5 5000
        seat 6 2200 AsKh
        seat 7 2200 AhKs
        board 2c3d7h8s9c
        """,
        "raise 2200; fold; fold; call",
    )
    assert amounts(state) == [4447]
    assert (state.won(6), state.won(7)) == (2224, 2223)


def test_tv_08_hi_lo_odd_chip_to_the_high_half_then_by_position() -> None:
    state = play(
        """
        game omaha8 no-limit
        level 265/530
        button 3
        seat 3 1500 KcKh9d9s
        seat 5 5000
        seat 6 1543 As2sQdTc
        seat 9 1543 Ah2dJcTh
        board 3c4d8hKdJs
        """,
        "raise 1543; call; fold; call",
    )
    assert amounts(state) == [4765, 86]
    assert winners(state) == [(3,), (9,)]
    assert [pot.low_winners for pot in state.pots] == [(6, 9), (6, 9)]
    assert state.won(3) == 2383
    assert state.won(6) == 1191 + 22
    assert state.won(9) == 1191 + 43 + 21


def test_tv_09_ft_22_several_odd_chips_go_one_each_clockwise() -> None:
    state = play(
        """
        game holdem no-limit
        level 50/101
        button 2
        seat 2 5000
        seat 3 300 AsKh
        seat 5 300 AhKs
        seat 8 300 AcKd
        board 2c3d7h8s9c
        """,
        "call; call; raise 300; call; call; fold",
    )
    assert amounts(state) == [1001]
    assert [state.won(seat) for seat in (3, 5, 8)] == [334, 334, 333]


def test_tv_16b_ps_25_the_low_half_wins_no_bounty() -> None:
    victim, h1, h2, low = 1, 2, 3, 4
    state = play(
        """
        game omaha8 no-limit
        level 50/100
        button 1
        seat 1 500 QcQh2s2c
        seat 2 900 KcKh7s7c
        seat 3 900 KdKs7d7h
        seat 4 900 Ah2d5c6s
        board 3c4d8hJsTd
        """,
        "call; raise 500; call; call; call",
    )
    # Both pairs of kings play with J T 8: the high is tied, the nut low is alone.
    state = play(str(state), "raise 400; call; call")
    assert state.is_over
    assert killer(state, victim) == (h1, h2)
    assert all(pot.low_winners == (low,) for pot in state.pots)
