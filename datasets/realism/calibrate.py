"""Turns a fit into numbers that play: simulate, compare with the real hands, adjust, again.

What people do in a spot also depends on what cards bring them there, and a habit shows weaker or
stronger in play than it was set. So the logits of spots are moved until a regression on simulated
hands gives what it gives on the real ones, the ranks of hands are measured in simulated play, and
the habits are scaled until players differ as much as the real ones do.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from railbird.agents.population.people import HumanBot, Temper, draw_traits
from railbird.agents.population.spots import CLASSES
from railbird.agents.population.tables import (
    ACTIVITY,
    BET_SIZE,
    HABITS,
    POPULATIONS,
    RAISE_SIZE,
    STRENGTH_KNOTS,
    Tables,
)
from railbird.datasets.realism.cards import Looks, knows_cards, looks
from railbird.datasets.realism.decisions import CLASS, Decisions, real_decisions, simulate
from railbird.datasets.realism.fit import fit_sizes, fit_weights
from railbird.datasets.realism.hands import Hands
from railbird.datasets.realism.mixture import Mixture, deconvolve
from railbird.datasets.realism.players import Seen, join, see_players, see_sizes
from railbird.datasets.realism.timing import think_parameters

Numbers = NDArray[np.float64]

_ROUNDS = 8
# The part of each round's difference that is taken over; simulated hands are noisy too.
_STEP = 0.8
_MOST_LOGITS = 9.0
# A part of the mixture has 135 numbers; fewer players cannot tell one from another.
_PLAYERS_A_PART = 250
# How closely cards are followed before it is fitted.
LOOKS = Looks(
    np.array([[0.1, 0.15], [0.15, 0.15], [0.2, 0.3], [0.6, 0.0], [0.5, 0.15]]),
    np.array([[0.1, 0.1], [0.1, 0.1], [0.1, 0.1], [0.1, 0.0], [0.1, 0.1]]),
)


@dataclass(frozen=True, slots=True)
class Target:
    """What was seen in the real hands."""

    hands: Hands
    decisions: Decisions
    weights: Numbers
    seen: Seen
    sizes: Numbers
    own_size: Numbers
    played: Numbers
    log_hands: Numbers


def target_of(hands: Hands) -> Target:
    """Return everything the fit aims at."""
    d = real_decisions(hands)
    weights = fit_weights(d)
    count = len(hands.players)
    played = np.bincount(hands.people[hands.people >= 0], minlength=count).astype(np.float64)
    sizes, own_size = see_sizes(d, count)
    seen, log_hands = join(see_players(d, weights, count), sizes, np.maximum(played, 1))
    return Target(hands, d, weights, seen, fit_sizes(d), own_size, played, log_hands)


def rows_of(traits: Numbers, group: str, push_below: float = 0.0) -> Numbers:
    """Return a row for each player's traits, tempers and pairs left out."""
    calm = Temper(push_below=push_below, places=0.0, tilt=0.0, adapts=0.0)
    return np.array([HumanBot(t, 1, group=group, temper=calm, pair_sd=0.0).row for t in traits])


def twins(target: Target, tables: Tables, group: str, seed: int) -> Numbers:
    """Return drawn traits for each real player, given only how many hands he played."""
    rng = np.random.default_rng(seed)
    hands = np.maximum(target.played, 1)
    return draw_traits(tables, group, rng, len(hands), hands)


def calibrate(
    target: Target,
    tables: Tables,
    group: str,
    parts: int,
    say: Callable[[str], None],
    looked: Looks = LOOKS,
) -> Tables:
    """Return the tables with one population's numbers fitted to the target.

    `looked` is how closely cards are followed where the target's are not known.
    """
    k = POPULATIONS.index(group)
    some = target.played > 0
    known = Seen(target.seen.values[some], target.seen.noise[some])
    mixture = padded(deconvolve(known, allowed_parts(int(some.sum()), parts)), parts)
    tables = _start(tables, k, target, mixture, looked)
    gains = np.ones(len(HABITS))
    for turn in range(_ROUNDS):
        traits = twins(target, tables, group, seed=100 + turn)
        found, _ = simulate(target.hands, rows_of(traits, group), tables, seed=200 + turn)
        weights = fit_weights(found)
        gap = target.weights - weights
        slopes = habit_slopes(traits[:, : len(HABITS)] / gains, found, weights)
        gains = np.clip(gains * (1.0 + 0.7 * (1.0 / np.clip(slopes, 0.3, 3.0) - 1.0)), 0.4, 3.0)
        say(
            f"{group} round {turn + 1}: mean gap of logits {np.abs(gap[gap != 0]).mean():.3f}, "
            f"slopes {np.round(slopes, 2).tolist()}"
        )
        strengths = strengths_of(found, tables.strengths[k])
        tables = _adjusted(tables, k, gap, strengths)
        if knows_cards(target.decisions):
            tables = _looking(tables, k, looks(target.decisions, target.weights, strengths))
        tables = _scaled(tables, k, mixture, gains)
    return tables


def allowed_parts(players: int, parts: int) -> int:
    """Return how many parts so many players can tell apart, at most `parts`."""
    return max(1, min(parts, players // _PLAYERS_A_PART))


def padded(mixture: Mixture, parts: int) -> Mixture:
    """Return a mixture with parts of no weight added, so that populations share a shape."""
    more = parts - len(mixture.parts)
    size = mixture.means.shape[1]
    return Mixture(
        np.append(mixture.parts, np.zeros(more)),
        np.vstack([mixture.means, np.zeros((more, size))]),
        np.concatenate([mixture.spreads, np.repeat(np.eye(size)[None], more, 0)]),
        mixture.log_likelihood,
    )


def _start(tables: Tables, k: int, target: Target, mixture: Mixture, looked: Looks) -> Tables:
    new = {
        "weights": target.weights,
        "sizes": target.sizes,
        "own_size": target.own_size,
        "hands": target.log_hands,
        "think": think_parameters(target.hands, target.decisions),
    }
    for name, values in new.items():
        whole = getattr(tables, name).copy()
        whole[k] = values
        tables = replace(tables, **{name: whole})
    return _scaled(_looking(tables, k, looked), k, mixture, np.ones(len(HABITS)))


def _looking(tables: Tables, k: int, found: Looks) -> Tables:
    wild, near = tables.wild.copy(), tables.near.copy()
    wild[k], near[k] = found.wild, found.near
    return replace(tables, wild=wild, near=near)


def _adjusted(tables: Tables, k: int, gap: Numbers, strengths: Numbers) -> Tables:
    weights, knots = tables.weights.copy(), tables.strengths.copy()
    weights[k] = np.clip(weights[k] + _STEP * gap, -_MOST_LOGITS, _MOST_LOGITS)
    knots[k] = strengths
    return replace(tables, weights=weights, strengths=knots)


def _scaled(tables: Tables, k: int, mixture: Mixture, gains: Numbers) -> Tables:
    """Return tables whose traits are the mixture's, centred, with the habits scaled."""
    scale = np.ones(mixture.means.shape[1])
    scale[: len(HABITS)] = gains
    # The spots' logits hold the mean of the habits already; sizes and activity have no other.
    centre = mixture.parts @ mixture.means
    centre[[BET_SIZE, RAISE_SIZE, ACTIVITY]] = 0.0
    parts, means, spreads = (a.copy() for a in (tables.parts, tables.means, tables.spreads))
    parts[k], means[k] = mixture.parts, (mixture.means - centre) * scale
    spreads[k] = mixture.spreads * np.outer(scale, scale)
    return replace(tables, parts=parts, means=means, spreads=spreads)


def habit_slopes(traits: Numbers, found: Decisions, weights: Numbers) -> Numbers:
    """Return how much of each habit shows in play: the slope of what is seen on what was set."""
    seen = see_players(found, weights, len(traits))
    out = np.ones(len(HABITS))
    for h in range(len(HABITS)):
        x, y = traits[:, h], seen.values[:, h]
        known = np.isfinite(seen.noise[:, h])
        w = np.where(known, 1.0 / (seen.noise[:, h] + 0.25), 0.0)
        if known.sum() > 5:
            x = x - np.average(x, weights=w)
            out[h] = float((w * x * y).sum() / max((w * x * x).sum(), 1e-9))
    return out


def strengths_of(found: Decisions, before: Numbers) -> Numbers:
    """Return the quantiles of hand strength by class of spots, of simulated decisions."""
    out = before.copy()
    places = np.linspace(0.0, 1.0, STRENGTH_KNOTS)
    kinds = found.of(CLASS)
    for kind in range(CLASSES):
        inside = found.strengths[kinds == kind]
        if len(inside) >= STRENGTH_KNOTS:
            out[kind] = np.quantile(inside, places)
    return out


__all__ = ["ACTIVITY", "Target", "calibrate", "rows_of", "target_of", "twins"]
