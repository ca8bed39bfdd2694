"""A director's event that waits whenever somebody outside must decide.

The director plays whole hands through a policy; so that a caller can answer in its own time it
runs in a thread of its own. The two threads never run at once: one waits while the other works.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Mapping, Sequence
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from railbird.arena.env.asked import Asked, Dealt, Others
from railbird.arena.env.bots import ASKED, OUTSIDE
from railbird.arena.env.buying import Buying, split_field
from railbird.arena.env.config import Settings
from railbird.arena.env.public import write_public
from railbird.arena.env.table_loop import (
    act_here,
    begin_hands,
    end_here,
    move_rows,
    play_until,
    see_here,
)
from railbird.arena.hand.record import MAX_SEATS, Tables, copy_tables
from railbird.arena.tournament.chronicle import Chronicle
from railbird.arena.tournament.director import Director
from railbird.arena.tournament.facts import write_facts
from railbird.arena.tournament.field import Change, Field, Player
from railbird.arena.tournament.play import Deal, Note
from railbird.arena.tournament.play_kernels import THINK, Log
from railbird.arena.tournament.single_table.plan import level_plan
from railbird.arena.tournament.single_table.record import new_events
from railbird.arena.tournament.view import FACTS

NO_BOX = np.zeros(0, dtype=np.float32)


class _Abandoned(BaseException):
    """Ends the director's thread: nobody will answer any more."""


class _Handover:
    """Lets exactly one of two threads run: the caller's or the director's."""

    def __init__(self) -> None:
        # Locks that one side takes and the other releases: quicker than semaphores.
        self.to_director, self.to_caller = threading.Lock(), threading.Lock()
        self.to_director.acquire()
        self.to_caller.acquire()
        self.abandoned = False
        self.error: BaseException | None = None

    def wait_for_caller(self) -> None:
        """Give the turn to the caller and wait for it back."""
        self.to_caller.release()
        self.to_director.acquire()
        if self.abandoned:
            raise _Abandoned

    def run_director(self) -> None:
        """Give the turn to the director and wait for it back; raise what went wrong there."""
        if self.error is not None:
            raise self.error
        self.to_director.release()
        self.to_caller.acquire()
        if self.error is not None:
            raise self.error

    def abandon(self) -> None:
        """Let a waiting director's thread end."""
        self.abandoned = True
        self.to_director.release()


class _Waiting:
    """The policy of the director: compiled opponents act at once, agents when they answer."""

    def __init__(self, run: Running) -> None:
        # The run holds its director, and that holds us: a circle would keep ended events in memory
        # until the garbage collector happens to come.
        self._run = weakref.ref(run)

    def attach(self, field: Field, paid: Callable[[], int]) -> None:
        """Nothing: the run knows its director."""

    def presence(self, players: Sequence[Player], hand: int) -> list[Change]:
        """Everybody always sits in."""
        return []

    def play(
        self, tables: Tables, deals: Sequence[Deal], logs: Log, counts: NDArray[np.int64]
    ) -> list[Note]:
        """Play every table to its end, all at once but for the decisions of the caller."""
        run = self._run()
        assert run is not None, "its own thread holds it"
        run.play_tables(tables, deals, logs, counts)
        return []


class Running:
    """One event in its thread, and the decision that waits for an answer."""

    def __init__(
        self,
        settings: Settings,
        seed: int,
        codes: NDArray[np.int64],
        others: Others | None,
        chronicle: Chronicle | None,
        place: int = 0,
    ) -> None:
        self.settings, self.seed = settings, seed
        self._codes: list[int] = codes.tolist()
        self.others, self.place = others, place
        self.names = [f"player {k + 1}" for k in range(settings.entrants)]
        self.numbers = {name: k for k, name in enumerate(self.names)}
        self.plans = level_plan(settings.structure, settings.entrants, settings.think)
        self.events = new_events(1)
        self.obs = np.zeros(settings.layout.size, dtype=np.float32)
        self.mask = np.zeros(settings.actions, dtype=np.int8)
        self.to_act = -1
        self.illegal = False
        self.play_out = False
        self.asked: tuple[Tables, int, Deal, Log, NDArray[np.int64]] | None = None
        # For pictures: the last hand of somebody outside, as it ended.
        self.last: tuple[Tables, Deal] | None = None
        self.answer: tuple[int, NDArray[np.float32]] = (0, NO_BOX)
        self.handover = _Handover()
        self.agents = [k for k in range(settings.entrants) if self._codes[k] == OUTSIDE]
        self.director = self._director(chronicle)
        self.tables_start = len(self.director.field.tables)
        self._entries: list[list[Player]] = [[] for _ in self.names]
        self._entered = 0
        self._outs: tuple[tuple[int, int, bool], frozenset[int]] = ((-1, 0, False), frozenset())
        self._named: dict[int, Mapping[int, str]] = {}  # of the hands that are being played
        self._thread = threading.Thread(target=_work, args=(self,), daemon=True, name="director")
        self._thread.start()

    def _director(self, chronicle: Chronicle | None) -> Director:
        structure, seed = self.settings.structure, self.seed
        own = frozenset(self.names[k] for k in self.agents)
        there, late = split_field(structure, self.names, seed)
        habits = Buying(seed=seed, setting=self.settings.rebuys, agents=own)
        return Director(
            structure,
            there,
            _Waiting(self),
            seed=seed,
            arrivals=late,
            habits=habits,
            chronicle=chronicle,
        )

    def go_on(self) -> None:
        """Let the director work until the next decision of somebody outside, or the end."""
        self.handover.run_director()

    def join(self) -> None:
        """Wait until the director's thread, which was abandoned, has ended and let go of it all."""
        self._thread.join()

    @property
    def entries(self) -> list[list[Player]]:
        """The entries of each person so far, by number; a Matrix has one a match."""
        players = self.director.field.players
        for entry in islice(players.values(), self._entered, None):
            self._entries[self.numbers[entry.name]].append(entry)
        self._entered = len(players)
        return self._entries

    def number_of(self, entry: str) -> int:
        """Return which person an entry belongs to."""
        return self.numbers[self.director.field.players[entry].name]

    @property
    def outs(self) -> frozenset[int]:
        """The persons to whom nothing can come any more: out, places and prizes final."""
        field = self.director.field
        known = (field.paid_outs, field.entries, field.finished)
        if self._outs[0] != known:
            self._outs = (known, self._who_is_out())
        return self._outs[1]

    def _who_is_out(self) -> frozenset[int]:
        field = self.director.field
        if field.is_matrix and not field.finished:
            return frozenset()  # the score counts all matches
        out = {player for out in field.outs[: field.paid_outs] for player in out.players}
        return frozenset(
            k
            for k, entries in enumerate(self.entries)
            if entries and all(entry.id in out for entry in entries)
        )

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to decide: each agent is out and paid, or the event is over.

        A Matrix pays by score when all its matches are over.
        """
        field = self.director.field
        if field.finished or self.play_out or field.is_matrix:
            return field.finished
        return self.outs.issuperset(self.agents)

    def play_tables(
        self, tables: Tables, deals: Sequence[Deal], logs: Log, counts: NDArray[np.int64]
    ) -> None:
        """Play hands to their ends, in the director's thread."""
        players, codes, watched = self._seat(deals)
        events = self.events
        begin_hands(events, np.array([deal.hand for deal in deals]), self.seed)
        who = np.zeros(len(deals), dtype=np.int64)
        facts = self._facts(deals)
        self._play_alone(tables, deals, players, codes, facts, logs, counts)
        while True:
            play_until(tables, events, self.plans, codes, logs, counts, who)
            rows = np.flatnonzero(who == ASKED)
            if len(rows):
                assert self.others is not None
                moves = self.others.answer(self._asked(tables, rows, deals, facts, logs, counts))
                move_rows(tables, rows, moves, events, self.plans, logs, counts)
                continue
            waiting = next((k for k in watched if who[k] == OUTSIDE), None)
            if waiting is None:
                break
            self._wait_at(tables, waiting, deals, logs, counts)
        if watched:
            k = watched[-1]
            self.last = copy_tables(tables[k : k + 1]), deals[k]

    def _seat(
        self, deals: Sequence[Deal]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], list[int]]:
        """Return who sits where and who decides there, and at which tables somebody outside does.

        By table and seat; nobody sits at -1. What everybody sees is written where the caller will
        look.
        """
        count = len(deals)
        if len(self.events) < count:
            self.events = new_events(2 * count)
        self._named = {}
        known, numbers = self.director.field.players, self.numbers
        players = [[-1] * MAX_SEATS for _ in deals]
        codes = [[0] * MAX_SEATS for _ in deals]
        watched = []
        for k, deal in enumerate(deals):
            for seat, entry in deal.seats.items():
                number = players[k][seat - 1] = numbers[known[entry].name]
                codes[k][seat - 1] = self._codes[number]
            if any(self._codes[number] == OUTSIDE for number in players[k] if number >= 0):
                watched.append(k)
                write_public(self.events[k : k + 1], self.director, deal, self.tables_start)
        return np.array(players, dtype=np.int64), np.array(codes, dtype=np.int64), watched

    def _play_alone(
        self,
        tables: Tables,
        deals: Sequence[Deal],
        players: NDArray[np.int64],
        codes: NDArray[np.int64],
        facts: NDArray[np.int64],
        logs: Log,
        counts: NDArray[np.int64],
    ) -> None:
        """Let compiled players among themselves play whole hands at once."""
        if self.others is None:
            return
        chosen = ((codes == ASKED) | (players < 0)).all(axis=1)
        if not chosen.any():
            return
        dealt = Dealt(
            tables=tables,
            chosen=chosen,
            players=players,
            facts=facts,
            logs=logs,
            counts=counts,
            place=self.place,
            seed=self.seed,
            names=lambda k: self._names(deals[k]),
        )
        for k in np.flatnonzero(self.others.play_alone(dealt)).tolist():
            logs[k, : counts[k], THINK] = self.settings.think

    def _wait_at(
        self,
        tables: Tables,
        k: int,
        deals: Sequence[Deal],
        logs: Log,
        counts: NDArray[np.int64],
    ) -> None:
        """Let the caller decide at table `k`."""
        settings, events, deal = self.settings, self.events, deals[k]
        self.to_act = self.number_of(deal.seats[int(tables[k]["to_act"]) + 1])
        at = settings.layout.at
        see_here(tables, k, events, self.plans, settings.ladder, at, self.mask, self.obs)
        self.asked = (tables, k, deal, logs, counts)
        self.handover.wait_for_caller()
        action, box = self.answer
        ladder = settings.ladder
        self.illegal = act_here(
            tables, k, events, self.plans, ladder, self.mask, action, box, logs, counts
        )

    def _facts(self, deals: Sequence[Deal]) -> NDArray[np.int64]:
        """Return what views say of the event, a row for each table."""
        facts = np.zeros((len(deals), FACTS), dtype=np.int64)
        if self.others is not None:
            prizes = self.director.floor.prize_list()
            for k, deal in enumerate(deals):
                write_facts(facts[k], self.director.field, deal, prizes, len(prizes))
        return facts

    def _asked(
        self,
        tables: Tables,
        rows: NDArray[np.int64],
        deals: Sequence[Deal],
        facts: NDArray[np.int64],
        logs: Log,
        counts: NDArray[np.int64],
    ) -> Asked:
        seats = (tables["to_act"][rows] + 1).tolist()
        where = [deals[k] for k in rows.tolist()]
        players = [self.number_of(d.seats[s]) for d, s in zip(where, seats, strict=True)]
        numbers = np.array(players, dtype=np.int64)

        def publish() -> None:
            for k in rows.tolist():
                write_public(self.events[k : k + 1], self.director, deals[k], self.tables_start)

        return Asked(
            tables=tables,
            rows=rows,
            events=self.events,
            at_event=rows,
            plans=self.plans,
            logs=logs,
            counts=counts[rows],
            facts=facts[rows],
            place=np.full_like(rows, self.place),
            slots=numbers,
            players=numbers,
            seeds=np.full(len(rows), self.seed),
            names=lambda k: self._names(where[k]),
            prizes=self.director.floor.prize_list(),
            settings=self.settings,
            publish=publish,
        )

    def _names(self, deal: Deal) -> Mapping[int, str]:
        """Return the names at a table by seat; the same object all through a hand."""
        if deal.hand not in self._named:
            players = self.director.field.players
            self._named[deal.hand] = {s: players[p].name for s, p in deal.seats.items()}
        return self._named[deal.hand]

    def close_books(self) -> None:
        """Write the last observation; nobody is asked any more."""
        self.to_act = -1
        field = self.director.field
        event = self.events[0]
        event.remaining, event.entrants = field.remaining, field.entries
        event.paid = len(self.director.floor.prize_list())
        event.chips = sum(player.stack for player in field.players.values())
        end_here(self.events, -1, self.settings.layout.at, self.mask, self.obs)


def _work(run: Running) -> None:
    """Run the director's thread."""
    handover = run.handover
    handover.to_director.acquire()
    try:
        if handover.abandoned:
            return
        while not run.is_over and run.director.step():
            pass
        run.close_books()
    except _Abandoned:
        return
    except BaseException as error:
        handover.error = error
    handover.to_caller.release()
