"""The all-round bot against simpler ones in every game, on duplicate deals."""

from __future__ import annotations

import pytest

from railbird.agents.duplicate import play_duplicate
from railbird.agents.league import League, open_match
from railbird.arena.hand.games import GAMES

KINDS = (
    ("holdem", "no-limit"),
    ("holdem", "fixed-limit"),
    ("omaha", "pot-limit"),
    ("omaha5", "pot-limit"),
    ("omaha8", "pot-limit"),
    ("omaha8", "fixed-limit"),
    ("omaha5-8", "pot-limit"),
    ("stud", "fixed-limit"),
    ("stud8", "fixed-limit"),
    ("razz", "fixed-limit"),
)


@pytest.fixture
def structure(tmp_path):
    def write(game, betting):
        stud = GAMES[game].is_stud
        levels = '["20/40 a5", "30/60 a8"]' if stud else '["10/20", "15/30", "25/50"]'
        path = tmp_path / "duel.toml"
        path.write_text(
            'title = "Duel"\nformat = "sng"\nseats = 2\nentrants = 2\n'
            f"start_stack = {3000 if stud else 1500}\nbuy_in = 10\nfee = 1\nlevel_minutes = 10\n"
            f'payouts = "winner-takes-all"\ngame = "{game}"\nbetting = "{betting}"\n'
            f"levels = {levels}\n"
        )
        return str(path)

    return write


def won(structure, game, betting, other, deals):
    league = League(("all-round", other), structure(game, betting), seed=31)
    with open_match(league) as match:
        return play_duplicate(match, deals).bb_per_100("all-round")


@pytest.mark.slow
@pytest.mark.parametrize("other", ["caller", "random", "nit", "loose-passive"])
@pytest.mark.parametrize("game, betting", KINDS)
def test_it_beats_simple_players_for_certain(structure, game, betting, other):
    assert won(structure, game, betting, other, 1_500).low > 0


@pytest.mark.slow
@pytest.mark.parametrize("game, betting", KINDS)
def test_it_wins_from_the_tight_aggressive(structure, game, betting):
    assert won(structure, game, betting, "tight-aggressive", 4_000).low > 0
