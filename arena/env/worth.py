"""What the standing of the players of a director's event is worth (`rewards.py` says how)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from railbird.arena.env.buying import chips_won, extra_paid
from railbird.arena.tournament.bounties import winner_keeps_own
from railbird.arena.tournament.deals import EXACT_UP_TO, icm_equity, icm_estimate
from railbird.arena.tournament.director import Director
from railbird.arena.tournament.field import Player
from railbird.arena.tournament.matrix_event import projected_pool

# Above `EXACT_UP_TO` players equities are simulated, always with the same chances, so that the
# same standing has the same worth: a standard error of about 3% of the average prize.
SAMPLES = 1_000
_EXACT = min(EXACT_UP_TO, 10)


def worths(
    director: Director, reward: str, people: Sequence[Sequence[Player]]
) -> NDArray[np.float64]:
    """Return the worth of each person, given by his entries; money in units of the currency."""
    structure = director.structure
    if reward == "chips":
        won = np.array([chips_won(structure, entries) for entries in people], dtype=np.float64)
        return won / structure.start_stack
    values = np.array([-float(extra_paid(structure, entries)) for entries in people])
    values += [sum(e.prize for e in entries) for entries in people]
    if reward != "icm":
        values += [sum(e.bounties_won for e in entries) for entries in people]
    if reward in ("icm", "bounty_icm") and not director.field.finished:
        expected = _expected(director)
        if reward == "bounty_icm" and winner_keeps_own(structure.bounty.kind):
            _add_own_heads(director, expected)
        values += [sum(expected.get(e.id, 0.0) for e in entries) for entries in people]
        if director.field.is_matrix:
            by_score = projected_pool(director.floor)
            values += [by_score.get(entries[0].name, 0) for entries in people]
    return values / 100.0


def _add_own_heads(director: Director, expected: dict[str, float]) -> None:
    """Add the chance of winning, by chips, times the bounty on the own head."""
    players = director.field.players
    chips = sum(players[p].stack for p in expected)
    for p in expected:
        expected[p] += players[p].head * players[p].stack / chips


def _expected(director: Director) -> dict[str, float]:
    """Return the expected prize of each entry that is still in."""
    field, floor = director.field, director.floor
    out = field.places()
    groups: dict[int, list[Player]] = {}
    for p in field.players.values():
        if p.id not in out:
            groups.setdefault(field.group_of(p.id), []).append(p)
    expected: dict[str, float] = {}
    for living in groups.values():
        # A stack can be gone while its owner is still deciding on a rebuy.
        stacks = [max(p.stack, 1) for p in living]
        prizes = list(floor.prize_list()[: len(living)])
        if len(living) <= _EXACT:
            equity = list(icm_equity(stacks, prizes))
        else:
            equity = _alike(stacks, icm_estimate(stacks, prizes, samples=SAMPLES).equity)
        if floor.fifty_fifty_pool:
            total = sum(stacks)
            halves = [floor.fifty_fifty_pool * chips / total for chips in stacks]
            equity = [a + b for a, b in zip(equity, halves, strict=True)]
        expected |= {p.id: cents for p, cents in zip(living, equity, strict=True)}
    return expected


def _alike(stacks: list[int], equity: tuple[float, ...]) -> list[float]:
    """Return estimates in which equal stacks are worth the same, as they are."""
    _, kind, count = np.unique(stacks, return_inverse=True, return_counts=True)
    shared = np.bincount(kind, weights=equity) / count
    alike: list[float] = shared[kind].tolist()
    return alike
