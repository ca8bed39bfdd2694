"""The values of PHH documents: variants, cards, lists, and whether amounts are money."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

VARIANTS: dict[str, tuple[str, str]] = {
    "FT": ("holdem", "fixed-limit"),
    "NT": ("holdem", "no-limit"),
    "NS": ("sixplus", "no-limit"),
    "PO": ("omaha", "pot-limit"),
    "FO/8": ("omaha8", "fixed-limit"),
    "F7S": ("stud", "fixed-limit"),
    "F7S/8": ("stud8", "fixed-limit"),
    "FR": ("razz", "fixed-limit"),
    "N2L1D": ("single-draw-27", "no-limit"),
    "F2L3D": ("triple-draw-27", "fixed-limit"),
    "FB": ("badugi", "fixed-limit"),
}
STUD_GAMES = frozenset({"stud", "stud8", "razz"})
DRAW_GAMES = frozenset({"single-draw-27", "triple-draw-27", "badugi"})
UNKNOWN = "??"

_CARDS = re.compile(r"(?:[2-9TJQKA][cdhs]|\?\?)+\Z")


class PhhError(ValueError):
    """A document that is no hand, or breaks the bookkeeping of one; the text is the reason."""


def known(cards: list[str]) -> str | None:
    """Return the known cards as text, None when none is known."""
    return "".join(card for card in cards if card != UNKNOWN) or None


def cards_of(text: str) -> list[str]:
    """Return the cards of `AsKd` one by one, unknown ones (`??`) too. Raises `PhhError`."""
    if not _CARDS.match(text):
        raise PhhError(f"not cards: {text!r}")
    return [text[i : i + 2] for i in range(0, len(text), 2)]


def list_of(document: dict[str, Any], name: str, count: int | None = None) -> list[Any]:
    """Return list `name` of the document. With `count`: it may be absent, else has that length."""
    values = document.get(name)
    if values is None and count is not None:
        return []
    if not isinstance(values, list):
        raise PhhError(f"no {name}" if values is None else f"{name} is no list")
    if count is not None and len(values) != count:
        raise PhhError(f"{len(values)} {name} for {count} players")
    return values


def scale_of(document: dict[str, Any], actions: list[Any]) -> int:
    """Return 100 when amounts are money (a cash game: chips are hundredths), else 1."""
    if document.get("currency") is not None or document.get("currency_symbol") is not None:
        return 100
    for name in ("antes", "blinds_or_straddles", "starting_stacks", "bring_in", "min_bet"):
        values = document.get(name)
        for value in values if isinstance(values, list) else [values]:
            if isinstance(value, Decimal) and value.is_finite():
                return 100
    return 100 if any(isinstance(a, str) and " cbr " in a and "." in a for a in actions) else 1
