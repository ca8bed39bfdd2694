"""Faults that other parsers were reported for, by name: one input each, with its right values."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from railbird.datasets.formats import ReadResult, read

# B32 is about what a writer must never produce; its input is no hand.
NAMES = "B01 B03 B05 B06 B07 B09 B11 B12 B13 B14 B17 B18 B20 B22 B23 B27 B29 B30 B31".split()


@pytest.fixture(scope="module")
def bugs(shared: Path) -> Path:
    return shared / "histories" / "bugs"


def case(bugs: Path, name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((bugs / "expected.json").read_text())[name]
    return found


def rows(result: ReadResult, table: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = result.history[table].to_pylist()
    return found


def by_player(result: ReadResult, column: str) -> dict[str, Any]:
    return {row["player"]: row[column] for row in rows(result, "seats")}


def of_kind(result: ReadResult, table: str, kind: str) -> list[dict[str, Any]]:
    return [row for row in rows(result, table) if row["kind"] == kind]


def net(result: ReadResult) -> dict[str, int]:
    return {s["player"]: s["won"] + s["returned"] - s["contributed"] for s in rows(result, "seats")}


def scale(result: ReadResult) -> int:
    """A chip is a cent in cash games."""
    return 100 if rows(result, "hands")[0]["tournament_id"] is None else 1


def next_stacks(result: ReadResult) -> dict[str, int]:
    stacks = {s["player"]: s["stack"] + net(result)[s["player"]] for s in rows(result, "seats")}
    for event in of_kind(result, "events", "rebuys"):
        stacks[event["player"]] += event["amount"]
    return stacks


# One entry a key of expected.json: what our tables say, in the units of that file.
CHECKS: dict[str, Any] = {
    "pot": lambda r: rows(r, "hands")[-1]["total_pot"] / scale(r),
    "rake": lambda r: rows(r, "hands")[-1]["rake"] / scale(r),
    "won": lambda r: {k: v / scale(r) for k, v in by_player(r, "won").items() if v},
    "net": lambda r: {k: v for k, v in net(r).items() if k not in not_dealt_in(r)},
    "stacks": lambda r: by_player(r, "stack"),
    "bounty": lambda r: (
        {k: v / 100 for k, v in by_player(r, "bounty").items()}
        if rows(r, "tournaments")[0]["bounty"] is None
        else rows(r, "tournaments")[0]["bounty"] / 100
    ),
    "buyin": lambda r: rows(r, "tournaments")[0]["buy_in"] / 100,
    "fee": lambda r: rows(r, "tournaments")[0]["fee"] / 100,
    "finish": lambda r: {
        e["player"]: e["finish_place"] for e in rows(r, "entries") if (e["finish_place"] or 0) > 1
    },
    "mucked_known": lambda r: {
        s["player"]: s["hole_cards"][:2] + " " + s["hole_cards"][2:]
        for s in rows(r, "seats")
        if s["mucked"]
    },
    "not_in_hand": lambda r: not_dealt_in(r),
    "hands": lambda r: r.counts["hands"],
    "partial": lambda r: r.counts["rejected_hands"],
    "ids": lambda r: [h["hand_id"] for h in rows(r, "hands")],
    "cancelled": lambda r: rows(r, "hands")[0]["cancelled"],
    "chat": lambda r: len(rows(r, "chat")),
    "ko": lambda r: {e["player"]: e["knockouts"] for e in rows(r, "entries") if e["knockouts"]},
    "bounty_cash": lambda r: {
        e["player"]: e["bounties_won"] / 100 for e in rows(r, "entries") if e["bounties_won"]
    },
    "sb": lambda r: rows(r, "hands")[0]["small_blind"],
    "bb": lambda r: rows(r, "hands")[0]["big_blind"],
    "ante": lambda r: rows(r, "hands")[0]["ante"],
    "table": lambda r: rows(r, "hands")[0]["table_id"],
    "timed_out": lambda r: [a["player"] for a in rows(r, "actions") if a["timed_out"]],
    "cashout": lambda r: {
        a["player"]: a["amount"] / 100 for a in of_kind(r, "actions", "cashes_out")
    },
    "cashout_fee": lambda r: {
        e["player"]: e["money"] / 100 for e in of_kind(r, "events", "cash_out_fee")
    },
    "rebuy": lambda r: {e["player"]: e["amount"] for e in of_kind(r, "events", "rebuys")},
    "next_stack": next_stacks,
    "partial_reveal": lambda r: {
        s["player"]: s["shown_cards"] for s in rows(r, "seats") if s["shown_cards"]
    },
}


def not_dealt_in(result: ReadResult) -> list[str]:
    return [s["player"] for s in rows(result, "seats") if not s["dealt_in"]]


@pytest.mark.parametrize("name", NAMES)
def test_reported_fault_is_read_right(bugs: Path, name: str) -> None:
    wanted = case(bugs, name)
    result = read([bugs / wanted["file"]])
    checked = {key: value for key, value in wanted["expected"].items() if key != "encodings"}
    assert checked
    assert {key: CHECKS[key](result) for key in checked} == checked
    if name != "B09":
        assert result.rejected == []


def test_every_given_input_is_checked(bugs: Path) -> None:
    assert set(json.loads((bugs / "expected.json").read_text())) == {*NAMES, "B32"}


def test_b32_what_must_not_be_written_is_no_hand(bugs: Path) -> None:
    result = read([bugs / "B32_export.txt"])
    assert result.history.hand_count == 0
    assert result.counts["rejected_hands"] == 1


@pytest.mark.parametrize(
    "encode",
    [
        lambda text: b"\xff\xfe" + text.encode("utf-16-le"),
        lambda text: b"\xff\xfe" + text.encode("utf-16-le") + b"\n",
        lambda text: text.encode("cp1252"),
        lambda text: text.encode("utf-8"),
    ],
    ids=["utf-16", "utf-16 and an odd byte", "cp1252", "utf-8"],
)
def test_b30_same_hand_in_every_encoding(bugs: Path, tmp_path: Path, encode: Any) -> None:
    text = (bugs / "B30_FullTilt.txt").read_text("utf-8")
    file = tmp_path / "hand.txt"
    file.write_bytes(encode(text))
    result = read([file])
    assert by_player(result, "won") == {"Zoë_K": 30, "TinFox": 0}
    assert result.rejected == []
    assert rows(result, "tournaments")[0]["currency"] == "EUR"


def test_b14_both_boards_are_kept(bugs: Path) -> None:
    hand = rows(read([bugs / "B14_PokerStars.txt"]), "hands")[0]
    assert (hand["board"], hand["board_2"]) == ("5h5cTcAc9d", "5h5cTc6s2d")


def test_b12_move_goes_to_the_longest_name_that_fits(bugs: Path) -> None:
    result = read([bugs / "B12_PokerStars.txt"])
    moves = [(a["player"], a["kind"]) for a in rows(result, "actions")]
    assert ("ace: folds", "raises") in moves
    assert ("ace", "folds") in moves
    assert ("S:lim:", "folds") in moves
    assert [e["player"] for e in of_kind(result, "events", "leaves")] == ["S:lim:"]


def test_b07_move_to_the_table_is_an_event(bugs: Path) -> None:
    result = read([bugs / "B07_PokerStars.txt"])
    assert [e["player"] for e in of_kind(result, "events", "moved")] == ["honeybee8"]


def test_b18_own_bounty_is_known_after_the_knock_out(bugs: Path) -> None:
    events = of_kind(read([bugs / "B18_PokerStars.txt"]), "events", "bounty_won")
    assert {e["player"]: (e["bounty_after"], e["share"], e["other"]) for e in events} == {
        "Quill7": (3290, 0.5, "marrow_22"),
        "TinFox": (3902, 0.5, "marrow_22"),
    }
