"""All entrants and tables of an event now, as a fold over what has happened.

A `Field` changes only through `apply`, and every change is a plain record (a list that JSON can
hold). So a journal of records gives the field back exactly, whatever stopped the program.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import InitVar, dataclass, field
from typing import Any

from railbird.arena.tournament.button import Positions
from railbird.arena.tournament.clock import Clock
from railbird.arena.tournament.structure import Format, Structure, with_parameter

Change = tuple[Any, ...]  # kind, then its arguments


@dataclass(slots=True)
class Player:
    """One entry: a paid start. `name` is the person's; `table` and `seat` are 0 when not seated."""

    id: str
    name: str
    entry_no: int = 1
    stack: int = 0
    table: int = 0
    seat: int = 0
    rebuys: int = 0
    add_ons: int = 0
    moves: int = 0
    away: bool = False
    connected: bool = True
    extra_used: int = 0
    bank: int | None = None  # ms of time bank left; None: never touched
    bank_level: int = 1
    head: int = 0  # the bounty on this entry, cents
    bounties_won: int = 0
    knockouts: float = 0.0
    prize: int = 0
    refund: int = 0
    ticket: bool = False
    note: str = ""


@dataclass(slots=True)
class TableState:
    """One table. `positions` and `dealt` are those of the last finished hand; `hand` runs now."""

    number: int
    seats: dict[int, str] = field(default_factory=dict)
    positions: Positions | None = None
    dealt: set[int] = field(default_factory=set)
    hand: int | None = None
    dealt_at: int = 0
    idle_hands: int = 0


@dataclass(slots=True)
class Out:
    """One or more entries that share a finish, in the order of position."""

    players: tuple[str, ...]
    at: int
    gone: int  # entries that had finished then, these included


@dataclass(frozen=True, slots=True)
class Busted:
    """A player without chips after a hand: all that his place and bounty depend on.

    `at`: the hand's end; `stack`: his chips when it began; `position`: 0 for the first on the
    button's left; `winners`: who won the pot that decides his bounty, by position.
    """

    player: str
    hand: int
    table: int
    at: int
    stack: int
    position: int
    winners: tuple[str, ...]


@dataclass(eq=False)
class Field:
    """The state of an event. Read it freely; change it with `apply` only."""

    structure: Structure
    start: InitVar[int]
    players: dict[str, Player] = field(default_factory=dict)
    tables: dict[int, TableState] = field(default_factory=dict)
    sizes: dict[int, set[int]] = field(default_factory=dict)  # players at a table -> its numbers
    seated: int = 0  # entries with a seat
    clock: Clock = Clock(0)
    now: int = 0
    hands_dealt: int = 0
    changes: int = 0
    last_table: int = 0
    outs: list[Out] = field(default_factory=list)
    gone: int = 0  # entries that have finished
    # Entries, and finished ones, that are ranked together: all, or in a Matrix each match.
    groups: dict[int, int] = field(default_factory=dict)
    gone_of: dict[int, int] = field(default_factory=dict)
    round: int = 1
    hand_for_hand: bool = False
    registration_closed: bool = False
    add_on_done: bool = False
    envelopes: list[int] | None = None  # mystery bounties not yet drawn, cents
    extra_pool: int = 0  # rebuys and add-ons, cents
    finished: bool = False
    cancelled: str | None = None
    commands: list[dict[str, Any]] = field(default_factory=list)
    unsettled: list[Busted] = field(default_factory=list)  # hand-for-hand: wait for the others
    redrawn: bool = False  # the final table's seats were drawn anew
    withheld: int = 0  # prizes that disqualified players did not get, cents
    removed_chips: int = 0  # chips of disqualified players, out of play
    paid_outs: int = 0  # how many of `outs` have their prizes
    agreed: dict[str, int] = field(default_factory=dict)  # a deal: what each remaining player gets
    agreed_reserve: int = 0  # a deal: what the winner gets besides

    def __post_init__(self, start: int) -> None:
        self.clock, self.now = Clock(start), start
        self.add_on_done = self.structure.rebuys.minutes == 0
        self.is_matrix = self.structure.format is Format.MATRIX

    # --- what can be read

    @property
    def entries(self) -> int:
        """How many starts were paid."""
        return len(self.players)

    @property
    def remaining(self) -> int:
        """How many entries are still in."""
        return len(self.players) - self.gone

    @property
    def collected(self) -> int:
        """The prize pool as collected: buy-ins, rebuys, add-ons, without bounty parts; cents.

        In a Matrix a player pays once for all his matches.
        """
        starts = self.groups.get(1, 0) if self.is_matrix else self.entries
        return starts * self.structure.buy_in + self.extra_pool

    @property
    def fullest(self) -> int:
        """The size of the fullest table."""
        return max((n for n, tables in self.sizes.items() if tables), default=0)

    @property
    def emptiest(self) -> int:
        """The size of the emptiest table."""
        return min((n for n, tables in self.sizes.items() if tables), default=0)

    @property
    def free_seats(self) -> int:
        """How many seats are free at the tables now."""
        return len(self.tables) * self.structure.seats - self.seated

    def living(self) -> Iterable[Player]:
        """Return the entries still seated, by table and seat."""
        for number in sorted(self.tables):
            table = self.tables[number]
            for seat in sorted(table.seats):
                yield self.players[table.seats[seat]]

    def places(self) -> dict[str, tuple[int, int]]:
        """Return place and number of ties of every entry that has finished.

        Places count from the entries there are now: while registration is open they still move.
        """
        return {
            player: (self.place_of(out), len(out.players))
            for out in self.outs
            for player in out.players
        }

    def place_of(self, out: Out) -> int:
        """Return the place of a finish, counted from the entries there are now."""
        return self.groups[self.group_of(out.players[0])] - out.gone + 1

    def group_of(self, player: str) -> int:
        """Return among whom an entry is ranked: 0, or in a Matrix the number of the match."""
        return self.players[player].entry_no if self.is_matrix else 0

    # --- what changes

    def apply(self, change: Change) -> None:
        """Make one change, as it was made first or as a journal tells it."""
        kind, *arguments = change
        getattr(self, f"_on_{kind}")(*arguments)
        self.changes += 1

    def _on_enter(self, player: str, name: str, entry_no: int, head: int) -> None:
        self.players[player] = Player(player, name, entry_no, self.structure.start_stack, head=head)
        group = self.group_of(player)
        self.groups[group] = self.groups.get(group, 0) + 1

    def _on_table(self, number: int) -> None:
        self.tables[number] = TableState(number)
        self.sizes.setdefault(0, set()).add(number)
        self.last_table = max(self.last_table, number)

    def _on_close(self, number: int) -> None:
        table = self.tables.pop(number)
        self.sizes[len(table.seats)].discard(number)

    def _on_sit(self, player: str, number: int, seat: int, moved: int) -> None:
        entry = self.players[player]
        if entry.table:
            self._stand(entry)
        table = self.tables[number]
        self._resize(table, +1)
        table.seats[seat] = player
        table.dealt.discard(seat)
        entry.table, entry.seat = number, seat
        entry.moves += moved

    def _on_redraw(self, number: int, seats: dict[str, int]) -> None:
        table = self.tables[number]
        table.seats = {seat: player for player, seat in seats.items()}
        table.positions, table.dealt = None, set()
        for player, seat in seats.items():
            self.players[player].seat = seat
        self.redrawn = True

    def _on_unseat(self, player: str) -> None:
        self._stand(self.players[player])

    def _stand(self, entry: Player) -> None:
        table = self.tables[entry.table]
        self._resize(table, -1)
        del table.seats[entry.seat]
        table.dealt.discard(entry.seat)
        entry.table = entry.seat = 0

    def _resize(self, table: TableState, by: int) -> None:
        size = len(table.seats)
        self.sizes[size].discard(table.number)
        self.sizes.setdefault(size + by, set()).add(table.number)
        self.seated += by

    def _on_deal(self, number: int, hand: int, at: int) -> None:
        table = self.tables[number]
        table.hand, table.dealt_at = hand, at
        self.hands_dealt = max(self.hands_dealt, hand)

    def _on_hand(
        self,
        number: int,
        stacks: dict[str, int],
        positions: list[Any],
        dealt: list[int],
        idle: int,
    ) -> None:
        table = self.tables[number]
        for player, stack in stacks.items():
            self.players[player].stack = stack
        button, small, big, dead, waiting = positions
        table.positions = Positions(button, small, big, dead, tuple(waiting))
        table.dealt = set(dealt)
        table.hand = None
        table.idle_hands = idle

    def _on_unsettled(self, busted: list[list[Any]]) -> None:
        self.unsettled = [
            Busted(player, hand, table, at, stack, position, tuple(winners))
            for player, hand, table, at, stack, position, winners in busted
        ]

    def _on_void(self, number: int) -> None:
        self.tables[number].hand = None

    def _on_stack(self, player: str, stack: int) -> None:
        self.players[player].stack = stack

    def _on_out(self, players: list[str], at: int) -> None:
        for player in players:
            entry = self.players[player]
            if entry.table:
                self._stand(entry)
            entry.head = 0
        self.gone += len(players)
        group = self.group_of(players[0])
        self.gone_of[group] = self.gone_of.get(group, 0) + len(players)
        self.outs.append(Out(tuple(players), at, self.gone_of[group]))

    def _on_rebuy(self, player: str, count: int, chips: int, cents: int) -> None:
        entry = self.players[player]
        entry.stack += chips
        entry.rebuys += count
        self.extra_pool += cents

    def _on_add_on(self, player: str, chips: int, cents: int) -> None:
        entry = self.players[player]
        entry.stack += chips
        entry.add_ons += 1
        self.extra_pool += cents

    def _on_bounty(self, winner: str, cash: int, head: int, share: float) -> None:
        entry = self.players[winner]
        entry.bounties_won += cash
        entry.head += head
        entry.knockouts += share

    def _on_head(self, player: str, cents: int) -> None:
        self.players[player].head = cents

    def _on_envelopes(self, left: list[int]) -> None:
        self.envelopes = list(left)

    def _on_prize(self, player: str, cents: int, ticket: bool) -> None:
        entry = self.players[player]
        entry.prize += cents
        entry.ticket = entry.ticket or ticket

    def _on_refund(self, player: str, cents: int) -> None:
        self.players[player].refund += cents

    def _on_withheld(self, player: str, cents: int) -> None:
        self.players[player].prize -= cents
        self.withheld += cents

    def _on_now(self, now: int) -> None:
        self.now = now

    def _on_pause(self, start: int, end: int, add_on: bool) -> None:
        self.clock = self.clock.after_break(start, end, scheduled=not add_on)
        self.now = end
        self.add_on_done = self.add_on_done or add_on

    def _on_hand_for_hand(self, on: bool) -> None:
        self.hand_for_hand = on

    def _on_registration_closed(self) -> None:
        self.registration_closed = True

    def _on_round(self, number: int) -> None:
        self.round = number

    def _on_line(self, player: str, away: bool, connected: bool, extra_used: int) -> None:
        entry = self.players[player]
        entry.away, entry.connected, entry.extra_used = away, connected, extra_used

    def _on_bank(self, player: str, left: int, level: int) -> None:
        entry = self.players[player]
        entry.bank, entry.bank_level = left, level

    def _on_command(self, entry: dict[str, Any]) -> None:
        self.commands.append(entry)

    def _on_deal_agreed(self, payments: dict[str, int], reserve: int) -> None:
        self.agreed, self.agreed_reserve = dict(payments), reserve

    def _on_paid_outs(self, count: int) -> None:
        self.paid_outs = count

    def _on_add_on_done(self) -> None:
        self.add_on_done = True

    def _on_note(self, player: str, text: str) -> None:
        self.players[player].note = text

    def _on_parameter(self, name: str, value: Any) -> None:
        self.structure = with_parameter(self.structure, name, value)

    def _on_postponed(self, start: int) -> None:
        self.clock = Clock(start)
        self.now = start

    def _on_removed_chips(self, chips: int) -> None:
        self.removed_chips += chips

    def _on_cancelled(self, why: str) -> None:
        self.cancelled = why
        self.finished = True

    def _on_finished(self) -> None:
        self.finished = True
