"""The director: runs a whole event, from the draw to the last cent, under its house's rules.

Time goes in beats: hands end on the beat, and what follows from them (places, moves, breaks) is
done then, before any table deals again. Between beats nothing changes, so all tables that deal on
one beat can be played at once, and a journal line a beat is enough to survive a crash.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence
from dataclasses import astuple, replace
from itertools import count

from railbird.arena.hand.games import GAMES
from railbird.arena.history.schema import History
from railbird.arena.tournament import registration, settlement, tables
from railbird.arena.tournament.accounts import Account
from railbird.arena.tournament.button import first_positions, next_positions
from railbird.arena.tournament.chronicle import Chronicle
from railbird.arena.tournament.clock import (
    IdleMatch,
    break_length,
    level_at,
    next_break,
    rebuy_period_end,
)
from railbird.arena.tournament.entrance import Entrance
from railbird.arena.tournament.field import Busted, Field, TableState
from railbird.arena.tournament.floor import Floor
from railbird.arena.tournament.habits import Habits
from railbird.arena.tournament.hand_for_hand import is_due, may_deal
from railbird.arena.tournament.hand_rows import positions_row
from railbird.arena.tournament.journal import Journal
from railbird.arena.tournament.play import Deal, Dealer, Played, Policy
from railbird.arena.tournament.result import Result, result_of
from railbird.arena.tournament.structure import Format, Level, Structure

BEAT = 1_000  # ms


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
        self.field = field or Field(structure, start)
        self.floor = Floor(structure, self.field, seed, chronicle)
        self.dealer = Dealer(structure, policy, seed)
        policy.attach(self.field, lambda: len(self.floor.prize_list()))
        self.entrance = Entrance(self.floor, arrivals, habits or Habits(), accounts)
        self.chronicle = chronicle
        self.journal = journal
        self._ends: list[tuple[int, int, int]] = []  # beat, table, a number for order
        self._running: dict[int, Played] = {}
        self._idle: set[int] = set()
        self._order = count()
        self.paused = False  # management lets no table deal
        self._level: tuple[int, int, Level] = (0, -1, structure.level(1))
        if field is None:
            self._open(entrants)
        else:
            self._resume()

    @property
    def structure(self) -> Structure:
        """The event as published now."""
        return self.field.structure

    # --- beginning

    def _open(self, entrants: Sequence[str]) -> None:
        self.entrance.refuse_second_accounts(entrants)
        for name in entrants:
            self.entrance.enter(name)
        if not registration.enough_entrants(self.structure, self.field.entries):
            self.floor.note("cancelled", "FT-34: too few entrants")
        else:
            tables.seat_all(self.floor)
            self._idle = set(self.field.tables)
            self.entrance.close_if_over()
        self.commit()

    def _resume(self) -> None:
        """Go on after a crash: running hands are void, finished ones stand (PS-22.1, FT-30)."""
        for number, table in sorted(self.field.tables.items()):
            if table.hand is not None:
                self._void(number, table.hand, table.dealt_at, table.seats)
        self._idle = set(self.field.tables)
        if self.field.unsettled:
            # Of a round hand for hand, what had finished stands and is settled now.
            busted = list(self.field.unsettled)
            self.floor.note("unsettled", [])
            self._settle(busted, None)
        self.commit()

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
        self.entrance.take_late_entries()
        self._end_hands()
        if self.field.finished:
            self._abandon_hands()
        else:
            self._between_hands()
        if not self.field.finished:
            self._deal()
        self.commit()
        if not self.field.finished:
            self._advance()
        return not self.field.finished

    def _abandon_hands(self) -> None:
        """Call off what still runs when the event is decided: nobody can win or lose by it."""
        for number, played in sorted(self._running.items()):
            self._void(number, played.deal.hand, played.deal.at, played.deal.seats)
        self.drop_running()

    def _void(self, number: int, hand: int, at: int, seats: Mapping[int, str]) -> None:
        if self.chronicle is not None:
            seated = {s: self.field.players[p] for s, p in seats.items()}
            self.chronicle.cancelled(number, hand, at, seated)
        self.floor.note("void", number)

    def drop_running(self) -> None:
        """Forget the hands that run: they are void (PS-22.1)."""
        self._running.clear()
        self._ends.clear()

    @property
    def is_dealing(self) -> bool:
        """Whether a hand is running at any table."""
        return bool(self._running)

    @property
    def tournament_id(self) -> str:
        """The event's number in its history, or nothing when none is written."""
        return self.chronicle.tournament_id if self.chronicle is not None else ""

    def chat(self, name: str, text: str, *, table: int, observer: bool = False) -> None:
        """Record what somebody says at a table, during its running hand or after its last one."""
        hand = self.field.tables[table].hand
        if self.chronicle is not None:
            self.chronicle.chat(self.field.now, hand, name, text, observer=observer)

    def result(self) -> Result:
        """Return places, prizes and bounties as they stand."""
        return result_of(self.floor)

    def history(self) -> History:
        """Return the event as history tables. Raises `ValueError` when nothing was recorded."""
        if self.chronicle is None:
            raise ValueError("this event was run without a chronicle")
        return self.chronicle.finish(self.field, self.floor.pool)

    def commit(self) -> None:
        """Write what has changed into the journal."""
        waiting = {bust.hand for bust in self.field.unsettled}
        rows = self.chronicle.flush(waiting) if self.chronicle is not None else None
        if self.journal is not None and self.floor.pending:
            self.journal.commit(self.floor.pending, rows)
        self.floor.pending = []

    def _advance(self) -> None:
        """Go to the next moment at which something is due."""
        moments = [self._ends[0][0]] if self._ends else []
        arrival = self.entrance.next_arrival
        if arrival is not None:
            moments.append(arrival)
        if self.paused and not moments:
            return
        assert moments, f"nothing is due at {self.field.now}: {self.field.tables}"
        self.floor.note("now", max(self.field.now, min(moments)))

    # --- hands that end

    def _end_hands(self) -> None:
        ended: list[Played] = []
        while self._ends and self._ends[0][0] <= self.field.now:
            _, number, _ = heapq.heappop(self._ends)
            ended.append(self._running.pop(number))
            self._idle.add(number)
        if not ended:
            return
        ended.sort(key=lambda p: (p.end, p.deal.table))
        busted = [bust for played in ended for bust in self._record(played)]
        if self.field.hand_for_hand:
            busted = sorted([*self.field.unsettled, *busted], key=lambda b: (b.at, b.table))
            if self._running:
                # Whoever is out may see no place before all tables have finished (AMB-30).
                self.floor.note("unsettled", [[*astuple(b)[:6], list(b.winners)] for b in busted])
                return
            self.floor.note("unsettled", [])
        self.entrance.fill_requests({p for h in ended for p in h.deal.seats.values()})
        self._settle(busted, ended[-1].deal.hand)

    def _record(self, played: Played) -> list[Busted]:
        """Take the chips of a finished hand over into the field; return who has none left."""
        deal = played.deal
        table = self.field.tables[deal.table]
        if self.chronicle is not None:
            self.chronicle.hand(played, self.field, table, len(self.floor.prize_list()))
        for change in played.note.changes:
            self.floor.note(*change)
        stacks = {deal.seats[seat]: stack for seat, stack in played.stacks.items()}
        idle = self._idle_hands(table, played)
        self.floor.note("hand", deal.table, stacks, positions_row(deal), list(deal.seats), idle)
        return settlement.busted_of(self.structure.house, played)

    def _idle_hands(self, table: TableState, played: Played) -> int:
        """Return how many hands running everybody at the table has been away (AMB-13)."""
        deal = played.deal
        absent = deal.away | deal.disconnected
        came_back = any(kind == "reconnects" for _, kind, _ in played.note.events)
        idle = IdleMatch(table.idle_hands).after_hand(
            all_away=len(absent) == len(deal.seats), voluntary_action=came_back
        )
        return idle.hands

    def _settle(self, busted: list[Busted], hand: int | None) -> None:
        players = self.field.players
        out = [
            bust
            for bust in busted
            if not players[bust.player].stack
            and not self.entrance.sell_rebuy(bust.player, bust.hand)
        ]
        settlement.settle(self.floor, out)
        for bust in out:
            self.entrance.re_enter(bust.player)
        self.entrance.close_if_over()
        settlement.pay_prizes(self.floor)
        settlement.end_if_over(self.floor, hand)

    # --- between hands

    def _between_hands(self) -> None:
        if self.field.hand_for_hand and self._running:
            return
        touched = tables.arrange(self.floor, self._idle)
        self._idle |= {n for n in touched if n not in self._running}
        self._idle &= set(self.field.tables)
        settlement.end_idle_matches(self.floor, self._idle)
        if self.structure.format is Format.SHOOTOUT:
            self._next_round()
        if not self.field.finished:
            self._set_hand_for_hand()
            self._take_break()

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
        apart = self.structure.format in (Format.SHOOTOUT, Format.MATRIX)
        if not self.structure.hand_for_hand or apart:
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
                self.entrance.sell_add_ons()
            self.floor.note("pause", self.field.now, self.field.now + length, add_on)
            due, add_on = self._break_due()

    # --- dealing

    def _deal(self) -> None:
        ready = self._ready_tables()
        if not ready:
            return
        level = self._current_level()
        first = self.field.hands_dealt + 1
        self._ask_presence(ready, first)
        deals = [self._prepare(self.field.tables[n], level, first + k) for k, n in enumerate(ready)]
        for played in self.dealer.play(deals):
            number = played.deal.table
            self.floor.note("deal", number, played.deal.hand, played.deal.at)
            self._running[number] = played
            self._idle.discard(number)
            beat = -(-played.end // BEAT) * BEAT
            heapq.heappush(self._ends, (beat, number, next(self._order)))

    def _ask_presence(self, ready: list[int], hand: int) -> None:
        """Let players sit out or come back before the next hand (PS-18.4b)."""
        players = self.field.players
        seated = [players[p] for n in ready for p in self.field.tables[n].seats.values()]
        for change in self.dealer.policy.presence(seated, hand):
            was = players[change[1]].away
            self.floor.note(*change)
            entry = players[change[1]]
            if entry.away != was:
                kind = "sits_out" if entry.away else "returns"
                self.floor.say(None, kind, entry.id, table=entry.table)

    def _ready_tables(self) -> list[int]:
        """Return the tables that deal now, in order."""
        if not self._idle or self.paused:
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
        elif GAMES[self.structure.game_at(level)[0]].is_stud:
            # Without blinds no button moves and nobody waits for one (PS-0.3).
            positions = replace(table.positions, waiting=())
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
