"""Schemes of partners: playing softly against each other, and handing chips over."""

from __future__ import annotations

from dataclasses import dataclass

from railbird.agents.observation import Observation
from railbird.arena.hand.actions import Call, Fold, Move


def _others_in(seen: Observation, partner: int) -> int:
    """Return how many besides the two are still in the hand."""
    return sum(seat not in (seen.seat, partner) for seat in seen.in_hand)


@dataclass(frozen=True, slots=True)
class SoftPlay:
    """Does not bet or raise against the partner once nobody else is in the hand.

    With `also_among_others` it does not raise a partner's bet in bigger company either.
    """

    also_among_others: bool = False
    name: str = "soft_play"

    def alter(self, seen: Observation, partner: int, honest: Move) -> Move | None:
        """Check or call where the honest agent would bet or raise the partner."""
        if partner not in seen.in_hand or isinstance(honest, Fold | Call):
            return None
        if _others_in(seen, partner) == 0:
            return Call()
        partner_bet = seen.bets[partner] == max(seen.bets.values()) > seen.bets[seen.seat]
        if self.also_among_others and partner_bet and seen.street != "preflop":
            return Call()
        return None


@dataclass(frozen=True, slots=True)
class GiveChips:
    """The giver's part of chip dumping: gets in with the partner, bets, and folds to his raise.

    `entry` is the most it pays to get in, in big blinds; it folds once `part` of its stack at the
    start of the hand lies in the pot, so that the hand does not look like a gift of all chips.
    """

    entry: float = 6.0
    part: float = 0.3
    name: str = "chip_dumping"

    def alter(self, seen: Observation, partner: int, honest: Move) -> Move | None:
        """Call in, bet and fold, whatever the cards."""
        if partner not in seen.in_hand:
            return None
        if _others_in(seen, partner):
            entering = seen.street == "preflop" and seen.bets[partner] > seen.big_blind
            cheap = seen.to_call <= self.entry * seen.big_blind
            return Call() if entering and cheap and honest == Fold() else None
        put_in = seen.contributions[seen.seat]
        enough = put_in >= self.part * (put_in + seen.stacks[seen.seat])
        if seen.to_call == 0:
            return Call() if enough else seen.raise_to(0.7 * seen.pot)
        if seen.street == "preflop" and not enough and seen.to_call <= self.entry * seen.big_blind:
            return Call()
        return Fold()


@dataclass(frozen=True, slots=True)
class TakeChips:
    """The taker's part of chip dumping: enters pots of the giver and raises his bets.

    `entry` is the most it pays to get in, in big blinds.
    """

    entry: float = 4.0
    name: str = "chip_dumping"

    def alter(self, seen: Observation, partner: int, honest: Move) -> Move | None:
        """Raise what the giver bets when nobody else is in, whatever the cards."""
        if partner not in seen.in_hand or _others_in(seen, partner):
            return None
        if seen.to_call == 0:
            # Acting first it leaves the betting to the giver.
            return Call() if seen.street != "preflop" else None
        if seen.street == "preflop":
            cheap = seen.to_call <= self.entry * seen.big_blind
            return Call() if cheap and honest == Fold() else None
        return seen.raise_to(seen.to_call + max(seen.bets.values()) + 0.6 * seen.pot)
