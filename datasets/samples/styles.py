"""How the players of the sample decide: simple honest styles, and one pair that plays as a team."""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np

from railbird.arena.cards import DECK_SIZE
from railbird.arena.evaluator import rank_high_batch

OPPONENT_SAMPLES = 48
GIFT_BB = 9  # what a planned hand hands over, in big blinds


@dataclass(frozen=True, slots=True)
class Style:
    """Shares of hands that a player enters, raises and re-raises; how often strength is bet."""

    enters: float
    raises: float
    reraises: float
    bets: float
    bluffs: float


@dataclass(frozen=True, slots=True)
class View:
    """What a player decides by; chips in cents."""

    cards: tuple[int, int]
    board: tuple[int, ...]
    to_call: int
    pot: int
    big_blind: int
    street_bet: int  # highest bet of the street
    raises: int  # bets and raises so far on the street


Choice = tuple[str, int]  # "fold", "call" (or check), "raise" with the total to raise to


def _chen(first: int, second: int) -> float:
    """Return Bill Chen's points of two hole cards (The Mathematics of Poker's rule of thumb)."""
    high, low = sorted((first // 4, second // 4), reverse=True)
    points = {12: 10.0, 11: 8.0, 10: 7.0, 9: 6.0}.get(high, (high + 2) / 2)
    if high == low:
        return max(points * 2, 5.0)
    gap = high - low - 1
    points += 2.0 * (first % 4 == second % 4) - (0, 1, 2, 4, 5)[min(gap, 4)]
    return points + (1.0 if gap <= 1 and high < 10 else 0.0)


def _percentiles() -> dict[tuple[int, int], float]:
    pairs = [(a, b) for a in range(DECK_SIZE) for b in range(a)]
    scored = sorted(pairs, key=lambda pair: (_chen(*pair), pair))
    return {pair: place / len(scored) for place, pair in enumerate(scored)}


_PERCENTILE = _percentiles()


def strength(view: View, rng: random.Random) -> float:
    """Return the share of random hands that these cards beat now, 0 to 1."""
    first, second = view.cards
    if not view.board:
        return _PERCENTILE[max(first, second), min(first, second)]
    taken = {first, second, *view.board}
    unseen = [card for card in range(DECK_SIZE) if card not in taken]
    rows = [[first, second, *view.board]]
    for _ in range(OPPONENT_SAMPLES):
        one = int(rng.random() * len(unseen))
        two = int(rng.random() * (len(unseen) - 1))
        rows.append([unseen[one], unseen[two + (two >= one)], *view.board])
    ranks = rank_high_batch(np.array(rows, dtype=np.uint8)).astype(np.int64)
    mine, others = ranks[0], ranks[1:]
    return float(np.mean(np.where(others < mine, 1.0, np.where(others == mine, 0.5, 0.0))))


def honest(style: Style, view: View, rng: random.Random) -> Choice:
    """Return what a player of this style does, whoever the others are."""
    power = strength(view, rng)
    if not view.board:
        return _before_flop(style, view, power)
    return _after_flop(style, view, power, rng)


def _before_flop(style: Style, view: View, power: float) -> Choice:
    if view.raises == 1:  # the big blind only
        if power > 1 - style.raises:
            return "raise", 3 * view.big_blind + view.pot - view.big_blind * 3 // 2
        return ("call", 0) if power > 1 - style.enters or view.to_call == 0 else ("fold", 0)
    tightness = 3 if view.raises == 2 else 9
    if power > 1 - style.reraises * 3 / tightness:
        return "raise", 3 * view.street_bet
    return ("call", 0) if power > 1 - style.enters * 1.5 / tightness else ("fold", 0)


def _after_flop(style: Style, view: View, power: float, rng: random.Random) -> Choice:
    luck = rng.random()
    if view.to_call == 0:
        if luck < (style.bets if power > 0.72 else style.bluffs):
            return "raise", max(view.big_blind, view.pot * 3 // 5)
        return "call", 0
    price = view.to_call / (view.pot + view.to_call)
    if power > 0.93 and luck < style.bets and view.raises < 3:
        return "raise", 3 * view.street_bet
    needed = 0.35 + price + 0.08 * (view.raises - 1)
    return ("call", 0) if power > needed else ("fold", 0)


def soft(style: Style, view: View, *, partner_raised: bool, rng: random.Random) -> Choice:
    """Return what a player does who wants no chips from a partner who is in the hand.

    Comes along cheaply behind the partner's raise, never raises it, and checks the hand down.
    """
    choice = honest(style, view, rng)
    if not view.board and not partner_raised:
        return choice
    if not view.board and view.raises == 2 and strength(view, rng) > 0.6:
        return "call", 0
    return ("call", 0) if choice[0] == "raise" else choice


def giving(view: View) -> Choice:
    """Return the giver's move of a planned hand: pays a lot to see a flop, then gives up."""
    if view.board:
        return ("fold", 0) if view.to_call else ("call", 0)
    if view.raises == 1:
        return "raise", GIFT_BB * view.big_blind
    return ("fold", 0) if view.to_call > GIFT_BB * view.big_blind else ("call", 0)


def taking(view: View) -> Choice:
    """Return the taker's move of a planned hand: comes along with any cards and bets the flop."""
    if view.board:
        return ("fold", 0) if view.to_call else ("raise", max(view.big_blind, view.pot // 2))
    return ("fold", 0) if view.to_call > GIFT_BB * view.big_blind else ("call", 0)
