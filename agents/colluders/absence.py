"""Not playing as a plan: sitting out together, and letting the clock run."""

from __future__ import annotations

from dataclasses import dataclass

from railbird.agents.colluders.crew import Crew
from railbird.agents.colluders.moments import Trigger, When
from railbird.agents.colluders.spot import Scheme, Spot
from railbird.agents.hooks import Sitting

_EPISODE, _JITTER = 3, 4  # labels of what the crew draws


@dataclass(frozen=True, slots=True)
class SitOutTogether(Scheme):
    """Partners leave and come back with the same hands; blinds are all that they lose.

    The event's hands fall into stretches of `hands`; in the part `often` of them all partners sit
    out, at whatever tables they sit. Nobody leaves when only partners are left in the event.
    """

    hands: int = 8
    often: float = 0.7
    name = "coordinated_sit_outs"
    across_tables = True
    usual = Trigger(When.BUBBLE)

    def stays_away(self, sitting: Sitting, crew: Crew, mate: str) -> bool:
        """Say whether the hand falls into a stretch that is sat out."""
        if sitting.players_left <= len(crew.members):
            return False
        return crew.chance(sitting.hand // self.hands, _EPISODE) < self.often


@dataclass(frozen=True, slots=True)
class Stalling(Scheme):
    """Partners let the clock run at each decision: about `seconds`, within the time to act."""

    seconds: float = 12.0
    jitter: float = 2.0
    name = "stalling"
    across_tables = True
    usual = Trigger(When.BUBBLE)

    def think_ms(self, spot: Spot, honest_ms: int | None) -> int | None:
        """Return the long time, unless the honest player takes longer."""
        moment = spot.seen.hand * 64 + int(spot.seen.view.moves)
        time = round(
            1000 * (self.seconds + self.jitter * (spot.crew.chance(moment, _JITTER) - 0.5))
        )
        return time if honest_ms is None or time > honest_ms else None
