"""Colluders: what is marked is exactly what the honest agent would have done otherwise."""

from __future__ import annotations

from dataclasses import replace

import pytest

from railbird.agents.colluders.base import Altered, with_truth
from railbird.agents.colluders.schemes import SCHEMES
from railbird.agents.registry import make_agent
from railbird.arena.cards import cards_text
from railbird.arena.hand.actions import Call, Fold, RaiseTo
from tests.agents.cheats import different_tables, group, honest_agents, run_event, short

KINDS = {Fold: {"folds"}, Call: {"calls", "checks"}, RaiseTo: {"bets", "raises"}}
ENOUGH, MOST_EVENTS = 3, 25


def events_of(scheme, style=None, **dials):
    """Yield events until the scheme has changed enough; some wait for rare hands."""
    structure = short(bounty=scheme.startswith("bounty"))
    team = group(scheme, **dials)
    changed = 0
    for seed in range(2, MOST_EVENTS):
        agents = honest_agents(structure, seed, team.players, style)
        shadows = honest_again(team, structure, seed, style)
        event = run_event(structure, agents, [team], seed=seed, event=seed, shadows=shadows)
        changed += len(event.cast.marks())
        yield team, event
        if changed >= ENOUGH:
            return
    assert changed, f"{scheme} has changed nothing in {MOST_EVENTS} events"


def honest_again(team, structure, seed, style=None):
    """The partners' honest agents, made anew."""
    agents = honest_agents(structure, seed, team.players, style)
    one_person = team.scheme == "second-account"
    return {name: agents[team.players[0] if one_person else name] for name in team.players}


@pytest.mark.slow
@pytest.mark.parametrize("style", [None, "human-like"], ids=["house bots", "human-like"])
@pytest.mark.parametrize("scheme", SCHEMES)
def test_marked_is_exactly_what_the_honest_agent_would_do_otherwise(scheme, style):
    for team, event in events_of(scheme, style=style):
        check_marks(team, event)


def check_marks(team, event):
    for name, spy in event.spies.items():
        marks = sorted((m.hand, m.move, m.what) for m in spy.agent.altered)
        assert marks == sorted(spy.otherwise)
        assert {m.player for m in spy.agent.altered} <= {name}
        assert {m.partner for m in spy.agent.altered} <= set(team.players) - {name}


@pytest.mark.slow
@pytest.mark.parametrize("scheme", SCHEMES)
def test_half_of_the_hands_at_half_intensity_and_marks_still_exact(scheme):
    for team, event in events_of(scheme, intensity=0.5):
        check_marks(team, event)


@pytest.mark.slow
@pytest.mark.parametrize("style", [None, "human-like"], ids=["house bots", "human-like"])
def test_no_intensity_is_the_honest_event_to_the_byte(style):
    structure = short(bounty=True)
    agents = honest_agents(structure, 3, ("a", "b", "c"), style)
    honest = run_event(structure, agents, seed=3).history()
    # Two accounts of one person: honestly, he plays both.
    both = run_event(structure, agents | {"b": agents["a"]}, seed=3).history()
    for scheme in SCHEMES:
        event = run_event(structure, agents, [group(scheme, intensity=0.0)], seed=3)
        expected = both if scheme == "second-account" else honest
        assert different_tables(event.history(), expected) == [], scheme
        assert not event.cast.marks()


def did(event):
    """What each spy did: the move by (hand id, player, number of the decision)."""
    hand_id = event.director.chronicle.hand_id
    return {
        (hand_id(seen.hand), name, int(seen.view.moves)): move
        for name, spy in event.spies.items()
        for seen, move in spy.moves
    }


@pytest.mark.parametrize("scheme", ["soft-play", "sit-outs", "stalling", "chat-offers"])
def test_the_truth_tables_point_at_what_was_done(scheme):
    *_, (team, event) = events_of(scheme)
    history = event.history()
    altered = history.frame("altered")
    place = ["hand_id", "ordinal", "player"]
    rows = {
        t: history.frame(t).set_index(place).sort_index() for t in ("actions", "events", "chat")
    }
    moves = did(event)
    for mark in event.cast.marks():
        hand = event.director.chronicle.hand_id(mark.hand)
        own = altered[(altered.hand_id == hand) & (altered.player == mark.player)]
        found = [(hand, o, mark.player) for o in own.ordinal.dropna()]
        if mark.what == "away":
            assert len(own) == 1
            assert all(rows["events"].loc[p].kind == "sits_out" for p in found)
        elif mark.what == "line":
            assert sum(p in rows["chat"].index for p in found) == 1
        else:
            kinds = KINDS[type(moves[hand, mark.player, mark.move])]
            here = [rows["actions"].loc[p].kind for p in found if p in rows["actions"].index]
            assert kinds & set(here)
    assert set(history.frame("labels").player) == set(team.players)
    assert set(history.frame("labels").scheme) == set(altered.scheme)


def test_a_mark_without_its_decision_is_refused():
    *_, (_, event) = events_of("soft-play")
    mark = event.cast.marks()[0]
    ids = {mark.hand: event.director.chronicle.hand_id(mark.hand)}
    missing = Altered(mark.hand, 400, "a", "b", "soft_play")
    with pytest.raises(KeyError, match="has no decision 401"):
        with_truth(event.director.history(), [missing], ids, [])


@pytest.mark.slow
@pytest.mark.parametrize("scheme", SCHEMES)
def test_partners_at_other_tables_change_nothing_unless_the_scheme_says_so(scheme):
    structure = short("mtt-18", stack=500, seats=3)
    team = group(scheme)
    agents = honest_agents(structure, 1, team.players, entrants=9)
    event = run_event(structure, agents, [team], seed=1)
    seats = event.history().frame("seats")
    together = {h: set(rows.player) for h, rows in seats[seats.dealt_in].groupby("hand_id")}
    across = event.cast.colluders["a"].scheme.across_tables
    apart = 0
    for mark in event.cast.marks():
        hand = event.director.chronicle.hand_id(mark.hand)
        apart += not {mark.player, mark.partner} <= together[hand]
    assert apart == 0 or across
    if scheme in ("sit-outs", "stalling"):
        assert apart > 0


@pytest.mark.slow
@pytest.mark.parametrize("scheme", SCHEMES)
def test_only_own_cards_go_through_the_channel_and_only_where_the_scheme_says_so(scheme):
    *_, (_, event) = events_of(scheme)
    history = event.history()
    seats = history.frame("seats").set_index(["hand_id", "player"])
    for name, spy in event.spies.items():
        for hand, player, cards in spy.told:
            assert player == name
            row = seats.loc[(event.director.chronicle.hand_id(hand), name)]
            assert row.hole_cards == cards_text(cards)
        colluder = spy.agent
        told = [n for n in event.spies if colluder.crew.channel.cards_of(n, spy.told[-1][0])]
        assert bool(told) == colluder.scheme.shares_cards


@pytest.mark.slow
@pytest.mark.parametrize(
    "game, betting", [("omaha8", "pot-limit"), ("stud", "fixed-limit"), ("holdem", "fixed-limit")]
)
def test_every_scheme_plays_other_games_without_an_illegal_move(game, betting):
    structure = short(game=game, betting=betting, bounty=True)
    for seed, scheme in enumerate(SCHEMES):
        team = group(scheme)
        agents = honest_agents(structure, seed, team.players)
        run_event(structure, agents, [team], seed=seed)  # asserts that nobody is at fault


def test_many_groups_at_once_and_a_lone_member_plays_honestly():
    structure = short()
    names = ("a", "b", "c", "d", "e", "f")
    agents = honest_agents(structure, 5, names)
    teams = [
        replace(group("soft-play", ("a", "b")), name="one"),
        replace(group("dump-plain", ("c", "d")), name="two"),
        replace(group("stalling", ("e", "somebody else")), name="three"),
    ]
    event = run_event(structure, agents, teams, seed=5)
    assert set(event.cast.colluders) == {"a", "b", "c", "d"}
    assert {m.scheme for m in event.cast.marks()} == {"soft_play", "chip_dumping"}
    assert {row[0] for row in event.cast.labels()} == {"one", "two"}
    assert event.cast.agents["e"] is agents["e"]


def test_chips_go_from_the_giver_to_the_taker():
    def moved(groups):
        total = 0.0
        structure = short(stack=1500)
        for seed in range(6):
            agents = honest_agents(structure, seed)
            event = run_event(structure, agents, groups, seed=seed, spied=False)
            history = event.director.history()
            seats = history.frame("seats").merge(
                history.frame("hands")[["hand_id", "big_blind"]], on="hand_id"
            )
            seats["gain"] = (seats.won + seats.returned - seats.contributed) / seats.big_blind
            gains = seats.pivot_table("gain", "hand_id", "player").dropna(subset=["a", "b"])
            total += float(gains[(gains.a > 0) & (gains.b < 0)].a.sum())
            total -= float(gains[(gains.a < 0) & (gains.b > 0)].b.sum())
        return total / 6

    assert moved([group("dump-plain")]) > moved([]) + 5


def test_an_honest_agent_is_made_again_alike():
    one, other = make_agent("human-like", 7), make_agent("human-like", 7)
    assert (one.row == other.row).all() and one.seed == other.seed
