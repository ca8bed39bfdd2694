"""The director: runs a whole event, from the draw to the last cent, under its house's rules.

Time goes in beats: hands end on the beat, and what follows from them (places, moves, breaks) is
done then, before any table deals again. Between beats nothing changes, so all tables that deal on
one beat can be played at once, and a journal line a beat is enough to survive a crash.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from railbird.arena.history.schema import History
from railbird.arena.tournament import registration, settlement, tables
from railbird.arena.tournament.accounts import Account
from railbird.arena.tournament.button import first_positions, next_positions
from railbird.arena.tournament.chronicle import Chronicle
from railbird.arena.tournament.clock import (
    MINUTE,
    IdleMatch,
    break_length,
    idle_match_winner,
    level_at,
    next_break,
    rebuy_period_end,
)
from railbird.arena.tournament.errors import Refused
from railbird.arena.tournament.field import Field, TableState
from railbird.arena.tournament.floor import Floor
from railbird.arena.tournament.habits import Habits
from railbird.arena.tournament.hand_for_hand import is_due, may_deal
from railbird.arena.tournament.hand_rows import positions_row
from railbird.arena.tournament.journal import Journal
from railbird.arena.tournament.multi_entry import check_entry
from railbird.arena.tournament.play import Deal, Dealer, Played, Policy
from railbird.arena.tournament.registration import Desk
from railbird.arena.tournament.structure import Format, Level, Structure

BEAT = 1_000  # ms


@dataclass(frozen=True, slots=True)
class Result:
    """How an event ended: a row for each entry, best first; money in cents."""

    places: tuple[tuple[str, int], ...]
    prizes: Mapping[str, int]
    bounties: Mapping[str, int]
    pool: int
    hands: int
    ended: int


class Director:
    """Runs one event. `step` does one beat; `run` goes on to the end.

    `entrants` are names; a name given twice is a second entry (multi-entry). `arrivals` come
    late: (ms after the start, name). Everything depends on `seed` and on what the policy does.
    """

    def __init__(
        self,
        structure: Structure,
        entrants: Sequence[str],
        policy: Policy,
        *,
        seed: int = 0,
        start: int = 0,
        arrivals: Sequence[tuple[int, str]] = (),
        habits: Habits | None = None,
        accounts: Mapping[str, Account] | None = None,
        chronicle: Chronicle | None = None,
        journal: Journal | None = None,
        field: Field | None = None,
    ) -> None:
        self.structure = structure
        self.field = field or Field(structure, start)
        self.floor = Floor(structure, self.field, seed, chronicle)
        self.dealer = Dealer(structure, policy, seed)
        self.habits = habits or Habits()
        self.accounts = accounts
        self.chronicle = chronicle
        self.journal = journal
        self._ends: list[tuple[int, int, int]] = []  # beat, table, a number for order
        self._running: dict[int, Played] = {}
        self._finished: list[Played] = []  # hand-for-hand: hands that wait for the others
        self._idle: set[int] = set()
        self._order = count()
        self._level: tuple[int, int, Level] = (0, -1, structure.level(1))
        known = {p.name for p in self.field.players.values()}
        self._arrivals = sorted(a for a in arrivals if field is None or a[1] not in known)
        if field is None:
            self._open(entrants)
        else:
            self._resume()

    # --- beginning

    def _open(self, entrants: Sequence[str]) -> None:
        for name in entrants:
            self._enter(name)
        if not registration.enough_entrants(self.structure, self.field.entries):
            self.floor.note("cancelled", "FT-34: too few entrants")
        else:
            tables.seat_all(self.floor)
            self._idle = set(self.field.tables)
            self._close_registration()
        self._commit()

    def _enter(self, name: str) -> str:
        """Take an entry: the price from the account, the bounty on its head. Return its id."""
        if self.accounts is not None:
            self.accounts[name].pay_entry(self.structure.price, self.structure.currency)
        entry_no = 1 + sum(p.name == name for p in self._of_name(name))
        player = name if entry_no == 1 else f"{name} [{entry_no}]"
        bounty = self.structure.bounty
        head = bounty.cents if self.structure.bounty_is_paid_by_entrants else 0
        if bounty.kind.value in ("team_pro", "fixed") and name in bounty.named:
            head = bounty.cents
        if bounty.kind.value == "mystery":
            head = 0
        self.floor.note("enter", player, name, entry_no, head)
        return player

    def _of_name(self, name: str) -> Iterable[Any]:
        players = self.field.players
        for entry_no in count(1):
            player = players.get(name if entry_no == 1 else f"{name} [{entry_no}]")
            if player is None:
                return
            yield player

    def _resume(self) -> None:
        """Go on after a crash: running hands are void, finished ones stand (PS-22.1, FT-30)."""
        for number, table in sorted(self.field.tables.items()):
            if table.hand is not None:
                if self.chronicle is not None:
                    self.chronicle.cancelled(table, self.field, table.hand)
                self.floor.note("void", number)
        self._idle = set(self.field.tables)
        self._commit()

    # --- running

    def run(self) -> Result:
        """Run to the end and return the result."""
        while self.step():
            pass
        return self.result()

    def step(self) -> bool:
        """Do one beat; say whether the event goes on."""
        if self.field.finished:
            return False
        self._take_late_entries()
        self._end_hands()
        if not self.field.finished:
            self._between_hands()
        if not self.field.finished:
            self._deal()
        self._commit()
        if not self.field.finished:
            self._advance()
        return not self.field.finished

    def result(self) -> Result:
        """Return places, prizes and bounties as they stand."""
        places = self.field.places()
        players = self.field.players.values()
        ordered = sorted(((p, place) for p, (place, _) in places.items()), key=lambda x: x[1])
        return Result(
            tuple(ordered),
            {p.id: p.prize for p in players},
            {p.id: p.bounties_won for p in players},
            self.floor.pool,
            self.field.hands_dealt,
            self.field.now,
        )

    def history(self) -> History:
        """Return the event as history tables. Raises `ValueError` when nothing was recorded."""
        if self.chronicle is None:
            raise ValueError("this event was run without a chronicle")
        return self.chronicle.finish(self.field, self.floor.pool)

    def _commit(self) -> None:
        rows = self.chronicle.flush() if self.chronicle is not None else None
        if self.journal is not None and self.floor.pending:
            self.journal.commit(self.floor.pending, rows)
        self.floor.pending = []

    def _advance(self) -> None:
        """Go to the next moment at which something is due."""
        moments = [self._ends[0][0]] if self._ends else []
        if self._arrivals and not self.field.registration_closed:
            moments.append(self.field.clock.start + self._arrivals[0][0])
        assert moments, f"nothing is due at {self.field.now}: {self.field.tables}"
        self.floor.note("now", max(self.field.now, min(moments)))

    # --- late players

    @property
    def desk(self) -> Desk:
        """What decides on registration now."""
        return Desk(
            self.field.clock.played(self.field.now),
            self.field.entries,
            self.field.free_seats,
            len(self.field.outs),
        )

    def _close_registration(self) -> None:
        if not self.field.registration_closed and not registration.is_open(
            self.structure, self.desk
        ):
            # A full house opens again when somebody goes out, unless the time is over.
            played = self.field.clock.played(self.field.now)
            late = self.structure.registration.late_minutes * MINUTE
            busts_close = self.structure.house.late_registration_ends_at_bust
            closed_by_bust = (
                bool(self.field.outs) and busts_close and not self.structure.registration.extended
            )
            if played >= late or closed_by_bust:
                self.floor.note("registration_closed")

    def _take_late_entries(self) -> None:
        now, start = self.field.now, self.field.clock.start
        while self._arrivals and start + self._arrivals[0][0] <= now:
            _, name = self._arrivals.pop(0)
            try:
                self.register(name)
            except Refused:
                continue  # too late: he stays outside
        self._close_registration()

    def register(self, name: str) -> str:
        """Let a player in late and seat him; `Refused` with the rule when it is too late."""
        if self.field.registration_closed:
            raise Refused("PS-9.1", "registration is closed")
        registration.check_open(self.structure, self.desk)
        alive = sum(p.table > 0 for p in self._of_name(name))
        check_entry(self.structure, alive, len(self.field.tables))
        table = tables.table_for(self.floor, name)
        player = self._enter(name)
        tables.seat_late(self.floor, player, table)
        return player

    # --- hands that end

    def _end_hands(self) -> None:
        ended: list[Played] = []
        while self._ends and self._ends[0][0] <= self.field.now:
            _, number, _ = heapq.heappop(self._ends)
            played = self._running.pop(number)
            self._record(played)
            ended.append(played)
            self._idle.add(number)
        if not ended:
            return
        ended.sort(key=lambda p: (p.end, p.deal.table))
        if self.field.hand_for_hand:
            self._finished += ended
            if self._running:
                return
            ended, self._finished = self._finished, []
        self._settle(sorted(ended, key=lambda p: (p.end, p.deal.table)))

    def _record(self, played: Played) -> None:
        """Take the chips of a finished hand over into the field."""
        deal = played.deal
        table = self.field.tables[deal.table]
        if self.chronicle is not None:
            self.chronicle.hand(played, self.field, table, len(self.floor.prize_list()))
        for change in played.changes:
            self.floor.note(*change)
        stacks = {deal.seats[seat]: stack for seat, stack in played.stacks.items()}
        idle = self._idle_hands(table, deal)
        self.floor.note("hand", deal.table, stacks, positions_row(deal), list(deal.seats), idle)

    def _idle_hands(self, table: TableState, deal: Deal) -> int:
        absent = deal.away | deal.disconnected
        before = IdleMatch(table.idle_hands)
        all_away = len(absent) == len(deal.seats)
        return before.after_hand(all_away=all_away, voluntary_action=False).hands

    def _settle(self, hands: list[Played]) -> None:
        busted = [
            (played, seat)
            for played in hands
            for seat, stack in sorted(played.stacks.items())
            if not stack and not self._rebuys(played.deal.seats[seat], played)
        ]
        settlement.settle(self.floor, hands, busted)
        for played, seat in busted:
            self._re_enter(played.deal.seats[seat])
        self._close_registration()
        settlement.pay_prizes(self.floor, hands[-1].deal.hand)
        settlement.end_if_over(self.floor, hands[-1].deal.hand)

    def _rebuys(self, player: str, played: Played) -> bool:
        """Sell a rebuy to a busted player who wants and can pay one (PS-8, 6.10)."""
        entry, rebuys = self.field.players[player], self.structure.rebuys
        wanted = self.habits.wants_rebuy(entry) if rebuys.minutes else 0
        if not wanted:
            return False
        try:
            played_time = self.field.clock.played(self.field.now)
            registration.check_rebuy(self.structure, 0, played_time, entry.rebuys, wanted)
            if self.accounts is not None:
                registration.buy_rebuy(self.structure, self.accounts[entry.name], wanted)
        except Refused:
            return False
        price, chips = rebuys.price * wanted, rebuys.chips * wanted
        self.floor.note("rebuy", player, wanted, chips, price)
        self.floor.say(played.deal.hand, "rebuys", player, amount=chips, money=price)
        return True

    def _re_enter(self, player: str) -> None:
        entry = self.field.players[player]
        most = self.structure.registration.re_entries
        if entry.entry_no > most or not self.habits.wants_re_entry(entry):
            return
        try:
            self.register(entry.name)
        except Refused:
            return

    # --- between hands

    def _between_hands(self) -> None:
        if self.field.hand_for_hand and self._running:
            return
        touched = tables.arrange(self.floor, self._idle)
        self._idle |= {n for n in touched if n not in self._running}
        self._idle &= set(self.field.tables)
        self._end_idle_matches()
        if self.structure.format is Format.SHOOTOUT:
            self._next_round()
        if not self.field.finished:
            self._set_hand_for_hand()
            self._take_break()

    def _end_idle_matches(self) -> None:
        """End matches in which everybody has been away for too long (PS-18.5)."""
        match = self.structure.format is Format.SHOOTOUT or self.structure.seats == 2
        if not match:
            return
        for number in sorted(self._idle & set(self.field.tables)):
            table = self.field.tables[number]
            if len(table.seats) > 1 and IdleMatch(table.idle_hands).is_over(self.structure.house):
                stacks = {p: self.field.players[p].stack for p in table.seats.values()}
                winner = idle_match_winner(stacks, self.floor.chance("idle"))
                settlement.end_match(self.floor, number, winner)
                settlement.end_if_over(self.floor, None)

    def _next_round(self) -> None:
        if self.field.finished or any(len(t.seats) > 1 for t in self.field.tables.values()):
            return
        for number in sorted(self.field.tables):
            (seat,) = self.field.tables[number].seats
            self.floor.note("unseat", self.field.tables[number].seats[seat])
            self.floor.note("close", number)
        self.floor.note("round", self.field.round + 1)
        tables.seat_round(self.floor)
        self._idle = set(self.field.tables)

    def _set_hand_for_hand(self) -> None:
        """Switch hand-for-hand play at a moment when no hand runs (PS-13, FT-26, AMB-09)."""
        due = self._hand_for_hand_due()
        if due != self.field.hand_for_hand and not self._running:
            self.floor.note("hand_for_hand", due)

    def _hand_for_hand_due(self) -> bool:
        if not self.structure.hand_for_hand or self.structure.format is Format.SHOOTOUT:
            return False
        if not self.floor.prizes_final:
            return False
        return is_due(
            self.structure.house,
            self.field.remaining,
            len(self.floor.prize_list()),
            self.structure.seats,
            len(self.field.tables),
        )

    def _break_due(self) -> tuple[bool, bool]:
        """Return whether a break is due now, and whether it is the one for the add-on."""
        clock, now = self.field.clock, self.field.now
        rebuys_end = rebuy_period_end(self.structure, clock)
        if not self.field.add_on_done and rebuys_end is not None and now >= rebuys_end:
            return True, True
        due = next_break(self.structure, clock)
        return due is not None and now >= due, False

    def _take_break(self) -> None:
        due, add_on = self._break_due()
        while due and not self._running:
            length = break_length(self.structure, add_on=add_on)
            if add_on:
                self._sell_add_ons()
            self.floor.note("pause", self.field.now, self.field.now + length, add_on)
            due, add_on = self._break_due()

    def _sell_add_ons(self) -> None:
        rebuys = self.structure.rebuys
        for entry in list(self.field.living()):
            if not rebuys.add_on_chips or not self.habits.wants_add_on(entry):
                continue
            try:
                registration.check_add_on(
                    self.structure, in_add_on_break=True, taken=bool(entry.add_ons)
                )
                if self.accounts is not None:
                    account = self.accounts[entry.name]
                    account.pay_entry(rebuys.add_on_price, self.structure.currency)
            except Refused:
                continue
            self.floor.note("add_on", entry.id, rebuys.add_on_chips, rebuys.add_on_price)
            self.floor.say(
                None,
                "adds_on",
                entry.id,
                amount=rebuys.add_on_chips,
                money=rebuys.add_on_price,
                table=entry.table,
            )

    # --- dealing

    def _deal(self) -> None:
        ready = self._ready_tables()
        if not ready:
            return
        level = self._current_level()
        first = self.field.hands_dealt + 1
        deals = [self._prepare(self.field.tables[n], level, first + k) for k, n in enumerate(ready)]
        for played in self.dealer.play(deals):
            number = played.deal.table
            self.floor.note("deal", number, played.deal.hand, played.deal.at)
            self._running[number] = played
            self._idle.discard(number)
            beat = -(-played.end // BEAT) * BEAT
            heapq.heappush(self._ends, (beat, number, next(self._order)))

    def _ready_tables(self) -> list[int]:
        """Return the tables that deal now, in order."""
        if not self._idle:
            return []
        all_wait = self.field.hand_for_hand or self._hand_for_hand_due() or self._break_due()[0]
        if (all_wait or tables.merge_waits(self.floor)) and not may_deal(self._running):
            return []
        waiting = set() if self.field.hand_for_hand else tables.held(self.floor)
        return [n for n in sorted(self._idle - waiting) if len(self.field.tables[n].seats) > 1]

    def _current_level(self) -> Level:
        """Return the level of hands dealt now; the clock is asked anew each full second only."""
        now, stopped = self.field.now, self.field.clock.stopped
        if self._level[:2] != (now, stopped):
            self._level = (now, stopped, level_at(self.structure, self.field.clock, now))
        return self._level[2]

    def _prepare(self, table: TableState, level: Level, hand: int) -> Deal:
        rules = self.structure.house
        if table.positions is None:
            positions = first_positions(rules, table.seats)
        else:
            positions = next_positions(rules, table.positions, table.dealt, table.seats)
        players = self.field.players
        seats = {s: p for s, p in table.seats.items() if s not in positions.waiting}
        return Deal(
            table.number,
            hand,
            self.field.now,
            level,
            positions,
            seats,
            {s: players[p].stack for s, p in seats.items()},
            frozenset(s for s, p in seats.items() if players[p].away),
            frozenset(s for s, p in seats.items() if not players[p].connected),
        )
