"""What players may say and do besides playing: talk of running hands, seats handed over."""

from __future__ import annotations

from enum import Enum

from railbird.arena.tournament.errors import Refused
from railbird.arena.tournament.house import HouseRules


def may_discuss_hand(
    rules: HouseRules, *, players_left: int, heads_up_event: bool, observer: bool
) -> bool:
    """Say whether somebody may talk about a hand that is being played (PS-19, FT-29).

    Nobody may while others are in the event, folded or not. One room lets the last two talk, and
    does not bind observers; the other binds everybody, always.
    """
    if observer and not rules.chat_observers:
        return True
    return rules.chat_exempt_heads_up and (players_left == 2 or heads_up_event)


class HandOver(Enum):
    """Why somebody else played a seat: the rule's ID, and whether it can excuse it (PS-21.3)."""

    WENT_TO_BED = ("PS-21.N1", False)
    PLANNED_TRIP = ("PS-21.N2", False)
    MOVED_HOUSE = ("PS-21.N3", False)
    FRIEND_TOOK_OVER = ("PS-21.N4", False)
    ABSENT_PARTNER = ("PS-21.N5", False)
    SOLD_SEAT = ("PS-21.N6", False)
    AREA_POWER_CUT = ("PS-21.A1", True)
    CHILD_TO_HOSPITAL = ("PS-21.A2", True)
    PROVIDER_OUTAGE = ("PS-21.A3", True)

    @property
    def rule(self) -> str:
        """The rule that names this reason."""
        return self.value[0]


def judge_hand_over(reason: HandOver, *, proven: bool) -> None:
    """Raise `Refused` unless the reason excuses that another played the seat (PS-21).

    Only a serious event that nobody planned and that the player proves can.
    """
    if not reason.value[1]:
        raise Refused(reason.rule, "no excuse for handing over a seat")
    if not proven:
        raise Refused("PS-21.3", "the event must be proven to the room")
