"""How closely people follow their cards, from hands whose cards are all known.

A player who always raises the best part of his hands would never raise with a weaker one. Real ones
do: mostly with hands just below, and sometimes with any. The hands far below, in proportion to what
would be there if nobody looked at the cards, give the chance that a decision does not; the rest of
those below gives how far ranks are misjudged. (A rank misjudged by up to w either way, evenly,
carries w/4 of all hands over a threshold.)
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from railbird.agents.population.spots import CLASSES, FACTORS, FAMILIES, UNBET
from railbird.agents.population.tables import STRENGTH_KNOTS
from railbird.datasets.realism.decisions import CLASS, Decisions
from railbird.datasets.realism.fit import asked

Numbers = NDArray[np.float64]

_LEAST, _MOST = 0.02, 0.9
_WIDEST = 0.5
# From so far below the threshold a hand is not just misjudged.
_FAR = 0.2
# So much of the decisions must be with known cards.
_ENOUGH = 0.5


@dataclass(frozen=True, slots=True)
class Looks:
    """By family and question: the chance not to look, and how far a rank is misjudged at most."""

    wild: Numbers
    near: Numbers


def knows_cards(d: Decisions) -> bool:
    """Say whether the cards of most decisions are known."""
    return bool(np.isfinite(d.strengths).mean() > _ENOUGH)


def looks(d: Decisions, weights: Numbers, strengths: Numbers) -> Looks:
    """Return how closely cards are followed in decisions whose cards are known.

    `weights` are the logits of the real decisions, `strengths` the quantiles of hands by class.
    """
    wild, near = np.zeros((FAMILIES, 2)), np.zeros((FAMILIES, 2))
    rank = ranks(d, strengths)
    for family in range(FAMILIES):
        for question in range(1 if family == UNBET else 2):
            q = asked(d, family, question)
            levels = d.levels[q.rows]
            chance = expit(weights[family, question][np.arange(FACTORS), levels].sum(1))
            place = rank[q.rows]
            if question == 1:
                first = expit(weights[family, 0][np.arange(FACTORS), levels].sum(1))
                place = np.minimum(place / np.maximum(1 - first, 1e-9), 1.0)
            below = 1 - chance - place
            wild[family, question], near[family, question] = _look(q.yes > 0, below, chance)
    return Looks(wild, near)


def _look(yes: NDArray[np.bool_], below: Numbers, chance: Numbers) -> tuple[float, float]:
    """Return (wild, near); `below` is how far each rank lies below the spot's threshold."""
    done = max(float(yes.sum()), 1.0)
    far = float((yes & (below > _FAR)).sum())
    if_blind = float((chance * np.maximum(1 - chance - _FAR, 0.0)).sum())
    wild = float(np.clip(far / max(if_blind, 1e-9), _LEAST, _MOST))
    blind_below = wild * float((chance * (1 - chance)).sum())
    close = max(float((yes & (below > 0)).sum()) - blind_below, 0.0) / done
    near = 4.0 * close * done / max((1.0 - wild) * len(chance), 1.0)
    return wild, float(np.clip(near, 0.0, _WIDEST))


def ranks(d: Decisions, strengths: Numbers) -> Numbers:
    """Return each hand's rank among those held in such spots, 1 the best."""
    out = np.zeros(len(d))
    places = np.linspace(0.0, 1.0, STRENGTH_KNOTS)
    kinds = d.of(CLASS)
    # Equal strengths share out the ranks between them.
    tiny = np.random.default_rng(1).uniform(0.0, 1e-6, len(d))
    for kind in range(CLASSES):
        rows = kinds == kind
        knots = strengths[kind] + np.linspace(0.0, 1e-6, STRENGTH_KNOTS)
        out[rows] = np.interp(d.strengths[rows] + tiny[rows], knots, places)
    return out
