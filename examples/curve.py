"""What the learning examples share: the game, the test on fresh tournaments, the curve.

Every example learns the heads-up hyper-turbo sit & go and is tested against the house bot: games
won as the policy plays in training, its moves drawn by its own chances.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird.arena.env.vector import TournamentVectorEnv

# Observations and masks in, actions out; one row a table.
Act = Callable[[NDArray[np.float32], NDArray[np.bool_]], NDArray[np.int64]]

GAME: dict[str, Any] = {"structure": "hyper-2max", "reward": "chips", "last_moves": 4}
OPPONENT = "tight-aggressive"
# Seeds that no training reaches: the tests along the way, and the last one.
TEST_SEED, LAST_SEED = 1 << 40, 1 << 41
TEST_GAMES, LAST_GAMES = 2_000, 10_000


def games_won(act: Act, games: int, seed: int) -> int:
    """Return how many of `games` tournaments are won, each on a seed of its own."""
    tables = TournamentVectorEnv(games, opponents=OPPONENT, autoreset_mode="SameStep", **GAME)
    seen, infos = tables.reset(seed=seed)
    won, over = np.zeros(games, dtype=bool), np.zeros(games, dtype=bool)
    while not over.all():
        actions = act(seen, infos["action_mask"].astype(np.bool_))
        seen, _, ended, _, infos = tables.step(actions)
        if ended.any():
            # Later tournaments at the same table don't count: quick ones would be over-counted.
            won |= ended & ~over & (infos["final_info"]["place"] == 1)
        over |= ended
    return int(won.sum())


def interval(won: float, games: int) -> tuple[float, float]:
    """Return Wilson's 95% interval of a share."""
    z, p = 1.96, won / games
    middle = (p + z * z / (2 * games)) / (1 + z * z / games)
    half = z * np.sqrt(p * (1 - p) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return float(middle - half), float(middle + half)


class Curve:
    """Tests a policy now and then, and draws what it found."""

    def __init__(self, every: int, minutes: float) -> None:
        self.every, self.minutes = every, minutes
        self.points: list[tuple[int, float, int, int]] = []  # steps, minutes, won, games
        # The first run on a machine compiles the game: before the clock starts.
        games_won(lambda seen, masks: masks.argmax(axis=1), 2, TEST_SEED)
        self.start, self.work = time.perf_counter(), time.process_time()

    @property
    def elapsed(self) -> float:
        """Minutes since the start, tests included."""
        return (time.perf_counter() - self.start) / 60

    @property
    def time_left(self) -> float:
        """The part of the time that is left, 0 to 1; learning stops at 0."""
        return max(1 - self.elapsed / self.minutes, 0.0)

    def test(self, steps: int, act: Act) -> None:
        """Test after so many agent steps, if it is time to."""
        if not self.points or steps - self.points[-1][0] >= self.every:
            self._test(steps, act, TEST_GAMES, TEST_SEED)

    def finish(self, steps: int, act: Act, title: str, path: Path) -> None:
        """Test on many more games and draw the curve."""
        won = self._test(steps, act, LAST_GAMES, LAST_SEED)
        low, high = interval(won, LAST_GAMES)
        print(
            f"{won} of {LAST_GAMES} games won, {won / LAST_GAMES:.1%}"
            f" (95%: {low:.1%} to {high:.1%}); {self.elapsed:.1f} minutes,"
            f" {(time.process_time() - self.work) / 60:.1f} of processor time"
        )
        self._draw(title, path)

    def _test(self, steps: int, act: Act, games: int, seed: int) -> int:
        won = games_won(act, games, seed)
        self.points.append((steps, self.elapsed, won, games))
        print(f"{steps:>10,} steps {self.elapsed:5.1f} min  won {won / games:.1%}", flush=True)
        return won

    def _draw(self, title: str, path: Path) -> None:
        import matplotlib

        matplotlib.use("Agg")
        from matplotlib import pyplot

        steps = np.array([p[0] for p in self.points]) / 1e6
        share = np.array([100 * p[2] / p[3] for p in self.points])
        low, high = np.array([interval(p[2], p[3]) for p in self.points]).T * 100
        figure, axes = pyplot.subplots(figsize=(7.5, 4.5), layout="constrained")
        axes.fill_between(steps, low, high, alpha=0.25, label="95% interval")
        won, games = self.points[-1][2:]
        last = f"games won: {won / games:.1%} of the last {games:,}"
        axes.plot(steps, share, marker="o", markersize=3.5, label=last)
        axes.axhline(60, color="green", linewidth=1, linestyle="--", label="goal: 60%")
        axes.axhline(share[0], color="grey", linewidth=1, linestyle=":")
        axes.annotate(
            f"random start: {share[0]:.1f}%",
            (steps[-1], share[0]),
            textcoords="offset points",
            xytext=(2, -12),
            ha="right",
            color="dimgrey",
        )
        axes.set_xlabel(f"agent steps, millions ({self.points[-1][1]:.0f} minutes in all)")
        axes.set_ylabel("games won, %")
        axes.set_title(title)
        axes.grid(alpha=0.2)
        axes.legend(loc="lower center")
        path.parent.mkdir(parents=True, exist_ok=True)
        figure.savefig(path, dpi=110)
