"""Full Tilt hands: real files against their published values, reported faults, hostile text."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from railbird.arena.history.schema import ACTION_KINDS, EVENT_KINDS, STREETS
from railbird.datasets.formats.decode import decode
from tests.datasets.formats.fulltilt_text import plain, read, table, values_read

# --- real hands ---------------------------------------------------------------------------


def expected_hands(shared: Path) -> dict[str, list[dict[str, Any]]]:
    by_file: dict[str, list[dict[str, Any]]] = {}
    with (shared / "histories/tournaments/expected.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            hand = json.loads(line)
            # The file of 2016 is PokerStars text: the PokerStars reader's tests hold it.
            if hand["file"].startswith("fulltilt/") and "2016" not in hand["file"]:
                by_file.setdefault(hand["file"], []).append(hand)
    return by_file


def test_every_real_hand_has_its_published_values(shared: Path) -> None:
    by_file = expected_hands(shared)
    assert len(by_file) == 22
    compared = 0
    for file, hands in by_file.items():
        sink = read((shared / "histories/tournaments" / file).read_bytes())
        assert sink.rejected == [], file
        found = values_read(sink)
        assert list(found) == [hand["hand_id"] for hand in hands], file
        for hand in hands:
            wanted = {
                name: hand[name] for name in found[hand["hand_id"]] if name not in ("cut",)
            } | {"cut": "damaged" in hand}
            assert found[hand["hand_id"]] == wanted, (file, hand["hand_id"])
            compared += 1
    assert compared == 158


def test_real_hands_use_only_the_schemas_words(shared: Path) -> None:
    for file in expected_hands(shared):
        sink = read((shared / "histories/tournaments" / file).read_bytes())
        assert {row["kind"] for row in table(sink, "actions")} <= set(ACTION_KINDS)
        assert {row["street"] for row in table(sink, "actions")} <= set(STREETS)
        assert {row["kind"] for row in table(sink, "events")} <= set(EVENT_KINDS)


def test_real_actions_add_up_to_the_seats(shared: Path) -> None:
    sums = {"returned": "returned", "collects": "won"}
    for file in expected_hands(shared):
        sink = read((shared / "histories/tournaments" / file).read_bytes())
        moved: Counter[tuple[str, str, str]] = Counter()
        for row in table(sink, "actions"):
            if row["kind"] not in ("discards", "draws", "stands_pat"):
                column = sums.get(row["kind"], "contributed")
                moved[row["hand_id"], row["player"], column] += row["amount"] or 0
        cut = {row["hand_id"] for row in table(sink, "hands") if row["cut"]}
        for seat in table(sink, "seats"):
            columns = ("contributed", "returned") + (() if seat["hand_id"] in cut else ("won",))
            for column in columns:
                key = (seat["hand_id"], seat["player"], column)
                assert moved[key] == seat[column], (file, key)


def test_damaged_utf16_gives_the_same_hands(shared: Path) -> None:
    folder = shared / "histories/tournaments/fulltilt"
    odd = sorted(folder.glob("*-utf16odd.txt"))
    assert len(odd) == 5
    for file in odd:
        whole = folder / file.name.replace("odd", "")
        first, second = (read(f.read_bytes()) for f in (file, whole))
        assert values_read(first) == values_read(second)


def test_all_of_a_real_razz_hand(shared: Path) -> None:
    file = shared / "histories/tournaments/fulltilt/ft-razz-husng-bringin-allin-2011-025-utf16.txt"
    sink = read(file.read_bytes())
    short, owner = table(sink, "seats")
    assert (short["sitting_out"], short["dealt_in"]) == (True, True)
    assert short["up_cards"] == "KcJs4s7d"
    assert owner["up_cards"] == "2sTdJh2h"
    assert owner["hole_cards"] == "5d6s2sTdJh2hQc"
    assert owner["shown_cards"] == "5d6s2sTdJh2hQc"
    brings = [row for row in table(sink, "actions") if row["kind"] == "brings_in"]
    assert [(r["amount"], r["street_total"], r["all_in"], r["street"]) for r in brings] == [
        (9, 9, True, "third")
    ]


# --- reported faults ----------------------------------------------------------------------


def bug(shared: Path, number: str) -> tuple[bytes, dict[str, Any]]:
    folder = shared / "histories/bugs"
    case = json.loads((folder / "expected.json").read_text(encoding="utf-8"))[number]
    expected: dict[str, Any] = case["expected"]
    return (folder / case["file"]).read_bytes(), expected


def test_b20_thousands_commas_and_k_amounts(shared: Path) -> None:
    data, expected = bug(shared, "B20")
    sink = read(data)
    (hand,) = table(sink, "hands")
    assert hand["total_pot"] == expected["pot"]
    assert hand["table_id"] == "11"
    assert (hand["small_blind"], hand["big_blind"], hand["ante"]) == (
        expected["sb"],
        expected["bb"],
        expected["ante"],
    )
    assert {r["player"]: r["won"] for r in table(sink, "seats") if r["won"]} == expected["won"]


def test_b22_a_match_is_the_table_and_time_outs_mark_the_fold(shared: Path) -> None:
    data, expected = bug(shared, "B22")
    sink = read(data)
    (hand,) = table(sink, "hands")
    assert (hand["total_pot"], hand["table_id"]) == (expected["pot"], expected["table"])
    late = [row for row in table(sink, "events") if row["kind"] == "times_out"]
    assert [row["player"] for row in late] == expected["timed_out"]
    forced = [(r["player"], r["kind"]) for r in table(sink, "actions") if r["timed_out"]]
    assert forced == [("TinFox", "folds")]


@pytest.mark.parametrize("form", ["utf-16", "utf-16 odd", "cp1252", "utf-8"])
def test_b30_every_encoding(shared: Path, form: str) -> None:
    data, expected = bug(shared, "B30")
    text = decode(data)
    if form.startswith("utf-16"):
        data = b"\xff\xfe" + text.encode("utf-16-le") + (b"\n" if form.endswith("odd") else b"")
    else:
        data = text.encode(form)
    sink = read(data)
    (hand,) = table(sink, "hands")
    assert hand["total_pot"] == expected["pot"]
    assert {r["player"]: r["won"] for r in table(sink, "seats") if r["won"]} == expected["won"]


# --- forms --------------------------------------------------------------------------------


def test_a_plain_hand_fills_every_column_the_text_knows() -> None:
    sink = read(plain())
    assert sink.rejected == []
    (hand,) = table(sink, "hands")
    assert hand["hand_id"] == "1001" and hand["tournament_id"] == "5001"
    assert (hand["house"], hand["game"], hand["betting"]) == ("fulltilt", "holdem", "no-limit")
    assert hand["start_time"].isoformat() == "2011-01-02T09:00:00+00:00"
    assert (hand["source_file"], hand["source_line"], hand["board"]) == ("f.txt", 1, "2c9dJh")
    (tournament,) = table(sink, "tournaments")
    assert tournament["name"] == "$5 + $0.50 Sit & Go (Turbo)"
    assert (tournament["buy_in"], tournament["fee"], tournament["currency"]) == (500, 50, "USD")
    ann, bo, other = table(sink, "seats")
    assert (ann["hole_cards"], ann["contributed"], ann["returned"], ann["won"]) == (
        "8c3h",
        190,
        100,
        195,
    )
    assert (other["sitting_out"], other["dealt_in"], bo["sitting_out"]) == (True, True, False)
    kinds = [
        (r["player"], r["kind"], r["amount"], r["street_total"]) for r in table(sink, "actions")
    ]
    assert kinds == [
        ("Bo Lee", "posts_small_blind", 15, 15),
        ("77", "posts_big_blind", 30, 30),
        ("Ann", "raises", 90, 90),
        ("Bo Lee", "folds", 0, 15),
        ("77", "calls", 60, 90),
        ("77", "checks", 0, 0),
        ("Ann", "bets", 100, 100),
        ("77", "folds", 0, 0),
        ("Ann", "returned", 100, 0),
        ("Ann", "hides", None, 0),
        ("Ann", "collects", 195, 0),
    ]
    events = [(r["player"], r["kind"], r["note"]) for r in table(sink, "events")]
    assert events == [
        ("Bo Lee", "clock", "15 seconds"),
        ("Bo Lee", "times_out", None),
        ("Bo Lee", "sits_out", None),
    ]
    ordinals = [r["ordinal"] for name in ("actions", "events") for r in table(sink, name)]
    assert sorted(ordinals) == list(range(1, 15))


@pytest.mark.parametrize(
    ("tail", "when"),
    [
        ("15/30 - No Limit Hold'em - 2:15 ET - Wed, July 21 2010", "2010-07-21T06:15:00+00:00"),
        ("15/30 - No Limit Hold'em - 2:15 ET - Wed, July 21, 2010", "2010-07-21T06:15:00+00:00"),
        ("NL Hold'em - 15/30 - 19:02:47 ET - 2013/05/14", "2013-05-14T23:02:47+00:00"),
        ("NL Hold'em - 15/30 - 9:20:53 CET - 2013/07/01", "2013-07-01T07:20:53+00:00"),
        (
            "15/30 - No Limit Hold'em - 09:20:53 EET - 2012/11/23 [02:20:53 ET - 2012/11/23]",
            "2012-11-23T07:20:53+00:00",
        ),
        ("NL Hold'em - 15/30 - 19:02:47 CUST - 2013/05/14", None),
    ],
)
def test_times_and_the_two_orders_of_the_header(tail: str, when: str | None) -> None:
    rest = plain().split("\n", 1)[1]
    sink = read(f"Full Tilt Poker Game #1: Daily - Big (9), Table 3 - {tail}\n{rest}")
    (hand,) = table(sink, "hands")
    assert (hand["start_time"].isoformat() if hand["start_time"] else None) == when
    assert (hand["small_blind"], hand["big_blind"], hand["table_id"]) == (15, 30, "3")
    assert table(sink, "tournaments")[0]["name"] == "Daily - Big"


def test_a_mixed_event_has_a_mix_and_no_single_game() -> None:
    head = "Full Tilt Poker Game #1: $10 + $0.50 Sit & Go (9), Table 1 - 15/30 - HORSE - "
    rest = plain().split("\n", 1)[1]
    sink = read(f"{head}Limit Hold'em - 2:15:00 ET - 2010/07/21\n{rest}")
    (hand,), (tournament,) = table(sink, "hands"), table(sink, "tournaments")
    assert (hand["game"], hand["betting"], hand["mix"]) == ("holdem", "fixed-limit", "HORSE")
    assert (tournament["game"], tournament["mix"]) == (None, "HORSE")


def test_a_cash_hand_counts_in_cents() -> None:
    text = """\
FullTiltPoker Game #33727950903: Table CR - tay (heads up) - NL Hold'em - $5/$10 - 21:11:15 ET \
- 2014/01/05
Seat 1: Rene ($1,000)
Seat 2: Elk ($1,044.50)
Rene posts the small blind of $5
Elk posts the big blind of $10
The button is in seat #1
*** HOLE CARDS ***
Rene raises to $20
Elk calls $10
*** FLOP *** [3s 6d 8h] (Total Pot: $40, 2 Players)
Elk checks
Rene bets $20
Elk folds
Uncalled bet of $20 returned to Rene
Rene mucks
Rene wins the pot ($39.50)
*** SUMMARY ***
Total pot $40 | Rake $0.50
Board: [3s 6d 8h]
Seat 1: Rene (small blind) collected ($39.50), mucked
Seat 2: Elk (big blind) folded on the Flop
"""
    sink = read(text)
    assert sink.rejected == []
    (hand,) = table(sink, "hands")
    assert (hand["tournament_id"], hand["table_id"], hand["max_seats"]) == (None, "CR - tay", 2)
    assert (hand["total_pot"], hand["rake"], hand["currency"]) == (4000, 50, "USD")
    assert (hand["small_blind"], hand["big_blind"]) == (500, 1000)
    assert [row["won"] for row in table(sink, "seats")] == [3950, 0]
    assert table(sink, "tournaments") == []


def test_stud_draw_and_split_pot_lines() -> None:
    draw = """\
Full Tilt Poker Game #5: $100 Deuce (8), Table 2 - 10/20 Ante 2 - No Limit 2-7 Single Draw - \
1:02:03 ET - 2013/03/23
Seat 1: Ann (2,000)
Seat 2: Bo (40)
Ann antes 2
Bo antes 2
Ann posts the small blind of 10
Bo posts the big blind of 20
The button is in seat #1
*** HOLE CARDS ***
Dealt to Ann [2c 3c 4c 5d Kh]
Ann raises to 60
Bo calls 18, and is all in
Uncalled bet of 22 returned to Ann
*** DRAW ***
Bo discards 2 cards
Ann discards 1 card [Kh]
Dealt to Ann [2c 3c 4c 5d] [7s]
*** SHOW DOWN ***
Bo shows [2d 3d 4d 5c 7h] 7,5,4,3,2
Ann shows [2c 3c 4c 5d 7s] 7,5,4,3,2
Bo ties for the pot (40) with 7,5,4,3,2
Ann ties for the pot (40) with 7,5,4,3,2
*** SUMMARY ***
Total pot 80 | Rake 0
Seat 1: Ann (small blind) showed [2c 3c 4c 5d 7s] and won (40) with 7,5,4,3,2
Seat 2: Bo (big blind) showed [2d 3d 4d 5c 7h] and won (40) with 7,5,4,3,2
"""
    sink = read(draw)
    assert sink.rejected == []
    moves = [
        (r["player"], r["street"], r["kind"], r["amount"], r["cards"])
        for r in table(sink, "actions")
        if r["kind"] in ("discards", "draws")
    ]
    assert moves == [
        ("Bo", "draw1", "discards", 2, None),
        ("Ann", "draw1", "discards", 1, "Kh"),
        ("Ann", "draw1", "draws", 1, "7s"),
    ]
    ann, bo = table(sink, "seats")
    assert (ann["hole_cards"], bo["shown_cards"]) == ("2c3c4c5d7s", "2d3d4d5c7h")
    assert (ann["contributed"], ann["returned"], ann["won"], bo["won"]) == (62, 22, 40, 40)


def test_side_pots_keep_their_names_and_cards_shown_twice_are_one_row() -> None:
    text = """\
Full Tilt Poker Game #6: Some Event (8), Table 2 - 10/20 - No Limit Hold'em - 1:02:03 ET - \
2013/03/23
Seat 1: Ann (100)
Seat 2: Bo (40)
Seat 3: Cy (70)
Bo posts the small blind of 10
Cy posts the big blind of 20
The button is in seat #1
*** HOLE CARDS ***
Ann raises to 100, and is all in
Bo calls 30, and is all in
Cy calls 50, and is all in
Ann shows [Ac Ad]
Bo shows [Kc Kd]
Cy shows [Qc Qd]
Uncalled bet of 30 returned to Ann
*** FLOP *** [2c 3c 4d] (Total Pot: 180, 3 Players, 2 All-In)
*** TURN *** [2c 3c 4d] [8s] (Total Pot: 180, 3 Players, 2 All-In)
*** RIVER *** [2c 3c 4d 8s] [9h] (Total Pot: 180, 3 Players, 2 All-In)
Ann shows a pair of Aces
Cy shows a pair of Queens
Ann wins the side pot #1 (60) with a pair of Aces
Bo shows a pair of Kings
Ann wins the main pot (120) with a pair of Aces
*** SUMMARY ***
Total pot 180 Main pot 120. Side pot 60. | Rake 0
Board: [2c 3c 4d 8s 9h]
Seat 1: Ann (button) showed [Ac Ad] and won (180) with a pair of Aces
Seat 2: Bo (small blind) showed [Kc Kd] and lost with a pair of Kings
Seat 3: Cy (big blind) showed [Qc Qd] and lost with a pair of Queens
"""
    sink = read(text)
    assert sink.rejected == []
    actions = table(sink, "actions")
    assert [r["pot"] for r in actions if r["kind"] == "collects"] == ["side pot-1", "main pot"]
    assert [r["cards"] for r in actions if r["kind"] == "shows"] == ["AcAd", "KcKd", "QcQd"]
    assert [r["all_in"] for r in actions if r["kind"] == "calls"] == [True, True]


def test_newcomers_bring_chips_and_seated_players_add_them() -> None:
    lines = "Zed sits down\nZed adds 1,500\nAnn adds 200\nZed has been disconnected\n"
    sink = read(plain(lines))
    assert sink.rejected == []
    found = [
        (r["player"], r["kind"], r["amount"])
        for r in table(sink, "events")
        if r["player"] in ("Zed", "Ann")
    ]
    assert found == [("Zed", "joins", 1500), ("Ann", "adds_on", 200), ("Zed", "disconnects", None)]
    assert [row["player"] for row in table(sink, "seats")] == ["Ann", "Bo Lee", "77"]


def test_a_cancelled_hand_is_kept_and_moves_no_chips() -> None:
    text = plain().split("77 calls 60")[0] + "Hand #1001 has been canceled\n"
    sink = read(text)
    (hand,) = table(sink, "hands")
    assert (hand["cancelled"], hand["total_pot"]) == (True, None)
    assert [r["contributed"] - r["returned"] for r in table(sink, "seats")] == [0, 0, 0]
