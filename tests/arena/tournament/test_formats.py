"""Shootout plans, several entries of one person, sharing out."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from railbird.arena.tournament.errors import Refused
from railbird.arena.tournament.money import round_to_sum, share_by_weight, share_equally
from railbird.arena.tournament.multi_entry import (
    Entry,
    Merge,
    check_entry,
    check_re_entry,
    draw_apart,
    merge_due,
)
from railbird.arena.tournament.seating import table_sizes
from railbird.arena.tournament.shootout import Round, rounds
from railbird.arena.tournament.structure import Registration
from railbird.arena.tournament.structure_file import load_structure


@pytest.mark.parametrize(
    ("entrants", "plan"),
    [
        (81, [(9, 0), (1, 0)]),
        (20, [(9, 0), (1, 0)]),
        (9, [(1, 0)]),
        (10, [(1, 8), (1, 0)]),
        (82, [(1, 80), (9, 0), (1, 0)]),
    ],
)
def test_shootout_rounds(entrants, plan):
    assert rounds(entrants, 9) == tuple(Round(*r) for r in plan)


def test_in_every_shootout_each_round_seats_all_who_are_left():
    for entrants in range(2, 300):
        players = entrants
        for played in rounds(entrants, 6):
            playing = players - played.byes
            assert 2 * played.tables <= playing <= 6 * played.tables
            players = played.tables + played.byes
        assert players == 1


def test_merging_takes_the_two_smallest_when_entries_outnumber_tables():
    entries = [Entry("a", "a", 1, 500), Entry("a [2]", "a", 2, 900), Entry("a [3]", "a", 3, 700)]
    assert merge_due(entries, 3) is None
    assert merge_due(entries, 2) == Merge("a [3]", "a", 1200)


def test_entries_at_once_and_re_entries_are_limited():
    event = load_structure("mtt-deep")
    event = replace(event, registration=Registration(60, True, re_entries=1, entries_at_once=4))
    check_entry(event, alive=3, tables=10)
    for alive, tables in ((4, 10), (2, 2)):
        with pytest.raises(Refused):
            check_entry(event, alive, tables)
    check_re_entry(event, 0, registration_open=True)
    for taken, still_open in ((1, True), (0, False)):
        with pytest.raises(Refused):
            check_re_entry(event, taken, registration_open=still_open)


def test_the_draw_keeps_a_persons_entries_apart():
    persons = {f"p{k}": f"person {k // 3}" for k in range(60)}
    for seed in range(20):
        sizes = table_sizes(60, 9)
        tables = draw_apart(persons, sizes, random.Random(seed))
        assert sorted(map(len, tables)) == sorted(sizes)
        assert all(len({persons[p] for p in t}) == len(t) for t in tables)
    with pytest.raises(Refused):
        draw_apart({"a": "x", "b": "x"}, [2], random.Random(1))


def test_sharing_out_keeps_every_cent():
    assert share_equally(10, 3) == (4, 3, 3)
    assert share_by_weight(10, (1, 1, 1)) == (4, 3, 3)
    assert share_by_weight(100, (2, 1, 0)) == (67, 33, 0)
    assert round_to_sum([Fraction(1, 3), Fraction(5, 3)], 2) == (0, 2)
    for bad in (lambda: share_equally(-1, 2), lambda: share_by_weight(5, (0, 0))):
        with pytest.raises(ValueError, match="cannot share"):
            bad()
