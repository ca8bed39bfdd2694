"""The moves of PokerStars hands: what may stand behind `NAME: `, and what each does.

Reading and doing are apart. `parse_move` turns a text into a `Move` and knows nothing of the hand,
so a move met before is one look into a dict (hands repeat the same few thousand texts). `do_move`
moves the chips and writes the row. Only exact forms are moves: a chat line that imitates one ends
differently and is never taken for one.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from railbird.datasets.formats.pokerstars_hand import Hand, Seat
from railbird.datasets.formats.pokerstars_words import CARDS, CENTS, CHIPS, Known


class Move(NamedTuple):
    """A move understood. `amount` is the total for a raise, the cards for a draw."""

    kind: str
    amount: int | None = None
    all_in: bool = False
    cards: str | None = None
    effect: Callable[[Hand, Seat, Move], None] | None = None


Amounts = dict[str, int]

_ALL_IN = " and is all-in"
_SHOWS = re.compile(r"\[([2-9TJQKAcdhs ]+)\](?: \(.*\))?")
_FOLDS = re.compile(r"\[([2-9TJQKAcdhs ]+)\]")
_DISCARDS = re.compile(r"([1-7]) cards?(?: \[([2-9TJQKAcdhs ]+)\])?")
_STANDS = re.compile(r"pat(?: on \[([2-9TJQKAcdhs ]+)\])?")


def _add(hand: Hand, seat: Seat, move: Move) -> None:
    amount = move.amount or 0
    seat.contributed += amount
    seat.street_bet += amount
    hand.act(seat, move.kind, amount, move.all_in)


def _raise(hand: Hand, seat: Seat, move: Move) -> None:
    total = move.amount or 0
    amount = total - seat.street_bet
    if amount <= 0:
        raise ValueError(f"a raise to {total} adds nothing")
    seat.contributed += amount
    seat.street_bet = total
    hand.act(seat, move.kind, amount, move.all_in)


def _post_ante(hand: Hand, seat: Seat, move: Move) -> None:
    amount = move.amount or 0
    seat.contributed += amount
    hand.ante = max(hand.ante, amount)
    hand.act(seat, move.kind, amount, move.all_in)


def _post_small_blind(hand: Hand, seat: Seat, move: Move) -> None:
    if hand.small_blind_posted:
        # A returning player pays the small blind missed, beside the real one; it is dead.
        _post_dead(hand, seat, move._replace(kind="posts_dead"))
    else:
        hand.small_blind_posted = True
        _add(hand, seat, move)


def _post_dead(hand: Hand, seat: Seat, move: Move) -> None:
    seat.contributed += move.amount or 0
    hand.act(seat, move.kind, move.amount, move.all_in)


def _post_both(hand: Hand, seat: Seat, move: Move) -> None:
    amount = move.amount or 0
    seat.contributed += amount
    seat.street_bet += min(amount, hand.stakes.big_blind)  # the rest is the dead small blind
    hand.act(seat, move.kind, amount, move.all_in)


def _show(hand: Hand, seat: Seat, move: Move) -> None:
    cards = move.cards or ""
    seat.shown_cards = cards
    if seat.hole_cards is None or len(cards) >= len(seat.hole_cards):
        seat.hole_cards = cards
    hand.act(seat, move.kind, move.amount, cards=cards)


def _draw(hand: Hand, seat: Seat, move: Move) -> None:
    if hand.street == "predraw":  # games of one draw print no street line for it
        hand.start_street("draw1")
    hand.act(seat, move.kind, move.amount, cards=move.cards)


def _sit_out(hand: Hand, seat: Seat, move: Move) -> None:
    hand.event(seat.name, move.kind)


def _ask(hand: Hand, seat: Seat, move: Move) -> None:
    """Do nothing: a name stands alone, and what that all-in player was asked is not in the text."""


_ALONE = {
    "folds": Move("folds", 0),
    "checks": Move("checks", 0),
    "mucks hand": Move("mucks"),
    "doesn't show hand": Move("hides"),
    "sits out": Move("sits_out", effect=_sit_out),
    "is sitting out": Move("sits_out", effect=_sit_out),
    "": Move("", effect=_ask),
}
# With an amount behind; "posts the ante" must not be met by a shorter post.
_WITH_AMOUNT = (
    ("calls ", "calls", _add),
    ("bets ", "bets", _add),
    ("posts small blind ", "posts_small_blind", _post_small_blind),
    ("posts big blind ", "posts_big_blind", _add),
    ("posts the ante ", "posts_ante", _post_ante),
    ("posts small & big blinds ", "posts_both", _post_both),
    ("posts dead blind ", "posts_dead", _post_dead),
    ("posts straddle ", "posts_straddle", _add),
    ("posts the straddle ", "posts_straddle", _add),
    ("posts button blind ", "posts_straddle", _add),
    ("brings in for ", "brings_in", _add),
)
_WITH_CARDS = (
    ("folds ", "folds", _FOLDS, 0),
    ("shows ", "shows", _SHOWS, None),
)


def parse_move(text: str, amounts: Amounts) -> Move | None:
    """Return the move that `text` (trailing blanks aside) says, or None when it says none.

    Raises ValueError for a form of the site with a bad amount or bad cards in it.
    """
    if not text:
        return None
    text = text.rstrip()
    alone = _ALONE.get(text)
    if alone is not None:
        return alone
    for prefix, kind, effect in _WITH_AMOUNT:
        if text.startswith(prefix):
            amount, all_in = _amount(text[len(prefix) :], amounts)
            return Move(kind, amount, all_in, effect=effect)
    if text.startswith("raises "):
        return _parse_raise(text[7:], amounts)
    return _parse_cards(text)


def _amount(text: str, amounts: Amounts) -> tuple[int, bool]:
    plain = text.removesuffix(_ALL_IN)
    all_in = len(plain) != len(text)
    if plain.endswith(" cap"):  # of a cap game
        plain = plain.partition(" and has reached the ")[0]
    return amounts[plain], all_in


def _parse_raise(text: str, amounts: Amounts) -> Move | None:
    by, word, total_text = text.partition(" to ")
    total, all_in = _amount(total_text, amounts)
    if not word or amounts[by] <= 0:
        return None
    return Move("raises", total, all_in, effect=_raise)


def _parse_cards(text: str) -> Move | None:
    for prefix, kind, form, amount in _WITH_CARDS:
        match = form.fullmatch(text[len(prefix) :]) if text.startswith(prefix) else None
        if match is not None:
            return Move(kind, amount, cards=CARDS[match[1]], effect=_show)
    discards = _DISCARDS.fullmatch(text[9:]) if text.startswith("discards ") else None
    if discards is not None:
        cards = CARDS[discards[2]] if discards[2] else None
        return Move("discards", int(discards[1]), cards=cards, effect=_draw)
    stands = _STANDS.fullmatch(text[7:]) if text.startswith("stands ") else None
    if stands is not None:
        return Move("stands_pat", 0, cards=CARDS[stands[1]] if stands[1] else None, effect=_draw)
    return None


def _parser(amounts: Amounts) -> Callable[[str], Move | None]:
    def parse(text: str) -> Move | None:
        try:
            return parse_move(text, amounts)
        except ValueError:
            return None

    return parse


MOVES_IN_CHIPS = Known(_parser(CHIPS))
MOVES_IN_CENTS = Known(_parser(CENTS))


def do_move(hand: Hand, seat: Seat, move: Move) -> None:
    """Do a move. Raises ValueError, with nothing changed, when the hand does not allow it."""
    kind, amount, all_in, _, effect = move
    if effect is not None:
        effect(hand, seat, move)
    else:
        hand.act(seat, kind, amount, all_in)
