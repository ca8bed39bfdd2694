"""Who plays the seat: an account handed over, and one person with two entries."""

from __future__ import annotations

from dataclasses import dataclass, field

from railbird.agents.base import Agent
from railbird.agents.colluders.moments import Trigger, When
from railbird.agents.colluders.sharing import CardSharing
from railbird.agents.colluders.soft import SoftPlay
from railbird.agents.colluders.spot import Move, RaiseTo, Scheme, Spot


@dataclass(frozen=True, slots=True)
class SeatHandover(Scheme):
    """From the trigger on, somebody else plays the favoured member's seat, with his own style.

    `successor` is what he plays by; it may sit elsewhere with the second member's name, or be no
    entrant at all. Once begun the hand-over stays for the rest of the event.
    """

    successor: Agent
    name = "seat_handover"
    across_tables = True
    stays = True
    usual = Trigger(When.STAGE, first=4)

    def alter(self, spot: Spot) -> Move | None:
        """Return the successor's move."""
        return self.successor.act(spot.seen) if spot.favoured else None

    def think_ms(self, spot: Spot, honest_ms: int | None) -> int | None:
        """Return the successor's time."""
        think_ms = getattr(self.successor, "think_ms", None)
        if think_ms is None or not spot.favoured:
            return None
        time: int | None = think_ms(spot.seen, spot.honest)
        return time


@dataclass(frozen=True, slots=True)
class SecondAccount(Scheme):
    """One person with two entries: knows both hands and never bets into himself.

    `cast` gives both accounts the same honest agent, so that style and timing are one person's.
    """

    soft: SoftPlay = field(default_factory=lambda: SoftPlay(also_among_others=True))
    sharing: CardSharing = field(default_factory=CardSharing)
    name = "second_accounts"
    shares_cards = True
    one_person = True

    def alter(self, spot: Spot) -> Move | None:
        """Play both seats as one, until only they are left."""
        if spot.seen.players_left == 2:
            return None
        move = self.soft.alter(spot)
        if move is not None:
            return move
        move = self.sharing.alter(spot)
        fights = isinstance(move, RaiseTo) and spot.mate_leads
        return None if fights else move
