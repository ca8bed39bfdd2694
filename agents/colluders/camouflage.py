"""Keeps partners out of sight: limits, hands played hard on purpose, and no known signature.

The signatures are those that detectors are known to look for: calls of a partner's raise with
hands nobody calls with, folds of strong hands to the partner, big gifts, strong hands not bet,
premiums not raised again, raises with hands nobody plays, and how often one enters pots.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from railbird.agents.colluders.spot import Call, Fold, Move, RaiseTo, Spot, is_in
from railbird.agents.observation import Observation

_HARD, _SLOW = 1, 2  # labels of what the crew draws


@dataclass(frozen=True, slots=True)
class Camouflage:
    """What partners refrain from.

    At most `per_event` changed decisions towards one partner in an event, with `gap` hands between
    changed hands; the part `hard` of hands is played as honestly against the partner. With
    `plausible` no changed move is of a known kind: it calls his raise only with the best
    `calls_with` of hands and raises first only with the best `raises_with`, never gives away more
    than `gift` big blinds, folds no share of `strong`, and checks one in `slow` parts of the time
    only. Changed entries and folds before the flop stay within `entries` of the hands with him.
    """

    per_event: int = 8
    gap: int = 2
    hard: float = 0.3
    plausible: bool = True
    calls_with: float = 0.30
    raises_with: float = 0.45
    gift: float = 5.0
    strong: float = 0.70
    slow: float = 0.25
    premium: float = 0.03
    entries: float = 0.05


@dataclass(slots=True)
class Cover:
    """The camouflage of one player in one event: what he has done so far."""

    rules: Camouflage
    changed: dict[str, int] = field(default_factory=dict)
    last: dict[str, int] = field(default_factory=dict)
    hands: set[int] = field(default_factory=set)
    drift: int = 0  # entries that honest play would not have made, less those it would have

    def allows(self, spot: Spot, move: Move) -> bool:
        """Say whether a changed move may be made."""
        if self.changed.get(spot.mate, 0) >= self.rules.per_event:
            return False
        hand = spot.seen.hand
        last = self.last.get(spot.mate)
        if last is not None and last != hand and hand - last <= self.rules.gap:
            return False
        if spot.crew.chance(hand, _HARD) < self.rules.hard or not self._keeps_entries(spot, move):
            return False
        return not (self.rules.plausible and is_signature(self.rules, spot, move))

    def _keeps_entries(self, spot: Spot, move: Move) -> bool:
        if not spot.preflop:
            return True
        change = int(is_in(move)) - int(is_in(spot.honest))
        room = 1 + self.rules.entries * len(self.hands)
        return not change or abs(self.drift + change) <= room

    def note(self, seen: Observation, honest: Move, move: Move, spot: Spot | None) -> None:
        """Remember a decision; `spot` is given when it was changed."""
        self.hands.add(seen.hand)
        if spot is None:
            return
        self.changed[spot.mate] = self.changed.get(spot.mate, 0) + 1
        self.last[spot.mate] = seen.hand
        if spot.preflop:
            self.drift += int(is_in(move)) - int(is_in(honest))


def is_signature(rules: Camouflage, spot: Spot, move: Move) -> bool:
    """Say whether a changed move is of a kind that detectors are known to look for."""
    if spot.preflop:
        return _is_odd_entry(rules, spot, move) or _hides_premium(rules, spot, move)
    return _is_gift(rules, spot, move) or _hides_strength(rules, spot, move)


def _is_odd_entry(rules: Camouflage, spot: Spot, move: Move) -> bool:
    """Say whether hands are played that nobody plays."""
    if isinstance(move, RaiseTo):
        return spot.rank > rules.raises_with
    facing = spot.seen.to_call > 0
    return isinstance(move, Call) and facing and is_in(move) and spot.rank > rules.calls_with


def _hides_premium(rules: Camouflage, spot: Spot, move: Move) -> bool:
    raising = isinstance(spot.honest, RaiseTo) and not isinstance(move, RaiseTo)
    return (raising or isinstance(move, Fold)) and spot.rank <= rules.premium


def _is_gift(rules: Camouflage, spot: Spot, move: Move) -> bool:
    """Say whether strength is folded or much is paid with little."""
    share, big = spot.share, spot.seen.big_blind
    if isinstance(move, Fold):
        value = share * (spot.seen.pot + spot.seen.to_call) - spot.seen.to_call
        return share >= rules.strong or value > rules.gift * big
    cost = spot.seen.to_call
    if isinstance(move, RaiseTo):
        cost = move.total - spot.seen.bets[spot.seen.seat]
    worth = share * (spot.seen.pot + 2 * cost)
    return cost - worth > rules.gift * big


def _hides_strength(rules: Camouflage, spot: Spot, move: Move) -> bool:
    unbet = isinstance(spot.honest, RaiseTo) and not isinstance(move, RaiseTo)
    if not unbet or spot.share < rules.strong:
        return False
    return spot.crew.chance(spot.seen.hand, _SLOW) >= rules.slow
