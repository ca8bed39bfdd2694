"""The rows of a history, hand by hand, as plain tuples for a replay."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from railbird.arena.cards import parse_cards
from railbird.arena.history.schema import History


class HandRow(NamedTuple):
    """What a replay needs of a row of `hands`; missing numbers are 0."""

    hand_id: str
    house: str
    game: str
    betting: str
    small_blind: int
    big_blind: int
    ante: int
    button_seat: int
    board: tuple[int, ...]
    board_2: str
    rake: int
    cancelled: bool
    cut: bool


class SeatRow(NamedTuple):
    """What a replay needs of a row of `seats`."""

    seat: int
    stack: int
    dealt_in: bool
    hole_cards: str
    up_cards: str
    contributed: int
    returned: int
    won: int


class ActionRow(NamedTuple):
    """What a replay needs of a row of `actions`."""

    ordinal: int
    seat: int
    kind: str
    amount: int
    street_total: int


class RecordedHand(NamedTuple):
    """One hand of a history."""

    row: HandRow
    seats: list[SeatRow]
    actions: list[ActionRow]


def recorded_hands(history: History, hand_id: str | None = None) -> Iterator[RecordedHand]:
    """Give every hand, or the one of that id, with its seats and actions in order."""
    seats = _by_hand(history, "seats", SeatRow, hand_id)
    actions = _by_hand(history, "actions", ActionRow, hand_id)
    for values in _rows(history, "hands", HandRow._fields, hand_id):
        row = HandRow(*values)._replace(board=parse_cards(values[8]))
        hand_actions = sorted(ActionRow(*v) for v in actions[row.hand_id])
        yield RecordedHand(row, [SeatRow(*v) for v in seats[row.hand_id]], hand_actions)


def _by_hand(
    history: History, table: str, kind: type[Any], hand_id: str | None
) -> dict[str, list[tuple[Any, ...]]]:
    grouped: dict[str, list[tuple[Any, ...]]] = defaultdict(list)
    for values in _rows(history, table, ("hand_id", *kind._fields), hand_id):
        grouped[values[0]].append(values[1:])
    return grouped


def _rows(
    history: History, table: str, columns: tuple[str, ...], hand_id: str | None
) -> Iterator[tuple[Any, ...]]:
    rows = history[table].select(list(columns))
    if hand_id is not None:
        rows = rows.filter(pc.equal(rows["hand_id"], hand_id))
    filled = [_filled(rows[name]) for name in columns]
    return zip(*filled, strict=True)


def _filled(column: pa.ChunkedArray) -> list[Any]:
    """Return the values with 0, "" or False for null."""
    if pa.types.is_string(column.type):
        return pc.fill_null(column, "").to_pylist()  # type: ignore[no-any-return]
    if pa.types.is_boolean(column.type):
        return pc.fill_null(column, False).to_pylist()  # type: ignore[no-any-return]
    return pc.fill_null(column, 0).to_pylist()  # type: ignore[no-any-return]
