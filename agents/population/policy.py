"""Compiled play of the human-like: how often by the spot and the player, with which cards by rank.

A decision is made in three steps. The spot and the player's habits give chances to raise and,
else, to call (logits: the spot's from real hands, plus the player's own). The strength of the hand
becomes its rank among the hands that people hold in such spots. The best part raises, the next
calls, so that the chances come true. Ranks are misjudged a little (`near`), and now and then
(`wild`) the cards are not looked at, which is where bluffs and slow-played hands come from.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from railbird.agents.population.rows import (
    CALLS_MORE,
    GROUP,
    HABIT,
    PLACES,
    RAISES_MORE,
    TILT,
)
from railbird.agents.population.spots import (
    FACING_BET,
    FACING_MORE,
    FACING_ONE,
    FACTORS,
    UNBET,
    UNOPENED,
    Levels,
    class_of_spot,
    depth_of,
    opponents_of,
    spot_of,
)
from railbird.agents.population.tables import (
    BARREL,
    BET_SIZE,
    C_BET,
    CALL_FLOP,
    CALL_LATER,
    CALL_THREE_BET,
    FLAT,
    FOUR_BET,
    LIMP,
    OPEN,
    RAISE_BET,
    RAISE_SIZE,
    SIZE_C,
    SIZE_FLOP,
    SIZE_FOUR_BET,
    SIZE_KNOTS,
    SIZE_OPEN,
    SIZE_RAISE,
    SIZE_THREE_BET,
    STAB,
    STRENGTH_KNOTS,
    THREE_BET,
    load_fitted,
)
from railbird.agents.scripted.first_street import check_or_fold, push_or_fold
from railbird.agents.scripted.shares import BETTER, pot_share
from railbird.agents.scripted.style import PUSH_BELOW, Row
from railbird.arena.hand.games import FIXED_LIMIT
from railbird.arena.hand.record import CALL, FOLD, MAX_SEATS, RAISE
from railbird.arena.numba_cache import kernel
from railbird.arena.randomness import Stream, unit
from railbird.arena.tournament.view import View

Move = tuple[int, int]
Numbers = NDArray[np.float64]

_FITTED = load_fitted()
WEIGHTS: Numbers = _FITTED.weights
STRENGTHS: Numbers = _FITTED.strengths
SIZES: Numbers = _FITTED.sizes
OWN_SIZE: Numbers = _FITTED.own_size
WILD: Numbers = _FITTED.wild
NEAR: Numbers = _FITTED.near

# Run-outs dealt for a strength; people judge no better.
_SAMPLES = 24
# A bet of so large a part of the stack is made with all of it, before the flop and after it.
_ALL_OF_IT = (0.33, 0.6)
# How many times farther from a paid place than places a bubble is felt.
_BUBBLE = 1.6


@kernel
def human_move(v: View, row: Row, stream: Stream) -> Move:
    """Return the move (kind, total) of a player of the shipped population, in hold'em."""
    return move_by(v, row, stream, WEIGHTS, STRENGTHS, SIZES, OWN_SIZE, WILD, NEAR)


@kernel
def move_by(
    v: View,
    row: Row,
    stream: Stream,
    weights: Numbers,
    strengths: Numbers,
    sizes: Numbers,
    own_size: Numbers,
    wild: Numbers,
    near: Numbers,
) -> Move:
    """Return the move by the given numbers of all populations; fits try others than the shipped."""
    group = int(row[GROUP])
    levels = np.zeros(FACTORS, dtype=np.int64)
    family = spot_of(v, levels)
    if v.street == 0 and v.betting != FIXED_LIMIT and depth_of(v) <= row[PUSH_BELOW]:
        return push_or_fold(v, BETTER[v.cards[0], v.cards[1]], stream)
    raises, calls = chances(v, row, family, levels, weights[group, family])
    strength = strength_of(v, family, stream)
    rank = _rank(strengths[group, class_of_spot(v, family, levels)], strength, unit(stream))
    rank = _looked_at(rank, wild[group, family, 0], near[group, family, 0], stream)
    kind = CALL
    if rank >= 1.0 - raises:
        kind = RAISE
    else:
        rest = rank / (1.0 - raises)
        rest = _looked_at(rest, wild[group, family, 1], near[group, family, 1], stream)
        kind = CALL if rest >= 1.0 - calls else FOLD
    if kind == RAISE and v.max_raise_to > 0:
        total = raise_total(v, row, family, levels, stream, sizes[group], own_size[group])
        return RAISE, total
    return check_or_fold(v) if kind == FOLD else (CALL, 0)


@kernel
def _looked_at(rank: float, wild: float, near: float, stream: Stream) -> float:
    """Return a rank as the player takes it: any at all, or one nearby, reflected at the ends.

    Both leave ranks spread evenly, so that the chances of a spot still come true.
    """
    if unit(stream) < wild:
        return unit(stream)
    taken = abs(rank + near * (2.0 * unit(stream) - 1.0))
    return float(2.0 - taken if taken > 1.0 else taken)


@kernel
def strength_of(v: View, family: int, stream: Stream) -> float:
    """Return a hand's strength: its place among starting hands, later its share of the pot."""
    if v.street == 0:
        return float(1.0 - BETTER[v.cards[0], v.cards[1]])
    widths = np.ones(MAX_SEATS)
    for other in range(v.seats):
        raised, called = v.first_raises[other], v.called_in[other]
        widths[other] = 0.12 if raised > 1 else 0.3 if raised else 0.5 if called else 0.8
        if v.later_raises[other]:
            widths[other] *= 0.7
    return float(pot_share(v, opponents_of(v), widths, _SAMPLES, stream))


@kernel
def _rank(knots: Numbers, strength: float, draw: float) -> float:
    """Return the part of hands in such spots that are weaker; ties are broken by `draw`."""
    low = np.searchsorted(knots, strength, side="left")
    high = np.searchsorted(knots, strength, side="right")
    last = STRENGTH_KNOTS - 1
    if high > low:
        return min((low + draw * (high - low)) / last, 1.0)
    if low == 0:
        return 0.0
    if low > last:
        return 1.0
    inside = (strength - knots[low - 1]) / max(knots[low] - knots[low - 1], 1e-12)
    return float((low - 1 + inside) / last)


@kernel
def habits_of(v: View, family: int, levels: Levels) -> tuple[int, int]:
    """Return the habits that the two questions of a spot show."""
    if family == UNOPENED:
        return OPEN, LIMP
    if family == FACING_ONE:
        return THREE_BET, FLAT
    if family == FACING_MORE:
        return FOUR_BET, CALL_THREE_BET
    if family == UNBET:
        if levels[0] % 4 != 1:
            return STAB, STAB
        return (C_BET, C_BET) if v.street == 1 else (BARREL, BARREL)
    return RAISE_BET, CALL_FLOP if v.street == 1 else CALL_LATER


@kernel
def chances(
    v: View, row: Row, family: int, levels: Levels, weights: Numbers
) -> tuple[float, float]:
    """Return the chances to raise and, when that is not done, to call."""
    raising, calling = habits_of(v, family, levels)
    up = row[HABIT + raising] + row[TILT] * 0.5
    on = row[HABIT + calling] + row[TILT] * 0.4
    for k in range(FACTORS):
        up += weights[0, k, levels[k]]
        on += weights[1, k, levels[k]]
    if v.aggressor >= 0 and v.aggressor != v.seat:
        on += row[CALLS_MORE + v.aggressor]
        up += row[RAISES_MORE + v.aggressor]
    elif v.street > 0:
        up += _toward_others(v, row)
    pressure = bubble_of(v) * row[PLACES]
    on -= 1.2 * pressure * min(v.to_call / max(v.stack[v.seat], 1) * 3.0, 1.0)
    up -= 0.4 * pressure
    raises = 1.0 / (1.0 + math.exp(-up)) if v.max_raise_to > 0 else 0.0
    calls = 1.0 / (1.0 + math.exp(-on)) if v.to_call > 0 else 1.0
    return raises, calls


@kernel
def _toward_others(v: View, row: Row) -> float:
    """Return the mean of what the row holds on raising the others in the hand."""
    total = 0.0
    for other in range(v.seats):
        if other != v.seat and v.live[other]:
            total += row[RAISES_MORE + other]
    return float(total / max(opponents_of(v), 1))


@kernel
def bubble_of(v: View) -> float:
    """Return how near the paid places are, 0 to 1; 0 when they are reached or there are none."""
    if v.places_paid <= 0 or v.players_left <= v.places_paid:
        return 0.0
    over = (v.players_left - v.places_paid - 1) / max(v.places_paid * (_BUBBLE - 1.0), 1.0)
    return float(max(0.0, 1.0 - over))


@kernel
def size_context(v: View, family: int, levels: Levels) -> int:
    """Return which distribution of sizes a raise here comes from."""
    if family == UNOPENED:
        return SIZE_OPEN
    if family == FACING_ONE:
        return SIZE_THREE_BET
    if family == FACING_MORE:
        return SIZE_FOUR_BET
    if family == FACING_BET:
        return SIZE_RAISE
    if v.street == 1 and levels[0] == 1:
        return SIZE_C
    return int(SIZE_FLOP + min(v.street, 3) - 1)


@kernel
def size_unit(v: View, context: int) -> tuple[float, float]:
    """Return (base, unit) in chips: a raise to `base + size * unit` has that size."""
    if context == SIZE_OPEN:
        limpers = 0
        for other in range(v.seats):
            limpers += v.called_in[other]
        return float(limpers * v.big_blind), float(v.big_blind)
    if context == SIZE_THREE_BET or context == SIZE_FOUR_BET or context == SIZE_RAISE:
        return 0.0, float(max(v.current_bet, 1))
    return 0.0, float(max(v.pot, 1))


@kernel
def raise_total(
    v: View,
    row: Row,
    family: int,
    levels: Levels,
    stream: Stream,
    sizes: Numbers,
    own_size: Numbers,
) -> int:
    """Return the total of a raise: a size that people choose here, in the player's own manner."""
    context = size_context(v, family, levels)
    later = 1 if v.street > 0 else 0
    own = own_size[later]
    mine = row[HABIT + BET_SIZE] if later else row[HABIT + RAISE_SIZE]
    draw = math.sqrt(own) * mine + math.sqrt(max(1.0 - own, 0.0)) * _normal(stream)
    place = 0.5 * math.erfc(-draw / math.sqrt(2.0))
    size = sizes[context, min(int(place * SIZE_KNOTS), SIZE_KNOTS - 1)]
    base, scale = size_unit(v, context)
    total = base + size * scale
    if total - v.street_bet[v.seat] > _ALL_OF_IT[later] * v.stack[v.seat]:
        return int(v.max_raise_to)
    wanted = int(min(max(round(total), v.min_raise_to), v.max_raise_to))
    return int(v.min_raise_to + (wanted - v.min_raise_to) // v.raise_step * v.raise_step)


@kernel
def _normal(stream: Stream) -> float:
    """Return a draw from the normal distribution."""
    radius = math.sqrt(-2.0 * math.log(1.0 - unit(stream)))
    return radius * math.cos(2.0 * math.pi * unit(stream))
