"""The population: players drawn at random, each with a style of his own.

    people = population("online-cash")
    bots = people.draw(9, seed=1)

What was fitted to which hands, and what no hand history tells, stands in `docs/population.md`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache

import numpy as np
from numpy.typing import NDArray

from railbird.agents.base import Move, move_codes, move_of_codes
from railbird.agents.hooks import Sitting
from railbird.agents.observation import Observation
from railbird.agents.population.company import COUNTS, meet, numbers_of
from railbird.agents.population.rows import ADAPTS, GROUP, HABIT, PAIRS, PLACES, SPEED
from railbird.agents.population.tables import (
    ACTIVITY,
    BET_SIZE,
    CALL_FLOP,
    FLAT,
    HABITS,
    LIMP,
    OPEN,
    POPULATIONS,
    RAISE_SIZE,
    STAB,
    THREE_BET,
    TRAITS,
    Tables,
    load_fitted,
)
from railbird.agents.scripted.house import HouseBot
from railbird.agents.scripted.play import act_views, think_at
from railbird.agents.scripted.style import PEOPLE, Row, Style
from railbird.arena.hand.record import MAX_SEATS

# Standard deviation, in logits, of how much a player raises and calls one other player more or
# less than his like: the dial of honest variation between pairs.
PAIR_SD = 0.2

# The house style of average traits, which plays games other than hold'em.
_ELSEWHERE = Style(
    PEOPLE, enters=0.2, raises=0.14, reraises=0.04, calls=0.09, bluff=0.2, slack=0.02, reads=0.4
)
_NOTHING_SEEN = np.zeros((MAX_SEATS, COUNTS), dtype=np.int64)

# Kinds of chances, and 64 bits.
_AWAY, _CLOCK_RUNS, _LINE = range(3)
_WORD = (1 << 64) - 1

Traits = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Temper:
    """What of a player no hand history tells; drawn by assumption, see `docs/population.md`.

    `push_below` big blinds he pushes or folds; `places` says how much pay jumps count for him
    (0 none, 1 much); `tilt` how upset a lost big pot makes him, and for `tilt_hands` hands;
    `adapts` how much he answers what he has seen of others; `speed` in standard deviations of the
    logarithm of thinking time. `times_out`, `line_falls` are chances a hand; `sits_out` the chance
    a hand to leave for `away_hands` on average.
    """

    push_below: float = 3.5
    places: float = 0.5
    tilt: float = 0.3
    tilt_hands: float = 12.0
    adapts: float = 0.5
    speed: float = 0.0
    times_out: float = 0.0
    line_falls: float = 0.0
    sits_out: float = 0.0
    away_hands: float = 8.0


class Lapse(Enum):
    """What may befall a player in a hand."""

    NONE = 0
    TIMES_OUT = 1
    LINE_FALLS = 2


class HumanBot(HouseBot):
    """A player of the population; deterministic in its seed, the hand and what it sees.

    `traits` are the numbers of `tables.TRAITS`; `name` tells the population. How he treats one
    other player more or less than his like (`pair_sd`) goes by the other's name at the table.
    """

    def __init__(
        self,
        traits: Traits,
        seed: int = 0,
        *,
        group: str = POPULATIONS[0],
        temper: Temper | None = None,
        pair_sd: float = PAIR_SD,
    ) -> None:
        super().__init__(_elsewhere(traits, temper or Temper()), seed)
        self.traits = np.asarray(traits, dtype=np.float64)
        self.group = group
        self.temper = temper or Temper()
        self.pair_sd = pair_sd
        self.row[GROUP] = POPULATIONS.index(group)
        self.row[HABIT : HABIT + ACTIVITY] = self.traits[:ACTIVITY]
        self.row[PLACES] = self.temper.places
        self.row[SPEED] = self.temper.speed
        self.row[PAIRS] = pair_sd
        self.row[ADAPTS] = self.temper.adapts

    def __repr__(self) -> str:
        habits = ", ".join(f"{n} {x:+.1f}" for n, x in zip(TRAITS, self.traits, strict=True))
        return f"<HumanBot {self.group} seed {self.seed}: {habits}>"

    def row_for(self, names: Mapping[int, str], own: int) -> Row:
        """Return the row to decide by among players named by seat; `own` is his seat, from 1.

        Nothing is remembered here; `memory.Memory` adds what an event has shown.
        """
        row = self.row.copy()
        meet(row, own - 1, self.seed, numbers_of(names), _NOTHING_SEEN)
        return row

    def row_seen(self, observation: Observation) -> Row:
        """Return the row to decide an observation by, with what the event has shown if told."""
        if observation.memory is None:
            return self.row_for(observation.players, observation.seat)
        row: Row = observation.memory.row(self, observation.seat, observation.players)
        return row

    def sits_in(self, sitting: Sitting) -> bool:
        """Say whether to play the coming hand; see `is_here`."""
        return self.is_here(sitting.hand)

    def is_here(self, hand: int) -> bool:
        """Say whether the player sits in at a hand: now and then he leaves for a while.

        Whole stretches of hands are missed, `temper.away_hands` long.
        """
        length = max(round(self.temper.away_hands), 1)
        stretch = (hand + self.seed) // length
        return self._chance(stretch, _AWAY) >= self.temper.sits_out * length

    def lapse(self, hand: int) -> Lapse:
        """Return what befalls the player in a hand."""
        if self._chance(hand, _CLOCK_RUNS) < self.temper.times_out:
            return Lapse.TIMES_OUT
        return (
            Lapse.LINE_FALLS if self._chance(hand, _LINE) < self.temper.line_falls else Lapse.NONE
        )

    def _chance(self, moment: int, kind: int) -> float:
        """Return a number from 0 to 1 that belongs to the player and the moment."""
        word = (self.seed * 0x9E3779B97F4A7C15 + moment * 0xBF58476D1CE4E5B9 + kind) & _WORD
        word = (word ^ word >> 31) * 0x94D049BB133111EB & _WORD
        return (word >> 11) / float(1 << 53)

    def act(self, observation: Observation) -> Move:
        """Return the move."""
        return self.act_batch([observation])[0]

    def act_batch(self, observations: Sequence[Observation]) -> list[Move]:
        """Return a move for each observation."""
        return [move_of_codes(kind, total) for kind, total, _ in self.decide(observations).tolist()]

    def think_ms(self, observation: Observation, move: Move) -> int:
        """Return how long the player takes over `move`, in ms (`thinking`)."""
        kind, _ = move_codes(move)
        return think_at(observation.views, self.row_seen(observation), self.seed, kind)

    def decide(self, observations: Sequence[Observation]) -> NDArray[np.int64]:
        """Return kind, total and thinking time in ms for each observation."""
        moves = np.zeros((len(observations), 3), dtype=np.int64)
        if observations:
            views = np.concatenate([o.views for o in observations])
            rows = np.array([self.row_seen(o) for o in observations])
            act_views(views, rows, np.full(len(views), self.seed, dtype=np.int64), moves)
        return moves


@dataclass(frozen=True, slots=True)
class Population:
    """Players of one kind to draw from; `pair_sd` is the dial of variation between pairs."""

    name: str
    pair_sd: float = PAIR_SD

    def draw(self, count: int, seed: int = 0) -> list[HumanBot]:
        """Return `count` players; the first ones are the same whatever the count."""
        return [self._player(seed, k) for k in range(count)]

    def _player(self, seed: int, number: int) -> HumanBot:
        rng = np.random.default_rng([seed, number, POPULATIONS.index(self.name)])
        traits = draw_traits(fitted(), self.name, rng, 1)[0]
        own = int(rng.integers(1, 1 << 62))
        return HumanBot(traits, own, group=self.name, temper=draw_temper(rng), pair_sd=self.pair_sd)


def population(name: str = POPULATIONS[0], *, pair_sd: float = PAIR_SD) -> Population:
    """Return the population called `name`. Raises `ValueError` with the names that there are."""
    if name not in POPULATIONS:
        raise ValueError(f"no population {name!r}; there are {', '.join(POPULATIONS)}")
    if not pair_sd >= 0.0:
        raise ValueError(f"pair_sd is {pair_sd}; give 0 (pairs alike) or more, in logits")
    return Population(name, pair_sd)


def human_like(seed: int = 0, group: str = POPULATIONS[0]) -> HumanBot:
    """Return one player of a population, another for each seed."""
    return population(group).draw(1, seed)[0]


@cache
def fitted() -> Tables:
    """Return the shipped numbers, read once."""
    return load_fitted()


def draw_traits(
    tables: Tables, name: str, rng: np.random.Generator, count: int, hands: Traits | None = None
) -> Traits:
    """Return `(count, len(TRAITS))` traits; `hands` sets how many hands each is known to play."""
    k = POPULATIONS.index(name)
    parts, means, spreads = tables.parts[k], tables.means[k], tables.spreads[k]
    activity = None
    if hands is not None:
        activity = (np.log(hands) - tables.hands[k, 0]) / tables.hands[k, 1]
    out = np.empty((count, len(TRAITS)))
    for i in range(count):
        if activity is None:
            chosen = rng.choice(len(parts), p=parts / parts.sum())
            out[i] = means[chosen] + tables.factors[k, chosen] @ rng.standard_normal(len(TRAITS))
        else:
            out[i] = _given_activity(parts, means, spreads, rng, float(activity[i]))
    return out


def _given_activity(
    parts: Traits, means: Traits, spreads: Traits, rng: np.random.Generator, activity: float
) -> Traits:
    """Draw from the mixture given its last trait: parts weigh by how likely they make it."""
    variance = spreads[:, ACTIVITY, ACTIVITY]
    gap = activity - means[:, ACTIVITY]
    weight = parts * np.exp(-0.5 * gap**2 / variance) / np.sqrt(variance) + 1e-300
    k = rng.choice(len(parts), p=weight / weight.sum())
    slope = spreads[k, :ACTIVITY, ACTIVITY] / variance[k]
    mean = means[k, :ACTIVITY] + slope * gap[k]
    spread = spreads[k, :ACTIVITY, :ACTIVITY] - np.outer(slope, slope) * variance[k]
    drawn = rng.multivariate_normal(mean, spread, method="eigh")
    return np.append(drawn, activity)


def draw_temper(rng: np.random.Generator) -> Temper:
    """Return what little or nothing is told of by histories; see `docs/population.md`."""
    return Temper(
        push_below=float(np.clip(rng.normal(3.5, 1.0), 1.5, 6.0)),
        places=float(rng.beta(2.0, 2.0)),
        tilt=float(rng.beta(1.0, 3.0)),
        tilt_hands=float(rng.gamma(4.0, 3.0)),
        adapts=float(rng.beta(2.0, 3.0)),
        speed=float(rng.normal()),
        # Fitted by moments to a day of NL50: 1.06% and 0.20% of hands dealt.
        times_out=float(rng.gamma(0.41, 0.0258)),
        line_falls=float(rng.gamma(0.30, 0.0066)),
        # 2.3% of the seats in tournament hands were sat out.
        sits_out=float(rng.gamma(0.3, 0.007)),
        away_hands=float(3.0 + rng.gamma(1.0, 8.0)),
    )


def _elsewhere(traits: Traits, temper: Temper) -> Style:
    """Return the house style that plays games other than hold'em with the player's tightness."""
    loose = 0.5 * (traits[OPEN] + traits[LIMP])
    base = _ELSEWHERE
    return replace(
        base,
        enters=min(base.enters * math.exp(0.5 * loose), 0.9),
        raises=min(base.raises * math.exp(0.6 * traits[OPEN]), 0.8),
        reraises=min(base.reraises * math.exp(0.6 * traits[THREE_BET]), 0.4),
        calls=min(base.calls * math.exp(0.6 * traits[FLAT]), 0.6),
        open_size=base.open_size + 0.3 * traits[RAISE_SIZE],
        push_below=temper.push_below,
        bluff=min(base.bluff * math.exp(0.5 * traits[STAB]), 0.7),
        slack=base.slack - 0.04 * traits[CALL_FLOP],
        bet_size=min(max(base.bet_size + 0.1 * traits[BET_SIZE], 0.25), 1.2),
    )


__all__ = [
    "HABITS",
    "PAIR_SD",
    "TRAITS",
    "HumanBot",
    "Population",
    "Temper",
    "human_like",
    "population",
]
