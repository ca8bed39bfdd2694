"""The compiled part of playing many hands at once: fill, start, move at random, measure time."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from railbird.arena.hand.batch import new_deck, shuffle
from railbird.arena.hand.legal import is_legal, nearest_raise
from railbird.arena.hand.moves import do_move
from railbird.arena.hand.record import CALL, FOLD, MAX_SEATS, RAISE, Table, Tables
from railbird.arena.hand.setup import post_at
from railbird.arena.hand.streets import start_hand
from railbird.arena.numba_cache import kernel
from railbird.arena.randomness import STREAM_WORDS, Stream, below, seed_stream

MOST_MOVES = 480
MOVE_FIELDS = 9
# Columns of a logged move. Seats are 0-based as in the record; `FACING` is the street's highest
# bet before the move, `TOTAL` the seat's bet after it.
STREET, SEAT, KIND, ADDED, TOTAL, ALL_IN, THINK, TIMED_OUT, FACING = range(MOVE_FIELDS)

# Columns of the inputs of a hand; the stacks of all seats follow.
HAND, BUTTON, SMALL, BIG, BLINDS, SMALL_BET, BIG_BET, BRING_IN, STACKS = 0, 1, 2, 3, 4, 7, 8, 9, 10

# The mask of seats that sit out.
AWAY = STACKS + MAX_SEATS

# Milliseconds that a hand takes besides its players' thinking: [guess]
DEAL_TIME, STREET_TIME, SHOW_TIME, PAUSE = 1_500, 1_000, 2_000, 2_000

Log = NDArray[np.int64]


@kernel
def start_all(tables: Tables, seed: int, inputs: NDArray[np.int64]) -> None:
    """Fill, shuffle and begin the hand of each table; the deck depends on seed and hand number."""
    stream = np.zeros(STREAM_WORDS, dtype=np.int64)
    for i in range(tables.shape[0]):
        t = tables[i]
        row = inputs[i]
        t.button = row[BUTTON]
        t.small_bet = row[SMALL_BET]
        t.big_bet = row[BIG_BET]
        t.bring_in = row[BRING_IN]
        for seat in range(MAX_SEATS):
            t.start_stack[seat] = row[STACKS + seat]
            t.dealt[seat] = 1 if row[STACKS + seat] > 0 else 0
            t.gives_up[seat] = row[AWAY] >> seat & 1
        amounts = np.zeros(4, dtype=np.int64)
        amounts[:3] = row[BLINDS : BLINDS + 3]
        post_at(t, row[SMALL], row[BIG], amounts)
        seed_stream(stream, seed, row[HAND])
        new_deck(t)
        shuffle(t, stream)
        start_hand(t)


@kernel
def log_move(t: Table, row: NDArray[np.int64], kind: int, total: int, think: int) -> None:
    """Note a move that is about to be made: its street, seat, kind and chips, and the thinking."""
    seat = t.to_act
    added = 0
    if kind == CALL:
        added = t.to_call
    elif kind == RAISE:
        added = total - t.street_bet[seat]
    row[STREET] = t.street
    row[SEAT] = seat
    row[KIND] = kind
    row[ADDED] = added
    row[TOTAL] = t.street_bet[seat] + added
    row[ALL_IN] = 1 if added > 0 and added == t.stack[seat] else 0
    row[THINK] = think
    row[TIMED_OUT] = 0
    row[FACING] = t.current_bet


@kernel
def durations(
    tables: Tables, logs: Log, counts: NDArray[np.int64], times: NDArray[np.int64]
) -> None:
    """Write how long each hand took: thinking, and the dealer's work."""
    for i in range(tables.shape[0]):
        t = tables[i]
        time = DEAL_TIME + PAUSE + t.street * STREET_TIME
        if t.show_count > 0:
            time += SHOW_TIME
        for k in range(counts[i]):
            time += logs[i, k, THINK]
        times[i] = time


@kernel
def choose_move(t: Table, stream: Stream, boldness: int) -> tuple[int, int]:
    """Return a random legal move (kind, total).

    `boldness` 100: kind first, then any size of a raise, all equally likely. Less: raises in that
    percentage of decisions, by little more than the least; else mostly folds when facing a bet.
    """
    if boldness >= 100:
        choice = below(stream, 1 + (1 if t.can_fold else 0) + (1 if t.max_raise_to > 0 else 0))
        if choice == 0:
            return CALL, 0
        if choice == 1 and t.can_fold:
            return FOLD, 0
        sizes = (t.max_raise_to - t.min_raise_to) // t.raise_step + 1
        return RAISE, t.min_raise_to + t.raise_step * below(stream, sizes)
    if t.max_raise_to > 0 and below(stream, 100) < boldness:
        spread = min(t.max_raise_to - t.min_raise_to, 3 * t.last_full_raise)
        return RAISE, nearest_raise(t, t.min_raise_to + below(stream, spread + 1))
    if t.can_fold and below(stream, 100) < 70:
        return FOLD, 0
    return CALL, 0


@kernel
def play_random(
    tables: Tables,
    seed: int,
    boldness: int,
    hands: NDArray[np.int64],
    logs: Log,
    counts: NDArray[np.int64],
) -> None:
    """Play hands at random, each from its own stream; a very long one is called down."""
    stream = np.zeros(STREAM_WORDS, dtype=np.int64)
    for i in range(tables.shape[0]):
        # Another family than that of the decks.
        seed_stream(stream, seed + 1_000_003, hands[i])
        t = tables[i]
        count = 0
        while not t.over:
            kind = CALL
            total = 0
            if count < MOST_MOVES - 64:
                kind, total = choose_move(t, stream, boldness)
            log_move(t, logs[i, count], kind, total, 800 + below(stream, 6_000))
            do_move(t, kind, total)
            count += 1
        counts[i] = count


@kernel
def move_at(
    tables: Tables, index: int, row: NDArray[np.int64], kind: int, total: int, think: int
) -> bool:
    """Log and make one move at one table; False and no change when it is not legal."""
    t = tables[index]
    if not is_legal(t, kind, total):
        return False
    log_move(t, row, kind, total, think)
    do_move(t, kind, total)
    return True
