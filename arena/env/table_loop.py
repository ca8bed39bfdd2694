"""One hand at one of the director's tables, compiled: bots act until somebody else must decide."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from railbird.arena.env.actions import Ladder, Mask, decode, decode_box, instead, write_mask
from railbird.arena.env.bots import OUTSIDE, PYTHON, bot_move
from railbird.arena.env.observation import FloatArray
from railbird.arena.env.observe import At, note_move, write_end, write_observation
from railbird.arena.hand.moves import do_move
from railbird.arena.hand.record import CALL, Table, Tables
from railbird.arena.numba_cache import kernel
from railbird.arena.randomness import seed_stream
from railbird.arena.tournament.play_kernels import MOST_MOVES, Log, log_move
from railbird.arena.tournament.single_table.record import Event, Events, Plan, Plans
from railbird.arena.tournament.single_table.step import BOTS

# So near the end of a hand's log everybody calls it down; no hand of players gets there.
_LONG = MOST_MOVES - 64

Counts = NDArray[np.int64]


@kernel
def begin_hand(events: Events, seed: int) -> None:
    """Begin a hand at a table whose number in the event is written: nothing is remembered."""
    e = events[0]
    seed_stream(e.bot_stream, seed + BOTS, e.hand)
    e.moves = 0


@kernel
def _move(
    t: Table, e: Event, plan: Plan, kind: int, total: int, logs: Log, counts: Counts, k: int
) -> None:
    if counts[k] >= _LONG:
        kind, total = CALL, 0
    log_move(t, logs[k, counts[k]], kind, total, plan.think)
    counts[k] += 1
    note_move(t, e, kind, total)
    do_move(t, kind, total)


@kernel
def play_until(
    tables: Tables,
    k: int,
    events: Events,
    plans: Plans,
    codes: NDArray[np.int64],
    logs: Log,
    counts: Counts,
) -> None:
    """Let compiled opponents act at table `k`; `codes` says who decides at each seat."""
    t = tables[k]
    while not t.over:
        code = codes[t.to_act]
        if code == OUTSIDE or code == PYTHON:
            return
        kind, total = bot_move(t, events[0].bot_stream, code)
        _move(t, events[0], plans[0], kind, total, logs, counts, k)


@kernel
def see_here(
    tables: Tables,
    k: int,
    events: Events,
    plans: Plans,
    ladder: Ladder,
    at: At,
    mask: Mask,
    obs: FloatArray,
) -> None:
    """Write mask and observation of the seat to act at table `k`."""
    t = tables[k]
    write_mask(t, ladder, mask)
    write_observation(t, events[0], plans[0], t.to_act, at, mask, obs)


@kernel
def act_here(
    tables: Tables,
    k: int,
    events: Events,
    plans: Plans,
    ladder: Ladder,
    mask: Mask,
    action: int,
    box: NDArray[np.float32],
    logs: Log,
    counts: Counts,
) -> bool:
    """Do an action at table `k` (`box` when it is not empty); tell whether it was illegal."""
    t = tables[k]
    illegal = False
    if box.shape[0]:
        kind, total = decode_box(t, box[0], box[1])
    elif mask[action]:
        kind, total = decode(t, ladder, action)
    else:
        illegal = True
        kind, total = instead(t), 0
    _move(t, events[0], plans[0], kind, total, logs, counts, k)
    return illegal


@kernel
def end_here(events: Events, seat: int, at: At, mask: Mask, obs: FloatArray) -> None:
    """Write the observation after the last decision of a seat (-1: of nobody)."""
    write_end(events[0], seat, at, mask, obs)
