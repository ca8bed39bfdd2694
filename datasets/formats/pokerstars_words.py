"""Small words of PokerStars text, by their text: amounts, cards, Roman numbers."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from railbird.arena.cards import CARD_OF_TEXT
from railbird.datasets.formats.common import money

_PLAIN = re.compile(r"\d{1,15}|\d{1,3}(?:,\d{3}){1,4}", re.ASCII)
_ROMAN = re.compile(r"M{0,3}(CM|CD|D?C{0,3})(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})")
_ROMAN_VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
T = TypeVar("T")

_CACHE_SIZE = 100_000
_LONGEST_KEPT = 200
_LARGEST = 10**15  # keeps sums of a table's amounts within int64


def parse_chips(text: str) -> int:
    """Return the chips of `"1500"` or `"1,500"`. Raises ValueError for anything else."""
    if _PLAIN.fullmatch(text) is None:
        raise ValueError(f"not a number of chips: {text[:40]!r}")
    return int(text.replace(",", ""))


def parse_cost(text: str) -> tuple[int, str]:
    """Return hundredths and currency of `"$5.00"`, `"2 FPPs"`, `"200 StarsCoin"` or `"1000"`.

    A bare number is play money. Raises ValueError for anything else.
    """
    parsed = money(text)
    if parsed is None or parsed[0] > _LARGEST:
        raise ValueError(f"not an amount of money: {text[:40]!r}")
    return parsed[0], parsed[1] or "PLAY"


def parse_money(text: str) -> int:
    """Return the hundredths of `"$1.50"`, `"0.98"` or `"€4"`. Raises ValueError otherwise."""
    return parse_cost(text)[0]


class Known(dict[str, T]):
    """Values by their text, parsed when first met: histories repeat the same few thousand texts.

    `known[text]` raises what `parse` raises.
    """

    def __init__(self, parse: Callable[[str], T]) -> None:
        super().__init__()
        self._parse = parse

    def __missing__(self, text: str) -> T:
        value = self._parse(text)
        if len(self) >= _CACHE_SIZE:
            self.clear()
        if len(text) <= _LONGEST_KEPT:
            self[text] = value
        return value


CHIPS = Known(parse_chips)
"""Tournament amounts: `CHIPS["1500"]` is 1500; raises ValueError for what is no amount."""

CENTS = Known(parse_money)
"""Cash amounts in hundredths: `CENTS["$1.50"]` is 150; raises ValueError for no amount."""


def parse_cards(text: str) -> str:
    """Return `"AsKd"` for `"As Kd"`. Raises ValueError for what are no cards."""
    value = text.replace(" ", "")
    cards = [value[i : i + 2] for i in range(0, len(value), 2)]
    if not cards or not CARD_OF_TEXT.keys() >= set(cards):
        raise ValueError(f"not cards: {text[:40]!r}")
    return value


CARDS = Known(parse_cards)
"""`CARDS["As Kd"]` is `"AsKd"`; raises ValueError for what are no cards."""


def parse_roman(text: str) -> int | None:
    """Return the number of a Roman numeral, or None when it is none."""
    if not text or _ROMAN.fullmatch(text) is None:
        return None
    values = [_ROMAN_VALUES[letter] for letter in text]
    following = [*values[1:], 0]
    return sum(-v if v < after else v for v, after in zip(values, following, strict=True))
