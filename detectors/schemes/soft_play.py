"""Soft play: less aggression towards one player than style, opponent and spot explain.

A decision that faces a bet is against the player who bet; an unbet one is against every live
opponent, in equal shares. Decisions against more than three players say nothing about one of them
and are left out, and so are those that leave no choice to raise. In the pair's statistic a decision
against k players weighs 1 / k squared: with a third player watching, partners still bet.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from railbird.detectors import spots_kernel
from railbird.detectors.contest import Contest, logit
from railbird.detectors.policy import aggression_expected
from railbird.detectors.schemes.base import Scheme, Signal
from railbird.detectors.spots import Spots

Ints = NDArray[np.int64]

MOST_OPPONENTS = 3


def contest(spots: Spots) -> Contest:
    """Return bets and raises against each opponent, with the population's log-odds."""
    rows = np.flatnonzero(spots.column("can_raise") > 0)
    aggressive = (spots.integers("kind")[rows] >= spots_kernel.BET).astype(np.float64)
    expected = aggression_expected(spots, rows, aggressive)
    row, slot, share = _targets(spots, rows)
    decision = rows[row]
    hand = spots.integers("hand")[decision]
    facing = (spots.integers("aggressor_slot")[decision] >= 0).astype(np.int64)
    after_flop = (spots.integers("street")[decision] > 0).astype(np.int64)
    return Contest(
        players=len(spots.players),
        kinds=4,
        signals=2,
        mirrored=False,
        unit=decision,
        hand=hand,
        actor=spots.player[decision],
        target=spots.seat_player[spots.hand_seats[hand] + slot],
        share=share,
        weight=share**2,
        kind=2 * after_flop + facing,
        signal=facing,
        outcome=aggressive[row],
        base=logit(expected)[row],
        amount_bb=np.zeros(len(row)),
    )


def _targets(spots: Spots, rows: Ints) -> tuple[Ints, Ints, NDArray[np.float64]]:
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


SCHEME = Scheme(
    name="soft_play",
    title="Soft play",
    looks_for="two players bet and raise at each other less than they do at comparable others",
    null=(
        "given each player's own style, how people play against him, the spot, and honest "
        "variation between pairs of the size seen in this input, every bet or raise at the other "
        "is a coin toss with the expected chance"
    ),
    two_sided=False,
    signals=(
        Signal(
            "bets when nobody has bet",
            "bets",
            "cautious players check more against opponents who trap or call a lot",
            "the hands below were weak, or both players check as much against like opponents",
        ),
        Signal(
            "raises when the other has bet",
            "raises",
            "few people raise a tight player's bet",
            "the hands below were too weak to raise, or the other bets only strong hands",
        ),
    ),
    contest=contest,
)
