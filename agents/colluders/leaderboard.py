"""Places and points for a partner: who is out of the money for himself lets him pass."""

from __future__ import annotations

from dataclasses import dataclass

from railbird.agents.colluders.moments import Trigger, When
from railbird.agents.colluders.spot import Call, Fold, Move, RaiseTo, Scheme, Spot


@dataclass(frozen=True, slots=True)
class LeaderboardDeal(Scheme):
    """Helpers let the favoured member gain places, and with them the points of a leaderboard.

    They do not raise into him, do not steal his blinds and fold to his bets; between the two the
    helper gives up every pot that costs him at most `gives` of his stack.
    """

    gives: float = 0.5
    name = "leaderboard_deal"
    usual = Trigger(When.STAGE, first=4)

    def alter(self, spot: Spot) -> Move | None:
        """Give way to the favoured partner."""
        seen = spot.seen
        if not spot.mate_favoured or not spot.mate_in or spot.honest == Fold():
            return None
        if spot.alone:
            free = seen.to_call == 0 or not seen.legal.fold
            return Call() if free else self._fold(spot)
        steals = spot.preflop and spot.mate_to_act and isinstance(spot.honest, RaiseTo)
        last = steals and spot.others == int(seen.view.to_come) - 1
        return Fold() if last and seen.to_call else None

    def _fold(self, spot: Spot) -> Move:
        committed = spot.put_in > (1.0 - self.gives) * (spot.put_in + spot.stack)
        return Call() if committed else Fold()
