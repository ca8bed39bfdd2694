"""Reader of Open Hand History files: one JSON object a hand, set apart by blank lines."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from railbird.datasets.formats import own_fields
from railbird.datasets.formats.hand_rows import hand_over, restore
from railbird.datasets.formats.ohh_hand import read_object
from railbird.datasets.formats.ohh_values import OhhError
from railbird.datasets.formats.sink import Sink

_START = re.compile(r"\{\s*\"(?:ohh|spec_version)\"\s*:")
_WRAPPED = re.compile(r"\{\s*\"ohh\"\s*:")
_BLANK = re.compile(r"\s*")


def _refuse_constant(text: str) -> Any:
    raise ValueError(f"{text} is no number")


_DECODER = json.JSONDecoder(parse_float=Decimal, parse_constant=_refuse_constant)


def sniff(text: str) -> bool:
    """Say whether `text` looks like Open Hand History."""
    return _START.match(text.lstrip("\ufeff \t\r\n")[:200]) is not None


def read_text(text: str, file: str, sink: Sink) -> None:
    """Read every hand of `text` into `sink`; what is no hand is rejected with its line."""
    for ordinal, (line, ohh) in enumerate(_objects(text, file, sink), start=1):
        try:
            rows = read_object(ohh, file, line, ordinal)
        except OhhError as error:
            sink.reject_hand(file, line, f"Open Hand History: {error}")
            continue
        if "_railbird" in ohh:
            restore(rows, ohh["_railbird"], own_fields.digest(native_part(ohh)), sink)
        if rows.facts:
            facts = dict(rows.facts)
            sink.book.tournament(rows.house, facts.pop("tournament_id"), **facts)
        hand_over(rows, file, line, "Open Hand History", sink)


def native_part(ohh: dict[str, Any]) -> dict[str, Any]:
    """Return the object without fields that the specification does not have."""
    return {key: value for key, value in ohh.items() if not key.startswith("_")}


def parse(text: str) -> dict[str, Any]:
    """Return one JSON object with exact decimals. Raises `ValueError`."""
    value: dict[str, Any] = _DECODER.decode(text)
    return value


def _objects(text: str, file: str, sink: Sink) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield (line, hand); a damaged object is rejected and the next one looked for."""
    position = _skip_blank(text, 0)
    line, seen = 1, 0
    while position < len(text):
        line += text.count("\n", seen, position)
        seen = position
        try:
            value, position = _DECODER.raw_decode(text, position)
        except (ValueError, RecursionError) as error:
            sink.reject_hand(file, line, f"Open Hand History: {_reason(error)}")
            # A wrapped hand's inside looks like a bare hand: after it only a wrapped one counts.
            start = _WRAPPED if _WRAPPED.match(text, position) else _START
            match = start.search(text, position + 1)
            position = match.start() if match else len(text)
            continue
        if isinstance(value, dict):
            hand = value.get("ohh", value)
        if isinstance(value, dict) and isinstance(hand, dict):
            yield line, hand
        else:
            sink.reject_hand(file, line, "Open Hand History: no object with a hand")
        position = _skip_blank(text, position)


def _skip_blank(text: str, position: int) -> int:
    match = _BLANK.match(text, position)
    position = match.end() if match else position
    return position + 1 if text.startswith("\ufeff", position) else position


def _reason(error: Exception) -> str:
    return "nested too deep" if isinstance(error, RecursionError) else str(error)
