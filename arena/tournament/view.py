"""What one seat knows at its decision, as a fixed-size record for compiled bots and for the wire.

A view holds the player's own cards, what lies open and what everybody saw; never another's down
cards or the deck. `agents.observation.Observation` is its face for people. Seats are 0-based here.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird.arena.hand.record import (
    BOARD_CARDS,
    FOLD,
    HAND_CARDS,
    LIVE,
    MAX_SEATS,
    NO_CARD,
    RAISE,
    Table,
    Tables,
)
from railbird.arena.numba_cache import kernel
from railbird.arena.tournament.play_kernels import KIND, SEAT, STREET, Log

# Prizes of the best places that a view shows; a final table needs no more.
MOST_PRIZES = 16
_FIRST_UP, _LAST_UP = 2, 6
_SEATS = (MAX_SEATS,)

# What a hand's number, its level and the event add to the table: columns of `facts`. Then money
# in cents, 0 where it is not known: prizes by place, best first, and by seat the bounty that
# somebody gets for knocking the player out, `HEAD_CASH` percent of it at once.
HAND, LEVEL, SMALL_BLIND, BIG_BLIND, ANTE, PLAYERS_LEFT, PLACES_PAID, ENTRANTS = range(8)
CHIPS, HEAD_CASH = 8, 9
PRIZES = 10
HEADS = PRIZES + MOST_PRIZES
FACTS = HEADS + MAX_SEATS

VIEW = np.dtype(
    (
        np.record,
        [
            # --- the game
            ("hole_cards", "i1"),
            ("ranking", "i1"),
            ("has_low", "i1"),
            ("is_stud", "i1"),
            ("betting", "i1"),
            # --- the event
            ("hand", "i8"),
            ("level", "i8"),
            ("small_blind", "i8"),
            ("big_blind", "i8"),
            ("ante", "i8"),
            ("players_left", "i8"),
            ("places_paid", "i8"),
            ("entrants", "i8"),
            ("chips", "i8"),
            ("prizes", "i8", (MOST_PRIZES,)),
            ("head_cash", "i8"),
            ("head", "i8", _SEATS),
            # --- the table
            ("seats", "i8"),
            ("seat", "i8"),
            ("button", "i8"),
            ("street", "i8"),
            ("cards", "u1", (HAND_CARDS,)),
            ("card_count", "i8"),
            ("board", "u1", (BOARD_CARDS,)),
            ("board_count", "i8"),
            ("up_cards", "u1", (MAX_SEATS, HAND_CARDS)),
            ("dealt", "i1", _SEATS),
            ("live", "i1", _SEATS),
            ("stack", "i8", _SEATS),
            ("street_bet", "i8", _SEATS),
            ("contribution", "i8", _SEATS),
            # --- the betting
            ("pot", "i8"),
            ("current_bet", "i8"),
            ("to_call", "i8"),
            ("can_fold", "i1"),
            ("min_raise_to", "i8"),
            ("max_raise_to", "i8"),
            ("raise_step", "i8"),
            # --- counted from the moves: all of the hand; raises on this street; by seat the
            # raises on the first street and on later ones, and whether it came in by a call; the
            # seat that bet or raised last (-1: none) and on which street
            ("moves", "i8"),
            ("street_raises", "i8"),
            ("first_raises", "i1", _SEATS),
            ("later_raises", "i1", _SEATS),
            ("called_in", "i1", _SEATS),
            ("to_come", "i8"),
            ("aggressor", "i8"),
            ("aggressor_street", "i8"),
        ],
    )
)

View = Any
Views = NDArray[Any]


def new_views(count: int) -> Views:
    """Return `count` empty views."""
    return np.zeros(count, dtype=VIEW)


@kernel
def write_view(t: Table, moves: Log, count: int, facts: NDArray[np.int64], v: View) -> None:
    """Fill `v` with what the seat to act knows; `moves` are the hand's `count` logged moves."""
    _write_game(t, facts, v)
    v.seats = t.seats
    v.seat = t.to_act
    v.button = t.button
    v.street = t.street
    v.pot = t.pot
    v.current_bet = t.current_bet
    v.to_call = t.to_call
    v.can_fold = t.can_fold
    v.min_raise_to = t.min_raise_to
    v.max_raise_to = t.max_raise_to
    v.raise_step = t.raise_step
    _write_cards(t, v)
    _write_seats(t, v)
    _write_counts(t, moves, count, v)
    _write_aggressor(moves, count, v)


@kernel
def _write_game(t: Table, facts: NDArray[np.int64], v: View) -> None:
    v.hole_cards = t.hole_cards
    v.ranking = t.ranking
    v.has_low = t.has_low
    v.is_stud = t.is_stud
    v.betting = t.betting
    v.hand = facts[HAND]
    v.level = facts[LEVEL]
    v.small_blind = facts[SMALL_BLIND]
    v.big_blind = max(facts[BIG_BLIND], 1)
    v.ante = facts[ANTE]
    v.players_left = facts[PLAYERS_LEFT]
    v.places_paid = facts[PLACES_PAID]
    v.entrants = facts[ENTRANTS]
    v.chips = facts[CHIPS]
    v.head_cash = facts[HEAD_CASH]
    for place in range(MOST_PRIZES):
        v.prizes[place] = facts[PRIZES + place]
    for seat in range(MAX_SEATS):
        v.head[seat] = facts[HEADS + seat]


@kernel
def _write_cards(t: Table, v: View) -> None:
    seat = t.to_act
    v.card_count = t.card_count[seat]
    for i in range(HAND_CARDS):
        v.cards[i] = t.cards[seat, i] if i < t.card_count[seat] else NO_CARD
    v.board_count = t.board_count
    for i in range(BOARD_CARDS):
        v.board[i] = t.board[i] if i < t.board_count else NO_CARD
    for other in range(MAX_SEATS):
        for i in range(HAND_CARDS):
            open_card = t.is_stud and _FIRST_UP <= i < min(int(t.card_count[other]), _LAST_UP)
            v.up_cards[other, i] = t.cards[other, i] if open_card else NO_CARD


@kernel
def _write_seats(t: Table, v: View) -> None:
    for other in range(MAX_SEATS):
        inside = other < t.seats and t.dealt[other]
        v.dealt[other] = 1 if inside else 0
        v.live[other] = 1 if inside and t.status[other] == LIVE else 0
        v.stack[other] = t.stack[other] if inside else 0
        v.street_bet[other] = t.street_bet[other] if inside else 0
        v.contribution[other] = t.contribution[other] + t.dead[other] if inside else 0


@kernel
def _write_counts(t: Table, moves: Log, count: int, v: View) -> None:
    v.moves = count
    v.street_raises = 0
    for other in range(MAX_SEATS):
        v.first_raises[other] = 0
        v.later_raises[other] = 0
        v.called_in[other] = 0
    acted = 0
    for k in range(count):
        seat = moves[k, SEAT]
        kind = moves[k, KIND]
        if moves[k, STREET] == t.street:
            acted |= 1 << seat
            if kind == RAISE:
                v.street_raises += 1
        if kind == RAISE and moves[k, STREET] == 0:
            v.first_raises[seat] += 1
        elif kind == RAISE:
            v.later_raises[seat] += 1
        elif kind != FOLD and moves[k, STREET] == 0:
            v.called_in[seat] = 1
    v.to_come = 0
    for other in range(t.seats):
        waits = other != t.to_act and t.status[other] == LIVE and t.stack[other] > 0
        if waits and acted >> other & 1 == 0:
            v.to_come += 1


@kernel
def _write_aggressor(moves: Log, count: int, v: View) -> None:
    v.aggressor = -1
    v.aggressor_street = -1
    for k in range(count - 1, -1, -1):
        if moves[k, KIND] == RAISE:
            v.aggressor = moves[k, SEAT]
            v.aggressor_street = moves[k, STREET]
            break


@kernel
def write_view_at(
    tables: Tables, index: int, moves: Log, count: int, facts: NDArray[np.int64], views: Views
) -> None:
    """Do `write_view` for one table into `views[0]`; Python hands arrays over far faster."""
    write_view(tables[index], moves, count, facts, views[0])
