"""Single-table events for Python callers: the arrays of `count` tables and calls on them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird.arena.env.actions import Ladder
from railbird.arena.env.asked import Asked, Ints, Others
from railbird.arena.env.config import EnvError, Settings
from railbird.arena.env.loop import (
    PLAYS_ALL,
    PLAYS_ONE,
    PLAYS_SOME,
    SELF_PLAY,
    Bots,
    MaybeLogs,
    Options,
    reset_range,
    resume_range,
    seed_at,
    step_range,
    write_results,
)
from railbird.arena.env.observe import At
from railbird.arena.hand.record import MAX_SEATS, new_tables
from railbird.arena.tournament import view
from railbird.arena.tournament.play_kernels import MOST_MOVES, MOVE_FIELDS
from railbird.arena.tournament.single_table.plan import compile_plan, write_tables
from railbird.arena.tournament.single_table.record import Events, Plans, new_events

# What is told of a player at the end: his place, and money in cents.
RESULTS = ("place", "prize", "bounties", "extra_paid")
_NO_BOXES = np.zeros((0, 2), dtype=np.float32)


class Tables:
    """`count` events side by side, each with its own family of decks.

    `obs`, `masks`, `to_act`, `rewards`, `seat_rewards`, `ended` and `illegals` are filled in place
    by `reset` and `step`, one row an event. `bots` says who decides (`bots.py`), `others` answers
    for those who are asked. In self-play the caller acts for all whom `bots` leaves outside.
    """

    def __init__(
        self,
        settings: Settings,
        count: int,
        bots: Bots,
        others: Others | None = None,
        *,
        self_play: bool,
    ) -> None:
        self.settings = settings
        self.count = count
        self.bots = bots
        self.others = others
        plays = PLAYS_SOME if bots.any() else PLAYS_ALL
        self.options = settings.options(plays if self_play else PLAYS_ONE)
        self.plans = compile_plan(settings.structure, settings.entrants, settings.think)
        self.tables = new_tables(count)
        write_tables(self.tables, settings.structure)
        self.events = new_events(count)
        self.obs = np.zeros((count, settings.layout.size), dtype=np.float32)
        self.masks = np.zeros((count, settings.actions), dtype=np.int8)
        self.to_act = np.full(count, -1, dtype=np.int64)
        self.rewards = np.zeros(count, dtype=np.float64)
        self.seat_rewards = np.zeros((count, MAX_SEATS), dtype=np.float64)
        self.ended = np.ones(count, dtype=np.bool_)
        self.illegals = np.zeros(count, dtype=np.bool_)
        self._asked = np.zeros(count, dtype=np.int64)
        self._actors = np.zeros(count, dtype=np.int64)
        self._all = np.ones(count, dtype=np.bool_)
        self._no_actions = np.zeros(count, dtype=np.int64)
        self._failed = False
        self._named: dict[bytes, Mapping[int, str]] = {}
        self._begin_logs()

    def set_bots(self, bots: Bots, others: Others | None) -> None:
        """Change who plays the other seats, from the next event on."""
        self.bots, self.others = bots, others
        self._begin_logs()

    def _begin_logs(self) -> None:
        """Have room for the moves of the hands, which only those who are asked look at."""
        self.logs: MaybeLogs = None
        if self.others is not None:
            self.logs = np.zeros((self.count, MOST_MOVES, MOVE_FIELDS), dtype=np.int64)
        levels = [self.settings.structure.level(k + 1) for k in range(self.plans[0]["level_count"])]
        self._stakes = np.array([(x.small_blind, x.big_blind, x.ante) for x in levels])
        self._prizes = tuple(self.plans[0]["prizes"][: self.plans[0]["paid"]].tolist())

    @property
    def _game(self) -> tuple[NDArray[Any], Events, Plans, Bots, Options, Ladder, At]:
        """What `reset_range`, `step_range` and `resume_range` are given first."""
        ladder, at = self.settings.ladder, self.settings.layout.at
        return self.tables, self.events, self.plans, self.bots, self.options, ladder, at

    def seed(self, index: int, seed: int) -> None:
        """Start the family of events of one table anew; `seed` is 0 or more."""
        seed_at(self.events, index, seed)

    def reset(self, chosen: np.ndarray | None = None) -> None:
        """Begin the next event at the chosen tables, or at all."""
        mask = self._all if chosen is None else chosen
        self._failed = False
        if self.others is not None:
            self.others.forget(np.flatnonzero(mask).tolist())
        reset_range(
            *self._game,
            mask,
            self.logs,
            self.obs,
            self.masks,
            self.to_act,
            self._asked,
            self._actors,
        )
        self.ended[mask] = self.to_act[mask] < 0
        if self.others is not None:
            self.ended[self._asked > 0] = False
            self._ask(int(np.count_nonzero(self._asked)))

    def step(self, actions: np.ndarray) -> int:
        """Do an action at each table (the next event begins where one has ended).

        `actions` is int64 of the ladder form or float32 of two columns. Returns how many ended.
        """
        if self._failed:
            raise EnvError("an opponent failed within the last step: call reset() first")
        ladder = actions.ndim == 1
        count = step_range(
            *self._game,
            actions if ladder else self._no_actions,
            _NO_BOXES if ladder else actions,
            self.logs,
            self.obs,
            self.masks,
            self.to_act,
            self.rewards,
            self.seat_rewards,
            self.ended,
            self.illegals,
            self._asked,
            self._actors,
            0,
            self.count,
        )
        if count >= 0:
            return int(count)
        self._ask(-int(count))
        return int(np.count_nonzero(self.ended))

    def _ask(self, waiting: int) -> None:
        """Ask opponents, all tables at once, until every table has come back to the caller."""
        self._failed = True
        while waiting:
            assert self.others is not None
            rows = np.flatnonzero(self._asked)
            moves = self.others.answer(self._decisions(rows))
            waiting = resume_range(
                *self._game,
                rows,
                moves,
                self.logs,
                self.obs,
                self.masks,
                self.to_act,
                self.rewards,
                self.seat_rewards,
                self.ended,
                self._asked,
                self._actors,
            )
        self._failed = False

    def _decisions(self, rows: Ints) -> Asked:
        assert self.logs is not None
        events = self.events
        level = events["level"][rows]
        seats = self.tables["to_act"][rows]
        facts = np.zeros((len(rows), view.FACTS), dtype=np.int64)
        facts[:, view.HAND] = events["hand"][rows]
        facts[:, view.LEVEL] = level + 1
        facts[:, view.SMALL_BLIND : view.ANTE + 1] = self._stakes[level]
        facts[:, view.PLAYERS_LEFT] = events["players_left"][rows]
        facts[:, view.PLACES_PAID] = events["paid"][rows]
        facts[:, view.ENTRANTS] = events["entrants"][rows]
        facts[:, view.CHIPS] = events["chips"][rows]
        facts[:, view.PRIZES : view.PRIZES + len(self._prizes)] = self._prizes
        return Asked(
            tables=self.tables,
            rows=rows,
            events=events,
            at_event=rows,
            plans=self.plans,
            logs=self.logs,
            counts=events["moves"][rows],
            facts=facts,
            place=rows,
            slots=(seats - np.maximum(events["hero"][rows], 0)) % self.settings.entrants,
            players=seats,
            seeds=events["seed"][rows],
            names=lambda k: self._names(int(rows[k])),
            prizes=self._prizes,
            settings=self.settings,
        )

    @property
    def seeds(self) -> Ints:
        """The seed of each running event."""
        seeds: Ints = self.events["seed"]
        return seeds

    @property
    def heroes(self) -> Ints:
        """The agent's number in each event; -1 in self-play."""
        heroes: Ints = self.events["hero"]
        return heroes

    def results(self, ended: NDArray[np.bool_]) -> dict[str, Ints]:
        """Return place and money (cents) of the agents of ended events, or of all seats.

        One row an event, 0 where none has ended.
        """
        one = self.options[SELF_PLAY] == PLAYS_ONE
        shape = (self.count, 1 if one else self.settings.structure.seats)
        found = {name: np.zeros(shape, dtype=np.int64) for name in RESULTS}
        write_results(self.events, ended, found["place"], found["prize"])
        return {name: values[:, 0] for name, values in found.items()} if one else found

    def close(self) -> None:
        """Nothing runs between two calls."""

    def _names(self, index: int) -> Mapping[int, str]:
        """Return the names at a table; the same object for the same seats."""
        dealt = self.tables["dealt"][index]
        key = dealt.tobytes()
        if key not in self._named:
            seats = np.flatnonzero(dealt).tolist()
            self._named[key] = {seat + 1: f"player {seat + 1}" for seat in seats}
        return self._named[key]
