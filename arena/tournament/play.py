"""Hands at several tables at once: from the seats and blinds to the chips and the moves made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from railbird.arena.hand.games import GAMES
from railbird.arena.hand.record import MAX_SEATS, Table, Tables, copy_tables, new_tables
from railbird.arena.hand.rules import HandRules
from railbird.arena.hand.setup import Stakes, write_game
from railbird.arena.tournament.bounties import PotResult
from railbird.arena.tournament.button import Positions
from railbird.arena.tournament.field import Change, Field, Player
from railbird.arena.tournament.house import HouseRules
from railbird.arena.tournament.play_kernels import (
    MOST_MOVES,
    MOVE_FIELDS,
    STACKS,
    Log,
    durations,
    play_random,
    start_all,
)
from railbird.arena.tournament.structure import Level, Structure


@dataclass(slots=True)
class Deal:
    """A hand to be played: who sits where with how much, and who has which duty.

    `seats` holds the seats dealt in: seat to player; `stacks` their chips. `away` players act by
    `timeout_move` at once.
    """

    table: int
    hand: int
    at: int
    level: Level
    positions: Positions
    seats: dict[int, str]
    stacks: dict[int, int]
    away: frozenset[int] = frozenset()
    disconnected: frozenset[int] = frozenset()


@dataclass(slots=True)
class Note:
    """What playing a hand did besides moving chips.

    `changes` of the field (lines, time banks); `events`: (moves made before it, kind, seat);
    `said`: chat, (moves made before it, seat, text).
    """

    changes: list[Change] = field(default_factory=list)
    events: list[tuple[int, str, int]] = field(default_factory=list)
    said: list[tuple[int, int, str]] = field(default_factory=list)


@dataclass(slots=True)
class Played:
    """A hand that was played: the kernel's records when it was over, the moves, the time taken.

    `stacks` are the chips of each seat after it.
    """

    deal: Deal
    batch: Tables
    index: int
    moves: Log
    took: int
    stacks: dict[int, int]
    note: Note = field(default_factory=Note)

    @property
    def record(self) -> Table:
        """The kernel's record of this hand when it was over."""
        return self.batch[self.index]

    @property
    def end(self) -> int:
        """When the hand was over, in ms."""
        return self.deal.at + self.took

    def pots(self) -> list[PotResult]:
        """Return the pots, main first, with who won their high halves, by position (AMB-17).

        A player away whose blinds took his last chip gave his hand up; he counts as being in the
        pot of his last chips, so that his bounty goes with them (PS-24.4).
        """
        record = self.record
        last = record["relevant_pot"].tolist()
        after = 0 if record["is_stud"] else self.deal.positions.button
        return [
            PotResult(
                int(record["pot_amount"][k]),
                frozenset(_seats(int(record["pot_eligible"][k]), 0))
                | {seat for seat in self.deal.seats if last[seat - 1] == k},
                tuple(_seats(int(record["pot_high"][k]), after)),
            )
            for k in range(int(record["pot_count"]))
        ]


def _seats(mask: int, after: int) -> list[int]:
    """Return the seats of a mask, those after seat `after` first."""
    seats = [k + 1 for k in range(mask.bit_length()) if mask >> k & 1]
    return [s for s in seats if s > after] + [s for s in seats if s <= after]


class Policy(Protocol):
    """Plays hands that have been dealt, at all given tables, to their ends."""

    def attach(self, field: Field, paid: Callable[[], int]) -> None:
        """Take the field whose players act, and a way to ask how many places are paid."""
        ...

    def presence(self, players: Sequence[Player], hand: int) -> list[Change]:
        """Return the changes of the field by players who sit out or come back before a hand."""
        ...

    def play(
        self, tables: Tables, deals: Sequence[Deal], logs: Log, counts: NDArray[np.int64]
    ) -> list[Note]:
        """Act at every table until its hand is over.

        Each move goes into `logs[k]` (columns: `play_kernels`), their number into `counts[k]`.
        Returns a note for each table, or an empty list when there is nothing to note.
        """
        ...


class Dealer:
    """Deals hands of one event: fills the records, shuffles, lets the policy play."""

    def __init__(self, structure: Structure, policy: Policy, seed: int) -> None:
        self.structure = structure
        self.policy = policy
        self.seed = seed
        self.game = structure.game_at(structure.level(1))
        self.rules = hand_rules(structure.house)
        self._tables = new_tables(0)
        self._logs: Log = np.zeros((0, MOST_MOVES, MOVE_FIELDS), dtype=np.int64)

    def play(self, deals: Sequence[Deal]) -> list[Played]:
        """Play all hands of `deals`; each depends on its own deck and players only."""
        count = len(deals)
        self._reserve(count, self.structure.game_at(deals[0].level))
        tables, logs = self._tables[:count], self._logs[:count]
        start_all(tables, self.seed, np.array([self._inputs(deal) for deal in deals]))
        counts = np.zeros(count, dtype=np.int64)
        notes = self.policy.play(tables, deals, logs, counts)
        times = np.zeros(count, dtype=np.int64)
        durations(tables, logs, counts, times)
        stacks = tables["stack"].tolist()
        done = copy_tables(tables)  # one copy for all: the records serve the next hands
        return [
            Played(
                deal,
                done,
                k,
                logs[k, : counts[k]].copy(),
                int(times[k]),
                {seat: stacks[k][seat - 1] for seat in deal.seats},
                notes[k] if notes else Note(),
            )
            for k, deal in enumerate(deals)
        ]

    def _reserve(self, count: int, game: tuple[str, str]) -> None:
        """Have enough records, all set for the game; hands dealt together are of one level."""
        grown = count > len(self._tables)
        if grown:
            self._tables = new_tables(2 * count)
            self._tables["seats"] = self.structure.seats
            self._logs = np.zeros((2 * count, MOST_MOVES, MOVE_FIELDS), dtype=np.int64)
        if grown or game != self.game:
            self.game = game
            write_game(self._tables, GAMES[game[0]], game[1], self.rules)

    def _inputs(self, deal: Deal) -> list[int]:
        """Return what `start_all` wants to know of a hand, as one row."""
        stakes = stakes_of(self.structure, deal.level)
        is_stud, limited = GAMES[self.game[0]].is_stud, self.game[1] == "fixed-limit"
        positions = deal.positions
        small = (positions.small_blind_seat or 0) - 1
        big = positions.big_blind - 1
        row = [
            deal.hand,
            positions.button - 1,
            -1 if is_stud else small,
            -1 if is_stud else big,
            stakes.small_blind,
            stakes.big_blind,
            stakes.ante,
            stakes.small_bet,
            stakes.big_bet if limited else stakes.small_bet,
            stakes.bring_in,
            *([0] * MAX_SEATS),
            sum(1 << seat - 1 for seat in deal.away),
        ]
        for seat, stack in deal.stacks.items():
            row[STACKS + seat - 1] = stack
        return row


def hand_rules(house: HouseRules) -> HandRules:
    """Return the house's switches inside a hand."""
    return HandRules(
        cumulative_reopen=house.cumulative_reopen,
        reopen_limit_fraction=Fraction(house.reopen_limit_percent, 100),
        limit_cap=house.limit_cap,
        all_in_bettor_first=house.all_in_bettor_first,
    )


def stakes_of(structure: Structure, level: Level) -> Stakes:
    """Return a level's stakes; in fixed limit the blinds of the level are its bets.

    Stud: the level's small and big bet, an ante of a tenth of the small bet when none is written,
    and a bring-in of a third of it, the common shares.
    """
    small, big = level.small_blind, level.big_blind
    game, betting = structure.game_at(level)
    if GAMES[game].is_stud:
        return Stakes.stud(small, big, level.ante or max(small // 10, 1), max(small // 3, 1))
    if betting == "fixed-limit":
        return Stakes.blinds(max(small // 2, 1), small, level.ante)
    return Stakes.blinds(small, big, level.ante)


class RandomPolicy:
    """Moves at random among the legal ones, everybody.

    `boldness` 100: kind first, then any size of a raise, all equally likely, so that players go
    all-in soon. Less makes longer events: raises in so many of 100 decisions, and small ones.
    """

    def __init__(self, seed: int = 0, boldness: int = 100) -> None:
        self.seed = seed
        self.boldness = boldness

    def attach(self, field: Field, paid: Callable[[], int]) -> None:
        """Random players need to know nothing of the event."""

    def presence(self, players: Sequence[Player], hand: int) -> list[Change]:
        """Random players always sit in."""
        return []

    def play(
        self, tables: Tables, deals: Sequence[Deal], logs: Log, counts: NDArray[np.int64]
    ) -> list[Note]:
        """Play every hand to its end in compiled code."""
        hands = np.array([deal.hand for deal in deals], dtype=np.int64)
        play_random(tables, self.seed, self.boldness, hands, logs, counts)
        return []
