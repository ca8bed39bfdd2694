"""What the standing of every player of a director's event is worth (`rewards.py` says how)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from railbird.arena.tournament.bounties import winner_keeps_own
from railbird.arena.tournament.deals import EXACT_UP_TO, icm_equity, icm_estimate
from railbird.arena.tournament.director import Director
from railbird.arena.tournament.field import Player

# Above `EXACT_UP_TO` players equities are simulated, always with the same chances, so that the
# same standing has the same worth: a standard error of about 3% of the average prize.
SAMPLES = 1_000
_EXACT = min(EXACT_UP_TO, 10)


def worths(director: Director, reward: str) -> NDArray[np.float64]:
    """Return every entry's worth, in the order of entry; money in units of the currency."""
    players = list(director.field.players.values())
    if reward == "chips":
        start = director.structure.start_stack
        return np.array([p.stack / start for p in players])
    values = np.array([float(p.prize) for p in players])
    if reward != "icm":
        values += [p.bounties_won for p in players]
    if reward in ("icm", "bounty_icm") and not director.field.finished:
        values += _expected(director, players)
        if reward == "bounty_icm" and winner_keeps_own(director.structure.bounty.kind):
            chips = sum(p.stack for p in players)
            values += [p.head * p.stack / chips for p in players]
    return values / 100.0


def _expected(director: Director, players: list[Player]) -> NDArray[np.float64]:
    """Return the expected prize of who is still in, 0 for the others."""
    field, floor = director.field, director.floor
    out = field.places()
    living = [k for k, p in enumerate(players) if p.id not in out]
    stacks = [players[k].stack for k in living]
    # A stack can be gone while its owner is still deciding on a rebuy.
    if min(stacks) <= 0:
        stacks = [max(chips, 1) for chips in stacks]
    prizes = list(floor.prize_list()[: len(living)])
    if len(living) <= _EXACT:
        equity = icm_equity(stacks, prizes)
    else:
        equity = _alike(stacks, icm_estimate(stacks, prizes, samples=SAMPLES).equity)
    values = np.zeros(len(players))
    values[living] = equity
    if floor.fifty_fifty_pool:
        total = sum(stacks)
        values[living] += [floor.fifty_fifty_pool * chips / total for chips in stacks]
    return values


def _alike(stacks: list[int], equity: tuple[float, ...]) -> list[float]:
    """Return estimates in which equal stacks are worth the same, as they are."""
    _, kind, count = np.unique(stacks, return_inverse=True, return_counts=True)
    shared = np.bincount(kind, weights=equity) / count
    alike: list[float] = shared[kind].tolist()
    return alike
