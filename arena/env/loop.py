"""Events of many tables at once, from one decision of the caller to the next."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from railbird.arena.env.actions import Ladder, Mask, decode, decode_box, instead, write_mask
from railbird.arena.env.bots import OUTSIDE, PYTHON, bot_move
from railbird.arena.env.observation import FloatArray
from railbird.arena.env.observe import At, note_move, write_end, write_observation
from railbird.arena.env.rewards import owe_change, write_worth
from railbird.arena.hand.moves import do_move
from railbird.arena.hand.record import Table, Tables
from railbird.arena.numba_cache import kernel
from railbird.arena.randomness import below, next_word, seed_stream
from railbird.arena.tournament.single_table.record import Event, Events, Plan, Plans
from railbird.arena.tournament.single_table.step import begin_event, deal_next, settle_hand

# The options of an environment: which reward; 1 when the caller plays every seat; the agent's seat
# (-1: drawn by lot).
OPTIONS = 3
REWARD, SELF_PLAY, OWN_SEAT = range(OPTIONS)

Options = NDArray[np.int64]
Bots = NDArray[np.int64]


@kernel
def make_move(t: Table, e: Event, plan: Plan, options: Options, kind: int, total: int) -> None:
    """Do a legal move, and settle the hand when it was the last one."""
    e.thinking += plan.think
    note_move(t, e, kind, total)
    do_move(t, kind, total)
    if t.over:
        settle_hand(t, e, plan)
        owe_change(e, plan, options[REWARD])


@kernel
def has_ended(e: Event) -> bool:
    """Tell whether nothing is left to decide: the event or the agent's part in it is over."""
    return bool(e.finished or (e.hero >= 0 and e.seated >> e.hero & 1 == 0))


@kernel
def play_on(t: Table, e: Event, plan: Plan, bots: Bots, options: Options) -> None:
    """Deal hands and let compiled opponents act until somebody else must decide, or the end."""
    while not has_ended(e):
        if t.over:
            deal_next(t, e, plan)
            if t.over:
                settle_hand(t, e, plan)
                owe_change(e, plan, options[REWARD])
            continue
        code = OUTSIDE
        if e.hero >= 0:
            code = bots[(t.to_act - e.hero) % plan.entrants]
        if code == OUTSIDE or code == PYTHON:
            return
        kind, total = bot_move(t, e.bot_stream, code)
        make_move(t, e, plan, options, kind, total)


@kernel
def seed_event(e: Event, seed: int) -> None:
    """Start the family of events that `seed` decides."""
    seed_stream(e.next_seeds, seed, 0)


@kernel
def next_event_seed(e: Event) -> int:
    """Return the seed of the next event of the table's family."""
    return next_word(e.next_seeds) << 29 | next_word(e.next_seeds) >> 3


@kernel
def begin(t: Table, e: Event, plan: Plan, bots: Bots, options: Options) -> None:
    """Begin the next event of the table's family and go on to the first decision."""
    seed = next_event_seed(e)
    begin_event(t, e, plan, seed)
    e.hero = -1
    if not options[SELF_PLAY]:
        e.hero = options[OWN_SEAT]
        if e.hero < 0:
            seed_stream(e.deal_stream, seed, 0)
            e.hero = below(e.deal_stream, plan.entrants)
    e.illegal = 0
    write_worth(e, plan, options[REWARD])
    e.owed[:] = 0.0
    play_on(t, e, plan, bots, options)


@kernel
def see(t: Table, e: Event, plan: Plan, ladder: Ladder, at: At, mask: Mask, obs: FloatArray) -> int:
    """Write mask and observation of whoever must decide; return that seat, or -1 at the end."""
    if has_ended(e):
        write_end(e, e.hero, at, mask, obs)
        return -1
    write_mask(t, ladder, mask)
    write_observation(t, e, plan, t.to_act, at, mask, obs)
    return int(t.to_act)


@kernel
def take_rewards(e: Event, seat: int, all_seats: NDArray[np.float64]) -> float:
    """Hand out what is owed since the last decision: every seat's, and that of `seat`."""
    for k in range(all_seats.shape[0]):
        all_seats[k] = e.owed[k]
    reward = e.owed[seat]
    e.owed[:] = 0.0
    return float(reward)


@kernel
def seed_at(events: Events, index: int, seed: int) -> None:
    """Do `seed_event` at one table of an array."""
    seed_event(events[index], seed)


@kernel
def new_event_seed_at(events: Events, index: int) -> int:
    """Do `next_event_seed` at one table of an array."""
    return next_event_seed(events[index])


@kernel
def reset_range(
    tables: Tables,
    events: Events,
    plans: Plans,
    bots: Bots,
    options: Options,
    ladder: Ladder,
    at: At,
    chosen: NDArray[np.bool_],
    obs: FloatArray,
    masks: Mask,
    to_act: NDArray[np.int64],
) -> None:
    """Begin the next event at each chosen table."""
    for i in range(tables.shape[0]):
        if chosen[i]:
            begin(tables[i], events[i], plans[0], bots, options)
            to_act[i] = see(tables[i], events[i], plans[0], ladder, at, masks[i], obs[i])


@kernel
def step_range(
    tables: Tables,
    events: Events,
    plans: Plans,
    bots: Bots,
    options: Options,
    ladder: Ladder,
    at: At,
    actions: NDArray[np.int64],
    boxes: NDArray[np.float32],
    obs: FloatArray,
    masks: Mask,
    to_act: NDArray[np.int64],
    rewards: NDArray[np.float64],
    seat_rewards: NDArray[np.float64],
    ended: NDArray[np.bool_],
    illegal: NDArray[np.bool_],
    start: int,
    stop: int,
) -> int:
    """Do one action at each table of the range; return how many episodes ended.

    `boxes` holds actions of the continuous form when it is not empty. Where `ended` is set the
    action is not looked at and the next event begins; it comes back as which episodes ended now.
    """
    plan = plans[0]
    count = 0
    for i in range(start, stop):
        t = tables[i]
        e = events[i]
        e.illegal = 0
        if ended[i]:
            rewards[i] = 0.0
            seat_rewards[i, :] = 0.0
            begin(t, e, plan, bots, options)
        else:
            actor = t.to_act
            if boxes.shape[0]:
                kind, total = decode_box(t, boxes[i, 0], boxes[i, 1])
                make_move(t, e, plan, options, kind, total)
            else:
                _act(t, e, plan, options, ladder, actions[i], masks[i])
            play_on(t, e, plan, bots, options)
            rewards[i] = take_rewards(e, actor, seat_rewards[i])
        to_act[i] = see(t, e, plan, ladder, at, masks[i], obs[i])
        illegal[i] = e.illegal
        ended[i] = to_act[i] < 0
        count += ended[i]
    return count


@kernel
def _act(
    t: Table, e: Event, plan: Plan, options: Options, ladder: Ladder, action: int, mask: Mask
) -> None:
    """Do an action of the ladder form; what `mask` forbids is turned into a check or a fold."""
    if mask[action]:
        kind, total = decode(t, ladder, action)
    else:
        e.illegal = 1
        kind, total = instead(t), 0
    make_move(t, e, plan, options, kind, total)
