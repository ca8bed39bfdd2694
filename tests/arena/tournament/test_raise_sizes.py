"""Fixed limit has one bet size or, with a pair open in stud, two: no chooser bets another one."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from railbird.arena.hand.actions import RaiseTo
from railbird.arena.hand.record import CALL, FOLD, RAISE
from railbird.arena.tournament.chronicle import Chronicle
from railbird.arena.tournament.deciders import Decision, SeatedPolicy, Turn
from railbird.arena.tournament.play import RandomPolicy
from railbird.arena.tournament.play_kernels import KIND, MOVE_FIELDS, TOTAL, move_at
from railbird.arena.tournament.structure import Level, Structure
from railbird.arena.tournament.structure_file import load_structure
from tests.arena.tournament.laws import Watched, check_end


def event(**change: Any) -> Structure:
    return replace(load_structure("mtt-18"), seats=6, start_stack=5_000, **change)


def stud() -> Structure:
    return event(game="stud", betting="fixed-limit")


def horse() -> Structure:
    levels = tuple(Level(k + 1, 20 * (k + 1), 40 * (k + 1), 0, 3) for k in range(15))
    return event(mix="HORSE", levels=levels)


class Repeated(RandomPolicy):
    """Makes each move a second time where an illegal one is refused, and counts raise sizes."""

    def __init__(self, seed: int, boldness: int) -> None:
        super().__init__(seed, boldness)
        self.sizes: Counter[str] = Counter()

    def play(self, tables: Any, deals: Sequence[Any], logs: Any, counts: Any) -> list[Any]:
        before = tables.copy()
        notes = super().play(tables, deals, logs, counts)
        row = np.zeros(MOVE_FIELDS, dtype=np.int64)
        for k in range(len(deals)):
            for move in logs[k, : counts[k]]:
                kind, total = int(move[KIND]), int(move[TOTAL])
                t = before[k]
                if kind == RAISE and t["raise_step"] > 1:
                    self.sizes["small" if total == t["min_raise_to"] else "big"] += 1
                assert move_at(before, k, row, kind, total, 0), (kind, total, t)
        return notes


@pytest.mark.parametrize("boldness", [100, 40])
@pytest.mark.parametrize("structure", [stud(), horse()], ids=["stud", "HORSE"])
def test_random_players_raise_by_one_of_the_two_sizes(structure: Structure, boldness: int) -> None:
    sizes: Counter[str] = Counter()
    for seed in range(6):
        policy = Repeated(seed, boldness)
        names = [f"p{k}" for k in range(structure.entrants)]
        director = Watched(structure, names, policy, seed=seed)
        director.run()
        check_end(director)
        sizes += policy.sizes
    assert sizes["small"] > 5
    if boldness == 100:
        # Any size, all equally likely: neither of the two is rare.
        assert 0.3 < sizes["big"] / sizes.total() < 0.7


def test_a_decider_who_raises_by_what_his_turn_allows_is_never_refused() -> None:
    rng = random.Random(8)
    two_sizes = 0

    def bold(turn: Turn) -> Decision:
        nonlocal two_sizes
        raises = [move for move in turn.legal if isinstance(move, RaiseTo)]
        if raises and rng.random() < 0.5:
            two_sizes += len(raises) == 2
            assert len(raises) <= 2
            return Decision(RAISE, rng.choice(raises).total)
        return Decision(FOLD if turn.can_fold and rng.random() < 0.2 else CALL)

    structure = stud()
    for seed in range(3):
        names = [f"p{k}" for k in range(structure.entrants)]
        director = Watched(
            structure, names, SeatedPolicy({}, bold), seed=seed, chronicle=Chronicle(structure, "5")
        )
        director.run()
        check_end(director)
        moves = director.history().frame("actions")
        bets = moves[moves.kind.isin(["bets", "raises"])]
        assert len(bets) > 50
        assert not bets.timed_out.any()
        assert not any(p.away for p in director.field.players.values())
    assert two_sizes > 5
