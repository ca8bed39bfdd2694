"""Law of the field: the chips at the last table are all the chips that were issued."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import numpy as np

from railbird.arena.history.laws_rows import Rows
from railbird.arena.history.violations import Violation


def issue_laws(rows: Rows) -> Iterator[Violation]:
    """Yield hands in which everybody left sits at one table, without all the chips issued.

    Looks only where the history knows every entry's starting stack, how many players are left,
    and that nobody bought more chips later; never at a Matrix.
    """
    issued = _issued(rows)
    if not issued:
        return
    seats = rows.seats
    known = seats.stack_known & ~seats.extra
    chips = np.zeros(rows.count, dtype=np.int64)
    np.add.at(chips, seats.hand[known], seats.stack[known])
    seated = np.bincount(seats.hand[known & (seats.stack > 0)], minlength=rows.count)
    unknown = np.bincount(seats.hand[~known], minlength=rows.count)
    for hand, (tournament, left) in enumerate(
        zip(rows.hands["tournament_id"], rows.hands["players_left"], strict=True)
    ):
        total = issued.get(tournament)
        if total is None or left is None or left != seated[hand] or unknown[hand]:
            continue
        if chips[hand] != total:
            yield rows.violation(
                "table_chips",
                hand,
                expected=f"{total} chips issued",
                found=f"{chips[hand]} chips at the last table",
                explanation=f"All {left} players left sit here with {chips[hand]} chips, but "
                f"{total} were issued.",
            )


def _issued(rows: Rows) -> dict[str | None, int]:
    """Return the chips issued in each tournament for which they are known and fixed."""
    table = rows.history["entries"]
    issued: dict[str | None, int] = defaultdict(int)
    unclear = {tournament for tournament, _ in rows.added_between}
    unclear |= {rows.hands["tournament_id"][hand] for hand in rows.seats.hand[rows.added != 0]}
    # The matches of a Matrix end one by one, each with its own chips: there is no last table.
    events = rows.history["tournaments"]
    unclear |= {
        tournament
        for tournament, form in zip(
            events.column("tournament_id").to_pylist(),
            events.column("format").to_pylist(),
            strict=True,
        )
        if form == "matrix"
    }
    for tournament, stack in zip(
        table.column("tournament_id").to_pylist(),
        table.column("start_stack").to_pylist(),
        strict=True,
    ):
        if stack is None:
            unclear.add(tournament)
        else:
            issued[tournament] += stack
    return {tournament: total for tournament, total in issued.items() if tournament not in unclear}
