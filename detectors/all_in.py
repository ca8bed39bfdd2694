"""Each seat's result with the luck of the last cards taken out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railbird.arena.equity import Situation, all_in_shares_many
from railbird.detectors.spots import Spots

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

_BOARD_CARDS = (0, 3, 4)
_HOLE_CARDS = {"holdem": 2, "omaha": 4, "omaha8": 4}


@dataclass(frozen=True, slots=True)
class _Pot:
    """Chips that the seat rows `eligible` of hand `hand` can win."""

    hand: int
    chips: float
    eligible: tuple[int, ...]


def adjusted_results(spots: Spots) -> Floats:
    """Return won + returned - contributed of each seat row in chips, at all-in equity.

    A hand is adjusted when betting ended before the last board card, at least two players had not
    folded, at most one of them had chips left, and all their cards may be used in this view.
    Rake is taken from every share alike.
    """
    net = (spots.seat_won + spots.seat_returned - spots.seat_in).astype(np.float64)
    situations: list[Situation] = []
    contested: list[_Pot] = []
    for hand in _all_in_hands(spots):
        for pot in _pots(spots, hand):
            situation = _situation(spots, pot)
            if situation is not None:
                situations.append(situation)
                contested.append(pot)
    worth: dict[int, float] = {}
    pot_chips: dict[int, float] = {}
    for pot, equity in zip(contested, all_in_shares_many(situations), strict=True):
        pot_chips[pot.hand] = pot_chips.get(pot.hand, 0.0) + pot.chips
        for seat, share in zip(pot.eligible, equity.shares, strict=True):
            worth[seat] = worth.get(seat, 0.0) + share * pot.chips
    for hand, chips in pot_chips.items():
        seats = slice(spots.hand_seats[hand], spots.hand_seats[hand + 1])
        collected = float(spots.seat_won[seats].sum())
        net[seats] = spots.seat_returned[seats] - spots.seat_in[seats]
        for seat in range(seats.start, seats.stop):
            net[seat] += worth.get(seat, 0.0) / chips * collected
    return net


def _all_in_hands(spots: Spots) -> list[int]:
    seat_hand = np.repeat(np.arange(len(spots.hand_ids)), np.diff(spots.hand_seats))
    size = len(spots.hand_ids)
    live = spots.seat_live == 1
    alive = np.bincount(seat_hand, live, size)
    known = np.bincount(seat_hand, live & (spots.seat_shown[:, 0] >= 0), size)
    with_chips = np.bincount(seat_hand, live & (spots.seat_left > 0), size)
    dealt_out = (spots.boards >= 0).sum(axis=1) == 5
    early = (spots.last_street < 3) & (alive >= 2) & (known == alive) & (with_chips <= 1)
    games = np.asarray([name in _HOLE_CARDS for name in spots.game_names], bool)
    hands: list[int] = np.flatnonzero(early & games & dealt_out).tolist()
    return hands


def _pots(spots: Spots, hand: int) -> list[_Pot]:
    """Return main and side pots: the layers between the live players' contributions."""
    seats = range(int(spots.hand_seats[hand]), int(spots.hand_seats[hand + 1]))
    paid = {s: int(spots.seat_in[s] - spots.seat_returned[s]) for s in seats}
    live = [s for s in seats if spots.seat_live[s] == 1]
    pots: list[_Pot] = []
    below = 0
    for level in sorted({paid[s] for s in live}):
        chips = sum(min(p, level) - min(p, below) for p in paid.values())
        if level == max(paid[s] for s in live):
            chips += sum(max(p - level, 0) for p in paid.values())
        pots.append(_Pot(hand, float(chips), tuple(s for s in live if paid[s] >= level)))
        below = level
    return [pot for pot in pots if pot.chips > 0]


def _situation(spots: Spots, pot: _Pot) -> Situation | None:
    """Return the all-in to value; None when its cards cannot be (a forged or garbled hand)."""
    game = spots.game_names[pot.hand]
    hands = [[int(c) for c in spots.seat_shown[s] if c >= 0] for s in pot.eligible]
    board = [int(c) for c in spots.boards[pot.hand, : _BOARD_CARDS[spots.last_street[pot.hand]]]]
    cards = [card for cards in hands for card in cards] + board
    if len(set(cards)) != len(cards) or any(len(h) != _HOLE_CARDS[game] for h in hands):
        return None
    return Situation(hands, board, (), game)
