"""Equity: each hand's share of the pot when no more betting can happen.

Every run-out is dealt where that is feasible; elsewhere a seeded sample, with its standard error.
Shares count ties, and in the hi/lo games both halves. Hand ranks come from `evaluator`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railbird.arena.equity_kernels import (
    HOLDEM,
    MAX_HANDS,
    NO_CARD,
    OMAHA,
    OMAHA8,
    RAZZ,
    STUD,
    STUD8,
    WORK,
    run_batch,
)
from railbird.arena.evaluator_tables import CARD_BIT

# Game: kernel kind, fewest and most cards of a hand. Stud hands may still lack cards.
_GAMES: dict[str, tuple[int, int, int]] = {
    "holdem": (HOLDEM, 2, 2),
    "omaha": (OMAHA, 4, 4),
    "omaha5": (OMAHA, 5, 5),
    "omaha6": (OMAHA, 6, 6),
    "omaha8": (OMAHA8, 4, 4),
    "omaha5-8": (OMAHA8, 5, 5),
    "stud": (STUD, 1, 7),
    "stud8": (STUD8, 1, 7),
    "razz": (RAZZ, 1, 7),
}
EQUITY_GAMES: tuple[str, ...] = tuple(_GAMES)

ONE_MAX_RUN_OUTS = 2_000_000
ONE_SAMPLES = 200_000
BATCH_MAX_RUN_OUTS = 2_000
BATCH_SAMPLES = 2_500


class InvalidSituation(ValueError):
    """Hands, board and dead cards that cannot stand together, or a game without equity here."""


@dataclass(frozen=True, slots=True)
class Equity:
    """Pot shares in the order of the hands; they sum to 1.

    `standard_error` is the largest of the hands' errors, 0.0 when `exact` and else at least
    1 / `run_outs`, the number of run-outs dealt.
    """

    shares: tuple[float, ...]
    standard_error: float
    exact: bool
    run_outs: int


@dataclass(frozen=True, slots=True)
class Situation:
    """An all-in: the known cards of every hand still in, the board so far, dead cards, the game."""

    hands: Sequence[Sequence[int]]
    board: Sequence[int] = ()
    dead: Sequence[int] = ()
    game: str = "holdem"


def all_in_shares(
    hands: Sequence[Sequence[int]],
    board: Sequence[int] = (),
    dead: Sequence[int] = (),
    game: str = "holdem",
    seed: int = 0,
    *,
    max_run_outs: int = ONE_MAX_RUN_OUTS,
    samples: int = ONE_SAMPLES,
) -> Equity:
    """Return the pot share of each hand.

    Exact when there are at most `max_run_outs` ways to deal the rest, else from `samples` random
    ones. In stud games a hand is all its cards so far, down and up. Raises `InvalidSituation`.

    >>> from railbird.arena.cards import parse_cards
    >>> all_in_shares([parse_cards("AhAd"), parse_cards("KhKd")]).shares[0].__round__(4)
    0.8264
    """
    situation = Situation(hands, board, dead, game)
    return all_in_shares_many([situation], seed, max_run_outs=max_run_outs, samples=samples)[0]


def all_in_shares_many(
    situations: Sequence[Situation],
    seed: int = 0,
    *,
    max_run_outs: int = BATCH_MAX_RUN_OUTS,
    samples: int = BATCH_SAMPLES,
) -> list[Equity]:
    """Return the equity of each situation; by default exact from the flop on, sampled before it.

    The result of a situation does not depend on the others or on their order.
    Raises `InvalidSituation` for the first that cannot be.
    """
    if not situations:
        return []
    hands = max(len(s.hands) for s in situations)
    holes = np.full((len(situations), hands, 7), NO_CARD, dtype=np.uint8)
    boards = np.full((len(situations), 5), NO_CARD, dtype=np.uint8)
    dead = np.zeros(len(situations), dtype=np.int64)
    kinds = np.zeros(len(situations), dtype=np.uint8)
    for i, situation in enumerate(situations):
        _check(situation)
        kinds[i] = _GAMES[situation.game][0]
        for j, hand in enumerate(situation.hands):
            holes[i, j, : len(hand)] = hand
        boards[i, : len(situation.board)] = situation.board
        for card in situation.dead:
            dead[i] |= CARD_BIT[card]
    shares, errors, run_outs = run_arrays(kinds, holes, boards, dead, seed, max_run_outs, samples)
    return [
        Equity(tuple(row[: len(s.hands)]), max(error, 0.0), error < 0, count)
        for s, row, error, count in zip(
            situations, shares.tolist(), errors.tolist(), run_outs.tolist(), strict=True
        )
    ]


def run_arrays(
    kinds: NDArray[np.uint8],
    holes: NDArray[np.uint8],
    boards: NDArray[np.uint8],
    dead: NDArray[np.int64],
    seed: int = 0,
    max_run_outs: int = BATCH_MAX_RUN_OUTS,
    samples: int = BATCH_SAMPLES,
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64]]:
    """Return (shares `(n, hands)`, standard errors, run-outs) of arrays that are known to be valid.

    `holes` is `(n, hands, 7)` and `boards` `(n, 5)` with 255 for no card, `kinds` from
    `equity_kernels`, `dead` card masks. A negative standard error marks an exact result.
    """
    shares = np.zeros(holes.shape[:2])
    errors = np.zeros(len(kinds))
    run_outs = np.zeros(len(kinds), dtype=np.int64)
    limits = np.array([seed, max_run_outs, samples], dtype=np.int64)
    works = np.zeros(1, dtype=WORK)
    run_batch(works, kinds, holes, boards, dead, limits, shares, errors, run_outs)
    return shares, errors, run_outs


def _check(situation: Situation) -> None:
    if situation.game not in _GAMES:
        known = ", ".join(EQUITY_GAMES)
        raise InvalidSituation(f"no equity for game {situation.game!r}; there is: {known}")
    kind, fewest, most = _GAMES[situation.game]
    if not 1 <= len(situation.hands) <= MAX_HANDS:
        raise InvalidSituation(f"{len(situation.hands)} hands; want 1 to {MAX_HANDS}")
    sizes = [len(hand) for hand in situation.hands]
    if min(sizes) < fewest or max(sizes) > most:
        raise InvalidSituation(f"{situation.game} hands of {sizes} cards")
    if len(situation.board) > (5 if kind < STUD else 0):
        raise InvalidSituation(f"{len(situation.board)} board cards in {situation.game}")
    cards = [card for hand in situation.hands for card in hand]
    cards += [*situation.board, *situation.dead]
    if len(set(cards)) != len(cards) or not all(0 <= card < 52 for card in cards):
        raise InvalidSituation(f"a card stands twice, or is none: {cards}")
    _check_enough(situation, kind, sizes, 52 - len(cards))


def _check_enough(situation: Situation, kind: int, sizes: list[int], left: int) -> None:
    """Refuse when the deck cannot deal the rest (in stud with one common last card)."""
    if kind < STUD:
        needed = 5 - len(situation.board)
    else:
        needed = sum(7 - size for size in sizes)
        if needed > left and max(sizes) < 7:
            needed = sum(6 - size for size in sizes) + 1
    if needed > left:
        raise InvalidSituation(f"{needed} cards to come but only {left} left in the deck")
