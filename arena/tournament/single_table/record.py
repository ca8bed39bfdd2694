"""The records of a single-table event: its fixed plan, and one event's state per table.

Seats are 0-based, seat sets are bit masks, chips int64, money cents, times milliseconds.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird.arena.hand.record import MAX_SEATS
from railbird.arena.tournament.matrix import MATCHES

MOST_LEVELS = 160
LEVEL_FIELDS = 8
# Columns of a level: blinds and ante, dead ante, bets of a limit round, bring-in, its length.
SMALL, BIG, ANTE, DEAD_ANTE, SMALL_BET, BIG_BET, BRING_IN, LENGTH = range(LEVEL_FIELDS)

HISTORY = 12
# Values of `break_rule`.
NO_BREAKS, SYNCHRONISED, INTERVAL, ONCE = range(4)
# A time that never comes.
NEVER = 1 << 62

_SEATS = (MAX_SEATS,)

PLAN = np.dtype(
    (
        np.record,
        [
            ("seats", "i8"),
            ("entrants", "i8"),
            ("start_stack", "i8"),
            ("is_stud", "i1"),
            # --- house (button.py)
            ("dead_button", "i1"),
            ("right_of_seat_1", "i1"),
            ("hu_no_double_bb", "i1"),
            # --- time
            ("think", "i8"),
            ("break_rule", "i8"),
            ("break_interval", "i8"),
            ("break_length", "i8"),
            ("interval_counts_breaks", "i1"),
            ("level_count", "i8"),
            ("levels", "i8", (MOST_LEVELS, LEVEL_FIELDS)),
            # --- money: by place; `early_end[r]` says that r players left end the event
            ("paid", "i8"),
            ("pool", "i8"),
            ("prizes", "i8", _SEATS),
            ("fifty_pool", "i8"),
            ("early_end", "i1", (MAX_SEATS + 1,)),
        ],
    )
)

EVENT = np.dtype(
    (
        np.record,
        [
            ("seed", "i8"),
            ("next_seeds", "i8", (4,)),
            ("deal_stream", "i8", (4,)),
            ("bot_stream", "i8", (4,)),
            # --- seats
            ("stack", "i8", _SEATS),
            ("place", "i8", _SEATS),
            ("tied", "i8", _SEATS),
            ("prize", "i8", _SEATS),
            ("seated", "i8"),
            ("remaining", "i8"),
            # --- positions of the running or last hand
            ("hand", "i8"),
            ("button", "i8"),
            ("small_blind", "i8"),
            ("big_blind", "i8"),
            ("dead_small_blind", "i1"),
            # --- time
            ("now", "i8"),
            ("stopped", "i8"),
            ("breaks_taken", "i8"),
            ("last_break_end", "i8"),
            ("thinking", "i8"),
            ("level", "i8"),
            ("level_left", "i8"),
            ("break_in", "i8"),
            ("finished", "i1"),
            # --- what everybody sees of the whole event (one table: its own; else the director's)
            ("entrants", "i8"),
            ("players_left", "i8"),
            ("tables_left", "i8"),
            ("tables_start", "i8"),
            ("chips", "i8"),
            ("paid", "i8"),
            ("hand_for_hand", "i1"),
            ("prize_out", "f8"),
            ("prize_next", "f8"),
            ("prize_first", "f8"),
            ("rank", "f8", _SEATS),
            ("head", "f8", _SEATS),
            ("bounty_won", "f8", _SEATS),
            ("rebuy_left", "f8"),
            ("late_left", "f8"),
            # a Matrix: the match (0-based), points, and each player's part of each match's chips
            ("match", "i8"),
            ("score", "f8", _SEATS),
            ("match_chips", "f8", (MAX_SEATS, MATCHES)),
            # --- the last moves of the hand, a ring
            ("moves", "i8"),
            ("move_seat", "i1", (HISTORY,)),
            ("move_kind", "i1", (HISTORY,)),
            ("move_street", "i1", (HISTORY,)),
            ("move_size", "f8", (HISTORY,)),
            # --- an environment's memory: which seat is the agent's, worth and rewards by seat
            ("hero", "i8"),
            ("value", "f8", _SEATS),
            ("owed", "f8", _SEATS),
            ("owing", "i1"),
            ("illegal", "i1"),
        ],
    )
)

Plan = Any
Event = Any
Plans = NDArray[Any]
Events = NDArray[Any]


def new_events(count: int) -> Events:
    """Return `count` empty events."""
    events: Events = np.zeros(count, dtype=EVENT)
    events["finished"] = 1
    return events
