"""Golden hands: small stories, one thing worth knowing each, told the same as when reviewed."""

from __future__ import annotations

from pathlib import Path

import pytest

from railbird.arena.hand.games import GAMES
from tests.golden.hands.narrate import narrate, split

FILES = sorted(Path(__file__).parent.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_hand_is_told_as_written(path: Path) -> None:
    text = path.read_text()
    setup, moves = split(text)
    told = text[text.index("moves ") :].split("\n\n", 1)[1]
    assert narrate(text).splitlines() == told.splitlines()
    assert setup.startswith("# "), "the first line says what is worth knowing"
    assert max(map(len, told.splitlines())) <= 100
    assert moves


def test_every_game_has_a_golden_hand() -> None:
    told = {line.split()[1] for p in FILES for line in p.read_text().splitlines()
            if line.startswith("game ")}  # fmt: skip
    assert told == set(GAMES)
    assert len(FILES) >= 14
