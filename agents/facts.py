"""What an event adds to the table in a player's view: level, places, prizes and bounties."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from railbird.arena.tournament import view
from railbird.arena.tournament.bounties import BountyKind
from railbird.arena.tournament.field import Field
from railbird.arena.tournament.play import Deal


def write_facts(
    row: NDArray[np.int64], field: Field, deal: Deal, prizes: Sequence[int], paid: int
) -> None:
    """Fill a row of `arena.tournament.view` facts for a hand; `prizes` are cents by place."""
    level = deal.level
    row[:] = 0
    row[: view.CHIPS] = (
        deal.hand,
        level.number,
        level.small_blind,
        level.big_blind,
        level.ante,
        field.remaining,
        paid,
        field.entries,
    )
    row[view.CHIPS] = sum(player.stack for player in field.living())
    best = prizes[: view.MOST_PRIZES]
    row[view.PRIZES : view.PRIZES + len(best)] = best
    _write_heads(row, field, deal)


def _write_heads(row: NDArray[np.int64], field: Field, deal: Deal) -> None:
    """Write what each head is worth: a mystery one on average, from when they are drawn."""
    bounty = field.structure.bounty
    if bounty.kind is BountyKind.NONE:
        return
    row[view.HEAD_CASH] = bounty.cash_percent if bounty.kind is BountyKind.PROGRESSIVE else 100
    envelopes = field.envelopes
    mystery = sum(envelopes) // len(envelopes) if envelopes else 0
    for seat, player in deal.seats.items():
        row[view.HEADS + seat - 1] = field.players[player].head or mystery
