"""The fitted numbers of the population: how they are named, and the file that ships them.

The file holds numbers only, no hand, name or card of the hands they were fitted to. Compiled code
takes them as constants, so each fit has a file of its own name: a new name is a changed source,
and kernels compiled with older numbers are not used again.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from railbird.agents.population.spots import CLASSES, FACTORS, FAMILIES, LEVELS

FITTED_FILE = "fitted-5b480fae.npz"

# The populations in the file, in order.
POPULATIONS = ("online-cash", "six-handed")

# What a player does more or less than others: differences from the population in logits, ...
HABITS = (
    "open",  # raises where nobody has
    "limp",  # enters by a call
    "three_bet",  # raises one raise
    "flat",  # calls one raise
    "four_bet",  # raises more raises
    "call_three_bet",  # calls more raises
    "c_bet",  # bets the flop after the last raise before it
    "barrel",  # bets on after betting or raising before
    "stab",  # bets without having bet last
    "raise",  # raises a bet after the flop
    "call_flop",  # calls a bet on the flop
    "call_later",  # calls a bet after it
)
(
    OPEN,
    LIMP,
    THREE_BET,
    FLAT,
    FOUR_BET,
    CALL_THREE_BET,
    C_BET,
    BARREL,
    STAB,
    RAISE_BET,
    CALL_FLOP,
    CALL_LATER,
) = range(len(HABITS))
# ... then sizes of bets after and before the flop in standard deviations, and how many hands he
# plays (the logarithm, in standard deviations).
TRAITS = (*HABITS, "bet_size", "raise_size", "activity")
BET_SIZE, RAISE_SIZE, ACTIVITY = range(len(HABITS), len(TRAITS))

# Sizes are drawn from quantiles by context: opening raises (big blinds above one a limper), raises
# of one raise and of more (times the bet), bets on flop, turn and river (parts of the pot), raises
# after the flop (times the bet), bets on the flop of who had raised last.
SIZE_CONTEXTS = 8
SIZE_KNOTS = 101
STRENGTH_KNOTS = 65
SIZE_OPEN, SIZE_THREE_BET, SIZE_FOUR_BET, SIZE_FLOP, SIZE_TURN, SIZE_RIVER, SIZE_RAISE, SIZE_C = (
    range(SIZE_CONTEXTS)
)

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Tables:
    """The numbers by population (first axis).

    `weights` by family, question (raise; call of the rest), factor and level, in logits;
    `strengths` are quantiles of hand strength by class of spots; `sizes` those of raises by
    context; `own_size` is the part of a size's variance that is the player's own, before and
    after the flop; `wild` the chance that a decision does not look at the cards, and `near` how
    far a hand's rank is misjudged at most, both by family and question. `parts`, `means`,
    `spreads` are the mixture of normal distributions from which `TRAITS` are drawn; `hands` the
    mean and standard deviation of the logarithm of hands played. `think` are the parameters of
    thinking times (`thinking`).
    """

    weights: Numbers
    strengths: Numbers
    sizes: Numbers
    own_size: Numbers
    wild: Numbers
    near: Numbers
    parts: Numbers
    means: Numbers
    spreads: Numbers
    hands: Numbers
    think: Numbers

    @cached_property
    def factors(self) -> Numbers:
        """What turns independent normal numbers into those of `spreads`: `factor @ factor.T`."""
        values, vectors = np.linalg.eigh(self.spreads)
        factors: Numbers = vectors * np.sqrt(np.abs(values))[..., np.newaxis, :]
        return factors


def blank_tables(parts: int = 1) -> Tables:
    """Return tables of the right shapes that mean nothing yet: where a fit starts."""
    count, traits = len(POPULATIONS), len(TRAITS)
    return Tables(
        weights=np.zeros((count, FAMILIES, 2, FACTORS, LEVELS)),
        strengths=np.broadcast_to(
            np.linspace(0.0, 1.0, STRENGTH_KNOTS), (count, CLASSES, STRENGTH_KNOTS)
        ).copy(),
        sizes=np.full((count, SIZE_CONTEXTS, SIZE_KNOTS), 0.6),
        own_size=np.full((count, 2), 0.2),
        wild=np.full((count, FAMILIES, 2), 0.15),
        near=np.full((count, FAMILIES, 2), 0.1),
        parts=np.full((count, parts), 1.0 / parts),
        means=np.zeros((count, parts, traits)),
        spreads=np.broadcast_to(np.eye(traits), (count, parts, traits, traits)).copy(),
        hands=np.ones((count, 2)),
        think=np.zeros((count, 3 * FAMILIES + 2)),
    )


def load_fitted() -> Tables:
    """Return the shipped numbers."""
    with (files("railbird.agents.population") / FITTED_FILE).open("rb") as source:
        data = np.load(source)
        return Tables(*(data[f.name].astype(np.float64) for f in fields(Tables)))
