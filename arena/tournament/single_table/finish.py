"""Places and prizes after a hand, compiled (the rules: `arena.tournament.places`, `.money`)."""

from __future__ import annotations

from railbird.arena.hand.record import Table
from railbird.arena.numba_cache import kernel
from railbird.arena.tournament.single_table.record import Event, Plan


@kernel
def _prize(plan: Plan, place: int) -> int:
    return int(plan.prizes[place - 1]) if place <= plan.paid else 0


@kernel
def _pay_tied(e: Event, plan: Plan, tied: int, place: int, first: int) -> None:
    """Give the seats of mask `tied` a place and equal parts of the prizes they reach.

    Odd cents go one each, going round from seat `first` (AMB-07).
    """
    count = 0
    for seat in range(plan.seats):
        count += tied >> seat & 1
    pool = 0
    for k in range(count):
        pool += _prize(plan, place + k)
    given = 0
    for i in range(plan.seats):
        seat = (first + i) % plan.seats
        if tied >> seat & 1:
            e.place[seat] = place
            e.tied[seat] = count
            e.prize[seat] += pool // count + (1 if given < pool % count else 0)
            given += 1


@kernel
def rank_busts(e: Event, t: Table, plan: Plan, busted: int) -> None:
    """Give places to the seats of mask `busted`, who went out in this hand (PS-12, FT-25.1).

    More chips at its start is the better place; equal chips share it (AMB-06).
    """
    place = e.remaining + 1
    while busted:
        most = 0
        for seat in range(plan.seats):
            if busted >> seat & 1:
                most = max(most, t.start_stack[seat])
        tied = 0
        count = 0
        for seat in range(plan.seats):
            if busted >> seat & 1 and t.start_stack[seat] == most:
                tied |= 1 << seat
                count += 1
        _pay_tied(e, plan, tied, place, (e.button + 1) % plan.seats)
        place += count
        busted &= ~tied


@kernel
def finish_event(e: Event, plan: Plan) -> None:
    """Give first place to all who are left, with their prizes, and end the event (PS-11, FT-1)."""
    if plan.fifty_pool > 0:
        _share_by_chips(e, plan)
    _pay_tied(e, plan, e.seated, 1, 0)
    e.finished = 1


@kernel
def _share_by_chips(e: Event, plan: Plan) -> None:
    """Share a Fifty50's second half by chips; units left over to the largest fractions."""
    total = 0
    for seat in range(plan.seats):
        if e.seated >> seat & 1:
            total += e.stack[seat]
    left = plan.fifty_pool
    for seat in range(plan.seats):
        if e.seated >> seat & 1:
            part = plan.fifty_pool * e.stack[seat] // total
            e.prize[seat] += part
            left -= part
    waiting = e.seated
    while left > 0:
        best = -1
        chosen = 0
        for seat in range(plan.seats):
            rest = plan.fifty_pool * e.stack[seat] % total
            if waiting >> seat & 1 and rest > best:
                best = rest
                chosen = seat
        e.prize[chosen] += 1
        waiting &= ~(1 << chosen)
        left -= 1
