"""Real hands replay to the same chips, or stand here with the reason."""

from __future__ import annotations

import zipfile
from collections import Counter
from pathlib import Path

import pyarrow as pa
import pytest

from railbird.arena.hand.state import legal
from railbird.arena.history.schema import History
from railbird.arena.replay import Replay, replay, replay_all
from railbird.datasets.formats import read

# Games of the files that the kernel does not deal.
NOT_DEALT = {
    "badugi is not dealt by the kernel": 78,
    "triple-draw-27 is not dealt by the kernel": 18,
    "single-draw-27 is not dealt by the kernel": 1,
    "courchevel8 is not dealt by the kernel": 1,
}
CUT = "the record stops before the end of the hand"
# A live limit game wrote a raise as the other's whole stack, 750,000 where 600,000 is the bet.
WRITTEN_OTHERWISE = {"mixed-final-table-085"}


def histories(folder: Path) -> History:
    return read([folder]).history


def outcomes(history: History) -> tuple[Counter[str], list[Replay]]:
    reasons: Counter[str] = Counter()
    different = []
    for result in replay_all(history):
        if result.reason:
            reasons[result.reason] += 1
        elif result.differences:
            different.append(result)
        else:
            reasons["same"] += 1
    return reasons, different


def unpacked(archive: Path, folder: Path, files: int) -> History:
    """The first files of an archive."""
    with zipfile.ZipFile(archive) as packed:
        for name in sorted(packed.namelist())[:files]:
            packed.extract(name, folder)
    return histories(folder)


def test_every_real_tournament_hand_replays_to_the_same_chips(shared: Path) -> None:
    reasons, different = outcomes(histories(shared / "histories" / "tournaments"))
    assert [(r.hand_id, r.differences) for r in different] == []
    assert reasons.pop("same") >= 982
    # Hands of files that stop early; how many is the reader's to say.
    assert reasons.pop(CUT) <= 20
    assert dict(reasons) == NOT_DEALT


@pytest.mark.parametrize(("name", "files"), [("pluribus.zip", 400), ("ps-nl50-a.zip", 2)])
def test_hundreds_of_hands_of_a_null_set_replay(
    shared: Path, tmp_path: Path, name: str, files: int
) -> None:
    history = unpacked(shared / "histories" / "null" / name, tmp_path, files)
    reasons, different = outcomes(history)
    assert [(r.hand_id, r.differences) for r in different] == []
    assert reasons["same"] >= 400


def test_the_live_final_table_replays(shared: Path) -> None:
    reasons, different = outcomes(histories(shared / "histories" / "null/live-final-table.zip"))
    assert {r.hand_id for r in different} == WRITTEN_OTHERWISE
    assert reasons["same"] == 68


@pytest.mark.slow
@pytest.mark.parametrize("name", ["pluribus.zip", "ps-nl50-a.zip"])
def test_every_hand_of_a_null_set_replays(shared: Path, name: str) -> None:
    reasons, different = outcomes(histories(shared / "histories" / "null" / name))
    assert [(r.hand_id, r.differences) for r in different] == []
    assert set(reasons) <= {"same", "the board was run twice"}
    assert reasons["same"] >= 10_000


def test_one_hand_keeps_every_decision(shared: Path) -> None:
    history = histories(shared / "histories" / "tournaments" / "pokerstars")
    result = replay(history, "99632512109")
    assert result.same
    assert len(result.states) == len(result.moves) + 1
    for state, move in zip(result.states, result.moves, strict=False):
        assert move in legal(state)
    # Queens lie open on fourth street, so the big bet was allowed there.
    fourth = next(s for s in result.states if s.street == "fourth")
    assert (legal(fourth).min_raise_to, legal(fourth).max_raise_to) == (40, 80)
    assert result.states[-1].is_over


def test_a_changed_amount_is_found(shared: Path) -> None:
    history = histories(shared / "histories" / "tournaments" / "fulltilt")
    actions = history["actions"]
    kinds = actions["kind"].to_pylist()
    at = next(i for i, kind in enumerate(kinds) if kind == "calls")
    amounts = actions["amount"].to_pylist()
    amounts[at] += 1
    column = actions.schema.get_field_index("amount")
    edited = actions.set_column(column, "amount", pa.array(amounts, actions["amount"].type))
    changed = History({**history.tables, "actions": edited})
    result = replay(changed, actions["hand_id"][at].as_py())
    assert not result.same
    assert f"calls {amounts[at]}, we ask {amounts[at] - 1}" in result.differences[0]


def test_a_hand_that_is_not_there_is_a_key_error() -> None:
    with pytest.raises(KeyError, match="no hand 'x'"):
        replay(History(), "x")


def shown_first(history: History) -> dict[str, list[int]]:
    """The seats of each hand that showed or mucked, in the order told."""
    order: dict[str, list[int]] = {}
    rows = history["actions"].select(["hand_id", "seat", "kind"]).to_pylist()
    for row in rows:
        if row["kind"] in ("shows", "mucks"):
            seats = order.setdefault(row["hand_id"], [])
            if row["seat"] not in seats:
                seats.append(row["seat"])
    return order


# By another order: at PokerStars three hands of 2025 and a razz hand whose last bettor, on sixth
# street, showed first; at Full Tilt three all-ins told by seat.
@pytest.mark.parametrize(
    ("house", "at_least", "others"), [("pokerstars", 270, 5), ("fulltilt", 50, 3)]
)
def test_hands_are_shown_in_the_order_of_the_house(
    shared: Path, house: str, at_least: int, others: int
) -> None:
    history = histories(shared / "histories" / "tournaments" / house)
    told = shown_first(history)
    same = different = 0
    for result in replay_all(history):
        order = told.get(result.hand_id, [])
        if result.same and len(order) > 1 and len(result.showing) > 1:
            same += tuple(order) == result.showing
            different += tuple(order) != result.showing
    assert same >= at_least
    assert different <= others


def test_whoever_mucked_in_a_real_hand_was_allowed_to(shared: Path) -> None:
    history = histories(shared / "histories" / "tournaments")
    rows = history["actions"].select(["hand_id", "seat", "kind"]).to_pylist()
    mucked = {(row["hand_id"], row["seat"]) for row in rows if row["kind"] == "mucks"}
    seen = 0
    for result in replay_all(history):
        for seat in result.showing if result.same else ():
            if (result.hand_id, seat) in mucked:
                seen += 1
                assert seat in result.may_muck, result.hand_id
    assert seen >= 90
