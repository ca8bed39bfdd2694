"""Expected prizes by chips, compiled (the model: `arena.tournament.deals.icm_equity`, 6.9)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from railbird.arena.numba_cache import kernel
from railbird.arena.tournament.single_table.record import Event, Plan


@kernel
def icm_values(
    stacks: NDArray[np.int64], prizes: NDArray[np.int64], paid: int, out: NDArray[np.float64]
) -> None:
    """Write each player's expected prize; all `stacks` are positive, `paid` places count.

    Walks the sets of players who have finished, smaller sets first, with their probability.
    """
    players = stacks.shape[0]
    reach = np.zeros(1 << players)
    reach[0] = 1.0
    total = 0
    for i in range(players):
        total += stacks[i]
        out[i] = 0.0
    for done in range((1 << players) - 1):
        chance = reach[done]
        if chance == 0.0:
            continue
        place = 0
        chips = total
        for i in range(players):
            if done >> i & 1:
                place += 1
                chips -= stacks[i]
        if place >= paid:
            continue
        for i in range(players):
            if done >> i & 1 == 0:
                p = chance * stacks[i] / chips
                out[i] += p * prizes[place]
                reach[done | 1 << i] += p


@kernel
def write_icm(e: Event, plan: Plan) -> None:
    """Write every seat's worth in cents: its prize when out, else its share of what is left."""
    count = e.remaining
    stacks = np.empty(count, dtype=np.int64)
    prizes = np.zeros(count, dtype=np.int64)
    worth = np.empty(count, dtype=np.float64)
    k = 0
    for seat in range(plan.seats):
        e.value[seat] = e.prize[seat]
        if e.seated >> seat & 1:
            stacks[k] = e.stack[seat]
            prizes[k] = plan.prizes[k]
            k += 1
    icm_values(stacks, prizes, min(plan.paid, count), worth)
    chips = plan.entrants * plan.start_stack
    k = 0
    for seat in range(plan.seats):
        if e.seated >> seat & 1:
            # The half of a Fifty50 that goes by chips is worth its share already.
            e.value[seat] = worth[k] + plan.fifty_pool * e.stack[seat] / chips
            k += 1
