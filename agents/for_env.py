"""Agents as opponents in environments: what `arena.env.opponents` asks for moves.

House bots and players of a population decide in one compiled call for all tables that wait; other
agents are asked one by one, through `Observation`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird.agents.base import move_codes
from railbird.agents.external import ExternalBot
from railbird.agents.observation import Observation
from railbird.agents.opponents import (
    Compiled,
    Drawn,
    Function,
    Guest,
    House,
    Kind,
    OfArrays,
    Seat,
    Styled,
    kind_of,
    seat_of,
)
from railbird.agents.scripted.play import act_views, no_styles, play_hands
from railbird.agents.scripted.style import ROW_SIZE
from railbird.arena.env.asked import Asked, Dealt, Moves, own_seeds
from railbird.arena.env.config import EnvError, Settings
from railbird.arena.env.opponents import Batched
from railbird.arena.hand.actions import Call, Fold, RaiseTo
from railbird.arena.tournament.view import Views, new_views

_NO_EVENT = -1


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
        self._rows = _fixed_rows(self._kinds)
        # By place: the event's seed, and who sits where; plain house bots as numbers too.
        self._events = np.zeros(0, dtype=np.int64)
        self._seats: list[dict[int, Seat]] = []
        self._plain = np.zeros((0, max(opponents) + 1), dtype=np.bool_)
        self._styles = np.zeros((*self._plain.shape, ROW_SIZE))
        self._own_seeds = np.zeros(self._plain.shape, dtype=np.int64)

    def _kind(self, opponent: Any) -> Kind:
        """Return how an opponent is played; a name is looked up, and a program started, once."""
        if not isinstance(opponent, str):
            return kind_of(opponent)
        if opponent not in self._named:
            kind = self._named[opponent] = kind_of(opponent)
            if isinstance(kind, Guest):
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
        self._begin_all(asked)
        moves = np.zeros((len(asked), 2), dtype=np.int64)
        plain = self._plain[asked.place, asked.slots]
        if plain.any():
            part = asked.part(np.flatnonzero(plain))
            where = part.place, part.slots
            found = _house_moves(part.views(), self._styles[where], self._own_seeds[where])
            moves[plain] = found
        groups: dict[Any, list[int]] = {}
        places, slots = asked.place.tolist(), asked.slots.tolist()
        for k in np.flatnonzero(~plain).tolist():
            seat = self._seats[places[k]][slots[k]]
            key = seat.function if isinstance(seat, Function) else type(seat)
            groups.setdefault(key, []).append(k)
        for rows in groups.values():
            chosen = np.array(rows, dtype=np.int64)
            seats = [self._seats[places[k]][slots[k]] for k in rows]
            moves[chosen] = _answers(seats, asked.part(chosen))
        return asked.legal(moves)

    def play_alone(self, dealt: Dealt) -> NDArray[np.bool_]:
        """Play the hands to their ends in which only house bots and the like sit; return which."""
        self.begin(dealt.place, dealt.seed, 0)
        seats = self._seats[dealt.place]
        styles, seeds = no_styles(len(dealt.chosen)), np.zeros_like(dealt.players)
        played = np.zeros_like(dealt.chosen)
        for k in np.flatnonzero(dealt.chosen).tolist():
            players = dealt.players[k].tolist()
            there = {seat: seats[player] for seat, player in enumerate(players) if player >= 0}
            played[k] = all(isinstance(one, House) for one in there.values())
            for seat, one in there.items():
                if isinstance(one, House) and played[k]:
                    styles[k, seat] = one.row_at(dealt.names(k), seat + 1)
                    seeds[k, seat] = one.seed
        if played.any():
            tables, logs, counts = dealt.tables, dealt.logs, dealt.counts
            play_hands(tables, styles, seeds, dealt.facts, played, new_views(1), logs, counts)
        return played

    def forget(self, places: Sequence[int]) -> None:
        """Take it that other events begin at these tables, whatever their seeds."""
        self._events[[place for place in places if place < len(self._events)]] = _NO_EVENT

    def _begin_all(self, asked: Asked) -> None:
        """Decide who sits at every table that asks for the first time in its event."""
        self._grow(int(asked.place.max()) + 1)
        for k in np.flatnonzero(self._events[asked.place] != asked.seeds).tolist():
            first = int(asked.players[k] - asked.slots[k])
            self.begin(int(asked.place[k]), int(asked.seeds[k]), first)

    def begin(self, place: int, seed: int, first: int) -> None:
        """Decide who sits at a table in the event of `seed`, where that is not decided yet."""
        self._grow(place + 1)
        if self._events[place] == seed:
            return
        seats = self._seats[place] = self._fill(seed, first)
        self._events[place] = seed
        for slot, seat in seats.items():
            plain = isinstance(seat, House) and seat.is_plain
            self._plain[place, slot] = plain
            if isinstance(seat, House) and plain:
                self._styles[place, slot] = seat.bot.row
                self._own_seeds[place, slot] = seat.seed

    def _grow(self, count: int) -> None:
        """Have room for so many places."""
        more = count - len(self._events)
        if more <= 0:
            return
        self._events = np.append(self._events, np.full(more, _NO_EVENT))
        self._seats += [{} for _ in range(more)]
        slots = self._plain.shape[1]
        self._plain = np.append(self._plain, np.zeros((more, slots), dtype=np.bool_), axis=0)
        self._styles = np.append(self._styles, np.zeros((more, slots, ROW_SIZE)), axis=0)
        own = np.zeros((more, slots), dtype=np.int64)
        self._own_seeds = np.append(self._own_seeds, own, axis=0)

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
        drawn = [kinds[slot] for slot in slots if isinstance(kinds[slot], Drawn)]
        for number, kind in enumerate(dict.fromkeys(drawn)):
            theirs = [slot for slot in slots if self._kinds[slot] == kind]
            for slot, one in zip(theirs, _draw(kind, len(theirs), seed + number), strict=True):
                kinds[slot] = self._kind(one)
        return {slot: seat_of(kind, seeds[slot]) for slot, kind in kinds.items()}


def _draw(kind: Any, count: int, seed: int) -> Sequence[Any]:
    drawn: Sequence[Any] = kind.population.draw(count, seed)
    if len(drawn) != count:
        raise EnvError(f"{kind.population!r} drew {len(drawn)} opponents for {count} seats")
    return drawn


def _fixed_rows(kinds: Mapping[int, Kind]) -> NDArray[np.float64] | None:
    """Return the numbers of named house bots by slot; None when others play too."""
    rows: dict[int, NDArray[np.float64]] = {}
    for slot, kind in kinds.items():
        if not isinstance(kind, Styled):
            return None
        rows[slot] = kind.bot.row
    table = np.zeros((max(rows) + 1, len(rows[min(rows)])))
    for slot, row in rows.items():
        table[slot] = row
    return table


def _answers(seats: Sequence[Any], asked: Asked) -> Moves:
    """Return the moves of seats of one kind."""
    first = seats[0]
    if isinstance(first, House):
        return _house_answers(seats, asked)
    if isinstance(first, Compiled):
        return asked.compiled(np.array([seat.code for seat in seats], dtype=np.int64))
    if isinstance(first, Function):
        return _function_answers(first.function, asked)
    return _guest_answers(seats, asked)


def _house_moves(
    views: Views, rows: NDArray[np.float64], seeds: NDArray[np.int64]
) -> NDArray[np.int64]:
    moves = np.zeros((len(views), 3), dtype=np.int64)
    act_views(views, rows, seeds, moves)
    return np.ascontiguousarray(moves[:, :2])


def _house_answers(seats: Sequence[House], asked: Asked) -> Moves:
    views = asked.views()
    places = (views["seat"] + 1).tolist()
    rows = np.array([s.row_at(asked.names(k), places[k]) for k, s in enumerate(seats)])
    return _house_moves(views, rows, np.array([s.seed for s in seats], dtype=np.int64))


def _function_answers(function: OfArrays, asked: Asked) -> Moves:
    obs, masks = asked.arrays()
    with _blame(function):
        if isinstance(function, Batched):
            given = function({"observation": obs, "action_mask": masks.copy()})
            return asked.moves_of(np.asarray(given), masks)
        each = [
            _action(function({"observation": obs[k], "action_mask": masks[k].copy()}), asked)
            for k in range(len(asked))
        ]
        return asked.moves_of(np.array(each), masks)


def _action(action: Any, asked: Asked) -> Any:
    settings = asked.settings
    return action if settings.action_form == "continuous" else settings.number_of(action)


@contextmanager
def _blame(opponent: Any) -> Iterator[None]:
    """Say in an error about an action whose it was."""
    try:
        yield
    except EnvError as error:
        who = opponent.function if isinstance(opponent, Batched) else opponent
        name = getattr(who, "__qualname__", type(who).__qualname__)
        raise EnvError(f"opponent {name}: {error}") from None


def _refuse_dead(agent: Any) -> None:
    """Raise `EnvError` for a program that has ended too often: nobody learns from its folds."""
    if isinstance(agent, ExternalBot) and agent.process_id is None:
        if agent.restarts > agent.terms.restarts:
            raise EnvError(f"opponent {' '.join(agent.command)} is gone: {agent.faults[-1]}")


def _guest_answers(seats: Sequence[Guest], asked: Asked) -> Moves:
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
            with _blame(seat.agent):
                one = np.array([_action(move, asked)])
                moves[k] = asked.part(np.array([k])).moves_of(one, masks[k : k + 1])[0]
    return moves
