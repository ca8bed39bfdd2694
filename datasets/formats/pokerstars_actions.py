"""The lines `NAME: …` of PokerStars hands, one small function a verb.

Each takes the hand, the seat and what follows the verb. It returns False, having changed nothing,
when the text is not exactly one of the site's forms, and may raise ValueError for a bad amount or
bad cards: a chat line that imitates a move ends differently and is never taken for one.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from railbird.datasets.formats.pokerstars_hand import Hand, Seat
from railbird.datasets.formats.pokerstars_words import CARDS

Handler = Callable[[Hand, Seat, str], bool]

_ALL_IN = " and is all-in"
_SHOWS = re.compile(r"\[([2-9TJQKAcdhs ]+)\](?: \(.*\))?")
_DISCARDS = re.compile(r"([1-7]) cards?(?: \[([2-9TJQKAcdhs ]+)\])?")
_STANDS = re.compile(r"pat(?: on \[([2-9TJQKAcdhs ]+)\])?")
# The longest text first: "the ante" must not be met by a shorter post.
_POSTS = (
    ("small blind ", "posts_small_blind"),
    ("big blind ", "posts_big_blind"),
    ("the ante ", "posts_ante"),
    ("small & big blinds ", "posts_both"),
    ("dead blind ", "posts_dead"),
    ("straddle ", "posts_straddle"),
    ("the straddle ", "posts_straddle"),
    ("button blind ", "posts_straddle"),
)


def _folds(hand: Hand, seat: Seat, rest: str) -> bool:
    if not rest:
        hand.act(seat, "folds", 0)
        return True
    if rest[0] != "[" or rest[-1] != "]":
        return False
    cards = CARDS[rest[1:-1]]
    seat.hole_cards = seat.shown_cards = cards
    hand.act(seat, "folds", 0, cards=cards)
    return True


def _checks(hand: Hand, seat: Seat, rest: str) -> bool:
    if rest:
        return False
    hand.act(seat, "checks", 0)
    return True


def _adds(kind: str) -> Handler:
    def handler(hand: Hand, seat: Seat, rest: str) -> bool:
        all_in = rest.endswith(_ALL_IN)
        amount = hand.amounts[rest[:-14] if all_in else rest]
        seat.contributed += amount
        seat.street_bet += amount
        hand.act(seat, kind, amount, all_in=all_in)
        return True

    return handler


def _raises(hand: Hand, seat: Seat, rest: str) -> bool:
    by, word, total_text = rest.partition(" to ")
    if not word:
        return False
    all_in = total_text.endswith(_ALL_IN)
    total = hand.amounts[total_text[:-14] if all_in else total_text]
    amount = total - seat.street_bet
    if hand.amounts[by] <= 0 or amount <= 0:
        return False
    seat.contributed += amount
    seat.street_bet = total
    hand.act(seat, "raises", amount, all_in=all_in)
    return True


def _posts(hand: Hand, seat: Seat, rest: str) -> bool:
    for prefix, kind in _POSTS:
        if rest.startswith(prefix):
            all_in = rest.endswith(_ALL_IN)
            amount = hand.amounts[rest[len(prefix) : -14 if all_in else None]]
            _post(hand, seat, kind, amount, all_in)
            return True
    return False


def _post(hand: Hand, seat: Seat, kind: str, amount: int, all_in: bool) -> None:
    """Move the chips of a post: antes and dead blinds are not part of the street bet."""
    seat.contributed += amount
    if kind == "posts_ante":
        hand.ante = max(hand.ante, amount)
    elif kind == "posts_small_blind" and hand.small_blind_posted:
        kind = "posts_dead"  # a returning player's missed small blind, beside the real one
    elif kind == "posts_both":
        seat.street_bet += min(amount, hand.stakes.big_blind)
    elif kind != "posts_dead":
        seat.street_bet += amount
        hand.small_blind_posted = hand.small_blind_posted or kind == "posts_small_blind"
    hand.act(seat, kind, amount, all_in=all_in)


def _brings(hand: Hand, seat: Seat, rest: str) -> bool:
    return rest.startswith("in for ") and _BRINGS_IN(hand, seat, rest[7:])


_BRINGS_IN = _adds("brings_in")


def _shows(hand: Hand, seat: Seat, rest: str) -> bool:
    match = _SHOWS.fullmatch(rest)
    if match is None:
        return False
    cards = CARDS[match[1]]
    seat.shown_cards = cards
    if seat.hole_cards is None or len(cards) >= len(seat.hole_cards):
        seat.hole_cards = cards
    hand.act(seat, "shows", cards=cards)
    return True


def _mucks(hand: Hand, seat: Seat, rest: str) -> bool:
    if rest != "hand":
        return False
    hand.act(seat, "mucks")
    return True


def _hides(hand: Hand, seat: Seat, rest: str) -> bool:
    if rest != "show hand":
        return False
    hand.act(seat, "hides")
    return True


def _discards(hand: Hand, seat: Seat, rest: str) -> bool:
    match = _DISCARDS.fullmatch(rest)
    if match is None:
        return False
    _draw(hand, seat, "discards", int(match[1]), match[2])
    return True


def _stands(hand: Hand, seat: Seat, rest: str) -> bool:
    match = _STANDS.fullmatch(rest)
    if match is None:
        return False
    _draw(hand, seat, "stands_pat", 0, match[1])
    return True


def _draw(hand: Hand, seat: Seat, kind: str, count: int, text: str | None) -> None:
    cards = CARDS[text] if text else None
    if hand.street == "predraw":  # games of one draw print no street line for it
        hand.start_street("draw1")
    hand.act(seat, kind, count, cards=cards)


def _is(hand: Hand, seat: Seat, rest: str) -> bool:
    return rest == "sitting out" and _sits_out(hand, seat)


def _sits(hand: Hand, seat: Seat, rest: str) -> bool:
    return rest == "out" and _sits_out(hand, seat)


def _sits_out(hand: Hand, seat: Seat) -> bool:
    hand.event(seat.name, "sits_out")
    return True


VERBS: dict[str, Handler] = {
    "folds": _folds,
    "checks": _checks,
    "calls": _adds("calls"),
    "bets": _adds("bets"),
    "raises": _raises,
    "posts": _posts,
    "brings": _brings,
    "shows": _shows,
    "mucks": _mucks,
    "doesn't": _hides,
    "discards": _discards,
    "stands": _stands,
    "is": _is,
    "sits": _sits,
}
"""What may follow `NAME: `, by its first word."""
