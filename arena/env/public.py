"""What everybody sees of a director's event, written into the record that observations read."""

from __future__ import annotations

import numpy as np

from railbird.arena.tournament.clock import MINUTE, level_at, next_break
from railbird.arena.tournament.director import Director
from railbird.arena.tournament.matrix import MATCHES, maximum_score
from railbird.arena.tournament.matrix_event import entry_id, projected
from railbird.arena.tournament.play import Deal
from railbird.arena.tournament.single_table.record import NEVER, Events


def write_public(events: Events, director: Director, deal: Deal, tables_start: int) -> None:
    """Write clock, field, prizes, stacks and bounties for the table of a hand just dealt.

    In a Matrix the field is the match of the table; its scores are those of the whole event.
    """
    event, field = events[0], director.field
    event["hand"] = deal.hand
    event["big_blind"] = deal.positions.big_blind - 1
    event["tables_left"], event["tables_start"] = len(field.tables), tables_start
    event["hand_for_hand"] = field.hand_for_hand
    _write_clock(events, director, deal)
    if field.is_matrix:
        entries = [field.players[p] for p in field.tables[deal.table].seats.values()]
        event["entrants"], left = field.groups[deal.table], len(entries)
        _write_scores(events, director, deal)
    else:
        entries = list(field.players.values())
        event["entrants"], left = field.entries, field.remaining
    living = [p.stack for p in entries if p.stack > 0]
    event["players_left"] = event["remaining"] = left
    event["chips"] = sum(living)
    _write_prizes(events, director, left)
    _write_seats(events, director, deal, np.sort(living), left)


def _write_prizes(events: Events, director: Director, left: int) -> None:
    event, prizes = events[0], director.floor.prize_list()
    pool = max(sum(prizes), 1)
    event["paid"] = len(prizes)
    event["prize_out"] = prizes[left - 1] / pool if left <= len(prizes) else 0.0
    event["prize_next"] = prizes[left - 2] / pool if 1 < left <= len(prizes) + 1 else 0.0
    event["prize_first"] = prizes[0] / pool if prizes else 0.0


def _write_scores(events: Events, director: Director, deal: Deal) -> None:
    """Write which match this is, and the points of everybody at the table."""
    event, field = events[0], director.field
    event["match"] = deal.table - 1
    points = projected(director.floor)
    most = maximum_score(field.groups[deal.table])
    score, match_chips = event["score"], event["match_chips"]
    score[:] = match_chips[:] = 0
    for seat, player in field.tables[deal.table].seats.items():
        name = field.players[player].name
        score[seat - 1] = float(points[name]) / most
        for match in range(1, MATCHES + 1):
            entry = field.players[entry_id(name, match)]
            issued = field.groups[match] * director.structure.start_stack
            match_chips[seat - 1, match - 1] = entry.stack / issued


def _write_clock(events: Events, director: Director, deal: Deal) -> None:
    event, field, structure = events[0], director.field, director.structure
    now, clock = field.now, field.clock
    event["now"] = now - clock.start
    event["level"] = deal.level.number - 1
    length = deal.level.minutes * MINUTE
    before = sum(structure.level(k).minutes for k in range(1, deal.level.number)) * MINUTE
    event["level_left"] = min(max(before + length - clock.played(now), 0), length)
    assert level_at(structure, clock, now).number == deal.level.number
    event["rebuy_left"] = _part_left(structure.rebuys.minutes, clock.played(now))
    event["late_left"] = _part_left(structure.registration.late_minutes, clock.played(now))
    if field.registration_closed:
        event["late_left"] = 0.0
    due = next_break(structure, clock)
    event["break_in"] = NEVER if due is None else max(due - now, 0)


def _part_left(minutes: int, played: int) -> float:
    return max(1.0 - max(played, 0) / (minutes * MINUTE), 0.0) if minutes else 0.0


def _write_seats(
    events: Events, director: Director, deal: Deal, living: np.ndarray, left: int
) -> None:
    event, field = events[0], director.field
    unit = max(director.structure.bounty.cents, 1)
    stack, rank, head, won = (event[name] for name in ("stack", "rank", "head", "bounty_won"))
    for column in (stack, rank, head, won):
        column[:] = 0
    seated = 0
    for seat, player in field.tables[deal.table].seats.items():
        entry, k = field.players[player], seat - 1
        seated |= 1 << k
        stack[k] = entry.stack
        head[k] = entry.head / unit
        won[k] = entry.bounties_won / unit
        richer = len(living) - int(living.searchsorted(entry.stack, side="right"))
        rank[k] = min(richer / left, 1.0)
    event["seated"] = seated
