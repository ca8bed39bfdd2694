"""An event that checks itself: the laws that hold after every beat, and at the end."""

from __future__ import annotations

from collections import Counter
from typing import Any

from railbird.arena.tournament.clock import next_break
from railbird.arena.tournament.director import Director
from railbird.arena.tournament.house import Balance
from railbird.arena.tournament.structure import BountyKind, Format, PrizeRule


class Watched(Director):
    """A director whose every beat is held to the laws; counts what it saw."""

    seen: Counter[str]

    def step(self) -> bool:
        self.seen = getattr(self, "seen", Counter())
        self._dealt_now = None
        before = self.field.clock.breaks_taken, self.field.clock.stopped
        going = super().step()
        self._check_seats()
        self._check_chips()
        started = [p for p in self._running.values() if p.deal.at == self._dealt_now]
        for played in started:
            self._check_deal(played)
        self._check_hand_for_hand()
        if (self.field.clock.breaks_taken, self.field.clock.stopped) != before:
            self.seen["breaks"] += 1
            # A break only begins when no hand runs: all that run now began after it.
            assert all(p.deal.at >= self.field.clock.last_break_end for p in self._running.values())
        return going

    def _deal(self) -> None:
        self._dealt_now = self.field.now
        super()._deal()

    def _check_seats(self) -> None:
        field = self.field
        where = [p for t in field.tables.values() for p in t.seats.values()]
        assert len(where) == len(set(where)) == field.seated
        for table in field.tables.values():
            assert len(table.seats) <= self.structure.seats
            assert table.number in field.sizes[len(table.seats)]
            for seat, player in table.seats.items():
                entry = field.players[player]
                assert (entry.table, entry.seat) == (table.number, seat)
                assert 1 <= seat <= self.structure.seats
                assert entry.stack > 0 or table.number in self._running or field.unsettled
            names = [field.players[p].name for p in table.seats.values()]
            assert len(names) == len(set(names))

    def _check_chips(self) -> None:
        s = self.structure
        issued = sum(
            s.start_stack + p.rebuys * s.rebuys.chips + p.add_ons * s.rebuys.add_on_chips
            for p in self.field.players.values()
            if not (self.field.is_matrix and p.entry_no > 4)
        )
        assert sum(p.stack for p in self.field.players.values()) == issued

    def _check_deal(self, played: Any) -> None:
        deal, record = played.deal, played.record
        self.seen["hands"] += 1
        table = self.field.tables[deal.table]
        assert len(deal.seats) >= 2
        assert set(deal.seats) | set(deal.positions.waiting) == set(table.seats)
        for seat in deal.seats:
            ante = min(deal.level.ante, deal.stacks[seat])
            assert record["contribution"][seat - 1] + record["returned"][seat - 1] >= ante
        if record["is_stud"]:
            assert not any(record["blind_due"]) and not deal.positions.waiting
        else:
            big = deal.positions.big_blind
            assert record["blind_due"][big - 1] > 0 and big in deal.seats
            assert deal.positions.small_blind_seat in {None, *deal.seats}
        assert sum(record["won"]) == sum(record["contribution"]) + sum(record["dead"])
        self.seen["waiting"] += len(deal.positions.waiting)
        self._check_balance(len(table.seats))

    def _check_balance(self, size: int) -> None:
        field, rules = self.field, self.structure.house
        shared = self.structure.registration.entries_at_once > 1
        if self.structure.format in (Format.SHOOTOUT, Format.MATRIX) or shared:
            return
        # The fullest table never deals again before it has given a player away.
        assert size < field.fullest or size - field.emptiest < rules.move_spread
        if rules.balance is Balance.HOLD and not field.hand_for_hand:
            many = len(field.tables) > rules.hold_many_tables
            assert field.fullest - size < (rules.hold_spread_many if many else rules.hold_spread)

    def _check_hand_for_hand(self) -> None:
        if self.field.hand_for_hand:
            self.seen["hand for hand"] += 1
            assert len({p.deal.at for p in self._running.values()}) <= 1
        due = next_break(self.structure, self.field.clock)
        if due is not None:
            assert all(p.deal.at < due for p in self._running.values())


def check_end(director: Director) -> None:
    """Hold the finished event to the laws of places and money."""
    structure, field, floor = director.structure, director.field, director.floor
    result = director.result()
    assert field.finished and not director._running
    assert sorted(p for p, _ in result.places) == sorted(field.players)
    for group in field.groups:
        place, places = 1, [n for p, n in result.places if field.group_of(p) == group]
        while places:
            tied = places.count(place)
            assert tied and places[:tied] == [place] * tied
            places, place = places[tied:], place + tied
    assert sum(result.prizes.values()) == floor.pool
    assert all(v >= 0 for v in result.prizes.values())
    if structure.bounty_is_paid_by_entrants:
        assert sum(result.bounties.values()) == structure.bounty.cents * field.entries
    if structure.bounty.kind is BountyKind.NONE:
        assert not any(result.bounties.values())
    if field.is_matrix:
        return
    by_place: dict[int, set[int]] = {}
    for player, n in result.places:
        by_place.setdefault(n, set()).add(result.prizes[player])
    if structure.prize_rule is PrizeRule.TABLE:
        best = [max(v) for _, v in sorted(by_place.items())]
        assert best == sorted(best, reverse=True)
