"""The values of Open Hand History objects: amounts, cards, times, and what is none of them."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

_MOST_CHIPS = 10**17


class OhhError(ValueError):
    """An object that is no hand, or breaks the bookkeeping of one; the text is the reason."""


def amount_of(value: Any, scale: int) -> int:
    """Return `value` in chips (tournament, `scale` 1) or hundredths (100). Raises `OhhError`."""
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        raise OhhError(f"not an amount: {value!r}")
    number = Decimal(value)
    if not number.is_finite() or abs(number) > _MOST_CHIPS or number.adjusted() < -9:
        raise OhhError(f"not an amount: {str(value)[:40]}")
    exact = number * scale
    if exact != int(exact):
        raise OhhError(f"{value} is no whole number of {'chips' if scale == 1 else 'hundredths'}")
    return int(exact)


def known_amount(value: Any, scale: int) -> int | None:
    """Return `value` in chips or hundredths; None for None."""
    return None if value is None else amount_of(value, scale)


def objects(value: Any, what: str) -> list[dict[str, Any]]:
    """Return `value` if it is a list of objects. Raises `OhhError`."""
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise OhhError(f"{what} is no list of objects")
    return value


def text_of(value: Any, what: str) -> str:
    """Return `value`, text or a number, as text. Raises `OhhError` when there is none."""
    if isinstance(value, bool) or not isinstance(value, str | int) or value == "":
        raise OhhError(f"no {what}")
    return str(value)


def whole(value: Any, what: str) -> int:
    """Return `value` if it is a small whole number. Raises `OhhError`."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**15:
        raise OhhError(f"{what} is {str(value)[:40]}")
    return value


def cards_of(value: Any) -> str | None:
    """Return a list of cards as text without blanks; None for none. Raises `OhhError`."""
    if value is None or value == "":  # some rooms write an empty text for no cards
        return None
    if not isinstance(value, list) or not all(
        isinstance(c, str) and len(c) == 2 and c[0] in "23456789TJQKA" and c[1] in "cdhs"
        for c in value
    ):
        raise OhhError(f"not cards: {str(value)[:60]}")
    return "".join(value) or None


def time_of(value: Any) -> datetime | None:
    """Return a time in UTC; None when it is none."""
    if not isinstance(value, str):
        return None
    try:
        moment = datetime.fromisoformat(value)
        return moment.replace(tzinfo=moment.tzinfo or UTC).astimezone(UTC)
    except (ValueError, OverflowError):
        return None
