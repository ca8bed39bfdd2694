"""Multi-table events for Python callers: the director runs, and waits whenever an agent must act.

The director plays whole hands through a policy; so that a caller can answer in its own time it
runs in a thread of its own. The two threads never run at once: one waits while the other works.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird.arena.env.asked import Asked, Others
from railbird.arena.env.bots import ASKED, OUTSIDE
from railbird.arena.env.config import EnvError, Settings
from railbird.arena.env.loop import Bots, new_event_seed_at, seed_at
from railbird.arena.env.observation import CHIP_SHARE
from railbird.arena.env.observe import waiting_at
from railbird.arena.env.public import write_public
from railbird.arena.env.render import View, table_view
from railbird.arena.env.table_loop import (
    act_here,
    begin_hands,
    end_here,
    move_rows,
    play_until,
    see_here,
)
from railbird.arena.env.worth import worths
from railbird.arena.hand.record import MAX_SEATS, Tables
from railbird.arena.tournament.chronicle import Chronicle
from railbird.arena.tournament.director import Director
from railbird.arena.tournament.facts import write_facts
from railbird.arena.tournament.field import Change, Field, Player
from railbird.arena.tournament.play import Deal, Note
from railbird.arena.tournament.play_kernels import Log
from railbird.arena.tournament.single_table.plan import level_plan
from railbird.arena.tournament.single_table.record import new_events
from railbird.arena.tournament.view import FACTS

_NO_BOX = np.zeros(0, dtype=np.float32)


class _Abandoned(BaseException):
    """Ends the director's thread: nobody will answer any more."""


class _Handover:
    """Lets exactly one of two threads run: the caller's or the director's."""

    def __init__(self) -> None:
        self.to_director = threading.Semaphore(0)
        self.to_caller = threading.Semaphore(0)
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

    def __init__(self, run: _Run) -> None:
        self.run = run

    def attach(self, field: Field, paid: Callable[[], int]) -> None:
        """Nothing: the run knows its director."""

    def presence(self, players: Sequence[Player], hand: int) -> list[Change]:
        """Everybody always sits in."""
        return []

    def play(
        self, tables: Tables, deals: Sequence[Deal], logs: Log, counts: NDArray[np.int64]
    ) -> list[Note]:
        """Play every table to its end, all at once but for the decisions of the caller."""
        self.run.play_tables(tables, deals, logs, counts)
        return []


class _Run:
    """One event in its thread, and the decision that waits for an answer."""

    def __init__(
        self,
        settings: Settings,
        seed: int,
        codes: NDArray[np.int64],
        others: Others | None,
        chronicle: Chronicle | None,
    ) -> None:
        self.settings = settings
        self.seed = seed
        self.codes = codes
        self.others = others
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
        self.answer: tuple[int, NDArray[np.float32]] = (0, _NO_BOX)
        self.handover = _Handover()
        self.director = Director(
            settings.structure, self.names, _Waiting(self), seed=seed, chronicle=chronicle
        )
        self.tables_start = len(self.director.field.tables)
        self.agents = [k for k in range(settings.entrants) if codes[k] == OUTSIDE]
        thread = threading.Thread(target=_work, args=(self,), daemon=True, name="director")
        thread.start()

    def go_on(self) -> None:
        """Let the director work until the next decision of somebody outside, or the end."""
        self.handover.run_director()

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to decide: each agent is out and paid, or the event is over."""
        field = self.director.field
        if field.finished or self.play_out:
            return field.finished
        out = field.places()
        if any(self.names[k] not in out for k in self.agents):
            return False
        return self.director.floor.prizes_final and field.paid_outs == len(field.outs)

    def play_tables(
        self, tables: Tables, deals: Sequence[Deal], logs: Log, counts: NDArray[np.int64]
    ) -> None:
        """Play hands to their ends, in the director's thread."""
        count = len(deals)
        if len(self.events) < count:
            self.events = new_events(2 * count)
        events = self.events
        codes = np.zeros((count, MAX_SEATS), dtype=np.int64)
        for k, deal in enumerate(deals):
            for seat, player in deal.seats.items():
                codes[k, seat - 1] = self.codes[self.numbers[player]]
            if any(codes[k, seat - 1] == OUTSIDE for seat in deal.seats):
                write_public(events[k : k + 1], self.director, deal, self.tables_start)
        begin_hands(events, np.array([deal.hand for deal in deals]), self.seed)
        who = np.zeros(count, dtype=np.int64)
        facts = self._facts(deals)
        while True:
            play_until(tables, events, self.plans, codes, logs, counts, who)
            rows = np.flatnonzero(who == ASKED)
            if len(rows):
                assert self.others is not None
                moves = self.others.answer(self._asked(tables, rows, deals, facts, logs, counts))
                move_rows(tables, rows, moves, events, self.plans, logs, counts)
                continue
            rows = np.flatnonzero(who == OUTSIDE)
            if not len(rows):
                return
            self._wait_at(tables, int(rows[0]), deals, logs, counts)

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
        self.to_act = self.numbers[deal.seats[int(tables[k]["to_act"]) + 1]]
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
        players = [self.numbers[d.seats[s]] for d, s in zip(where, seats, strict=True)]
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
            place=np.zeros_like(rows),
            slots=numbers,
            players=numbers,
            seeds=np.full(len(rows), self.seed),
            names=lambda k: where[k].seats,
            prizes=self.director.floor.prize_list(),
            settings=self.settings,
            publish=publish,
        )

    def close_books(self) -> None:
        """Write the last observation; nobody is asked any more."""
        self.to_act = -1
        field = self.director.field
        event = self.events[0]
        event.remaining, event.entrants = field.remaining, field.entries
        event.paid = len(self.director.floor.prize_list())
        event.chips = sum(player.stack for player in field.living())
        end_here(self.events, -1, self.settings.layout.at, self.mask, self.obs)


def _work(run: _Run) -> None:
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


class ManyTables:
    """A director's event as `Seats`: players are numbered by entry, the agent is 0."""

    def __init__(
        self, settings: Settings, bots: Bots, others: Others | None = None, *, self_play: bool
    ) -> None:
        self.settings = settings
        self.codes, self.others = bots, others
        self.self_play = self_play
        self.chronicle: Callable[[], Chronicle] | None = None
        self.play_out = False  # whether events go on to their end without the agents
        self.obs = np.zeros((1, settings.layout.size), dtype=np.float32)
        self.masks = np.zeros((1, settings.actions), dtype=np.int8)
        self.to_act = np.full(1, -1, dtype=np.int64)
        self.rewards = np.zeros(1, dtype=np.float64)
        self.seat_rewards = np.zeros((1, settings.entrants), dtype=np.float64)
        self.ended = np.ones(1, dtype=np.bool_)
        self._family = new_events(1)
        self._run: _Run | None = None
        self._value = np.zeros(settings.entrants)
        self._changes = -1
        self._outs: frozenset[int] = frozenset()
        self._stop: weakref.finalize[Any, ManyTables] | None = None

    @property
    def illegal(self) -> bool:
        """Whether the last action was illegal."""
        return bool(self.run.illegal)

    @property
    def run(self) -> _Run:
        """The running event."""
        assert self._run is not None, "reset first"
        return self._run

    @property
    def director(self) -> Director:
        """The director of the running event, for reading."""
        return self.run.director

    def seed(self, seed: int) -> None:
        """Start the family of events that `seed` decides."""
        seed_at(self._family, 0, seed)

    def close(self) -> None:
        """Forget the running event."""
        if self._stop is not None:
            self._stop()
        self._run = None

    def set_bots(self, bots: Bots, others: Others | None) -> None:
        """Change who plays the other seats, from the next event on."""
        self.codes, self.others = bots, others

    def reset(self) -> None:
        """Begin the next event and go on to the first decision."""
        self.close()
        seed = int(new_event_seed_at(self._family, 0))
        book = self.chronicle() if self.chronicle is not None else None
        self._run = _Run(self.settings, seed, self.codes, self.others, book)
        self._run.play_out = self.play_out
        self._stop = weakref.finalize(self, self._run.handover.abandon)
        self._value = worths(self.director, self.settings.reward)
        self._changes = self.director.field.changes
        self._outs = frozenset()
        if self.others is not None:
            self.others.forget([0])
        self.run.go_on()
        self._look()
        self.rewards[:] = 0.0
        self.seat_rewards[:] = 0.0

    def step(self, actions: NDArray[Any]) -> int:
        """Do an action and go on to the next decision; return whether that was the end."""
        if self.ended[0]:
            raise EnvError("the tournament is over: call reset() first")
        actor = int(self.to_act[0])
        continuous = actions.ndim == 2
        self.run.answer = (0, actions[0]) if continuous else (int(actions[0]), _NO_BOX)
        self.run.go_on()
        self._look()
        self.rewards[0] = self.seat_rewards[0, actor]
        return int(self.ended[0])

    def _look(self) -> None:
        run = self.run
        self.obs[0] = run.obs
        self.masks[0] = run.mask
        self.to_act[0] = run.to_act
        self.ended[0] = run.to_act < 0
        self.seat_rewards[:] = 0.0
        if self.director.field.changes != self._changes:
            self._changes = self.director.field.changes
            value = worths(self.director, self.settings.reward)
            self.seat_rewards[0] = value - self._value
            self._value = value

    def hero(self, index: int) -> int:
        """Return the agent's number, -1 when every player is an agent."""
        return -1 if self.self_play else 0

    def event_seed(self, index: int) -> int:
        """Return the seed of the running event."""
        return self.run.seed

    def record(self, index: int) -> Any:
        """Return the hand's record."""
        assert self.run.asked is not None
        tables, k = self.run.asked[:2]
        return tables[k]

    def waiting(self, player: int) -> tuple[NDArray[np.float32], NDArray[np.int8]]:
        """Return what a player sees who need not decide, and a mask with a check only.

        Who sits at the table of the running hand sees that; others see the event alone.
        """
        run = self.run
        obs, mask = np.zeros_like(self.obs[0]), np.zeros_like(self.masks[0])
        at = self.settings.layout.at
        if run.to_act >= 0 and run.asked is not None:
            tables, k, deal = run.asked[:3]
            seat = next((s for s, p in deal.seats.items() if p == run.names[player]), 0)
            if seat:
                waiting_at(tables, k, run.events[k:], run.plans, seat - 1, at, mask, obs)
                return obs, mask
        seen = run.events[run.asked[1] :] if run.to_act >= 0 and run.asked else run.events
        end_here(seen, -1, at, mask, obs)
        entry = self.director.field.players[run.names[player]]
        obs[at[CHIP_SHARE]] = entry.stack / max(int(seen[0]["chips"]), 1)
        return obs, mask

    def outs(self) -> frozenset[int]:
        """Return the players who have finished."""
        field = self.director.field
        if len(self._outs) != field.gone:
            self._outs = frozenset(self.run.numbers[player] for player in field.places())
        return self._outs

    def is_out(self, player: int) -> bool:
        """Whether a player has finished."""
        return player in self.outs()

    def result(self, index: int, player: int | None = None) -> dict[str, Any]:
        """Return place, prize and bounties of a player (the agent), money in cents."""
        name = self.run.names[player or 0]
        entry = self.director.field.players[name]
        place = self.director.field.places().get(name, (0, 0))[0]
        return {"place": place, "prize": entry.prize, "bounties": entry.bounties_won}

    def view(self, index: int) -> View:
        """Return what a picture shows: the table and cards of who is to act."""
        run = self.run
        assert run.asked is not None
        tables, k, deal = run.asked[:3]
        seats = {player: seat for seat, player in deal.seats.items()}
        viewer = run.names[max(int(self.to_act[0]), 0)]
        names = {seat - 1: player for seat, player in deal.seats.items()}
        left = f"{self.director.field.remaining} of {self.settings.entrants} left"
        title = f"{self.settings.structure.title}, hand {deal.hand}, table {deal.table}, {left}"
        stakes = [deal.level.big_blind, deal.level.ante]
        return table_view(tables[k], seats.get(viewer, 0) - 1, names, title, stakes)
