"""Wraps an honest agent: a scheme may change its decisions, and each change is written down."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from railbird.agents.base import Agent
from railbird.agents.observation import Observation
from railbird.arena.hand.actions import Move
from railbird.arena.history.recorder import Recorder
from railbird.arena.history.schema import BETS, TABLES, History
from railbird.arena.randomness import STREAM_WORDS, seed_stream, unit

_MOVES_A_HAND = 1 << 10
# Actions that are decisions; posts and what follows by itself are none.
_DECISIONS = (*BETS, "brings_in")


@dataclass(frozen=True, slots=True)
class Altered:
    """A decision that the honest agent would have taken otherwise.

    `hand` is the hand's number in the event, `move` counts its decisions from 0.
    """

    hand: int
    move: int
    player: str
    partner: str
    scheme: str


class Scheme(Protocol):
    """What partners have agreed on."""

    name: str

    def alter(self, seen: Observation, partner: int, honest: Move) -> Move | None:
        """Return what to do instead of `honest`, or None; `partner` is a seat dealt in."""
        ...


@dataclass(slots=True)
class Colluder:
    """Plays `honest`, and follows `scheme` with its partners where it may.

    `partners` are names, the first at the table counts. With `intensity` below 1 a hand is played
    by the scheme with that chance, the same for all partners of one `seed`.
    """

    honest: Agent
    scheme: Scheme
    partners: tuple[str, ...]
    intensity: float = 1.0
    seed: int = 0
    altered: list[Altered] = field(default_factory=list)

    def act(self, observation: Observation) -> Move:
        """Return the scheme's move where it differs, and mark it; else the honest agent's."""
        honest = self.honest.act(observation)
        partner = self._partner(observation)
        if partner is None or not self._is_on(observation.hand):
            return honest
        move = self.scheme.alter(observation, partner, honest)
        if move is None or move == honest or move not in observation.legal:
            return honest
        self.altered.append(
            Altered(
                observation.hand,
                int(observation.view.moves),
                observation.players[observation.seat],
                observation.players[partner],
                self.scheme.name,
            )
        )
        return move

    def _partner(self, seen: Observation) -> int | None:
        seats = {name: seat for seat, name in seen.players.items()}
        for name in self.partners:
            if name in seats and seats[name] != seen.seat:
                return seats[name]
        return None

    def _is_on(self, hand: int) -> bool:
        if self.intensity >= 1.0:
            return True
        stream = np.zeros(STREAM_WORDS, dtype=np.int64)
        seed_stream(stream, self.seed, hand * _MOVES_A_HAND)
        return unit(stream) < self.intensity


def with_truth(
    history: History,
    marks: Iterable[Altered],
    hand_ids: Mapping[int, str],
    groups: Sequence[tuple[str, str, str, float]],
) -> History:
    """Return the history of one event with its tables `altered` and `labels` filled.

    `hand_ids` names each hand by its number; `groups` are (group, player, scheme, intensity).
    Raises `KeyError` for a mark whose decision is not in the history.
    """
    actions = history.frame("actions")
    decisions = actions[actions.kind.isin(_DECISIONS)].sort_values(["hand_id", "ordinal"])
    ordinals = {key: rows.ordinal.tolist() for key, rows in decisions.groupby("hand_id")}
    truth = Recorder()
    for mark in marks:
        hand = hand_ids[mark.hand]
        if mark.move >= len(ordinals.get(hand, ())):
            raise KeyError(f"hand {hand} has no decision {mark.move + 1}")
        place = int(ordinals[hand][mark.move])
        truth.rows["altered"].append((hand, place, mark.player, mark.partner, mark.scheme))
    for event in history["tournaments"]["tournament_id"].to_pylist():
        truth.rows["labels"] += [(*group, event, None) for group in groups]
    found = truth.history()
    own = {name: found[name] for name in ("altered", "labels")}
    return History({name: own.get(name, history[name]) for name in TABLES})
