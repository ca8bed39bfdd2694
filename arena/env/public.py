"""What everybody sees of a director's event, written into the record that observations read."""

from __future__ import annotations

import numpy as np

from railbird.arena.hand.record import MAX_SEATS
from railbird.arena.tournament.clock import MINUTE, level_at, next_break
from railbird.arena.tournament.director import Director
from railbird.arena.tournament.play import Deal
from railbird.arena.tournament.single_table.record import NEVER, Events


def write_public(events: Events, director: Director, deal: Deal, tables_start: int) -> None:
    """Write clock, field, prizes, stacks and bounties for the table of a hand just dealt."""
    event, field = events[0], director.field
    event.hand = deal.hand
    event.big_blind = deal.positions.big_blind - 1
    _write_clock(events, director, deal)
    living = [p.stack for p in field.players.values() if p.stack > 0]
    prizes = director.floor.prize_list()
    left = field.remaining
    event.entrants = field.entries
    event.players_left = event.remaining = left
    event.tables_left = len(field.tables)
    event.tables_start = tables_start
    event.chips = sum(living)
    event.paid = len(prizes)
    event.hand_for_hand = field.hand_for_hand
    pool = max(sum(prizes), 1)
    event.prize_out = prizes[left - 1] / pool if left <= len(prizes) else 0.0
    event.prize_next = prizes[left - 2] / pool if 1 < left <= len(prizes) + 1 else 0.0
    event.prize_first = prizes[0] / pool if prizes else 0.0
    _write_seats(events, director, deal, np.sort(living), left)


def _write_clock(events: Events, director: Director, deal: Deal) -> None:
    event, field, structure = events[0], director.field, director.structure
    now, clock = field.now, field.clock
    event.now = now - clock.start
    event.level = deal.level.number - 1
    length = deal.level.minutes * MINUTE
    before = sum(structure.level(k).minutes for k in range(1, deal.level.number)) * MINUTE
    event.level_left = min(max(before + length - clock.played(now), 0), length)
    assert level_at(structure, clock, now).number == deal.level.number
    due = next_break(structure, clock)
    event.break_in = NEVER if due is None else max(due - now, 0)


def _write_seats(
    events: Events, director: Director, deal: Deal, living: np.ndarray, left: int
) -> None:
    event, field = events[0], director.field
    unit = max(director.structure.bounty.cents, 1)
    event.seated = 0
    for seat in range(MAX_SEATS):
        event.stack[seat] = 0
        event.head[seat] = event.bounty_won[seat] = event.rank[seat] = 0.0
    for seat, player in field.tables[deal.table].seats.items():
        entry, k = field.players[player], seat - 1
        event.seated |= 1 << k
        event.stack[k] = entry.stack
        event.head[k] = entry.head / unit
        event.bounty_won[k] = entry.bounties_won / unit
        richer = len(living) - int(np.searchsorted(living, entry.stack, side="right"))
        event.rank[k] = min(richer / left, 1.0)
