"""Director's events side by side, behind the arrays and calls of `core.Tables`."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird.arena.env.asked import Others
from railbird.arena.env.config import Settings
from railbird.arena.env.loop import Bots
from railbird.arena.env.many import ManyTables


class ManyEvents:
    """`count` events of a director, each stepped in turn; see `core.Tables` for the arrays.

    `to_act` and the columns of `seat_rewards` number the players by entry.
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
        self.others = others
        self.runs = [
            ManyTables(settings, bots, others, self_play=self_play, place=k) for k in range(count)
        ]
        self.obs = np.zeros((count, settings.layout.size), dtype=np.float32)
        self.masks = np.zeros((count, settings.actions), dtype=np.int8)
        self.to_act = np.full(count, -1, dtype=np.int64)
        self.rewards = np.zeros(count, dtype=np.float64)
        self.seat_rewards = np.zeros((count, settings.entrants), dtype=np.float64)
        self.ended = np.ones(count, dtype=np.bool_)
        self.illegals = np.zeros(count, dtype=np.bool_)
        self.seeds = np.zeros(count, dtype=np.int64)
        self.heroes = np.full(count, -1 if self_play else 0, dtype=np.int64)

    def set_bots(self, bots: Bots, others: Others | None) -> None:
        """Change who plays the other seats, from the next events on."""
        self.others = others
        for run in self.runs:
            run.set_bots(bots, others)

    def seed(self, index: int, seed: int) -> None:
        """Start the family of events of one place anew; `seed` is 0 or more."""
        self.runs[index].seed(seed)

    def reset(self, chosen: NDArray[np.bool_] | None = None) -> None:
        """Begin the next event at the chosen places, or at all; one without a decision is passed.

        What the running events had left is forgotten.
        """
        for k in range(len(self.runs)) if chosen is None else np.flatnonzero(chosen).tolist():
            self._begin(k)

    def _begin(self, k: int) -> None:
        run = self.runs[k]
        run.reset()
        while run.ended[0]:
            run.reset()
        self._look(k)
        self.seeds[k] = run.run.seed
        self.ended[k] = False

    def step(self, actions: NDArray[Any]) -> int:
        """Do an action in each event; the next one begins where one has ended."""
        for k, run in enumerate(self.runs):
            if self.ended[k]:
                self._begin(k)
                self.illegals[k] = False
            else:
                run.step(actions[k : k + 1])
                self._look(k)
                self.illegals[k] = run.illegal
                self.ended[k] = run.ended[0]
            # Those of the last step stand when an event begins within it.
            self.rewards[k] = run.rewards[0]
            self.seat_rewards[k] = run.seat_rewards[0]
        return int(np.count_nonzero(self.ended))

    def _look(self, k: int) -> None:
        run = self.runs[k]
        self.obs[k] = run.obs[0]
        self.masks[k] = run.masks[0]
        self.to_act[k] = run.to_act[0]

    def results(self, ended: NDArray[np.bool_]) -> dict[str, NDArray[np.int64]]:
        """Return place, prize and so on of the agents of ended events, or of all players.

        One row an event, 0 where none has ended.
        """
        found: dict[str, NDArray[np.int64]] = {}
        for k in np.flatnonzero(ended).tolist():
            run = self.runs[k]
            players = range(run.settings.entrants) if run.self_play else [0]
            each = [run.result(0, player) for player in players]
            for name in each[0]:
                values = np.array([one[name] for one in each], dtype=np.int64)
                row = values if run.self_play else values[0]
                if name not in found:
                    found[name] = np.zeros((len(ended), *np.shape(row)), dtype=np.int64)
                found[name][k] = row
        return found

    def close(self) -> None:
        """Forget the running events."""
        for run in self.runs:
            run.close()
