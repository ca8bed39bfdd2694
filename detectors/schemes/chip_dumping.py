"""Chip dumping: plays to one player's profit what hardly anybody plays with such cards.

Rows are the decisions in which most people do the same in that spot (with such cards, in the
operator view); the outcome is that the player did so too. They are read twice for each pair. Who
gives pays and bets with what others give up, and folds to the taker what others go on with; who
takes stays in and raises the giver with what nobody raises. A decision weighs by how unusual its
opposite is (`targets.weighed_by_chance`).
Whose style is to play so, or against whom everybody does, has effects of his own for each kind.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from railbird.detectors.contest import Contest, join
from railbird.detectors.schemes.base import Scheme, Signal
from railbird.detectors.spots import Spots
from railbird.detectors.study import Expected, Study
from railbird.detectors.targets import decisions_against, weighed_by_chance

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

# Share of people who do the same in the spots that count.
USUAL = 0.6
# Reading of each signal: 1 the actor gives, -1 he takes, 0 either.
_ROLES = (1, 0, -1, 1)
_FOLDS, _PAYS, _RAISES, _BETS = range(4)


def contest(study: Study) -> Contest:
    """Return the decisions with a usual answer against each opponent, four signals of them."""
    spots, stays, attacks = study.spots, study.continuing, study.aggression
    faces_bet = spots.integers("aggressor_slot")[attacks.rows] >= 0
    calm = _reversed(attacks)
    parts = [
        _part(spots, stays, _FOLDS),
        _part(spots, _reversed(stays), _PAYS),
        _part(spots, _only(calm, faces_bet), _RAISES),
        _part(spots, _only(calm, ~faces_bet), _BETS),
    ]
    return join(parts)


def _part(spots: Spots, expected: Expected, signal: int) -> Contest:
    """Return one signal's rows; its kinds are before and after the flop."""
    usual = _only(expected, expected.chance >= USUAL)
    rows = weighed_by_chance(decisions_against(spots, usual, signals=len(_ROLES)))
    return replace(
        rows,
        kinds=2 * len(_ROLES),
        kind=2 * signal + rows.kind // 2,
        signal=np.full(len(rows), signal, np.int64),
        role=np.full(len(rows), _ROLES[signal], np.int64),
    )


def _only(expected: Expected, which: NDArray[np.bool_]) -> Expected:
    return Expected(expected.rows[which], expected.outcome[which], expected.chance[which])


def _reversed(expected: Expected) -> Expected:
    return Expected(expected.rows, 1.0 - expected.outcome, 1.0 - expected.chance)


SCHEME = Scheme(
    name="chip_dumping",
    title="Chip dumping",
    looks_for=(
        "one of two players gives the other chips: folds to him what people go on with, pays and "
        "bets with what people give up, while the other raises with what people do not raise"
    ),
    null=(
        "given each player's own style, how people play against him, the spot, the cards where "
        "they may be used, and honest variation between pairs of the size seen in this input, "
        "every decision is a coin toss with the expected chance of the usual choice"
    ),
    two_sided=False,
    signals=(
        Signal(
            "goes on where people go on",
            "weighted decisions",
            "he respects this opponent's bets more than others'",
            "the hands below were close, or he folds as much to others who play like this one",
        ),
        Signal(
            "folds where people fold",
            "weighted decisions",
            "he thinks that this opponent bluffs",
            "he pays others who play like this one as lightly",
        ),
        Signal(
            "does not raise where people do not",
            "weighted decisions",
            "he bullies an opponent who folds to raises",
            "he raises others who fold as much with the same hands",
        ),
        Signal(
            "does not bet where people do not",
            "weighted decisions",
            "he bluffs an opponent who folds too much",
            "he bluffs others who fold as much",
        ),
    ),
    contest=contest,
    counts="usual choices",
)
