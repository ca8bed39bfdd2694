"""Times of PokerStars headers: a local wall clock and a zone word, to UTC."""

from __future__ import annotations

from railbird.datasets.formats.common import to_utc

_HOURS: dict[tuple[str, str, str], int | None] = {}
_CACHE_SIZE = 20_000


def utc_microseconds(date: str, hour: str, minute: str, second: str, zone: str) -> int | None:
    """Return microseconds since 1970 UTC, or None for an unknown zone or an impossible time.

    The hours are kept: zone arithmetic costs as much as half a hand, and hands come by the hour.
    """
    key = (date, hour, zone)
    if key not in _HOURS:
        if len(_HOURS) >= _CACHE_SIZE:
            _HOURS.clear()
        _HOURS[key] = _hour_start(date, hour, zone)
    start = _HOURS[key]
    minutes, seconds = int(minute), int(second)
    if start is None or minutes > 59 or seconds > 59:
        return None
    return start + (minutes * 60 + seconds) * 1_000_000


def _hour_start(date: str, hour: str, zone: str) -> int | None:
    year, month, day = (int(part) for part in date.split("/"))
    try:
        time = to_utc(year, month, day, int(hour), 0, 0, zone)
    except (ValueError, OverflowError):
        return None
    return None if time is None else int(time.timestamp()) * 1_000_000
