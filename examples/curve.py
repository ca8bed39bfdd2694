"""Draws learning curves: win rate by environment steps, with its 95% interval."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Point = tuple[int, float, int, int]  # steps, seconds, games won, games


def interval(won: float, games: int) -> tuple[float, float]:
    """Return Wilson's 95% interval of a share."""
    z, p = 1.96, won / games
    middle = (p + z * z / (2 * games)) / (1 + z * z / games)
    half = z * np.sqrt(p * (1 - p) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return float(middle - half), float(middle + half)


def draw(points: list[Point], title: str, path: Path) -> None:
    """Write the curve as a picture."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    steps = np.array([p[0] for p in points]) / 1e6
    share: NDArray[np.float64] = np.array([p[2] / p[3] for p in points])
    low, high = zip(*(interval(p[2], p[3]) for p in points), strict=True)
    figure, axes = pyplot.subplots(figsize=(7, 4))
    axes.fill_between(steps, low, high, alpha=0.25, label="95% interval")
    axes.plot(steps, share, marker="o", markersize=3, label="games won")
    axes.axhline(0.5, color="grey", linewidth=0.8, linestyle=":")
    axes.axhline(0.6, color="green", linewidth=0.8, linestyle="--", label="60%")
    axes.set_xlabel("agent steps, millions")
    axes.set_ylabel("share of games won")
    axes.set_title(title)
    axes.legend(loc="lower right")
    figure.tight_layout()
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=110)
