"""Players who decide one at a time, under the clock: time banks, lost lines, sitting out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railbird.arena.cards import Card
from railbird.arena.hand.actions import Legal
from railbird.arena.hand.record import CALL, FOLD, RAISE, Table, Tables
from railbird.arena.tournament.clock import (
    Connection,
    TimeBank,
    extra_time_ladder,
    new_bank,
    time_to_act,
    timeout_move,
)
from railbird.arena.tournament.field import Change, Field, Player
from railbird.arena.tournament.play import Deal, Note
from railbird.arena.tournament.play_kernels import MOST_MOVES, TIMED_OUT, Log, move_at

AWAY_TIME = 500  # ms that the dealer gives a player who sits out


@dataclass(frozen=True, slots=True)
class Turn:
    """What the player to act knows: his cards, the table, what he may do. Seats count from 1.

    `min_raise_to` and `max_raise_to` are None when no raise is allowed; only every
    `raise_step`-th total from the least is one. `stacks`, `bets` and `folded` are by seat, of those
    dealt in.
    """

    player: str
    table: int
    hand: int
    seat: int
    button: int
    street: int
    hole_cards: tuple[Card, ...]
    board: tuple[Card, ...]
    pot: int
    to_call: int
    min_raise_to: int | None
    max_raise_to: int | None
    raise_step: int
    can_fold: bool
    big_blind: int
    stacks: Mapping[int, int]
    bets: Mapping[int, int]
    folded: frozenset[int]
    remaining: int

    @property
    def legal(self) -> Legal:
        """What he may do; `RaiseTo(total) in turn.legal` asks for one raise."""
        return Legal(
            self.can_fold, self.to_call, self.min_raise_to, self.max_raise_to, self.raise_step
        )


@dataclass(frozen=True, slots=True)
class Decision:
    """A move, and how long it took in ms; `total` counts for a raise only.

    `line_lost`: his line fell when it was his turn; when `think` is within his time he was back
    before it ran out.
    """

    kind: int = CALL
    total: int = 0
    think: int = 1_000
    line_lost: bool = False


NO_ANSWER = Decision(think=10**9)

Decider = Callable[[Turn], Decision]


def check_fold(turn: Turn) -> Decision:
    """Check when it is free, else fold."""
    return Decision(FOLD if turn.to_call and turn.can_fold else CALL)


def caller(turn: Turn) -> Decision:
    """Call everything, raise nothing."""
    return Decision(CALL)


class SeatedPolicy:
    """Asks each player's own decider, and holds everybody to the clock (PS-18, FT-27, 6.2).

    `deciders` by player name; others use `default`. `is_present(name, hand)` says at each deal
    whether a player sits in; who sits out is dealt in and folded in turn (PS-18.4b). Without it
    a player who let his time run out sits out until he is called back.
    """

    def __init__(
        self,
        deciders: Mapping[str, Decider],
        default: Decider = check_fold,
        is_present: Callable[[str, int], bool] | None = None,
    ) -> None:
        self.deciders = deciders
        self.default = default
        self.is_present = is_present
        self.field: Field | None = None
        self._paid: Callable[[], int] = int
        self._called_back: set[str] = set()

    def attach(self, field: Field, paid: Callable[[], int]) -> None:
        """Take the field whose players act, and a way to ask how many places are paid."""
        self.field = field
        self._paid = paid

    def presence(self, players: Sequence[Player], hand: int) -> list[Change]:
        """Return who sits out or comes back before the hand."""
        changes: list[Change] = []
        for p in players:
            away = p.away and p.name not in self._called_back
            if self.is_present is not None:
                away = not self.is_present(p.name, hand)
            if away != p.away:
                changes.append(("line", p.id, away, p.connected, p.extra_used))
            self._called_back.discard(p.name)
        return changes

    def call_back(self, name: str) -> None:
        """Let a player who sits out come back at his next hand."""
        self._called_back.add(name)

    def play(
        self, tables: Tables, deals: Sequence[Deal], logs: Log, counts: NDArray[np.int64]
    ) -> list[Note]:
        """Play every table to its end, one decision at a time."""
        return [self._play_one(tables, k, deal, logs, counts) for k, deal in enumerate(deals)]

    def _play_one(
        self, tables: Tables, k: int, deal: Deal, logs: Log, counts: NDArray[np.int64]
    ) -> Note:
        assert self.field is not None, "attach a field first"
        hand = _HandClock(self.field, deal, self._ladder())
        table = tables[k]
        while not table["over"]:
            seat = int(table["to_act"]) + 1
            assert counts[k] < MOST_MOVES, deal
            decision, timed_out = self._decide(tables, k, deal, hand, logs[k, : counts[k]])
            row = logs[k, counts[k]]
            done = move_at(tables, k, row, decision.kind, decision.total, decision.think)
            if not done:
                # Not a legal move: answered like no answer at all.
                decision, timed_out = hand.time_out(table, seat, Decision(think=decision.think))
                move_at(tables, k, row, decision.kind, decision.total, decision.think)
            row[TIMED_OUT] = timed_out
            counts[k] += 1
        return hand.note

    def _ladder(self) -> tuple[int, ...]:
        field = self.field
        assert field is not None
        return extra_time_ladder(
            field.structure, field.entries, field.remaining, len(field.tables), self._paid()
        )

    def ask(
        self, tables: Tables, k: int, deal: Deal, seat: int, moves: Log, allowed: int
    ) -> Decision:
        """Return what the player at `seat` of table `k` decides; other kinds of players override.

        `moves` are the hand's moves so far; `allowed` ms is what the clock gives him.
        """
        assert self.field is not None, "attach a field first"
        player = self.field.players[deal.seats[seat]]
        decider = self.deciders.get(player.name, self.default)
        return decider(turn_of(tables[k], deal, seat, self.field.remaining))

    def _decide(
        self, tables: Tables, k: int, deal: Deal, hand: _HandClock, moves: Log
    ) -> tuple[Decision, bool]:
        table = tables[k]
        seat = int(table["to_act"]) + 1
        if hand.player(seat).id in hand.away:
            hand.moves += 1
            return Decision(_timeout_kind(table), think=AWAY_TIME), False
        decision = self.ask(tables, k, deal, seat, moves, hand.allowance(table, seat))
        return hand.within_time(table, seat, decision)


class _HandClock:
    """The clocks and lines of the players in one hand; what changes goes into `note`."""

    def __init__(self, field: Field, deal: Deal, ladder: tuple[int, ...]) -> None:
        self.field = field
        self.deal = deal
        self.ladder = ladder
        self.rules = field.structure.house
        self.note = Note()
        self.away = {deal.seats[s] for s in deal.away}
        self.moves = 0
        self._lines: dict[str, Connection] = {}
        self._banks: dict[str, TimeBank] = {}

    def player(self, seat: int) -> Player:
        return self.field.players[self.deal.seats[seat]]

    def allowance(self, table: Table, seat: int) -> int:
        """Return how long the player to act may take, time bank and extra time included, in ms."""
        player = self.player(seat)
        line = self._line(player)
        extra, _ = line.extra_time(self.ladder)
        in_pot = bool(table["contribution"][seat - 1])
        return time_to_act(
            self.rules,
            self._bank(player),
            connected=line.connected,
            chips_in_pot=in_pot,
            extra=extra,
        )

    def within_time(self, table: Table, seat: int, decision: Decision) -> tuple[Decision, bool]:
        """Return the decision, or what happens when it came too late; and whether it did."""
        player = self.player(seat)
        line = self._line(player)
        if decision.line_lost and line.connected:
            line = line.dropped()
            self._happened("disconnects", seat)
        extra, line = line.extra_time(self.ladder)
        bank = self._bank(player)
        in_pot = bool(table["contribution"][seat - 1])
        allowed = time_to_act(
            self.rules, bank, connected=line.connected, chips_in_pot=in_pot, extra=extra
        )
        base = self.rules.act_seconds * 1000 + extra
        over = min(decision.think, allowed) - base
        if over > 0:
            bank = bank.use(over)
            self.note.changes.append(("bank", player.id, bank.left, bank.level))
            self._banks[player.id] = bank
        if decision.think > allowed:
            self._set_line(player, line)
            return self.time_out(table, seat, Decision(think=allowed))
        if not line.connected:
            line = line.restored()
            self._happened("reconnects", seat)
        self._set_line(player, line)
        self.moves += 1
        return decision, False

    def time_out(self, table: Table, seat: int, decision: Decision) -> tuple[Decision, bool]:
        """Check or fold for a player; connected, he then sits out (PS-18.3, FT-27.1, AMB-32)."""
        player = self.player(seat)
        line = self._line(player)
        self._happened("times_out", seat)
        if line.connected:
            self.away.add(player.id)
            self._happened("sits_out", seat)
            self.note.changes.append(("line", player.id, True, True, 0))
        self.moves += 1
        return Decision(_timeout_kind(table), think=decision.think), True

    def _line(self, player: Player) -> Connection:
        return self._lines.get(player.id, Connection(player.connected, player.extra_used))

    def _set_line(self, player: Player, line: Connection) -> None:
        if line != self._line(player):
            self._lines[player.id] = line
            change = ("line", player.id, player.id in self.away, line.connected, line.extra_used)
            self.note.changes.append(change)

    def _bank(self, player: Player) -> TimeBank:
        bank = self._banks.get(player.id)
        if bank is None:
            left = player.bank
            bank = new_bank(self.rules) if left is None else TimeBank(left, player.bank_level)
            bank = bank.at_level(self.rules, self.deal.level.number)
        return bank

    def _happened(self, kind: str, seat: int) -> None:
        self.note.events.append((self.moves, kind, seat))


def _timeout_kind(table: Table) -> int:
    # A bring-in that is due is a forced bet: it is posted, not folded.
    folds = timeout_move(int(table["to_call"])) == "folds" and table["can_fold"]
    return FOLD if folds else CALL


def turn_of(table: Table, deal: Deal, seat: int, remaining: int) -> Turn:
    """Return what the player at `seat` knows when it is his turn."""
    k = seat - 1
    most = int(table["max_raise_to"])
    return Turn(
        player=deal.seats[seat],
        table=deal.table,
        hand=deal.hand,
        seat=seat,
        button=deal.positions.button,
        street=int(table["street"]),
        hole_cards=tuple(table["cards"][k].tolist()[: int(table["card_count"][k])]),
        board=tuple(table["board"].tolist()[: int(table["board_count"])]),
        pot=int(table["pot"]),
        to_call=int(table["to_call"]),
        min_raise_to=int(table["min_raise_to"]) if most else None,
        max_raise_to=most or None,
        raise_step=int(table["raise_step"]) or 1,
        can_fold=bool(table["can_fold"]),
        big_blind=deal.level.big_blind,
        stacks={s: int(table["stack"][s - 1]) for s in deal.seats},
        bets={s: int(table["street_bet"][s - 1]) for s in deal.seats},
        folded=frozenset(s for s in deal.seats if table["status"][s - 1] != 1),
        remaining=remaining,
    )


__all__ = [
    "CALL",
    "FOLD",
    "NO_ANSWER",
    "RAISE",
    "Decider",
    "Decision",
    "SeatedPolicy",
    "Turn",
    "caller",
    "check_fold",
    "turn_of",
]
