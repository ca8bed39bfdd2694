"""Summaries by strangers: names, damage. Nothing is lost, nothing breaks the reader."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.datasets.formats.damage import edits
from tests.datasets.formats.summaries_text import ft, ps, read, table


@pytest.mark.parametrize("line", ["what is this?", "=cmd()|' /C calc'!A0", "\x1b[2J", "x" * 500])
def test_a_line_not_understood_is_reported_with_its_place(line: str) -> None:
    for text in (ps(f"  1: Ann (Chile),\n{line}\n"), ft(f"1: Ann\n{line}\n", 1)):
        sink = read(text)
        (piece,) = sink.rejected
        assert text.split("\n")[piece.line - 1] == line
        assert len(piece.reason) < 200 and "\x1b" not in piece.reason


@pytest.mark.parametrize(
    "name",
    [
        "still playing",
        "x, still playing",
        "5 Entries",
        "Buy-In: $1/$2",
        "1: y (Peru), $900 (9%)",
        "<script>",
        "[3]",
        "Tournament finished",
        "PokerStars Tournament #9, x",
    ],
)
def test_names_that_look_like_other_lines_stay_names(name: str) -> None:
    sink = read(ps(f"  1: {name} (Peru), $8.00 (100%)\n  2: Ann (Chile),\n"))
    assert sink.rejected == []
    first, second = table(sink, "entries")
    assert (first["player"], first["prize"], first["finish_place"]) == (name, 800, 1)
    assert second["player"] == "Ann"
    assert table(sink, "tournaments")[0]["entrants"] == 5
    sink = read(ft(f"Still Playing - {name}\n2: Ann\n", 2, finished=False))
    assert [e["player"] for e in table(sink, "entries")] == [name, "Ann"]


def test_headers_that_name_nothing_are_rejected() -> None:
    sink = read("Full Tilt Poker Tournament Summary without a number\n1: Ann\n")
    assert len(sink.rejected) == 1 and "no known form" in sink.rejected[0].reason
    assert table(sink, "tournaments") == []


def test_an_archive_page_rejects_rows_it_cannot_read_and_counts_them() -> None:
    head = "".join(
        f"<th>{name}</th>"
        for name in ("Tourney", "Game", "Currency", "Buy-In", "ReBuys<br>AddOns", "Rake")
        + ("Place", "Entries", "Prize", "Bounty Awarded")
    )

    def row(*cells: str) -> str:
        return "<tr>" + "".join(f"<td align=right>{cell}</td>" for cell in cells) + "</tr>\n"

    page = (
        "<html><title>TOURNEYS: &lt;a&amp;&lt;b&gt;&gt;</title>\n<table>"
        f"<thead><tr>{head}</tr></thead><tbody>\n"
        + row("1", "NL Hold'em", "EUR", "10.00", "20.00", "1.00", "2", "9", "27.00", "5.00")
        + row("2", "NL Hold'em", "EUR", "ten", "0.00", "1.00", "2", "9", "27.00", "0.00")
        + row("3", "NL Hold'em")
        + "</tbody><tfoot>"
        + row("Total", "<b>4")
        + "</tfoot></table>"
    )
    sink = read(page)
    assert [(piece.line, piece.reason) for piece in sink.rejected] == [
        (4, "an amount that is no money in the row of tournament 2"),
        (5, "2 cells in a table of 10 columns"),
        (1, "the page counts 4 tournaments but lists 3"),
    ]
    (entry,) = table(sink, "entries")
    assert (entry["player"], entry["bounties_won"], entry["rebuys"]) == ("a&<b>", 500, None)
    assert entry["note"] == "rebuys and add-ons for 20.00"


WHOLE = "\n\n".join(
    [
        ps(
            "  1: Ann (Chile), $5.00 (62.5%)\n  2: Bo, x [2] (Peru), $3.00 (37.5%)\n",
            kind="Super Satellite\n",
            tail="You finished in 2nd place (eliminated at hand #123).\n"
            "You collected 5 bounties for a total of USD 2.50.",
        ),
        ft(
            "1: Ann, $100\n2: Bo, Jr, $60\nStill Playing - [Player not loaded]\n",
            5,
            said="4 received %1 Knockout Bounty Awards\nAnn performed 2 Rebuys\n",
            tail="Ann finished in 1st and 3rd place.",
        ),
        "PokerTracker 4 Tournament Summary\nSite: PokerStars\nGame: Holdem\nTournament #: 77\n"
        "Buyin: $8.70\nPlayers: 2\nPlace: 1, Player: c, Won: $1,740.00, Bounties: 2,\n",
    ]
)


@given(st.data())
@settings(max_examples=300, deadline=None)
def test_damaged_summaries_never_break_the_reader(data: st.DataObject) -> None:
    sink = read(data.draw(edits(WHOLE)))
    assert sink.counts["faults"] == 0, sink.rejected
    sink.recorder.history()  # every value fits its column


PAGE = (
    "<html><head><title>TOURNEYS: &lt;a&gt;</title></head>\n<TABLE><thead><tr>"
    + "".join(
        f"<th>{name}</th>"
        for name in ("Tourney", "Game", "Currency", "Buy-In", "ReBuys<br>AddOns", "Rake")
        + ("Place", "Entries", "Prize", "Bounty Awarded")
    )
    + "</tr></thead><tbody>\n"
    + "<tr>"
    + "".join(f"<td>{n}</td>" for n in (1, "NL Hold'em", "EUR", 10, 0, 1, 2, 9, 27, 5))
    + "</tr>\n</tbody><tfoot><tr><td>Total</td><td>1</td></tr></tfoot></TABLE></html>"
)


@given(st.data())
@settings(max_examples=300, deadline=None)
def test_damaged_pages_never_break_the_reader(data: st.DataObject) -> None:
    sink = read(data.draw(edits(PAGE)))
    assert sink.counts["faults"] == 0, sink.rejected
    assert sink.counts["summaries"] or sink.rejected
    sink.recorder.history()


@pytest.mark.parametrize("piece", ["<!--", "<a ", "<a b", '<a b="', "<?", "</", "<", "<td>", "&"])
def test_a_page_of_broken_tags_takes_no_longer_than_its_size(piece: str) -> None:
    start = time.process_time()
    sink = read("<title>TOURNEYS: &lt;a&gt;</title>" + piece * (200_000 // len(piece)))
    assert time.process_time() - start < 5
    assert [r.reason for r in sink.rejected] == ["an archive page that lists no tournament"]


@pytest.mark.parametrize("number", ["9" * 5000, "9" * 18, "9" * 14, "²", "1.234", "-1", ""])
def test_absurd_numbers_are_rejected_by_line(number: str) -> None:
    lines = [
        f"{number} players",
        f"Total Prize Pool: ${number}",
        f"Buy-In: ${number}/$1",
        f"  {number}: Ann (Peru),",
        f"  1: Ann (Peru), ${number}",
        f"You collected {number} bounties for a total of USD 2.50.",
    ]
    for line in lines:
        sink = read(f"PokerStars Tournament #77, No Limit Hold'em\n{line}\n")
        sink.recorder.history()
        assert [piece.line for piece in sink.rejected] == [2], line
    lines = [
        f"{number} Entries",
        f"Total Rebuys: {number}",
        f"Buy-In Chips: {number}",
        f"Ann performed {number} Rebuys",
        f"Ann finished in {number}th place",
    ]
    for line in lines:
        sink = read(f"Full Tilt Poker Tournament Summary X (7) Hold'em No Limit\n{line}\n")
        sink.recorder.history()
        assert [piece.line for piece in sink.rejected] == [2], line
