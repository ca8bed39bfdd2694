"""Chips that went from one player to another, in big blinds, net of the luck of the cards.

Each loser's loss goes to the winners in proportion to their gains. Where the betting was over
before the last card and the cards of all who could still win are known, the result is replaced by
what those cards were worth at that moment, pot by pot.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railbird.arena.numba_cache import kernel
from railbird.detectors.all_in import adjusted_results
from railbird.detectors.spots import Spots

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Flows:
    """Row i: in hand `hand[i]`, `chips_bb[i]` > 0 went from seat row `giver[i]` to `taker[i]`."""

    hand: Ints
    giver: Ints
    taker: Ints
    chips_bb: Floats


def flows(spots: Spots, smallest_bb: float) -> Flows:
    """Return all flows of at least `smallest_bb` big blinds, hand by hand."""
    # A seat that was not dealt in can only have paid a stray post: nobody's play.
    net = np.where(spots.seat_dealt == 1, adjusted_results(spots), 0.0)
    most = int(np.sum(np.diff(spots.hand_seats) ** 2))
    pairs = np.zeros((most, 3), np.int64)
    chips = np.zeros(most)
    unit = np.maximum(spots.big_blind, 1).astype(np.float64)
    count = _attribute(spots.hand_seats, net, unit, smallest_bb, pairs, chips)
    hand, giver, taker = pairs[:count].T
    return Flows(hand, giver, taker, chips[:count])


@kernel
def _attribute(
    hand_seats: Ints, net: Floats, unit: Floats, smallest_bb: float, pairs: Ints, chips: Floats
) -> int:
    count = 0
    for h in range(hand_seats.shape[0] - 1):
        first, last = hand_seats[h], hand_seats[h + 1]
        gains = 0.0
        for s in range(first, last):
            gains += max(net[s], 0.0)
        if gains <= 0.0:
            continue
        for giver in range(first, last):
            if net[giver] >= 0.0:
                continue
            for taker in range(first, last):
                moved = -net[giver] * max(net[taker], 0.0) / gains / unit[h]
                if moved >= smallest_bb:
                    pairs[count, 0], pairs[count, 1], pairs[count, 2] = h, giver, taker
                    chips[count] = moved
                    count += 1
    return count
