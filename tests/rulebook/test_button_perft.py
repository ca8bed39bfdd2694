"""Every pattern of busts: the states that each button rule can reach, counted."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from railbird.arena.tournament.button import Positions, clockwise, next_positions
from railbird.arena.tournament.house import FULLTILT, POKERSTARS

FILE = Path(__file__).parents[1] / "perft" / "button.perft"
RULES = {"forward": POKERSTARS, "dead": FULLTILT}


def read_cases() -> dict[str, dict[str, list[str]]]:
    cases: dict[str, dict[str, list[str]]] = {}
    case: dict[str, list[str]] = {}
    for line in FILE.read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            key, *values = line.split()
            if key == "id":
                case = cases.setdefault(values[0], {})
            case[key] = values
    return cases


CASES = read_cases()


def count(rule: str, seats: int, hands: int) -> dict[str, list[str]]:
    rules = RULES[rule]
    everybody = frozenset(range(1, seats + 1))
    states = {(everybody, Positions(1, 2, 3))}
    found: dict[str, list[int]] = {"perft": [], "moves": [0], "doubled": [0], "skipped": [0]}
    dead = [0, 0]
    for _ in range(hands):
        following = set()
        for alive, last in states:
            for size in range(2, len(alive) + 1):
                for left in map(frozenset, combinations(sorted(alive), size)):
                    p = next_positions(rules, last, alive, left)
                    following.add((left, p))
                    found["moves"][0] += 1
                    found["doubled"][0] += p.big_blind == last.big_blind
                    found["skipped"][0] += p.big_blind not in clockwise(left, last.big_blind)[:1]
                    dead[0] += p.button not in left
                    dead[1] += p.dead_small_blind
        states = following
        found["perft"].append(len(states))
    counts = {key: [str(v) for v in values] for key, values in found.items()}
    return {**counts, "dead": [str(v) for v in dead]}


@pytest.mark.rule("PS-14.1", "PS-14.2", "FT-18.1", "FT-18.3", "FT-18.4")
@pytest.mark.parametrize("name", CASES)
def test_button_movement_over_every_pattern_of_busts(name):
    case = CASES[name]
    found = count(case["rule"][0], int(case["seats"][0]), len(case["perft"]))
    assert found == {key: case[key] for key in found}


def test_the_reference_file_is_not_empty():
    assert len(CASES) == 6
