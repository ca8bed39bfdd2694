"""Talk, and seats handed over: what is recorded, what is excused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from railbird.arena.tournament.chronicle import Chronicle
from railbird.arena.tournament.conduct import HandOver, judge_hand_over, may_discuss_hand
from railbird.arena.tournament.director import Director
from railbird.arena.tournament.errors import Refused
from railbird.arena.tournament.house import FULLTILT, POKERSTARS
from railbird.arena.tournament.play import RandomPolicy
from railbird.arena.tournament.structure_file import load_structure

rule = pytest.mark.rule


@rule("PS-19.1", "PS-19.2", "FT-29")
def test_ps_19_2_the_last_two_may_talk_at_one_room_and_observers_are_bound_at_the_other():
    def may(rules, left=9, heads_up=False, observer=False):
        return may_discuss_hand(
            rules, players_left=left, heads_up_event=heads_up, observer=observer
        )

    assert not may(POKERSTARS) and not may(FULLTILT)
    assert may(POKERSTARS, left=2) and not may(FULLTILT, left=2)
    assert may(POKERSTARS, heads_up=True) and not may(FULLTILT, heads_up=True)
    assert may(POKERSTARS, observer=True) and not may(FULLTILT, observer=True)


@rule("PS-21.3")
@pytest.mark.parametrize("reason", HandOver)
def test_ps_21_only_a_serious_proven_event_excuses_a_seat_handed_over(reason):
    excused = reason.rule.startswith("PS-21.A")
    with pytest.raises(Refused) as refused:
        judge_hand_over(reason, proven=False)
    assert refused.value.rule == ("PS-21.3" if excused else reason.rule)
    if excused:
        judge_hand_over(reason, proven=True)
    else:
        with pytest.raises(Refused):
            judge_hand_over(reason, proven=True)


@rule("PS-21.N1", "PS-21.N2", "PS-21.N3", "PS-21.N4", "PS-21.N5", "PS-21.N6")
@rule("PS-21.A1", "PS-21.A2", "PS-21.A3")
def test_ps_21_every_reason_of_the_list_is_known_by_its_rule():
    known = [f"PS-21.N{k}" for k in range(1, 7)] + [f"PS-21.A{k}" for k in range(1, 4)]
    assert [reason.rule for reason in HandOver] == known


@rule("PS-21.1")
def test_ps_21_1_one_account_a_player():
    structure = load_structure("sng-6max")
    with pytest.raises(Refused, match=r"PS-21\.1"):
        Director(structure, ["ann", "bo", "ann"], RandomPolicy(1))


@rule("PS-19.1", "FT-29", "PS-23.9", "PS-29")
def test_chat_is_recorded_with_its_hand_and_whether_an_observer_spoke():
    structure = load_structure("sng-6max")
    names = [f"p{k}" for k in range(6)]
    director = Director(structure, names, RandomPolicy(1), chronicle=Chronicle(structure, "9"))
    director.step()
    director.chat("p1", "I folded a <king>", table=1)
    director.chat("rail", "me too", table=1, observer=True)
    director.run()
    chat = director.history().frame("chat")
    assert list(chat.observer) == [False, True]
    assert list(chat.text) == ["I folded a <king>", "me too"]
    assert list(chat.hand_id) == ["90000001", "90000001"]


@rule("PS-0.3", "FT-17")
@pytest.mark.parametrize("house", ["pokerstars", "fulltilt"])
@pytest.mark.parametrize("game", ["stud", "stud8", "razz"])
def test_ps_0_3_stud_has_antes_and_a_bring_in_but_no_blinds(game, house):
    structure = load_structure("sng-6max", house)
    structure = replace(structure, game=game, betting="fixed-limit")
    names = [f"p{k}" for k in range(6)]
    director = Director(structure, names, RandomPolicy(1), chronicle=Chronicle(structure, "9"))
    director.run()
    actions = director.history().frame("actions")
    posts = set(actions[actions.kind.str.startswith("posts")].kind)
    assert posts == {"posts_ante"}
    first = actions[~actions.kind.str.startswith("posts")].groupby("hand_id").first()
    assert set(first.kind) <= {"brings_in", "completes", "returned", "calls", "raises", "shows"}
    assert (first.kind == "brings_in").any()
