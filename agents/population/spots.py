"""Which decision a player faces: its family and the levels of the factors that describe it.

The same code sorts decisions of real hands, when the population is fitted, and those of its
players, when they act: a spot is read off a view (`arena.tournament.view`) and never off cards.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from railbird.arena.numba_cache import kernel
from railbird.arena.tournament.view import View

# Families of decisions, and what is asked in each: how often it is raised (or bet), and, where
# something is to be called, how often the rest is called.
UNOPENED, FACING_ONE, FACING_MORE, UNBET, FACING_BET = range(5)
FAMILIES = 5
FAMILY_NAMES = ("unopened", "facing a raise", "facing a re-raise", "unbet", "facing a bet")

# Each family has up to so many factors of up to so many levels.
FACTORS = 6
LEVELS = 12

# Seats by what they mean: the blinds, then the button and backwards from it.
BIG, SMALL, BUTTON = 0, 1, 2
_EARLIEST = 7

# Tables of hand strength are kept for classes of spots, three of the first street's families, and
# later ones by street and opponents.
CLASSES = 27

Levels = NDArray[np.int64]


@kernel
def order_of(v: View, seat: int) -> int:
    """Return a dealt seat's place after the button, from 1; the button is last."""
    place = 0
    other = v.button
    for _ in range(v.seats):
        other = (other + 1) % v.seats
        place += v.dealt[other]
        if other == seat:
            break
    return place


@kernel
def players_of(v: View) -> int:
    """Return how many were dealt in."""
    count = 0
    for other in range(v.seats):
        count += v.dealt[other]
    return count


@kernel
def place_of(v: View, seat: int) -> int:
    """Return what a seat means: `BIG`, `SMALL`, `BUTTON`, then seats before the button."""
    players = players_of(v)
    order = order_of(v, seat)
    if players == 2:
        return BUTTON if order == 2 else BIG
    if order == 1:
        return SMALL
    if order == 2:
        return BIG
    return min(BUTTON + players - order, _EARLIEST)


@kernel
def opponents_of(v: View) -> int:
    """Return how many others are in the hand."""
    count = -1
    for other in range(v.seats):
        count += v.live[other]
    return count


@kernel
def _grade(value: float, edges: tuple[float, ...]) -> int:
    """Return how many of the edges lie below the value."""
    count = 0
    for edge in edges:
        count += value > edge
    return count


@kernel
def depth_of(v: View) -> float:
    """Return what can be lost to another in the hand, in big blinds."""
    largest = 0
    for other in range(v.seats):
        if other != v.seat and v.live[other]:
            largest = max(largest, v.stack[other] + v.street_bet[other])
    own = v.stack[v.seat] + v.street_bet[v.seat]
    return float(min(own, largest) / v.big_blind)


@kernel
def spot_of(v: View, levels: Levels) -> int:
    """Return the family of a decision in a flop game and write its levels."""
    levels[:] = 0
    if v.street > 0:
        return _later(v, levels)
    depth = _grade(depth_of(v), (10.0, 20.0, 40.0, 80.0, 150.0))
    if v.street_raises == 0:
        limpers = 0
        for other in range(v.seats):
            limpers += v.called_in[other]
        levels[0] = place_of(v, v.seat)
        levels[1] = min(limpers, 2)
        levels[2] = _grade(players_of(v), (3.0, 5.0, 7.0))
        levels[3] = depth
        return UNOPENED
    if v.street_raises == 1:
        return _facing_one(v, depth, levels)
    levels[0] = 1 if v.first_raises[v.seat] else 2 if v.called_in[v.seat] else 0
    levels[1] = min(v.street_raises - 2, 2)
    levels[2] = _grade(v.to_call / max(v.pot, 1), (0.3, 0.45, 0.6))
    levels[3] = _grade(v.to_call / max(v.stack[v.seat], 1), (0.1, 0.25, 0.5, 0.999))
    levels[4] = min(opponents_of(v) - 1, 2)
    levels[5] = depth
    return FACING_MORE


@kernel
def _facing_one(v: View, depth: int, levels: Levels) -> int:
    callers = 0
    for other in range(v.seats):
        inside = other != v.seat and other != v.aggressor and v.live[other]
        callers += inside and v.street_bet[other] >= v.current_bet
    levels[0] = place_of(v, v.seat)
    levels[1] = place_of(v, v.aggressor)
    levels[2] = min(callers, 2)
    levels[3] = _grade(v.to_call / v.big_blind, (1.0, 2.0, 3.0, 5.0, 12.0))
    levels[4] = v.called_in[v.seat]
    levels[5] = depth
    return FACING_ONE


@kernel
def _later(v: View, levels: Levels) -> int:
    others = min(opponents_of(v), 3)
    street = min(v.street, 3) - 1
    first = 0
    for other in range(v.seats):
        first += v.first_raises[other]
    come = min(v.to_come, 2)
    if v.to_call == 0:
        levels[0] = street * 4 + initiative_of(v)
        levels[1] = (others - 1) * 3 + come
        levels[2] = 1 if v.aggressor_street == v.street - 1 else 0
        levels[3] = _grade(v.stack[v.seat] / max(v.pot, 1), (1.0, 3.0, 8.0))
        levels[4] = min(first, 2)
        return UNBET
    levels[0] = street * 2 + (1 if v.street_raises > 1 else 0)
    levels[1] = _grade(v.to_call / max(v.pot - v.to_call, 1), (0.3, 0.45, 0.6, 0.8, 1.1))
    levels[2] = (others - 1) * 3 + come
    levels[3] = 1 if v.first_raises[v.seat] else 0
    levels[4] = _grade(v.to_call / max(v.stack[v.seat], 1), (0.1, 0.25, 0.5, 0.999))
    levels[5] = min(first, 2)
    return FACING_BET


@kernel
def initiative_of(v: View) -> int:
    """Return who bet last: 0 nobody still in, 1 the player, 2 one behind, 3 one who checked."""
    if v.aggressor < 0 or not v.live[v.aggressor]:
        return 0
    if v.aggressor == v.seat:
        return 1
    return 3 if order_of(v, v.aggressor) < order_of(v, v.seat) else 2


@kernel
def class_of_spot(v: View, family: int, levels: Levels) -> int:
    """Return the class of spots whose hands are ranked among each other."""
    if family == UNOPENED:
        return 0
    if family == FACING_ONE:
        return 2 if levels[4] else 1
    if family == FACING_MORE:
        return int(3 + levels[0])
    others = min(opponents_of(v), 3)
    street = min(v.street, 3) - 1
    if family == UNBET:
        return int(6 + street * 3 + others - 1)
    return int(15 + levels[0] * 2 + (1 if others > 1 else 0))
