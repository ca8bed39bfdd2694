"""Partners who do not fight each other: soft play, and hands checked down by agreement."""

from __future__ import annotations

from dataclasses import dataclass

from railbird.agents.colluders.spot import Call, Fold, Move, Scheme, Spot


@dataclass(frozen=True, slots=True)
class SoftPlay(Scheme):
    """Does not bet or raise against the partner once nobody else is in the hand.

    With `also_among_others` it does not raise a partner's bet in bigger company either.
    """

    also_among_others: bool = False
    name = "soft_play"

    def alter(self, spot: Spot) -> Move | None:
        """Check or call where the honest agent would bet or raise the partner."""
        if not spot.mate_in or isinstance(spot.honest, Fold | Call):
            return None
        if spot.alone:
            return Call()
        if self.also_among_others and spot.mate_leads and not spot.preflop:
            return Call()
        return None


@dataclass(frozen=True, slots=True)
class OneSidedSoftPlay(Scheme):
    """Soft play of the others towards the favoured member: they also let his last bets go.

    The favour is repaid when the roles change (`Group.reciprocity`, `rotation`). A helper folds to
    the favoured player's bet when his own share is below `up_to`.
    """

    up_to: float = 0.65
    name = "soft_play"

    def alter(self, spot: Spot) -> Move | None:
        """Check to the favoured partner, and fold to his bets unless strong."""
        if not spot.alone or not spot.mate_favoured or isinstance(spot.honest, Fold):
            return None
        if spot.seen.to_call and not spot.preflop and spot.share < self.up_to:
            return Fold()
        return None if isinstance(spot.honest, Call) else Call()


@dataclass(frozen=True, slots=True)
class CheckDown(Scheme):
    """Checks every street after the flop while the partner is in and there is no bet.

    With `only_against_all_in` only when somebody else is all-in, so that two hands stand against
    his and nobody drives the other out.
    """

    only_against_all_in: bool = False
    name = "check_down"

    def alter(self, spot: Spot) -> Move | None:
        """Check where the honest agent would bet."""
        seen = spot.seen
        if not spot.mate_in or spot.preflop or seen.to_call or isinstance(spot.honest, Call):
            return None
        third = [s for s in seen.in_hand if s not in (seen.seat, spot.partner)]
        if self.only_against_all_in and all(seen.stacks[s] for s in third):
            return None
        return Call()
