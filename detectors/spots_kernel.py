"""Walks the moves of every hand once and notes what was publicly known at each decision.

The loop is compiled (numba_cache) because it touches every action of the input; it reads plain
integer arrays and writes one row of `FEATURES` a decision.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from railbird.arena.numba_cache import kernel

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

# Codes of action kinds as the kernel sees them.
POST, DEAD_POST, FOLD, CHECK, CALL, BET, RAISE = 0, 1, 2, 3, 4, 5, 6

# Columns of a decision row. `*_bb` are big blinds; slots count the seats of the hand from 0.
FEATURES = (
    "hand",
    "action",
    "slot",
    "kind",
    "street",
    "players_dealt",
    "players_live",
    "players_behind",
    "order",
    "to_call_bb",
    "pot_bb",
    "stack_bb",
    "effective_bb",
    "raises",
    "aggressor_slot",
    "callers",
    "previous_aggressor",
    "own_previous",
    "own_raises",
    "last_size",
    "can_raise",
    "live_mask",
    "blind",
    "others_all_in",
    "quiet_streets",
)
F = {name: column for column, name in enumerate(FEATURES)}
MAX_SLOTS = 24


@kernel
def walk(  # noqa: C901, PLR0915 - one pass over all actions; split functions cost twice the time
    hand_seats: Ints,
    hand_actions: Ints,
    big_blind: Ints,
    button: Ints,
    seat_number: Ints,
    seat_stack: Ints,
    seat_dealt: Ints,
    action_slot: Ints,
    action_kind: Ints,
    action_street: Ints,
    action_amount: Ints,
    action_total: Ints,
    action_chosen: Ints,
    rows: Floats,
    seat_order: Ints,
    seat_live: Ints,
    seat_left: Ints,
    last_street: Ints,
) -> int:
    """Fill `rows` with the decisions of all hands and return how many there are.

    `hand_seats[h] : hand_seats[h + 1]` are the seats of hand h (ascending), likewise its actions.
    An action with `action_chosen` 0 (timed out, sitting out) moves chips but is no decision.
    Also filled: the order of acting after the flop (`seat_order`), who had not folded at the end
    (`seat_live`), with what behind (`seat_left`), and
    the street of each hand's last move.
    """
    count = 0
    stack = np.zeros(MAX_SLOTS, np.int64)
    bet = np.zeros(MAX_SLOTS, np.int64)
    live = np.zeros(MAX_SLOTS, np.int64)
    pending = np.zeros(MAX_SLOTS, np.int64)
    blind = np.zeros(MAX_SLOTS, np.int64)
    order = np.zeros(MAX_SLOTS, np.int64)
    raised = np.zeros(MAX_SLOTS, np.int64)
    for h in range(hand_seats.shape[0] - 1):
        first = hand_seats[h]
        slots = min(hand_seats[h + 1] - first, MAX_SLOTS)
        unit = float(max(big_blind[h], 1))
        dealt = 0
        after = 0
        for s in range(slots):
            stack[s] = seat_stack[first + s]
            bet[s] = 0
            blind[s] = 0
            raised[s] = 0
            live[s] = seat_dealt[first + s]
            pending[s] = live[s]
            dealt += live[s]
            # order of acting after the flop: seats behind the button first, the button last
            if seat_number[first + s] > button[h]:
                after += 1
        for s in range(slots):
            order[s] = s - (slots - after) if s >= slots - after else s + after
            seat_order[first + s] = order[s]
        street, raises, callers, aggressor, previous = 0, 0, 0, -1, -1
        pot = 0
        top = 0
        last_size = 0.0
        posts = 0
        quiet = 0
        for a in range(hand_actions[h], hand_actions[h + 1]):
            s = action_slot[a]
            if s < 0 or s >= slots:
                continue
            if action_street[a] != street:
                street = action_street[a]
                quiet = 0 if aggressor >= 0 else quiet + 1
                previous = aggressor if aggressor >= 0 else previous
                raises, callers, aggressor, top = 0, 0, -1, 0
                last_size = 0.0
                for t in range(slots):
                    bet[t] = 0
                    raised[t] = 0
                    pending[t] = 1 if live[t] == 1 and stack[t] > 0 else 0
            kind = action_kind[a]
            amount = action_amount[a]
            if kind <= DEAD_POST:
                if kind == POST:
                    posts += 1
                    blind[s] = posts
            elif live[s] == 1:
                if action_chosen[a] == 1:
                    facing = top - bet[s]
                    row = rows[count]
                    alive, behind, capable, mask, jammed = 0, 0, 0, 0, 0
                    deepest = 0
                    later = 0
                    for t in range(slots):
                        if t == s or live[t] == 0:
                            continue
                        alive += 1
                        mask |= 1 << t
                        behind += pending[t]
                        if stack[t] > 0:
                            capable += 1
                        else:
                            jammed += 1
                        room = stack[t] + bet[t] - bet[s]
                        deepest = max(deepest, room)
                        if order[t] > order[s]:
                            later += 1
                    row[0] = h
                    row[1] = a
                    row[2] = s
                    row[3] = kind
                    row[4] = street
                    row[5] = dealt
                    row[6] = alive + 1
                    row[7] = behind
                    row[8] = later
                    row[9] = min(facing, stack[s]) / unit
                    row[10] = pot / unit
                    row[11] = stack[s] / unit
                    row[12] = min(stack[s], deepest) / unit
                    row[13] = raises
                    row[14] = aggressor
                    row[15] = callers
                    row[16] = previous if previous >= 0 and live[previous] == 1 else -1
                    row[17] = 1.0 if previous == s else 0.0
                    row[18] = raised[s]
                    row[19] = last_size
                    row[20] = 1.0 if stack[s] > facing and capable > 0 else 0.0
                    row[21] = mask
                    row[22] = blind[s]
                    row[23] = jammed
                    row[24] = quiet
                    count += 1
                pending[s] = 0
                if kind == FOLD:
                    live[s] = 0
                elif kind == CALL:
                    callers += 1
                elif kind >= BET:
                    last_size = (bet[s] + amount - top) / max(float(pot), 1.0)
                    raises += 1
                    raised[s] += 1
                    callers = 0
                    aggressor = s
                    for t in range(slots):
                        if t != s and live[t] == 1 and stack[t] > 0:
                            pending[t] = 1
            pot += amount
            stack[s] = max(stack[s] - amount, 0)
            if kind != DEAD_POST:
                bet[s] = action_total[a] if action_total[a] >= 0 else bet[s] + amount
                top = max(top, bet[s])
        last_street[h] = street
        for s in range(slots):
            seat_live[first + s] = live[s]
            seat_left[first + s] = stack[s]
    return count
