"""The entrance: who comes in, when, at what price, and who buys again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import count

from railbird.arena.tournament import registration, tables
from railbird.arena.tournament.accounts import Account, Payment
from railbird.arena.tournament.bounties import BountyKind, start_bounties
from railbird.arena.tournament.clock import MINUTE
from railbird.arena.tournament.errors import Refused
from railbird.arena.tournament.field import Player
from railbird.arena.tournament.floor import Floor
from railbird.arena.tournament.habits import Habits
from railbird.arena.tournament.matrix import MATCHES
from railbird.arena.tournament.multi_entry import check_entry
from railbird.arena.tournament.registration import Desk
from railbird.arena.tournament.structure import Structure


class Entrance:
    """Registration, late entries, rebuys, add-ons and re-entries of one event.

    Without `accounts` everybody can pay; with them each price is taken from the player's account.
    """

    def __init__(
        self,
        floor: Floor,
        arrivals: Sequence[tuple[int, str]],
        habits: Habits,
        accounts: Mapping[str, Account] | None,
    ) -> None:
        self.floor = floor
        self.field = floor.field
        self.habits = habits
        self.accounts = accounts
        self.requests: dict[str, int] = {}  # rebuys asked for during a hand
        self.receipts: dict[str, list[Payment]] = {}
        known = {p.name for p in self.field.players.values()}
        self._arrivals = sorted(a for a in arrivals if a[1] not in known)
        self._waiting: list[str] = []  # came when every seat was taken

    @property
    def structure(self) -> Structure:
        """The event as published now."""
        return self.floor.structure

    @property
    def next_arrival(self) -> int | None:
        """When the next late player comes, or None."""
        if not self._arrivals or self.field.registration_closed:
            return None
        return self.field.clock.start + self._arrivals[0][0]

    def refuse_second_accounts(self, entrants: Sequence[str]) -> None:
        """Refuse a name that stands more often than the event allows entries (PS-21.1, 6.10)."""
        most = self.structure.registration.entries_at_once
        for name, times in Counter(entrants).items():
            if times > most:
                raise Refused("PS-21.1", f"{name} is entered {times} times; {most} allowed at once")

    def enter(self, name: str) -> str:
        """Take an entry: the price from the account, the bounty on its head. Return its id."""
        entry_no = 1 + len(list(self._of_name(name)))
        player = name if entry_no == 1 else f"{name} [{entry_no}]"
        self._pay(player, name, self.structure.price)
        bounty = self.structure.bounty
        heads = {}
        if bounty.kind is not BountyKind.BUST_OUT:  # its worth is known only when it is won
            heads = start_bounties(bounty.kind, [name], bounty.cents, bounty.named)
        self.floor.note("enter", player, name, entry_no, heads.get(name, 0))
        if self.field.is_matrix:
            # One price for all matches: each is an entry of its own.
            for match in range(2, MATCHES + 1):
                self.floor.note("enter", f"{name} [{match}]", name, match, 0)
        return player

    def _pay(self, player: str, name: str, cents: int) -> None:
        """Take a price from an account; keep how it was paid, for refunds in the same form."""
        if self.accounts is not None:
            paid = self.accounts[name].pay_entry(cents, self.structure.currency)
            self.receipts.setdefault(player, []).extend(paid)

    def _of_name(self, name: str) -> Iterator[Player]:
        players = self.field.players
        for entry_no in count(1):
            player = players.get(name if entry_no == 1 else f"{name} [{entry_no}]")
            if player is None:
                return
            yield player

    @property
    def desk(self) -> Desk:
        """What decides on registration now."""
        return Desk(
            self.field.clock.played(self.field.now),
            self.field.entries,
            self.field.free_seats,
            len(self.field.outs),
        )

    def close_if_over(self) -> None:
        """Close registration for good when its time is over or a bust closed it (PS-9)."""
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

    def take_late_entries(self) -> None:
        """Let in who has come by now, as long as registration is open and a seat is free."""
        now, start = self.field.now, self.field.clock.start
        while self._arrivals and start + self._arrivals[0][0] <= now:
            self._waiting.append(self._arrivals.pop(0)[1])
        came, self._waiting = self._waiting, []
        for name in came:
            try:
                self.register(name)
            except Refused as refused:
                # A seat may become free while registration is open; else he stays outside.
                if refused.rule == "PS-9.2":
                    self._waiting.append(name)
        self.close_if_over()

    def register(self, name: str) -> str:
        """Let a player in late and seat him; `Refused` with the rule when it is too late."""
        if self.field.registration_closed:
            raise Refused("PS-9.1", "registration is closed")
        registration.check_open(self.structure, self.desk)
        alive = sum(p.table > 0 for p in self._of_name(name))
        check_entry(self.structure, alive, len(self.field.tables))
        table = tables.table_for(self.floor, name)
        player = self.enter(name)
        tables.seat_late(self.floor, player, table)
        return player

    def sell_rebuy(self, player: str, hand: int) -> bool:
        """Sell a rebuy to a busted player who wants and can pay one (PS-8, 6.10)."""
        entry, rebuys = self.field.players[player], self.structure.rebuys
        wanted = self.habits.wants_rebuy(entry) if rebuys.minutes else 0
        if not wanted:
            return False
        try:
            played_time = self.field.clock.played(self.field.now)
            registration.check_rebuy(self.structure, 0, played_time, entry.rebuys, wanted)
            self._rebuy(player, wanted, hand)
        except Refused:
            return False
        return True

    def ask_rebuy(self, player: str, count: int = 1) -> None:
        """Take a player's wish to rebuy: at once between hands, else when his hand is over.

        Raises `Refused` when he may not, or cannot pay (PS-8.1, 6.10).
        """
        entry = self.field.players[player]
        if not entry.table:
            raise Refused("6.10", f"{player} is out")
        running = self.field.tables[entry.table].hand is not None
        played = self.field.clock.played(self.field.now)
        # During a hand the stack that counts is the one after it.
        stack = 0 if running else entry.stack
        registration.check_rebuy(self.structure, stack, played, entry.rebuys, count)
        if running:
            self.requests[player] = count
        else:
            self._rebuy(player, count)

    def fill_requests(self, players: Collection[str]) -> None:
        """Sell rebuys asked for during hands that are now over; some wishes lapse (6.10)."""
        for player in [p for p in self.requests if p in players]:
            count = self.requests.pop(player)
            if self.field.players[player].table:
                with suppress(Refused):
                    self.ask_rebuy(player, count)

    def _rebuy(self, player: str, count: int, hand: int | None = None) -> None:
        entry, rebuys = self.field.players[player], self.structure.rebuys
        price, chips = rebuys.price * count, rebuys.chips * count
        self._pay(player, entry.name, price)
        self.floor.note("rebuy", player, count, chips, price)
        self.floor.say(hand, "rebuys", player, amount=chips, money=price, table=entry.table)

    def re_enter(self, player: str) -> None:
        """Sell a new stack to a player who is out, wants one and may have it (6.10)."""
        entry = self.field.players[player]
        most = self.structure.registration.re_entries
        if entry.entry_no > most or not self.habits.wants_re_entry(entry):
            return
        try:
            self.register(entry.name)
        except Refused:
            return

    def sell_add_ons(self) -> None:
        """Sell the add-on to everybody who wants it, in its break (6.10)."""
        rebuys = self.structure.rebuys
        for entry in list(self.field.living()):
            if not rebuys.add_on_chips or not self.habits.wants_add_on(entry):
                continue
            try:
                registration.check_add_on(
                    self.structure, in_add_on_break=True, taken=bool(entry.add_ons)
                )
                self._pay(entry.id, entry.name, rebuys.add_on_price)
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
