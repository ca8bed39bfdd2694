"""Button and blinds of the next hand, compiled (the rules: `arena.tournament.button`).

A table of an event without newcomers: every seat with chips was dealt in on the last hand.
"""

from __future__ import annotations

from railbird.arena.numba_cache import kernel
from railbird.arena.tournament.single_table.record import Event, Plan


@kernel
def seat_after(mask: int, after: int, seats: int) -> int:
    """Return the first seat of `mask` clockwise after `after`, which itself comes last."""
    for i in range(1, seats + 1):
        seat = (after + i) % seats
        if mask >> seat & 1:
            return int(seat)
    return -1


@kernel
def count_seats(mask: int) -> int:
    """Return how many seats a mask holds."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@kernel
def _take(e: Event, button: int, small: int, big: int, dead: bool) -> None:
    e.button = button
    e.small_blind = small
    e.big_blind = big
    e.dead_small_blind = 1 if dead else 0


@kernel
def first_positions(e: Event, plan: Plan) -> None:
    """Write the positions of the first hand (PS-5, FT-9.2, AMB-29)."""
    seats = plan.seats
    first = seat_after(e.seated, seats - 1, seats)
    if plan.right_of_seat_1:
        # The last seat going round: nobody sits between it and the first.
        last = first
        for seat in range(seats):
            if e.seated >> seat & 1:
                last = seat
        first = last
    second = seat_after(e.seated, first, seats)
    if count_seats(e.seated) == 2:
        _take(e, first, first, second, False)
        return
    _take(e, first, second, seat_after(e.seated, second, seats), False)


@kernel
def next_positions(e: Event, plan: Plan) -> None:
    """Write the positions of the next hand (PS-14, PS-15, FT-18, FT-19)."""
    seats = plan.seats
    two = count_seats(e.seated) == 2
    if plan.dead_button:
        big = seat_after(e.seated, e.big_blind, seats)
        if two:
            other = seat_after(e.seated, big, seats)
            _take(e, other, other, big, False)
            return
        small = e.big_blind
        _take(e, e.small_blind, small, big, e.seated >> small & 1 == 0)
        return
    button = seat_after(e.seated, e.button, seats)
    small = seat_after(e.seated, button, seats)
    if two:
        if plan.hu_no_double_bb and small == e.big_blind:
            button, small = small, button
        _take(e, button, button, small, False)
        return
    _take(e, button, small, seat_after(e.seated, small, seats), False)
