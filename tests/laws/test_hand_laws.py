"""Properties of any hand, over random play of every game and betting structure."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbird.arena.hand.actions import Call, Fold, IllegalMove, RaiseTo
from railbird.arena.hand.batch import act_range, new_streams, random_range, start_range
from railbird.arena.hand.games import BETTING_CODES, GAMES, MIXES
from railbird.arena.hand.problems import problems
from railbird.arena.hand.record import CALL, FOLD, RAISE, new_tables
from railbird.arena.hand.rules import HandRules
from railbird.arena.hand.setup import Stakes, blind_array, write_game, write_stakes
from railbird.arena.hand.state import HandState, apply, legal, new_hand
from railbird.arena.hand.text import parse_hand

BETTINGS = list(BETTING_CODES)


def stakes_of(game: str, ante: int, dead: int) -> Stakes:
    if GAMES[game].is_stud:
        return Stakes.stud(10, 20, max(ante, 1), 3)
    return Stakes.blinds(5, 10, ante, dead)


@st.composite
def hands(draw: st.DrawFn) -> HandState:
    """A random hand of any game with 2 to the most seats, some of them empty, some short."""
    game = draw(st.sampled_from(list(GAMES)))
    most = GAMES[game].most_seats
    seats = draw(st.lists(st.integers(1, most), min_size=2, max_size=most, unique=True))
    stacks = {seat: draw(st.integers(1, 400)) for seat in seats}
    deck = list(range(52))
    random.Random(draw(st.integers(0, 10**6))).shuffle(deck)
    return new_hand(
        game,
        draw(st.sampled_from(BETTINGS)),
        stakes_of(game, draw(st.sampled_from((0, 2))), draw(st.sampled_from((0, 10)))),
        stacks,
        draw(st.integers(1, most)),
        rules=HandRules(
            cumulative_reopen=draw(st.booleans()),
            short_blind_calls_full=draw(st.booleans()),
            stud_odd_chip_by_card=draw(st.booleans()),
        ),
        seats=most,
        deck=deck,
    )


def random_move(state: HandState, rng: random.Random) -> Fold | Call | RaiseTo:
    found = legal(state)
    choices: list[Fold | Call | RaiseTo] = [Call()] + [Fold()] * found.fold
    if found.min_raise_to and found.max_raise_to:
        sizes = range(found.min_raise_to, found.max_raise_to + 1, found.raise_step)
        choices.append(RaiseTo(rng.choice(sizes)))
    return rng.choice(choices)


@settings(max_examples=40, deadline=None)
@given(hands(), st.randoms(use_true_random=False))
def test_every_state_is_sound_and_has_a_text_form(state: HandState, rng: random.Random) -> None:
    chips = sum(int(x) for x in state.table.start_stack)
    for _ in range(200):
        assert problems(state) == (), str(state)
        assert parse_hand(str(state)) == state
        assert sum(int(x) for x in state.table.stack) + (0 if state.is_over else state.pot) == chips
        if state.is_over:
            return
        state, events = apply(state, random_move(state, rng))
        assert events
    pytest.fail("the hand does not end")


@settings(max_examples=60, deadline=None)
@given(hands(), st.randoms(use_true_random=False))
def test_apply_accepts_exactly_the_legal_moves(state: HandState, rng: random.Random) -> None:
    while not state.is_over:
        found = legal(state)
        most = state.stack(state.to_act or 0) + state.street_bet(state.to_act or 0)
        for total in {1, *(found.min_raise_to or 1, found.max_raise_to or 1), most, most + 1}:
            for move in (RaiseTo(total), RaiseTo(total + 1), Fold()):
                if move in found:
                    apply(state, move)
                else:
                    with pytest.raises(IllegalMove) as error:
                        apply(state, move)
                    assert error.value.legal == found
        state, _ = apply(state, random_move(state, rng))


@settings(max_examples=60, deadline=None)
@given(hands(), st.integers(1, 9), st.randoms(use_true_random=False))
def test_renumbering_seats_renumbers_everything(
    state: HandState, shift: int, rng: random.Random
) -> None:
    t = state.table
    if t.is_stud:
        return  # Stud deals from seat 1 and breaks board ties by seat.
    n = int(t.seats)
    seats = {i: (i + shift) % n for i in range(n)}
    tables = new_tables(1)
    turned = tables[0]
    for name in t.dtype.names or ():
        if t.dtype[name].shape[:1] == (10,) and name not in ("show_order",):
            for old, new in seats.items():
                turned[name][new] = t[name][old]
        else:
            turned[name] = t[name]
    turned.button = (t.button + shift) % n
    turned.first_seat = (t.first_seat + shift) % n
    start_range(tables, 0, 1)
    other = HandState(tables)
    while not state.is_over:
        assert other.to_act == seats[(state.to_act or 0) - 1] + 1
        assert legal(other) == legal(state)
        move = random_move(state, rng)
        state, other = apply(state, move)[0], apply(other, move)[0]
    assert other.is_over
    for old, new in seats.items():
        assert state.stack(old + 1) == other.stack(new + 1)


@pytest.mark.parametrize("game", GAMES)
def test_the_unseen_cards_change_neither_legal_moves_nor_what_is_asked(game: str) -> None:
    """Only up cards, the board and the betting decide what is legal before the showdown."""
    rng = random.Random(game)
    for _ in range(30):
        deck = rng.sample(range(52), 52)
        stacks = {seat: rng.randint(20, 300) for seat in (1, 2, 3)}
        stakes = stakes_of(game, 1, 0)
        first = new_hand(game, "fixed-limit", stakes, stacks, 3, deck=deck)
        down = GAMES[game].hole_cards - GAMES[game].is_stud
        hidden = deck[: 3 * down]
        other_deck = [*rng.sample(hidden, len(hidden)), *deck[3 * down :]]
        second = new_hand(game, "fixed-limit", stakes, stacks, 3, deck=other_deck)
        while not first.is_over:
            assert second.to_act == first.to_act
            assert legal(second) == legal(first)
            move = random_move(first, rng)
            first, second = apply(first, move)[0], apply(second, move)[0]


def test_same_deck_and_same_moves_give_the_same_events() -> None:
    rng = random.Random(5)
    state = new_hand("omaha8", "pot-limit", Stakes.blinds(5, 10), {1: 90, 2: 300, 3: 40}, 1)
    twin = parse_hand(str(state))
    while not state.is_over:
        move = random_move(state, rng)
        (state, events), (twin, same) = apply(state, move), apply(twin, move)
        assert events == same
    assert state == twin


def batch(game: str, betting: str, count: int) -> Any:
    tables = new_tables(count)
    stakes = stakes_of(game, 1, 0)
    write_game(tables, GAMES[game], betting, HandRules())
    write_stakes(tables, stakes, betting)
    tables["seats"] = 6
    tables["dealt"][:, :6] = 1
    tables["start_stack"][:, :6] = [200, 35, 80, 400, 7, 150]
    tables["deck"] = np.arange(52)
    return tables, blind_array(stakes)


@pytest.mark.parametrize("game", GAMES)
def test_batches_do_not_depend_on_how_they_are_cut(game: str) -> None:
    whole, stakes = batch(game, "fixed-limit", 40)
    parts, _ = batch(game, "fixed-limit", 40)
    one, two = new_streams(40, 7), new_streams(40, 7)
    for _ in range(60):
        assert random_range(whole, one, stakes, 0, 40) == 40
        moves = random_range(parts, two, stakes, 0, 13) + random_range(parts, two, stakes, 13, 40)
        assert moves == 40
    assert whole.tobytes() == parts.tobytes()
    assert (one == two).all()


def test_a_batch_move_that_is_not_legal_changes_nothing() -> None:
    tables, stakes = batch("holdem", "no-limit", 4)
    random_range(tables, new_streams(4, 1), stakes, 0, 4)
    start_range(tables, 0, 4)
    before = tables.copy()
    kinds = np.array([FOLD, CALL, RAISE, 9])
    totals = np.array([0, 0, 1, 0])
    done = np.zeros(4, dtype=bool)
    act_range(tables, kinds, totals, done, 0, 4)
    assert done.tolist() == [True, True, False, False]
    assert tables[2:].tobytes() == before[2:].tobytes()
    assert tables[0].tobytes() != before[0].tobytes()


def test_mixes_are_rotations_of_games_we_deal() -> None:
    assert set(MIXES) >= {"HORSE", "8-Game"}
    for rotation in MIXES.values():
        for part in rotation:
            if part is not None:
                assert part[0] in GAMES
                assert part[1] in BETTING_CODES
