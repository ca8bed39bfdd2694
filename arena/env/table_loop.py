"""Hands at the director's tables, compiled: bots act until somebody else must decide."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from railbird.arena.env.actions import Ladder, Mask, decode, decode_box, instead, write_mask
from railbird.arena.env.bots import ASKED, bot_move
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
# Who decides at a table whose hand is over.
NOBODY = -1

Counts = NDArray[np.int64]


@kernel
def begin_hands(events: Events, hands: Counts, seed: int) -> None:
    """Begin a hand at each table: its number in the event is written, nothing is remembered."""
    for k in range(hands.shape[0]):
        e = events[k]
        e.hand = hands[k]
        seed_stream(e.bot_stream, seed + BOTS, e.hand)
        e.moves = 0


@kernel
def _move(
    t: Table, e: Event, plan: Plan, kind: int, total: int, log: Log, counts: Counts, k: int
) -> None:
    if counts[k] >= _LONG:
        kind, total = CALL, 0
    log_move(t, log[counts[k]], kind, total, plan.think)
    counts[k] += 1
    note_move(t, e, kind, total)
    do_move(t, kind, total)


@kernel
def play_until(
    tables: Tables,
    events: Events,
    plans: Plans,
    codes: NDArray[np.int64],
    logs: Log,
    counts: Counts,
    who: Counts,
) -> None:
    """Let compiled opponents act at all tables; `codes` says who decides at each seat.

    `who` comes back as who must decide at each table.
    """
    for k in range(tables.shape[0]):
        t = tables[k]
        who[k] = NOBODY
        while not t.over:
            code = codes[k, t.to_act]
            if code <= ASKED:
                who[k] = code
                break
            kind, total = bot_move(t, events[k].bot_stream, code)
            _move(t, events[k], plans[0], kind, total, logs[k], counts, k)


@kernel
def move_rows(
    tables: Tables,
    rows: NDArray[np.int64],
    moves: NDArray[np.int64],
    events: Events,
    plans: Plans,
    logs: Log,
    counts: Counts,
) -> None:
    """Do the legal moves (kind, total) of asked opponents at the tables `rows`."""
    for i in range(rows.shape[0]):
        k = rows[i]
        _move(tables[k], events[k], plans[0], moves[i, 0], moves[i, 1], logs[k], counts, k)


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
    write_observation(t, events[k], plans[0], t.to_act, at, mask, obs)


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
    _move(t, events[k], plans[0], kind, total, logs[k], counts, k)
    return illegal


@kernel
def end_here(events: Events, seat: int, at: At, mask: Mask, obs: FloatArray) -> None:
    """Write the observation after the last decision of a seat (-1: of nobody)."""
    write_end(events[0], seat, at, mask, obs)
