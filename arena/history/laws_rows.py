"""A history as plain NumPy columns, every row tied to its hand's row number.

The laws compare hundreds of thousands of rows, so they work on integer columns; text is looked
up again only for the few rows that break a law.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from railbird.arena.history.schema import History
from railbird.arena.history.violations import Violation

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

SEAT_LIMIT = 1 << 16  # seats are int16, so hand * SEAT_LIMIT + seat is one key for a seat


@dataclass(frozen=True)
class Seats:
    """Columns of the seats table; `hand` is the row of the hand, `player` a code of the name."""

    row: Ints
    hand: Ints
    seat: Ints
    player: Ints
    stack: Ints
    stack_known: Bools
    contributed: Ints
    returned: Ints
    won: Ints
    chips_known: Bools
    dealt_in: Bools
    extra: Bools


@dataclass(frozen=True)
class Acts:
    """Columns of the actions table; `seat_row` points into `Seats`, -1 when nobody sits there."""

    row: Ints
    hand: Ints
    ordinal: Ints
    player: Ints
    seat_row: Ints
    amount: Ints
    street_total: Ints
    street_total_known: Bools
    all_in: Bools
    kind: npt.NDArray[np.object_]
    street: npt.NDArray[np.object_]


@dataclass(frozen=True)
class Rows:
    """Everything the laws read: hands as Python columns, seats and actions as arrays."""

    history: History
    hands: dict[str, list[Any]]
    copy: Ints  # 0 for the first hand of an id, 1 for the second, ...
    names: list[str]
    seats: Seats
    acts: Acts
    added: Ints  # per seat row: chips added by re-buys and add-ons in that hand
    # Those told in a hand of another table (in a break) or before a hand's first action, which
    # some count before that hand and some after it, by tournament and player.
    added_between: dict[tuple[str | None, int], list[int]]
    orphans: list[tuple[str, str]]

    @property
    def count(self) -> int:
        """Number of hand rows, copies included."""
        return len(self.copy)

    def table_of(self, hand: int) -> str | None:
        """Return the table of a hand as people say it, or None when the source names none."""
        table, tournament = self.hands["table_id"][hand], self.hands["tournament_id"][hand]
        parts = [f"tournament {tournament}"] if tournament else []
        parts += [f"table {table}"] if table else []
        return " ".join(parts) or None

    def violation(
        self,
        kind: str,
        hand: int,
        *,
        players: tuple[str, ...] = (),
        expected: str = "",
        found: str = "",
        explanation: str,
    ) -> Violation:
        """Return a violation that stands at a hand."""
        return Violation(
            kind=kind,
            hand_id=self.hands["hand_id"][hand],
            table=self.table_of(hand),
            file=self.hands["source_file"][hand],
            line=self.hands["source_line"][hand],
            players=players,
            expected=expected,
            found=found,
            explanation=explanation,
        )


def rows_of(history: History) -> Rows:
    """Return the columns that the laws read."""
    hands = {name: history["hands"].column(name).to_pylist() for name in _HAND_COLUMNS}
    keys = _HandKeys(hands["hand_id"])
    names = _names(history)
    seats = _seats(history["seats"], keys, names)
    acts = _acts(history["actions"], keys, names, seats)
    added, between = _added(history["events"], keys, names, seats, acts, hands["tournament_id"])
    orphans = [
        (name, str(hand_id))
        for name in ("seats", "actions", "events")
        for hand_id in keys.orphans(history[name])
    ]
    return Rows(history, hands, keys.copy, names.to_pylist(), seats, acts, added, between, orphans)


_HAND_COLUMNS = (
    "hand_id tournament_id table_id ordinal start_time level small_blind big_blind ante "
    "button_seat max_seats players_left board board_2 total_pot rake cancelled cut house game "
    "betting source_file source_line"
).split()


class _HandKeys:
    """Finds the hand row that a row of another table belongs to, also among copies of one id."""

    def __init__(self, hand_ids: list[str]) -> None:
        codes, unique = pd.factorize(pd.Series(hand_ids, dtype=object), use_na_sentinel=False)
        self.codes: Ints = codes.astype(np.int64)
        self.ids = pa.array(list(unique), type=pa.string())
        self.order: Ints = np.argsort(self.codes, kind="stable")
        self.per_id: Ints = np.bincount(self.codes, minlength=len(unique)).astype(np.int64)
        self.first: Ints = (np.cumsum(self.per_id) - self.per_id).astype(np.int64)
        self.copy: Ints = np.empty(len(codes), dtype=np.int64)
        self.copy[self.order] = np.arange(len(codes)) - np.repeat(self.first, self.per_id)

    def hand_rows(self, table: pa.Table, within: str) -> tuple[Ints, Ints, Bools]:
        """Return (kept rows, their hand rows, whether there are more of them than hands).

        The k-th row with the same id and the same `within` (seat, ordinal) is of the k-th copy.
        """
        found = pc.index_in(table.column("hand_id"), value_set=self.ids)
        code = found.fill_null(-1).to_numpy().astype(np.int64)
        kept = np.flatnonzero(code >= 0)
        code = code[kept]
        key = table.column(within).fill_null(-1).to_numpy().astype(np.int64)[kept]
        nth = pd.Series(code * (1 << 32) + key).groupby(code * (1 << 32) + key).cumcount()
        nth_copy = nth.to_numpy().astype(np.int64)
        last = self.per_id[code] - 1
        extra = nth_copy > last
        hand = self.order[self.first[code] + np.minimum(nth_copy, last)]
        return kept, hand, extra

    def orphans(self, table: pa.Table) -> list[str]:
        """Return the hand ids of a table that no hand has."""
        ids = pc.unique(table.column("hand_id"))
        return [
            i for i in ids.filter(pc.invert(pc.is_in(ids, value_set=self.ids))).to_pylist() if i
        ]


def _names(history: History) -> pa.Array:
    columns = [history[name].column("player") for name in ("seats", "actions", "events")]
    chunks = [chunk for column in columns for chunk in column.chunks]
    return pa.array(pc.unique(pa.chunked_array(chunks, type=pa.string())).drop_null())


def _codes(column: pa.ChunkedArray, names: pa.Array) -> Ints:
    codes: Ints = pc.index_in(column, value_set=names).fill_null(-1).to_numpy().astype(np.int64)
    return codes


def _ints(table: pa.Table, name: str) -> tuple[Ints, Bools]:
    column = table.column(name)
    known = pc.is_valid(column).to_numpy()
    return column.fill_null(0).to_numpy().astype(np.int64), known.astype(bool)


def _flags(table: pa.Table, name: str, default: bool) -> Bools:
    values: Bools = table.column(name).fill_null(default).to_numpy().astype(bool)
    return values


def _seats(table: pa.Table, keys: _HandKeys, names: pa.Array) -> Seats:
    kept, hand, extra = keys.hand_rows(table, "seat")
    table = table.take(pa.array(kept)) if len(kept) < table.num_rows else table
    stack, stack_known = _ints(table, "stack")
    dealt_in = _flags(table, "dealt_in", True)
    chips = [_ints(table, name) for name in ("contributed", "returned", "won")]
    known = chips[0][1] & chips[1][1] & chips[2][1] | ~dealt_in
    return Seats(
        row=kept,
        hand=hand,
        seat=_ints(table, "seat")[0],
        player=_codes(table.column("player"), names),
        stack=stack,
        stack_known=stack_known,
        contributed=chips[0][0],
        returned=chips[1][0],
        won=chips[2][0],
        chips_known=known,
        dealt_in=dealt_in,
        extra=extra,
    )


def _acts(table: pa.Table, keys: _HandKeys, names: pa.Array, seats: Seats) -> Acts:
    kept, hand, _ = keys.hand_rows(table, "ordinal")
    table = table.take(pa.array(kept)) if len(kept) < table.num_rows else table
    seat, seat_known = _ints(table, "seat")
    player = _codes(table.column("player"), names)
    by_seat = find(seats.hand * SEAT_LIMIT + seats.seat, hand * SEAT_LIMIT + seat)
    by_seat[~seat_known] = -1
    by_name = find(seats.hand * len(names) + seats.player, hand * len(names) + player)
    seat_row = np.where(seat_known, by_seat, by_name)
    # A seat number with another player's name is nobody's action.
    wrong = (seat_row >= 0) & (player >= 0)
    wrong[wrong] = seats.player[seat_row[wrong]] != player[wrong]
    seat_row[wrong] = -1
    street_total, street_total_known = _ints(table, "street_total")
    return Acts(
        row=kept,
        hand=hand,
        ordinal=_ints(table, "ordinal")[0],
        player=player,
        seat_row=seat_row,
        amount=_ints(table, "amount")[0],
        street_total=street_total,
        street_total_known=street_total_known,
        all_in=_flags(table, "all_in", False),
        kind=_words(table.column("kind")),
        street=_words(table.column("street")),
    )


def _words(column: pa.ChunkedArray) -> npt.NDArray[np.object_]:
    # Few different words in many rows: look each up once.
    encoded = column.combine_chunks().dictionary_encode()
    words = np.array([*encoded.dictionary.to_pylist(), None], dtype=object)
    picked: npt.NDArray[np.object_] = words[encoded.indices.fill_null(-1).to_numpy()]
    return picked


def _added(
    events: pa.Table,
    keys: _HandKeys,
    names: pa.Array,
    seats: Seats,
    acts: Acts,
    tournaments: list[str | None],
) -> tuple[Ints, dict[tuple[str | None, int], list[int]]]:
    added: Ints = np.zeros(len(seats.row), dtype=np.int64)
    between: dict[tuple[str | None, int], list[int]] = defaultdict(list)
    kinds = pa.array(["rebuys", "adds_on"])
    chips = events.filter(pc.is_in(events.column("kind"), value_set=kinds))
    kept, hand, _ = keys.hand_rows(chips, "ordinal")
    player = _codes(chips.column("player"), names)[kept]
    at = find(seats.hand * len(names) + seats.player, hand * len(names) + player)
    amount, ordinal = (_ints(chips, name)[0][kept] for name in ("amount", "ordinal"))
    first_act: Ints = np.full(len(tournaments), np.iinfo(np.int64).max, dtype=np.int64)
    np.minimum.at(first_act, acts.hand, acts.ordinal)
    within = (at >= 0) & (ordinal > first_act[hand])
    np.add.at(added, at[within], amount[within])
    for event in np.flatnonzero(~within).tolist():
        between[tournaments[hand[event]], int(player[event])].append(int(amount[event]))
    return added, between


def find(keys: Ints, wanted: Ints) -> Ints:
    """Return for each wanted key the place of its first occurrence in `keys`, or -1."""
    if len(keys) == 0:
        return np.full(len(wanted), -1, dtype=np.int64)
    order = np.argsort(keys, kind="stable")
    place = np.searchsorted(keys, wanted, sorter=order)
    place[place == len(keys)] = 0
    row: Ints = order[place].astype(np.int64)
    row[keys[row] != wanted] = -1
    return row
