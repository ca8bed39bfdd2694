"""Kinds of opponents: what a name, an object or a function becomes, and who sits in an event."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from railbird.agents.base import Agent
from railbird.agents.external import ExternalBot
from railbird.agents.registry import AgentError, is_external, maker, maker_of, registered
from railbird.agents.scripted.house import HouseBot
from railbird.arena.env.bots import BOT_CODES
from railbird.arena.env.config import EnvError

Make: TypeAlias = Callable[[int], Agent]
OfArrays: TypeAlias = Callable[[dict[str, Any]], Any]


@dataclass(slots=True)
class House:
    """A seat that compiled code plays by a row of numbers."""

    bot: HouseBot
    seed: int
    names: Mapping[int, str] | None = None
    row: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))

    @property
    def is_plain(self) -> bool:
        """Whether it plays by the same numbers whoever sits at the table."""
        return not hasattr(self.bot, "row_for")

    def row_at(self, names: Mapping[int, str], seat: int) -> NDArray[np.float64]:
        """Return the row to play by among players named by seat; human-likes know them apart."""
        if self.is_plain:
            return self.bot.row
        # Who goes out leaves the numbers for the others as they are.
        if self.names is None or not names.items() <= self.names.items():
            self.names = names
            self.row = getattr(self.bot, "row_for")(names, seat)  # noqa: B009
        return self.row


@dataclass(frozen=True, slots=True)
class Compiled:
    """A seat that the arena's own compiled rule plays."""

    code: int


@dataclass(frozen=True, slots=True)
class Function:
    """A seat that a function of arrays plays."""

    function: OfArrays


@dataclass(frozen=True, slots=True)
class Guest:
    """A seat that an agent plays; `arrays` when it may want them."""

    agent: Any
    arrays: bool


Seat: TypeAlias = "House | Compiled | Function | Guest"


@dataclass(frozen=True, slots=True)
class Styled:
    """A house bot of a fixed row of numbers; only its seed is another in each event and seat."""

    bot: HouseBot


@dataclass(frozen=True, slots=True)
class Made:
    """Agents that are made anew for each event and seat."""

    make: Make


@dataclass(frozen=True, slots=True, eq=False)
class Drawn:
    """Seats that a population's draw decides for each event."""

    population: Any

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Drawn) and other.population is self.population

    def __hash__(self) -> int:
        return id(self.population)


Kind: TypeAlias = "Styled | Made | Drawn | Compiled | Function | Guest"


def kind_of(opponent: Any) -> Kind:
    """Return how an opponent is played. Raises `AgentError` saying what there is."""
    if isinstance(opponent, str):
        return _named(opponent)
    if isinstance(opponent, type):
        return Made(maker_of(opponent.__name__, opponent))
    if hasattr(opponent, "draw"):
        return Drawn(opponent)
    if hasattr(opponent, "act"):
        return Guest(opponent, not isinstance(opponent, (HouseBot, ExternalBot)))
    if callable(opponent):
        return Function(opponent)
    raise AgentError(
        f"opponent {opponent!r}: give a name, an object with act(), a function, or a population"
    )


def _named(name: str) -> Kind:
    if name in BOT_CODES:
        return Compiled(BOT_CODES[name])
    if ":" not in name and name not in registered():
        known = [*BOT_CODES, *(n for n in registered() if n not in BOT_CODES)]
        near = get_close_matches(name, known, n=1)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        raise AgentError(
            f"no opponent {name!r}.{hint} There are {', '.join(known)}; or give module:Class,"
            " file.py:Class or cmd:PROGRAM"
        )
    make = maker(name)
    if is_external(name):
        return Guest(make(0), arrays=False)
    first, second = make(0), make(1)
    if type(first) is HouseBot and type(second) is HouseBot:
        if np.array_equal(first.row, second.row):
            return Styled(first)
    return Made(make)


def seat_of(kind: Kind, seed: int) -> Seat:
    """Return who sits in one event."""
    if isinstance(kind, Drawn):
        raise EnvError(f"{kind.population!r} draws populations: let it draw opponents")
    if isinstance(kind, Styled):
        return House(kind.bot, seed)
    if isinstance(kind, Made):
        made = kind.make(seed)
        return House(made, made.seed) if isinstance(made, HouseBot) else Guest(made, False)
    if isinstance(kind, Guest) and isinstance(kind.agent, HouseBot):
        return House(kind.agent, kind.agent.seed)
    return kind
