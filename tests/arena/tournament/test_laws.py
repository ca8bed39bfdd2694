"""Whole events under random play: the laws hold at every beat, in every format, in both rooms."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from railbird.arena.tournament.chronicle import Chronicle
from railbird.arena.tournament.habits import Habits
from railbird.arena.tournament.play import RandomPolicy
from railbird.arena.tournament.structure import Level, Registration
from railbird.arena.tournament.structure_file import load_structure, preset_names
from tests.arena.tournament.laws import Watched, check_end

HOUSES = ("pokerstars", "fulltilt")
rule = pytest.mark.rule


def run(name: str, house: str, seed: int, **more) -> Watched:
    structure = more.pop("structure", None) or load_structure(name, house)
    structure = replace(structure, **more.pop("change", {}))
    entrants = more.pop("entrants", None) or [f"p{k}" for k in range(structure.entrants)]
    director = Watched(
        structure,
        entrants,
        RandomPolicy(seed, more.pop("boldness", 100 if seed % 2 else 12)),
        seed=seed,
        habits=more.pop("habits", Habits(rebuys=2, add_on=True, re_entries=1)),
        **more,
    )
    director.run()
    check_end(director)
    return director


SMALL = [n for n in preset_names() if n != "mtt-sunday"]


@rule("PS-11.1", "FT-1", "FT-16", "FT-17", "AMB-30", "PS-2.1", "FT-5")
@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("name", SMALL)
def test_an_event_of_every_preset_holds_the_laws(name, house):
    for seed in (1, 2):
        run(name, house, seed)


@rule("PS-13.1", "PS-13.2", "FT-26.1", "FT-26.2", "PS-17.1", "PS-17.3", "AMB-04", "FT-20.3")
@pytest.mark.parametrize("house", HOUSES)
def test_long_events_come_to_breaks_hand_for_hand_and_waiting_newcomers(house):
    seen: Counter[str] = Counter()
    for seed in range(3):
        seen += run("mtt-180", house, 2 * seed, change={"start_stack": 3000}).seen
    assert min(seen[k] for k in ("breaks", "hand for hand", "waiting")) > 0, seen


def test_late_players_and_re_entries_hold_the_laws():
    arrivals = [(k * 20_000, f"late{k}") for k in range(60)]
    for seed in range(4):
        director = run("mtt-deep", "pokerstars", seed, arrivals=arrivals)
        assert director.field.entries > 90


@rule("AMB-30", "PS-13.3", "FT-26.2")
@pytest.mark.parametrize("house", HOUSES)
def test_every_finish_and_knock_out_is_in_the_history_hand_for_hand_too(house):
    rounds = 0
    for seed in range(4):
        structure = replace(load_structure("mtt-180", house), entrants=60)
        chronicle = Chronicle(structure, "5")
        director = run("", house, seed, structure=structure, chronicle=chronicle, boldness=25)
        history = director.history()
        events = history.frame("events")
        assert sorted(events[events.kind == "finished"].player) == sorted(director.field.players)
        out = set(events[events.kind == "knocked_out"].player)
        assert len(out) == 59
        share = events[events.kind == "knocked_out"].groupby("player").share.sum()
        assert ((share - 1).abs() < 1e-9).all()
        rounds += history.frame("hands").hand_for_hand.sum()
    assert rounds > 0


@rule("PS-9.3")
def test_normal_late_registration_ends_at_the_first_bust():
    arrivals = [(k * 5_000, f"late{k}") for k in range(400)]
    change = {"registration": Registration(late_minutes=20), "entrants": 40}
    director = run("mtt-deep", "pokerstars", 2, arrivals=arrivals, change=change)
    first_out = director.field.outs[0].at
    late = [p for p in director.field.players if p.startswith("late")]
    assert late
    assert (len(late) - 1) * 5_000 <= first_out


def test_several_entries_of_one_person_are_merged_before_they_meet():
    names = [f"p{k % 30}" for k in range(90)]
    change = {"registration": Registration(entries_at_once=3)}
    merged = 0
    for seed in range(4):
        director = run("mtt-deep", "fulltilt", seed, entrants=names, change=change)
        merged += sum("merged" in p.note for p in director.field.players.values())
    assert merged > 0


@rule("AMB-33")
@pytest.mark.parametrize("redraw", [True, False])
def test_amb_33_the_final_table_is_drawn_anew_only_where_the_house_says_so(redraw):
    structure = load_structure("mtt-45")
    house = replace(structure.house, final_table_redraw=redraw)
    director = run("mtt-45", "pokerstars", 2, structure=replace(structure, house=house))
    assert director.field.redrawn == redraw


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize(
    ("game", "betting", "seats"),
    [
        ("omaha", "pot-limit", 9),
        ("holdem", "fixed-limit", 9),
        ("omaha8", "pot-limit", 6),
        ("stud", "fixed-limit", 8),
        ("razz", "fixed-limit", 8),
    ],
)
def test_other_games_hold_the_laws(game, betting, seats, house):
    change = {"game": game, "betting": betting, "seats": seats}
    run("mtt-45", house, 3, change=change)


@rule("PS-0.3")
@pytest.mark.parametrize("mix", ["HORSE", "HOSE"])
@pytest.mark.parametrize("house", HOUSES)
def test_mixed_events_change_the_game_with_the_level(mix, house):
    levels = tuple(Level(k + 1, 20 * (k + 1), 40 * (k + 1), 0, 2) for k in range(12))
    change = {"mix": mix, "seats": 8, "levels": levels, "start_stack": 3_000}
    structure = replace(load_structure("mtt-45", house), **change)
    chronicle = Chronicle(structure, "66")
    director = run("mtt-45", house, 2, structure=structure, boldness=40, chronicle=chronicle)
    hands = director.history().frame("hands")
    games = hands.groupby("level").game.unique()
    expected = {"HORSE": ["holdem", "omaha8", "razz", "stud", "stud8"]}
    expected["HOSE"] = ["holdem", "omaha8", "stud", "stud8"]
    assert all(len(g) == 1 for g in games)
    assert [g[0] for g in games][: len(expected[mix])] == expected[mix][: len(games)]
    assert len(games) >= 4
    assert hands[hands.game.isin(["stud", "stud8", "razz"])].button_seat.isna().all()


@pytest.mark.slow
@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("name", preset_names())
def test_forty_events_of_every_preset_hold_the_laws(name, house):
    for seed in range(2 if name == "mtt-sunday" else 40):
        run(name, house, seed)
