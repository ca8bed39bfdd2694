"""Real hands as arrays: what they started from, the moves, and who reached the showdown.

The same arrays start simulated hands from the very seats, stacks and blinds of the real ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird.arena.cards import parse_cards
from railbird.arena.hand.record import BOARD_CARDS, CALL, FOLD, MAX_SEATS, NO_CARD, RAISE
from railbird.arena.history.schema import History
from railbird.arena.recorded import RecordedHand, recorded_hands
from railbird.arena.tournament.play_kernels import (
    AWAY,
    BIG,
    BLINDS,
    BUTTON,
    HAND,
    SMALL,
    SMALL_BET,
    STACKS,
)

# Columns of a recorded move: seat (0-based), kind, total of a raise.
MOVE_SEAT, MOVE_KIND, MOVE_TOTAL = range(3)
_MOST = 96
_KINDS = {"folds": FOLD, "checks": CALL, "calls": CALL, "bets": RAISE, "raises": RAISE}
_BLINDS = ("posts_small_blind", "posts_big_blind")

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
Cards = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Hands:
    """Hands of no-limit hold'em, one a row.

    `inputs` as `play_kernels.start_all` takes them, `moves` as above with `counts` of them,
    `people` the number of each seat's player in `players` (-1: empty), `shows` whether the seat
    was in at the showdown, `won` its net chips; `cards` by seat and `boards` as far as known (255:
    not), `seconds` until the next hand of the table began (0: not told), `left_out` how many hands
    of the source are not here.
    """

    inputs: Ints
    moves: Ints
    counts: Ints
    people: Ints
    shows: Flags
    won: Ints
    cards: Cards
    boards: Cards
    seconds: Ints
    players: tuple[str, ...]
    left_out: int = 0


def hands_of(history: History) -> Hands:
    """Return the hands of a history that start from one small and one big blind.

    Left out, and counted: hands in which somebody posts besides (a player new at the table), dead
    or missing blinds, other games, hands run twice or cut.
    """
    seats = history.frame("seats")
    names = dict(zip(zip(seats.hand_id, seats.seat, strict=True), seats.player, strict=True))
    players = tuple(sorted(set(names.values())))
    number = {name: k for k, name in enumerate(players)}
    people = {key: number[name] for key, name in names.items()}
    gaps = _seconds(history)
    rows = [
        (*row, gaps.get(hand.row.hand_id, 0))
        for hand in recorded_hands(history)
        if (row := _row(hand, people)) is not None
    ]
    if not rows:
        raise ValueError("no hand of no-limit hold'em with both blinds; give a history with some")
    arrays: Any = [np.array(column) for column in zip(*rows, strict=True)]
    arrays[0][:, HAND] = np.arange(1, len(rows) + 1)
    return Hands(*(*arrays, players, len(history["hands"]) - len(rows)))


def _row(hand: RecordedHand, people: Mapping[tuple[str, int], int]) -> tuple[object, ...] | None:
    """Return a hand's arrays in the order of `Hands`, or None when it is left out."""
    row = hand.row
    if row.game != "holdem" or row.betting != "no-limit" or row.cut or row.cancelled or row.board_2:
        return None
    posts = [a for a in hand.actions if a.kind.startswith("posts_") and a.kind != "posts_ante"]
    if tuple(sorted(a.kind for a in posts)) != tuple(sorted(_BLINDS)):
        return None
    by_kind = {a.kind: a.seat - 1 for a in posts}
    seated = [s for s in hand.seats if s.dealt_in and s.seat <= MAX_SEATS]
    inputs = np.zeros(AWAY + 1, dtype=np.int64)
    inputs[BUTTON] = row.button_seat - 1
    inputs[SMALL], inputs[BIG] = by_kind[_BLINDS[0]], by_kind[_BLINDS[1]]
    inputs[BLINDS : BLINDS + 3] = row.small_blind, row.big_blind, row.ante
    inputs[SMALL_BET : SMALL_BET + 2] = row.big_blind
    moves = np.zeros((_MOST, 3), dtype=np.int64)
    done = [a for a in hand.actions if a.kind in _KINDS]
    for k, a in enumerate(done[:_MOST]):
        moves[k] = a.seat - 1, _KINDS[a.kind], a.street_total
    who = np.full(MAX_SEATS, -1)
    won = np.zeros(MAX_SEATS, dtype=np.int64)
    for s in seated:
        inputs[STACKS + s.seat - 1] = s.stack
        who[s.seat - 1] = people[row.hand_id, s.seat]
        won[s.seat - 1] = s.won + s.returned - s.contributed
    shows = _showdown(who, moves[: len(done)])
    return inputs, moves, min(len(done), _MOST), who, shows, won, *_cards(hand)


def _cards(hand: RecordedHand) -> tuple[Cards, Cards]:
    """Return the hole cards by seat and the board, as far as they are known."""
    cards = np.full((MAX_SEATS, 2), NO_CARD, dtype=np.uint8)
    board = np.full(BOARD_CARDS, NO_CARD, dtype=np.uint8)
    board[: len(hand.row.board)] = hand.row.board
    for s in hand.seats:
        known = parse_cards(s.hole_cards)
        if len(known) == 2 and s.seat <= MAX_SEATS:
            cards[s.seat - 1] = known
    return cards, board


def _showdown(who: Ints, moves: Ints) -> Flags:
    """Return who had not folded at the end, when these are at least two."""
    inside = who >= 0
    inside[moves[moves[:, MOVE_KIND] == FOLD, MOVE_SEAT]] = False
    return inside if inside.sum() > 1 else np.zeros_like(inside)


def _seconds(history: History) -> dict[str, int]:
    """Return the seconds from each hand's start to the next one's at its table."""
    hands = history.frame("hands")
    hands = hands[hands.start_time.notna()].sort_values(["table_id", "start_time"])
    gaps = hands.groupby("table_id").start_time.diff(-1).dt.total_seconds().mul(-1).fillna(0)
    return dict(zip(hands.hand_id, gaps.astype("int64"), strict=True))
