"""House bots as agents: a style and a seed."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from railbird.agents.base import move_of_codes
from railbird.agents.observation import Observation
from railbird.agents.scripted.play import act_views
from railbird.agents.scripted.style import STYLES, Style
from railbird.arena.hand.actions import Move
from railbird.arena.tournament.view import Views


class HouseBot:
    """Plays a style. What it does depends on its seed, the hand's number and what it sees."""

    def __init__(self, style: Style, seed: int = 0) -> None:
        self.style = style
        self.seed = seed
        self.row = style.row()

    def act(self, observation: Observation) -> Move:
        """Return the move."""
        kind, total, _ = self.act_views(observation.views)[0].tolist()
        return move_of_codes(kind, total)

    def act_batch(self, observations: Sequence[Observation]) -> list[Move]:
        """Return a move for each observation."""
        if not observations:
            return []
        moves = self.act_views(np.concatenate([o.views for o in observations])).tolist()
        return [move_of_codes(kind, total) for kind, total, _ in moves]

    def act_views(self, views: Views) -> NDArray[np.int64]:
        """Return kind, total and thinking time in ms for each view, in compiled code."""
        moves = np.zeros((len(views), 3), dtype=np.int64)
        styles = np.broadcast_to(self.row, (len(views), len(self.row))).copy()
        act_views(views, styles, np.full(len(views), self.seed, dtype=np.int64), moves)
        return moves


def house_bot(name: str, seed: int = 0) -> HouseBot:
    """Return the house bot called `name` in `STYLES`."""
    return HouseBot(STYLES[name], seed)
