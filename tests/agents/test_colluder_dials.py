"""When, how often, for whom and how openly colluders play for each other."""

from __future__ import annotations

import pytest

from railbird.agents.colluders.camouflage import Camouflage
from railbird.agents.colluders.cast import Group, cast
from railbird.agents.colluders.chat import HARMLESS, code_book
from railbird.agents.colluders.crew import Crew, Ledger
from railbird.agents.colluders.marks import Altered
from railbird.agents.colluders.moments import Moment, Trigger, When, trigger
from railbird.agents.colluders.schemes import SCHEMES, scheme_of
from railbird.agents.colluders.sight import rank_of, share_of
from railbird.arena.hand.actions import Call, RaiseTo
from tests.agents.cheats import group, honest_agents, run_event, short

PRIZES = (50_00, 30_00, 20_00)


def moment(left=9, level=1, depths=None):
    return Moment(level, left, 3, PRIZES, depths or {"b": 40.0})


@pytest.mark.parametrize(
    "when, on, off",
    [
        (Trigger(When.STAGE, first=2, last=3), moment(level=3), moment(level=4)),
        (Trigger(When.BUBBLE, within=1), moment(left=4), moment(left=5)),
        (Trigger(When.BUBBLE, within=1), moment(left=4), moment(left=3)),
        (Trigger(When.PAY_JUMP, jump=0.2), moment(left=4), moment(left=3)),
        (Trigger(When.PARTNER_SHORT, short=10), moment(depths={"b": 9.0}), moment()),
    ],
)
def test_a_trigger_is_on_at_its_moment_and_off_at_another(when, on, off):
    assert when.holds(on, "b")
    assert not when.holds(off, "b")


def test_pay_jumps_are_what_the_next_place_up_is_worth_more():
    # Fourth gets nothing and third 20 of 100; from third to second 10, from second to first 20.
    jumps = [moment(left=n).pay_jump for n in (5, 4, 3, 2, 1)]
    assert jumps == pytest.approx([0.0, 0.2, 0.1, 0.2, 0.0])


def test_a_trigger_by_an_unknown_word_names_those_there_are():
    with pytest.raises(ValueError, match=r"no trigger 'never'; there are always, stage"):
        trigger("never")
    with pytest.raises(ValueError, match=r"no scheme 'x'; there are soft-play"):
        scheme_of("x")


def test_marks_stand_only_where_the_trigger_holds():
    structure = short()
    for seed in range(2, 8):
        agents = honest_agents(structure, seed)
        event = run_event(structure, agents, [group("dump-plain", trigger="bubble")], seed=seed)
        left = {s.hand: s.players_left for spy in event.spies.values() for s, _ in spy.sittings}
        # Six-handed two places are paid: the bubble is at three and four players.
        assert {left[mark.hand] for mark in event.cast.marks()} <= {3, 4}


@pytest.mark.parametrize(
    "changes, words",
    [
        ({"players": ("a",)}, "2 to 8 different players"),
        ({"players": ("a", "a")}, "2 to 8 different players"),
        ({"players": tuple("abcdefghi")}, "2 to 8 different players"),
        ({"intensity": 1.5}, "intensity 1.5 is not in 0 to 1"),
        ({"rotation": "daily"}, "no rotation 'daily'; try never, event, hand"),
    ],
)
def test_a_group_that_cannot_be_is_refused(changes, words):
    with pytest.raises(ValueError, match=words):
        Group(**({"name": "g", "scheme": "soft-play", "players": ("a", "b")} | changes))


def test_a_player_is_in_one_group_only_and_reciprocity_needs_a_ledger():
    agents = honest_agents(short(), 1)
    one, two = (Group(n, "soft-play", ("a", p)) for n, p in (("one", "b"), ("two", "honest 0")))
    with pytest.raises(ValueError, match="'a' is in two groups: 'one' and 'two'"):
        cast(agents, [one, two])
    with pytest.raises(ValueError, match="reciprocity needs a ledger"):
        cast(agents, [group("dump-plain", reciprocity=True)])


def test_roles_go_round_a_ring():
    ring = tuple("abc")
    assert [Crew(ring, event=e).favoured(7) for e in range(4)] == ["a"] * 4
    assert [Crew(ring, event=e, rotation="event").favoured(7) for e in range(4)] == list("abca")
    assert [Crew(ring, rotation="hand").favoured(h) for h in range(4)] == list("abca")


def test_favours_are_repaid_in_a_later_event():
    ledger, structure, favoured = Ledger(), short(), []
    for event in range(2, 8):
        agents = honest_agents(structure, event)
        team = group("soft-play-one-sided", reciprocity=True)
        played = run_event(structure, agents, [team], seed=event, event=event, ledger=ledger)
        first = played.cast.colluders["a"].crew.favoured(1)
        helpers = {mark.player for mark in played.cast.marks()}
        assert first not in helpers
        before = {n: ledger.balance(n, ("a", "b")) for n in "ab"}
        assert before[first] == max(before.values())
        favoured.append(first)
        played.cast.settle(ledger)
        assert Ledger.from_text(ledger.text()).text() == ledger.text()
    assert {"a", "b"} == set(favoured)


def test_who_has_given_most_is_favoured_next():
    ledger = Ledger()
    ledger.enter([Altered(1, 0, "c", "a", "x"), Altered(2, 0, "c", "b", "x")])
    ledger.enter([Altered(1, 0, "b", "a", "x")])
    assert ledger.order(("a", "b", "c")) == ("c", "b", "a")


def test_camouflage_keeps_its_limits_and_leaves_no_known_signature():
    structure = short()
    rules = Camouflage(per_event=3, gap=4, hard=0.0)
    open_marks = hidden_marks = 0
    for seed in range(2, 8):
        agents = honest_agents(structure, seed)
        plain = run_event(structure, agents, [group("dump-plain")], seed=seed)
        team = group("dump-plain", camouflage=rules)
        hidden = run_event(structure, agents, [team], seed=seed)
        open_marks += len(plain.cast.marks())
        for name, spy in hidden.spies.items():
            marks = spy.agent.altered
            hidden_marks += len(marks)
            assert len(marks) <= 3
            hands = sorted({mark.hand for mark in marks})
            assert all(b - a > 4 for a, b in zip(hands, hands[1:], strict=False))
            changed = {(mark.hand, mark.move) for mark in marks}
            for seen, move in spy.moves:
                if (seen.hand, int(seen.view.moves)) in changed and seen.street == "preflop":
                    paid = isinstance(move, Call) and seen.to_call
                    assert not paid or rank_of(seen) <= rules.calls_with, name
                    assert not isinstance(move, RaiseTo) or rank_of(seen) <= rules.raises_with
    assert 0 < hidden_marks < open_marks


def test_each_crew_has_its_own_code_of_harmless_words():
    books = [code_book(Crew(("a", "b"), seed=seed)) for seed in range(20)]
    assert all(sorted(book.values()) == ["strong"] * 3 + ["weak"] * 3 for book in books)
    assert all(set(book) <= set(HARMLESS) for book in books)
    assert len({tuple(book) for book in books}) > 10


def test_partners_act_on_what_was_said_and_on_nothing_else():
    """With the partner's ears shut, no move is changed any more."""
    structure, team = short(), group("chat-offers")
    moves = 0
    for seed in range(2, 8):
        event = run_event(structure, honest_agents(structure, seed), [team], seed=seed)
        moves += sum(mark.what == "move" for mark in event.cast.marks())
        deaf = cast(honest_agents(structure, seed), [team], seed=seed)
        for spy in event.spies.values():
            name = spy.sittings[0][0].player
            for seen, _ in spy.moves:
                deaf.colluders[name].act(seen)
        assert not deaf.marks()
    assert moves


def test_a_partner_whose_cards_are_known_is_no_opponent():
    structure = short()
    event = run_event(structure, honest_agents(structure, 2), [group("card-sharing")], seed=2)
    seen = next(o for spy in event.spies.values() for o, _ in spy.moves if len(o.in_hand) == 3)
    free = [c for c in range(52) if c not in (*seen.hole_cards, *seen.board)]
    others = [s for s in seen.in_hand if s != seen.seat]
    known = {s: free[2 * k : 2 * k + 2] for k, s in enumerate(others)}
    against_one = share_of(seen, {others[0]: known[others[0]]})
    assert share_of(seen) < against_one < share_of(seen, known) == 1.0


def test_every_scheme_has_a_label_and_a_first_sentence():
    for name in SCHEMES:
        scheme = scheme_of(name)
        assert scheme.name and scheme.name == scheme.name.lower().replace("-", "_")
        assert type(scheme).__doc__.splitlines()[0].endswith((".", ","))
