"""The record of one table: everything a hand is, in one fixed-size NumPy structure.

A batch is an array of such records. Seats are 0-based here (seat number less one); a seat set is a
bit mask. Chips are int64, cards uint8 with 255 for none or unknown. What a caller fills in before
`start_hand` is marked "in"; "out" is there for callers to read; the rest is the kernel's memory.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

MAX_SEATS = 10
HAND_CARDS = 7
BOARD_CARDS = 5
DECK_CARDS = 52
NO_CARD = 255
NO_SEAT = -1

# Values of `status`.
OUT, LIVE, FOLDED = range(3)
# Kinds of moves: a call of nothing is a check, in a stud bring-in a call brings in.
FOLD, CALL, RAISE = range(3)
# Values of `shows` at the end of a hand.
UNSEEN, MUST_SHOW, MAY_MUCK = range(3)

_SEATS = (MAX_SEATS,)

TABLE = np.dtype(
    (
        np.record,
        [
            # --- the game (in; `games.py`)
            ("hole_cards", "i1"),
            ("ranking", "i1"),
            ("has_low", "i1"),
            ("is_stud", "i1"),
            ("betting", "i1"),
            ("last_street", "i1"),
            ("open_pair_doubles", "i1"),
            # --- the house (in; `rules.py`)
            ("cumulative_reopen", "i1"),
            ("short_blind_calls_full", "i1"),
            ("odd_chip_by_card", "i1"),
            ("fold_to_no_bet", "i1"),
            ("all_in_face_up", "i1"),
            ("unmatched_raises", "i1"),
            ("all_in_bettor_first", "i1"),
            ("limit_cap", "i1"),
            ("reopen_numerator", "i8"),
            ("reopen_denominator", "i8"),
            # --- the level (in). No and pot limit: both bets are the big blind.
            ("small_bet", "i8"),
            ("big_bet", "i8"),
            ("bring_in", "i8"),
            # --- seats and forced bets (in). `button` may be an empty seat; `first_seat` acts
            # first before the flop. `ante_due` is matched like a bet (an excess returns);
            # `dead_due` goes to the main pot whole (big blind ante, dead blinds). A seat that
            # `gives_up` (it sits out) folds when its forced bets take its last chip.
            ("seats", "i8"),
            ("button", "i8"),
            ("first_seat", "i8"),
            ("dealt", "i1", _SEATS),
            ("start_stack", "i8", _SEATS),
            ("ante_due", "i8", _SEATS),
            ("dead_due", "i8", _SEATS),
            ("blind_due", "i8", _SEATS),
            ("gives_up", "i1", _SEATS),
            # --- cards (`deck` in, its next card first; `cards` and `board` out)
            ("deck", "u1", (DECK_CARDS,)),
            ("deck_next", "i8"),
            ("cards", "u1", (MAX_SEATS, HAND_CARDS)),
            ("card_count", "i1", _SEATS),
            ("board", "u1", (BOARD_CARDS,)),
            ("board_count", "i8"),
            # --- the betting
            ("street", "i8"),
            ("to_act", "i8"),
            ("status", "i1", _SEATS),
            ("stack", "i8", _SEATS),
            ("street_bet", "i8", _SEATS),
            ("contribution", "i8", _SEATS),
            ("dead", "i8", _SEATS),
            ("acted", "i1", _SEATS),
            ("may_raise", "i1", _SEATS),
            ("pot", "i8"),
            ("bet_size", "i8"),
            ("current_bet", "i8"),
            ("last_full_raise", "i8"),
            ("full_level", "i8"),
            ("bets_made", "i8"),
            ("last_aggressor", "i8"),
            ("bring_in_due", "i1"),
            # --- what the seat to act may do (out); `max_raise_to` 0 is "no raise", and only every
            # `raise_step`-th total from the least is a raise
            ("can_fold", "i1"),
            ("to_call", "i8"),
            ("min_raise_to", "i8"),
            ("max_raise_to", "i8"),
            ("raise_step", "i8"),
            # --- the result (out). Pot 0 is the main pot; masks are seat sets. `relevant_pot` is
            # the pot of a busted seat's last chips (PS-24.4), else -1.
            ("over", "i1"),
            ("returned", "i8", _SEATS),
            ("won", "i8", _SEATS),
            ("high_rank", "i8", _SEATS),
            ("low_rank", "i8", _SEATS),
            ("pot_count", "i8"),
            ("pot_amount", "i8", _SEATS),
            ("pot_eligible", "i8", _SEATS),
            ("pot_high", "i8", _SEATS),
            ("pot_low", "i8", _SEATS),
            ("relevant_pot", "i1", _SEATS),
            ("show_count", "i8"),
            ("show_order", "i1", _SEATS),
            ("shows", "i1", _SEATS),
        ],
    )
)

# The same bytes without fields: NumPy copies a structure field by field, ten times slower.
_BYTES = np.dtype((np.void, TABLE.itemsize))

# A `TABLE` record: Numba knows its fields and `np.record` reads them by name in plain Python.
Table = Any
Tables = NDArray[Any]


def new_tables(count: int) -> Tables:
    """Return `count` empty records."""
    tables: Tables = np.zeros(count, dtype=TABLE)
    tables["to_act"] = NO_SEAT
    tables["over"] = 1
    return tables


def copy_tables(tables: Tables) -> Tables:
    """Return a copy of an array of records."""
    copy: Tables = tables.view(_BYTES).copy().view(TABLE)
    return copy
