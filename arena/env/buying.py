"""Who buys again and who comes late in an environment's event: the default, and the agent's choice.

Where the structure sells them, players without chips rebuy with chance `REBUY` each time, take
the add-on with chance `ADD_ON` and enter again with chance `RE_ENTRY`; a part `LATE` of the field,
never the first player, comes at even intervals over the time of late registration, and waits while
no seat is free. These are our own figures, no house's. The event's seed decides, and nothing else
that happens.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from railbird.arena.tournament.clock import MINUTE
from railbird.arena.tournament.field import Player
from railbird.arena.tournament.habits import Habits
from railbird.arena.tournament.matrix_event import SCORE
from railbird.arena.tournament.structure import Format, Structure

USUAL, ALWAYS, NEVER = BUYING = ("usual", "always", "never")
REBUY, ADD_ON, RE_ENTRY = 0.75, 0.75, 0.5
LATE = 0.1
# The observation's bounds count on no entry having more.
MOST_REBUYS = 20

Arrivals = tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Buying(Habits):
    """Buys again as `setting` says for those in `agents`, by the default for everybody else."""

    seed: int = 0
    setting: str = USUAL
    agents: frozenset[str] = frozenset()

    def _wants(self, player: Player, what: str, chance: float) -> bool:
        setting = self.setting if player.name in self.agents else USUAL
        if setting != USUAL:
            return setting == ALWAYS
        return random.Random(f"{self.seed}/{what}/{player.id}").random() < chance

    def wants_rebuy(self, player: Player) -> int:
        """Return 1 when a player without chips rebuys."""
        if player.rebuys >= MOST_REBUYS:
            return 0
        return int(self._wants(player, f"rebuy {player.rebuys}", REBUY))

    def wants_add_on(self, player: Player) -> bool:
        """Say whether a player takes the add-on."""
        return not player.add_ons and self._wants(player, "add-on", ADD_ON)

    def wants_re_entry(self, player: Player) -> bool:
        """Say whether a player who is out buys a new stack."""
        return self._wants(player, "re-entry", RE_ENTRY)


def split_field(
    structure: Structure, names: Sequence[str], seed: int
) -> tuple[list[str], Arrivals]:
    """Return who is there at the start, and who comes when (ms after it)."""
    minutes = structure.registration.late_minutes
    if not minutes or structure.format is Format.SIT_AND_GO:
        return list(names), ()
    rng = random.Random(f"{seed}/late")
    most = max(len(names) - max(structure.min_entrants, 2), 0)
    late = rng.sample(list(names[1:]), min(int(LATE * len(names)), most))
    gap = minutes * MINUTE / (len(late) or 1)
    arrivals = tuple((round((k + 0.5) * gap), name) for k, name in enumerate(late))
    return [name for name in names if name not in set(late)], arrivals


def extra_paid(structure: Structure, entries: Sequence[Player]) -> int:
    """Return what a player's entries have cost beside the first one's price, in cents."""
    again = 0 if structure.format is Format.MATRIX else max(len(entries) - 1, 0)
    rebuys = structure.rebuys
    return again * structure.price + sum(
        e.rebuys * rebuys.price + e.add_ons * rebuys.add_on_price for e in entries
    )


def chips_won(structure: Structure, entries: Sequence[Player]) -> int:
    """Return a player's chips less all that he has bought."""
    rebuys, start = structure.rebuys, structure.start_stack
    return sum(
        e.stack - start - e.rebuys * rebuys.chips - e.add_ons * rebuys.add_on_chips
        for e in entries
        if structure.format is not Format.MATRIX or e.entry_no != SCORE
    )
