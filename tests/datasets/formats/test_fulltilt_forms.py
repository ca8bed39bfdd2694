"""Rarer forms of Full Tilt hands: boards run twice, high-low pots, glued and partial hands."""

from __future__ import annotations

from tests.datasets.formats.fulltilt_text import plain, read, table

RUN_TWICE = """\
Full Tilt Poker Game #2001: Table Nyx (6 max) - CAP NL Hold'em - $5/$10 - \
04:44:44 ET - 2015/04/08
Seat 1: Kimm ($400)
Seat 4: Del 5 ($500)
Seat 5: Cy ($500), is sitting out
Kimm posts the small blind of $5
Del 5 posts the big blind of $10
The button is in seat #1
*** HOLE CARDS ***
Kimm raises to $72.50
Del 5 calls $62.50
*** FLOP *** [Td 3d 3h] (Total Pot: $145, 2 Players)
Del 5 checks
Kimm checks
*** TURN *** [Td 3d 3h] [Qh] (Total Pot: $145, 2 Players)
Del 5 bets $72.50
Kimm has 15 seconds left to act
Kimm raises to $240, and is capped
Del 5 calls $167.50, and is capped
Players agree to Run It Twice
Kimm shows [Jd Qd]
Del 5 shows [6d Ad]
*** RIVER 1 *** [Td 3d 3h Qh] [Ac] (Total Pot: $625, 2 Players, 2 All-In)
*** RIVER 2 *** [Td 3d 3h Qh] [2h] (Total Pot: $625, 2 Players, 2 All-In)
*** SHOW DOWN 1 ***
Kimm shows two pair, Queens and Threes
Del 5 shows two pair, Aces and Threes
*** SHOW DOWN 2 ***
Kimm shows two pair, Queens and Threes
Del 5 shows a pair of Threes
Del 5 wins pot 1 ($311) with two pair, Aces and Threes
Kimm wins pot 2 ($311) with two pair, Queens and Threes
*** SUMMARY ***
Total pot $625 | Rake $3
*** SUMMARY 1 ***
Pot 1 $311
Board: [Td 3d 3h Qh Ac]
Seat 1: Kimm (small blind) showed [Jd Qd] and lost with two pair, Queens and Threes
Seat 4: Del 5 (big blind) showed [6d Ad] and won ($311) with two pair, Aces and Threes
Seat 5: Cy is sitting out
*** SUMMARY 2 ***
Pot 2 $311
Board: [Td 3d 3h Qh 2h]
Seat 1: Kimm (small blind) showed [Jd Qd] and won ($311) with two pair, Queens and Threes
Seat 4: Del 5 (big blind) showed [6d Ad] and lost with a pair of Threes
"""

HIGH_LOW = """\
Full Tilt Poker Game #2002: $200 + $10 Heads Up Sit & Go (700), Table 1 - 40/80 - \
Limit Omaha H/L - 21:27:00 ET - 2006/04/19
Seat 1: Ann (1,320)
Seat 2: Bo (1,680)
Bo posts the small blind of 20
Ann posts the big blind of 40
The button is in seat #2
*** HOLE CARDS ***
Dealt to Ann [5c Jc Ad Th]
Bo calls 20
Ann checks
*** FLOP *** [Qc 8c 4s]
Ann checks
Bo checks
*** TURN *** [Qc 8c 4s] [7h]
Ann checks
Bo checks
*** RIVER *** [Qc 8c 4s 7h] [2s]
Ann checks
Bo checks
*** SHOW DOWN ***
Ann shows [5c Jc Ad Th] Ace Queen high, for high and 7,5,4,2,A, for low
Bo shows [Qs Qh 9s 9h] three of a kind, Queens
Bo wins the high pot (40) with three of a kind, Queens
Ann wins the low pot (40) with 7,5,4,2,A
*** SUMMARY ***
Duration 40s
Total pot 80 | Rake 0
Board: [Qc 8c 4s 7h 2s]
Seat 1: Ann (big blind) showed [5c Jc Ad Th] and won (40) with Ace Queen high, for high \
and 7,5,4,2,A, for low
Seat 2: Bo (button) (small blind) showed [Qs Qh 9s 9h] and won (40) with three of a kind, Queens
"""


def test_a_board_run_twice_has_two_boards_and_two_pots() -> None:
    sink = read(RUN_TWICE)
    assert sink.rejected == []
    (hand,) = table(sink, "hands")
    assert (hand["board"], hand["board_2"]) == ("Td3d3hQhAc", "Td3d3hQh2h")
    assert (hand["total_pot"], hand["rake"], hand["max_seats"]) == (62500, 300, 6)
    assert [row["won"] for row in table(sink, "seats")] == [31100, 31100, 0]
    pots = [(r["player"], r["pot"]) for r in table(sink, "actions") if r["kind"] == "collects"]
    assert pots == [("Del 5", "pot 1"), ("Kimm", "pot 2")]
    capped = [row["player"] for row in table(sink, "events") if row["kind"] == "capped"]
    assert capped == ["Kimm", "Del 5"]


def test_who_sits_out_of_a_cash_hand_is_not_dealt_in() -> None:
    seats = table(read(RUN_TWICE), "seats")
    assert [row["dealt_in"] for row in seats] == [True, True, False]
    assert [row["sitting_out"] for row in seats] == [False, False, True]


def test_high_and_low_pots_keep_their_names() -> None:
    sink = read(HIGH_LOW)
    assert sink.rejected == []
    pots = [
        (r["player"], r["pot"], r["amount"])
        for r in table(sink, "actions")
        if r["kind"] == "collects"
    ]
    assert pots == [("Bo", "high pot", 40), ("Ann", "low pot", 40)]
    assert table(sink, "hands")[0]["game"] == "omaha8"


def test_a_header_glued_to_a_cut_line_starts_the_next_hand() -> None:
    first, second = plain(), plain().replace("#1001", "#1002")
    cut = first.index("77 checks") + len("77 ch")
    sink = read(first[:cut] + second)
    assert [row["hand_id"] for row in table(sink, "hands")] == ["1002"]
    (rejected,) = sink.rejected
    assert rejected.line == 1 and rejected.reason.startswith("hand 1001: ")
    assert "line 17" in rejected.reason and "'77 ch'" in rejected.reason


def test_a_partial_hand_is_read_when_its_chips_add_up_and_rejected_when_not() -> None:
    text = plain().replace("2011/01/02]", "2011/01/02] (partial)", 1)
    assert read(text).counts["hands"] == 1
    shorter = text.replace("77 calls 60\n", "")
    sink = read(shorter)
    assert sink.counts["rejected_hands"] == 1
    assert "135 chips were put in, but the total pot is 195" in sink.rejected[0].reason


def test_a_dead_button_stays_on_its_empty_seat() -> None:
    sink = read(plain().replace("The button is in seat #1", "The button is in seat #4"))
    assert table(sink, "hands")[0]["button_seat"] == 4
