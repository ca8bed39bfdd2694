"""The luck of the board: what it is at an all-in, whose pots it counts, that its mean is zero."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from railbird.agents.luck import _split, board_luck
from railbird.agents.registry import make_agent
from railbird.agents.seats import AgentPolicy
from railbird.arena.equity import all_in_shares
from railbird.arena.hand.record import MAX_SEATS
from railbird.arena.tournament.chronicle import Chronicle
from railbird.arena.tournament.director import Director
from railbird.arena.tournament.structure_file import load_structure


def hands_of(names, events, structure="sng-6max"):
    """Return all hands of events between house bots."""
    found = []

    class Kept(Chronicle):
        def hand(self, played, *rest):
            found.append(played)
            super().hand(played, *rest)

    for seed in range(events):
        agents = {f"{k} {name}": make_agent(name, 100 * seed + k) for k, name in enumerate(names)}
        policy = AgentPolicy(agents)
        kept = Kept(load_structure(structure), "1")
        director = Director(
            load_structure(structure), list(agents), policy, seed=seed, chronicle=kept
        )
        policy.watch(director)
        director.run()
    return found


@pytest.fixture(scope="module")
def hands():
    return hands_of(["maniac", "loose-aggressive", "caller", "equity", "maniac", "nit"], 12)


def test_without_luck_an_all_in_wins_its_share_of_the_pot(hands):
    checked = 0
    for played, luck in zip(hands, board_luck(hands), strict=True):
        record = played.record
        live = [s for s in range(MAX_SEATS) if record["high_rank"][s] > 0]
        late = [m for m in played.moves.tolist() if m[0] > 0]
        if late or len(live) != 2 or record["board_count"] != 5:
            continue
        cards = [record["cards"][s][:2].tolist() for s in live]
        sizes = range(MAX_SEATS)
        dead = [
            c
            for s in sizes
            if record["dealt"][s] and s not in live
            for c in record["cards"][s][:2].tolist()
        ]
        shares = all_in_shares(cards, dead=dead, max_run_outs=1, samples=20_000).shares
        pot = int(record["won"].sum())
        for seat, share in zip(live, shares, strict=True):
            fair = int(record["won"][seat]) - luck[:, seat].sum()
            # Both shares before the flop are sampled: 1,000 and 20,000 boards.
            assert abs(fair / pot - share) < 5 * 0.5 / np.sqrt(900)
        checked += 1
    assert checked > 20


def test_luck_goes_from_seat_to_seat_and_only_where_a_board_was_dealt(hands):
    luck = board_luck(hands)
    assert np.abs(luck.sum(2)).max() < 1e-6
    for played, row in zip(hands, luck, strict=True):
        dealt = int(played.record["board_count"])
        for street, needs in enumerate((3, 4, 5)):
            assert dealt >= needs or not row[street].any()


def test_luck_has_the_mean_zero_whatever_the_player_did(hands):
    luck = board_luck(hands).sum(1)
    names = sorted({name for played in hands for name in played.deal.seats.values()})
    for name in names:
        own = [
            luck[k, seat - 1] / played.deal.level.big_blind
            for k, played in enumerate(hands)
            for seat, player in played.deal.seats.items()
            if player == name
        ]
        if np.std(own) > 0:
            assert abs(stats.ttest_1samp(own, 0).statistic) < 4


def test_a_short_stack_is_in_the_main_pot_only():
    put, alive = [0] * MAX_SEATS, [False] * MAX_SEATS
    # Seat 1 is all-in for 30, 2 and 3 put 100, 4 folded 50, 5 covers alone for 250.
    put[:5] = [30, 100, 100, 50, 250]
    alive[:5] = [True, True, True, False, True]
    assert _split(put, alive) == [(150, (0, 1, 2, 4)), (70 + 70 + 20 + 70, (1, 2, 4))]


def test_stud_has_no_board():
    played = hands_of(["caller", "random"], 1, "sng-2max")
    assert board_luck([]).shape == (0, 3, MAX_SEATS)
    played[0].batch["is_stud"] = 1
    assert not board_luck(played[:1]).any()
