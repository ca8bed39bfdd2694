"""Chip flow: who wins the pots that two players play, net of luck and of how good each is.

One row a pot in which one of them lost at least a big blind to the other. The outcome is the
direction, its weight grows with the chips and levels off, so that one huge pot is not a pattern.
A player's skill differs with the size of the pot, hence an effect for each of three sizes.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from railbird.detectors.contest import Contest, logit
from railbird.detectors.flows import Flows, flows
from railbird.detectors.folds import folds
from railbird.detectors.policy import FOLDS, cross_fitted
from railbird.detectors.schemes.base import Scheme, Signal
from railbird.detectors.spots import Spots
from railbird.detectors.study import Study

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

SMALLEST_BB = 1.0
LEVELS_OFF_BB = 8.0
_SIZES_BB = (3.0, 12.0)


def contest(study: Study) -> Contest:
    """Return the direction of every flow of chips, the lower-numbered player as actor."""
    spots = study.spots
    moved = flows(spots, SMALLEST_BB)
    taker, giver = spots.seat_player[moved.taker], spots.seat_player[moved.giver]
    first_takes = taker < giver
    first = np.where(first_takes, moved.taker, moved.giver)
    second = np.where(first_takes, moved.giver, moved.taker)
    expected = _expected(spots, moved)
    expected = np.where(first < second, expected, 1.0 - expected)
    size = np.digitize(moved.chips_bb, _SIZES_BB)
    return Contest(
        players=len(spots.players),
        kinds=len(_SIZES_BB) + 1,
        signals=1,
        mirrored=True,
        unit=np.arange(len(moved.hand)),
        hand=moved.hand,
        actor=np.minimum(taker, giver),
        target=np.maximum(taker, giver),
        share=np.ones(len(moved.hand)),
        weight=np.tanh(moved.chips_bb / LEVELS_OFF_BB),
        kind=size.astype(np.int64),
        signal=np.zeros(len(moved.hand), np.int64),
        outcome=first_takes.astype(np.float64),
        base=logit(expected),
        amount_bb=np.where(first_takes, moved.chips_bb, -moved.chips_bb),
    )


def _expected(spots: Spots, moved: Flows) -> Floats:
    """Return the chance that chips of this size go to the lower seat, from seats and stacks alone.

    Every flow is learned in both directions, and names play no part.
    """
    first, second = np.minimum(moved.taker, moved.giver), np.maximum(moved.taker, moved.giver)
    first_takes = moved.taker < moved.giver
    ahead = _features(spots, moved, first, second)
    behind = _features(spots, moved, second, first)
    outcome = np.concatenate([first_takes, ~first_takes]).astype(np.float64)
    fold = folds(spots.hand_ids, FOLDS)[moved.hand]
    both = cross_fitted(np.concatenate([ahead, behind]), outcome, np.concatenate([fold, fold]))
    count = len(first)
    balanced: Floats = (both[:count] + 1.0 - both[count:]) / 2.0
    return balanced


def _features(spots: Spots, moved: Flows, first: Ints, second: Ints) -> Floats:
    unit = np.maximum(spots.big_blind[moved.hand], 1).astype(np.float64)
    place = spots.seat_order
    return np.stack(
        [
            moved.chips_bb,
            place[first] - place[second],
            place[first],
            place[second],
            np.log1p(spots.seat_stack[first] / unit),
            np.log1p(spots.seat_stack[second] / unit),
            np.diff(spots.hand_seats)[moved.hand],
        ],
        axis=1,
    ).astype(np.float64)


SCHEME = Scheme(
    name="chip_flow",
    title="Chip flow",
    looks_for=(
        "chips that keep going from one of two players to the other, luck of the cards aside, all "
        "the more when they play more pots than their habits explain"
    ),
    null=(
        "given the sizes of the pots they played, each player's own record in pots of that size "
        "against others, the seats, and honest variation between pairs of the size seen in this "
        "input, the direction of every pot is a coin toss with the expected chance; and the amount "
        "of play between the two is what seats and habits give, up to honest variation"
    ),
    two_sided=True,
    signals=(
        Signal(
            "pots going one way",
            "share of the weighted pots",
            "one of the two is simply better, or ran well in hands that were not all-in",
            "the loser held the worse hand in the pots below, or lost as much to others",
        ),
        Signal(
            "pots played with each other",
            "weighted pots",
            "rivals, or two loose players, seek each other out",
            "both play as many pots with others of the same style",
        ),
    ),
    contest=contest,
    by_volume=True,
)
