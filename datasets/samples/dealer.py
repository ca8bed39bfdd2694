"""Deals no-limit hold'em cash hands to the sample's players and keeps every chip in sight."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from railbird.arena.cards import DECK_SIZE
from railbird.arena.evaluator import rank_high
from railbird.datasets.samples.styles import Choice, View

SMALL_BLIND, BIG_BLIND = 25, 50  # cents
RAKE_PER_CENT, RAKE_CAP = 5, 200
STREETS = (("preflop", 0), ("flop", 3), ("turn", 4), ("river", 5))


@dataclass
class Seat:
    """A player at the table: number, name, and the chips and cards of the present hand."""

    number: int
    name: str
    stack: int
    cards: tuple[int, int] = (0, 0)
    street_bet: int = 0
    contribution: int = 0
    folded_on: str | None = None

    @property
    def can_act(self) -> bool:
        """Whether the player has chips behind and has not folded."""
        return self.folded_on is None and self.stack > 0


@dataclass
class Hand:
    """One deal as it happened: seats, moves a street, pots and who won them."""

    number: int
    button: int
    seats: list[Seat]
    stacks: dict[str, int]
    small_blind: str = ""
    big_blind: str = ""
    moves: dict[str, list[tuple[str, str, int, int, bool]]] = field(default_factory=dict)
    board: tuple[int, ...] = ()
    aggressor: str | None = None  # who bet or raised last on the present street
    returned: tuple[str, int] | None = None
    showdown: list[str] = field(default_factory=list)
    # one entry a pot, side pots first: (name of the pot, winner, chips)
    awards: list[tuple[str, str, int]] = field(default_factory=list)
    pots: list[int] = field(default_factory=list)  # main pot first
    rake: int = 0

    def seat(self, name: str) -> Seat:
        """Return the seat of a player."""
        return next(seat for seat in self.seats if seat.name == name)


@dataclass
class Bets:
    """The bets of a street: the highest, the last full raise, how many there were."""

    highest: int = 0
    full_raise: int = BIG_BLIND
    raises: int = 0


Decide = Callable[[Hand, Seat, View], Choice]


def deal(number: int, seats: list[Seat], button: int, decide: Decide, rng: random.Random) -> Hand:
    """Play one hand; afterwards the stacks of `seats` are those after the hand."""
    hand = Hand(number, button, seats, {seat.name: seat.stack for seat in seats})
    deck = _shuffled(rng)
    for seat in seats:
        seat.cards = (deck.pop(), deck.pop())
        seat.street_bet = seat.contribution = 0
        seat.folded_on = None
    board = tuple(deck.pop() for _ in range(5))
    for street, size in STREETS:
        hand.board = board[:size]
        hand.moves[street] = []
        _play_street(hand, street, decide)
        if sum(seat.folded_on is None for seat in seats) == 1:
            break
    _return_uncalled(hand)
    _award(hand)
    return hand


def after(seats: Sequence[Seat], number: int) -> list[Seat]:
    """Return the seats clockwise, beginning with the first one after seat `number`."""
    return [s for s in seats if s.number > number] + [s for s in seats if s.number <= number]


def _shuffled(rng: random.Random) -> list[int]:
    # Only Random.random() is promised to give the same numbers in every Python version.
    deck = list(range(DECK_SIZE))
    for place in range(DECK_SIZE - 1, 0, -1):
        other = int(rng.random() * (place + 1))
        deck[place], deck[other] = deck[other], deck[place]
    return deck


def _pay(seat: Seat, total: int) -> int:
    """Raise a seat's street bet to `total` or as far as its chips go; return what was added."""
    added = min(total - seat.street_bet, seat.stack)
    seat.stack -= added
    seat.street_bet += added
    seat.contribution += added
    return added


def _post_blinds(hand: Hand) -> list[Seat]:
    """Post both blinds and return the seats in the order they act before the flop."""
    order = after(hand.seats, hand.button)
    if len(order) == 2:
        order = order[::-1]  # heads-up the button has the small blind
    small, big = order[0], order[1]
    hand.small_blind, hand.big_blind = small.name, big.name
    for seat, verb, blind in ((small, "small", SMALL_BLIND), (big, "big", BIG_BLIND)):
        added = _pay(seat, blind)
        hand.moves["preflop"].append((seat.name, verb, added, added, seat.stack == 0))
    return order[2:] + order[:2]


def _play_street(hand: Hand, street: str, decide: Decide) -> None:
    hand.aggressor = None
    for seat in hand.seats:
        seat.street_bet = 0
    bets = Bets()
    order = after(hand.seats, hand.button)
    if street == "preflop":
        order, bets = _post_blinds(hand), Bets(highest=BIG_BLIND, raises=1)
    waiting = [seat for seat in order if seat.can_act]
    if len(waiting) <= 1 and all(seat.street_bet >= bets.highest for seat in waiting):
        return
    while waiting and sum(seat.folded_on is None for seat in hand.seats) > 1:
        seat = waiting.pop(0)
        if _move(hand, street, seat, bets, decide):
            others = after(hand.seats, seat.number)
            waiting = [other for other in others if other.can_act and other is not seat]


def _move(hand: Hand, street: str, seat: Seat, bets: Bets, decide: Decide) -> bool:
    """Let one player act; return whether it was a bet or raise, so that all others act again."""
    verb, total = decide(hand, seat, _view(hand, seat, bets.highest, bets.raises))
    total = _legal_total(verb, total, seat, bets, hand.seats)
    if verb == "fold" and bets.highest > seat.street_bet:
        seat.folded_on = street
        hand.moves[street].append((seat.name, "fold", 0, seat.street_bet, False))
        return False
    before, added = bets.highest, _pay(seat, max(total, bets.highest))
    raised = seat.street_bet > before
    word = "check" if added == 0 else "call"
    if raised:
        word = "raise" if before else "bet"
        bets.full_raise = max(bets.full_raise, seat.street_bet - before)
        bets.highest, bets.raises, hand.aggressor = seat.street_bet, bets.raises + 1, seat.name
    amount = seat.street_bet - before if word == "raise" else added
    hand.moves[street].append((seat.name, word, amount, seat.street_bet, seat.stack == 0))
    return raised


def _view(hand: Hand, seat: Seat, highest: int, raises: int) -> View:
    return View(
        cards=seat.cards,
        board=hand.board,
        to_call=min(highest - seat.street_bet, seat.stack),
        pot=sum(other.contribution for other in hand.seats),
        big_blind=BIG_BLIND,
        street_bet=highest,
        raises=raises,
    )


def _legal_total(verb: str, total: int, seat: Seat, bets: Bets, seats: list[Seat]) -> int:
    """Return the street total that a raise comes to; 0 where it can only be a call.

    A raise is at least the last full one, or all-in when the stack is shorter; nobody raises when
    all the others are all-in, and a short all-in is not offered so that betting never half opens.
    """
    others_can_act = any(other is not seat and other.can_act for other in seats)
    least, most = bets.highest + bets.full_raise, seat.street_bet + seat.stack
    if verb != "raise" or not others_can_act or most < least:
        return 0
    total = max(total, least)
    return most if total * 4 >= most * 3 else total  # who would bet nearly all bets all


def _return_uncalled(hand: Hand) -> None:
    first, second = sorted(hand.seats, key=lambda seat: -seat.contribution)[:2]
    extra = first.contribution - second.contribution
    if extra > 0:
        first.contribution -= extra
        first.stack += extra
        hand.returned = (first.name, extra)


def _award(hand: Hand) -> None:
    live = [seat for seat in hand.seats if seat.folded_on is None]
    pots = _pots(hand, live)
    total = sum(amount for amount, _ in pots)
    hand.rake = min(total * RAKE_PER_CENT // 100, RAKE_CAP) if hand.board else 0
    hand.pots = [amount for amount, _ in pots]
    ranks = {seat.name: rank_high([*seat.cards, *hand.board]) for seat in live if len(live) > 1}
    hand.showdown = [seat.name for seat in after(live, hand.button)] if len(live) > 1 else []
    rake_left = hand.rake
    for place, (amount, eligible) in reversed(list(enumerate(pots))):
        # Every pot pays its share of the rake; the main pot, paid last, pays the rest.
        rake = rake_left if place == 0 else hand.rake * amount // total
        rake_left -= rake
        best = max((ranks[seat.name] for seat in eligible), default=0) if ranks else 0
        winners = [seat for seat in eligible if not ranks or ranks[seat.name] == best]
        share, odd = divmod(amount - rake, len(winners))
        title = "pot" if len(pots) == 1 else "main pot" if place == 0 else f"side pot-{place}"
        title = "side pot" if len(pots) == 2 and place == 1 else title
        for nth, seat in enumerate(after(winners, hand.button)):
            won = share + (nth < odd)
            seat.stack += won
            hand.awards.append((title, seat.name, won))


def _pots(hand: Hand, live: list[Seat]) -> list[tuple[int, list[Seat]]]:
    pots: list[tuple[int, list[Seat]]] = []
    floor = 0
    for level in sorted({seat.contribution for seat in live}):
        amount = sum(max(0, min(seat.contribution, level) - floor) for seat in hand.seats)
        if level == max(seat.contribution for seat in live):
            amount = sum(max(0, seat.contribution - floor) for seat in hand.seats)
        pots.append((amount, [seat for seat in live if seat.contribution >= level]))
        floor = level
    return pots
