"""Laws of order: which hand follows which at a table, and whether ids and times agree."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

import numpy as np

from railbird.arena.history.laws_rows import Ints, Rows
from railbird.arena.history.violations import Violation

TIME_SLACK = timedelta(seconds=5)  # houses number a hand a moment before they stamp it
MANY = 5  # more findings of one kind in a table's file are told as one
_Table = tuple[Any, ...]


def next_hands(rows: Rows) -> Ints:
    """Return for each hand row the row of the next hand at its table, or -1.

    Hands follow each other by id, because houses number hands as they deal them and files get
    sorted, merged and redated by those who keep them; where the ids are no numbers, or disagree
    with the times more often than the file does, as they stand in the file.
    """
    following: Ints = np.full(rows.count, -1, dtype=np.int64)
    for hands in _groups(rows, per_file=False).values():
        chain = _dealing_order(rows, hands)
        following[chain[:-1]] = chain[1:]
    return following


def order_laws(rows: Rows) -> Iterator[Violation]:
    """Yield hands that stand out of order in their file, and times that do not fit the ids."""
    yield from _places(rows)
    yield from _times(rows)
    yield from _levels(rows)


def number_of(hand_id: str | None) -> int | None:
    """Return the number in a printed hand id (after a house prefix), or None."""
    digits = (hand_id or "").rpartition(":")[2]
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 30 else None


def outside_longest_run(values: Sequence[Any]) -> list[int]:
    """Return the places of the fewest values to take out so that the rest never falls."""
    tails: list[Any] = []
    tail_at: list[int] = []
    before = [-1] * len(values)
    for place, value in enumerate(values):
        slot = bisect_right(tails, value)
        before[place] = tail_at[slot - 1] if slot else -1
        tails[slot : slot + 1] = [value]
        tail_at[slot : slot + 1] = [place]
    kept = set()
    place = tail_at[-1] if tail_at else -1
    while place >= 0:
        kept.add(place)
        place = before[place]
    return [place for place in range(len(values)) if place not in kept]


def _groups(rows: Rows, *, per_file: bool) -> dict[_Table, list[int]]:
    groups: dict[_Table, list[int]] = defaultdict(list)
    columns = rows.hands
    keys = zip(
        columns["house"],
        columns["tournament_id"],
        columns["table_id"],
        columns["source_file"],
        rows.copy.tolist(),
        strict=True,
    )
    for hand, (house, tournament, table, file, copy) in enumerate(keys):
        if copy == 0 and (table is not None or tournament is not None):
            groups[house, tournament, table, file if per_file else None].append(hand)
    return groups


def _dealing_order(rows: Rows, hands: list[int]) -> list[int]:
    numbers = [number_of(rows.hands["hand_id"][hand]) for hand in hands]
    if any(number is None for number in numbers):
        return hands
    by_id = [hand for _, hand in sorted(zip(numbers, hands, strict=True))]
    return by_id if _time_falls(rows, by_id) <= _time_falls(rows, hands) else hands


def _time_falls(rows: Rows, hands: list[int]) -> int:
    times = [time for time in (rows.hands["start_time"][hand] for hand in hands) if time]
    return sum(later < time for time, later in zip(times, times[1:], strict=False))


def _places(rows: Rows) -> Iterator[Violation]:
    """Yield hands that a file has moved away from where their id puts them."""
    for hands in _groups(rows, per_file=True).values():
        numbered = [(number_of(rows.hands["hand_id"][hand]), hand) for hand in hands]
        if any(number is None for number, _ in numbered):
            continue
        values = [number or 0 for number, _ in numbered]
        if sum(a > b for a, b in zip(values, values[1:], strict=False)) > len(values) / 2:
            values, hands = values[::-1], hands[::-1]  # the newest hand stands first
        moved = outside_longest_run(values)
        if len(moved) > MANY:
            yield _many(rows, "order", [hands[place] for place in moved], "out of order")
            continue
        for place in moved:
            hand, other = hands[place], hands[place - 1] if place else hands[place + 1]
            side = "after" if place else "before"
            yield rows.violation(
                "order",
                hand,
                expected="hands in the order of their ids",
                found=f"{side} hand {rows.hands['hand_id'][other]}",
                explanation=f"Hand {rows.hands['hand_id'][hand]} stands {side} hand "
                f"{rows.hands['hand_id'][other]}, but its id says otherwise.",
            )


def _many(rows: Rows, kind: str, hands: list[int], what: str) -> Violation:
    first, last = rows.hands["hand_id"][hands[0]], rows.hands["hand_id"][hands[-1]]
    return rows.violation(
        kind,
        hands[0],
        expected="ids and times that grow together, in the file's order",
        found=f"{len(hands)} hands {what}",
        explanation=f"{len(hands)} hands of this table are {what}, from hand {first} to hand "
        f"{last}: the file was sorted, merged or redated by somebody.",
    )


def _times(rows: Rows) -> Iterator[Violation]:
    by_house: dict[Any, list[tuple[int, datetime, int]]] = defaultdict(list)
    for hand in range(rows.count):
        number, time = number_of(rows.hands["hand_id"][hand]), rows.hands["start_time"][hand]
        if number is not None and time is not None and rows.copy[hand] == 0:
            by_house[rows.hands["house"][hand]].append((number, time, hand))
    by_table: dict[_Table, list[int]] = defaultdict(list)
    for numbered in by_house.values():
        for hand in _out_of_time(sorted(numbered)):
            columns = ("house", "tournament_id", "table_id", "source_file")
            by_table[tuple(rows.hands[column][hand] for column in columns)].append(hand)
    for hands in by_table.values():
        if len(hands) > MANY:
            yield _many(rows, "time", hands, "dated against the order of their ids")
            continue
        for hand in hands:
            time = rows.hands["start_time"][hand]
            yield rows.violation(
                "time",
                hand,
                expected="a time between those of the neighbouring ids",
                found=f"{time:%Y-%m-%d %H:%M:%S} UTC",
                explanation=f"Hand {rows.hands['hand_id'][hand]} says {time:%Y-%m-%d %H:%M:%S} "
                "UTC, which does not lie between the times of the hands with the ids before "
                "and after it.",
            )


def _out_of_time(hands: list[tuple[int, datetime, int]]) -> Iterator[int]:
    """Yield the hands to take out so that no time falls by more than the slack."""
    outside = set(outside_longest_run([time for _, time, _ in hands]))
    kept = [time for place, (_, time, _) in enumerate(hands) if place not in outside]
    passed = 0
    for place, (_, time, hand) in enumerate(hands):
        if place not in outside:
            passed += 1
            continue
        too_early = passed > 0 and time < kept[passed - 1] - TIME_SLACK
        too_late = passed < len(kept) and time > kept[passed] + TIME_SLACK
        if too_early or too_late:
            yield hand


def _levels(rows: Rows) -> Iterator[Violation]:
    following = next_hands(rows)
    levels = rows.hands["level"]
    for hand in np.flatnonzero(following >= 0).tolist():
        after = int(following[hand])
        if rows.hands["tournament_id"][hand] is None:
            continue
        level, later = levels[hand], levels[after]
        if level is None or later is None or later >= level:
            continue
        yield rows.violation(
            "level",
            after,
            expected=f"level {level} or higher",
            found=f"level {later}",
            explanation=f"The hand before it was played at level {level}, this one at "
            f"level {later}.",
        )
