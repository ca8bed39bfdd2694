"""A whole Matrix: four matches at once on one clock, the pool by score, and stopping it."""

from __future__ import annotations

import pytest

from railbird.arena.tournament.director import Director
from railbird.arena.tournament.management import Management
from railbird.arena.tournament.matrix import maximum_score, scores
from railbird.arena.tournament.matrix_event import SCORE, final_scores
from railbird.arena.tournament.play import RandomPolicy
from railbird.arena.tournament.structure_file import load_structure

rule = pytest.mark.rule


def event(name: str, seed: int) -> Director:
    structure = load_structure(name)
    names = [f"p{k}" for k in range(structure.entrants)]
    return Director(structure, names, RandomPolicy(seed, 20), seed=seed)


@rule("TV-40", "AMB-25")
@pytest.mark.parametrize("name", ["matrix-6max", "matrix-9max"])
def test_a_matrix_pays_four_matches_and_a_fifth_pool_by_score(name):
    for seed in range(5):
        director = event(name, seed)
        result = director.run()
        players = director.field.players
        n = director.structure.entrants
        fifth = result.pool // 5
        for match in range(1, SCORE + 1):
            own = [p for p in players if players[p].entry_no == match]
            assert len(own) == n
            assert sum(result.prizes[p] for p in own) == fifth
        found = final_scores(director.floor)
        assert max(found.values()) <= maximum_score(n)
        # Every knock-out is two points, every match n(n-1)/2 places and two for its winner.
        assert sum(found.values()) == 4 * (2 * (n - 1) + n * (n - 1) // 2 + 2)
        places = dict(result.places)
        best = max(found, key=lambda p: found[p])
        assert places[f"{best} [{SCORE}]"] == 1


def test_all_matches_share_one_clock():
    director = event("matrix-6max", 3)
    director.step()
    assert sorted(director.field.tables) == [1, 2, 3, 4]
    assert {p.deal.at for p in director._running.values()} == {0}
    names = [
        sorted(director.field.players[p].name for p in t.seats.values())
        for t in director.field.tables.values()
    ]
    assert names[0] == names[1] == names[2] == names[3]


@rule("TV-41", "FT-31.7")
@pytest.mark.parametrize("after", [0, 5, 12, 17])
def test_a_stopped_matrix_gives_back_every_cent_of_running_matches(after):
    director = event("matrix-6max", 1)
    while director.field.gone < after and director.step():
        pass
    paid = sum(p.prize for p in director.field.players.values())
    running = [t for t in director.field.tables.values() if len(t.seats) > 1]
    alive = {director.field.players[p].name for t in running for p in t.seats.values()}
    desk = Management(director, "staff")
    refunds = desk.cancel("servers down")
    fees = len(alive) * director.structure.fee
    if not director.field.hands_dealt:
        assert refunds == {f"p{k}": director.structure.price for k in range(6)}
        return
    assert sum(refunds.values()) + paid == director.floor.pool + fees


def test_points_without_knockouts_follow_the_order():
    assert scores([["a", "b"]] * 4, {}) == {"a": 12, "b": 0}
