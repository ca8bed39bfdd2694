"""Ranking, shared prizes, early ends: TV-17 to 20b and 29; ranks of TV-01 and 02."""

from __future__ import annotations

import pytest

from railbird.arena.tournament.house import FULLTILT, POKERSTARS
from railbird.arena.tournament.places import (
    Bust,
    ends_early,
    group_by_instant,
    pay_places,
    rank_busts,
    survivors,
)

rule = pytest.mark.rule


def ranks(busts: dict[str, int], remaining: int) -> dict[str, int]:
    found = rank_busts([Bust(p, chips) for p, chips in busts.items()], remaining)
    return {f.player: f.place for f in found}


@rule("TV-01", "PS-12.1")
def test_tv_01_more_chips_at_the_start_ranks_better():
    assert ranks({"D": 100, "V": 400}, 2) == {"V": 3, "D": 4}


@rule("TV-02", "PS-12.1")
def test_tv_02_ranks():
    assert ranks({"S9": 2128, "S6": 715}, 5) == {"S9": 6, "S6": 7}


@rule("TV-17", "PS-12.2", "FT-25.1", "AMB-06")
def test_tv_17_equal_stacks_share_the_better_place_and_the_next_is_skipped():
    assert ranks({"a": 1500, "b": 1500}, 7) == {"a": 8, "b": 8}
    assert ranks({"c": 1500, "d": 1500}, 5) == {"c": 6, "d": 6}
    assert ranks({"e": 10}, 4) == {"e": 5}


@rule("TV-18", "PS-12.1", "FT-25.1")
def test_tv_18_two_busts_of_three():
    assert ranks({"a": 302, "b": 202}, 1) == {"a": 2, "b": 3}


@rule("TV-19", "PS-12.3", "PS-13.3", "FT-26.2")
def test_tv_19_hand_for_hand_busts_rank_by_chips_not_by_the_clock():
    busts = [Bust("Z", 5000, (3, 1)), Bust("X", 5000, (1, 4)), Bust("Y", 7200, (2, 2))]
    finishes = rank_busts(busts, 17)
    assert [(f.player, f.place, f.tied) for f in finishes] == [
        ("Y", 18, 1),
        ("X", 19, 2),
        ("Z", 19, 2),
    ]
    prizes = [0] * 17 + [300, 200, 101]
    assert pay_places(finishes, prizes) == {"Y": 300, "X": 151, "Z": 150}


@rule("TV-20", "PS-12.2", "AMB-07")
def test_tv_20_tied_players_share_with_the_odd_cent_to_the_earlier():
    tied = rank_busts([Bust("later", 900, (1, 2)), Bust("early", 900, (1, 1))], 4)
    assert pay_places(tied, [0, 0, 0, 0, 10000, 7500]) == {"early": 8750, "later": 8750}
    assert pay_places(tied, [0, 0, 0, 0, 10001, 7500]) == {"early": 8751, "later": 8750}


@rule("TV-20b", "PS-11.2")
def test_tv_20b_double_or_nothing_ends_when_half_the_field_is_out():
    prizes = (4000,) * 5
    assert not ends_early(POKERSTARS, 6, prizes)
    assert ends_early(POKERSTARS, 5, prizes)
    finishes = survivors({p: (1, k) for k, p in enumerate("abcde")}, 5)
    assert {f.place for f in finishes} == {1}
    assert pay_places(finishes, prizes) == dict.fromkeys("abcde", 4000)


@rule("TV-29", "AMB-05", "PS-11.2")
def test_tv_29_equal_prizes_with_a_bounty_to_win_play_on():
    prizes = (3603, 3603)
    assert not ends_early(POKERSTARS, 2, prizes, bounties_open=True)
    assert ends_early(POKERSTARS, 2, prizes, bounties_open=False)


@rule("PS-11.1", "FT-1")
@pytest.mark.parametrize("rules", [POKERSTARS, FULLTILT])
def test_one_player_with_all_chips_ends_the_event(rules):
    assert ends_early(rules, 1, (500, 300))
    assert not ends_early(rules, 2, (500, 300))


@rule("FT-1", "FT-31.5b")
def test_full_tilt_ends_early_in_satellites_only():
    assert not ends_early(FULLTILT, 2, (500, 500))
    assert ends_early(FULLTILT, 2, (500, 500), satellite=True)


@rule("PS-11.2")
def test_players_who_all_win_nothing_play_on():
    assert not ends_early(POKERSTARS, 2, ())


@rule("FT-25.2", "AMB-31")
def test_ft_25_2_equal_server_times_count_as_one_hand_at_one_room_only():
    busts = [(10, Bust("a", 500)), (10, Bust("b", 700)), (11, Bust("c", 900))]
    one = group_by_instant(busts, same_instant_counts=FULLTILT.same_instant_counts)
    assert [[b.player for b in group] for group in one] == [["a", "b"], ["c"]]
    apart = group_by_instant(busts, same_instant_counts=POKERSTARS.same_instant_counts)
    assert [len(group) for group in apart] == [1, 1, 1]
