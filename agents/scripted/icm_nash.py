"""All-in or fold with three players, for prizes: its equilibrium over all 169 classes of hands.

The button goes all-in or folds, then the small blind, then the big blind, who may also call when
both others are in: six decisions. Others may sit at the table; they have folded. What chips are
worth is the independent chip model's (RULEBOOK 6.9); when several go out in one hand, the larger
stack takes the better place. Showdowns of two use the shipped equities, of three sampled orders;
cards of who folded do not change a showdown. Fictitious play, as Ganzfried and Sandholm (AAMAS
2008) do; `Found.gain` says how far from an equilibrium the answer is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railbird.agents.scripted.classes import CLASSES, COMBOS
from railbird.agents.scripted.three_way import ORDERS
from railbird.arena.numba_cache import kernel
from railbird.arena.tournament.deals import icm_equity

Floats = NDArray[np.float64]

# The six decisions.
PUSH, CALL, STEAL, CALL_BEHIND, OVERCALL, CALL_STEAL = range(6)
DECISIONS = 6
_PLAYER = np.array([0, 1, 1, 2, 2, 2])
_DEAL = COMBOS / COMBOS.sum()


@dataclass(frozen=True, slots=True)
class Spot:
    """Stacks before anything is posted: button, small blind, big blind, then who has folded."""

    stacks: tuple[float, ...]
    prizes: tuple[float, ...]
    small_blind: float = 0.5
    big_blind: float = 1.0
    ante: float = 0.0


@dataclass(frozen=True, slots=True)
class Found:
    """Chances by decision and class; `gain` by player: what a best answer would add, in prizes."""

    chances: Floats
    gain: tuple[float, float, float]

    def part(self, decision: int) -> float:
        """Return the part of all hands that goes in at a decision."""
        return float(_DEAL @ self.chances[decision])


@dataclass(frozen=True, slots=True)
class Worth:
    """What each end of the hand is worth to the three players, in prizes.

    `pairs[k]` is by player and classes for button and small blind, button and big blind, the two
    blinds; `all_in` by player and three classes; the rest by player.
    """

    pairs: Floats
    all_in: NDArray[np.float32]
    pushed: Floats
    stolen: Floats
    walked: Floats


def settle(spot: Spot, alive: Sequence[int], ranks: Sequence[int]) -> list[float]:
    """Return the three players' prizes when `alive` show down; lower `ranks` win.

    One alone in `alive` takes the pot. A showdown is for all of the stacks in it.
    """
    count = len(spot.stacks)
    put = [min(spot.ante, stack) for stack in spot.stacks]
    left = [stack - paid for stack, paid in zip(spot.stacks, put, strict=True)]
    dead = sum(put)
    blinds = (0.0, spot.small_blind, spot.big_blind)
    bets = [min(blinds[k], left[k]) if k < 3 else 0.0 for k in range(count)]
    if len(alive) > 1:
        for k in alive:
            bets[k] = left[k]
    else:
        # He takes what lies there.
        after = [left[k] - bets[k] for k in range(count)]
        after[alive[0]] += sum(bets) + dead
        return prizes_of(after, spot.stacks, spot.prizes)[:3]
    after = [left[k] - bets[k] for k in range(count)]
    low = 0.0
    for high in sorted({bets[k] for k in alive}):
        pot = sum(min(bet, high) - min(bet, low) for bet in bets) + dead
        dead = 0.0
        inside = [k for k in alive if bets[k] >= high]
        best = min(ranks[k] for k in inside)
        winners = [k for k in inside if ranks[k] == best]
        for k in winners:
            after[k] += pot / len(winners)
        low = high
    # A blind that nobody alive has matched goes back to who posted it.
    for k in range(count):
        after[k] += max(bets[k] - low, 0.0)
    return prizes_of(after, spot.stacks, spot.prizes)[:3]


def prizes_of(
    after: Sequence[float], before: Sequence[float], prizes: Sequence[float]
) -> list[float]:
    """Return every player's expected prize; who went out is placed by what he began with."""
    count = len(after)
    table = [prizes[k] if k < len(prizes) else 0.0 for k in range(count)]
    alive = [k for k in range(count) if after[k] > 1e-9]
    worth = [0.0] * count
    equity = icm_equity([after[k] for k in alive], table)
    for k, value in zip(alive, equity, strict=True):
        worth[k] = value
    gone = [k for k in range(count) if k not in alive]
    for k in gone:
        better = sum(before[j] > before[k] for j in gone)
        equal = sum(before[j] == before[k] for j in gone)
        places = table[len(alive) + better : len(alive) + better + equal]
        worth[k] = sum(places) / equal
    return worth


def worth_of(spot: Spot, win: Floats, tie: Floats, orders: NDArray[np.uint8]) -> Worth:
    """Return what every end is worth.

    `win[a, b]` and `tie[a, b]` are chances of class against class, `orders` those of three, by
    order, in any unit (`three_way.three_way_orders`).
    """
    lose = 1.0 - win - tie
    pairs = np.zeros((3, 3, CLASSES, CLASSES))
    for k, (one, other) in enumerate(((0, 1), (0, 2), (1, 2))):
        for chance, mine, his in ((win, 0, 1), (tie, 0, 0), (lose, 1, 0)):
            ranks = [2, 2, 2]
            ranks[one], ranks[other] = mine, his
            pairs[k] += np.multiply.outer(settle(spot, (one, other), ranks), chance)
    ends = np.array([settle(spot, (0, 1, 2), ranks) for ranks in ORDERS])
    all_in = np.zeros((3, CLASSES, CLASSES, CLASSES), dtype=np.float32)
    _fill_all_in(orders, ends, all_in)
    alone = [np.array(settle(spot, (k,), (0, 0, 0))) for k in range(3)]
    return Worth(pairs, all_in, alone[0], alone[1], alone[2])


@kernel
def _fill_all_in(orders: NDArray[np.uint8], ends: Floats, out: NDArray[np.float32]) -> None:
    for a in range(orders.shape[0]):
        for b in range(orders.shape[0]):
            for c in range(orders.shape[0]):
                seen = 0.0
                for k in range(ends.shape[0]):
                    seen += orders[a, b, c, k]
                if seen == 0.0:
                    continue
                for player in range(3):
                    value = 0.0
                    for k in range(ends.shape[0]):
                        value += orders[a, b, c, k] * ends[k, player]
                    out[player, a, b, c] = value / seen


@kernel
def _values(  # noqa: PLR0915 -- one pass over the deals: a call for each would cost the time
    deals: NDArray[np.uint8],
    combos: Floats,
    s: Floats,
    pairs: Floats,
    all_in: NDArray[np.float32],
    pushed: Floats,
    stolen: Floats,
    walked: Floats,
    go: Floats,
    fold: Floats,
) -> None:
    """Add up what going in and folding are worth at each decision and class."""
    go[:] = 0.0
    fold[:] = 0.0
    for a in range(s.shape[1]):
        p = s[0, a]
        for b in range(s.shape[1]):
            in1 = s[1, b]
            in2 = s[2, b]
            for c in range(s.shape[1]):
                w = combos[a] * deals[a, b, c]
                if w == 0.0:
                    continue
                behind, over, last = s[3, c], s[4, c], s[5, c]
                go[0, a] += w * (
                    in1 * (over * all_in[0, a, b, c] + (1 - over) * pairs[0, 0, a, b])
                    + (1 - in1) * (behind * pairs[1, 0, a, c] + (1 - behind) * pushed[0])
                )
                fold[0, a] += w * (
                    in2 * (last * pairs[2, 0, b, c] + (1 - last) * stolen[0])
                    + (1 - in2) * walked[0]
                )
                go[1, b] += w * p * (over * all_in[1, a, b, c] + (1 - over) * pairs[0, 1, a, b])
                fold[1, b] += w * p * (behind * pairs[1, 1, a, c] + (1 - behind) * pushed[1])
                go[2, b] += w * (1 - p) * (last * pairs[2, 1, b, c] + (1 - last) * stolen[1])
                fold[2, b] += w * (1 - p) * walked[1]
                go[3, c] += w * p * (1 - in1) * pairs[1, 2, a, c]
                fold[3, c] += w * p * (1 - in1) * pushed[2]
                go[4, c] += w * p * in1 * all_in[2, a, b, c]
                fold[4, c] += w * p * in1 * pairs[0, 2, a, b]
                go[5, c] += w * (1 - p) * in2 * pairs[2, 2, b, c]
                fold[5, c] += w * (1 - p) * in2 * stolen[2]


def values(worth: Worth, deals: NDArray[np.uint8], chances: Floats) -> tuple[Floats, Floats]:
    """Return what going in and folding are worth, by decision and class, times how often it comes.

    `deals[a, b, c]` counts the ways to hold `b` and `c` beside a holding of `a`.
    """
    go, fold = np.zeros((2, DECISIONS, CLASSES))
    _values(
        deals,
        COMBOS / (COMBOS @ deals.sum((1, 2), dtype=np.int64)),
        chances,
        worth.pairs,
        worth.all_in,
        worth.pushed,
        worth.stolen,
        worth.walked,
        go,
        fold,
    )
    return go, fold


def gains(worth: Worth, deals: NDArray[np.uint8], chances: Floats) -> tuple[float, float, float]:
    """Return what each player would gain a hand by answering `chances` best, in prizes."""
    go, fold = values(worth, deals, chances)
    edge = go - fold
    lost = (np.maximum(edge, 0.0) - chances * edge).sum(1)
    return tuple(float(lost[_PLAYER == k].sum()) for k in range(3))  # type: ignore[return-value]


def solve(worth: Worth, deals: NDArray[np.uint8], rounds: int = 200) -> Found:
    """Return an approximate equilibrium after so many rounds of fictitious play."""
    chances = np.full((DECISIONS, CLASSES), 0.5)
    for k in range(1, rounds + 1):
        go, fold = values(worth, deals, chances)
        chances += 2.0 / (k + 2.0) * ((go > fold) - chances)
    return Found(chances, gains(worth, deals, chances))
