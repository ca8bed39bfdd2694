"""Director's events for Python callers: many tables, rebuys, late players, bounties, Matrix."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird.arena.env.asked import Others
from railbird.arena.env.buying import extra_paid
from railbird.arena.env.config import EnvError, Settings
from railbird.arena.env.loop import Bots, new_event_seed_at, seed_at
from railbird.arena.env.observation import CHIP_SHARE
from railbird.arena.env.observe import waiting_at
from railbird.arena.env.render import View, end_note, table_view
from railbird.arena.env.running import NO_BOX, Running
from railbird.arena.env.table_loop import (
    end_here,
)
from railbird.arena.env.worth import worths
from railbird.arena.tournament.chronicle import Chronicle
from railbird.arena.tournament.director import Director
from railbird.arena.tournament.matrix import MATCHES
from railbird.arena.tournament.single_table.record import new_events


class ManyTables:
    """A director's event as `Seats`: players are numbered by entry, the agent is 0."""

    def __init__(
        self,
        settings: Settings,
        bots: Bots,
        others: Others | None = None,
        *,
        self_play: bool,
        place: int = 0,
    ) -> None:
        self.settings = settings
        self.place = place
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
        self._run: Running | None = None
        self._people: slice = slice(0, settings.entrants if self_play else 1)
        self._value = np.zeros(settings.entrants)
        self._changes = -1
        self._there = np.zeros(0, dtype=np.bool_)
        self._stop: weakref.finalize[Any, ManyTables] | None = None

    @property
    def illegal(self) -> bool:
        """Whether the last action was illegal."""
        return bool(self.run.illegal)

    @property
    def run(self) -> Running:
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
        if self._run is not None:
            # The next event finds the memory free, and never more threads live than events.
            self._run.join()
        self._run = None

    def set_bots(self, bots: Bots, others: Others | None) -> None:
        """Change who plays the other seats, from the next event on."""
        self.codes, self.others = bots, others

    def reset(self) -> None:
        """Begin the next event and go on to the first decision."""
        self.close()
        seed = int(new_event_seed_at(self._family, 0))
        book = self.chronicle() if self.chronicle is not None else None
        self._run = Running(self.settings, seed, self.codes, self.others, book, self.place)
        self._run.play_out = self.play_out
        self._stop = weakref.finalize(self, self._run.handover.abandon)
        self._value = np.zeros(self._people.stop)
        self._there = np.zeros(self._people.stop, dtype=np.bool_)
        self._take_change()
        self._changes = self.director.field.changes
        if self.others is not None:
            self.others.forget([self.place])
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
        self.run.answer = (0, actions[0]) if continuous else (int(actions[0]), NO_BOX)
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
            self.seat_rewards[0, self._people] = self._take_change()

    def _take_change(self) -> NDArray[np.float64]:
        """Return what each person's worth has gained; to come late is no gain."""
        people = self.run.entries[self._people]
        value = worths(self.director, self.settings.reward, people)
        there = np.array([bool(entries) for entries in people])
        gained = np.where(self._there, value - self._value, 0.0)
        self._value, self._there = value, there
        return gained

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
            seat = next((s for s, p in deal.seats.items() if run.number_of(p) == player), 0)
            if seat:
                waiting_at(tables, k, run.events[k:], run.plans, seat - 1, at, mask, obs)
                return obs, mask
        seen = run.events[run.asked[1] :] if run.to_act >= 0 and run.asked else run.events
        end_here(seen, -1, at, mask, obs)
        field, entries = self.director.field, run.entries[player]
        if field.is_matrix and run.to_act >= 0 and run.asked is not None:
            entries = [entries[run.asked[2].table - 1]]  # his chips in the match that is seen
        if entries:
            obs[at[CHIP_SHARE]] = entries[-1].stack / max(int(seen[0]["chips"]), 1)
        return obs, mask

    def outs(self) -> frozenset[int]:
        """Return the players who have finished for good: their places and prizes are final."""
        return self.run.outs

    def is_out(self, player: int) -> bool:
        """Whether a player has finished."""
        return player in self.outs()

    def result(self, index: int, player: int | None = None) -> dict[str, Any]:
        """Return place, prize and bounties of a player (the agent), money in cents.

        With what rebuys, add-on and re-entries have cost; 0 stands for the place of a player who
        came too late to enter. In a Matrix the place is that by score, `match_places` are the
        others; else it is that of the last entry.
        """
        director, entries = self.director, self.run.entries[player or 0]
        places = director.field.places()
        each = [places.get(entry.id, (0, 0))[0] for entry in entries]
        found: dict[str, Any] = {
            "place": each[-1] if each else 0,
            "prize": sum(entry.prize for entry in entries),
            "bounties": sum(entry.bounties_won for entry in entries),
            "extra_paid": extra_paid(director.structure, entries),
        }
        if director.field.is_matrix:
            found["match_places"] = np.array(each[:MATCHES], dtype=np.int64)
        return found

    def view(self, index: int) -> View:
        """Return what a picture shows: the table and cards of who is to act.

        At the end that is the last hand of an agent, as it ended, and what he has won.
        """
        run, field = self.run, self.director.field
        title = self.settings.structure.title
        if run.to_act >= 0:
            assert run.asked is not None
            tables, k, deal = run.asked[:3]
            table, own, note = tables[k], int(tables[k]["to_act"]), ""
            left, entries = run.events[k].players_left, run.events[k].entrants
        else:
            assert run.last is not None, "an event begins with a hand of an agent"
            (table,), deal = run.last
            number = self.hero(index)
            own = next((s - 1 for s, p in deal.seats.items() if run.number_of(p) == number), -1)
            result = self.result(index) if number >= 0 else None
            note = end_note(result, self.settings.structure.currency)
            left, entries = field.remaining, field.entries
        title += f", hand {deal.hand}, table {deal.table}"
        if not field.is_matrix or run.to_act >= 0:
            title += f", {left} of {entries} left"
        names = {seat - 1: player for seat, player in deal.seats.items()}
        return table_view(table, own, names, title, [deal.level.big_blind, deal.level.ante], note)
