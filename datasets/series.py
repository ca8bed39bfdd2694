"""A series of single-table events among one field, with groups of partners, as one history."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from railbird.agents.base import Agent
from railbird.agents.colluders.cast import Group, cast
from railbird.agents.seats import AgentPolicy
from railbird.arena.history.schema import History, concat
from railbird.arena.randomness import STREAM_WORDS, below, seed_stream, unit
from railbird.arena.tournament.chronicle import Chronicle
from railbird.arena.tournament.director import Director
from railbird.arena.tournament.structure import Structure

_FIRST_ID = 900_000_000
_SPACING = 1_000_003


@dataclass(frozen=True, slots=True)
class Series:
    """`events` tables of one structure, seated from `players`; everything depends on `seed`.

    `players` names everybody and makes his honest agent for an event from a seed. Members of a
    group named in `meet` enter that share of the events together and no other one together; the
    others are seated as the draw has it. An event ends as its structure says, or after
    `most_hands`. `start` and `pause` (from start to start) in ms.
    """

    structure: Structure
    players: Mapping[str, Callable[[int], Agent]]
    groups: tuple[Group, ...] = ()
    meet: Mapping[str, float] = field(default_factory=dict)
    events: int = 30
    seed: int = 0
    most_hands: int | None = None
    start: int = 1_709_316_000_000
    pause: int = 7_200_000


def play_series(series: Series, progress: Callable[[int, int], None] | None = None) -> History:
    """Play all events and return one history with `labels` and `altered` filled.

    `progress(hands, events)` is called after each event with the sums so far. Raises `ValueError`
    when a member of a group is not among the players, or too few players are there for a table.
    """
    missing = [p for g in series.groups for p in g.players if p not in series.players]
    if missing:
        raise ValueError(f"in a group but not among the players: {', '.join(missing)}")
    bound = {p for g in series.groups if g.name in series.meet for p in g.players}
    if len(series.players) - len(bound) < series.structure.seats:
        raise ValueError(f"too few players besides the groups for {series.structure.seats} seats")
    histories = []
    hands = 0
    for number in range(series.events):
        histories.append(_play_event(series, number))
        hands += histories[-1].hand_count
        if progress is not None:
            progress(hands, number + 1)
    return concat(histories)


def flat(structure: Structure, stack: int) -> Structure:
    """Return `structure` with its first level for ever and `stack` chips: as at a cash table."""
    return replace(structure, start_stack=stack, levels=structure.levels[:1])


def _play_event(series: Series, number: int) -> History:
    names = _entrants(series, number)
    seed = series.seed * _SPACING + number
    places = {name: k for k, name in enumerate(series.players)}
    honest = {n: series.players[n](seed * _SPACING + places[n]) for n in names}
    company = cast(honest, series.groups, event=number, seed=series.seed)
    policy = AgentPolicy(company.agents)
    chronicle = Chronicle(series.structure, str(_FIRST_ID + number))
    start = series.start + number * series.pause
    director = Director(
        series.structure, names, policy, seed=seed, start=start, chronicle=chronicle
    )
    policy.watch(director)
    while director.step():
        if series.most_hands is not None and chronicle.hands >= series.most_hands:
            break
    return company.truth(director)


def _entrants(series: Series, number: int) -> list[str]:
    """Draw who plays: groups that meet today, then others, of a bound group one at most."""
    stream = np.zeros(STREAM_WORDS, dtype=np.int64)
    seed_stream(stream, series.seed, number)
    bound = [g for g in series.groups if g.name in series.meet]
    chosen = [p for g in bound if unit(stream) < series.meet[g.name] for p in g.players]
    free = [name for name in series.players if name not in chosen]
    while len(chosen) < series.structure.seats:
        name = free.pop(below(stream, len(free)))
        if not any(name in g.players and set(g.players) & set(chosen) for g in bound):
            chosen.append(name)
    return chosen[: series.structure.seats]
