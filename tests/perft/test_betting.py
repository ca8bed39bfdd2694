"""Betting lines counted to the end equal the reference counts of `betting.perft`."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from railbird.arena.cards import CARD_TEXT
from railbird.arena.hand.actions import Call, Fold
from railbird.arena.hand.setup import Stakes
from railbird.arena.hand.state import HandState, apply, legal, new_hand
from tests.oracles import pokerkit_perft
from tests.perft.engine import count_lines, count_paths, stack_of
from tests.perft.files import read_perft

CASES = {case["id"]: case for case in read_perft("betting.perft")}
# A fixed shuffle, so that stud's first to act does not depend on the run.
DECK = np.random.default_rng(0).permutation(52).tolist()


def start(case: dict[str, Any]) -> HandState:
    game, betting = case.get("game", ["holdem", "no-limit"])
    ante = case.get("ante", [0])[0]
    if "bets" in case:
        small, big = map(int, case["bets"].split("/"))
        stakes = Stakes.stud(small, big, ante, case["bring_in"][0])
    else:
        small, big = map(int, case["blinds"].split("/"))
        stakes = Stakes.blinds(small, big, ante)
    stacks = {i + 1: chips for i, chips in enumerate(case["stacks"])}
    return new_hand(game, betting, stakes, stacks, len(stacks), deck=DECK)


def divide(state: HandState, depth: int) -> dict[str, int]:
    """Each first move with the number of paths behind it."""
    return {
        str(move): count_paths(stack_of(apply(state, move)[0].tables()), depth - 1)
        for move in legal(state)
    }


def their_divide(case: dict[str, Any], depth: int) -> dict[str, int]:
    return pokerkit_perft.divide(case, [CARD_TEXT[card] for card in DECK], depth)


def explain(case: dict[str, Any], depth: int, want: int) -> str:
    ours = divide(start(case), depth)
    theirs = their_divide(case, depth)
    rows = [
        f"  {move:12}{ours.get(move, 0):10}{theirs.get(move, 0):10}"
        for move in dict.fromkeys([*ours, *theirs])
    ]
    head = f"{case['id']} at depth {depth}: {sum(ours.values())}, wanted {want}; ours, PokerKit:"
    return "\n".join([head, *rows])


@pytest.mark.parametrize("name", CASES)
def test_paths_of_every_depth_are_counted(name: str) -> None:
    case = CASES[name]
    stack = stack_of(start(case).tables())
    for depth, want in case["perft"].items():
        if count_paths(stack, depth) != want:
            pytest.fail(explain(case, depth, want))


@pytest.mark.parametrize("name", CASES)
def test_the_whole_tree_has_its_decisions_lines_and_folds(name: str) -> None:
    counts = np.zeros(3, dtype=np.int64)
    count_lines(stack_of(start(CASES[name]).tables()), counts)
    assert counts.tolist() == CASES[name]["lines"]


@pytest.mark.parametrize("name", [n for n, case in CASES.items() if "pokerkit" not in case])
def test_pokerkit_counts_the_same_paths(name: str) -> None:
    case = CASES[name]
    depth = max(d for d, count in case["perft"].items() if count <= 120)
    theirs = their_divide(case, depth)
    assert theirs == divide(start(case), depth), explain(case, depth, case["perft"][depth])


@pytest.mark.parametrize("name", [n for n, case in CASES.items() if "pokerkit" in case])
def test_where_pokerkit_counts_otherwise_it_is_as_written(name: str) -> None:
    case = CASES[name]
    first, *counts = case["pokerkit"]
    for depth, want in enumerate(counts[:2], first):
        assert sum(their_divide(case, depth).values()) == want
        assert case["perft"][depth] != want


def test_a_mismatch_prints_each_first_move_of_both() -> None:
    text = explain(CASES["hu-5bb"], 2, 35)
    assert text.splitlines()[0].startswith("hu-5bb at depth 2: 34, wanted 35")
    assert "  fold                 0         0" in text
    assert "  raise 4              7         7" in text


def test_legal_lists_each_whole_raise_once() -> None:
    moves = list(legal(start(CASES["hu-5bb"])))
    assert moves[:2] == [Fold(), Call()]
    assert [move.total for move in moves[2:]] == [4, 5, 6, 7, 8, 9, 10]  # type: ignore[union-attr]
