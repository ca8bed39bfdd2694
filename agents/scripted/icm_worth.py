"""What stacks and heads are worth in prizes, as compiled house bots see it.

Chips are turned into prizes by the independent chip model (Malmuth and Harville) from the stacks as
they are, when ten players or fewer are left; before that a chip is worth its part of the prizes.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from railbird.arena.numba_cache import kernel
from railbird.arena.tournament.single_table.icm import icm_values
from railbird.arena.tournament.view import MOST_PRIZES, View

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

MOST_LEFT = 10


@kernel
def counts_prizes(v: View) -> bool:
    """Say whether stacks are turned into prizes: few enough are left, and several places differ."""
    if v.prizes[0] <= 0 or v.players_left > MOST_LEFT or v.players_left < 3:
        return False
    return bool(v.prizes[1] > 0)


@kernel
def chip_worth(v: View) -> float:
    """Return what a chip is worth in cents where it is worth the same to all; 0 if not known."""
    if v.chips <= 0:
        return 0.0
    if v.players_left == 2:
        return float((v.prizes[0] - v.prizes[1]) / v.chips)
    total = 0
    for place in range(MOST_PRIZES):
        total += v.prizes[place]
    return float(total / v.chips)


@kernel
def worth(v: View, chips: Ints, before: Ints, out: Floats) -> None:
    """Write what every seat's `chips` are worth, in cents (in chips when no prizes are known).

    `before` is what each began the hand with: of two who go out the larger takes the better place.
    """
    if not counts_prizes(v):
        price = chip_worth(v)
        for seat in range(v.seats):
            out[seat] = chips[seat] * (price if price > 0.0 else 1.0)
        return
    alive = _remaining_worth(v, chips, before, out)
    for seat in range(v.seats):
        if v.dealt[seat] and chips[seat] <= 0:
            place = alive
            for other in range(v.seats):
                gone = v.dealt[other] and chips[other] <= 0
                place += 1 if gone and before[other] > before[seat] else 0
            out[seat] = v.prizes[place] if place < MOST_PRIZES else 0.0


@kernel
def _remaining_worth(v: View, chips: Ints, before: Ints, out: Floats) -> int:
    """Write the worth of those who have chips; return how many they are at all tables.

    Players at other tables count with equal shares of the chips that are not here.
    """
    stacks = np.zeros(MOST_LEFT, dtype=np.int64)
    alive = here = inside = 0
    for seat in range(v.seats):
        if v.dealt[seat]:
            inside += 1
            here += before[seat]
            if chips[seat] > 0:
                stacks[alive] = chips[seat]
                alive += 1
    away = v.players_left - inside
    for _ in range(away):
        stacks[alive] = max((v.chips - here) // away, 1)
        alive += 1
    found = np.zeros(alive)
    prizes = v.prizes.astype(np.int64)
    icm_values(stacks[:alive], prizes[:alive], min(alive, v.places_paid), found)
    k = 0
    for seat in range(v.seats):
        if v.dealt[seat] and chips[seat] > 0:
            out[seat] = found[k]
            k += 1
    return alive


@kernel
def head_worth(v: View, seat: int, winner_chips: float) -> float:
    """Return what knocking a seat out pays in cents, `winner_chips` being the winner's then.

    What goes onto the winner's own head is his if he wins the event.
    """
    if v.head[seat] <= 0 or v.prizes[0] <= 0:
        return 0.0
    kept = winner_chips / v.chips if v.chips > 0 else 0.0
    cash = v.head_cash / 100.0
    return float(v.head[seat] * (cash + (1.0 - cash) * kept))
