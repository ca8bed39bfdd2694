"""The two-way model: what is the player's own style, what is the answer to this kind of opponent.

log-odds(outcome) = population's + actor effect + share x target effect, the effects drawn from
normal distributions whose covariance over the kinds of spot is estimated (empirical Bayes). A pair
is judged by effects from which its own decisions are taken out again (leave-pair-out), so that
neither a colluder nor an honest friend is his own yardstick.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railbird.detectors.contest import Contest, expit, totals

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

_ROUNDS = 12
_PRIOR_VARIANCE = 0.09
_PRIOR_PLAYERS = 6.0


@dataclass(frozen=True)
class Block:
    """One effect a player and kind: the estimates, the data's information, the prior's precision.

    `effect` and `information` are players x kinds, `precision` kinds x kinds.
    """

    effect: Floats
    information: Floats
    precision: Floats


@dataclass(frozen=True)
class Effects:
    """Fitted effects: `actor`, and `target` (the same object, negated in use, when mirrored)."""

    actor: Block
    target: Block
    log_odds: Floats


def fit(contest: Contest) -> Effects:
    """Return the effects of all players; the same rows give the same result, in any order."""
    shape = (contest.players, contest.kinds)
    start = np.eye(contest.kinds) / _PRIOR_VARIANCE
    actor = Block(np.zeros(shape), np.zeros(shape), start)
    target = actor
    for _ in range(_ROUNDS):
        actor = _step(contest, actor, _log_odds(contest, actor, target), "actor")
        if contest.mirrored:
            target = actor
        else:
            target = _step(contest, target, _log_odds(contest, actor, target), "target")
    return Effects(actor, target, _log_odds(contest, actor, target))


def _log_odds(contest: Contest, actor: Block, target: Block) -> Floats:
    sign = -1.0 if contest.mirrored else 1.0
    shift = sign * contest.share * target.effect[contest.target, contest.kind]
    together = np.bincount(contest.unit, weights=shift)
    value: Floats = (
        contest.base + actor.effect[contest.actor, contest.kind] + together[contest.unit]
    )
    return value


def _step(contest: Contest, block: Block, log_odds: Floats, role: str) -> Block:
    """Return `block` after one Newton step for every player and one of its prior's covariance."""
    expected = expit(log_odds)
    slope = contest.share * (contest.outcome - expected)
    spread = contest.share * expected * (1 - expected)
    if contest.mirrored:
        gradient = effect_sums(contest, slope, "actor") - effect_sums(contest, slope, "target")
        information = effect_sums(contest, spread, "actor") + effect_sums(contest, spread, "target")
    else:
        spread = spread * contest.share if role == "target" else spread
        gradient, information = (
            effect_sums(contest, slope, role),
            effect_sums(contest, spread, role),
        )
    covariance = posterior(information, block.precision)
    pull = gradient - block.effect @ block.precision
    effect = block.effect + np.einsum("pij,pj->pi", covariance, pull)
    seen = information.sum(axis=1) > 0
    moments = np.einsum("pi,pj->ij", effect[seen], effect[seen]) + covariance[seen].sum(axis=0)
    prior = _PRIOR_PLAYERS * _PRIOR_VARIANCE * np.eye(contest.kinds)
    spread_of_players = (moments + prior) / (seen.sum() + _PRIOR_PLAYERS)
    return Block(effect, information, np.linalg.inv(spread_of_players))


def posterior(information: Floats, precision: Floats) -> Floats:
    """Return the covariance matrices (n x kinds x kinds) of effects with that `information`."""
    matrices = np.broadcast_to(precision, (len(information), *precision.shape)).copy()
    diagonal = np.arange(precision.shape[0])
    matrices[:, diagonal, diagonal] += np.maximum(information, 0.0)
    return np.asarray(np.linalg.inv(matrices), np.float64)


def effect_sums(contest: Contest, values: Floats, role: str) -> Floats:
    """Return the sums of row `values` by player in `role` ("actor", "target") and kind."""
    cell = getattr(contest, role) * contest.kinds + contest.kind
    size = contest.players * contest.kinds
    return totals(cell, values, size).reshape(contest.players, contest.kinds)
