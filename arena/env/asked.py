"""Decisions that wait for opponents who are not compiled into the arena, as one batch.

The kernel stops at their seats; what they know is written as views (`arena.tournament.view`), or as
the arrays that an environment's agent sees, and their moves come back as kinds and totals.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from railbird.arena.env.actions import Ladder, Mask, decode, decode_box, instead, write_mask
from railbird.arena.env.bots import bot_move
from railbird.arena.env.config import Settings
from railbird.arena.env.loop import Logs
from railbird.arena.env.observation import FloatArray
from railbird.arena.env.observe import At, write_observation
from railbird.arena.hand.legal import is_legal
from railbird.arena.hand.record import Tables
from railbird.arena.numba_cache import kernel
from railbird.arena.randomness import next_word, seed_stream
from railbird.arena.tournament.play_kernels import Log
from railbird.arena.tournament.single_table.record import Events, Plans
from railbird.arena.tournament.view import Views, new_views, write_view

Ints = NDArray[np.int64]
Moves = NDArray[np.int64]  # kind and total, a row each

# A family of random streams apart from those of decks and of compiled opponents.
_SEATS = 2_000_003
_NO_ACTIONS = np.zeros(0, dtype=np.int64)
_NO_BOXES = np.zeros((0, 2), dtype=np.float32)


@dataclass(frozen=True, slots=True)
class Asked:
    """Decisions of opponents, a row each; what is asked for is written then and not before.

    `rows` are places in `tables`, `at_event` those in `events`; `counts` says how many moves of
    `logs` each hand has had. `place` tells environments of a vector apart, `slots` is which
    opponent of the list decides, `players` his number in the event, `seeds` the event's seed.
    `names(k)` are those at the table of decision k, by seat from 1; `prizes` cents by place.
    `publish` writes into `events` what everybody sees, where that is not there yet.
    """

    tables: Tables
    rows: Ints
    events: Events
    at_event: Ints
    plans: Plans
    logs: Logs
    counts: Ints
    facts: Ints
    place: Ints
    slots: Ints
    players: Ints
    seeds: Ints
    names: Callable[[int], Mapping[int, str]]
    prizes: tuple[int, ...]
    settings: Settings
    publish: Callable[[], None] | None = None

    def __len__(self) -> int:
        return len(self.rows)

    def part(self, chosen: Ints) -> Asked:
        """Return the chosen decisions."""
        index = {k: int(c) for k, c in enumerate(chosen)}
        names = self.names
        return Asked(
            self.tables,
            self.rows[chosen],
            self.events,
            self.at_event[chosen],
            self.plans,
            self.logs,
            self.counts[chosen],
            self.facts[chosen],
            self.place[chosen],
            self.slots[chosen],
            self.players[chosen],
            self.seeds[chosen],
            lambda k: names(index[k]),
            self.prizes,
            self.settings,
            self.publish,
        )

    def views(self) -> Views:
        """Return what each decides by, as records."""
        views = new_views(len(self))
        write_views(self.tables, self.rows, self.logs, self.counts, self.facts, views)
        return views

    def log(self, k: int) -> Log:
        """Return the moves of decision k's hand so far."""
        log: Log = self.logs[self.rows[k], : self.counts[k]].copy()
        return log

    def arrays(self) -> tuple[FloatArray, NDArray[np.int8]]:
        """Return observations and masks as the environment's agent sees them."""
        if self.publish is not None:
            self.publish()
        obs = np.zeros((len(self), self.settings.layout.size), dtype=np.float32)
        masks = np.zeros((len(self), self.settings.actions), dtype=np.int8)
        write_arrays(
            self.tables,
            self.rows,
            self.events,
            self.at_event,
            self.plans,
            self.settings.ladder,
            self.settings.layout.at,
            masks,
            obs,
        )
        return obs, masks

    def own_seeds(self) -> Ints:
        """Return a seed for each decision's player, the same all through an event."""
        return own_seeds(self.seeds, self.players)

    def moves_of(self, actions: Any, masks: Mask) -> Moves:
        """Return the moves that actions of the environment mean; `EnvError` for what is none."""
        given = self.settings.checked(actions, masks)
        moves = np.zeros((len(self), 2), dtype=np.int64)
        ladder = given.ndim == 1
        decode_rows(
            self.tables,
            self.rows,
            self.settings.ladder,
            masks,
            given if ladder else _NO_ACTIONS,
            _NO_BOXES if ladder else given,
            moves,
        )
        return moves

    def compiled(self, codes: Ints) -> Moves:
        """Return the moves of compiled opponents (`bots.py`)."""
        moves = np.zeros((len(self), 2), dtype=np.int64)
        bot_rows(self.tables, self.rows, self.events, self.at_event, codes, moves)
        return moves

    def legal(self, moves: Moves) -> Moves:
        """Return the moves, those that are not legal turned into checks or folds."""
        correct_rows(self.tables, self.rows, moves)
        return moves


@dataclass(frozen=True, slots=True)
class Dealt:
    """Hands in which everybody is an opponent who is asked, of one event at `place`.

    `players` is who sits where in the event, by table and seat, -1 where nobody is dealt in;
    only `chosen` tables are to be played. The rest is as in `Asked`, `names` by table.
    """

    tables: Tables
    chosen: NDArray[np.bool_]
    players: Ints
    facts: Ints
    logs: Logs
    counts: Ints
    place: int
    seed: int
    names: Callable[[int], Mapping[int, str]]


def own_seeds(seeds: Ints, players: Ints) -> Ints:
    """Return the seed of each player in an event of a seed."""
    out = np.zeros(len(players), dtype=np.int64)
    write_seeds(seeds, players, out)
    return out


class Others(Protocol):
    """Opponents who are asked: `railbird.agents.for_env` makes them."""

    def answer(self, asked: Asked) -> Moves:
        """Return a move for each decision."""
        ...

    def play_alone(self, dealt: Dealt) -> NDArray[np.bool_]:
        """Play the hands to their ends in which only compiled players sit; return which."""
        ...

    def forget(self, places: Sequence[int]) -> None:
        """Take it that other events begin at these tables, whatever their seeds."""

    def begin(self, place: int, seed: int, first: int) -> None:
        """Decide who sits at a table in the event of `seed`, where that is not decided yet.

        The player of slot 0 is `first`.
        """

    def close(self) -> None:
        """Let go of what was started for names: nobody is asked any more."""


@kernel
def write_views(
    tables: Tables, rows: Ints, logs: Logs, counts: Ints, facts: Ints, views: Views
) -> None:
    """Write what the seat to act at each of `rows` knows."""
    for k in range(rows.shape[0]):
        i = rows[k]
        write_view(tables[i], logs[i], min(counts[k], logs.shape[1]), facts[k], views[k])


@kernel
def write_arrays(
    tables: Tables,
    rows: Ints,
    events: Events,
    at_event: Ints,
    plans: Plans,
    ladder: Ladder,
    at: At,
    masks: Mask,
    obs: FloatArray,
) -> None:
    """Write mask and observation of the seat to act at each of `rows`."""
    for k in range(rows.shape[0]):
        t = tables[rows[k]]
        write_mask(t, ladder, masks[k])
        write_observation(t, events[at_event[k]], plans[0], t.to_act, at, masks[k], obs[k])


@kernel
def decode_rows(
    tables: Tables,
    rows: Ints,
    ladder: Ladder,
    masks: Mask,
    actions: Ints,
    boxes: NDArray[np.float32],
    moves: Moves,
) -> None:
    """Write the move of each action; `boxes` counts when it is not empty."""
    for k in range(rows.shape[0]):
        t = tables[rows[k]]
        if boxes.shape[0]:
            kind, total = decode_box(t, boxes[k, 0], boxes[k, 1])
        elif masks[k, actions[k]]:
            kind, total = decode(t, ladder, actions[k])
        else:
            kind, total = instead(t), 0
        moves[k, 0] = kind
        moves[k, 1] = total


@kernel
def bot_rows(
    tables: Tables, rows: Ints, events: Events, at_event: Ints, codes: Ints, moves: Moves
) -> None:
    """Write the move of a compiled opponent at each of `rows`."""
    for k in range(rows.shape[0]):
        kind, total = bot_move(tables[rows[k]], events[at_event[k]].bot_stream, codes[k])
        moves[k, 0] = kind
        moves[k, 1] = total


@kernel
def correct_rows(tables: Tables, rows: Ints, moves: Moves) -> None:
    """Turn moves that are not legal into checks where free, else folds."""
    for k in range(rows.shape[0]):
        t = tables[rows[k]]
        if not is_legal(t, moves[k, 0], moves[k, 1]):
            moves[k, 0] = instead(t)
            moves[k, 1] = 0


@kernel
def write_seeds(seeds: Ints, players: Ints, out: Ints) -> None:
    """Write the seed of each player in an event of a seed."""
    stream = np.zeros(4, dtype=np.int64)
    for k in range(seeds.shape[0]):
        seed_stream(stream, seeds[k] + _SEATS, players[k])
        out[k] = next_word(stream) << 29 | next_word(stream) >> 3
