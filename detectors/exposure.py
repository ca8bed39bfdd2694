"""Who was dealt into the same hands, how often, and in how many tournaments."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railbird.arena.numba_cache import kernel
from railbird.detectors.spots import Spots

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Exposure:
    """Every pair that shared a hand: `code` = first * players + second, ascending.

    `seat_a` and `seat_b` are the seat rows of every meeting of two players in a hand, `meeting`
    the pair's row and `hand` the hand.
    """

    players: int
    code: Ints
    hands: Ints
    tournaments: Ints
    meeting: Ints
    hand: Ints
    seat_a: Ints
    seat_b: Ints
    hands_of_player: Ints

    def row_of(self, first: Ints, second: Ints) -> Ints:
        """Return the row of each pair (first < second); every asked pair must be here."""
        return np.searchsorted(self.code, first * self.players + second)


def exposure(spots: Spots) -> Exposure:
    """Return the shared hands of all pairs in `spots`."""
    players = len(spots.players)
    size = np.diff(spots.hand_seats)
    table = np.zeros((int(np.sum(size * (size - 1) // 2)), 4), np.int64)
    count = _meetings(spots.hand_seats, spots.seat_player, spots.seat_dealt, players, table)
    codes, hands, seat_a, seat_b = table[:count].T
    code, meeting, shared = np.unique(codes, return_inverse=True, return_counts=True)
    event = spots.hand_tournament[hands]
    inside = event >= 0
    width = max(len(spots.tournaments), 1)
    met = np.unique(meeting[inside] * width + event[inside]) // width
    return Exposure(
        players=players,
        code=code,
        hands=shared,
        tournaments=np.bincount(met, minlength=len(code)),
        meeting=meeting,
        hand=hands,
        seat_a=seat_a,
        seat_b=seat_b,
        hands_of_player=np.bincount(spots.seat_player[spots.seat_dealt == 1], minlength=players),
    )


@kernel
def _meetings(hand_seats: Ints, player: Ints, dealt: Ints, players: int, table: Ints) -> int:
    """Fill `table` with (pair code, hand, seat row, seat row), the lower player's seat first."""
    count = 0
    for h in range(hand_seats.shape[0] - 1):
        for a in range(hand_seats[h], hand_seats[h + 1]):
            for b in range(a + 1, hand_seats[h + 1]):
                if dealt[a] == 1 and dealt[b] == 1 and player[a] != player[b]:
                    first, second = (a, b) if player[a] < player[b] else (b, a)
                    table[count, 0] = player[first] * players + player[second]
                    table[count, 1] = h
                    table[count, 2] = first
                    table[count, 3] = second
                    count += 1
    return count
