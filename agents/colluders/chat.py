"""Signals in the chat: harmless words that code a hand's strength, and plain offers.

The lines are written into the event's public chat; partners act on what they hear there and on
nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass

from railbird.agents.colluders.crew import Crew
from railbird.agents.colluders.spot import Call, Fold, Move, RaiseTo, Scheme, Spot

# What anybody may say at a table. Which line means what, each crew draws for itself.
HARMLESS = (
    "gl all",
    "long day today",
    "anyone watching the game?",
    "so card dead",
    "brb one sec",
    "coffee time",
    "nice table",
    "my net is slow again",
    "lol",
    "what a level",
    "this structure is fast",
    "hello from the couch",
)
OFFERS = (
    "check it down?",
    "lets just check this one",
    "i dont bet if u dont bet",
    "no need to fight, check to the end?",
    "soft on each other ok?",
)
ANSWERS = ("ok", "sure", "deal", "k mate", "yep")

STRONG, WEAK, OFFERED, AGREED = "strong", "weak", "offered", "agreed"
_WORD, _LINE, _COVER = 5, 6, 7  # labels of what the crew draws


def pick(crew: Crew, hand: int, label: int, lines: tuple[str, ...]) -> str:
    """Return one of the lines, the same for all members."""
    return lines[int(crew.chance(hand, label) * len(lines))]


def code_book(crew: Crew) -> dict[str, str]:
    """Return what each of the crew's harmless lines means; lines that mean nothing are left out."""
    order = sorted(HARMLESS, key=lambda line: crew.chance(HARMLESS.index(line), _WORD))
    strong, weak = order[:3], order[3:6]
    return dict.fromkeys(strong, STRONG) | dict.fromkeys(weak, WEAK)


@dataclass(frozen=True, slots=True)
class ChatSignals(Scheme):
    """Says a harmless line that tells the partner how good the hand is; he gives way or fills in.

    Before the flop and before the partner has acted: one kind of line for the best `strong` of
    hands, another beyond `weak`; in the part `cover` of the other hands a line without meaning. Who
    hears that the partner is strong folds what is not among the best `own`, and does not bet
    against him.
    """

    strong: float = 0.08
    weak: float = 0.70
    own: float = 0.04
    tells: float = 0.6
    cover: float = 0.05
    name = "chat_signalling"

    def says(self, spot: Spot) -> str | None:
        """Return a line of the crew's code, or one without meaning."""
        if (
            not spot.preflop
            or not spot.mate_to_act
            or spot.seen.bets[spot.seen.seat] > (spot.seen.big_blind)
        ):
            return None
        rank, hand = spot.rank, spot.seen.hand
        meaning = STRONG if rank <= self.strong else WEAK if rank > self.weak else None
        book = code_book(spot.crew)
        if meaning == WEAK and spot.crew.chance(hand, _LINE) > self.tells:
            return None
        if meaning is not None:
            return pick(spot.crew, hand, _WORD, tuple(t for t, m in book.items() if m == meaning))
        idle = tuple(line for line in HARMLESS if line not in book)
        return pick(spot.crew, hand, _WORD, idle) if self._covers(spot) else None

    def _covers(self, spot: Spot) -> bool:
        return spot.crew.chance(spot.seen.hand, _COVER) < self.cover

    def hears(self, crew: Crew, hand: int, player: str, text: str) -> None:
        """Understand a partner's line."""
        meaning = code_book(crew).get(text)
        if meaning is not None:
            crew.words[player] = (hand, meaning)

    def alter(self, spot: Spot) -> Move | None:
        """Give way to a strong partner; steal when he is out with a weak hand."""
        word = spot.crew.word(spot.mate, spot.seen.hand)
        if word != STRONG or not spot.mate_in:
            return None
        if spot.preflop and spot.honest != Fold() and spot.seen.to_call:
            return Fold() if spot.rank > self.own else None
        fights = isinstance(spot.honest, RaiseTo) and (spot.alone or spot.mate_leads)
        return Call() if fights else None


@dataclass(frozen=True, slots=True)
class ChatOffers(Scheme):
    """Offers to check it down in plain words, is answered, and both keep to it in that hand.

    An offer is made after the flop at an unbet street with the partner in, in the part `offers` of
    such hands; an answer follows at the partner's next turn.
    """

    offers: float = 0.5
    name = "chat_signalling"

    def says(self, spot: Spot) -> str | None:
        """Return an offer or the answer to one."""
        hand, crew = spot.seen.hand, spot.crew
        if not spot.mate_in or spot.preflop:
            return None
        if crew.word(spot.mate, hand) == OFFERED and crew.word(spot.me, hand) is None:
            return pick(crew, hand, _LINE, ANSWERS)
        free = spot.seen.to_call == 0 and crew.word(spot.me, hand) is None
        if free and crew.word(spot.mate, hand) is None and crew.chance(hand, _COVER) < self.offers:
            return pick(crew, hand, _WORD, OFFERS)
        return None

    def hears(self, crew: Crew, hand: int, player: str, text: str) -> None:
        """Understand an offer or an answer of a partner."""
        if text in OFFERS:
            crew.words[player] = (hand, OFFERED)
        elif text in ANSWERS:
            crew.words[player] = (hand, AGREED)

    def alter(self, spot: Spot) -> Move | None:
        """Check what has been offered or agreed to be checked."""
        word = spot.crew.word(spot.me, spot.seen.hand) or spot.crew.word(spot.mate, spot.seen.hand)
        keeps = word is not None and spot.mate_in and not spot.preflop
        if keeps and isinstance(spot.honest, RaiseTo) and not spot.seen.to_call:
            return Call()
        return None
