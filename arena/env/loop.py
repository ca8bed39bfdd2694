"""Events of many tables at once, from one decision of the caller to the next."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from railbird.arena.env.actions import Ladder, Mask, decode, decode_box, instead, write_mask
from railbird.arena.env.bots import ASKED, OUTSIDE, bot_move
from railbird.arena.env.observation import FloatArray
from railbird.arena.env.observe import At, note_move, write_end, write_observation
from railbird.arena.env.rewards import owe_change, write_worth
from railbird.arena.hand.moves import do_move
from railbird.arena.hand.record import Table, Tables
from railbird.arena.numba_cache import borrow, inlined, kernel
from railbird.arena.randomness import below, next_word, seed_stream
from railbird.arena.tournament.play_kernels import Log, log_move
from railbird.arena.tournament.single_table.record import Event, Events, Plan, Plans
from railbird.arena.tournament.single_table.step import BOTS, begin_event, deal_next, settle_hand

# The options of an environment: which reward; which seats the caller plays; the agent's seat
# (-1: drawn by lot).
OPTIONS = 3
REWARD, SELF_PLAY, OWN_SEAT = range(OPTIONS)
# Values of `SELF_PLAY`: the agent's seat, every seat, or those that no opponent plays.
PLAYS_ONE, PLAYS_ALL, PLAYS_SOME = range(3)

Options = NDArray[np.int64]
Bots = NDArray[np.int64]
# For each table the moves of its hand; None where nobody asks for them: the compiler then leaves
# out all that writes them.
Logs = NDArray[np.int64]
MaybeLogs: TypeAlias = "Logs | None"
MaybeLog: TypeAlias = "Log | None"


@inlined
def log_at(logs: MaybeLogs, index: int) -> MaybeLog:
    """Return the moves of one table, if they are kept."""
    if logs is None:
        return None
    log: Log = logs[index]
    return log


@inlined
def make_move(
    t: Table, e: Event, plan: Plan, options: Options, log: MaybeLog, kind: int, total: int
) -> None:
    """Do a legal move, and settle the hand when it was the last one."""
    e.thinking += plan.think
    if log is not None and e.moves < log.shape[0]:
        log_move(t, log[e.moves], kind, total, plan.think)
    note_move(t, e, kind, total)
    do_move(t, kind, total)
    if t.over:
        settle_hand(t, e, plan)
        owe_change(e, plan, options[REWARD])


@inlined
def has_ended(e: Event) -> bool:
    """Tell whether nothing is left to decide: the event or the agent's part in it is over."""
    return bool(e.finished or (e.hero >= 0 and e.seated >> e.hero & 1 == 0))


@inlined
def decider(t: Table, e: Event, plan: Plan, bots: Bots) -> int:
    """Return who decides at the seat to act, as in `bots.py`.

    `bots` is by distance clockwise from the agent, or by seat where the caller plays many.
    """
    if e.hero >= 0:
        return int(bots[(t.to_act - e.hero) % plan.entrants])
    return int(bots[t.to_act])


@kernel
def play_on(t: Table, e: Event, plan: Plan, bots: Bots, options: Options, log: MaybeLog) -> int:
    """Deal hands and let compiled opponents act until somebody else must decide, or the end.

    Returns who must decide.
    """
    while not has_ended(e):
        if t.over:
            deal_next(t, e, plan)
            if e.hero < 0 and options[SELF_PLAY] != PLAYS_ALL:
                seed_stream(e.bot_stream, e.seed + BOTS, e.hand)
            if t.over:
                settle_hand(t, e, plan)
                owe_change(e, plan, options[REWARD])
            continue
        code = decider(t, e, plan, bots)
        if code <= ASKED:
            return code
        kind, total = bot_move(t, e.bot_stream, code)
        make_move(t, e, plan, options, log, kind, total)
    return OUTSIDE


@kernel
def seed_event(e: Event, seed: int) -> None:
    """Start the family of events that `seed` decides."""
    seed_stream(e.next_seeds, seed, 0)


@kernel
def next_event_seed(e: Event) -> int:
    """Return the seed of the next event of the table's family."""
    return next_word(e.next_seeds) << 29 | next_word(e.next_seeds) >> 3


@kernel
def begin(t: Table, e: Event, plan: Plan, bots: Bots, options: Options, log: MaybeLog) -> int:
    """Begin the next event of the table's family and go on to the first decision.

    Returns who must decide.
    """
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
    e.owing = 0
    return play_on(t, e, plan, bots, options, log)


@inlined
def see(t: Table, e: Event, plan: Plan, ladder: Ladder, at: At, mask: Mask, obs: FloatArray) -> int:
    """Write mask and observation of whoever must decide; return that seat, or -1 at the end."""
    if has_ended(e):
        write_end(e, e.hero, at, mask, obs)
        return -1
    write_mask(t, ladder, mask)
    write_observation(t, e, plan, t.to_act, at, mask, obs)
    return int(t.to_act)


@inlined
def take_rewards(e: Event, seat: int, all_seats: NDArray[np.float64]) -> float:
    """Hand out what is owed since the last decision: every seat's, and that of `seat`."""
    if not e.owing:  # within a hand nobody's worth changes
        all_seats[:] = 0.0
        return 0.0
    for k in range(all_seats.shape[0]):
        all_seats[k] = e.owed[k]
    reward = e.owed[seat]
    e.owed[:] = 0.0
    e.owing = 0
    return float(reward)


@kernel
def write_results(
    events: Events,
    ended: NDArray[np.bool_],
    place: NDArray[np.int64],
    prize: NDArray[np.int64],
) -> None:
    """Write place and prize of every seat of ended events; of the agent's, where there is one."""
    for i in range(events.shape[0]):
        if ended[i]:
            e = events[i]
            if e.hero >= 0:
                place[i, 0] = e.place[e.hero]
                prize[i, 0] = e.prize[e.hero]
            else:
                for seat in range(place.shape[1]):
                    place[i, seat] = e.place[seat]
                    prize[i, seat] = e.prize[seat]


@kernel
def seed_at(events: Events, index: int, seed: int) -> None:
    """Do `seed_event` at one table of an array."""
    seed_event(events[index], seed)


@kernel
def new_event_seed_at(events: Events, index: int) -> int:
    """Do `next_event_seed` at one table of an array."""
    return next_event_seed(events[index])


# The value of `actors` where an event has just begun, so that nobody is owed a reward yet.
BEGAN = -1


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
    logs: MaybeLogs,
    obs: FloatArray,
    masks: Mask,
    to_act: NDArray[np.int64],
    asked: NDArray[np.int64],
    actors: NDArray[np.int64],
) -> None:
    """Begin the next event at each chosen table; `asked` says which opponents must be asked."""
    bots, options, ladder, at = borrow(bots), borrow(options), borrow(ladder), borrow(at)
    logs, obs, masks = borrow(logs), borrow(obs), borrow(masks)
    for i in range(tables.shape[0]):
        if chosen[i]:
            asked[i] = begin(tables[i], events[i], plans[0], bots, options, log_at(logs, i))
            if asked[i]:
                actors[i] = BEGAN
                continue
            to_act[i] = see(tables[i], events[i], plans[0], ladder, at, masks[i], obs[i])


@kernel
def step_range(  # noqa: PLR0915  one pass over the tables is what makes it fast
    tables: Tables,
    events: Events,
    plans: Plans,
    bots: Bots,
    options: Options,
    ladder: Ladder,
    at: At,
    actions: NDArray[np.int64],
    boxes: NDArray[np.float32],
    logs: MaybeLogs,
    obs: FloatArray,
    masks: Mask,
    to_act: NDArray[np.int64],
    rewards: NDArray[np.float64],
    seat_rewards: NDArray[np.float64],
    ended: NDArray[np.bool_],
    illegal: NDArray[np.bool_],
    asked: NDArray[np.int64],
    actors: NDArray[np.int64],
    start: int,
    stop: int,
) -> int:
    """Do one action at each table of the range; return how many episodes ended.

    Where tables must wait for opponents it returns minus how many instead.

    `boxes` holds actions of the continuous form when it is not empty. Where `ended` is set the
    action is not looked at and the next event begins; it comes back as which episodes ended now.
    Where `asked` is not 0 that opponent must be asked, and `resume_range` goes on.
    """
    bots, options, ladder, at = borrow(bots), borrow(options), borrow(ladder), borrow(at)
    boxes, logs, obs, masks = borrow(boxes), borrow(logs), borrow(obs), borrow(masks)
    seat_rewards = borrow(seat_rewards)
    plan = plans[0]
    waiting = 0
    count = 0
    for i in range(start, stop):
        t = tables[i]
        e = events[i]
        e.illegal = 0
        if ended[i]:
            rewards[i] = 0.0
            seat_rewards[i, :] = 0.0
            actors[i] = BEGAN
            asked[i] = begin(t, e, plan, bots, options, log_at(logs, i))
        else:
            actors[i] = t.to_act
            kind, total = _move_of(t, e, ladder, actions[i], boxes[i : i + 1], masks[i])
            make_move(t, e, plan, options, log_at(logs, i), kind, total)
            asked[i] = play_on(t, e, plan, bots, options, log_at(logs, i))
        illegal[i] = e.illegal
        if asked[i]:
            ended[i] = False
            waiting += 1
            continue
        if actors[i] != BEGAN:
            rewards[i] = take_rewards(e, actors[i], seat_rewards[i])
        to_act[i] = see(t, e, plan, ladder, at, masks[i], obs[i])
        ended[i] = to_act[i] < 0
        count += ended[i]
    return -waiting if waiting else count


@kernel
def resume_range(
    tables: Tables,
    events: Events,
    plans: Plans,
    bots: Bots,
    options: Options,
    ladder: Ladder,
    at: At,
    rows: NDArray[np.int64],
    moves: NDArray[np.int64],
    logs: MaybeLogs,
    obs: FloatArray,
    masks: Mask,
    to_act: NDArray[np.int64],
    rewards: NDArray[np.float64],
    seat_rewards: NDArray[np.float64],
    ended: NDArray[np.bool_],
    asked: NDArray[np.int64],
    actors: NDArray[np.int64],
) -> int:
    """Do the moves (kind, total) of asked opponents at `rows`; return how many must still wait."""
    bots, options, ladder, at = borrow(bots), borrow(options), borrow(ladder), borrow(at)
    logs, obs, masks = borrow(logs), borrow(obs), borrow(masks)
    seat_rewards = borrow(seat_rewards)
    plan = plans[0]
    count = 0
    for k in range(rows.shape[0]):
        i = rows[k]
        t = tables[i]
        e = events[i]
        make_move(t, e, plan, options, log_at(logs, i), moves[k, 0], moves[k, 1])
        asked[i] = play_on(t, e, plan, bots, options, log_at(logs, i))
        if asked[i]:
            count += 1
            continue
        if actors[i] != BEGAN:
            rewards[i] = take_rewards(e, actors[i], seat_rewards[i])
        to_act[i] = see(t, e, plan, ladder, at, masks[i], obs[i])
        ended[i] = to_act[i] < 0
    return count


@inlined
def _move_of(
    t: Table, e: Event, ladder: Ladder, action: int, box: NDArray[np.float32], mask: Mask
) -> tuple[int, int]:
    """Return the move of a box when there is one, else of an action of the ladder form.

    What `mask` forbids is turned into a check or a fold.
    """
    if box.shape[0]:
        return decode_box(t, box[0, 0], box[0, 1])
    if mask[action]:
        return decode(t, ladder, action)
    e.illegal = 1
    return instead(t), 0
