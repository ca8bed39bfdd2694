"""A history under study: its spots, and what the population does in them, worked out once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from railbird.detectors import spots_kernel
from railbird.detectors.policy import expected_outcome
from railbird.detectors.spots import Spots

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Expected:
    """Decisions (row numbers of the spots), what came of them (0 or 1), and its expected chance."""

    rows: Ints
    outcome: Floats
    chance: Floats


@dataclass(frozen=True)
class Study:
    """Spots with the population's policy; every scheme of a scan shares one."""

    spots: Spots

    @cached_property
    def aggression(self) -> Expected:
        """Bets and raises, wherever one was possible."""
        spots = self.spots
        rows = np.flatnonzero(spots.column("can_raise") > 0)
        outcome = (spots.integers("kind")[rows] >= spots_kernel.BET).astype(np.float64)
        return Expected(rows, outcome, expected_outcome(spots, rows, outcome))

    @cached_property
    def continuing(self) -> Expected:
        """Calls and raises, wherever a bet had to be answered."""
        spots = self.spots
        facing = spots.integers("aggressor_slot") >= 0
        rows = np.flatnonzero(facing & (spots.column("to_call_bb") > 0))
        outcome = (spots.integers("kind")[rows] != spots_kernel.FOLD).astype(np.float64)
        return Expected(rows, outcome, expected_outcome(spots, rows, outcome))
