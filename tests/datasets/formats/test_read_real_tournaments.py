"""Real tournament hands of both houses against the values found independently of this reader."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest

from railbird.datasets.formats import ReadResult, read

Row = dict[str, Any]
_VALUES = {"I": 1, "V": 5, "X": 10, "L": 50}


def roman(text: str | None) -> int | None:
    if text is None:
        return None
    values = [_VALUES[letter] for letter in text]
    return sum(-v if v < after else v for v, after in zip(values, [*values[1:], 0], strict=True))


class Real:
    """The folder read file by file, next to what is expected of each hand."""

    def __init__(self, folder: Path) -> None:
        lines = (folder / "expected.jsonl").read_text("utf-8").splitlines()
        self.wanted: dict[str, list[Row]] = defaultdict(list)
        for line in lines:
            row = json.loads(line)
            self.wanted[row["file"]].append(row)
        self.read: dict[str, ReadResult] = {
            file: read([folder / file], keep_duplicates=True) for file in self.wanted
        }

    def pairs(self) -> list[tuple[Row, Row | None, list[Row], int]]:
        """Return each wanted hand with our hand, our seats and our number of chat lines."""
        found = []
        for file, wanted in self.wanted.items():
            history = self.read[file].history
            hands = {row["ordinal"]: row for row in history["hands"].to_pylist()}
            seats = defaultdict(list)
            for seat in history["seats"].to_pylist():
                seats[seat["hand_id"]].append(seat)
            chat = Counter(history["chat"]["hand_id"].to_pylist())
            for row in wanted:
                hand = hands.get(row["ordinal"])
                found.append((row, hand, seats[row["hand_id"]], chat[row["hand_id"]]))
        return found


@pytest.fixture(scope="module")
def real(shared: Path) -> Real:
    return Real(shared / "histories" / "tournaments")


def unit(wanted: Row) -> int:
    return 1 if wanted["tournament_id"] else 100  # cash amounts are given in dollars


def in_units(wanted: Row, values: dict[str, float]) -> dict[str, int]:
    return {player: round(value * unit(wanted)) for player, value in values.items()}


def chips(seats: list[Row]) -> tuple[dict[str, int], dict[str, int]]:
    put_in = {s["player"]: s["contributed"] - s["returned"] for s in seats}
    return put_in, {s["player"]: s["won"] for s in seats if s["won"]}


def test_chips_of_all_whole_hands_are_exact(real: Real) -> None:
    wrong = []
    for wanted, hand, seats, _ in real.pairs():
        if wanted["contributed"] is None or not wanted["balanced"]:
            continue
        expected = in_units(wanted, wanted["contributed"]), in_units(wanted, wanted["won"])
        if hand is None or chips(seats) != expected:
            wrong.append((wanted["file"], wanted["hand_id"]))
    assert wrong == []


def test_only_the_two_cut_hands_are_missing(real: Real) -> None:
    missing = [(w["file"], w["hand_id"]) for w, hand, _, _ in real.pairs() if hand is None]
    file = "pokerstars/ps-nlhe-mtt-cut-hands-2012-021.txt"
    assert missing == [(file, "86564040647"), (file, "86568539580")]


def test_every_hand_is_read_or_rejected_with_a_reason(real: Real) -> None:
    for file, result in real.read.items():
        wanted = len(real.wanted[file])
        assert result.counts["hands"] + result.counts["rejected_hands"] == wanted, file
        assert all(rejected.reason and rejected.line > 0 for rejected in result.rejected)


def test_no_line_but_those_of_the_cut_hands_is_rejected(real: Real) -> None:
    rejected = [r for result in real.read.values() for r in result.rejected]
    assert [r.line for r in rejected] == [80, 1407]
    assert all("cut before its summary" in r.reason for r in rejected)


def test_hands_whose_lines_stop_early_are_marked_cut(real: Real) -> None:
    for wanted, hand, _, _ in real.pairs():
        if hand is not None:
            assert hand["cut"] == bool(wanted.get("damaged")), wanted["hand_id"]


FACTS = {
    "hand_id": lambda w: w["hand_id"],
    "tournament_id": lambda w: w["tournament_id"],
    "button_seat": lambda w: w["button_seat"],
    "total_pot": lambda w: round(w["total_pot"] * unit(w)),
    "rake": lambda w: round(w["rake"] * unit(w)),
    "board": lambda w: "".join(w["board"]) or None,
    "level": lambda w: roman(w["level"]["name"]),
    "small_blind": lambda w: round(w["level"]["small"] * unit(w)),
    "big_blind": lambda w: round(w["level"]["big"] * unit(w)),
}


@pytest.mark.parametrize("column", FACTS)
def test_hand_facts_are_exact(real: Real, column: str) -> None:
    for wanted, hand, _, _ in real.pairs():
        if hand is not None:
            assert hand[column] == FACTS[column](wanted), (wanted["file"], wanted["hand_id"])


def test_seats_are_exact(real: Real) -> None:
    for wanted, hand, seats, _ in real.pairs():
        if hand is None:
            continue
        ours = [
            (s["seat"], s["player"], s["stack"], s["bounty"], s["sitting_out"], s["dealt_in"])
            for s in seats
        ]
        theirs = [
            (
                s["seat"],
                s["name"],
                round(s["stack"] * unit(wanted)),
                None if s.get("bounty") is None else round(s["bounty"] * 100),
                bool(s.get("sitting_out")),
                not s.get("out_of_hand"),
            )
            for s in wanted["seats"]
        ]
        assert ours == theirs, (wanted["file"], wanted["hand_id"])


def test_chat_lines_are_all_found(real: Real) -> None:
    for wanted, hand, _, chat in real.pairs():
        if hand is not None:
            assert chat == wanted["chat_lines"], (wanted["file"], wanted["hand_id"])


def test_duplicates_are_read_once_and_counted(shared: Path, real: Real) -> None:
    result = read([shared / "histories" / "tournaments"])
    wanted = [row for rows in real.wanted.values() for row in rows]
    ids = {
        (row["site"], row["hand_id"])
        for row in wanted
        if not row.get("damaged", "").startswith("cut")
    }
    counts = result.counts
    assert counts["hands"] == len(ids)
    assert counts["hands"] + counts["duplicates"] + counts["rejected_hands"] == len(wanted)


def test_one_row_a_tournament(shared: Path) -> None:
    history = read([shared / "histories" / "tournaments"]).history
    ids = history["tournaments"]["tournament_id"].to_pylist()
    assert len(ids) == len(set(ids))
    assert set(history["hands"]["tournament_id"].to_pylist()) - {None} == set(ids)


def test_actions_add_up_to_the_seats(real: Real) -> None:
    moving = {"calls", "bets", "raises", "completes", "brings_in"}
    for file, result in real.read.items():
        sums: Counter[tuple[str, str, str]] = Counter()
        for action in result.history["actions"].to_pylist():
            kind, key = action["kind"], (action["hand_id"], action["player"])
            if kind in moving or kind.startswith("posts_"):
                sums[*key, "contributed"] += action["amount"]
            elif kind in ("returned", "collects"):
                sums[*key, "returned" if kind == "returned" else "won"] += action["amount"]
        cut = {h["hand_id"] for h in result.history["hands"].to_pylist() if h["cut"]}
        for seat in result.history["seats"].to_pylist():
            if seat["hand_id"] in cut:
                continue  # its lines stop before its result
            for column in ("contributed", "returned", "won"):
                key = (seat["hand_id"], seat["player"], column)
                assert sums[key] == seat[column], (file, key)


def test_ordinals_count_rows_from_one_without_gaps(real: Real) -> None:
    for file, result in real.read.items():
        ordinals = defaultdict(list)
        for table in ("actions", "events", "chat"):
            for hand_id, ordinal in zip(
                result.history[table]["hand_id"].to_pylist(),
                result.history[table]["ordinal"].to_pylist(),
                strict=True,
            ):
                ordinals[hand_id].append(ordinal)
        for hand_id, found in ordinals.items():
            assert sorted(found) == list(range(1, len(found) + 1)), (file, hand_id)


@pytest.mark.slow
def test_cash_day_is_read_whole_and_every_law_holds(shared: Path) -> None:
    result = read([shared / "histories" / "null" / "ps-nl50-a.zip"])
    assert result.counts["hands"] == 16_276
    assert result.rejected == []
    hands = {h["hand_id"]: h for h in result.history["hands"].to_pylist()}
    put_in: Counter[str] = Counter()
    won: Counter[str] = Counter()
    for seat in result.history["seats"].to_pylist():
        put_in[seat["hand_id"]] += seat["contributed"] - seat["returned"]
        won[seat["hand_id"]] += seat["won"]
    for hand_id, hand in hands.items():
        assert put_in[hand_id] == hand["total_pot"] == won[hand_id] + hand["rake"]
