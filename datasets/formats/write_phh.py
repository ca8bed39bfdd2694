"""Writes hands as PHHS (Poker Hand History, many hands in a file), with all our columns kept.

The hand stands in the format's own words, so that PokerKit and others replay it; what those words
cannot say is kept in the user-defined field `_railbird` (see `own_fields`).
"""

from __future__ import annotations

import json
from datetime import UTC, datetime, time
from decimal import Decimal
from typing import Any

from railbird.datasets.formats import own_fields
from railbird.datasets.formats.phh_hand import Source, read_document
from railbird.datasets.formats.phh_values import VARIANTS, PhhError
from railbird.datasets.formats.write_phh_actions import PhhTable, action_texts
from railbird.datasets.formats.write_rows import CannotWrite, HandRecord, TableGroup

_VARIANT_OF = {game: code for code, game in VARIANTS.items()}
_VENUE_OF = {"pokerstars": "PokerStars", "fulltilt": "Full Tilt Poker"}


def hand_text(record: HandRecord, group: TableGroup, _number: str, place: int) -> str:
    """Return the section of one hand, the `place`-th of its file. Raises `CannotWrite`."""
    document = _document(record)
    source = Source(None, None, place, record.hand.hand_id)
    try:
        derived = read_document(document, source).tables
    except PhhError as error:
        raise CannotWrite(f"PHH can't replay it: {error}") from None
    changes = own_fields.difference(derived, record.tables)
    more = own_fields.tournament_fields(group.tournament, group.entries) if place == 1 else {}
    mark = own_fields.digest(document)
    field = own_fields.pack(record.hand.hand_id, mark, changes, **more)
    lines = [f"[{place}]", *(f"{key} = {_toml(value)}" for key, value in document.items())]
    # JSON within a TOML literal string, which holds anything but an apostrophe.
    packed = json.dumps(field, separators=(",", ":")).replace("'", "\\u0027")
    lines.append(f"_railbird = '{packed}'")
    return "\n".join(lines) + "\n"


def _document(record: HandRecord) -> dict[str, Any]:
    hand = record.hand
    variant = _VARIANT_OF.get((hand.game, hand.betting))
    if variant is None:
        raise CannotWrite(f"PHH has no variant for {hand.betting} {hand.game}")
    table = PhhTable(record)
    scale = _as_money if table.is_money else _as_chips
    document: dict[str, Any] = {
        "variant": variant,
        "ante_trimming_status": table.antes_are_each,
        "antes": [scale(n) for n in table.antes],
    }
    if table.bring_in is None:
        document["blinds_or_straddles"] = [scale(n) for n in table.blinds]
    else:
        document["bring_in"] = scale(table.bring_in)
    if table.bets is None:
        document["min_bet"] = scale(table.min_bet)
    else:
        document["small_bet"], document["big_bet"] = map(scale, table.bets)
    document["starting_stacks"] = [scale(seat.stack) for seat in table.seats]
    document["actions"] = action_texts(table, scale)
    document.update(_description(record))
    document["seats"] = [seat.seat for seat in table.seats]
    document["players"] = [seat.player for seat in table.seats]
    if all(seat.won is not None for seat in table.seats):
        document["finishing_stacks"] = [scale(_final_stack(seat)) for seat in table.seats]
    if table.is_money:
        document["currency"] = hand.currency
    return document


def _description(record: HandRecord) -> dict[str, Any]:
    """Return the optional fields that say where and when."""
    hand = record.hand
    fields: dict[str, Any] = {"hand": hand.hand_id}
    if hand.house is not None and hand.house != "phh":
        fields["venue"] = _VENUE_OF.get(hand.house, hand.house)
    if hand.start_time is not None and hand.start_time >= 0:
        moment = datetime.fromtimestamp(hand.start_time // 1_000_000, UTC)
        fields["time"] = time(moment.hour, moment.minute, moment.second)
        fields["time_zone"] = "UTC"
        fields |= {"day": moment.day, "month": moment.month, "year": moment.year}
    if hand.level is not None:
        fields["level"] = hand.level
    if hand.max_seats is not None:
        fields["seat_count"] = hand.max_seats
    if hand.table_id is not None:
        fields["table"] = hand.table_id
    return fields


def _final_stack(seat: Any) -> int:
    final: int = seat.stack - (seat.contributed or 0) + (seat.returned or 0) + seat.won
    return final


def _as_chips(chips: int) -> int:
    return chips


def _as_money(chips: int) -> Decimal:
    return Decimal(chips).scaleb(-2)


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, str):
        return _toml_text(value)
    return str(value)


def _toml_text(text: str) -> str:
    if text.isprintable() and "'" not in text:
        return f"'{text}'"
    # JSON's escapes are TOML's too; only DEL is left bare by JSON and forbidden in TOML.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
