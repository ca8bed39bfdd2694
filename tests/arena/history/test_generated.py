"""Events that the arena deals break no law: two accounts of the rules, written apart, agree."""

from __future__ import annotations

import pytest

from railbird.arena.history.laws import check
from railbird.arena.history.schema import History
from railbird.arena.tournament.chronicle import Chronicle
from railbird.arena.tournament.director import Director
from railbird.arena.tournament.habits import Habits
from railbird.arena.tournament.play import RandomPolicy
from railbird.arena.tournament.structure_file import load_structure
from tests.arena.history.made import edited

HOUSES = ("pokerstars", "fulltilt")


def event(name: str, house: str, seed: int = 1) -> History:
    structure = load_structure(name, house)
    director = Director(
        structure,
        [f"p{number}" for number in range(structure.entrants)],
        RandomPolicy(seed, 15),
        seed=seed,
        habits=Habits(rebuys=2, add_on=True, re_entries=1),
        chronicle=Chronicle(structure, "7"),
    )
    director.run()
    return director.history()


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("name", ["sng-6max", "mtt-18"])
def test_an_event_breaks_no_law(name: str, house: str) -> None:
    history = event(name, house)
    assert history.hand_count > 10
    assert check(history) == []


@pytest.mark.slow
@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize(
    "name",
    ["sng-2max", "sng-9max", "mtt-rebuy", "mtt-deep", "ko-45", "pko-45", "shootout-81"]
    + ["satellite-90", "spin-3max", "matrix-6max"],
)
def test_long_events_break_no_law(name: str, house: str) -> None:
    assert check(event(name, house)) == []


def test_chips_from_nowhere_show_at_the_last_table() -> None:
    """One player with more chips than were issued, from the first hand on."""
    history = event("sng-2max", "pokerstars")
    entry = history["entries"].to_pylist()[0]
    fewer = edited(history, "entries", 0, start_stack=entry["start_stack"] - 100)
    assert {v.kind for v in check(fewer)} == {"table_chips"}
