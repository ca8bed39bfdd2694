"""Whom a decision is against.

A decision that faces a bet is against the player who bet; an unbet one is against every live
opponent, in equal shares. Decisions against more than three players say nothing about one of them
and have no target.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from railbird.detectors import spots_kernel
from railbird.detectors.contest import Contest, expit, logit
from railbird.detectors.spots import Spots
from railbird.detectors.study import Expected

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

MOST_OPPONENTS = 3
# How rare a rare choice is cannot be known well: chances are clipped and weights capped.
SUREST = 0.98
MOST_WEIGHT = 5.0
# What a player may do to another, each with an effect of its own.
KINDS = 4


def decisions_against(spots: Spots, expected: Expected, signals: int) -> Contest:
    """Return one row a decision and target: kind = 2 x (after the flop) + (facing a bet).

    The signal is whether a bet is faced. In a pair's statistic a decision against k players weighs
    1 / k squared: with a third player watching, partners still bet.
    """
    row, slot, share = _targets(spots, expected.rows)
    decision = expected.rows[row]
    hand = spots.integers("hand")[decision]
    facing = (spots.integers("aggressor_slot")[decision] >= 0).astype(np.int64)
    later = (spots.integers("street")[decision] > 0).astype(np.int64)
    return Contest(
        players=len(spots.players),
        kinds=KINDS,
        signals=signals,
        mirrored=False,
        unit=decision,
        hand=hand,
        actor=spots.player[decision],
        target=spots.seat_player[spots.hand_seats[hand] + slot],
        share=share,
        weight=share**2,
        kind=2 * later + facing,
        signal=facing,
        outcome=expected.outcome[row],
        base=logit(expected.chance)[row],
        amount_bb=np.zeros(len(row)),
    )


def weighed_by_chance(contest: Contest) -> Contest:
    """Return `contest` with weights x 1 / (chance of the other outcome), see `MOST_WEIGHT`.

    If a share s of all outcomes 1 is suppressed, the slope of the log-likelihood at s = 0 is
    (expected - outcome) / (1 - expected): this weight is the locally most powerful one.
    """
    chance = np.clip(expit(contest.base), 1.0 - SUREST, SUREST)
    weight = contest.weight * np.minimum(1.0 / (1.0 - chance), MOST_WEIGHT)
    return replace(contest, base=logit(chance), weight=weight)


def _targets(spots: Spots, rows: Ints) -> tuple[Ints, Ints, Floats]:
    """Return (index into `rows`, slot of the target, share), one row a decision and target."""
    mask = spots.integers("live_mask")[rows]
    aggressor = spots.integers("aggressor_slot")[rows]
    single = np.where(aggressor >= 0, 1 << np.maximum(aggressor, 0), mask) & mask
    slots = np.arange(spots_kernel.MAX_SLOTS)
    table = (single[:, None] >> slots) & 1
    count = table.sum(axis=1)
    table[(count > MOST_OPPONENTS) | (count == 0)] = 0
    row, slot = np.nonzero(table)
    return row, slot, 1.0 / count[row]
