"""The shipped sample is what its generator makes, breaks no law, and tells its truth in a file."""

from __future__ import annotations

import csv
import gzip
from collections import Counter
from pathlib import Path

import pytest

from railbird.arena.history.laws import check
from railbird.datasets import samples
from railbird.datasets.formats import read
from railbird.datasets.formats.said_twice import contradictions
from railbird.datasets.samples import make

FOLDER = Path(samples.__file__).parent
SAMPLE = FOLDER / samples.HISTORY


def test_generator_makes_the_shipped_text_byte_for_byte() -> None:
    assert gzip.decompress(SAMPLE.read_bytes()).decode() == make.history_text()
    assert (FOLDER / samples.TRUTH).read_text(encoding="utf-8") == make.truth_text()


def test_another_seed_deals_other_hands() -> None:
    assert make.history_text(1, sessions=1) != make.history_text(2, sessions=1)


@pytest.mark.parametrize("seed", [None, 1, 2])
def test_every_hand_is_legal_to_the_chip(seed: int | None, tmp_path: Path) -> None:
    path = SAMPLE
    if seed is not None:
        path = tmp_path / "sample.txt"
        path.write_text(make.history_text(seed, sessions=20), encoding="utf-8")
    result = read([path], keep_duplicates=True)
    assert result.rejected == []
    assert result.counts["hands"] == result.history.hand_count > 900
    assert check(result.history) == []
    assert list(contradictions([path])) == []


def test_sample_is_a_varied_record() -> None:
    """Side pots, split pots, all-ins, folds on every street: not one hand dealt again and again."""
    history = read([SAMPLE]).history
    acts = history.frame("actions")
    assert set(acts["kind"]) >= {"raises", "bets", "calls", "checks", "folds", "returned", "shows"}
    assert set(acts.loc[acts["kind"] == "folds", "street"]) == {"preflop", "flop", "turn", "river"}
    assert (acts["pot"] == "side pot").any() and acts["all_in"].any()
    per_player = Counter(history["seats"].column("player").to_pylist())
    assert len(per_player) == len(make.PLAYERS) and min(per_player.values()) > 200
    assert SAMPLE.stat().st_size < 1_500_000


def test_truth_names_players_of_the_sample() -> None:
    with (FOLDER / samples.TRUTH).open(encoding="utf-8", newline="") as file:
        truth = list(csv.DictReader(file))
    assert {row["player"] for row in truth} == {make.GIVER, make.TAKER} <= set(make.PLAYERS)
    assert {row["scheme"] for row in truth} == {"soft_play", "chip_dumping"}
