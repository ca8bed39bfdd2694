"""The face: moves, states, events and texts, and how each can be wrong."""

from __future__ import annotations

import pytest

from railbird.arena.cards import parse_cards
from railbird.arena.hand.actions import (
    Call,
    Fold,
    IllegalMove,
    InvalidMove,
    Legal,
    RaiseTo,
    parse_move,
)
from railbird.arena.hand.events import (
    Called,
    Checked,
    Dealt,
    Folded,
    Raised,
    Shown,
    UncalledReturned,
    Won,
)
from railbird.arena.hand.problems import Problem, problems
from railbird.arena.hand.setup import Stakes
from railbird.arena.hand.state import HandState, apply, legal, new_hand
from railbird.arena.hand.text import InvalidHandText, parse_hand
from tests.arena.hand.play import play

SIDE_POT = """
    # TDA; big blind ante
    game holdem no-limit
    level 100/200 dead_ante 200
    button 1
    seat 1 5000 AsAd
    seat 2 3000 KcKd
    seat 3 1100 7h7s
    board 7d9c2s4hJc
    """


@pytest.mark.parametrize("move", [Fold(), Call(), RaiseTo(600)])
def test_moves_print_and_parse(move: object) -> None:
    assert parse_move(str(move)) == move


@pytest.mark.parametrize("text", ["", "folds", "raise", "raise -5", "raise 1.5", "raise x", "5"])
def test_what_is_no_move_is_invalid(text: str) -> None:
    with pytest.raises(InvalidMove, match="not a move"):
        parse_move(text)


@pytest.mark.parametrize("total", [0, -1, True, "5", 1.5])
def test_a_raise_is_to_a_positive_whole_number(total: object) -> None:
    with pytest.raises(InvalidMove, match="positive whole number"):
        RaiseTo(total)  # type: ignore[arg-type]


def test_other_words_for_the_same_moves() -> None:
    assert parse_move("check") == Call()
    assert parse_move("bet 40") == RaiseTo(40)


def test_apply_refuses_what_is_no_move_and_what_is_not_allowed() -> None:
    state = parse_hand(SIDE_POT)
    with pytest.raises(InvalidMove, match="not a move: 'fold'"):
        apply(state, "fold")  # type: ignore[arg-type]
    with pytest.raises(IllegalMove, match=r"RaiseTo\(total=399\): it is not among Legal\(fold"):
        apply(state, RaiseTo(399))
    over = play(SIDE_POT, "fold; fold")
    with pytest.raises(IllegalMove, match="nobody is to act") as error:
        apply(over, Call())
    assert error.value.legal is None
    with pytest.raises(InvalidMove, match="over"):
        legal(over)


def test_legal_holds_what_it_lists() -> None:
    found = Legal(True, 10, 40, 80, 40)
    assert list(found) == [Fold(), Call(), RaiseTo(40), RaiseTo(80)]
    assert all(move in found for move in found)
    assert RaiseTo(41) not in found
    assert "fold" not in found
    assert RaiseTo(40) not in Legal(True, 10, None, None)


def test_a_side_pot_hand_tells_its_events() -> None:
    state = parse_hand(SIDE_POT)
    told = []
    for move in (RaiseTo(600), RaiseTo(1600), Call(), Call(), Call(), RaiseTo(3400), Fold()):
        state, events = apply(state, move)
        told.append(events)
    assert told[0] == (Raised(1, 600, 600, False),)
    assert told[2] == (Called(3, 700, True),)
    assert told[3][1] == Dealt(None, parse_cards("7d9c2s"))
    assert told[4] == (Checked(2),)
    assert told[5] == (Raised(1, 3400, 3400, True),)
    last = told[6]
    assert last[0] == Folded(2)
    assert last[1] == UncalledReturned(1, 3400)
    assert Shown(1, True) in last
    assert last[-2:] == (Won(1, 1400), Won(3, 2900))


def test_stud_cards_are_told_by_seat() -> None:
    text = (
        "game stud fixed-limit\nbets 40/80 ante 8 bring_in 12\n"
        "seat 1 500 4s5s9c5h\nseat 2 500 6s7s2d??\n"
    )
    _, events = apply(play(text, "call"), Call())
    assert Dealt(1, parse_cards("5h")) in events
    assert Dealt(2, (None,)) in events


def test_states_are_values() -> None:
    state = parse_hand(SIDE_POT)
    before = str(state)
    after, _ = apply(state, Call())
    assert str(state) == before
    assert after != state
    assert state == parse_hand(before)
    assert hash(state) == hash(parse_hand(before))
    assert state != "state"
    with pytest.raises(ValueError, match="read-only"):
        state.table["pot"] = 5
    assert repr(state) == "<HandState holdem preflop, to act 1>"
    assert (state.betting, state.seats, state.live) == ("no-limit", (1, 2, 3), (1, 2, 3))
    assert (state.contribution(3), state.pot) == (400, 500)
    assert state.relevant_pot(1) is None
    assert state.cards(1) == parse_cards("AsAd")


def test_a_deck_is_dealt_from_the_top_one_card_at_a_time() -> None:
    deck = list(range(51, -1, -1))
    state = new_hand("holdem", "no-limit", Stakes.blinds(1, 2), {1: 9, 2: 9, 3: 9}, 3, deck=deck)
    assert state.cards(1) == (51, 48)
    assert state.cards(3) == (49, 46)
    assert play(str(state), "call; call; call").board == (45, 44, 43)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("hello", "unknown line: 'hello'"),
        ("game chess no-limit\nlevel 1/2\nseat 1 5\nseat 2 5", "chess"),
        ("game holdem\nlevel 1/2\nseat 1 5\nseat 2 5", "not a hand"),
        ("game holdem no-limit\nlevel 1/2 anti 5\nseat 1 5\nseat 2 5", "anti"),
        ("game holdem no-limit\nlevel 1/2\nrule nonsense 5\nseat 1 5\nseat 2 5", "nonsense"),
        ("game holdem no-limit\nlevel 1/2\nseat 1 x", "not a hand"),
        ("game holdem no-limit\nlevel 1/2\nseat 1 9 Ax\nseat 2 5", "not a card"),
        ("state pot\ngame holdem no-limit", "not a hand"),
    ],
)
def test_a_text_that_is_no_hand_says_why(text: str, why: str) -> None:
    with pytest.raises(InvalidHandText, match=why):
        parse_hand(text)


def test_rules_of_the_house_stand_in_the_text() -> None:
    text = SIDE_POT + "rule limit_cap 3\nrule reopen_limit_fraction 2/3\n"
    state = parse_hand(text)
    assert "rule limit_cap 3" in str(state)
    assert "rule reopen_limit_fraction 2/3" in str(state)
    assert parse_hand(str(state)) == state
    with_blinds = parse_hand(
        "game holdem no-limit\nlevel 1/2\nbutton 2\nblinds - 3\nseats 6\nseat 1 9\nseat 3 9\n"
        "sitting_out 1\n"
    )
    assert with_blinds.pot == 2


def broken(**fields: object) -> tuple[Problem, ...]:
    tables = parse_hand(SIDE_POT).tables()
    for name, value in fields.items():
        tables[0][name] = value
    return problems(HandState(tables))


def test_every_problem_is_named() -> None:
    assert broken() == ()
    found = {
        Problem.CHIPS_NOT_CONSERVED: broken(stack=[1, 2, 3, *[0] * 7]),
        Problem.NEGATIVE_CHIPS: broken(street_bet=[-1, *[0] * 9]),
        Problem.CARD_DEALT_TWICE: broken(board=[48, 51, 255, 255, 255]),
        Problem.NOT_A_CARD: broken(board=[99, 255, 255, 255, 255]),
        Problem.NOBODY_LIVE: broken(status=[2] * 10),
        Problem.SEAT_TO_ACT_CANNOT: broken(to_act=7),
        Problem.POT_NOT_THE_CONTRIBUTIONS: broken(pot=1),
        Problem.BET_OVER_CONTRIBUTION: broken(street_bet=[900] * 10),
        Problem.POTS_NOT_THE_POT: broken(over=1, to_act=-1),
        Problem.WON_NOT_THE_POT: broken(over=1, to_act=-1),
    }
    assert set(found) == set(Problem)
    for problem, seen in found.items():
        assert problem in seen
