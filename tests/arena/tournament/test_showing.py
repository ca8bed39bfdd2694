"""The order of showing in an event's history is the one that the replay of real hands expects."""

from __future__ import annotations

import pytest

from railbird.arena.replay import replay_all
from railbird.arena.tournament.chronicle import Chronicle
from railbird.arena.tournament.director import Director
from railbird.arena.tournament.house import HOUSES
from railbird.arena.tournament.play import RandomPolicy
from railbird.arena.tournament.structure_file import load_structure


@pytest.mark.parametrize("house", HOUSES)
def test_hands_are_shown_in_the_order_of_the_house(house: str) -> None:
    compared = 0
    for seed in range(4):
        structure = load_structure("mtt-18", house)
        names = [f"p{k}" for k in range(structure.entrants)]
        policy, chronicle = RandomPolicy(seed), Chronicle(structure, "5")
        director = Director(structure, names, policy, seed=seed, chronicle=chronicle)
        director.run()
        history = director.history()
        actions = history.frame("actions")
        shown = actions[actions.kind.isin(["shows", "mucks"])]
        order = {hand: tuple(rows.seat) for hand, rows in shown.groupby("hand_id", sort=False)}
        for replayed in replay_all(history):
            assert replayed.same, replayed
            assert order.get(replayed.hand_id, ()) == replayed.showing
            compared += len(replayed.showing) > 1
    assert compared > 20
