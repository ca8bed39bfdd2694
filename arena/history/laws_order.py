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

# Houses print whole seconds and number a hand a moment before they stamp it.
TIME_SLACK = timedelta(seconds=60)
_Table = tuple[Any, ...]


def next_hands(rows: Rows) -> Ints:
    """Return for each hand row the row of the next hand at its table, or -1.

    Hands of one file follow each other as they stand there (read backwards when the file shows the
    newest first); when several files hold hands of a table, by time and id.
    """
    following: Ints = np.full(rows.count, -1, dtype=np.int64)
    for chain in _chains(rows):
        following[chain[:-1]] = chain[1:]
    return following


def order_laws(rows: Rows) -> Iterator[Violation]:
    """Yield hands that stand out of order in their file, and times that do not fit the ids."""
    moved: set[int] = set()
    for (_, _, _, file), hands in _groups(rows, per_file=True).items():
        chain = _oldest_first(rows, hands)
        for hand, before in _misplaced(rows, chain):
            moved.add(hand)
            yield rows.violation(
                "order",
                hand,
                expected="ids and times that grow",
                found=f"after hand {rows.hands['hand_id'][before]}",
                explanation=f"Hand {rows.hands['hand_id'][hand]} stands after hand "
                f"{rows.hands['hand_id'][before]} in {file}, but was dealt before it.",
            )
    yield from _times(rows, moved)
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


def _chains(rows: Rows) -> Iterator[list[int]]:
    for hands in _groups(rows, per_file=False).values():
        if len({rows.hands["source_file"][hand] for hand in hands}) == 1:
            yield _oldest_first(rows, hands)
        else:
            yield sorted(hands, key=lambda hand: _moment(rows, hand))


def _moment(rows: Rows, hand: int) -> tuple[bool, Any, int, int]:
    time = rows.hands["start_time"][hand]
    return time is None, time or 0, number_of(rows.hands["hand_id"][hand]) or 0, hand


def _sequence(rows: Rows, hand: int) -> tuple[Any, ...] | None:
    """Return what must grow along a table: the id, or the time where ids are no numbers."""
    number = number_of(rows.hands["hand_id"][hand])
    time = rows.hands["start_time"][hand]
    if number is not None:
        return (number,)
    return None if time is None else (time.timestamp(),)


def _oldest_first(rows: Rows, hands: list[int]) -> list[int]:
    values = [_sequence(rows, hand) for hand in hands]
    if any(value is None for value in values):
        return hands
    pairs = list(zip(values, values[1:], strict=False))
    falls = sum(a > b for a, b in pairs if a and b)
    rises = sum(a < b for a, b in pairs if a and b)
    return hands[::-1] if falls > rises and falls > 1 else hands


def _misplaced(rows: Rows, chain: list[int]) -> Iterator[tuple[int, int]]:
    values = [_sequence(rows, hand) for hand in chain]
    if any(value is None for value in values) or len({len(v) for v in values if v}) > 1:
        return
    for place in outside_longest_run(values):
        yield chain[place], chain[place - 1] if place else chain[place + 1]


def _times(rows: Rows, moved: set[int]) -> Iterator[Violation]:
    by_house: dict[Any, list[tuple[int, datetime, int]]] = defaultdict(list)
    for hand in range(rows.count):
        number, time = number_of(rows.hands["hand_id"][hand]), rows.hands["start_time"][hand]
        if number is not None and time is not None and rows.copy[hand] == 0:
            by_house[rows.hands["house"][hand]].append((number, time, hand))
    for hands in by_house.values():
        hands.sort()
        for hand in _out_of_time(hands):
            if hand in moved:
                continue
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
