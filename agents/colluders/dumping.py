"""Handing chips over: plainly, disguised as coolers, or through a third player."""

from __future__ import annotations

from dataclasses import dataclass, field

from railbird.agents.colluders.spot import Call, Fold, Move, RaiseTo, Scheme, Spot

_NAME = "chip_dumping"


@dataclass(frozen=True, slots=True)
class GiveChips(Scheme):
    """The giver's part of chip dumping: gets in with the partner, bets, and folds to his raise.

    `entry` is the most it pays to get in, in big blinds; it folds once `part` of its stack at the
    start of the hand lies in the pot, so that the hand does not look like a gift of all chips.
    """

    entry: float = 6.0
    part: float = 0.3
    name = _NAME

    def alter(self, spot: Spot) -> Move | None:
        """Call in, bet and fold, whatever the cards."""
        seen = spot.seen
        if not spot.mate_in:
            return None
        cheap = seen.to_call <= self.entry * seen.big_blind
        if spot.others:
            entering = spot.preflop and seen.bets[spot.partner] > seen.big_blind
            return Call() if entering and cheap and spot.honest == Fold() else None
        enough = spot.put_in >= self.part * (spot.put_in + spot.stack)
        if seen.to_call == 0:
            return Call() if enough else seen.raise_to(0.7 * seen.pot)
        if spot.preflop and not enough and cheap:
            return Call()
        return Fold()


@dataclass(frozen=True, slots=True)
class TakeChips(Scheme):
    """The taker's part of chip dumping: enters pots of the giver and raises his bets.

    `entry` is the most it pays to get in, in big blinds.
    """

    entry: float = 4.0
    name = _NAME

    def alter(self, spot: Spot) -> Move | None:
        """Raise what the giver bets when nobody else is in, whatever the cards."""
        seen = spot.seen
        if not spot.alone:
            return None
        if seen.to_call == 0:
            # Acting first it leaves the betting to the giver.
            return None if spot.preflop else Call()
        if spot.preflop:
            cheap = seen.to_call <= self.entry * seen.big_blind
            return Call() if cheap and spot.honest == Fold() else None
        return seen.raise_to(seen.to_call + max(seen.bets.values()) + 0.6 * seen.pot)


@dataclass(frozen=True, slots=True)
class DumpChips(Scheme):
    """Plain dumping: everybody gives to the favoured member, who takes."""

    give: GiveChips = field(default_factory=GiveChips)
    take: TakeChips = field(default_factory=TakeChips)
    name = _NAME

    def alter(self, spot: Spot) -> Move | None:
        """Play the part that the crew's roles give."""
        if spot.favoured:
            return self.take.alter(spot)
        return self.give.alter(spot) if spot.mate_favoured else None


@dataclass(frozen=True, slots=True)
class DumpByCoolers(Scheme):
    """Dumping that looks like bad luck: all-in with a fair hand against the partner's better one.

    Partners know each other's cards. Before the flop both hands must be among the best `fair` of
    hands and the favoured one must win at least `edge`; later the giver needs a share of
    `fair_share` against a random hand. Nothing else is changed: both hands are worth playing.
    """

    fair: float = 0.16
    edge: float = 0.66
    fair_share: float = 0.60
    name = _NAME
    shares_cards = True

    def alter(self, spot: Spot) -> Move | None:
        """Raise until all is in."""
        if not spot.mate_in or not (spot.favoured or spot.mate_favoured):
            return None
        if not self._is_cooler(spot):
            return None
        if spot.others and not (spot.preflop and spot.others <= 1):
            # Whoever else is in might win it; raising leaves the two alone.
            return None
        if isinstance(spot.honest, RaiseTo):
            return None
        top = max(spot.seen.bets.values())
        more = 3.0 * top if spot.preflop else top + 0.8 * (spot.seen.pot + spot.seen.to_call)
        half = spot.put_in + 0.4 * spot.stack
        return spot.seen.raise_to(more) if more < half else spot.all_in

    def _is_cooler(self, spot: Spot) -> bool:
        mate_rank = spot.mate_rank
        if mate_rank is None or (spot.preflop and max(spot.rank, mate_rank) > self.fair):
            return False
        mine = spot.equity_against_mate
        if mine is None:
            return False
        if (mine if spot.favoured else 1.0 - mine) < self.edge:
            return False
        return spot.preflop or spot.favoured or spot.share >= self.fair_share


@dataclass(frozen=True, slots=True)
class DumpThroughThird(Scheme):
    """Dumping through a third: nobody gives to the favoured member but the second, the carrier.

    The carrier takes from the rest, and gives what is above `keeps` of the table's average stack.
    """

    keeps: float = 1.1
    give: GiveChips = field(default_factory=GiveChips)
    take: TakeChips = field(default_factory=TakeChips)
    name = _NAME

    def alter(self, spot: Spot) -> Move | None:
        """Play the part that the crew's order gives."""
        first, carrier = self._parts(spot)
        if spot.me == carrier:
            if spot.mate == first:
                return self.give.alter(spot) if self._is_rich(spot, spot.seen.seat) else None
            return self.take.alter(spot)
        if spot.me == first:
            rich = spot.mate == carrier and self._is_rich(spot, spot.partner)
            return self.take.alter(spot) if rich else None
        return self.give.alter(spot) if spot.mate == carrier else None

    def _parts(self, spot: Spot) -> tuple[str, str]:
        members = spot.crew.members
        first = members.index(spot.crew.favoured(spot.seen.hand))
        return members[first], members[(first + 1) % len(members)]

    def _is_rich(self, spot: Spot, seat: int) -> bool:
        seen = spot.seen
        stacks, put_in = seen.stacks, seen.contributions
        average = (sum(stacks.values()) + sum(put_in.values())) / len(stacks)
        return stacks[seat] + put_in[seat] > self.keeps * average
