"""Knock-out events: the own bounty for the partner, and two against a third for his."""

from __future__ import annotations

from dataclasses import dataclass

from railbird.agents.colluders.spot import Call, Fold, Move, Scheme, Spot


def _head(spot: Spot, name: str) -> int:
    """Return the bounty on a player's head, in cents."""
    sitting = spot.crew.sittings.get(spot.me)
    return sitting.bounties.get(name, 0) if sitting is not None else 0


@dataclass(frozen=True, slots=True)
class FeedBounty(Scheme):
    """A short player goes out to the partner, who covers him, rather than to a stranger.

    With at most `short` big blinds he gets it in when the partner has bet or raised, whatever he
    holds; the partner calls his all-in with anything, up to the part `pays` of his own stack.
    """

    short: float = 10.0
    pays: float = 0.4
    name = "bounty_collusion"

    def alter(self, spot: Spot) -> Move | None:
        """Get the short stack in against the partner."""
        seen = spot.seen
        if not spot.mate_in or not _head(spot, spot.me) or not seen.to_call:
            return None
        own = spot.stack + spot.put_in
        other = seen.stacks[spot.partner] + seen.contributions[spot.partner]
        if spot.mate_favoured and own < other and own <= self.short * seen.big_blind:
            if not spot.mate_leads:
                return None
            covered = seen.stacks[spot.partner] == 0 or seen.to_call >= spot.stack
            return Call() if covered else spot.all_in
        facing_all_in = other < own and seen.stacks[spot.partner] == 0 and spot.mate_leads
        cheap = other <= self.short * seen.big_blind and seen.to_call <= self.pays * spot.stack
        return Call() if spot.favoured and facing_all_in and cheap else None


@dataclass(frozen=True, slots=True)
class GangUp(Scheme):
    """Both partners call a covered player's all-in for his bounty, and check it down.

    A call costs at most `part` of the stack and needs a share of `least` of the pot.
    """

    part: float = 0.35
    least: float = 0.15
    name = "bounty_collusion"

    def alter(self, spot: Spot) -> Move | None:
        """Call along, and do not bet against the partner."""
        seen = spot.seen
        if not spot.mate_in:
            return None
        targets = [
            s
            for s in seen.in_hand
            if s not in (seen.seat, spot.partner)
            and seen.stacks[s] == 0
            and seen.contributions[s] < spot.stack + spot.put_in
            and _head(spot, seen.players[s])
        ]
        if not targets:
            return None
        if spot.honest == Fold():
            cheap = 0 < seen.to_call <= self.part * spot.stack
            return Call() if cheap and spot.share >= self.least else None
        return None if isinstance(spot.honest, Call) or not fights_nobody(spot) else Call()


def fights_nobody(spot: Spot) -> bool:
    """Say whether the street is unbet or led by the partner, so that a call fights nobody."""
    return spot.seen.to_call == 0 or spot.mate_leads
