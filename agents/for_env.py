"""Agents as opponents in environments: what `arena.env.opponents` asks for moves.

House bots and players of a population decide in one compiled call for all tables that wait; other
agents are asked one by one, through `Observation`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from railbird.agents.base import Agent, move_codes
from railbird.agents.external import ExternalBot
from railbird.agents.observation import Observation
from railbird.agents.registry import AgentError, build, is_external, maker, registered
from railbird.agents.scripted.house import HouseBot
from railbird.agents.scripted.play import act_views
from railbird.arena.env.asked import Asked, Moves, own_seeds
from railbird.arena.env.bots import BOT_CODES
from railbird.arena.env.config import EnvError, Settings
from railbird.arena.env.opponents import Batched
from railbird.arena.hand.actions import Call, Fold, RaiseTo
from railbird.arena.tournament.view import Views

Make: TypeAlias = Callable[[int], Agent]
Function: TypeAlias = Callable[[dict[str, Any]], Any]


class Seen(Observation):
    """An observation that also answers as the arrays an environment's agent sees.

    `seen["observation"]` is flat, `seen["action_mask"]` says which actions are legal.
    """

    __slots__ = ("arrays",)

    def __init__(
        self,
        views: Views,
        log: NDArray[np.int64],
        players: Mapping[int, str],
        prizes: tuple[int, ...],
        arrays: dict[str, Any],
    ) -> None:
        super().__init__(views, log, players, prizes)
        self.arrays = arrays

    def __getitem__(self, name: str) -> Any:
        return self.arrays[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.arrays)

    def __len__(self) -> int:
        return len(self.arrays)

    def keys(self) -> Any:
        """Return the names of the arrays."""
        return self.arrays.keys()


@dataclass(slots=True)
class _House:
    """A seat that compiled code plays by a row of numbers."""

    bot: HouseBot
    seed: int
    names: Mapping[int, str] | None = None
    row: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))

    def row_at(self, names: Mapping[int, str], seat: int) -> NDArray[np.float64]:
        """Return the row to play by among players named by seat; human-likes know them apart."""
        if names is not self.names:
            self.names = names
            row_for = getattr(self.bot, "row_for", None)
            self.row = self.bot.row if row_for is None else row_for(names, seat)
        return self.row


@dataclass(frozen=True, slots=True)
class _Compiled:
    """A seat that the arena's own compiled rule plays."""

    code: int


@dataclass(frozen=True, slots=True)
class _Function:
    """A seat that a function of arrays plays."""

    function: Function


@dataclass(frozen=True, slots=True)
class _Guest:
    """A seat that an agent plays; `arrays` when it may want them."""

    agent: Any
    arrays: bool


Seat: TypeAlias = "_House | _Compiled | _Function | _Guest"


@dataclass(frozen=True, slots=True)
class _Made:
    """Agents that are made anew for each event and seat."""

    make: Make


@dataclass(frozen=True, slots=True, eq=False)
class _Drawn:
    """Seats that a population's draw decides for each event."""

    population: Any

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Drawn) and other.population is self.population

    def __hash__(self) -> int:
        return id(self.population)


Kind: TypeAlias = "_Made | _Drawn | _Compiled | _Function | _Guest"


def company(opponents: Mapping[int, Any], settings: Settings) -> Company:
    """Return who answers for `opponents`, by slot. Raises `AgentError` for what is none."""
    return Company(opponents, settings)


class Company:
    """The opponents of an environment: who sits where, by event, and their answers."""

    def __init__(self, opponents: Mapping[int, Any], settings: Settings) -> None:
        self._entrants = settings.entrants
        self._named: dict[str, Kind] = {}
        self._programs: list[ExternalBot] = []
        self._kinds = {slot: self._kind(one) for slot, one in opponents.items()}
        self._seats: dict[int, tuple[int, dict[int, Seat]]] = {}
        self._rows = _fixed_rows(self._kinds)

    def _kind(self, opponent: Any) -> Kind:
        """Return how an opponent is played; a name is looked up, and a program started, once."""
        if not isinstance(opponent, str):
            return kind_of(opponent)
        if opponent not in self._named:
            kind = self._named[opponent] = kind_of(opponent)
            if isinstance(kind, _Guest):
                self._programs.append(kind.agent)
        return self._named[opponent]

    def close(self) -> None:
        """End the programs that were started for names."""
        for program in self._programs:
            program.close()

    def answer(self, asked: Asked) -> Moves:
        """Return a move for each decision."""
        if self._rows is not None:
            moves = _house_moves(asked.views(), self._rows[asked.slots], asked.own_seeds())
            return asked.legal(moves)
        moves = np.zeros((len(asked), 2), dtype=np.int64)
        groups: dict[Any, list[int]] = {}
        seats = self._who(asked)
        for k, seat in enumerate(seats):
            key = seat.function if isinstance(seat, _Function) else type(seat)
            groups.setdefault(key, []).append(k)
        for rows in groups.values():
            chosen = np.array(rows, dtype=np.int64)
            part = asked if len(rows) == len(asked) else asked.part(chosen)
            moves[chosen] = _answers([seats[k] for k in rows], part)
        return asked.legal(moves)

    def forget(self, places: Sequence[int]) -> None:
        """Take it that other events begin at these tables, whatever their seeds."""
        for place in places:
            self._seats.pop(place, None)

    def begin(self, place: int, seed: int, first: int) -> None:
        """Decide who sits at a table in the event of `seed`, where that is not decided yet."""
        if self._seats.get(place, (None,))[0] != seed:
            self._seats[place] = seed, self._fill(seed, first)

    def _who(self, asked: Asked) -> list[Seat]:
        """Return who decides."""
        rows = zip(
            asked.place.tolist(),
            asked.slots.tolist(),
            asked.seeds.tolist(),
            asked.players.tolist(),
            strict=True,
        )
        found = []
        for place, slot, seed, player in rows:
            self.begin(place, seed, player - slot)
            found.append(self._seats[place][1][slot])
        return found

    def _fill(self, seed: int, first: int) -> dict[int, Seat]:
        """Return who sits where in the event of `seed`; slot 0 is player `first`."""
        slots = sorted(self._kinds, key=lambda slot: (first + slot) % self._entrants)
        players = [(first + slot) % self._entrants for slot in slots]
        seeds = dict(
            zip(
                slots,
                own_seeds(np.full(len(players), seed), np.array(players)).tolist(),
                strict=True,
            )
        )
        kinds = dict(self._kinds)
        drawn = [kinds[slot] for slot in slots if isinstance(kinds[slot], _Drawn)]
        for number, kind in enumerate(dict.fromkeys(drawn)):
            theirs = [slot for slot in slots if self._kinds[slot] == kind]
            for slot, one in zip(theirs, _draw(kind, len(theirs), seed + number), strict=True):
                kinds[slot] = self._kind(one)
        return {slot: _seat(kind, seeds[slot]) for slot, kind in kinds.items()}


def _draw(kind: Any, count: int, seed: int) -> Sequence[Any]:
    drawn: Sequence[Any] = kind.population.draw(count, seed)
    if len(drawn) != count:
        raise EnvError(f"{kind.population!r} drew {len(drawn)} opponents for {count} seats")
    return drawn


def _fixed_rows(kinds: Mapping[int, Kind]) -> NDArray[np.float64] | None:
    """Return the numbers of named house bots by slot; None when others play too."""
    rows: dict[int, NDArray[np.float64]] = {}
    for slot, kind in kinds.items():
        bot = kind.make(0) if isinstance(kind, _Made) else None
        if type(bot) is not HouseBot:
            return None
        rows[slot] = bot.row
    table = np.zeros((max(rows) + 1, len(rows[min(rows)])))
    for slot, row in rows.items():
        table[slot] = row
    return table


def kind_of(opponent: Any) -> Kind:
    """Return how an opponent is played. Raises `AgentError` saying what there is."""
    if isinstance(opponent, str):
        return _named(opponent)
    if isinstance(opponent, type):
        return _Made(lambda seed: build(opponent.__name__, opponent, seed))
    if hasattr(opponent, "draw"):
        return _Drawn(opponent)
    if hasattr(opponent, "act"):
        return _Guest(opponent, not isinstance(opponent, (HouseBot, ExternalBot)))
    if callable(opponent):
        return _Function(opponent)
    raise AgentError(
        f"opponent {opponent!r}: give a name, an object with act(), a function, or a population"
    )


def _named(name: str) -> Kind:
    if name in BOT_CODES:
        return _Compiled(BOT_CODES[name])
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
        return _Guest(make(0), arrays=False)
    return _Made(make)


def _seat(kind: Kind, seed: int) -> Seat:
    """Return who sits in one event."""
    if isinstance(kind, _Drawn):
        raise EnvError(f"{kind.population!r} draws populations: let it draw opponents")
    if isinstance(kind, _Made):
        made = kind.make(seed)
        return _House(made, made.seed) if isinstance(made, HouseBot) else _Guest(made, False)
    if isinstance(kind, _Guest) and isinstance(kind.agent, HouseBot):
        return _House(kind.agent, kind.agent.seed)
    return kind


def _answers(seats: Sequence[Any], asked: Asked) -> Moves:
    """Return the moves of seats of one kind."""
    first = seats[0]
    if isinstance(first, _House):
        return _house_answers(seats, asked)
    if isinstance(first, _Compiled):
        return asked.compiled(np.array([seat.code for seat in seats], dtype=np.int64))
    if isinstance(first, _Function):
        return _function_answers(first.function, asked)
    return _guest_answers(seats, asked)


def _house_moves(
    views: Views, rows: NDArray[np.float64], seeds: NDArray[np.int64]
) -> NDArray[np.int64]:
    moves = np.zeros((len(views), 3), dtype=np.int64)
    act_views(views, rows, seeds, moves)
    return np.ascontiguousarray(moves[:, :2])


def _house_answers(seats: Sequence[_House], asked: Asked) -> Moves:
    views = asked.views()
    places = (views["seat"] + 1).tolist()
    rows = np.array([s.row_at(asked.names(k), places[k]) for k, s in enumerate(seats)])
    return _house_moves(views, rows, np.array([s.seed for s in seats], dtype=np.int64))


def _function_answers(function: Function, asked: Asked) -> Moves:
    obs, masks = asked.arrays()
    if isinstance(function, Batched):
        given = function({"observation": obs, "action_mask": masks.copy()})
        return asked.moves_of(np.asarray(given), masks)
    given = [
        _action(function({"observation": obs[k], "action_mask": masks[k].copy()}), asked.settings)
        for k in range(len(asked))
    ]
    return asked.moves_of(np.array(given), masks)


def _action(action: Any, settings: Settings) -> Any:
    return action if settings.action_form == "continuous" else settings.number_of(action)


def _refuse_dead(agent: Any) -> None:
    """Raise `EnvError` for a program that has ended too often: nobody learns from its folds."""
    if isinstance(agent, ExternalBot) and agent.process_id is None:
        if agent.restarts > agent.terms.restarts:
            raise EnvError(f"opponent {' '.join(agent.command)} is gone: {agent.faults[-1]}")


def _guest_answers(seats: Sequence[_Guest], asked: Asked) -> Moves:
    views = asked.views()
    obs, masks = asked.arrays() if any(seat.arrays for seat in seats) else (None, None)
    moves = np.zeros((len(seats), 2), dtype=np.int64)
    for k, seat in enumerate(seats):
        known = views[k : k + 1], asked.log(k), asked.names(k), asked.prizes
        if seat.arrays and obs is not None and masks is not None:
            arrays = {"observation": obs[k], "action_mask": masks[k].copy()}
            move = seat.agent.act(Seen(*known, arrays))
        else:
            move = seat.agent.act(Observation(*known))
            _refuse_dead(seat.agent)
        if isinstance(move, (Fold, Call, RaiseTo)) or masks is None:
            moves[k] = move_codes(move)
        else:
            one = np.array([_action(move, asked.settings)])
            moves[k] = asked.part(np.array([k])).moves_of(one, masks[k : k + 1])[0]
    return moves
