"""Tournament summaries: all real files against what they say themselves, and every form."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path

from railbird.arena.history.schema import CURRENCIES, GAMES
from railbird.datasets.formats.decode import decode
from railbird.datasets.formats.reading import read_bytes
from railbird.datasets.formats.sink import Sink
from tests.datasets.formats.summaries_text import Rows, ft, ps, read, table


def real_files(shared: Path) -> list[Path]:
    files = sorted((shared / "histories/summaries").iterdir())
    assert len(files) == 66
    return files


@cache
def read_file(file: Path) -> Sink:
    sink = Sink()
    read_bytes(file.read_bytes(), file.name, sink)
    return sink


@cache
def file_rows(file: Path, name: str) -> Rows:
    return table(read_file(file), name)


# --- real files ---------------------------------------------------------------------------


def test_every_line_of_every_real_summary_is_understood(shared: Path) -> None:
    rejected = Counter[str]()
    for file in real_files(shared):
        for piece in read_file(file).rejected:
            rejected[f"{file.name.split('-utf16')[0]}: {piece.reason}"] += 1
    # Two copies of one file whose owner stands under another name in its list.
    assert rejected == {
        "ft-nlhe-mtt-no-fee-2010-021: place 5559 of 'OOmza0' is not in the list of players": 2
    }


def printed_count(text: str) -> int | None:
    match = re.search(r"^([\d,]+) (?:players?|Entries)\s*$", text, re.MULTILINE)
    return int(match[1].replace(",", "")) if match else None


def test_as_many_entries_as_the_summary_counts(shared: Path) -> None:
    compared = 0
    for file in real_files(shared):
        printed = printed_count(decode(file.read_bytes()))
        if printed is None:  # archive pages and exports list no field
            continue
        entries = file_rows(file, "entries")
        tournament = file_rows(file, "tournaments")[-1]
        assert tournament["entrants"] == printed, file.name
        re_entered = any(entry["entry_no"] > 1 for entry in entries)
        if re_entered and file.name.startswith("ps-"):
            # PokerStars counts people, Full Tilt entries.
            assert len({entry["player"] for entry in entries}) == printed, file.name
        elif len(entries) != printed:
            # Registration was still open: players joined while the list was written.
            assert any(entry["still_playing"] for entry in entries), file.name
            assert printed < len(entries) <= printed + 4, file.name
            continue
        compared += 1
    assert compared == 58


def test_prizes_of_a_finished_event_sum_to_its_prize_pool(shared: Path) -> None:
    compared = 0
    for file in real_files(shared):
        tournaments, entries = file_rows(file, "tournaments"), file_rows(file, "entries")
        pool = tournaments[-1]["prize_pool"]
        still = any(entry["still_playing"] for entry in entries)
        if pool and not still and all(entry["note"] is None for entry in entries):
            assert sum(entry["prize"] for entry in entries) == pool, file.name
            compared += 1
    assert compared == 23


def test_matrix_matches_pay_their_own_entries(shared: Path) -> None:
    files = [file for file in real_files(shared) if "matrix" in file.name]
    sink = Sink()
    for file in files:
        read_bytes(file.read_bytes(), file.name, sink)
    by_id = {row["tournament_id"]: row for row in table(sink, "tournaments")}
    matches = [f"244669447 Match {number}" for number in (3, 2, 1)]
    assert list(by_id) == ["244669447", *matches]
    assert by_id["244669447"]["prize_pool"] == 15000
    for match in matches:
        prizes = [r["prize"] for r in table(sink, "entries") if r["tournament_id"] == match]
        assert sum(prizes) == by_id[match]["buy_in"] * 6 == 3000


def test_places_are_those_of_a_ranking(shared: Path) -> None:
    """Behind k players the next place is k + 1 or a tie. Full Tilt counts ties more closely.

    While registration is open a place is counted in the field of its hour, so only its range holds.
    """
    compared = 0
    for file in real_files(shared):
        text = decode(file.read_bytes())
        if text.startswith("PokerTracker") or file.suffix == ".htm":
            continue
        entries = file_rows(file, "entries")
        playing = [entry for entry in entries if entry["still_playing"]]
        assert all(entry["finish_place"] is None for entry in playing), file.name
        places = [e["finish_place"] for e in entries if not e["still_playing"]]
        assert all(1 <= place <= len(entries) for place in places), file.name
        if playing:
            continue
        assert places == sorted(places) and places[0] == 1, file.name
        for behind, (before, place) in enumerate(zip([1, *places], places, strict=False), 1):
            assert before <= place <= behind, file.name
            assert file.name.startswith("ft-") or place in (before, behind), file.name
        compared += 1
    assert compared > 25


def test_real_summaries_use_only_the_schemas_words(shared: Path) -> None:
    for file in real_files(shared):
        for row in file_rows(file, "tournaments"):
            assert row["house"] in ("pokerstars", "fulltilt")
            assert row["game"] in GAMES or row["mix"], file.name
            assert {row["currency"], row["prize_currency"]} <= {None, *CURRENCIES}, file.name


def test_damaged_utf16_gives_the_same_rows(shared: Path) -> None:
    odd = [file for file in real_files(shared) if file.name.endswith("-utf16odd.txt")]
    assert len(odd) == 12
    for file in odd:
        whole = file.with_name(file.name.replace("odd", ""))
        for name in ("tournaments", "entries"):
            assert file_rows(file, name) == file_rows(whole, name)


def test_a_tournaments_hands_and_summary_fill_one_row(shared: Path) -> None:
    folder = shared / "histories"
    sink = Sink()
    for name in (
        "tournaments/fulltilt/ft-nlhe-mtt-chance-rebuy-2013-005.txt",
        "summaries/ft-nlhe-mtt-chance-rebuy-2013-009.txt",
    ):
        read_bytes((folder / name).read_bytes(), name, sink)
    (row,) = table(sink, "tournaments")
    assert (row["name"], row["betting"]) == ("$1,000 Guarantee (3x Chance)", "no-limit")
    assert (row["buy_in"], row["entrants"], row["rebuys"]) == (500, 228, 456)
    assert {hand["tournament_id"] for hand in table(sink, "hands")} == {row["tournament_id"]}


def test_archive_pages_give_a_row_a_tournament(shared: Path) -> None:
    folder = shared / "histories/summaries"
    sink = read_file(folder / "ps-mixed-archive-sng-2008-005.htm")
    assert sink.rejected == [] and sink.counts["summaries"] == 4
    rows = table(sink, "entries")
    assert [r["finish_place"] for r in rows] == [2, 5, 1, 9]
    assert sum(r["prize"] for r in rows) == 3700  # what the page's foot says
    assert sum(t["buy_in"] + t["fee"] for t in table(sink, "tournaments")) == 3500 + 320
    sink = read_file(folder / "ps-mixed-archive-mtt-2005-003.htm")
    points = table(sink, "tournaments")[1]
    assert (points["buy_in"], points["currency"], points["format"]) == (
        100000,
        "FPP",
        "satellite",
    )


def test_the_summary_of_2016_is_full_tilts(shared: Path) -> None:
    (file,) = [file for file in real_files(shared) if "fulltilt-2016" in file.name]
    (row,) = file_rows(file, "tournaments")
    assert (row["house"], row["currency"], row["buy_in"], row["fee"]) == (
        "fulltilt",
        "PLAY",
        87000,
        13000,
    )


# --- forms --------------------------------------------------------------------------------


def test_a_pokerstars_summary_fills_its_columns() -> None:
    sink = read(
        ps(
            "  1: Ann (Chile), $5.00 (62.5%)\n  2: Bo, x [2] (Peru), $3.00 (37.5%)\n"
            "  3: Bo, x (Peru),\n  3: a (b) (Korea, South),\n  5: Cy [2] (),\n",
            tail="You finished in 2nd place (eliminated at hand #123).\n"
            "You collected 5 bounties for a total of USD 2.50.",
        )
    )
    assert sink.rejected == []
    (t,) = table(sink, "tournaments")
    assert (t["buy_in"], t["bounty"], t["fee"], t["currency"]) == (200, 50, 20, "USD")
    assert (t["prize_pool"], t["prize_currency"], t["entrants"]) == (800, "USD", 5)
    assert t["start_time"].isoformat() == "2013-05-26T19:00:00+00:00"
    assert t["end_time"].isoformat() == "2013-05-26T22:55:18+00:00"
    found = [
        (e["player"], e["entry_no"], e["finish_place"], e["prize"], e["country"], e["knockouts"])
        for e in table(sink, "entries")
    ]
    assert found == [
        ("Ann", 1, 1, 500, "Chile", None),
        ("Bo, x", 2, 2, 300, "Peru", 5.0),
        ("Bo, x", 1, 3, 0, "Peru", None),
        ("a (b)", 1, 3, 0, "Korea, South", None),
        ("Cy [2]", 1, 5, 0, "", None),  # nobody is called Cy: that is the whole name
    ]


def test_a_finished_summary_outranks_a_running_one_in_any_order() -> None:
    running = ps(
        "  1: Bo (Peru), still playing\n  2: Ann (Chile), still playing\n  5: Cy (Peru),\n",
        finished=False,
    ).replace("5 players", "3 players")
    final = ps("  1: Ann (Chile), $8.00 (100%)\n  2: Bo (Peru),\n  5: Cy (Peru),\n")
    for order in ((running, final), (final, running), (running, final, running)):
        sink = read(*order)
        assert len(table(sink, "tournaments")) == 1
        assert table(sink, "tournaments")[0]["entrants"] == 5
        rows = {
            e["player"]: (e["finish_place"], e["prize"], e["still_playing"])
            for e in table(sink, "entries")
        }
        assert rows == {"Ann": (1, 800, False), "Bo": (2, 0, False), "Cy": (5, 0, False)}


def test_satellites_points_and_star_coins() -> None:
    sink = read(
        "PokerStars Tournament #9, No Limit Hold'em\nSuper Satellite\nBuy-In: 250 SC\n3 players\n"
        "$11.00 USD added to the prize pool by PokerStars\n"
        "Total Prize Pool: 92000 SC\nTarget Tournament #8 Buy-In: $10.00/1.00 USD\n"
        "1 tickets to the target tournament\nTournament started 2015/12/20 12:26:00 CUST\n\n"
        "  1: Ann (Chile),  (qualified for the target tournament)\n"
        "  2: Bo (Peru), 25,750 FPP\n  3: Cy (Peru),\n"
    )
    assert sink.rejected == []
    (t,) = table(sink, "tournaments")
    assert (t["format"], t["buy_in"], t["currency"], t["start_time"]) == (
        "satellite",
        25000,
        "SC",
        None,
    )
    assert [(e["prize"], e["note"]) for e in table(sink, "entries")] == [
        (None, "qualified for the target tournament"),
        (None, "25750.00 FPP"),
        (0, None),
    ]


def test_a_full_tilt_summary_fills_its_columns() -> None:
    sink = read(
        ft(
            "1: Ann, $100\n2: Bo, Jr, $60\n3: C, D\n3: 4 received\n5: Eve, $22 MiniFTOPS Ticket\n",
            5,
            said="4 received %1 Knockout Bounty Awards\nAnn performed 2 Rebuys\n"
            "Bo, Jr performed 1 Add-On\n",
            tail="Ann finished in 1st place",
        )
    )
    assert sink.rejected == []
    (t,) = table(sink, "tournaments")
    assert (t["name"], t["game"], t["betting"]) == ("$20 Brawl (Day 1)", "omaha8", "pot-limit")
    assert (t["buy_in"], t["bounty"], t["fee"]) == (2000, 400, 150)
    assert (t["rebuys"], t["add_ons"], t["start_stack"]) == (3, 2, 5000)
    assert t["start_time"].isoformat() == "2010-07-22T02:40:00+00:00"
    found = [
        (e["player"], e["finish_place"], e["prize"], e["note"]) for e in table(sink, "entries")
    ]
    assert found == [
        ("Ann", 1, 10000, None),
        ("Bo, Jr", 2, 6000, None),
        ("C, D", 3, 0, None),
        ("4 received", 3, 0, None),
        ("Eve", 5, None, "$22 MiniFTOPS Ticket"),
    ]
    ann, bo = table(sink, "entries")[:2]
    assert (ann["rebuys"], ann["knockouts"], ann["bounties_won"]) == (2, 4.0, 1600)
    assert (bo["add_ons"], bo["start_stack"]) == (1, 5000)


def test_multi_entries_and_players_without_a_name() -> None:
    sink = read(
        ft(
            "Still Playing - Ann\nStill Playing - [Player not loaded]\n"
            "3: Ann\n4: [Player not loaded]\n5: [Player not loaded]\n6: Bo, $5\n",
            6,
            tail="Bo finished in 4th and 6th place.\nSome player names are missing from this "
            "summary as the player list was not fully loaded. If you wish",
            finished=False,
        )
    )
    assert sink.rejected == []
    found = [
        (e["player"], e["entry_no"], e["finish_place"], e["still_playing"])
        for e in table(sink, "entries")
    ]
    assert found == [
        ("Ann", 1, None, True),
        (None, 1, None, True),
        ("Ann", 2, 3, False),
        ("Bo", 1, 4, False),  # the owner's line names who stands there
        (None, 2, 5, False),
        ("Bo", 2, 6, False),
    ]


def test_a_pokertracker_export() -> None:
    sink = read(
        "PokerTracker 4 Tournament Summary\nSite: PokerStars\nGame: Omaha Hi\n"
        "Tournament #: 77\nStarted: 2015/02/15 21:32:49\nFinished: 2015/02/15 21:54:39\n\n"
        "Buyin: P870.00\nBounty: P10.00\nFee: P130.00\nPrize Pool: P0.00\n"
        "Table Type: MTT (6 max) BOUNTY SATELLITE\nTourney Type: Pot Limit\n\nPlayers: 351\n"
        "Place: 0, Player: a, b, Won: P0.00,\n"
        "Place: 1, Player: c, Won: P1,740.00, Bounties: 2, Satellite: true,\n"
    )
    assert sink.rejected == []
    (t,) = table(sink, "tournaments")
    assert (t["game"], t["betting"], t["currency"], t["format"]) == (
        "omaha",
        "pot-limit",
        "PLAY",
        "satellite",
    )
    assert (t["buy_in"], t["bounty"], t["fee"], t["prize_pool"]) == (87000, 1000, 13000, None)
    assert t["start_time"] is None  # no zone is printed
    assert [(e["player"], e["finish_place"], e["prize"]) for e in table(sink, "entries")] == [
        ("a, b", None, None),
        ("c", 1, 174000),
    ]
