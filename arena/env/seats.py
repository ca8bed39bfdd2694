"""Seats of one event for Python callers: at one table, or at the many of the director."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from railbird.arena.env.asked import Others
from railbird.arena.env.config import Settings
from railbird.arena.env.core import Tables
from railbird.arena.env.loop import Bots
from railbird.arena.env.many import ManyTables
from railbird.arena.env.observe import waiting_at
from railbird.arena.env.render import View, end_note, table_view
from railbird.arena.env.table_loop import end_here


class Seats(Protocol):
    """What an environment asks of an event: arrays of one row, and these calls."""

    obs: NDArray[np.float32]
    masks: NDArray[np.int8]
    to_act: NDArray[np.int64]
    rewards: NDArray[np.float64]
    seat_rewards: NDArray[np.float64]
    ended: NDArray[np.bool_]
    others: Others | None

    @property
    def illegal(self) -> bool:
        """Whether the last action was illegal."""
        ...

    def seed(self, seed: int) -> None:
        """Start the family of events that `seed` decides."""

    def reset(self) -> None:
        """Begin the next event and go on to the first decision."""

    def close(self) -> None:
        """Forget the running event."""

    def set_bots(self, bots: Bots, others: Others | None) -> None:
        """Change who plays the other seats, from the next event on."""

    def outs(self) -> frozenset[int]:
        """Return the players who have finished."""
        ...

    def is_out(self, player: int) -> bool:
        """Whether a player has finished."""
        ...

    def step(self, actions: NDArray[Any]) -> int:
        """Do an action and go on to the next decision."""
        ...

    def hero(self, index: int) -> int:
        """Return the agent's number among the players, from 0."""
        ...

    def event_seed(self, index: int) -> int:
        """Return the seed of the running event."""
        ...

    def record(self, index: int) -> Any:
        """Return the hand's record."""
        ...

    def waiting(self, player: int) -> tuple[NDArray[np.float32], NDArray[np.int8]]:
        """Return what a player sees who need not decide, and a mask with a check only."""
        ...

    def result(self, index: int, player: int | None = None) -> dict[str, Any]:
        """Return place, prize and bounties of a player (the agent), money in cents."""
        ...

    def view(self, index: int) -> View:
        """Return what a picture shows."""
        ...


class OneTable(Tables):
    """A single-table event, compiled."""

    def __init__(
        self, settings: Settings, bots: Bots, others: Others | None = None, *, self_play: bool
    ) -> None:
        super().__init__(settings, 1, bots, others, self_play=self_play)

    def seed(self, seed: int) -> None:  # type: ignore[override]
        """Start the family of events that `seed` decides."""
        super().seed(0, seed)

    def outs(self) -> frozenset[int]:
        """Return the seats that have finished."""
        return frozenset(np.flatnonzero(self.events[0]["place"]).tolist())

    def is_out(self, player: int) -> bool:
        """Whether the seat has finished."""
        return bool(self.events[0]["place"][player])

    def hero(self, index: int) -> int:
        """Return the agent's seat from 0, -1 in self-play."""
        return int(self.events[index]["hero"])

    def event_seed(self, index: int) -> int:
        """Return the seed of the running event."""
        return int(self.events[index]["seed"])

    def record(self, index: int) -> Any:
        """Return the hand's record."""
        return self.tables[index]

    @property
    def illegal(self) -> bool:
        """Whether the last action was illegal."""
        return bool(self.illegals[0])

    def waiting(self, player: int) -> tuple[NDArray[np.float32], NDArray[np.int8]]:
        """Return what a player sees who need not decide, and a mask with a check only."""
        obs, mask = np.zeros_like(self.obs[0]), np.zeros_like(self.masks[0])
        at = self.settings.layout.at
        if self.ended[0] or self.is_out(player):
            end_here(self.events, player, at, mask, obs)
        else:
            waiting_at(self.tables, 0, self.events, self.plans, player, at, mask, obs)
        return obs, mask

    def result(self, index: int, player: int | None = None) -> dict[str, Any]:
        """Return place, prize and bounties of a player, money in cents."""
        seat = self.hero(index) if player is None else player
        event = self.events[index]
        return {"place": int(event["place"][seat]), "prize": int(event["prize"][seat])} | {
            "bounties": 0,
            "extra_paid": 0,
        }

    def view(self, index: int) -> View:
        """Return what a picture shows: the cards of the agent, or of the seat to act."""
        event = self.events[index]
        seat = self.hero(index)
        own = int(self.to_act[index]) if seat < 0 else seat
        level = self.plans[0]["levels"][int(event["level"])]
        names = {k: f"seat {k + 1}" for k in range(self.settings.structure.seats)}
        title = f"{self.settings.structure.title}, hand {int(event['hand'])}"
        note = ""
        if self.ended[index]:
            result = self.result(index, seat) if seat >= 0 else None
            note = end_note(result, self.settings.structure.currency)
        return table_view(self.tables[index], own, names, title, level[1:3].tolist(), note)


def new_seats(
    settings: Settings, bots: Bots, others: Others | None = None, *, self_play: bool
) -> Seats:
    """Return the seats of an event: compiled where that can be, else the director's."""
    if settings.single_table:
        return OneTable(settings, bots, others, self_play=self_play)
    return ManyTables(settings, bots, others, self_play=self_play)
