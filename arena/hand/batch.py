"""The kernel over ranges of tables: no interpreter lock, one random stream a table.

Give each thread its own range. Results do not depend on how the tables are cut into ranges.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from railbird.arena.hand.moves import apply_move, do_move
from railbird.arena.hand.record import CALL, DECK_CARDS, FOLD, HAND_CARDS, RAISE, Table, Tables
from railbird.arena.hand.setup import next_dealt, post_from_button
from railbird.arena.hand.streets import start_hand
from railbird.arena.numba_cache import kernel
from railbird.arena.randomness import STREAM_WORDS, Stream, below, seed_stream

Streams = NDArray[np.int64]


def new_streams(count: int, seed: int) -> Streams:
    """Return `count` random streams of the family `seed`, for tables 0 to `count - 1`."""
    streams = np.zeros((count, STREAM_WORDS), dtype=np.int64)
    _seed_all(streams, seed)
    return streams


@kernel
def _seed_all(streams: Streams, seed: int) -> None:
    for i in range(streams.shape[0]):
        seed_stream(streams[i], seed, i)


@kernel
def new_deck(t: Table) -> None:
    """Put the 52 cards into `deck` in order."""
    for i in range(DECK_CARDS):
        t.deck[i] = i


@kernel
def shuffle(t: Table, stream: Stream) -> None:
    """Shuffle as much of `deck` as a hand can need; `deck` must hold each card once."""
    needed = 5
    for seat in range(t.seats):
        if t.dealt[seat]:
            needed += HAND_CARDS if t.is_stud else t.hole_cards
    for i in range(min(needed, DECK_CARDS - 1)):
        other = i + below(stream, DECK_CARDS - i)
        card = t.deck[i]
        t.deck[i] = t.deck[other]
        t.deck[other] = card


@kernel
def start_at(tables: Tables, index: int) -> None:
    """Begin a hand at one table; from Python an array and an index cost far less than a record."""
    start_hand(tables[index])


@kernel
def act_at(tables: Tables, index: int, kind: int, total: int) -> bool:
    """Do one move at one table; False and no change if it is not legal."""
    return apply_move(tables[index], kind, total)


@kernel
def start_range(tables: Tables, start: int, stop: int) -> None:
    """Begin a hand at each table of the range."""
    for i in range(start, stop):
        start_hand(tables[i])


@kernel
def act_range(
    tables: Tables,
    kinds: NDArray[np.int64],
    totals: NDArray[np.int64],
    done: NDArray[np.bool_],
    start: int,
    stop: int,
) -> None:
    """Do one move at each table; `done` tells which were legal, the others changed nothing."""
    for i in range(start, stop):
        done[i] = apply_move(tables[i], kinds[i], totals[i])


@kernel
def random_move(t: Table, stream: Stream) -> None:
    """Do a random legal move: kind first, then the size of a raise, each equally likely."""
    kinds = 1 + (1 if t.can_fold else 0) + (1 if t.max_raise_to > 0 else 0)
    choice = below(stream, kinds)
    if choice == 0:
        do_move(t, CALL, 0)
    elif choice == 1 and t.can_fold:
        do_move(t, FOLD, 0)
    else:
        sizes = (t.max_raise_to - t.min_raise_to) // t.raise_step + 1
        do_move(t, RAISE, t.min_raise_to + t.raise_step * below(stream, sizes))


@kernel
def random_range(
    tables: Tables, streams: Streams, stakes: NDArray[np.int64], start: int, stop: int
) -> int:
    """Do one random move at each table, or deal the next hand where one is over.

    Stacks begin each hand at `start_stack` and the button goes round. Returns the moves made.
    """
    moves = 0
    for i in range(start, stop):
        t = tables[i]
        while t.over:
            t.button = next_dealt(t, t.button)
            post_from_button(t, stakes)
            shuffle(t, streams[i])
            start_hand(t)
        random_move(t, streams[i])
        moves += 1
    return moves
