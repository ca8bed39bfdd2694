"""Players under the clock: time-outs, lost lines, extra time, sitting out, idle matches."""

from __future__ import annotations

from dataclasses import replace

import pytest

from railbird.arena.tournament.chronicle import Chronicle
from railbird.arena.tournament.deciders import (
    CALL,
    FOLD,
    NO_ANSWER,
    RAISE,
    Decision,
    SeatedPolicy,
    Turn,
    caller,
    check_fold,
)
from railbird.arena.tournament.director import Director
from railbird.arena.tournament.structure_file import load_structure
from tests.arena.tournament.laws import Watched, check_end

rule = pytest.mark.rule


def event(policy, name="sng-9max", house="pokerstars", players=4, **change):
    structure = replace(load_structure(name, house), entrants=players, **change)
    names = [f"p{k}" for k in range(players)]
    chronicle = Chronicle(structure, "5")
    return Watched(structure, names, policy, seed=4, chronicle=chronicle)


def after_hands(director: Director, count: int) -> Director:
    while director.chronicle.hands < count and director.step():
        pass
    return director


def actions(director: Director, player: str):
    frame = director.history().frame("actions")
    return frame[(frame.player == player) & frame.kind.isin(["folds", "checks", "calls", "raises"])]


@rule("TV-76", "PS-18.3", "FT-27.1", "AMB-32")
@pytest.mark.parametrize("house", ["pokerstars", "fulltilt"])
def test_tv_76_who_does_not_answer_checks_or_folds_and_then_sits_out(house):
    policy = SeatedPolicy({"p1": lambda turn: NO_ANSWER}, caller)
    director = after_hands(event(policy, house=house), 1)
    own = actions(director, "p1")
    first = own.iloc[0]
    assert bool(first.timed_out) and first.think_seconds in (15.0, 45.0)
    assert first.kind == ("checks" if not (own.kind == "folds").any() else first.kind)
    assert not own.iloc[1:].timed_out.any()
    assert director.field.players["p1"].away
    kinds = list(director.history().frame("events").kind)
    assert kinds.count("times_out") == 1 and "sits_out" in kinds


@rule("PS-18.3", "TV-76")
def test_a_time_out_without_a_bet_checks():
    def slow_after_calling(turn: Turn) -> Decision:
        return Decision(CALL) if turn.street == 0 else NO_ANSWER

    policy = SeatedPolicy({"p1": slow_after_calling}, caller)
    director = after_hands(event(policy), 1)
    timed = actions(director, "p1")[lambda f: f.timed_out]
    assert list(timed.kind) == ["checks"]


@rule("PS-18.4a", "PS-18.4b", "PS-18.4c", "FT-17", "FT-27.3")
@pytest.mark.parametrize("house", ["pokerstars", "fulltilt"])
def test_who_sits_out_is_dealt_in_posts_and_is_folded_in_turn(house):
    policy = SeatedPolicy({}, caller, is_present=lambda name, hand: name != "p2")
    director = after_hands(event(policy, house=house), 8)
    history = director.history()
    seats = history.frame("seats")
    mine = seats[seats.player == "p2"]
    assert mine.dealt_in.all() and mine.sitting_out.all()
    posts = history.frame("actions")
    posts = posts[(posts.player == "p2") & posts.kind.str.startswith("posts")]
    assert {"posts_small_blind", "posts_big_blind"} <= set(posts.kind)
    assert set(actions(director, "p2").kind) <= {"folds", "checks"}


@rule("PS-18.4a", "FT-27.3", "PS-18.0", "FT-4")
def test_a_disconnected_player_goes_on_paying_blinds_until_he_is_out():
    lost = Decision(think=10**9, line_lost=True)
    policy = SeatedPolicy({"p3": lambda turn: lost}, check_fold)
    director = event(policy, house="fulltilt")
    director.run()
    check_end(director)
    places = dict(director.result().places)
    assert places["p3"] >= 1
    posts = director.history().frame("actions")
    assert (posts[posts.player == "p3"].kind == "posts_big_blind").sum() > 1
    seats = director.history().frame("seats")
    assert seats[seats.player == "p3"].disconnected.any()
    assert not director.field.players["p3"].connected


@rule("FT-27.2")
def test_ft_27_2_who_is_back_before_the_time_runs_out_keeps_his_turn():
    back = Decision(CALL, think=9_000, line_lost=True)
    policy = SeatedPolicy({"p1": lambda turn: back}, caller)
    director = after_hands(event(policy, house="fulltilt"), 1)
    own = actions(director, "p1")
    assert not own.timed_out.any() and (own.kind != "folds").all()
    kinds = list(director.history().frame("events").kind)
    assert kinds.count("disconnects") == kinds.count("reconnects") > 0
    assert director.field.players["p1"].connected


@rule("TV-66", "TV-66b", "PS-18.2")
def test_tv_66b_a_disconnected_player_late_in_a_sit_and_go_gets_120_then_60_seconds():
    lost = Decision(think=10**9, line_lost=True)
    policy = SeatedPolicy({"p1": lambda turn: lost}, check_fold)
    director = after_hands(event(policy), 8)
    waited = [w for w in actions(director, "p1").think_seconds if w > 0.5]
    # Four players are left and three are paid: the ladder is on from the first hand.
    assert waited[:4] == [135.0, 75.0, 15.0, 15.0]
    assert not director.field.players["p1"].away


@rule("AMB-34")
def test_the_time_bank_shrinks_and_grows_with_the_levels():
    def slow(turn: Turn) -> Decision:
        in_pot = turn.bets[turn.seat] > 0
        return Decision(CALL, think=20_000 if in_pot else 1_000)

    director = after_hands(event(SeatedPolicy({"p1": slow}, caller)), 6)
    bank = director.field.players["p1"].bank
    assert bank is not None and bank < 30_000
    assert not director.field.players["p1"].away


@rule("TV-71", "PS-18.5", "AMB-13")
def test_tv_71_a_heads_up_match_of_absent_players_ends_after_250_hands():
    policy = SeatedPolicy({}, caller, is_present=lambda name, hand: False)
    director = event(policy, "sng-2max", players=2, start_stack=1_000_000)
    result = director.run()
    check_end(director)
    assert result.hands == 250
    first, second = (p for p, _ in result.places)
    seats = director.history().frame("seats")
    last = seats[seats.hand_id == seats.hand_id.iloc[-1]].set_index("player")
    net = last["stack"] - last.contributed + last.returned + last.won
    assert net[first] >= net[second]


@rule("TV-71")
def test_tv_71_full_tilt_plays_such_a_match_on():
    policy = SeatedPolicy({}, caller, is_present=lambda name, hand: False)
    director = event(policy, "sng-2max", "fulltilt", players=2, start_stack=1_000_000)
    assert after_hands(director, 260).field.remaining == 2


@rule("AMB-32")
def test_who_sits_out_comes_back_when_he_is_called():
    policy = SeatedPolicy({"p1": lambda turn: NO_ANSWER}, caller)
    director = after_hands(event(policy), 2)
    policy.deciders = {"p1": caller}
    policy.call_back("p1")
    after_hands(director, 4)
    assert not director.field.players["p1"].away
    assert "returns" in set(director.history().frame("events").kind)


@rule("PS-18.3", "FT-27.1", "TV-76")
@pytest.mark.parametrize("house", ["pokerstars", "fulltilt"])
def test_who_must_bring_in_and_does_not_answer_brings_in(house):
    change = {"game": "stud", "betting": "fixed-limit", "seats": 6}
    policy = SeatedPolicy({}, lambda turn: NO_ANSWER)
    director = after_hands(event(policy, "mtt-18", house, **change), 8)
    moves = director.history().frame("actions")
    # Nobody ever moves but by time-out, so whoever brings in is the only one left.
    assert set(moves[moves.kind == "brings_in"].groupby("hand_id").size()) == {1}
    assert not moves.kind.isin(["calls", "raises", "bets"]).any()


def test_an_illegal_move_counts_as_no_answer():
    policy = SeatedPolicy({"p1": lambda turn: Decision(RAISE, total=1)}, caller)
    director = after_hands(event(policy), 1)
    assert actions(director, "p1").iloc[0].timed_out
    assert director.field.players["p1"].away


def test_a_turn_shows_nothing_that_the_player_does_not_know():
    seen: list[Turn] = []

    def watch(turn: Turn) -> Decision:
        seen.append(turn)
        return Decision(FOLD if turn.can_fold and turn.to_call else CALL)

    after_hands(event(SeatedPolicy({}, watch)), 3)
    assert seen
    for turn in seen:
        assert len(turn.hole_cards) == 2
        assert len(turn.board) == (0, 3, 4, 5)[turn.street]
        assert turn.max_raise_to is None or turn.min_raise_to <= turn.max_raise_to
        assert turn.stacks.keys() == turn.bets.keys()


def test_a_whole_event_of_deciders_holds_the_laws():
    policy = SeatedPolicy({"p0": check_fold}, caller)
    director = event(policy, "mtt-18", players=18)
    director.run()
    check_end(director)


@rule("PS-18.4b", "PS-24.4")
@pytest.mark.parametrize("house", ["pokerstars", "fulltilt"])
def test_players_away_are_blinded_out_and_their_bounties_won(house):
    policy = SeatedPolicy({}, caller, is_present=lambda name, hand: name in ("p0", "p1"))
    director = event(policy, "ko-45", house, players=9)
    result = director.run()
    check_end(director)
    assert result.places[0][0] in ("p0", "p1")
    assert sum(result.bounties.values()) == 9 * 100
