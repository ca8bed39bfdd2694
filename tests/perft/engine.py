"""Counts betting lines: cards are collapsed, only decisions branch, every whole raise is one."""

from __future__ import annotations

from typing import Any

import numpy as np

from railbird.arena.hand.moves import do_move
from railbird.arena.hand.record import CALL, FOLD, LIVE, RAISE
from railbird.arena.numba_cache import kernel

MAX_DEPTH = 200


@kernel
def _first_move(t: Any) -> tuple[int, int]:
    return (FOLD, 0) if t.can_fold else (CALL, 0)


@kernel
def _following_move(t: Any, kind: int, total: int) -> tuple[int, int]:
    """The next of the legal moves in order fold, call, raises; kind -1 after the last."""
    if kind == FOLD:
        return CALL, 0
    if kind == CALL:
        return (RAISE, t.min_raise_to) if t.max_raise_to > 0 else (-1, 0)
    following = total + t.raise_step
    return (RAISE, following) if following <= t.max_raise_to else (-1, 0)


@kernel
def count_paths(tables: Any, depth: int) -> int:
    """Paths of exactly `depth` decisions from `tables[0]`; the array is the stack."""
    if depth == 0:
        return 1
    t = tables[0]
    if t.over:
        return 0
    total = 0
    kind, chips = _first_move(t)
    while kind >= 0:
        tables[1] = t
        do_move(tables[1], kind, chips)
        total += count_paths(tables[1:], depth - 1)
        kind, chips = _following_move(t, kind, chips)
    return total


@kernel
def count_lines(tables: Any, counts: Any) -> None:
    """Add to `counts`: decisions, complete betting lines, lines that end by folds."""
    t = tables[0]
    if t.over:
        live = 0
        for seat in range(t.seats):
            live += t.status[seat] == LIVE
        counts[1] += 1
        counts[2] += live == 1
        return
    counts[0] += 1
    kind, chips = _first_move(t)
    while kind >= 0:
        tables[1] = t
        do_move(tables[1], kind, chips)
        count_lines(tables[1:], counts)
        kind, chips = _following_move(t, kind, chips)


def stack_of(table: Any) -> Any:
    """An array to walk in, its first record a copy of `table[0]`."""
    tables = np.repeat(table, MAX_DEPTH)
    return tables
