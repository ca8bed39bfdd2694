"""The luck of the board: what each card of it gave a seat, in chips, whatever was done before.

While at least two hold cards, a street that is dealt moves each one's share of the pot by a chance
whose mean is zero, given the cards in the hands and all that was done. Pot times change of share
is therefore a martingale difference, and may be taken off a result, times any factor that does not
look at the card, without a bias (Burch, Schmid, Moravcik, Morrill, Bowling: AIVAT, 2018, section 3,
with the all-in equity as the value function). Once all are all-in the whole rest is such luck.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railbird.arena.equity import Situation, all_in_shares_many
from railbird.arena.hand.record import BOARD_CARDS, FOLD, MAX_SEATS
from railbird.arena.tournament.play import Played
from railbird.arena.tournament.play_kernels import ADDED, KIND, SEAT, STREET

# Board cards before and after each street that is dealt.
BOARDS = ((0, 3), (3, 4), (4, 5))
# Run-outs dealt before the flop, where there are too many to deal all; the rest is exact.
_SAMPLES = 1_000


@dataclass(frozen=True, slots=True)
class _Layer:
    """A part of a pot: chips, and the seats (from 0) that can win it."""

    hand: int
    street: int
    chips: int
    seats: tuple[int, ...]


def board_luck(played: Sequence[Played], game: str = "holdem") -> NDArray[np.float64]:
    """Return the luck of each hand, street (flop, turn, river) and seat (from 0), in chips.

    Games with a board have it; in others it is zero. Sums to zero over the seats.
    """
    luck = np.zeros((len(played), len(BOARDS), MAX_SEATS))
    if not played or played[0].record["is_stud"]:
        return luck
    layers = [layer for k, one in enumerate(played) for layer in _layers(k, one)]
    situations = []
    for layer in layers:
        record = played[layer.hand].record
        situations += [
            _situation(record, layer.seats, count, game) for count in BOARDS[layer.street]
        ]
    shares = all_in_shares_many(situations, samples=_SAMPLES)
    for k, layer in enumerate(layers):
        before, after = shares[2 * k].shares, shares[2 * k + 1].shares
        row = luck[layer.hand, layer.street]
        for seat, was, now in zip(layer.seats, before, after, strict=True):
            row[seat] += layer.chips * (now - was)
    return luck


def _situation(record: NDArray[np.void], seats: Sequence[int], count: int, game: str) -> Situation:
    hands, board = record["cards"].tolist(), record["board"].tolist()
    sizes = record["card_count"].tolist()
    dead = [c for s in range(MAX_SEATS) if s not in seats for c in hands[s][: sizes[s]]]
    return Situation([hands[s][: sizes[s]] for s in seats], board[:count], dead, game)


def _layers(hand: int, played: Played) -> list[_Layer]:
    """Return the parts of the pot that two or more could win when each street was dealt."""
    record = played.record
    dealt = int(record["board_count"])
    if dealt < BOARD_CARDS and dealt < BOARDS[0][1]:
        return []
    put = np.minimum(
        record["ante_due"] + record["dead_due"] + record["blind_due"], record["start_stack"]
    ).tolist()
    alive = record["dealt"].astype(bool).tolist()
    moves = played.moves.tolist()
    found, at = [], 0
    for street, (_, after) in enumerate(BOARDS):
        while at < len(moves) and moves[at][STREET] <= street:
            put[moves[at][SEAT]] += moves[at][ADDED]
            alive[moves[at][SEAT]] &= moves[at][KIND] != FOLD
            at += 1
        if dealt >= after:
            found += [_Layer(hand, street, *part) for part in _split(put, alive)]
    return found


def _split(put: Sequence[int], alive: Sequence[bool]) -> list[tuple[int, tuple[int, ...]]]:
    """Return (chips, seats) of main and side pots that two or more can win."""
    parts = []
    below = 0
    for cap in sorted({put[s] for s in range(MAX_SEATS) if alive[s]}):
        chips = sum(min(p, cap) - min(p, below) for p in put)
        seats = tuple(s for s in range(MAX_SEATS) if alive[s] and put[s] >= cap)
        if len(seats) > 1 and chips:
            parts.append((chips, seats))
        below = cap
    return parts
