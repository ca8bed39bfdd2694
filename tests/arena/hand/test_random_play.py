"""Random play of every game, few tables: also what plain Python walks through for coverage."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.arena.hand.batch import (
    act_range,
    new_deck,
    new_streams,
    random_range,
    start_range,
)
from railbird.arena.hand.games import BETTING_CODES, GAMES
from railbird.arena.hand.problems import problems
from railbird.arena.hand.record import CALL, LIVE, new_tables
from railbird.arena.hand.rules import HandRules
from railbird.arena.hand.setup import (
    Stakes,
    blind_array,
    next_dealt,
    write_game,
    write_stakes,
)
from railbird.arena.hand.state import HandState
from railbird.arena.randomness import unit

PAIRS = [(g, b) for g in GAMES for b in BETTING_CODES]


@pytest.mark.parametrize(("game", "betting"), PAIRS)
def test_random_hands_end_and_keep_every_law(game: str, betting: str) -> None:
    tables = new_tables(3)
    stud = GAMES[game].is_stud
    stakes = Stakes.stud(10, 20, 2, 3) if stud else Stakes.blinds(5, 10, 1)
    write_game(tables, GAMES[game], betting, HandRules())
    write_stakes(tables, stakes, betting)
    tables["seats"] = 6
    tables["dealt"][:, [0, 1, 3, 4, 5]] = 1
    tables["start_stack"][:, :6] = [200, 35, 0, 400, 7, 150]
    for i in range(3):
        new_deck(tables[i])
    streams = new_streams(3, 11)
    amounts = blind_array(stakes)
    ended = 0
    for _ in range(25):
        assert random_range(tables, streams, amounts, 0, 3) == 3
        for i in range(3):
            ended += int(tables["over"][i])
            assert problems(HandState(tables[i : i + 1])) == ()
    assert ended > 0


def test_a_table_with_nobody_dealt_in_has_no_next_seat() -> None:
    tables = new_tables(1)
    tables["seats"] = 4
    assert next_dealt(tables[0], 1) == -1


def test_dead_money_alone_makes_a_pot_for_all_live_seats() -> None:
    """Nobody has a contribution: a dead ante, no blinds, all check."""
    tables = new_tables(1)
    write_game(tables, GAMES["holdem"], "no-limit", HandRules())
    write_stakes(tables, Stakes.blinds(5, 10), "no-limit")
    tables["seats"] = 2
    tables["dealt"][:, :2] = 1
    tables["start_stack"][:, :2] = 100
    tables["dead_due"][:, 1] = 30
    tables["deck"] = np.arange(52)
    start_range(tables, 0, 1)
    done = np.zeros(1, dtype=bool)
    while not tables["over"][0]:
        act_range(tables, np.array([CALL]), np.array([0]), done, 0, 1)
        assert done[0]
    assert tables["pot_amount"][0, 0] == 30
    assert tables["won"][0].sum() == 30
    assert (tables["status"][0, :2] == LIVE).all()


def test_streams_are_apart_and_cover_the_unit_interval() -> None:
    streams = new_streams(200, 3)
    assert len({row.tobytes() for row in streams}) == 200
    draws = [unit(streams[0]) for _ in range(4000)]
    assert 0.0 <= min(draws) < 0.01
    assert 0.99 < max(draws) < 1.0
    assert abs(np.mean(draws) - 0.5) < 0.02
