"""A decision as partners see it, and what a scheme may answer."""

from __future__ import annotations

from dataclasses import dataclass

from railbird.agents.colluders.crew import Crew
from railbird.agents.colluders.moments import Trigger
from railbird.agents.colluders.sight import can_compare, equity_against, rank_of, share_of
from railbird.agents.hooks import Sitting
from railbird.agents.observation import Observation
from railbird.arena.cards import Card
from railbird.arena.hand.actions import Call, Fold, Move, RaiseTo


@dataclass(frozen=True, slots=True)
class Spot:
    """What a colluder knows at a decision: the observation, his honest move, one partner, the crew.

    `partner` is the partner's seat, or 0 when he was not dealt in here; `me` and `mate` are names.
    """

    seen: Observation
    honest: Move
    partner: int
    me: str
    mate: str
    crew: Crew

    @property
    def mate_in(self) -> bool:
        """Whether the partner is still in the hand."""
        return bool(self.partner) and bool(self.seen.view.live[self.partner - 1])

    @property
    def others(self) -> int:
        """How many besides the two are still in the hand."""
        return sum(seat not in (self.seen.seat, self.partner) for seat in self.seen.in_hand)

    @property
    def alone(self) -> bool:
        """Whether only the two partners are left in the hand."""
        return self.mate_in and self.others == 0

    @property
    def preflop(self) -> bool:
        """Whether this is the first betting round."""
        return int(self.seen.view.street) == 0

    @property
    def favoured(self) -> bool:
        """Whether the others help this player in this hand."""
        return self.crew.favoured(self.seen.hand) == self.me

    @property
    def mate_favoured(self) -> bool:
        """Whether this player helps the partner in this hand."""
        return self.crew.favoured(self.seen.hand) == self.mate

    @property
    def mate_to_act(self) -> bool:
        """Whether the partner is in and has not yet acted on this street."""
        seen = self.seen
        street = int(seen.view.street)
        acted = any(int(m[0]) == street and int(m[1]) + 1 == self.partner for m in seen.log)
        return self.mate_in and not acted

    @property
    def mate_leads(self) -> bool:
        """Whether the highest bet of the street is the partner's."""
        bets = self.seen.bets
        return self.mate_in and bets[self.partner] == max(bets.values()) > bets[self.seen.seat]

    @property
    def put_in(self) -> int:
        """Chips this player has put in during the hand."""
        return self.seen.contributions[self.seen.seat]

    @property
    def stack(self) -> int:
        """Chips this player has behind."""
        return self.seen.stacks[self.seen.seat]

    @property
    def rank(self) -> float:
        """The part of starting hands that are better than the own."""
        return rank_of(self.seen)

    @property
    def mate_cards(self) -> tuple[Card, ...] | None:
        """What the partner has told of his cards."""
        return self.crew.channel.cards_of(self.mate, self.seen.hand)

    @property
    def mate_rank(self) -> float | None:
        """The part of starting hands that are better than the partner's, if he has told."""
        cards = self.mate_cards
        return None if cards is None else rank_of(self.seen, cards)

    @property
    def share(self) -> float:
        """The own share of the pot against random hands of all others still in."""
        return share_of(self.seen)

    @property
    def share_of_two(self) -> float:
        """The own share against the others, knowing the partner's cards and him out of the way."""
        cards = self.mate_cards
        return share_of(self.seen, {self.partner: cards} if cards and self.partner else None)

    @property
    def equity_against_mate(self) -> float | None:
        """The own share against the partner's known hand; None where it cannot be told."""
        cards = self.mate_cards
        if cards is None or not can_compare(self.seen.game):
            return None
        return equity_against(self.seen, cards)

    def pot_raise(self, part: float) -> Move:
        """Return the legal raise nearest to a bet or raise of `part` of the pot."""
        seen = self.seen
        top = max(seen.bets.values())
        return seen.raise_to(top + part * (seen.pot + seen.to_call))

    @property
    def all_in(self) -> Move:
        """Return the largest legal bet, or a call when none is allowed."""
        return self.seen.raise_to(float(self.seen.view.max_raise_to))


class Scheme:
    """What partners have agreed on. Methods answer None where honest play goes on.

    `name` is the label in the truth tables. `shares_cards`: partners tell each other their cards.
    `across_tables`: it also works when the partner sits elsewhere. `stays`: once begun it goes on
    to the end of the event, and the intensity is drawn once an event. `one_person`: all accounts
    are played by the first member's agent. `usual` is when it is worth it.
    """

    name: str = ""
    shares_cards: bool = False
    across_tables: bool = False
    stays: bool = False
    one_person: bool = False
    usual: Trigger = Trigger()

    def alter(self, spot: Spot) -> Move | None:
        """Return what to do instead of the honest move."""
        return None

    def think_ms(self, spot: Spot, honest_ms: int | None) -> int | None:
        """Return how long to take instead of what the honest player takes."""
        return None

    def says(self, spot: Spot) -> str | None:
        """Return what to say in the chat before the move."""
        return None

    def hears(self, crew: Crew, hand: int, player: str, text: str) -> None:
        """Take what a partner has said in the chat."""

    def stays_away(self, sitting: Sitting, crew: Crew, mate: str) -> bool:
        """Say whether to sit the coming hand out."""
        return False


def is_in(move: Move) -> bool:
    """Say whether a move puts or may put chips in: anything but a fold."""
    return not isinstance(move, Fold)


__all__ = ["Call", "Fold", "Move", "RaiseTo", "Scheme", "Spot", "is_in"]
