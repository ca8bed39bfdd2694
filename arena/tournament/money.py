"""Whole cents (or chips) shared out so that nothing is lost and nothing is made."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction


def share_equally(amount: int, parts: int) -> tuple[int, ...]:
    """Return `amount` in `parts` equal whole shares; odd units go one each to the first ones.

    The caller orders the receivers: earliest position first (PS-26.2, AMB-07, AMB-17).
    Raises `ValueError` for a negative amount or no receivers.
    """
    if parts < 1 or amount < 0:
        raise ValueError(f"cannot share {amount} among {parts}")
    each, odd = divmod(amount, parts)
    return tuple(each + (k < odd) for k in range(parts))


def share_by_weight(amount: int, weights: Sequence[int]) -> tuple[int, ...]:
    """Return `amount` in whole shares proportional to `weights`, summing exactly to `amount`.

    Each share is rounded down; the units left over go one each to the largest fractions, and
    among equal fractions to the one that comes first. The rooms do not say who gets such a cent.
    Raises `ValueError` when the weights are negative or all zero.
    """
    total = sum(weights)
    if amount < 0 or total <= 0 or min(weights) < 0:
        raise ValueError(f"cannot share {amount} by weights {list(weights)}")
    floors = [amount * weight // total for weight in weights]
    rests = [amount * weight % total for weight in weights]
    return tuple(_round_up_largest(floors, rests, amount - sum(floors)))


def round_to_sum(amounts: Sequence[Fraction | float], total: int) -> tuple[int, ...]:
    """Return `amounts` as whole units that sum to `total`, by the largest fractions.

    For exact or estimated equities whose true sum is `total`; first comes first on ties.
    """
    floors = [int(amount // 1) for amount in amounts]
    # Fractions of a millionth are the noise of floats: they must not decide who gets a cent.
    rests = [
        round((amount - floor) * 1_000_000) for amount, floor in zip(amounts, floors, strict=True)
    ]
    return tuple(_round_up_largest(floors, rests, total - sum(floors)))


def _round_up_largest(floors: list[int], rests: list[int], left: int) -> list[int]:
    order = sorted(range(len(floors)), key=lambda k: (-rests[k], k))
    for k in order[:left]:
        floors[k] += 1
    return floors
