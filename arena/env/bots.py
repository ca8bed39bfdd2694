"""Quick opponents in compiled code: random, caller, check-fold and a rule of starting hands.

They see their own cards and what is public, as everybody does. The house bots, stronger and slower,
are agents: see `opponents.py`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from railbird.arena.evaluator import high_of_mask
from railbird.arena.evaluator_tables import CARD_BIT, CATEGORY_SHIFT
from railbird.arena.hand.legal import nearest_raise
from railbird.arena.hand.record import CALL, FOLD, LIVE, RAISE, Table
from railbird.arena.numba_cache import kernel
from railbird.arena.randomness import Stream, unit
from railbird.arena.tournament.play_kernels import choose_move

# Who decides at a seat. `OUTSIDE` is the caller of `step`; `ASKED` is whoever answers batches of
# decisions (`asked.py`); the others are compiled here.
OUTSIDE, ASKED, RANDOM, CALLER, CHECK_FOLD, QUICK_TIGHT = range(6)
BOT_CODES = {
    "random": RANDOM,
    "caller": CALLER,
    "check-fold": CHECK_FOLD,
    "quick-tight": QUICK_TIGHT,
}

Move = tuple[int, int]


def _chen_points(high: int, low: int, suited: bool) -> float:
    """Return Bill Chen's points of a starting hand; ranks 0 (deuce) to 12 (ace)."""
    tops = {12: 10.0, 11: 8.0, 10: 7.0, 9: 6.0}
    points = tops.get(high, (high + 2) / 2)
    if high == low:
        return max(2 * points, 5.0)
    gap = high - low - 1
    points += 2.0 if suited else 0.0
    points -= (0.0, 1.0, 2.0, 4.0)[gap] if gap < 4 else 5.0
    return points + (1.0 if gap < 2 and high < 10 else 0.0)


def _starting_hands() -> NDArray[np.float64]:
    """Return for each two cards the part of all starting hands that are better, 0 to 1."""
    points = np.full((52, 52), -99.0)
    for a in range(52):
        for b in range(52):
            if a != b:
                ranks = sorted((a // 4, b // 4))
                # The high card settles equal points.
                points[a, b] = _chen_points(ranks[1], ranks[0], a % 4 == b % 4)
                points[a, b] += ranks[1] / 100 + ranks[0] / 10_000
    values = points[~np.eye(52, dtype=bool)]
    ordered = np.sort(values)
    better = values.size - np.searchsorted(ordered, points, side="right")
    return np.asarray(better / values.size, dtype=np.float64)


STARTING_HANDS = _starting_hands()


@kernel
def bot_move(t: Table, stream: Stream, code: int) -> Move:
    """Return the move (kind, total) of a compiled opponent for the seat to act."""
    if code == RANDOM:
        return choose_move(t, stream, 100)
    if code == CALLER:
        return CALL, 0
    if code == CHECK_FOLD:
        return (FOLD, 0) if t.can_fold else (CALL, 0)
    if t.street == 0:
        return _before_the_flop(t)
    return _after_the_flop(t, stream)


@kernel
def _check_or_fold(t: Table) -> Move:
    return (FOLD, 0) if t.can_fold else (CALL, 0)


@kernel
def _raise_by(t: Table, total: float) -> Move:
    """Raise to about `total`; all-in when that takes half of the stack; call if it is not legal."""
    if t.max_raise_to <= 0:
        return CALL, 0
    seat = t.to_act
    if total - t.street_bet[seat] > 0.5 * t.stack[seat]:
        return RAISE, int(t.max_raise_to)
    return RAISE, nearest_raise(t, int(total))


@kernel
def _others(t: Table) -> int:
    """Return how many other seats are in the hand."""
    count = -1
    for seat in range(t.seats):
        if t.status[seat] == LIVE:
            count += 1
    return count


@kernel
def _before_the_flop(t: Table) -> Move:
    """Play few hands, fewer the more players; push or fold with a short stack."""
    seat = t.to_act
    big = max(t.small_bet, 1)
    rank = STARTING_HANDS[t.cards[seat, 0], t.cards[seat, 1]]
    wide = 0.10 + 0.45 / max(_others(t), 1)
    stack = t.stack[seat] + t.street_bet[seat]
    if t.current_bet <= big:
        if rank < wide:
            return _raise_by(t, stack if stack <= 10 * big else 2.5 * big + t.pot * 0.3)
        return _check_or_fold(t)
    if rank < 0.22 * wide:
        return _raise_by(t, 3.0 * t.current_bet)
    # A hand this good is worth about so much of the pot against a raiser's range.
    worth = 0.66 - 0.45 * rank / min(wide + 0.3, 1.0)
    price = t.to_call / (t.pot + t.to_call)
    if rank < 0.75 * wide and worth > price:
        return CALL, 0
    return _check_or_fold(t)


@kernel
def _after_the_flop(t: Table, stream: Stream) -> Move:
    """Bet and raise with good hands, call with fair ones at a fair price, bluff now and then."""
    strength = _made_hand(t)
    part = t.to_call / max(t.pot, 1)
    if t.to_call == 0:
        bluff = 0.45 if _others(t) == 1 else 0.15
        if strength >= 2 or unit(stream) < bluff * (1 + strength):
            return _raise_by(t, 0.6 * t.pot)
        return CALL, 0
    if strength == 3:
        return _raise_by(t, t.current_bet + 0.9 * t.pot)
    if strength == 2 and part <= 0.8:
        return CALL, 0
    if strength == 1 and part <= 0.35:
        return CALL, 0
    return _check_or_fold(t)


@kernel
def _made_hand(t: Table) -> int:
    """Return 3: two pair or better by own cards; 2: top pair; 1: pair or four-flush; 0: else."""
    seat = t.to_act
    board = 0
    top = 0
    suits = 0  # how many cards of each suit, four bits each: an array would be allocated
    for i in range(t.board_count):
        board |= CARD_BIT[t.board[i]]
        top = max(top, int(t.board[i]) >> 2)
        suits += 1 << (4 * (int(t.board[i]) & 3))
    own = 0
    for i in range(2):
        own |= CARD_BIT[t.cards[seat, i]]
        suits += 1 << (4 * (int(t.cards[seat, i]) & 3))
    mine = high_of_mask(board | own) >> CATEGORY_SHIFT
    common = high_of_mask(board) >> CATEGORY_SHIFT
    if mine > common:
        if mine >= 2:
            return 3
        return 2 if _pairs_top(t, seat, top) else 1
    if t.board_count == 5:
        return 0
    most = 0
    for suit in range(4):
        most = max(most, suits >> (4 * suit) & 15)
    return 1 if most == 4 else 0


@kernel
def _pairs_top(t: Table, seat: int, top: int) -> bool:
    """Tell whether an own card pairs the board's highest rank, or both are a higher pair."""
    a = int(t.cards[seat, 0]) >> 2
    b = int(t.cards[seat, 1]) >> 2
    return a == top or b == top or (a == b and a > top)
