"""One PHH document (a parsed TOML table) turned into history rows."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, time
from typing import Any
from zoneinfo import ZoneInfo

from railbird.datasets.formats.hand_rows import HandRows, Row
from railbird.datasets.formats.phh_replay import PlayerState, Replay
from railbird.datasets.formats.phh_values import STUD_GAMES, UNKNOWN, known

VENUES = {"pokerstars": "pokerstars", "full tilt poker": "fulltilt", "full tilt": "fulltilt"}
SYMBOLS = {"$": "USD", "€": "EUR", "£": "GBP", "₹": "INR"}


@dataclass(frozen=True)
class Source:
    """Where a document stands: file, line, its number in the file, and the id it gets."""

    file: str | None
    line: int | None
    ordinal: int
    hand_id: str


def read_document(document: dict[str, Any], source: Source) -> HandRows:
    """Return the rows of the hand in `document`. Raises `PhhError` with the reason if it is none.

    Null: what the format has no word for (time-outs, bounties, a level not given, ...). Chat rows
    are the `#` remarks, by nobody in particular.
    """
    replay = Replay(document)
    house = _house(document)
    hand_id = source.hand_id
    tables: dict[str, list[Row]] = {
        "hands": [_hand_row(replay, source, house)],
        "seats": [_seat_row(player, hand_id, _hole(replay, player)) for player in replay.players],
        "actions": [(hand_id, *row) for row in replay.rows],
        "events": [],
        "chat": [
            (None, hand_id, ordinal, None, None, True, text) for ordinal, text in replay.remarks
        ],
    }
    return HandRows(house, hand_id, tables, replay.notes)


def _house(document: dict[str, Any]) -> str:
    venue = document.get("venue")
    if not isinstance(venue, str) or not venue.strip():
        return "phh"
    return VENUES.get(venue.strip().lower(), venue)


def _hand_row(replay: Replay, source: Source, house: str) -> Row:
    document, board = replay.document, replay.board
    small, big = _level_blinds(replay)
    won = [player.won for player in replay.players]
    rake = replay.pot - sum(w for w in won if w is not None) if None not in won else None
    currency = document.get("currency") or SYMBOLS.get(str(document.get("currency_symbol")))
    return (
        source.hand_id,
        None,
        _text(document.get("table")),
        source.ordinal,
        _start_time(document),
        _int32(document.get("level")),
        small,
        big,
        max(replay.forced("antes")),
        None if replay.game in STUD_GAMES else replay.players[-1].seat,
        _int32(document.get("seat_count")),
        "".join(board[:5]) or None,
        replay.pot,
        rake,
        None,  # hand_for_hand
        False,  # cancelled
        None,  # players_left
        None,  # places_paid
        house,
        replay.game,
        replay.betting,
        None,  # mix
        None,  # match_round
        _text(currency),
        # A second run shares the cards dealt before the all-in.
        "".join(board[: 10 - len(board)] + board[5:]) if len(board) > 5 else None,
        False,  # cut
        source.file,
        source.line,
    )


def _level_blinds(replay: Replay) -> tuple[int | None, int | None]:
    """Return the blinds; in stud and fixed-limit draw the bets, as the houses print a level."""
    document = replay.document
    bets = replay.game in STUD_GAMES or replay.game in ("triple-draw-27", "badugi")
    if bets:
        small, big = document.get("small_bet"), document.get("big_bet")
    else:
        small, big = (*document.get("blinds_or_straddles", ()), None, None)[:2]
        if replay.has_dead_small_blind:
            small, big = None, small
    return (
        None if small is None else replay.chips(small),
        None if big is None else replay.chips(big),
    )


def _hole(replay: Replay, player: PlayerState) -> str | None:
    """Return the player's known cards; of stud's only when the first two, face down, are known."""
    if replay.game in STUD_GAMES and UNKNOWN in player.hole[:2]:
        return None
    return known(player.hole)


def _seat_row(player: PlayerState, hand_id: str, hole: str | None) -> Row:
    return (
        hand_id,
        player.seat,
        player.name,
        player.stack,
        None,  # bounty
        True,  # dealt_in: PHH lists nobody else
        None,  # sitting_out
        None,  # disconnected
        hole,
        player.shown is not None,
        player.contributed,
        player.returned,
        player.won,
        False,  # mucked
        player.shown,
        "".join(player.up) or None,
    )


def _start_time(document: dict[str, Any]) -> datetime | None:
    """Return the start in UTC; null unless date, time and zone are all given and make sense."""
    clock, zone = document.get("time"), document.get("time_zone")
    date = [document.get(name) for name in ("year", "month", "day")]
    if not isinstance(clock, time) or not isinstance(zone, str):
        return None
    try:
        place = UTC if zone == "UTC" else ZoneInfo(zone)
        year, month, day = (int(str(part)) for part in date)
        moment = datetime.combine(datetime(year, month, day).date(), clock, place)
        return moment.astimezone(UTC)
    except (ValueError, OSError, OverflowError, KeyError):
        return None


def _text(value: Any) -> str | None:
    return None if value is None else str(value)


def _int32(value: Any) -> int | None:
    return value if type(value) is int and -(2**31) <= value < 2**31 else None
