"""Stud, stud hi/lo and razz: who brings in, who acts first, completing, odd chips by card."""

from __future__ import annotations

import pytest

from railbird.arena.hand.actions import Call, Fold, RaiseTo
from railbird.arena.hand.legal import nearest_raise
from railbird.arena.hand.state import HandState, legal
from tests.arena.hand.play import play


def stud(game: str, *hands: str, stacks: tuple[int, ...] = (), extra: str = "") -> str:
    stacks = stacks or (1000,) * len(hands)
    seats = zip(range(1, len(hands) + 1), stacks, hands, strict=True)
    lines = "\n".join(f"seat {n} {chips} {cards}" for n, chips, cards in seats)
    return f"game {game} fixed-limit\nbets 40/80 ante 8 bring_in 12\n{lines}\n{extra}\n"


@pytest.mark.parametrize(
    ("game", "doors", "brings_in"),
    [
        ("stud", ("9c", "2d", "2c"), 3),
        ("stud", ("9c", "2s", "As"), 2),
        ("stud8", ("3h", "3d", "Ac"), 2),
        ("razz", ("9c", "Kd", "Ks"), 3),
        ("razz", ("Ac", "2d", "Qh"), 3),
        ("razz", ("As", "2d", "3h"), 3),
    ],
)
def test_ps_6_8_the_worst_door_card_brings_in(
    game: str, doors: tuple[str, ...], brings_in: int
) -> None:
    hidden = ("4s5s", "6s7s", "8s9s")
    state = play(stud(game, *[h + d for h, d in zip(hidden, doors, strict=True)]))
    assert state.street == "third"
    assert state.to_act == brings_in
    assert legal(state).fold is False
    assert legal(state).to_call == 12
    assert list(legal(state)) == [Call(), RaiseTo(40)]


def test_completing_is_the_first_of_four_bets() -> None:
    state = play(stud("stud", "4s5s9c", "6s7s2d", "8s9sTc"), "call; raise 40; raise 80; raise 120")
    assert (legal(state).min_raise_to, legal(state).max_raise_to) == (160, 160)
    capped = play(str(state), "raise 160")
    assert legal(capped).max_raise_to is None
    assert list(legal(capped)) == [Fold(), Call()]


def test_the_bring_in_has_no_option_when_all_call() -> None:
    state = play(stud("stud", "4s5s9c", "6s7s2d", "8s9sTc"), "call; call; call")
    assert state.street == "fourth"


def test_the_best_board_acts_first_and_in_razz_the_lowest() -> None:
    # Deal order on later streets is seat 1, 2, 3: boards 9c5h, 2d2h, TcAd.
    hands = ("4s5s9c5h", "6s7s2d2h", "8s9sTcAd")
    assert play(stud("stud", *hands), "call; call; call").to_act == 2
    assert play(stud("razz", *hands), "call; call; call").to_act == 1


def test_an_all_in_bring_in_owner_leaves_the_price_to_the_next() -> None:
    state = play(stud("stud", "4s5s9c", "6s7s2d", "8s9sTc", stacks=(500, 8, 500)))
    assert state.stack(2) == 0
    assert state.to_act == 3
    assert legal(state).to_call == 12
    assert legal(state).fold


def test_a_short_bring_in_leaves_the_full_price() -> None:
    hands = ("4s5s9c", "6s7s2d", "8s9sTc")
    state = play(stud("stud", *hands, stacks=(500, 13, 500)), "call")
    assert state.stack(2) == 0
    assert legal(state).to_call == 12
    rule = "rule short_blind_calls_full False"
    posted = play(stud("stud", *hands, stacks=(500, 13, 500), extra=rule), "call")
    assert legal(posted).to_call == 5


def test_an_open_pair_allows_the_big_bet_on_fourth_street() -> None:
    hands = ("4s5s9c5h", "6s7s2d2h", "8s9sTcAd")
    state = play(stud("stud", *hands), "call; call; call")
    found = legal(state)
    assert list(found) == [Call(), RaiseTo(40), RaiseTo(80)]
    assert RaiseTo(60) not in found
    # A double bet makes the round one of big bets, a single one leaves the choice.
    assert list(legal(play(str(state), "raise 80"))) == [Fold(), Call(), RaiseTo(160)]
    single = list(legal(play(str(state), "raise 40")))
    assert single == [Fold(), Call(), RaiseTo(80), RaiseTo(120)]
    for other in ("stud8", "razz"):
        plain = play(stud(other, *hands), "call; call; call")
        assert list(legal(plain)) == [Call(), RaiseTo(40)]


def test_the_nearest_raise_is_one_of_the_two_sizes() -> None:
    hands = ("4s5s9c5h", "6s7s2d2h", "8s9sTcAd")
    table = play(stud("stud", *hands), "call; call; call").table
    assert [nearest_raise(table, total) for total in (1, 40, 79, 80, 500)] == [40, 40, 40, 80, 80]


def test_unknown_door_cards_bring_in_from_the_first_seat() -> None:
    text = stud("stud", "??????", "??????", "8s9sTc")
    assert play(text).to_act == 3
    assert play(stud("razz", "??????", "??????")).to_act == 1


def test_bets_double_on_fifth_street() -> None:
    state = play(stud("razz", "4s5s9c5h", "6s7s2d2h"), "call; call; call; call")
    assert state.street == "fifth"
    assert list(legal(state)) == [Call(), RaiseTo(80)]


def showdown(game: str, *hands: str, rule: str = "") -> HandState:
    """All call to the end with an odd ante of a folded seat 3 in the pot."""
    state = play(stud(game, *hands, extra=f"{rule}"))
    while not state.is_over:
        move = "fold" if state.to_act == 3 and legal(state).fold else "call"
        state = play(str(state), move)
    return state


def test_odd_chips_go_by_card_in_stud() -> None:
    # Equal kings-high straights: seat 2 holds the spade king, the highest card by suit.
    hands = ("KhQdJcTh9d3c4d", "KsQhJdTc9h3d4h", "2h7c2d")
    setup = stud("stud", *hands).replace("ante 8", "ante 9")
    state = play(setup, "call; raise 40; call; fold")
    while not state.is_over:
        state = play(str(state), "call")
    assert [p.winners for p in state.pots][-1] == (1, 2)
    total = sum(p.amount for p in state.pots)
    assert total % 2 == 1
    assert state.won(2) == state.won(1) + 1
    by_place = play(setup + "rule stud_odd_chip_by_card False\n", "call; raise 40; call; fold")
    while not by_place.is_over:
        by_place = play(str(by_place), "call")
    assert by_place.won(1) == by_place.won(2) + 1


def test_odd_chips_go_to_the_lowest_card_in_razz() -> None:
    hands = ("Ad2h3c4h6dKcKd", "Ac2s3d4c6hKhQd", "9h7cKs")
    setup = stud("razz", *hands).replace("ante 8", "ante 9")
    state = play(setup, "call; raise 40; call; fold")
    while not state.is_over:
        state = play(str(state), "call")
    assert sum(p.amount for p in state.pots) % 2 == 1
    # Both made 6-4-3-2-A; the club ace is the lowest card.
    assert state.won(2) == state.won(1) + 1


def test_eight_players_to_the_end_share_one_last_card() -> None:
    seats = "\n".join(f"seat {n} 1000" for n in range(1, 9))
    state = play(f"game stud fixed-limit\nbets 40/80 ante 8 bring_in 12\n{seats}\n")
    while not state.is_over:
        state = play(str(state), "call")
    assert len(state.board) == 1
    assert all(len(state.cards(seat)) == 6 for seat in range(1, 9))
