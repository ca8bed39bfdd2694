"""Writes observations: the compiled side of `observation.py`, which says what each field means."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from railbird.arena.env.actions import Mask
from railbird.arena.env.observation import (
    ACTION_MASK,
    ALL_IN,
    ANTE,
    AVERAGE_STACK,
    BIG_BLIND_IN,
    BOARD,
    BOUNTIES_WON,
    BOUNTY,
    BREAK_IN,
    BUTTON,
    CHIP_SHARE,
    CONTRIBUTION,
    FORCED_BET,
    HAND_FOR_HAND,
    IN_HAND,
    LAST_MOVES,
    LATE_LEFT,
    LEVEL,
    LEVEL_LEFT,
    MATCH,
    MATCH_CHIPS,
    MAX_RAISE_TO,
    MIN_RAISE_TO,
    MOVE_PARTS,
    NEXT_BIG_BLIND,
    OWN_CARDS,
    PLACES_PAID,
    PLAYERS_LEFT,
    POT,
    POT_ODDS,
    PRIZE_FIRST,
    PRIZE_NEXT,
    PRIZE_OUT,
    RANK,
    REBUY_LEFT,
    SCORE,
    SEATED,
    SMALL_BLIND,
    STACK,
    STREET,
    STREET_BET,
    TABLES_LEFT,
    TIME,
    TO_CALL,
    TO_THE_MONEY,
    UP_CARDS,
    FloatArray,
)
from railbird.arena.hand.record import CALL, FOLD, LIVE, NO_CARD, RAISE, Table, Tables
from railbird.arena.numba_cache import inlined, kernel
from railbird.arena.tournament.single_table import record
from railbird.arena.tournament.single_table.record import Event, Events, Plan, Plans

At = NDArray[np.int64]

_HOUR = 3_600_000.0
_FIRST_UP = 2
_HISTORY = record.HISTORY
_ANTE, _BIG, _SMALL, _LENGTH = record.ANTE, record.BIG, record.SMALL, record.LENGTH
_BRING_IN = record.BRING_IN


@inlined
def note_move(t: Table, e: Event, kind: int, total: int) -> None:
    """Remember a move that is about to be made, for `last_moves`."""
    k = e.moves % _HISTORY
    seat = t.to_act
    added = 0
    if kind == CALL:
        added = t.to_call
    elif kind == RAISE:
        added = total - t.street_bet[seat]
    e.move_seat[k] = seat
    e.move_kind[k] = kind
    e.move_street[k] = t.street
    e.move_size[k] = min(added / t.pot if t.pot > 0 else 0.0, 20.0)
    e.moves += 1


@inlined
def write_observation(  # one pass over the record is what makes it fast
    t: Table, e: Event, plan: Plan, seat: int, at: At, mask: Mask, out: FloatArray
) -> None:
    """Write what `seat` knows at its decision into `out`; `mask` is written already."""
    out[:] = 0.0
    level = plan.levels[e.level]
    big = max(level[_BIG], 1)
    unit = 0.1 / big
    _write_cards(t, seat, at, out)
    _write_seats(t, e, seat, unit, big, at, out)
    out[at[POT]] = t.pot * unit
    out[at[TO_CALL]] = t.to_call * unit
    out[at[MIN_RAISE_TO]] = t.min_raise_to * unit
    out[at[MAX_RAISE_TO]] = t.max_raise_to * unit
    out[at[POT_ODDS]] = t.to_call / (t.pot + t.to_call) if t.to_call > 0 else 0.0
    out[at[SMALL_BLIND]] = (level[_BRING_IN] if plan.is_stud else level[_SMALL]) / big
    out[at[ANTE]] = level[_ANTE] / big
    following = min(e.level + 1, plan.level_count - 1)
    out[at[NEXT_BIG_BLIND]] = plan.levels[following, _BIG] / big
    out[at[LEVEL]] = (e.level + 1) * 0.1
    out[at[LEVEL_LEFT]] = e.level_left / level[_LENGTH]
    out[at[BREAK_IN]] = min(max(e.break_in / _HOUR, 0.0), 1.0)
    out[at[TIME]] = e.now / (_HOUR + e.now)
    _write_event(t, e, seat, unit, at, out)
    _write_moves(t, e, seat, at, out)
    start = at[ACTION_MASK]
    for k in range(mask.shape[0]):
        out[start + k] = mask[k]


@inlined
def _write_cards(t: Table, seat: int, at: At, out: FloatArray) -> None:
    start = at[OWN_CARDS]
    for i in range(t.card_count[seat]):
        card = t.cards[seat, i]
        if card != NO_CARD:
            out[start + card] = 1.0
    start = at[BOARD]
    for i in range(t.board_count):
        if t.board[i] != NO_CARD:
            out[start + t.board[i]] = 1.0
    out[at[STREET] + t.street] = 1.0
    if not t.is_stud or at[UP_CARDS] == at[UP_CARDS + 1]:
        return
    for k in range(1, t.seats):
        other = (seat + k) % t.seats
        start = at[UP_CARDS] + 52 * (k - 1)
        # Third street's last card and the next three are up; the seventh is down.
        for i in range(_FIRST_UP, min(int(t.card_count[other]), 6)):
            card = t.cards[other, i]
            if card != NO_CARD:
                out[start + card] = 1.0


@inlined
def _write_seats(
    t: Table, e: Event, seat: int, unit: float, big: int, at: At, out: FloatArray
) -> None:
    seats = t.seats
    other = seat - 1
    for k in range(seats):
        # A division a seat would cost more than all else here.
        other += 1
        if other == seats:
            other = 0
        if other == t.button:
            out[at[BUTTON] + k] = 1.0
        if not t.dealt[other]:
            if e.seated >> other & 1:
                out[at[SEATED] + k] = 1.0
                out[at[STACK] + k] = e.stack[other] * unit
            continue
        out[at[SEATED] + k] = 1.0
        if t.status[other] == LIVE:
            out[at[IN_HAND] + k] = 1.0
            if t.stack[other] == 0:
                out[at[ALL_IN] + k] = 1.0
        out[at[FORCED_BET] + k] = t.blind_due[other] / big
        out[at[STACK] + k] = t.stack[other] * unit
        out[at[STREET_BET] + k] = t.street_bet[other] * unit
        out[at[CONTRIBUTION] + k] = (t.contribution[other] + t.dead[other]) * unit
        out[at[BOUNTY] + k] = e.head[other]


@inlined
def _hands_to_big_blind(t: Table, e: Event, seat: int) -> int:
    if seat == e.big_blind:
        return 0
    waiting = 1
    other = e.big_blind + 1
    while True:
        if other == t.seats:
            other = 0
        if other == seat:
            return waiting
        if t.dealt[other]:
            waiting += 1
        other += 1


@inlined
def _write_event(t: Table, e: Event, seat: int, unit: float, at: At, out: FloatArray) -> None:
    entrants = e.entrants
    out[at[BIG_BLIND_IN]] = _hands_to_big_blind(t, e, seat) / t.seats
    out[at[PLAYERS_LEFT]] = e.players_left / entrants
    out[at[PLACES_PAID]] = e.paid / entrants
    out[at[TO_THE_MONEY]] = (e.players_left - e.paid) / entrants
    out[at[TABLES_LEFT]] = e.tables_left / e.tables_start
    out[at[AVERAGE_STACK]] = e.chips / max(e.players_left, 1) * unit
    out[at[CHIP_SHARE]] = e.stack[seat] / e.chips
    out[at[RANK]] = e.rank[seat]
    out[at[PRIZE_OUT]] = e.prize_out
    out[at[PRIZE_NEXT]] = e.prize_next
    out[at[PRIZE_FIRST]] = e.prize_first
    out[at[HAND_FOR_HAND]] = e.hand_for_hand
    out[at[BOUNTIES_WON]] = e.bounty_won[seat]
    if at[LAST_MOVES] > at[REBUY_LEFT]:
        _write_format(t, e, seat, at, out)


@kernel
def _write_format(t: Table, e: Event, seat: int, at: At, out: FloatArray) -> None:
    """Write the fields that only some formats have."""
    if at[LATE_LEFT] > at[REBUY_LEFT]:
        out[at[REBUY_LEFT]] = e.rebuy_left
    if at[MATCH] > at[LATE_LEFT]:
        out[at[LATE_LEFT]] = e.late_left
    if at[MATCH_CHIPS] > at[MATCH]:
        out[at[MATCH] + e.match] = 1.0
        for match in range(e.match_chips.shape[1]):
            out[at[MATCH_CHIPS] + match] = e.match_chips[seat, match]
        for k in range(t.seats):
            out[at[SCORE] + k] = e.score[(seat + k) % t.seats]


@inlined
def _write_moves(t: Table, e: Event, seat: int, at: At, out: FloatArray) -> None:
    start = at[LAST_MOVES]
    count = min((at[LAST_MOVES + 1] - start) // MOVE_PARTS, e.moves)
    part = 1.0 / t.seats
    i = e.moves % _HISTORY
    for k in range(count):
        i = i - 1 if i > 0 else _HISTORY - 1
        to = start + k * MOVE_PARTS
        out[to] = 1.0
        distance = e.move_seat[i] - seat
        out[to + 1] = (distance if distance >= 0 else distance + t.seats) * part
        kind = e.move_kind[i]
        out[to + 2] = 1.0 if kind == FOLD else 0.0
        out[to + 3] = 1.0 if kind == CALL else 0.0
        out[to + 4] = 1.0 if kind == RAISE else 0.0
        out[to + 5] = e.move_size[i]
        out[to + 6] = e.move_street[i] * 0.25


@kernel
def write_end(e: Event, seat: int, at: At, mask: Mask, out: FloatArray) -> None:
    """Write the observation after an agent's last decision: the event's state, no hand.

    The mask allows a check, because some callers sample an action that is then ignored.
    """
    out[:] = 0.0
    mask[:] = 0
    mask[1] = 1
    out[at[NEXT_BIG_BLIND]] = 1.0
    out[at[PLAYERS_LEFT]] = e.remaining / e.entrants
    out[at[PLACES_PAID]] = e.paid / e.entrants
    out[at[TO_THE_MONEY]] = (e.remaining - e.paid) / e.entrants
    if seat >= 0:
        out[at[CHIP_SHARE]] = e.stack[seat] / e.chips
        out[at[BOUNTIES_WON]] = e.bounty_won[seat]
    out[at[ACTION_MASK] + 1] = 1.0


@kernel
def write_waiting(
    t: Table, e: Event, plan: Plan, seat: int, at: At, mask: Mask, out: FloatArray
) -> None:
    """Write what a seat sees that need not decide: nothing to call, only a check in the mask."""
    mask[:] = 0
    mask[1] = 1
    write_observation(t, e, plan, seat, at, mask, out)
    out[at[TO_CALL]] = 0.0
    out[at[MIN_RAISE_TO]] = 0.0
    out[at[MAX_RAISE_TO]] = 0.0
    out[at[POT_ODDS]] = 0.0


@kernel
def waiting_at(
    tables: Tables,
    k: int,
    events: Events,
    plans: Plans,
    seat: int,
    at: At,
    mask: Mask,
    out: FloatArray,
) -> None:
    """Do `write_waiting` at one table of an array."""
    write_waiting(tables[k], events[0], plans[0], seat, at, mask, out)
