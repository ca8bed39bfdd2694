"""Law of copies: a hand that stands twice says the same thing twice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyarrow as pa

from railbird.arena.history.laws_rows import Ints, Rows
from railbird.arena.history.violations import Violation

# What the whole table saw. Times may be printed in other zones, so they are compared as UTC.
_HAND = (
    "tournament_id table_id start_time level small_blind big_blind ante button_seat board "
    "board_2 total_pot rake"
).split()
_SEAT = "seat player stack bounty dealt_in contributed returned won shown_cards".split()
_ACT = "street seat player kind amount all_in pot".split()
# Known to one viewer only: the copies disagree only when both know it.
_PRIVATE = frozenset(["hole_cards", "cards", "bounty", "shown_cards"])
Row = dict[str, Any]


def copy_laws(rows: Rows) -> Iterator[Violation]:
    """Yield every later copy of a hand: edited when it differs, else a duplicate (a note)."""
    copies = np.flatnonzero(rows.copy > 0)
    if len(copies) == 0:
        return
    ids = rows.hands["hand_id"]
    repeated = {ids[hand] for hand in copies.tolist()}
    group = defaultdict[str, list[int]](list)
    for hand, hand_id in enumerate(ids):
        if hand_id in repeated:
            group[hand_id].append(hand)
    members = np.array(sorted(hand for hands in group.values() for hand in hands), dtype=np.int64)
    seats = _by_hand(rows, "seats", rows.seats.row, rows.seats.hand, members)
    acts = _by_hand(rows, "actions", rows.acts.row, rows.acts.hand, members)
    for first, *others in group.values():
        for other in others:
            yield _compare(rows, first, other, seats, acts)


def _by_hand(rows: Rows, table: str, row: Ints, hand: Ints, members: Ints) -> dict[int, list[Row]]:
    wanted = np.isin(hand, members)
    taken = rows.history[table].take(pa.array(row[wanted])).to_pylist()
    grouped = defaultdict[int, list[Row]](list)
    for of_hand, values in zip(hand[wanted].tolist(), taken, strict=True):
        grouped[of_hand].append(values)
    return grouped


def _compare(
    rows: Rows, first: int, other: int, seats: dict[int, list[Row]], acts: dict[int, list[Row]]
) -> Violation:
    file, line = rows.hands["source_file"][first], rows.hands["source_line"][first]
    difference = (
        _hand_difference(rows, first, other)
        or _row_difference("seat", seats[first], seats[other], (*_SEAT, "hole_cards"))
        or _row_difference("action", acts[first], acts[other], (*_ACT, "cards"))
    )
    if difference is None:
        return rows.violation(
            "duplicate",
            other,
            explanation=f"The hand was read before, from {file} line {line}; it is the same.",
        )
    what, players, before, after = difference
    return rows.violation(
        "edited_copy",
        other,
        players=players,
        expected=f"{what} {before} ({file} line {line})",
        found=f"{what} {after}",
        explanation=f"The copy of this hand in {file} line {line} says {what} {before}, "
        f"this one says {after}.",
    )


_Difference = tuple[str, tuple[str, ...], Any, Any]


def _hand_difference(rows: Rows, first: int, other: int) -> _Difference | None:
    for name in _HAND:
        before, after = rows.hands[name][first], rows.hands[name][other]
        if before != after:
            return name.replace("_", " "), (), before, after
    return None


def _row_difference(
    what: str, first: list[Row], other: list[Row], names: tuple[str, ...]
) -> _Difference | None:
    if len(first) != len(other):
        return f"number of {what}s", (), len(first), len(other)
    for place, (before, after) in enumerate(zip(first, other, strict=True), start=1):
        for name in names:
            one, two = before[name], after[name]
            hidden = name in _PRIVATE and (one is None or two is None)
            if one == two or hidden:
                continue
            players = tuple(dict.fromkeys(p for p in (before["player"], after["player"]) if p))
            label = before["seat"] if what == "seat" else place
            return f"{what} {label} {name.replace('_', ' ')}", players, one, two
    return None
