"""How strong a player's own hole cards are at a decision (operator view, hold'em only).

Before the flop: ranks, suited, paired. Afterwards: the share of all two-card holdings that the hand
beats on the board as it lies (ties half), and what it may still become. Other games give missing
values: their decisions are then judged without the cards.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from railbird.arena.evaluator import high_of_mask
from railbird.arena.evaluator_tables import CARD_BIT
from railbird.arena.numba_cache import kernel
from railbird.detectors.spots import Spots

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

STRENGTH = ("high_card", "low_card", "suited", "beats", "flush_cards", "straight_cards")


def strengths(spots: Spots, rows: Ints) -> Floats:
    """Return `STRENGTH` for decisions `rows`; missing (nan) where the cards may not be used."""
    hand = spots.integers("hand")[rows]
    hole = spots.seat_hole[spots.hand_seats[hand] + spots.integers("slot")[rows]]
    board_size = np.asarray([0, 3, 4, 5, 0])[spots.integers("street")[rows]]
    two_cards = (hole[:, 1] >= 0) & (hole[:, 2] < 0)
    complete = (spots.boards[hand] >= 0).sum(axis=1) >= board_size
    result = np.full((len(rows), len(STRENGTH)), np.nan)
    _fill(hole, spots.boards[hand], board_size, two_cards & complete, result)
    return result


@kernel
def _fill(
    hole: Ints, boards: Ints, board_size: Ints, usable: NDArray[np.bool_], out: Floats
) -> None:
    for i in range(hole.shape[0]):
        if not usable[i]:
            continue
        a, b = hole[i, 0], hole[i, 1]
        out[i, 0] = max(a >> 2, b >> 2)
        out[i, 1] = min(a >> 2, b >> 2)
        out[i, 2] = 1.0 if a & 3 == b & 3 else 0.0
        size = board_size[i]
        if size:
            out[i, 3] = _share_beaten(a, b, boards[i], size)
            out[i, 4] = _flush_cards(a, b, boards[i], size)
            out[i, 5] = _straight_cards(a, b, boards[i], size)


@kernel
def _share_beaten(a: int, b: int, board: Ints, size: int) -> float:
    """Return the share of holdings that a-b beats on the first `size` board cards."""
    common = 0
    for k in range(size):
        common |= CARD_BIT[board[k]]
    own = common | CARD_BIT[a] | CARD_BIT[b]
    mine = high_of_mask(own)
    beaten, total = 0, 0
    for c in range(52):
        if CARD_BIT[c] & own:
            continue
        for d in range(c):
            if CARD_BIT[d] & own:
                continue
            theirs = high_of_mask(common | CARD_BIT[c] | CARD_BIT[d])
            beaten += 2 if mine > theirs else (1 if mine == theirs else 0)
            total += 2
    return beaten / total


@kernel
def _flush_cards(a: int, b: int, board: Ints, size: int) -> int:
    """Return the most cards of one suit that a hole card takes part in."""
    most = 0
    for card in (a, b):
        same = (a & 3 == card & 3) + (b & 3 == card & 3)
        for k in range(size):
            same += board[k] & 3 == card & 3
        most = max(most, same)
    return most


@kernel
def _straight_cards(a: int, b: int, board: Ints, size: int) -> int:
    """Return the most different ranks within five neighbours, a hole card among them."""
    ranks = 0
    for k in range(size):
        ranks |= _rank_bits(board[k])
    own = _rank_bits(a) | _rank_bits(b)
    most = 0
    for low in range(10):
        window = 31 << low
        if own & window:
            inside = (ranks | own) & window
            count = 0
            while inside:
                inside &= inside - 1
                count += 1
            most = max(most, count)
    return most


@kernel
def _rank_bits(card: int) -> int:
    """Return the bit of the card's rank; the ace counts at both ends."""
    rank = card >> 2
    return (2 << rank) | (1 if rank == 12 else 0)
