"""Compiled house bots: one decision, a batch of them, or whole hands at many tables."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from railbird.agents.population.policy import human_move
from railbird.agents.population.thinking import human_think
from railbird.agents.scripted.first_street import (
    check_or_fold,
    first_street,
    heads_in_chips,
    raise_by,
)
from railbird.agents.scripted.shares import pot_share
from railbird.agents.scripted.style import (
    AT_RANDOM,
    BET_AT,
    BET_SIZE,
    BLUFF,
    CALLING,
    CHECK_FOLD,
    PEOPLE,
    RAISE_AT,
    READS,
    ROW_SIZE,
    SAMPLES,
    SLACK,
    WAY,
    Row,
)
from railbird.arena.hand.moves import do_move
from railbird.arena.hand.record import CALL, FOLD, MAX_SEATS, RAISE, Tables
from railbird.arena.numba_cache import kernel
from railbird.arena.randomness import STREAM_WORDS, Stream, below, seed_stream, unit
from railbird.arena.tournament.play_kernels import MOST_MOVES, Log, log_move
from railbird.arena.tournament.view import View, Views, write_view

Move = tuple[int, int]

_MOVES_A_HAND = 1 << 10
# Turns the seed of a human-like player into that of its clock, so that the time does not depend
# on how many numbers the decision drew.
_CLOCK = 0x7E5C


@kernel
def house_move(v: View, style: Row, stream: Stream) -> Move:
    """Return the move (kind, total) of a style; legal in every game."""
    way = style[WAY]
    if way == AT_RANDOM:
        return _any_move(v, stream)
    if way == CHECK_FOLD:
        return check_or_fold(v)
    if way == CALLING:
        return CALL, 0
    if way == PEOPLE and v.hole_cards == 2:
        return human_move(v, style, stream)
    if v.street == 0:
        return first_street(v, style, stream)
    return _later_street(v, style, stream)


@kernel
def _any_move(v: View, stream: Stream) -> Move:
    """Return kind first, then any size of a raise, all equally likely."""
    choice = below(stream, 1 + (1 if v.can_fold else 0) + (1 if v.max_raise_to > 0 else 0))
    if choice == 0:
        return CALL, 0
    if choice == 1 and v.can_fold:
        return FOLD, 0
    sizes = (v.max_raise_to - v.min_raise_to) // v.raise_step + 1
    return RAISE, v.min_raise_to + v.raise_step * below(stream, sizes)


@kernel
def _later_street(v: View, style: Row, stream: Stream) -> Move:
    others = -1
    pressure = 0
    widths = np.ones(MAX_SEATS)
    for other in range(v.seats):
        others += v.live[other]
        if other != v.seat and v.live[other]:
            pressure += v.later_raises[other]
            width = 0.2 if v.first_raises[other] else 0.5 if v.called_in[other] else 1.0
            widths[other] = 1.0 - style[READS] * (1.0 - width)
    share = pot_share(v, others, widths, int(style[SAMPLES]), stream)
    # As if against one: a third of a three-way pot is like a half of a two-way one.
    strength = min(share * (others + 1) / 2.0, 1.0)
    strength -= style[READS] * 0.04 * min(pressure, 4) * (1.0 - share)
    draw = unit(stream)
    if v.to_call == 0:
        if strength > style[BET_AT] or draw < style[BLUFF] / others:
            return raise_by(v, v.street_bet[v.seat] + style[BET_SIZE] * v.pot)
        return CALL, 0
    price = v.to_call / (v.pot + v.to_call + heads_in_chips(v, style))
    many = 0.04 * max(v.street_raises - 1, 0)
    if strength > style[RAISE_AT] + many and v.max_raise_to > 0:
        return raise_by(v, v.current_bet + style[BET_SIZE] * (v.pot + v.to_call))
    if share - style[READS] * 0.05 * min(pressure, 4) * (1.0 - share) > price + style[SLACK]:
        return CALL, 0
    if draw < 0.08 * style[BLUFF] and v.max_raise_to > 0 and v.street_raises < 2:
        return raise_by(v, v.current_bet + style[BET_SIZE] * (v.pot + v.to_call))
    return check_or_fold(v)


@kernel
def seed_decision(stream: Stream, seed: int, v: View) -> None:
    """Start the stream of one decision; it depends on the bot's seed, the hand and the move."""
    seed_stream(stream, seed, v.hand * _MOVES_A_HAND + v.moves)


@kernel
def think_time(stream: Stream) -> int:
    """Return how long a house bot takes, in ms; the cards have no part in it."""
    return 700 + below(stream, 2_500) + (below(stream, 5_000) if below(stream, 5) == 0 else 0)


@kernel
def time_of(v: View, style: Row, kind: int, seed: int, stream: Stream) -> int:
    """Return how long the player of a row takes over a move, in ms."""
    if style[WAY] == PEOPLE and v.hole_cards == 2:
        seed_decision(stream, seed ^ _CLOCK, v)
        return human_think(v, style, kind, stream)
    return think_time(stream)


@kernel
def _time_at(views: Views, style: Row, seed: int, kind: int) -> int:
    stream = np.zeros(STREAM_WORDS, dtype=np.int64)
    return time_of(views[0], style, kind, seed, stream)


def think_at(views: Views, style: Row, seed: int, kind: int) -> int:
    """Return the thinking time of a move at the first view; the same for the same seed."""
    return int(_time_at(views, style, seed, kind))


@kernel
def act_views(
    views: Views,
    styles: NDArray[np.float64],
    seeds: NDArray[np.int64],
    moves: NDArray[np.int64],
) -> None:
    """Write kind, total and thinking time of each view's decision; a style and seed for each."""
    stream = np.zeros(STREAM_WORDS, dtype=np.int64)
    for i in range(views.shape[0]):
        seed_decision(stream, seeds[i], views[i])
        kind, total = house_move(views[i], styles[i], stream)
        moves[i, 0] = kind
        moves[i, 1] = total
        moves[i, 2] = time_of(views[i], styles[i], kind, seeds[i], stream)


@kernel
def play_hands(
    tables: Tables,
    styles: NDArray[np.float64],
    seeds: NDArray[np.int64],
    facts: NDArray[np.int64],
    chosen: NDArray[np.bool_],
    views: Views,
    logs: Log,
    counts: NDArray[np.int64],
) -> None:
    """Play every chosen hand to its end.

    Styles and seeds are by table and seat, `facts` by table; `views` is room for one view.
    """
    stream = np.zeros(STREAM_WORDS, dtype=np.int64)
    v = views[0]
    for i in range(tables.shape[0]):
        t = tables[i]
        count = 0
        while chosen[i] and not t.over:
            write_view(t, logs[i], count, facts[i], v)
            seat = t.to_act
            seed_decision(stream, seeds[i, seat], v)
            kind, total = house_move(v, styles[i, seat], stream)
            if count >= MOST_MOVES - 64:
                # A hand may not outgrow its log: it is called down.
                kind, total = CALL, 0
            think = time_of(v, styles[i, seat], kind, seeds[i, seat], stream)
            log_move(t, logs[i, count], kind, total, think)
            do_move(t, kind, total)
            count += 1
        if chosen[i]:
            counts[i] = count


def no_styles(tables: int) -> NDArray[np.float64]:
    """Return an empty array of styles by table and seat."""
    return np.zeros((tables, MAX_SEATS, ROW_SIZE))
