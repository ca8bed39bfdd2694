"""What players decide outside of hands: rebuys, add-ons, re-entries."""

from __future__ import annotations

from dataclasses import dataclass

from railbird.arena.tournament.field import Player


@dataclass(frozen=True, slots=True)
class Habits:
    """How often players buy again. The default buys nothing."""

    rebuys: int = 0
    double: bool = False  # two rebuys at once when busted
    add_on: bool = False
    re_entries: int = 0

    def wants_rebuy(self, player: Player) -> int:
        """Return how many rebuys a busted player takes now."""
        left = self.rebuys - player.rebuys
        return max(min(left, 2 if self.double else 1), 0)

    def wants_add_on(self, player: Player) -> bool:
        """Say whether a player takes the add-on."""
        return self.add_on and not player.add_ons

    def wants_re_entry(self, player: Player) -> bool:
        """Say whether a player who is out buys a new stack."""
        return player.entry_no <= self.re_entries
