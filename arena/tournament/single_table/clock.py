"""Levels and breaks, compiled (the rules: `arena.tournament.clock`). Events start at time 0."""

from __future__ import annotations

from railbird.arena.numba_cache import kernel
from railbird.arena.tournament.single_table.record import (
    LENGTH,
    NEVER,
    NO_BREAKS,
    ONCE,
    SYNCHRONISED,
    Event,
    Plan,
)

_HOUR = 3_600_000
_BREAK_AT = 55 * 60_000


@kernel
def write_level(e: Event, plan: Plan) -> None:
    """Write the level (0-based) of a hand dealt now, and how long it still lasts (6.7)."""
    left = max(e.now - e.stopped, 0)
    number = 0
    while number < plan.level_count - 1 and left >= plan.levels[number, LENGTH]:
        left -= plan.levels[number, LENGTH]
        number += 1
    e.level = number
    e.level_left = max(plan.levels[number, LENGTH] - left, 0)


@kernel
def next_break(e: Event, plan: Plan) -> int:
    """Return when the next break is due, or `NEVER` (PS-17, FT-11, AMB-12)."""
    if plan.break_rule == SYNCHRONISED:
        since = e.last_break_end
        hour = since - since % _HOUR + _BREAK_AT
        return int(hour if hour > since else hour + _HOUR)
    if plan.break_rule == NO_BREAKS or (plan.break_rule == ONCE and e.breaks_taken > 0):
        return NEVER
    due = (e.breaks_taken + 1) * plan.break_interval
    return int(due if plan.interval_counts_breaks else due + e.stopped)


@kernel
def take_breaks(e: Event, plan: Plan) -> None:
    """Take the breaks that are due between two hands, and write when the next one is."""
    due = next_break(e, plan)
    while e.now >= due:
        e.now += plan.break_length
        e.stopped += plan.break_length
        e.breaks_taken += 1
        e.last_break_end = e.now
        due = next_break(e, plan)
    e.break_in = NEVER if due == NEVER else due - e.now
