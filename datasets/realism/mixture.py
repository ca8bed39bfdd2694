"""The distribution of true traits behind noisy ones.

A mixture of normal distributions fitted through the noise ("extreme deconvolution", Bovy, Hogg &
Roweis 2011), so that a player of ten hands says little and a habit in which players differ no more
than by chance has no spread.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railbird.datasets.realism.players import Seen

Numbers = NDArray[np.float64]

# The variance of a trait of which nothing was seen, beside which a player's own is nothing.
_UNSEEN = 1e4
# So many players' worth of the whole spread keeps small parts from collapsing.
_HELD = 2.0


@dataclass(frozen=True, slots=True)
class Mixture:
    """A mixture of normal distributions, and the log likelihood it was fitted to."""

    parts: Numbers
    means: Numbers
    spreads: Numbers
    log_likelihood: float


def deconvolve(seen: Seen, parts: int, seed: int = 0, rounds: int = 150) -> Mixture:
    """Return the mixture of true traits behind noisy ones, by EM from a seeded start."""
    noise = np.where(np.isfinite(seen.noise), seen.noise, _UNSEEN)
    values = np.where(np.isfinite(seen.noise), seen.values, 0.0)
    size = values.shape[1]
    means = values.mean(0) + np.random.default_rng(seed).normal(0, 0.3, (parts, size))
    whole = np.diag(np.maximum(((values / (1 + noise)) ** 2).mean(0), 0.1))
    now = Mixture(np.full(parts, 1 / parts), means, np.repeat(whole[None], parts, 0), -np.inf)
    for _ in range(rounds):
        before = now.log_likelihood
        now = _step(now, values, noise, whole)
        if abs(now.log_likelihood - before) < 1e-3:
            break
    return now


def log_likelihood(mixture: Mixture, seen: Seen) -> float:
    """Return how likely a mixture makes what was seen, for players it was not fitted to."""
    noise = np.where(np.isfinite(seen.noise), seen.noise, _UNSEEN)
    values = np.where(np.isfinite(seen.noise), seen.values, 0.0)
    logs = np.stack([_part(mixture, k, values, noise)[0] for k in range(len(mixture.parts))])
    return float(np.logaddexp.reduce(logs, axis=0).sum())


def _part(m: Mixture, k: int, values: Numbers, noise: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """Return log weights of a part by player, and mean and covariance of his traits if in it."""
    size = values.shape[1]
    total = m.spreads[k] + noise[:, :, None] * np.eye(size)
    inverse = np.linalg.inv(total)
    gap = values - m.means[k]
    _, determinant = np.linalg.slogdet(total)
    square = np.einsum("ni,nij,nj->n", gap, inverse, gap)
    logs = np.log(m.parts[k]) - 0.5 * (determinant + square + size * np.log(2 * np.pi))
    gain = np.einsum("ij,njk->nik", m.spreads[k], inverse)
    return logs, m.means[k] + np.einsum("nij,nj->ni", gain, gap), m.spreads[k] - gain @ m.spreads[k]


def _step(m: Mixture, values: Numbers, noise: Numbers, whole: Numbers) -> Mixture:
    """Return the mixture after one step of EM; its likelihood is that of the one before."""
    found = [_part(m, k, values, noise) for k in range(len(m.parts))]
    logs = np.stack([logs for logs, _, _ in found])
    top = np.logaddexp.reduce(logs, axis=0)
    share = np.exp(logs - top)
    held = share.sum(1) + 1e-9
    means, spreads = np.empty_like(m.means), np.empty_like(m.spreads)
    for k, (_, mean, spread) in enumerate(found):
        means[k] = share[k] @ mean / held[k]
        gap = mean - means[k]
        second = np.einsum("n,ni,nj->ij", share[k], gap, gap)
        second += np.einsum("n,nij->ij", share[k], spread)
        spreads[k] = (second + 0.1 * _HELD * whole) / (held[k] + _HELD)
    return Mixture(held / held.sum(), means, spreads, float(top.sum()))
