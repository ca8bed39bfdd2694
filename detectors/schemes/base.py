"""What every scheme declares: its rows, its signals and the sentences that explain them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from railbird.detectors.contest import Contest
from railbird.detectors.study import Study


@dataclass(frozen=True, slots=True)
class Signal:
    """One bar of a score: what is counted, the innocent reading, what would overturn it."""

    name: str
    unit: str
    honest: str
    overturn: str


@dataclass(frozen=True, slots=True)
class Scheme:
    """A scheme: `contest` makes the rows its pairs are tested on.

    `two_sided` schemes count a surplus in either direction (who gave is in the evidence); the
    others only a shortage of the outcome. With `by_volume` the last signal is the amount of play
    between the two (see `volume`), which is combined with the direction. `counts`
    names the outcome 1.
    """

    name: str
    title: str
    looks_for: str
    null: str
    two_sided: bool
    signals: tuple[Signal, ...]
    contest: Callable[[Study], Contest]
    by_volume: bool = False
    counts: str = "bets or raises"
