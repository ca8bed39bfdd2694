"""Small histories made by hand, and ways to tamper with their tables."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pyarrow as pa

from railbird.arena.history.recorder import Recorder
from railbird.arena.history.schema import SCHEMAS, History

NAMES = ("Ann", "Bo", "Cy", "Di")
START = datetime(2020, 1, 1, tzinfo=UTC)


def table_of_hands(
    count: int = 8, *, cash: bool = False, rebuy_after: int | None = None
) -> History:
    """Return `count` hands of one four-seat table: the button raises, somebody calls and loses.

    The seat after the button wins every pot; blinds are 10/20; every chip is accounted for.
    """
    recorder = Recorder()
    stacks = dict.fromkeys(NAMES, 5000)
    if not cash:
        recorder.add("tournaments", tournament_id="7", house="pokerstars", entrants=4)
    for number in range(1, count + 1):
        _one_hand(recorder, number, stacks, cash)
        if number == rebuy_after:
            hand_id = str(1000 + number)
            recorder.add(
                "events", hand_id=hand_id, ordinal=99, player="Ann", kind="rebuys", amount=3000
            )
            stacks["Ann"] += 3000
    return recorder.history()


def _one_hand(recorder: Recorder, number: int, stacks: dict[str, int], cash: bool) -> None:
    hand_id = str(1000 + number)
    button, small, big, other = (NAMES[(number + k) % 4] for k in range(4))
    acts: list[tuple[str, str, str, int | None]] = [
        ("preflop", small, "posts_small_blind", 10),
        ("preflop", big, "posts_big_blind", 20),
        ("preflop", other, "folds", None),
        ("preflop", button, "raises", 60),
        ("preflop", small, "calls", 50),
        ("preflop", big, "folds", None),
        ("flop", small, "bets", 100),
        ("flop", button, "calls", 100),
        ("turn", small, "bets", 200),
        ("turn", button, "folds", None),
        ("turn", small, "returned", 200),
        ("showdown", small, "collects", 340),
    ]
    put_in = {button: 160, small: 360, big: 20, other: 0}
    recorder.add(
        "hands",
        hand_id=hand_id,
        tournament_id=None if cash else "7",
        table_id="1",
        ordinal=number,
        start_time=START + timedelta(minutes=number),
        level=1,
        small_blind=10,
        big_blind=20,
        button_seat=NAMES.index(button) + 1,
        max_seats=4,
        board="2c7d9hTs",
        total_pot=340,
        rake=0,
        house="pokerstars",
        game="holdem",
        betting="no-limit",
        source_file="table.txt",
        source_line=number * 20,
    )
    for seat, name in enumerate(NAMES, start=1):
        recorder.add(
            "seats",
            hand_id=hand_id,
            seat=seat,
            player=name,
            stack=stacks[name],
            dealt_in=True,
            contributed=put_in[name],
            returned=200 if name == small else 0,
            won=340 if name == small else 0,
            hole_cards="AsKs" if name == "Ann" else None,
        )
        stacks[name] += (540 if name == small else 0) - put_in[name]
    totals: dict[tuple[str, str], int] = {}
    for ordinal, (street, name, kind, amount) in enumerate(acts, start=1):
        if kind not in ("returned", "collects"):
            totals[street, name] = totals.get((street, name), 0) + (amount or 0)
        recorder.add(
            "actions",
            hand_id=hand_id,
            ordinal=ordinal,
            street=street,
            seat=NAMES.index(name) + 1,
            player=name,
            kind=kind,
            amount=amount,
            street_total=totals.get((street, name)),
        )


def edited(history: History, table: str, place: int, **values: Any) -> History:
    """Return the history with values of one row changed."""
    rows = history[table].to_pylist()
    rows[place] = {**rows[place], **values}
    return replaced(history, table, rows)


def without_hand(history: History, hand_id: str) -> History:
    """Return the history without one hand."""
    return only(history, lambda row: row["hand_id"] != hand_id)


def only(history: History, keep: Any) -> History:
    """Return the history with the rows for which `keep(row)` holds, in the tables of hands."""
    for table in ("hands", "seats", "actions", "events"):
        history = replaced(history, table, [r for r in history[table].to_pylist() if keep(r)])
    return history


def replaced(history: History, table: str, rows: list[dict[str, Any]]) -> History:
    """Return the history with other rows in one table."""
    new = pa.Table.from_pylist(rows, schema=SCHEMAS[table])
    return History({**history.tables, table: new})
