"""What the players of a Full Tilt hand do and what happens to them: one function a verb."""

from __future__ import annotations

import re
from collections.abc import Callable

from railbird.datasets.formats.fulltilt_hand import Hand, Seat
from railbird.datasets.formats.pokerstars_words import CARDS

CARD = r"[2-9TJQKA][cdhs]"
IN_BRACKETS = rf"\[({CARD}(?: {CARD})*)\]"
_ALL_IN = {"": False, "all in": True, "capped": False}


def give_back(hand: Hand, seat: Seat, amount: int) -> None:
    """Return chips that nobody called. They may hold ante money, so the bet stays at least 0."""
    seat.back += amount
    seat.bet = max(0, seat.bet - amount)
    hand.act(seat, "returned", amount)


def _put(hand: Hand, seat: Seat, kind: str, text: str, *, to: bool = False) -> bool:
    number, _, state = text.partition(", and is ")
    if state not in _ALL_IN:
        return False
    amount = hand.amounts[number]
    if to:
        amount -= seat.bet
        if amount <= 0:
            return False
    seat.put += amount
    if kind not in ("posts_ante", "posts_dead"):
        seat.bet += amount
    seat.acted = True
    hand.act(seat, kind, amount, all_in=_ALL_IN[state])
    if state == "capped":
        hand.happen(seat.name, "capped")
    return True


def _pass(kind: str) -> Callable[[Hand, Seat, str], bool]:
    def act(hand: Hand, seat: Seat, tail: str) -> bool:
        if tail:
            return False
        seat.acted = True
        seat.folded = seat.folded or kind == "folds"
        hand.act(seat, kind, 0)
        return True

    return act


def _antes(hand: Hand, seat: Seat, tail: str) -> bool:
    return _put(hand, seat, "posts_ante", tail)


def _posts(hand: Hand, seat: Seat, tail: str) -> bool:
    for words, kind in _POSTS:
        if tail.startswith(words):
            return _put(hand, seat, kind, tail[len(words) :])
    return False


_POSTS = (
    ("the small blind of ", "posts_small_blind"),
    ("the big blind of ", "posts_big_blind"),
    ("a dead small blind of ", "posts_dead"),
    ("a dead big blind of ", "posts_dead"),
    # A newcomer's post names no blind; it is a live big blind.
    ("", "posts_big_blind"),
)


def _calls(hand: Hand, seat: Seat, tail: str) -> bool:
    return _put(hand, seat, "calls", tail)


def _bets(hand: Hand, seat: Seat, tail: str) -> bool:
    return _put(hand, seat, "bets", tail)


def _raises(hand: Hand, seat: Seat, tail: str) -> bool:
    return tail.startswith("to ") and _put(hand, seat, "raises", tail[3:], to=True)


def _completes(hand: Hand, seat: Seat, tail: str) -> bool:
    return tail.startswith("it to ") and _put(hand, seat, "completes", tail[6:], to=True)


def _brings(hand: Hand, seat: Seat, tail: str) -> bool:
    return tail.startswith("in for ") and _put(hand, seat, "brings_in", tail[7:])


_THROWN = re.compile(rf"(\d) cards?(?: {IN_BRACKETS})?")
_KEPT = re.compile(rf"pat(?: on {IN_BRACKETS})?")


def _discards(hand: Hand, seat: Seat, tail: str) -> bool:
    match = _THROWN.fullmatch(tail)
    if match is None:
        return False
    seat.acted = True
    hand.act(seat, "discards", int(match[1]), cards=CARDS[match[2]] if match[2] else None)
    return True


def _stands(hand: Hand, seat: Seat, tail: str) -> bool:
    match = _KEPT.fullmatch(tail)
    if match is None:
        return False
    seat.acted = True
    hand.act(seat, "stands_pat", 0, cards=CARDS[match[1]] if match[1] else None)
    return True


_SHOWN = re.compile(rf"{IN_BRACKETS}(?: .*)?")


def _shows(hand: Hand, seat: Seat, tail: str) -> bool:
    match = _SHOWN.fullmatch(tail)
    if match is None:
        # An all-in player's cards come first and the name of the hand only at the end.
        return bool(tail) and not tail.startswith("[")
    cards = CARDS[match[1]]
    if seat.shown != cards:
        seat.shown = cards
        seat.cards = cards
        hand.act(seat, "shows", cards=cards)
    return True


def _mucks(hand: Hand, seat: Seat, tail: str) -> bool:
    if tail:
        return False
    # Full Tilt has one word for two things: not showing after all others folded, and throwing
    # away a hand that was called.
    alone = sum(not other.folded for other in hand.seats.values()) == 1
    hand.act(seat, "hides" if alone else "mucks")
    return True


_WON = re.compile(
    r"(?:for )?(?:the )?((?:high |low )?(?:main |side )?pot(?: #?\d+)?) \(([$€£]?[\d,.]+)\)"
    r"(?: with .*)?"
)


def _wins(hand: Hand, seat: Seat, tail: str) -> bool:
    match = _WON.fullmatch(tail)
    if match is None:
        return False
    amount = hand.amounts[match[2]]
    seat.won += amount
    hand.act(seat, "collects", amount, pot=match[1].replace(" #", "-"))
    return True


_SECONDS = re.compile(
    r"(\d+) seconds (?:left to act|to reconnect)|been given (\d+) seconds to reconnect"
)
HAS = {
    "requested TIME": "requests_time",
    "timed out": "times_out",
    "been disconnected": "disconnects",
    "reconnected": "reconnects",
    "returned": "returns",
    "registered late for the tournament and will be dealt in on their big blind": "waits",
}
_IS = {"sitting out": "sits_out"}
_QUIET_IS = re.compile(
    rf"(?:high|low) with {IN_BRACKETS}|dealt \d+ cards?|feeling (?:happy|angry|confused|normal)"
)


def _has(hand: Hand, seat: Seat, tail: str) -> bool:
    kind = HAS.get(tail)
    if kind is None:
        return clock(hand, seat.name, tail)
    if kind == "times_out":
        seat.timed_out = True
    elif kind == "disconnects":
        seat.disconnected = True
    hand.happen(seat.name, kind)
    return True


def clock(hand: Hand, player: str, tail: str) -> bool:
    """Note the seconds that somebody has left; return whether `tail` says so."""
    match = _SECONDS.fullmatch(tail)
    if match is None:
        return False
    hand.happen(player, "clock", note=f"{match[1] or match[2]} seconds")
    return True


def _is(hand: Hand, seat: Seat, tail: str) -> bool:
    kind = _IS.get(tail)
    if kind:
        hand.happen(seat.name, kind)
        return True
    return _QUIET_IS.fullmatch(tail) is not None


def _adds(hand: Hand, seat: Seat, tail: str) -> bool:
    hand.happen(seat.name, "adds_on", hand.amounts[tail])
    return True


def _sits(hand: Hand, seat: Seat, tail: str) -> bool:
    if tail == "out":
        hand.happen(seat.name, "sits_out")
    elif tail == "down":
        hand.happen(seat.name, "joins")
    return tail in ("out", "down")


def _stands_word(hand: Hand, seat: Seat, tail: str) -> bool:
    if tail == "up":
        hand.happen(seat.name, "leaves")
        return True
    return _stands(hand, seat, tail)


# Each gets what follows the verb and says whether it makes sense.
VERBS: dict[str, Callable[[Hand, Seat, str], bool]] = {
    "folds": _pass("folds"),
    "checks": _pass("checks"),
    "antes": _antes,
    "posts": _posts,
    "calls": _calls,
    "bets": _bets,
    "raises": _raises,
    "completes": _completes,
    "brings": _brings,
    "discards": _discards,
    "stands": _stands_word,
    "shows": _shows,
    "mucks": _mucks,
    "wins": _wins,
    "ties": _wins,
    "has": _has,
    "is": _is,
    "adds": _adds,
    "sits": _sits,
}
