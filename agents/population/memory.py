"""What the players of an event could all see, and the human-like remember: habits, lost pots."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from railbird.agents.base import Agent
from railbird.agents.population.company import (
    COUNTS,
    NEVER,
    count_hands,
    meet_all,
    name_number,
)
from railbird.agents.population.people import HumanBot
from railbird.agents.scripted.style import Row
from railbird.arena.hand.record import MAX_SEATS, Tables
from railbird.arena.tournament.play_kernels import Log

Ints = NDArray[np.int64]


class Memory:
    """Public facts of one event by player: what he did, and how long ago he lost a big pot."""

    def __init__(self, agents: Mapping[str, Agent]) -> None:
        self._place = {name: k for k, name in enumerate(agents)}
        count = len(agents)
        self._numbers = np.array([name_number(name) for name in agents], dtype=np.int64)
        self._counts = np.zeros((count, COUNTS), dtype=np.int64)
        self._since = np.full(count, NEVER, dtype=np.int64)
        # How upset a big lost pot makes each, and the hands in which it fades by half.
        self._tilt = np.zeros((count, 2))
        self.is_needed = False
        for k, agent in enumerate(agents.values()):
            bot = human_behind(agent)
            if bot is not None:
                self.is_needed = True
                self._tilt[k] = bot.temper.tilt, bot.temper.tilt_hands

    def seats(self, names: Mapping[int, str]) -> Ints:
        """Return the players of a table by seat (0-based), -1 where nobody sits."""
        out = np.full(MAX_SEATS, -1, dtype=np.int64)
        for seat, name in names.items():
            out[seat - 1] = self._place[name]
        return out

    def prepare(self, rows: NDArray[np.float64], seeds: Ints, people: Ints) -> None:
        """Write into the rows of human-like players what they know and feel now.

        `rows` and `seeds` by table and seat; `people` as `seats` gives them.
        """
        meet_all(rows, seeds, people, self._numbers, self._counts, self._since, self._tilt)

    def row(self, bot: HumanBot, own: int, names: Mapping[int, str]) -> Row:
        """Return the row for one decision of the player at seat `own`, from 1."""
        rows = np.zeros((1, MAX_SEATS, len(bot.row)))
        rows[0, own - 1] = bot.row
        seeds = np.full((1, MAX_SEATS), bot.seed, dtype=np.int64)
        self.prepare(rows, seeds, self.seats(names)[None])
        return np.asarray(rows[0, own - 1])

    def learn(self, tables: Tables, logs: Log, moves: Ints, people: Ints, big_blinds: Ints) -> None:
        """Take in finished hands; `people` as `seats` gives them, `moves` made in each."""
        count_hands(tables, logs, moves, people, big_blinds, self._counts, self._since)


def human_behind(agent: object) -> HumanBot | None:
    """Return the human-like player that an agent is or wraps (as `honest`), or None."""
    for _ in range(8):
        if isinstance(agent, HumanBot):
            return agent
        agent = getattr(agent, "honest", None)
    return None
