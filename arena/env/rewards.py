"""Rewards: what a seat's standing is worth, and how it changes.

A reward is the change of a worth since the agent's last decision, so rewards sum to the worth at
the end less the worth at the start:

- `prize`: money won so far less money paid in after the first entry (rebuys, add-on, re-entries),
  in units of the currency. Sum: the prize, bounties included, less such costs.
- `chips`: chips less chips bought, in starting stacks, of all matches in a Matrix. Sum: -1 when
  the agent is out without having bought again, else its stack at the end - 1.
- `icm`: the expected prize by the Malmuth-Harville model (`arena.tournament.deals`), the prize
  itself once it is decided; bounties don't count, costs do. Sum: the prize less costs and the worth
  at the start, which is an equal part of the pool. A Matrix adds its four matches and what the pool
  by score would pay if play stopped now (TV-41).
- `bounty_icm`: `icm`, plus bounties won, plus the bounty on the own head where its owner is paid
  it for winning, times the chance to win (the chip share). Sum: all money won less the start's
  worth.

The worth changes when a hand is over, never within it, so chips in a pot are still their owner's.
"""

from __future__ import annotations

from railbird.arena.numba_cache import kernel
from railbird.arena.tournament.single_table.icm import write_icm
from railbird.arena.tournament.single_table.record import Event, Plan

REWARDS = ("prize", "chips", "icm", "bounty_icm")
PRIZE, CHIPS, ICM, BOUNTY_ICM = range(len(REWARDS))
_CENTS = 0.01


@kernel
def write_worth(e: Event, plan: Plan, reward: int) -> None:
    """Write into `value` what every seat's standing is worth between two hands."""
    if reward == CHIPS:
        for seat in range(plan.entrants):
            e.value[seat] = e.stack[seat] / plan.start_stack
        return
    if reward == PRIZE or e.finished:
        for seat in range(plan.entrants):
            e.value[seat] = e.prize[seat] * _CENTS
        return
    write_icm(e, plan)
    for seat in range(plan.entrants):
        e.value[seat] *= _CENTS


@kernel
def owe_change(e: Event, plan: Plan, reward: int) -> None:
    """Add to `owed` what each seat's worth has gained since it was last written."""
    e.owing = 1
    for seat in range(plan.entrants):
        e.owed[seat] -= e.value[seat]
    write_worth(e, plan, reward)
    for seat in range(plan.entrants):
        e.owed[seat] += e.value[seat]
