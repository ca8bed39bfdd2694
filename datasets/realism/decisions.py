"""The decisions of many hands, real or simulated, sorted into spots by the kernel that plays."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railbird.agents.population.policy import move_by, size_context, size_unit, strength_of
from railbird.agents.population.spots import FACTORS, class_of_spot, spot_of
from railbird.agents.population.tables import Tables as Fitted
from railbird.arena.hand.games import GAMES
from railbird.arena.hand.legal import is_legal
from railbird.arena.hand.moves import do_move
from railbird.arena.hand.record import CALL, FOLD, MAX_SEATS, NO_CARD, RAISE, Tables, new_tables
from railbird.arena.hand.rules import HandRules
from railbird.arena.hand.setup import write_game
from railbird.arena.numba_cache import kernel
from railbird.arena.randomness import STREAM_WORDS, seed_stream
from railbird.arena.tournament.play_kernels import (
    BLINDS,
    HAND,
    MOST_MOVES,
    MOVE_FIELDS,
    Log,
    log_move,
    start_all,
)
from railbird.arena.tournament.view import FACTS, View, Views, new_views, write_view
from railbird.datasets.realism.hands import MOVE_KIND, MOVE_SEAT, MOVE_TOTAL, Hands

# Columns of a decision, then its levels.
ROW_HAND, ROW_SEAT, FAMILY, STREET, MOVE, CAN_RAISE, TO_CALL, CONTEXT, WENT_IN, CLASS = range(10)
COLUMNS = 10 + FACTORS

Ints = NDArray[np.int64]
Numbers = NDArray[np.float64]
Flags = NDArray[np.bool_]
_A_HAND = 1 << 10


@dataclass(frozen=True, slots=True)
class Decisions:
    """One decision a row, in the order they were made.

    `columns` as named above (`MOVE` fold, call, raise; `CONTEXT` of a raise's size, -1 none);
    `sizes` of raises in that context's unit; `strengths` of the hand, NaN where it is not known;
    `people` the number of the player; `broken` how many hands stopped at a move that the kernel
    does not allow.
    """

    columns: Ints
    sizes: Numbers
    strengths: Numbers
    people: Ints
    broken: int = 0

    def __len__(self) -> int:
        return len(self.columns)

    @property
    def levels(self) -> Ints:
        """The levels of the factors."""
        return self.columns[:, COLUMNS - FACTORS :]

    def of(self, column: int) -> Ints:
        """Return one column."""
        return self.columns[:, column]


@kernel
def _note(
    v: View, kind: int, total: int, levels: Ints, row: Ints, sizes: Numbers, place: int
) -> int:
    """Write what kind of decision `v` is and what was done; return the family."""
    family = spot_of(v, levels)
    row[ROW_HAND] = v.hand - 1
    row[ROW_SEAT] = v.seat
    row[FAMILY] = family
    row[STREET] = v.street
    row[MOVE] = kind
    row[CAN_RAISE] = 1 if v.max_raise_to > 0 else 0
    row[TO_CALL] = 1 if v.to_call > 0 else 0
    row[CONTEXT] = -1
    row[WENT_IN] = 0
    row[CLASS] = class_of_spot(v, family, levels)
    if kind == RAISE:
        context = size_context(v, family, levels)
        base, scale = size_unit(v, context)
        row[CONTEXT] = context
        row[WENT_IN] = 1 if total >= v.max_raise_to else 0
        sizes[place] = (total - base) / scale
    for k in range(FACTORS):
        row[COLUMNS - FACTORS + k] = levels[k]
    return family


@kernel
def _again(
    tables: Tables,
    moves: Ints,
    counts: Ints,
    known: Flags,
    facts: Ints,
    views: Views,
    out: Ints,
    sizes: Numbers,
    found: Numbers,
) -> tuple[int, int]:
    """Make recorded moves at started tables; return the number of decisions and broken hands."""
    v = views[0]
    stream = np.zeros(STREAM_WORDS, dtype=np.int64)
    log = np.zeros((MOST_MOVES, MOVE_FIELDS), dtype=np.int64)
    levels = np.zeros(FACTORS, dtype=np.int64)
    place = 0
    broken = 0
    for i in range(tables.shape[0]):
        t = tables[i]
        for k in range(counts[i]):
            kind, total = moves[i, k, MOVE_KIND], moves[i, k, MOVE_TOTAL]
            if not t.over and kind == FOLD and t.to_call == 0:
                kind = CALL
            if t.over or t.to_act != moves[i, k, MOVE_SEAT] or not is_legal(t, kind, total):
                broken += 1
                break
            write_view(t, log, k, facts[i], v)
            family = _note(v, kind, total, levels, out[place], sizes, place)
            if known[i, v.seat]:
                seed_stream(stream, i, k)
                found[place] = strength_of(v, family, stream)
            log_move(t, log[k], kind, total, 0)
            do_move(t, kind, total)
            place += 1
    return place, broken


@kernel
def _simulate(
    tables: Tables,
    rows: Numbers,
    seeds: Ints,
    facts: Ints,
    views: Views,
    weights: Numbers,
    strengths: Numbers,
    shapes: Numbers,
    own_size: Numbers,
    wild: Numbers,
    near: Numbers,
    out: Ints,
    sizes: Numbers,
    found: Numbers,
) -> int:
    """Play started hands by rows and numbers; return the number of decisions noted."""
    v = views[0]
    log: Log = np.zeros((MOST_MOVES, MOVE_FIELDS), dtype=np.int64)
    levels = np.zeros(FACTORS, dtype=np.int64)
    stream = np.zeros(STREAM_WORDS, dtype=np.int64)
    place = 0
    for i in range(tables.shape[0]):
        t = tables[i]
        count = 0
        while not t.over:
            write_view(t, log, count, facts[i], v)
            seat = t.to_act
            seed_stream(stream, seeds[i, seat], v.hand * _A_HAND + v.moves)
            kind, total = move_by(
                v, rows[i, seat], stream, weights, strengths, shapes, own_size, wild, near
            )
            if count >= MOST_MOVES - 64:
                kind, total = CALL, 0
            family = _note(v, kind, total, levels, out[place], sizes, place)
            seed_stream(stream, seeds[i, seat], v.hand * _A_HAND + v.moves)
            found[place] = strength_of(v, family, stream)
            log_move(t, log[count], kind, total, 0)
            do_move(t, kind, total)
            count += 1
            place += 1
    return place


def started(hands: Hands, seed: int) -> tuple[Tables, Ints]:
    """Return the hands dealt anew, and their facts."""
    tables = new_tables(len(hands.inputs))
    write_game(tables, GAMES["holdem"], "no-limit", HandRules(unmatched_raises=True))
    tables["seats"] = MAX_SEATS
    start_all(tables, seed, hands.inputs)
    facts = np.zeros((len(hands.inputs), FACTS), dtype=np.int64)
    facts[:, 0] = hands.inputs[:, HAND]
    facts[:, 1] = 1
    facts[:, 2:5] = hands.inputs[:, BLINDS : BLINDS + 3]
    return tables, facts


def real_decisions(hands: Hands) -> Decisions:
    """Return the decisions of recorded hands, with the strengths of hands that are known."""
    tables, facts = started(hands, 1)
    known = _lay_open(tables, hands)
    total = int(hands.counts.sum())
    out = np.zeros((total, COLUMNS), dtype=np.int64)
    sizes, found = np.zeros(total), np.full(total, np.nan)
    count, broken = _again(
        tables, hands.moves, hands.counts, known, facts, new_views(1), out, sizes, found
    )
    return _decisions(hands, out[:count], sizes[:count], found[:count], broken)


def _lay_open(tables: Tables, hands: Hands) -> Flags:
    """Put the known cards into started tables; return which seats' are known, if all are."""
    dealt = hands.people >= 0
    known = (hands.cards[:, :, 0] != NO_CARD) & dealt
    known[~(known == dealt).all(1)] = False
    cards = tables["cards"]
    cards[:, :, :2][known] = hands.cards[known]
    tables["cards"] = cards
    rows = np.arange(len(hands.people))
    deck = tables["deck"]
    for k in range(hands.boards.shape[1]):
        some = known.any(1) & (hands.boards[:, k] != NO_CARD)
        deck[rows[some], tables["deck_next"][some] + k] = hands.boards[some, k]
    tables["deck"] = deck
    return np.asarray(known)


def simulate(hands: Hands, rows: Numbers, fitted: Fitted, seed: int) -> tuple[Decisions, Tables]:
    """Deal the hands anew and play them by `rows`, one for each player; return decisions and ends.

    Everything but cards and decisions is as it was: seats, stacks, blinds, who plays how often.
    """
    tables, facts = started(hands, seed)
    room = len(hands.inputs) * 60
    out = np.zeros((room, COLUMNS), dtype=np.int64)
    sizes, found = np.zeros(room), np.zeros(room)
    people = np.maximum(hands.people, 0)
    seeds = people * 7919 + seed
    count = _simulate(
        tables, rows[people], seeds, facts, new_views(1), fitted.weights, fitted.strengths,
        fitted.sizes, fitted.own_size, fitted.wild, fitted.near, out, sizes, found,
    )  # fmt: skip
    return _decisions(hands, out[:count], sizes[:count], found[:count], 0), tables


def _decisions(hands: Hands, out: Ints, sizes: Numbers, found: Numbers, broken: int) -> Decisions:
    people = hands.people[out[:, ROW_HAND], out[:, ROW_SEAT]]
    return Decisions(out, sizes, found, people, broken)
