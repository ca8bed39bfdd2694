"""Single-table events for Python callers: the arrays of `count` tables and calls on them."""

from __future__ import annotations

import numpy as np

from railbird.arena.env.config import Settings
from railbird.arena.env.loop import Bots, reset_range, seed_at, step_range
from railbird.arena.hand.record import MAX_SEATS, new_tables
from railbird.arena.tournament.single_table.plan import compile_plan, write_tables
from railbird.arena.tournament.single_table.record import new_events

_NO_BOXES = np.zeros((0, 2), dtype=np.float32)


class Tables:
    """`count` events side by side, each with its own family of decks.

    `obs`, `masks`, `to_act`, `rewards`, `seat_rewards`, `ended` and `illegals` are filled in place
    by `reset` and `step`, one row an event.
    """

    def __init__(self, settings: Settings, count: int, bots: Bots, *, self_play: bool) -> None:
        self.settings = settings
        self.count = count
        self.bots = bots
        self.options = settings.options(self_play)
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
        self._all = np.ones(count, dtype=np.bool_)
        self._no_actions = np.zeros(count, dtype=np.int64)

    def seed(self, index: int, seed: int) -> None:
        """Start the family of events of one table anew; `seed` is 0 or more."""
        seed_at(self.events, index, seed)

    def reset(self, chosen: np.ndarray | None = None) -> None:
        """Begin the next event at the chosen tables, or at all."""
        mask = self._all if chosen is None else chosen
        reset_range(
            self.tables,
            self.events,
            self.plans,
            self.bots,
            self.options,
            self.settings.ladder,
            self.settings.layout.at,
            mask,
            self.obs,
            self.masks,
            self.to_act,
        )
        self.ended[mask] = self.to_act[mask] < 0

    def step(self, actions: np.ndarray) -> int:
        """Do an action at each table (the next event begins where one has ended).

        `actions` is int64 of the ladder form or float32 of two columns. Returns how many ended.
        """
        ladder = actions.ndim == 1
        return int(
            step_range(
                self.tables,
                self.events,
                self.plans,
                self.bots,
                self.options,
                self.settings.ladder,
                self.settings.layout.at,
                actions if ladder else self._no_actions,
                _NO_BOXES if ladder else actions,
                self.obs,
                self.masks,
                self.to_act,
                self.rewards,
                self.seat_rewards,
                self.ended,
                self.illegals,
                0,
                self.count,
            )
        )
