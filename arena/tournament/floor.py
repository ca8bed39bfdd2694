"""Where the director and his helpers meet: the field, the notes taken of it, and the chances."""

from __future__ import annotations

import random
from typing import Any

from railbird.arena.tournament.chronicle import Chronicle
from railbird.arena.tournament.field import Change, Field, Player
from railbird.arena.tournament.matrix import match_prizes
from railbird.arena.tournament.prizes import equal_prizes, prize_pool, prizes, satellite_prizes
from railbird.arena.tournament.structure import PrizeRule, Structure


class Floor:
    """One event being run. Everything that changes the field goes through `note`."""

    def __init__(
        self, structure: Structure, field: Field, seed: int, chronicle: Chronicle | None
    ) -> None:
        self.rules = structure.house
        self.field = field
        self.seed = seed
        self.chronicle = chronicle
        self.pending: list[Change] = []
        self._prizes: tuple[tuple[int, ...], tuple[int, ...]] | None = None

    @property
    def structure(self) -> Structure:
        """The event as published now; management may have changed it since the start."""
        return self.field.structure

    def note(self, *change: Any) -> None:
        """Make a change of the field, and keep it for the journal."""
        self.field.apply(change)
        self.pending.append(change)

    def chance(self, label: str) -> random.Random:
        """Return a source of chance that depends on the seed and on all that happened so far."""
        return random.Random(f"{self.seed}/{label}/{self.field.changes}")

    def say(self, hand: int | None, kind: str, player: str, **values: Any) -> None:
        """Write an event into the history, at the end of a hand or before a table's next one."""
        if self.chronicle is not None:
            self.chronicle.event(hand, kind, self.field.players[player].name, **values)

    def prize_list(self) -> tuple[int, ...]:
        """Return the prizes by place for the entries there are now, in cents (PS-7, FT-12).

        A ticket counts as what it is worth. In a Matrix these are the prizes of each match, in a
        Fifty50 the equal parts; the half that goes by chips is `fifty_fifty_pool`.
        """
        s = self.structure
        key = (self.field.entries, self.field.extra_pool, s.guarantee, s.added)
        if self._prizes is None or self._prizes[0] != key:
            self._prizes = (key, self._prize_list())
        return self._prizes[1]

    @property
    def pool(self) -> int:
        """The prize pool that is paid, in cents."""
        return prize_pool(self.field.collected, self.structure.guarantee, self.structure.added)

    @property
    def fifty_fifty_pool(self) -> int:
        """The part of the pool that goes by chips at the end of a Fifty50; else 0."""
        return self.pool // 2 if self.structure.prize_rule is PrizeRule.FIFTY_FIFTY else 0

    @property
    def main_prizes(self) -> int:
        """How many places win the main prize of a satellite; else 0."""
        if self.structure.prize_rule is not PrizeRule.TICKETS:
            return 0
        first = self.prize_list()[0]
        return sum(prize == first for prize in self.prize_list())

    def _prize_list(self) -> tuple[int, ...]:
        s, entries = self.structure, self.field.entries
        if self.field.is_matrix:
            return match_prizes(self.rules, s, self.pool, self.field.groups.get(1, 0))
        if s.prize_rule is PrizeRule.TICKETS:
            found = satellite_prizes(self.rules, self.pool, s.ticket, min_tickets=s.min_tickets)
            return ((s.ticket,) * found.tickets + found.cash)[:entries]
        if s.prize_rule in (PrizeRule.EQUAL_HALF, PrizeRule.FIFTY_FIFTY):
            return equal_prizes(self.pool - self.fifty_fifty_pool, max(entries // 2, 1))
        return prizes(self.rules, self.pool, s.payouts.shares(entries))

    @property
    def prizes_final(self) -> bool:
        """Whether nothing can change the prizes any more (PS-7.3)."""
        return self.field.registration_closed and self.field.add_on_done

    def entry(self, player: str) -> Player:
        """Return an entry by its id."""
        return self.field.players[player]
