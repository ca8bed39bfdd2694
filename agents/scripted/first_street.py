"""Compiled play before the flop (third street): ranges by style, push or fold when short."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from railbird.agents.scripted.classes import CALLERS, DEPTHS, MOST_BEHIND, load_tables
from railbird.agents.scripted.icm_play import goes_in
from railbird.agents.scripted.icm_worth import chip_worth, counts_prizes, head_worth
from railbird.agents.scripted.shares import CLASS_OF_CARDS, first_rank
from railbird.agents.scripted.style import (
    BOUNTIES,
    CALLS,
    ENTERS,
    ICM,
    OPEN_SIZE,
    POSITION,
    PUSH_BELOW,
    RAISES,
    RERAISES,
    SAMPLES,
    SHORT_HANDED,
    Row,
)
from railbird.arena.hand.games import FIXED_LIMIT
from railbird.arena.hand.legal import nearest_total
from railbird.arena.hand.record import CALL, FOLD, RAISE
from railbird.arena.numba_cache import kernel
from railbird.arena.randomness import Stream, unit
from railbird.arena.tournament.view import View

Move = tuple[int, int]

_TABLES = load_tables()
# Chances in 200ths: small enough to be constants of compiled code.
PUSH: NDArray[np.uint8] = np.round(_TABLES["push"] * 200).astype(np.uint8)
CALL_PUSH: NDArray[np.uint8] = np.round(_TABLES["call"] * 200).astype(np.uint8)
_COMBOS = np.bincount(
    CLASS_OF_CARDS[~np.eye(52, dtype=bool)].ravel(), minlength=PUSH.shape[-1]
).astype(np.float64)
_COMBOS /= _COMBOS.sum()
# The same as parts of all hands, for games other than hold'em.
PUSH_PART: NDArray[np.float64] = _TABLES["push"] @ _COMBOS
CALL_PART: NDArray[np.float64] = _TABLES["call"] @ _COMBOS
assert PUSH.shape[0] == MOST_BEHIND and CALL_PUSH.shape[1] == CALLERS
_LAST_DEPTH = len(DEPTHS) - 1
_FEW_SAMPLES = 40


@kernel
def check_or_fold(v: View) -> Move:
    """Check when it is free, else fold (in a stud bring-in: bring in)."""
    if v.to_call > 0 and v.can_fold:
        return FOLD, 0
    return CALL, 0


@kernel
def raise_by(v: View, total: float) -> Move:
    """Raise to about `total`; all-in when that takes half of the stack; call if none is allowed."""
    if v.max_raise_to <= 0:
        return CALL, 0
    if total - v.street_bet[v.seat] > 0.5 * v.stack[v.seat]:
        total = v.max_raise_to
    return RAISE, nearest_total(v.min_raise_to, v.max_raise_to, v.raise_step, int(total))


@kernel
def effective_depth(v: View) -> float:
    """Return the stack that can be lost, in big blinds; antes in the pot make it shorter."""
    largest = 0
    players = 0
    for other in range(v.seats):
        players += v.dealt[other]
        if other != v.seat and v.live[other]:
            largest = max(largest, v.stack[other] + v.street_bet[other])
    own = v.stack[v.seat] + v.street_bet[v.seat]
    blinds = 1.5 * v.big_blind
    return float(min(own, largest) / v.big_blind * blinds / (blinds + v.ante * players))


@kernel
def heads_in_chips(v: View, style: Row) -> float:
    """Return what the heads of all-in players that we cover are worth, in chips, to this style."""
    price = chip_worth(v)
    if style[BOUNTIES] == 0.0 or price <= 0.0:
        return 0.0
    own = v.stack[v.seat] + v.contribution[v.seat]
    cents = 0.0
    for other in range(v.seats):
        if other != v.seat and v.live[other] and v.stack[other] == 0:
            if own >= v.contribution[other]:
                cents += head_worth(v, other, own + v.pot)
    return float(style[BOUNTIES] * cents / price)


@kernel
def _live_others(v: View) -> int:
    count = -1
    for other in range(v.seats):
        count += v.live[other]
    return count


@kernel
def _players(v: View) -> int:
    count = 0
    for other in range(v.seats):
        count += v.dealt[other]
    return count


@kernel
def first_street(v: View, style: Row, stream: Stream) -> Move:
    """Return the move of a style before the flop."""
    rank = first_rank(v, int(style[SAMPLES]), stream)
    short = v.betting != FIXED_LIMIT and effective_depth(v) <= style[PUSH_BELOW]
    if short and style[ICM] > 0.0 and v.hole_cards == 2:
        if counts_prizes(v) or heads_in_chips(v, style) > 0.0:
            goes = goes_in(v, style[BOUNTIES], stream)
            return raise_by(v, v.max_raise_to) if goes else check_or_fold(v)
    if short:
        return push_or_fold(v, rank, stream)
    players = _players(v)
    # Fewer players, wider ranges; later seats, wider ranges.
    wide = (10.0 / (players + 1.0)) ** style[SHORT_HANDED]
    late = 1.0 - v.to_come / max(players - 1, 1)
    wide *= 1.0 + style[POSITION] * (late - 0.5)
    if v.street_raises == 0:
        return _nobody_raised(v, style, rank, wide)
    return _facing_raise(v, style, rank, 1.0 + 0.6 * (wide - 1.0))


@kernel
def _nobody_raised(v: View, style: Row, rank: float, wide: float) -> Move:
    if rank < style[RAISES] * wide:
        limpers = 0
        for other in range(v.seats):
            limpers += v.called_in[other]
        size = (style[OPEN_SIZE] + limpers) * v.big_blind
        return raise_by(v, size + v.ante * _players(v) * 0.3)
    if rank < min(style[ENTERS] * wide, 0.97):
        return CALL, 0
    return check_or_fold(v)


@kernel
def _facing_raise(v: View, style: Row, rank: float, wide: float) -> Move:
    if v.street_raises > 1:
        wide *= 0.45
    own = v.stack[v.seat]
    risk = min(v.to_call / max(own, 1), 1.0)
    heads = heads_in_chips(v, style)
    if rank < style[RERAISES] * wide:
        return raise_by(v, 3.0 * v.current_bet)
    price = v.to_call / (v.pot + v.to_call + heads)
    bargain = min(max(0.35 / max(price, 0.01), 0.5), 2.0)
    limit = style[CALLS] * wide * bargain * (1.0 - 0.75 * risk)
    if rank < max(limit, style[RERAISES] * wide):
        return CALL, 0
    return check_or_fold(v)


@kernel
def _behind_raiser(v: View, raiser: int) -> int:
    """Return how many players acted after the raiser, he being first to go in."""
    if _players(v) == 2:
        return 1
    count = 0
    other = raiser
    while other != v.button:
        other = (other + 1) % v.seats
        count += v.dealt[other]
        if count >= MOST_BEHIND:
            break
    blind = 0
    for k in range(1, v.seats):
        other = (v.button + k) % v.seats
        if v.dealt[other]:
            blind += 1
            if other == raiser and blind <= 2:
                return 1
    return min(count + 2, MOST_BEHIND)


@kernel
def push_or_fold(v: View, rank: float, stream: Stream) -> Move:
    """Return all-in, a call of an all-in, or check-or-fold, by the equilibrium tables."""
    depth = effective_depth(v)
    step = int(min(max(round(2.0 * depth) - 2, 0), _LAST_DEPTH))
    draw = unit(stream)
    holdem = v.hole_cards == 2
    hand = CLASS_OF_CARDS[v.cards[0], v.cards[1]] if holdem else 0
    if v.street_raises == 0:
        behind = min(max(_live_others(v), 1), MOST_BEHIND) - 1
        goes = rank < PUSH_PART[behind, step]
        if holdem:
            goes = draw * 200.0 < PUSH[behind, step, hand]
        return raise_by(v, v.max_raise_to) if goes else check_or_fold(v)
    raiser = v.seat
    for other in range(v.seats):
        if v.first_raises[other] and other != v.seat:
            raiser = other
    behind = _behind_raiser(v, raiser) - 1
    posted = v.contribution[v.seat] - v.ante
    kind = 2 if posted >= v.big_blind else 1 if posted > 0 else 0
    goes = rank < CALL_PART[behind, kind, step]
    if holdem:
        goes = draw * 200.0 < CALL_PUSH[behind, kind, step, hand]
    if v.street_raises > 1 or _callers(v, raiser) > 0:
        # More than one has shown strength; the tables know one.
        goes = goes and rank < 0.06
    return raise_by(v, v.max_raise_to) if goes else check_or_fold(v)


@kernel
def _callers(v: View, raiser: int) -> int:
    """Return how many besides the raiser have put the full bet in."""
    count = 0
    for other in range(v.seats):
        if other != raiser and other != v.seat and v.live[other]:
            count += v.street_bet[other] >= v.current_bet
    return count
