"""Who sits where during an event: the draw, late players, breaking, balancing, merging."""

from __future__ import annotations

from dataclasses import replace

from railbird.arena.tournament.balance import (
    Move,
    TableView,
    balancing_move,
    break_table,
    held_tables,
)
from railbird.arena.tournament.errors import Refused
from railbird.arena.tournament.field import TableState
from railbird.arena.tournament.floor import Floor
from railbird.arena.tournament.house import Balance
from railbird.arena.tournament.matrix_event import seat_matches
from railbird.arena.tournament.multi_entry import Entry, draw_apart, merge_due
from railbird.arena.tournament.seating import free_seats, table_sizes
from railbird.arena.tournament.shootout import rounds
from railbird.arena.tournament.structure import Format


def seat_all(floor: Floor) -> None:
    """Draw tables and seats for everybody at the start (PS-4.1, FT-9.1)."""
    players = [p for p in floor.field.players.values()]
    if floor.structure.format is Format.SHOOTOUT:
        seat_round(floor)
        return
    if floor.field.is_matrix:
        seat_matches(floor)
        return
    sizes = table_sizes(len(players), floor.structure.seats)
    tables = draw_apart({p.id: p.name for p in players}, sizes, floor.chance("tables"))
    _sit_down(floor, tables)


def seat_round(floor: Floor) -> None:
    """Draw the next round of a shootout; who has a bye stays without a seat (6.10)."""
    field = floor.field
    plan = rounds(field.entries, floor.structure.seats)[field.round - 1]
    out = field.places()
    players = sorted(p for p in field.players if p not in out)
    floor.chance("round").shuffle(players)
    playing = players[: len(players) - plan.byes]
    small, larger = divmod(len(playing), plan.tables)
    tables, start = [], 0
    for k in range(plan.tables):
        size = small + (k < larger)
        tables.append(playing[start : start + size])
        start += size
    _sit_down(floor, tables)


def _sit_down(floor: Floor, tables: list[list[str]]) -> None:
    rng = floor.chance("seats")
    for players in tables:
        number = floor.field.last_table + 1
        floor.note("table", number)
        seats = rng.sample(range(1, floor.structure.seats + 1), len(players))
        for player, seat in zip(players, seats, strict=True):
            floor.note("sit", player, number, seat, 0)


def table_for(floor: Floor, name: str) -> int:
    """Return an emptiest table with a free seat for a late player, by lot.

    Raises `Refused` when the only free seats are beside another entry of the same person (6.10).
    """
    room = [
        t
        for t in floor.field.tables.values()
        if len(t.seats) < floor.structure.seats and name not in _names(floor, t)
    ]
    if not room:
        raise Refused("PS-9.2", f"no seat is free for {name}")
    fewest = min(len(t.seats) for t in room)
    return floor.chance("late").choice([t.number for t in room if len(t.seats) == fewest])


def seat_late(floor: Floor, player: str, table: int) -> None:
    """Give a late player a free seat of a table, by lot."""
    taken = list(floor.field.tables[table].seats)
    seat = floor.chance("late seat").choice(free_seats(taken, floor.structure.seats))
    floor.note("sit", player, table, seat, 0)


def _names(floor: Floor, table: TableState) -> set[str]:
    return {floor.entry(p).name for p in table.seats.values()}


def arrange(floor: Floor, idle: set[int]) -> set[int]:
    """Break and balance among tables without a running hand; return the tables touched.

    `idle`: numbers of tables between hands. Only they can give players away; every table can
    receive some, who wait for its next hand.
    """
    touched: set[int] = set()
    if floor.structure.format in (Format.SHOOTOUT, Format.MATRIX):
        return touched
    while True:
        moves = _break(floor, idle) or _balance(floor, idle)
        if not moves:
            _redraw_final_table(floor, idle)
            return touched
        for move in moves:
            floor.note("sit", move.player, move.to_table, move.to_seat, 1)
            floor.say(None, "moved", move.player, table=move.to_table)
            touched.add(move.to_table)
        for number in sorted({m.from_table for m in moves}):
            if not floor.field.tables[number].seats:
                floor.note("close", number)
                idle.discard(number)


def _redraw_final_table(floor: Floor, idle: set[int]) -> None:
    """Draw the seats of the final table anew, once, where the house does so (AMB-33)."""
    field = floor.field
    if not floor.rules.final_table_redraw or field.redrawn or field.last_table == 1:
        return
    if len(field.tables) == 1 and idle == set(field.tables):
        (table,) = field.tables.values()
        players = sorted(table.seats.values())
        seats = floor.chance("redraw").sample(range(1, floor.structure.seats + 1), len(players))
        floor.note("redraw", table.number, dict(zip(players, seats, strict=True)))


def _break(floor: Floor, idle: set[int]) -> list[Move]:
    """Break the smallest table when the players fit into the others' seats (PS-16.1)."""
    field = floor.field
    if not _fits_without_one(floor):
        return []
    if _to_merge(floor):
        if idle < set(field.tables):
            return []
        _merge_all(floor, idle)
        return _break(floor, idle)
    number = max(field.sizes[field.emptiest])
    if number not in idle:
        return []
    others = [_light_view(floor, t) for n, t in field.tables.items() if n != number]
    return break_table(_view(floor, field.tables[number]), others, floor.chance("break")) or []


def _fits_without_one(floor: Floor) -> bool:
    field = floor.field
    return len(field.tables) > 1 and field.seated <= floor.structure.seats * (len(field.tables) - 1)


def _balance(floor: Floor, idle: set[int]) -> list[Move]:
    """Move one player from a fullest table to an emptiest one when they differ too much."""
    field = floor.field
    fullest, emptiest = field.fullest, field.emptiest
    if fullest - emptiest < floor.rules.move_spread:
        return []
    for number in sorted(idle & field.sizes[fullest]):
        target = field.tables[min(field.sizes[emptiest])]
        move = balancing_move(
            floor.rules,
            _view(floor, field.tables[number]),
            [_light_view(floor, target)],
            floor.chance("balance"),
        )
        if move is not None:
            return [move]
    return []


def _view(floor: Floor, table: TableState) -> TableView:
    """Return all that balancing wants to know of a table that gives a player away."""
    players = [floor.entry(p) for p in table.seats.values()]
    light = _light_view(floor, table)
    return replace(
        light,
        moves={p.id: p.moves for p in players},
        away=frozenset(p.id for p in players if p.away),
    )


def _light_view(floor: Floor, table: TableState) -> TableView:
    """Return what is wanted of a table that receives players: there can be a thousand."""
    persons = {}
    if floor.structure.registration.entries_at_once > 1:
        persons = {p: floor.entry(p).name for p in table.seats.values()}
    return TableView(
        number=table.number,
        seats=floor.structure.seats,
        players=table.seats,
        button=table.positions.button if table.positions else 0,
        persons=persons,
    )


def merge_waits(floor: Floor) -> bool:
    """Say whether stacks must be merged before the next table breaks: then all tables wait."""
    return _fits_without_one(floor) and bool(_to_merge(floor))


def _to_merge(floor: Floor) -> list[list[Entry]]:
    """Return the persons' entries that are too many once a table fewer is left (6.10)."""
    if floor.structure.registration.entries_at_once == 1:
        return []
    by_name: dict[str, list[Entry]] = {}
    for p in floor.field.living():
        by_name.setdefault(p.name, []).append(Entry(p.id, p.name, p.table, p.stack))
    return [e for e in by_name.values() if len(e) > len(floor.field.tables) - 1]


def _merge_all(floor: Floor, idle: set[int]) -> None:
    tables = len(floor.field.tables) - 1
    for entries in _to_merge(floor):
        merge = merge_due(entries, tables)
        if merge is not None:
            head = floor.entry(merge.kept).head + floor.entry(merge.gone).head
            floor.note("stack", merge.kept, merge.stack)
            floor.note("stack", merge.gone, 0)
            floor.note("head", merge.kept, head)
            floor.note("note", merge.gone, f"merged into {merge.kept}")
            floor.note("out", [merge.gone], floor.field.now)
    for number in sorted(floor.field.sizes.get(0, ())):
        floor.note("close", number)
        idle.discard(number)


def held(floor: Floor) -> set[int]:
    """Return the tables that wait for balance (FT-21); none where the house moves at once."""
    apart = floor.structure.format in (Format.SHOOTOUT, Format.MATRIX)
    if floor.rules.balance is not Balance.HOLD or apart:
        return set()
    field = floor.field
    if field.fullest - field.emptiest < floor.rules.hold_spread:
        return set()
    return held_tables(floor.rules, {n: len(t.seats) for n, t in field.tables.items()})
