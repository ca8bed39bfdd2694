"""PHH and PHHS are read as PokerKit plays them, and what is broken is named, not lost."""

from __future__ import annotations

import warnings
import zipfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pokerkit import HandHistory

from railbird.arena.history.schema import History
from railbird.datasets.formats import phh
from railbird.datasets.formats.sink import Sink

HAND = """variant = 'NT'
ante_trimming_status = true
antes = [0, 0, 0]
blinds_or_straddles = [50, 100, 0]
min_bet = 100
starting_stacks = [1000, 1000, 300]
actions = ['d dh p1 7c3s', 'd dh p2 Ah7h', 'd dh p3 JdJc', 'p3 cbr 300', 'p1 f', 'p2 cc', \
'd db 6h8sQc', 'd db 5d', 'd db 7s', 'p2 sm Ah7h', 'p3 sm JdJc']
players = ['Ann', 'Bo', 'Cy']
"""


def read(text: str, file: str = "x.phh") -> tuple[History, Sink]:
    sink = Sink()
    phh.read_text(text, file, sink)
    return sink.recorder.history(), sink


def members(archive: Path) -> Iterator[tuple[str, str]]:
    with zipfile.ZipFile(archive) as folder:
        for name in sorted(folder.namelist()):
            yield name, folder.read(name).decode()


def pokerkit_end(text: str) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        history = HandHistory.load(BytesIO(text.encode()))
        *_, last = history
    return history, last


def assert_as_pokerkit(history: History, text: str) -> None:
    """Same players, stacks, contributions, winnings, board and moves as PokerKit's own replay."""
    theirs, end = pokerkit_end(text)
    seats = history["seats"].to_pylist()
    assert [s["player"] for s in seats] == theirs.players
    assert [s["stack"] for s in seats] == list(end.starting_stacks)
    net = [s["won"] + s["returned"] - s["contributed"] for s in seats]
    assert net == [
        round(f) - s for f, s in zip(theirs.finishing_stacks, end.starting_stacks, strict=True)
    ]
    assert all(abs(n - p) < 1 for n, p in zip(net, end.payoffs, strict=True))
    hand = history["hands"].to_pylist()[0]
    assert (hand["board"] or "") == "".join(repr(c[0]) for c in end.board_cards)
    moves = history["actions"].to_pylist()
    assert sum(m["kind"] in WORDS for m in moves) == sum(
        type(o).__name__ in OPERATIONS for o in end.operations
    )
    paid = sum(m["amount"] for m in moves if m["kind"] in PAYING)
    assert paid == sum(s["contributed"] for s in seats)
    assert hand["total_pot"] == sum(m["amount"] for m in moves if m["kind"] == "collects")


WORDS = {"folds", "checks", "calls", "bets", "raises", "completes", "brings_in"}
OPERATIONS = {"Folding", "CheckingOrCalling", "CompletionBettingOrRaisingTo", "BringInPosting"}
PAYING = {"calls", "bets", "raises", "completes", "brings_in", "posts_ante"} | {
    "posts_small_blind",
    "posts_big_blind",
    "posts_straddle",
}


def test_every_hand_of_the_live_final_table_is_as_pokerkit_plays_it(shared: Path) -> None:
    texts = list(members(shared / "histories/null/live-final-table.zip"))
    assert len(texts) == 83
    for name, text in texts:
        history, sink = read(text, name)
        assert not sink.rejected
        if "final-table-085" not in name:  # PokerKit 0.7.7 gives up on it; held by its chips below
            assert_as_pokerkit(history, text)


def test_the_hand_that_pokerkit_gives_up_on_has_the_chips_of_its_file(shared: Path) -> None:
    [text] = [
        text
        for name, text in members(shared / "histories/null/live-final-table.zip")
        if "final-table-085" in name
    ]
    seats = read(text)[0]["seats"].to_pylist()
    # All-in against a bigger stack: each has in the smaller stack, and it is gone at the end.
    assert [s["contributed"] - s["returned"] for s in seats] == [2_650_000, 2_650_000]
    assert "finishing_stacks = [0, 29700000]" in text


def test_a_sample_of_pluribus_is_as_pokerkit_plays_it(shared: Path) -> None:
    texts = list(members(shared / "histories/null/pluribus.zip"))
    assert len(texts) == 10_000
    for name, text in texts[::40]:
        if ".5" not in text:
            assert_as_pokerkit(read(text, name)[0], text)


@pytest.mark.slow
def test_every_hand_of_pluribus_is_read_and_its_chips_add_up(shared: Path) -> None:
    sink = Sink()
    halves = 0
    for name, text in members(shared / "histories/null/pluribus.zip"):
        phh.read_text(text, name, sink)
        halves += ".5" in text
    assert sink.counts["hands"] == 10_000
    assert sink.counts["rejected_hands"] == 0
    assert sink.counts["rejected"] == halves == 8  # each is noted: shares of half a chip
    seats = sink.recorder.history().frame("seats")
    assert (seats["won"] + seats["returned"] - seats["contributed"]).sum() == 0
    assert seats["hole_cards"].str.len().eq(4).all()


def test_a_showdown_without_results_leaves_what_was_won_null() -> None:
    history, sink = read(HAND)
    assert not sink.rejected
    assert history["seats"]["won"].to_pylist() == [0, None, None]
    assert history["hands"]["rake"].to_pylist() == [None]
    assert history["seats"]["contributed"].to_pylist() == [50, 300, 300]
    assert history["hands"]["total_pot"].to_pylist() == [650]


def test_the_last_player_wins_the_pot_and_gets_the_uncalled_bet_back() -> None:
    history, _ = read(
        HAND.replace("'p2 cc'", "'p2 f'").replace(
            ", 'd db 6h8sQc', 'd db 5d', 'd db 7s', 'p2 sm Ah7h', 'p3 sm JdJc'", ""
        )
    )
    assert history["seats"]["won"].to_pylist() == [0, 0, 250]
    assert history["seats"]["returned"].to_pylist() == [0, 0, 200]


def test_winnings_are_what_was_collected() -> None:
    history, _ = read(HAND + "winnings = [0, 0, 640]\n")
    assert history["seats"]["won"].to_pylist() == [0, 0, 640]
    assert history["hands"]["rake"].to_pylist() == [10]


def test_the_hand_id_is_the_files_stem_and_the_section_in_a_file_of_many() -> None:
    many = "".join(f"[{n}]\n{HAND}" for n in (1, 2, 7))
    for file, text, ids in [
        ("a/pluribus-session-100-hand-0.phh", HAND, ["pluribus-session-100-hand-0"]),
        ("set.zip!b.phhs", many, ["b#1", "b#2", "b#7"]),
        ("session-30/12.phh", HAND, ["session-30-12"]),
    ]:
        assert read(text, file)[0]["hands"]["hand_id"].to_pylist() == ids


def test_one_file_name_with_other_content_is_another_hand() -> None:
    sink = Sink()
    phh.read_text(HAND, "x.phh", sink)
    phh.read_text(HAND, "y/x.phh", sink)
    assert (sink.counts["hands"], sink.counts["duplicates"]) == (1, 1)
    phh.read_text(HAND.replace("Ann", "Zoe"), "z/x.phh", sink)
    assert sink.counts["hands"] == 2
    assert len(set(sink.recorder.history()["seats"]["hand_id"].to_pylist())) == 2


def test_money_is_read_in_cents() -> None:
    text = """variant = 'NT'
antes = [0.00, 0.00]
blinds_or_straddles = [0.25, 0.50]
min_bet = 0.50
starting_stacks = [50.10, inf]
actions = ['p2 cbr 1.25', 'p1 f']
venue = 'Full Tilt Poker'
currency_symbol = '$'
time = 00:00:44
time_zone = 'America/New_York'
day = 1
month = 7
year = 2009
table = 'Wolf (deep)'
seats = [4, 9]
"""
    history, sink = read(text)
    assert not sink.rejected
    hand = history["hands"].to_pylist()[0]
    assert (hand["small_blind"], hand["big_blind"], hand["currency"]) == (25, 50, "USD")
    assert (hand["house"], hand["table_id"], hand["button_seat"]) == ("fulltilt", "Wolf (deep)", 9)
    assert hand["start_time"].isoformat() == "2009-07-01T04:00:44+00:00"
    assert history["seats"]["stack"].to_pylist() == [5010, None]
    # Heads-up the second player is on the button and posts the small blind.
    assert history["seats"]["contributed"].to_pylist() == [50, 125]
    assert history["seats"]["won"].to_pylist() == [0, 100]


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("'NT'", "'XX'", "unknown variant 'XX'"),
        ("'p2 cc'", "'p2 bluffs'", "not an action: 'p2 bluffs'"),
        ("'p2 cc'", "'p9 cc'", "no player 'p9' among 3"),
        ("cbr 300", "cbr 301", "Cy makes it 301 over 100 with 300 chips left"),
        ("cbr 300", "cbr 1e9999999", "not an amount"),
        ("[1000, 1000, 300]", "[1000, 1000]", "3 players for 2 players"),
        ("'Bo'", "'Ann'", "two players with one name"),
        ("Ah7h", "Ah7x", "not cards: 'Ah7x'"),
        ("min_bet = 100", "min_bet = = 100", "Invalid value"),
        ("players", "finishing_stacks = [1000, 0, 0]\nplayers", "would win less than 0"),
    ],
)
def test_a_broken_hand_is_rejected_with_its_reason(old: str, new: str, reason: str) -> None:
    history, sink = read(HAND.replace(old, new))
    assert history.hand_count == 0
    assert sink.counts["rejected_hands"] == 1
    assert reason in sink.rejected[0].reason


def test_one_broken_hand_of_many_does_not_hide_the_others() -> None:
    broken = HAND.replace("min_bet = 100", "min_bet = = 100")
    history, sink = read(f"[1]\n{HAND}[2]\n{broken}[3]\n{HAND}", "b.phhs")
    assert history["hands"]["hand_id"].to_pylist() == ["b#1", "b#3"]
    assert [(r.line, r.file) for r in sink.rejected] == [(1 + 10 - 1, "b.phhs")]


def test_phh_is_told_from_other_text() -> None:
    assert phh.sniff(HAND)
    assert phh.sniff("# a remark\n\n[1]\n" + HAND)
    assert not phh.sniff("PokerStars Hand #1: Hold'em\nAnn said, \"\nvariant = 'NT'\n\"")
    assert not phh.sniff("")
    assert not phh.sniff("[tool]\nname = 'x'\n")


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_damaged_file_never_crashes_and_every_hand_is_counted(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from([HAND, f"[1]\n{HAND}[2]\n{HAND}"]))
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 40)))
    junk = data.draw(st.text(max_size=12) | st.sampled_from(["[[[", "'''", "99999999999999999999"]))
    sink = Sink(keep_duplicates=True)
    phh.read_text(text[:start] + junk + text[end:], "x.phh", sink)
    sink.recorder.history()
    assert sink.counts["hands"] + sink.counts["rejected_hands"] >= 1 or sink.rejected
