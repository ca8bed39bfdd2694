"""Duplicate hands: every agent plays every seat of the same deal, so that luck cancels out.

Whole tournaments part ways after a few hands, and equal decks then help little; single hands from
equal stacks do not. A deal is played as often as there are agents, who move on by one seat each
time; what an agent won over all seats, less what another won, is one observation.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railbird.agents.league import Match
from railbird.agents.seats import AgentPolicy
from railbird.agents.standings import Estimate, interval_of
from railbird.arena.tournament.button import first_positions
from railbird.arena.tournament.field import Field
from railbird.arena.tournament.play import Deal, Dealer
from railbird.arena.tournament.structure import Structure

_LEVELS = 6
_BATCH = 64


@dataclass(frozen=True, slots=True)
class DuplicateHands:
    """Big blinds won by deal, rotation and agent, and the agents' labels."""

    labels: tuple[str, ...]
    won: NDArray[np.float64]

    def bb_per_100(self, label: str) -> Estimate:
        """Return what an agent wins in 100 hands of this company, with its 95% interval."""
        return _mean(100 * self.won[:, :, self.labels.index(label)].mean(1))

    def difference(self, one: str, other: str) -> Estimate:
        """Return how much more `one` wins than `other` in 100 hands, with its 95% interval."""
        return _mean(100 * self._difference(one, other).mean(1))

    def interval_ratio(self, one: str, other: str) -> float:
        """Return the interval of `difference` over that of as many hands without duplicates.

        Without duplicates every hand has a deck of its own, so hands count as independent; their
        variance is that of all hands here together.
        """
        gaps = self._difference(one, other)
        alone = float(gaps.var()) / gaps.shape[1]
        return math.sqrt(float(gaps.mean(1).var(ddof=1)) / alone) if alone else 1.0

    def _difference(self, one: str, other: str) -> NDArray[np.float64]:
        a, b = self.labels.index(one), self.labels.index(other)
        return np.asarray(self.won[:, :, a] - self.won[:, :, b])


def play_duplicate(
    match: Match, deals: int, report: Callable[[int, int], None] | None = None
) -> DuplicateHands:
    """Play `deals` deals of the match's first table, each once for every rotation.

    Stacks are those of the start; levels go round the first six, so stacks get short.
    """
    labels = match.league.labels[: match.structure.seats]
    count = len(labels)
    agents = match.agents_by_name({label: label for label in labels}, match.league.seed)
    policy = AgentPolicy(agents)
    dealer = Dealer(match.structure, policy, match.league.seed)
    policy.attach(_field(match.structure, labels), lambda: 1)
    won = np.zeros((deals, count, count))
    for first in range(0, deals, _BATCH):
        numbers = range(first, min(first + _BATCH, deals))
        hands = [_deal(match.structure, labels, n, r) for n in numbers for r in range(count)]
        for played in dealer.play(hands):
            deal = played.deal
            row = won[deal.hand - 1, deal.table - 1]
            for seat, stack in played.stacks.items():
                gain = (stack - deal.stacks[seat]) / deal.level.big_blind
                row[labels.index(deal.seats[seat])] = gain
        if report is not None:
            report(numbers[-1] + 1, deals)
    return DuplicateHands(labels, won)


def _field(structure: Structure, labels: Sequence[str]) -> Field:
    field = Field(structure, 0)
    for label in labels:
        field.apply(("enter", label, label, 1, 0))
    return field


def _deal(structure: Structure, labels: Sequence[str], number: int, rotation: int) -> Deal:
    """Return deal `number` with the agents moved on by `rotation`; `table` tells the rotation."""
    count = len(labels)
    seats = {k + 1: labels[(k + rotation) % count] for k in range(count)}
    level = structure.level(1 + number % min(_LEVELS, len(structure.levels)))
    positions = first_positions(structure.house, seats)
    stacks = dict.fromkeys(seats, structure.start_stack)
    return Deal(rotation + 1, number + 1, 0, level, positions, seats, stacks)


def _mean(values: NDArray[np.float64]) -> Estimate:
    return interval_of(float(values.mean()), values - values.mean())
