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
    """Every pair that shared a hand: `code` = first * players + second, ascending."""

    players: int
    code: Ints
    hands: Ints
    tournaments: Ints
    hands_of_player: Ints

    def row_of(self, first: Ints, second: Ints) -> Ints:
        """Return the row of each pair (first < second); every asked pair must be here."""
        return np.searchsorted(self.code, first * self.players + second)


def exposure(spots: Spots) -> Exposure:
    """Return the shared hands of all pairs in `spots`."""
    players = len(spots.players)
    size = np.diff(spots.hand_seats)
    codes = np.zeros(int(np.sum(size * (size - 1) // 2)), np.int64)
    hands = np.zeros_like(codes)
    count = _pairs(spots.hand_seats, spots.seat_player, spots.seat_dealt, players, codes, hands)
    codes, hands = codes[:count], hands[:count]
    code, shared = np.unique(codes, return_counts=True)
    event = spots.hand_tournament[hands]
    inside = event >= 0
    width = max(len(spots.tournaments), 1)
    met = np.unique(codes[inside] * width + event[inside]) // width
    tournaments = np.bincount(np.searchsorted(code, met), minlength=len(code))
    dealt = spots.seat_player[spots.seat_dealt == 1]
    return Exposure(players, code, shared, tournaments, np.bincount(dealt, minlength=players))


@kernel
def _pairs(
    hand_seats: Ints, player: Ints, dealt: Ints, players: int, codes: Ints, hands: Ints
) -> int:
    count = 0
    for h in range(hand_seats.shape[0] - 1):
        for a in range(hand_seats[h], hand_seats[h + 1]):
            for b in range(a + 1, hand_seats[h + 1]):
                if dealt[a] == 1 and dealt[b] == 1 and player[a] != player[b]:
                    codes[count] = min(player[a], player[b]) * players + max(player[a], player[b])
                    hands[count] = h
                    count += 1
    return count
