"""Card sharing: partners tell each other their cards and play by what both know."""

from __future__ import annotations

from dataclasses import dataclass

from railbird.agents.colluders.spot import Call, Fold, Move, RaiseTo, Scheme, Spot, is_in


@dataclass(frozen=True, slots=True)
class CardSharing(Scheme):
    """Only the better hand of the two goes in; later, calls and bets go by the cards left.

    Before the flop a hand that is neither among the best `own` nor better than the partner's is
    folded when the partner comes along. Later two judgements are made of the share against the
    others, with and without the partner's cards: where they differ, the better informed one is
    followed. It calls when the share exceeds the price by `slack` and bets above `bet_at`.
    """

    own: float = 0.05
    slack: float = 0.02
    bet_at: float = 0.64
    raise_at: float = 0.85
    name = "card_sharing"
    shares_cards = True

    def alter(self, spot: Spot) -> Move | None:
        """Return the move of the better informed judgement where it differs."""
        mate_rank = spot.mate_rank
        if mate_rank is None:
            return None
        if spot.preflop:
            return self._enter(spot, mate_rank)
        if not spot.others:
            return None
        knows, guesses = self._kind(spot, spot.share_of_two), self._kind(spot, spot.share)
        if knows == guesses:
            return None
        if knows is RaiseTo:
            return None if isinstance(spot.honest, RaiseTo) else spot.pot_raise(0.6)
        if knows is Call:
            return Call()
        return Fold()

    def _enter(self, spot: Spot, mate_rank: float) -> Move | None:
        better = mate_rank < spot.rank
        coming = spot.mate_in and (spot.mate_to_act or spot.mate_leads)
        if coming and better and mate_rank <= 0.15 and spot.rank > self.own and spot.seen.to_call:
            return Fold() if is_in(spot.honest) else None
        return None

    def _kind(self, spot: Spot, share: float) -> type[Move]:
        """Return what a share is good for at this price."""
        seen = spot.seen
        strength = min(share * (max(spot.others, 1) + 1) / 2.0, 1.0)
        if not seen.to_call:
            return RaiseTo if strength > self.bet_at else Call
        if strength > self.raise_at:
            return RaiseTo
        price = seen.to_call / (seen.pot + seen.to_call)
        return Call if share > price + self.slack else Fold
