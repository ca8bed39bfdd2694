"""Full Tilt text by strangers: chat, names, damage. Nothing is lost, nothing said is believed."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbird.datasets.formats.decode import decode
from railbird.datasets.formats.registry import FORMS
from railbird.datasets.formats.split import split
from tests.datasets.formats.damage import edits
from tests.datasets.formats.fulltilt_text import plain, read, table, values_read

SAID = [
    "*** SUMMARY ***",
    "Full Tilt Poker Game #77: $5 + $0.50 Sit & Go (5001), Table 7 - 15/30 - No Limit Hold'em "
    "- 10:00:00 ET - 2011/01/02",
    "PokerStars Hand #77: Tournament #5, $5+$0.50 USD Hold'em No Limit - Level II (15/30) - "
    "2013/05/26 15:00:00 ET",
    "Full Tilt Poker Tournament Summary X (5001) Hold'em No Limit",
    "PokerStars Tournament #5001, No Limit Hold'em",
    "Ann folds",
    "Seat 1: Ann (9,000)",
    "Seat 1: Ann (button) collected (900), mucked",
    "Total pot 900 | Rake 0",
    "Ann wins the pot (900)",
    "Uncalled bet of 60 returned to Ann",
    "Dealt to Ann [As Ad]",
    "The button is in seat #2",
    "Hand #1001 has been canceled",
    "*** RIVER *** [2c 9d Jh 3s] [3d]",
    'quotes " and \x1b[2J codes, =cmd()',
    "",
    "a\u2028*** SUMMARY ***\u2028Total pot 900 | Rake 0\x85\x0b\x0cAnn folds",
]


@pytest.mark.parametrize(
    "speaker", ["Ann", "Bo Lee", "77", "Zed", "Ann (Observer)", "Z (Observer)"]
)
@pytest.mark.parametrize("words", SAID)
def test_chat_never_ends_hides_or_forges_a_hand(speaker: str, words: str) -> None:
    honest = read(plain())
    sink = read(plain(f"{speaker}: {words}\n"))
    assert sink.rejected == []
    assert sink.counts["hands"] == 1
    assert values_read(sink)["1001"] | {"chat_lines": 0} == values_read(honest)["1001"]
    (chat,) = table(sink, "chat")
    assert (chat["player"], chat["observer"]) == (
        speaker.removesuffix(" (Observer)"),
        speaker.endswith("(Observer)"),
    )
    assert chat["text"] == words.rstrip()
    assert (chat["tournament_id"], chat["hand_id"]) == ("5001", "1001")


@pytest.mark.parametrize("place", [1, 2, 3, 4, 6, 8, 17, 24, 25, 27])
@pytest.mark.parametrize("words", ["*** SUMMARY ***", "Seat 1: Ann (9,000)", "hello"])
def test_chat_may_stand_anywhere(place: int, words: str) -> None:
    lines = plain().split("\n")
    lines.insert(place, f"Ann: {words}")
    sink = read("\n".join(lines))
    assert sink.rejected == []
    assert [row["text"] for row in table(sink, "chat")] == [words]
    assert [row["won"] for row in table(sink, "seats")] == [195, 0, 0]


NAMES = [
    ("folds", "checks", "mucks"),
    ("Al", "Al folds", "Al folds checks"),
    ("Seat 1", "Seat 2", "Dealt to"),
    ("Board", "Total pot 5", "*** FLOP"),
    ("1", "11", "111"),
    ("[As Ad]", "(1,500)", "a (90)"),
    ("a: b", "a", "b"),
    ("The button", "Uncalled bet of", "wins the pot"),
    (", is sitting out", "and is all in", "x, and is all in"),
    ("x", "x (Observer)", "x (button)"),
    ("has timed out", "is sitting out", "é ü ñ"),
    ("$1", "=1+1", "<b>"),
]


@pytest.mark.parametrize("names", NAMES)
def test_names_come_from_the_seat_list_whatever_they_look_like(names: tuple[str, ...]) -> None:
    text = plain()
    for old, new in zip(("Ann", "Bo Lee", "77"), ("\1", "\2", "\3"), strict=True):
        text = re.sub(rf"(?<![\d#]){old}(?!\d)", new, text)
    for old, new in zip(("\1", "\2", "\3"), names, strict=True):
        text = text.replace(old, new)
    sink = read(text)
    assert sink.rejected == []
    assert [row["player"] for row in table(sink, "seats")] == list(names)
    assert [row["won"] for row in table(sink, "seats")] == [195, 0, 0]
    assert [row["player"] for row in table(sink, "actions")] == [
        names[i] for i in (1, 2, 0, 1, 2, 2, 0, 2, 0, 0, 0)
    ]
    assert table(sink, "chat") == []


def test_a_line_not_understood_is_reported_and_the_hand_stands() -> None:
    sink = read(plain("Ann dances with \x1b[31mwolves\n"))
    assert sink.counts["hands"] == 1
    (rejected,) = sink.rejected
    assert (rejected.file, rejected.line) == ("f.txt", 15)
    assert "\x1b" not in rejected.reason and "wolves" in rejected.reason


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("77 calls 60", "77 calls 61", "196 chips were put in, but the total pot is 195"),
        ("pot (195)", "pot (190)", "190 chips were collected and 0 raked of a pot of 195"),
        ("Seat 2: Bo Lee (1,500)", "Seat 1: Bo Lee (1,500)", "listed twice"),
        ("15/30 - No Limit Hold'em", "15/30 - No Limit Snap", "no known table, blinds or game"),
        ("*** SUMMARY ***", "*** SUMM", "no total pot"),
        ("Ann raises to 90\n", "Ann raises to ninety\n", "'Ann raises to ninety'"),
        ("77 (big blind) folded on the Flop", "77 (big blind) collected (5)", "the summary pays"),
    ],
)
def test_a_hand_that_cannot_be_right_is_rejected_with_its_reason(
    old: str, new: str, reason: str
) -> None:
    assert plain().count(old) == 1
    sink = read(plain().replace(old, new))
    assert sink.counts["rejected_hands"] == 1 and sink.counts["hands"] == 0
    assert len(sink.rejected) == 1 and reason in sink.rejected[0].reason
    assert all(not rows for rows in sink.recorder.rows.values())


def test_every_shortened_hand_is_read_or_rejected() -> None:
    text = plain("Bo Lee: hello\n")
    for end in range(len(text.split(":")[0]) + 2, len(text)):
        sink = read(text[:end])
        assert sink.counts["hands"] + sink.counts["rejected_hands"] == 1, end


def test_a_stopped_matrix_hand_is_cut_and_won_by_the_summary() -> None:
    text = """\
Full Tilt Poker Game #8: $26 Super Turbo Matrix (700), Match 4 - 15/30 - No Limit Hold'em - \
09:22:39 EET - 2012/11/23 [02:22:39 ET - 2012/11/23]
Seat 1: Ann (300)
Seat 2: Bo (300)
Seat 3: Cy (300)
Bo posts the small blind of 15
Cy posts the big blind of 30
The button is in seat #1
*** HOLE CARDS ***
Dealt to Ann [Qh 3d]
Ann folds
*** SUMMARY ***
Total pot 30 | Rake 0
Seat 1: Ann (button) didn't bet (folded)
Seat 2: Bo (small blind) folded before the Flop
Seat 3: Cy (big blind) collected (30), mucked
"""
    sink = read(text)
    (hand,) = table(sink, "hands")
    assert (hand["cut"], hand["table_id"]) == (True, "Match 4")
    seats = [(r["contributed"], r["returned"], r["won"]) for r in table(sink, "seats")]
    assert seats == [(0, 0, 0), (15, 0, 0), (30, 15, 30)]


def test_the_same_hand_is_read_once_and_counted() -> None:
    sink = read(plain() + "\n\n" + plain())
    assert (sink.counts["hands"], sink.counts["duplicates"]) == (1, 1)
    assert len(table(sink, "hands")) == 1 and len(table(sink, "tournaments")) == 1


@given(st.data())
@settings(max_examples=300, deadline=None)
def test_damaged_hands_are_read_or_rejected_and_never_break_the_reader(data: st.DataObject) -> None:
    text = data.draw(edits(plain("Bo Lee: hello\nZed sits down\n") + "\n\n" + plain()))
    sink = read(text)
    assert sink.counts["faults"] == 0, sink.rejected
    blocks = sum(form is not None for form, _, _ in split(decode(text.encode()), FORMS))
    accounted = sum(sink.counts[name] for name in ("hands", "duplicates", "rejected_hands"))
    assert accounted + sink.counts["summaries"] >= blocks
    hands = {row["hand_id"]: row for row in table(sink, "hands")}
    put: Counter[str] = Counter()
    won: Counter[str] = Counter()
    for row in table(sink, "seats"):
        put[row["hand_id"]] += row["contributed"] - row["returned"]
        won[row["hand_id"]] += row["won"]
    for hand_id, hand in hands.items():
        if not hand["cancelled"]:
            assert put[hand_id] == hand["total_pot"] == won[hand_id] + hand["rake"]


@pytest.mark.slow
@given(st.data())
@settings(max_examples=2000, deadline=None)
def test_real_hands_damaged_never_break_the_reader(shared: Path, data: st.DataObject) -> None:
    folder = shared / "histories/tournaments/fulltilt"
    files = [file for name in ("*razz*", "*lo8*", "*dead*") for file in sorted(folder.glob(name))]
    file = data.draw(st.sampled_from(files))
    text = data.draw(edits(decode(file.read_bytes())))
    sink = read(text)
    assert sink.counts["faults"] == 0, sink.rejected
    sink.recorder.history()
