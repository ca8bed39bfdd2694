"""Money, times and the tournament book that all text readers share."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from railbird.arena.history.schema import GAMES
from railbird.datasets.formats.common import TournamentBook, money, to_utc
from railbird.datasets.formats.game_names import game_name
from railbird.datasets.formats.sink import Sink


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("$1,140.5", (114050, "USD")),
        ("€0.89 EUR", (89, "EUR")),
        ("£5", (500, "GBP")),
        ("₹136.50 INR", (13650, "INR")),
        ("100FPP", (10000, "FPP")),
        ("2 FPPs", (200, "FPP")),
        ("200 StarsCoin", (20000, "SC")),
        ("9,200 FTP", (920000, "FTP")),
        ("0 T$", (0, "T$")),
        ("870", (87000, None)),
        ("$1.234", None),
        ("1,,2", None),
        ("9" * 40, None),
        ("٣", None),
        ("", None),
        ("Step 3 Ticket", None),
    ],
)
def test_money_is_hundredths_and_a_currency(text: str, value: tuple[int, str | None]) -> None:
    assert money(text) == value


@pytest.mark.parametrize(
    ("local", "zone", "utc_hour"),
    [
        # Pairs of local and Eastern Time that real files print side by side.
        ((2013, 5, 26, 20), "WET", 19),
        ((2012, 11, 23, 9), "EET", 7),
        ((2013, 1, 6, 12), "CT", 18),
        ((2010, 12, 26, 9), "CCT", 1),
        ((2012, 12, 6, 20), "MSK", 16),
        ((2013, 8, 24, 13), "MSK", 9),  # Moscow kept summer time all year round then
        ((2010, 7, 1, 12), "CET", 10),  # printed in summer too
        ((2010, 7, 1, 12), "ET", 16),
        ((2010, 12, 1, 12), "ET", 17),
    ],
)
def test_zone_letters_stand_for_a_place_in_summer_and_winter(
    local: tuple[int, int, int, int], zone: str, utc_hour: int
) -> None:
    year, month, day, hour = local
    assert to_utc(year, month, day, hour, 5, 6, zone) == datetime(
        year, month, day, utc_hour, 5, 6, tzinfo=UTC
    )


def test_the_players_own_zone_setting_tells_no_time() -> None:
    assert to_utc(2013, 9, 3, 13, 0, 0, "CUST") is None
    with pytest.raises(ValueError, match="day is out of range"):
        to_utc(2013, 2, 30, 13, 0, 0, "ET")


@pytest.mark.parametrize(
    ("text", "game", "betting", "mix"),
    [
        ("No Limit Hold'em", "holdem", "no-limit", None),
        ("Hold'em No Limit", "holdem", "no-limit", None),
        ("NL Hold'em", "holdem", "no-limit", None),
        ("$15 Cap No Limit Hold'em", "holdem", "no-limit", None),
        ("CAP NL Hold'em", "holdem", "no-limit", None),
        ("Hold'em ", "holdem", None, None),
        ("Omaha H/L Pot Limit", "omaha8", "pot-limit", None),
        ("FL Omaha H/L", "omaha8", "fixed-limit", None),
        ("Pot Limit 5 Card Omaha", "omaha5", "pot-limit", None),
        ("No Limit 6+ Hold'em", "sixplus", "no-limit", None),
        ("Limit Razz", "razz", "fixed-limit", None),
        ("Limit Stud Hi", "stud", "fixed-limit", None),
        ("2-7 Triple Draw Limit", "triple-draw-27", "fixed-limit", None),
        ("No Limit Single Draw 2-7 Lowball", "single-draw-27", "no-limit", None),
        ("7-Game Mixed", None, None, "7-Game"),
        ("8-Game", None, None, "8-Game"),
        ("Mixed Omaha", None, None, "Mixed Omaha"),
        ("HORSE", None, None, "HORSE"),
    ],
)
def test_both_houses_names_of_games(
    text: str, game: str | None, betting: str | None, mix: str | None
) -> None:
    assert game_name(text) == (game, betting, mix)
    assert game is None or game in GAMES


def test_no_game_is_made_up() -> None:
    assert game_name("No Limit Snap") is None
    assert game_name("") is None


def rows(sink: Sink, table: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = sink.recorder.history()[table].to_pylist()
    return found


def test_the_book_keeps_one_row_and_higher_ranks_win() -> None:
    sink = Sink()
    for rank, entrants in ((0, None), (1.2, 10), (1.1, 9), (2, 12), (1.9, 11)):
        sink.book.tournament("pokerstars", "7", rank=rank, entrants=entrants, game="holdem")
    (row,) = rows(sink, "tournaments")
    assert (row["entrants"], row["game"], row["house"]) == (12, "holdem", "pokerstars")
    with pytest.raises(KeyError, match="speed"):
        sink.book.tournament("pokerstars", "8", speed="turbo")


def test_the_book_tells_two_houses_apart_that_use_one_number() -> None:
    sink = Sink()
    ids = [sink.book.tournament(house, "7") for house in ("pokerstars", "fulltilt", "pokerstars")]
    assert ids == ["7", "fulltilt:7", "7"]
    assert isinstance(sink.book, TournamentBook)
    assert sink.book.id_for("fulltilt", "7") == "fulltilt:7"
    assert len(rows(sink, "tournaments")) == 2


def test_counts_add_up_over_hands_until_a_summary_states_them() -> None:
    sink = Sink()
    for _ in range(3):
        sink.book.add("7", "Ann", 1, rebuys=1, knockouts=0.5)
    (row,) = rows(sink, "entries")
    assert (row["rebuys"], row["knockouts"]) == (3, 1.5)
    sink.book.entry("7", "Ann", 1, rank=2, rebuys=4)
    sink.book.add("7", "Ann", 1, rebuys=1, knockouts=1.0)
    (row,) = rows(sink, "entries")
    assert (row["rebuys"], row["knockouts"]) == (4, 2.5)
