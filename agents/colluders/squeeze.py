"""Two against a third: making room for the partner's hand, and raising on both sides of him."""

from __future__ import annotations

from dataclasses import dataclass

from railbird.agents.colluders.spot import Fold, Move, RaiseTo, Scheme, Spot


@dataclass(frozen=True, slots=True)
class Isolation(Scheme):
    """The player with the worse hand raises others out, then gives way to the partner's good one.

    Before the flop, when the partner holds one of the best `good` of hands and is still to act or
    is in: raise what he does not play himself, as long as the raise costs at most `part` of the
    stack; fold once the partner has raised again or the two are alone.
    """

    good: float = 0.10
    part: float = 0.15
    size: float = 3.0
    name = "isolation"
    shares_cards = True

    def alter(self, spot: Spot) -> Move | None:
        """Raise to make room; give way when it is made."""
        mate_rank = spot.mate_rank
        if not spot.preflop or not spot.mate_in or mate_rank is None or mate_rank > self.good:
            return None
        if spot.rank <= mate_rank:
            return None
        if spot.mate_leads and (spot.alone or int(spot.seen.view.street_raises) > 1):
            return Fold() if spot.honest != Fold() else None
        if not spot.others or isinstance(spot.honest, RaiseTo):
            return None
        return self._raise(spot)

    def _raise(self, spot: Spot) -> Move | None:
        seen = spot.seen
        if int(seen.view.street_raises) > 1:
            return None
        total = self.size * max(max(seen.bets.values()), seen.big_blind)
        cost = total - seen.bets[seen.seat]
        return seen.raise_to(total) if cost <= self.part * spot.stack else None


@dataclass(frozen=True, slots=True)
class Whipsaw(Scheme):
    """Raises and raises again on both sides of a third player who has put chips in.

    Before the flop and later, when the partner has made the last raise, a third is in between, and
    one of the partners holds one of the best `good` of hands: raise again, up to `raises` raises a
    street and `part` of the stack. When the third is gone, the worse hand folds.
    """

    good: float = 0.12
    raises: int = 4
    part: float = 0.30
    name = "whipsaw"
    shares_cards = True

    def alter(self, spot: Spot) -> Move | None:
        """Raise again on top of the partner, or give way when the third is gone."""
        mate_rank = spot.mate_rank
        if mate_rank is None or not spot.mate_in:
            return None
        if spot.alone:
            squeezed = spot.preflop and int(spot.seen.view.street_raises) > 1 and spot.mate_leads
            gives_way = squeezed and spot.rank > mate_rank and spot.honest != Fold()
            return Fold() if gives_way else None
        if not spot.mate_leads or not self._third_paid(spot) or not self._is_good(spot, mate_rank):
            return None
        if isinstance(spot.honest, RaiseTo) or int(spot.seen.view.street_raises) >= self.raises:
            return None
        total = 2.6 * max(spot.seen.bets.values())
        cost = total - spot.seen.bets[spot.seen.seat]
        return spot.seen.raise_to(total) if cost <= self.part * spot.stack else None

    def _third_paid(self, spot: Spot) -> bool:
        """Say whether a third player put chips in on this street of his own will."""
        seen = spot.seen
        pair = (seen.seat, spot.partner)
        street = int(seen.view.street)
        live = {s for s in seen.in_hand if s not in pair}
        return any(int(m[0]) == street and int(m[1]) + 1 in live and m[3] > 0 for m in seen.log)

    def _is_good(self, spot: Spot, mate_rank: float) -> bool:
        if spot.preflop:
            return min(spot.rank, mate_rank) <= self.good
        return spot.share_of_two >= 1.0 - 2.0 * self.good
