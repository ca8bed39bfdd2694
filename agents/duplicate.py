"""Duplicate hands: every agent plays every seat of the same deal, so that luck cancels out.

Whole tournaments part ways after a few hands, and equal decks then help little; single hands from
equal stacks do not. A deal is played as often as there are agents, who move on by one seat each
time; what an agent won over all seats, less what another won, is one observation. House bots draw
from the same chances in the same seat of the same deal. What luck is left in the board and in the
starting hands is taken off without a bias (`luck.py`, `baseline.py`).
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railbird.agents.base import Agent
from railbird.agents.baseline import hand_features, take_off
from railbird.agents.league import Match
from railbird.agents.luck import BOARDS, board_luck
from railbird.agents.scripted.classes import class_of
from railbird.agents.scripted.house import HouseBot
from railbird.agents.seats import AgentPolicy
from railbird.agents.standings import Estimate, interval_of
from railbird.arena.tournament.button import first_positions
from railbird.arena.tournament.field import Field
from railbird.arena.tournament.play import Deal, Dealer, Played
from railbird.arena.tournament.structure import Structure

_LEVELS = 6
_BATCH = 64
_NO_CLASS = -1

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class DuplicateHands:
    """Duplicate deals by deal, rotation and agent; chips in big blinds.

    `won` is what was won, `luck` (with streets last) what the board gave, `hands` the class of the
    starting hand, negative in games that have none.
    """

    labels: tuple[str, ...]
    won: Floats
    luck: Floats
    hands: NDArray[np.int64]

    def bb_per_100(self, label: str) -> Estimate:
        """Return what an agent wins in 100 hands of this company, with its 95% interval."""
        return _mean(100 * self.won[:, :, self.labels.index(label)].mean(1))

    def difference(self, one: str, other: str) -> Estimate:
        """Return how much more `one` wins than `other` in 100 hands, with its 95% interval.

        What luck explains is taken off; the mean that is estimated is that of `plain_difference`.
        """
        return _mean(100 * self._adjusted(one, other))

    def plain_difference(self, one: str, other: str) -> Estimate:
        """Return the same from the chips alone."""
        return _mean(100 * self._gaps(one, other).mean(1))

    def interval_ratio(self, one: str, other: str, *, plain: bool = False) -> float:
        """Return the interval of `difference` over that of as many hands without duplicates.

        Without duplicates every hand has a deck of its own, so hands count as independent; their
        variance is that of all hands here together. `plain` asks for `plain_difference`.
        """
        gaps = self._gaps(one, other)
        alone = float(gaps.var()) / gaps.shape[1]
        values = gaps.mean(1) if plain else self._adjusted(one, other)
        return math.sqrt(float(values.var(ddof=1)) / alone) if alone else 1.0

    def _gaps(self, one: str, other: str) -> Floats:
        a, b = self._pair(one, other)
        return np.asarray(self.won[:, :, a] - self.won[:, :, b])

    def _adjusted(self, one: str, other: str) -> Floats:
        a, b = self._pair(one, other)
        luck = (self.luck[:, :, a] - self.luck[:, :, b]).mean(1)
        return take_off(self._gaps(one, other).mean(1), luck, self._features(a, b))

    def _features(self, a: int, b: int) -> Floats:
        deals, rotations, _ = self.won.shape
        if self.hands.min(initial=0) < 0:
            return np.zeros((deals, 0))
        each = [hand_features(self.hands[:, r, a], self.hands[:, r, b]) for r in range(rotations)]
        if rotations == 2:
            # Heads-up the two seats are different games, and the deals suffice to tell them apart.
            each = [each[0] + each[1], each[0] - each[1]]
            return np.concatenate(each, axis=1) / math.sqrt(2)
        return np.asarray(np.sum(each, axis=0) / math.sqrt(rotations))

    def _pair(self, one: str, other: str) -> tuple[int, int]:
        return self.labels.index(one), self.labels.index(other)


def play_duplicate(
    match: Match,
    deals: int,
    report: Callable[[int, int], None] | None = None,
    *,
    same_chances: bool = True,
) -> DuplicateHands:
    """Play `deals` deals of the match's first table, each once for every rotation.

    Stacks are those of the start; levels go round the first six, so stacks get short. Without
    `same_chances` each house bot draws from chances of its own.
    """
    labels = match.league.labels[: match.structure.seats]
    count = len(labels)
    agents = match.agents_by_name({label: label for label in labels}, 0)
    if same_chances:
        agents = {name: _alike(agent, match.league.seed) for name, agent in agents.items()}
    policy = AgentPolicy(agents)
    dealer = Dealer(match.structure, policy, match.league.seed)
    policy.attach(_field(match.structure, labels), lambda: 1)
    found = DuplicateHands(
        labels,
        np.zeros((deals, count, count)),
        np.zeros((deals, count, count, len(BOARDS))),
        np.full((deals, count, count), _NO_CLASS),
    )
    for first in range(0, deals, _BATCH):
        numbers = range(first, min(first + _BATCH, deals))
        hands = [_deal(match.structure, labels, n, r) for n in numbers for r in range(count)]
        games: dict[tuple[str, str], list[Deal]] = {}
        for deal in hands:
            games.setdefault(match.structure.game_at(deal.level), []).append(deal)
        for (game, _), together in games.items():
            _note(found, dealer.play(together), game)
        if report is not None:
            report(numbers[-1] + 1, deals)
    return found


def _alike(agent: Agent, seed: int) -> Agent:
    """Return a house bot that draws the chances of all; other agents as they are."""
    chances = random.Random(f"duplicate/{seed}").getrandbits(30)
    return HouseBot(agent.style, chances) if isinstance(agent, HouseBot) else agent


def _note(found: DuplicateHands, hands: Sequence[Played], game: str) -> None:
    """Write down what came of hands of one game."""
    for played, luck in zip(hands, board_luck(hands, game), strict=True):
        deal = played.deal
        at = deal.hand - 1, deal.table - 1
        for seat, stack in played.stacks.items():
            agent = found.labels.index(deal.seats[seat])
            found.won[*at, agent] = (stack - deal.stacks[seat]) / deal.level.big_blind
            found.luck[*at, agent] = luck[:, seat - 1] / deal.level.big_blind
            found.hands[*at, agent] = _starting_hand(played, seat, game)


def _starting_hand(played: Played, seat: int, game: str) -> int:
    if game != "holdem":
        return _NO_CLASS
    first, second = played.record["cards"][seat - 1][:2].tolist()
    return class_of(first, second)


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


def _mean(values: Floats) -> Estimate:
    return interval_of(float(values.mean()), values - values.mean())
