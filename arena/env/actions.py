"""Actions: a ladder of raises by parts of the pot, or a continuous amount.

Ladder form, `Discrete(len(ladder) + 3)`: 0 folds, 1 checks or calls, 2 and up raise by
`ladder[k] * (pot + what calling costs)` above the bet that stands, and the last one is the largest
raise that is legal: all-in where the betting has no limit. A rung 0 is the smallest raise. The mask
leaves out rungs below the smallest raise, at or above the largest, and equal to a lower rung, so
that each unmasked action is a different move.

Continuous form, `Box(0, 1, (2,))`: the first number folds below 1/3, checks or calls below 2/3,
else raises; the second is the size from the smallest (0) to the largest raise (1), by equal ratios.

A move that is not legal is turned into a check where that is free, else into a fold, and
`info["illegal_action"]` says so; or, with `illegal="raise"`, it raises `IllegalMove`. In the
continuous form a raise where none is allowed counts as a call, a fold where checking is free as a
check: every point of the box is a move.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from railbird.arena.hand.legal import nearest_raise
from railbird.arena.hand.record import CALL, FOLD, RAISE, Table
from railbird.arena.numba_cache import inlined, kernel

FOLD_ACTION, CALL_ACTION, FIRST_RAISE = range(3)

# The smallest raise, then parts of the pot.
DEFAULT_LADDER = (0.0, 0.5, 0.75, 1.0, 1.5)

Ladder = NDArray[np.float64]
Mask = NDArray[np.int8]


@inlined
def raise_total(t: Table, part: float) -> int:
    """Return the street total of a raise by `part` of the pot; 0 is the smallest raise.

    Between two sizes of fixed limit it is the smaller one; outside the legal bounds it stays so.
    """
    if part <= 0.0:
        return int(t.min_raise_to)
    total = int(t.current_bet + np.floor(part * (t.pot + t.to_call) + 0.5))
    if t.min_raise_to <= total <= t.max_raise_to:
        return nearest_raise(t, total)
    return total


@inlined
def write_mask(t: Table, ladder: Ladder, mask: Mask) -> None:
    """Write 1 for each action that the seat to act may choose."""
    mask[FOLD_ACTION] = t.can_fold
    mask[CALL_ACTION] = 1
    last = ladder.shape[0] + FIRST_RAISE
    lowest = t.min_raise_to
    for k in range(ladder.shape[0]):
        mask[FIRST_RAISE + k] = 0
        if t.max_raise_to > 0:
            total = raise_total(t, ladder[k])
            if lowest <= total < t.max_raise_to:
                mask[FIRST_RAISE + k] = 1
                lowest = total + 1
    mask[last] = 1 if t.max_raise_to > 0 else 0


@kernel
def instead(t: Table) -> int:
    """Return what an illegal action is turned into: a check where free, else a fold."""
    return CALL if t.to_call == 0 or not t.can_fold else FOLD


@inlined
def decode(t: Table, ladder: Ladder, action: int) -> tuple[int, int]:
    """Return kind and street total of an action that the mask allows."""
    if action == FOLD_ACTION:
        return FOLD, 0
    if action == CALL_ACTION:
        return CALL, 0
    rung = action - FIRST_RAISE
    if rung >= ladder.shape[0]:
        return RAISE, int(t.max_raise_to)
    return RAISE, raise_total(t, ladder[rung])


@kernel
def decode_box(t: Table, kind: float, size: float) -> tuple[int, int]:
    """Return kind and street total of a continuous action; both numbers lie in [0, 1]."""
    if kind < 1.0 / 3.0:
        return (FOLD, 0) if t.can_fold else (CALL, 0)
    if kind < 2.0 / 3.0 or t.max_raise_to <= 0:
        return CALL, 0
    least = float(t.min_raise_to)
    total = int(np.floor(least * (t.max_raise_to / least) ** size + 0.5))
    return RAISE, nearest_raise(t, total)


def action_names(ladder: tuple[float, ...]) -> tuple[str, ...]:
    """Return a name for each action of the ladder form."""
    rungs = ("smallest raise" if part <= 0 else f"raise {part:g} pot" for part in ladder)
    return ("fold", "check/call", *rungs, "largest raise")
