"""PokerStars hands: every line form in its column, names as data, and text that tries to forge."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird.arena.history.schema import (
    ACTION_KINDS,
    BETTINGS,
    CURRENCIES,
    EVENT_KINDS,
    GAMES,
    SCHEMAS,
    STREETS,
)
from railbird.datasets.formats import read
from railbird.datasets.formats.pokerstars_header import parse_header
from railbird.datasets.formats.pokerstars_words import parse_chips, parse_money, parse_roman
from railbird.datasets.formats.reading import read_bytes
from railbird.datasets.formats.sink import Sink

Rows = list[dict[str, Any]]

HEADER = (
    "PokerStars Hand #{id}: Tournament #700000001, $1.00+$0.10 USD Hold'em No Limit - "
    "Level II (10/20) - 2012/06/06 18:00:00 ET"
)


def make(
    body: str, summary: str = "", names: tuple[str, ...] = ("Ann", "Bo Lee"), number: int = 1
) -> str:
    """A heads-up hand: A folds the small blind after `body`, B wins 20 after `summary`."""
    a, b = names
    return (
        f"{HEADER.format(id=number)}\n"
        "Table '700000001 3' 9-max Seat #1 is the button\n"
        f"Seat 1: {a} (1500 in chips) \nSeat 2: {b} (1500 in chips) \n"
        f"{a}: posts small blind 10\n{b}: posts big blind 20\n*** HOLE CARDS ***\n"
        f"{body}{a}: folds \nUncalled bet (10) returned to {b}\n{b} collected 20 from pot\n"
        f"{b}: doesn't show hand \n{summary}*** SUMMARY ***\nTotal pot 20 | Rake 0 \n"
        f"Seat 1: {a} (button) (small blind) folded before Flop\n"
        f"Seat 2: {b} (big blind) collected (20)\n"
    )


def sink_of(text: str) -> Sink:
    sink = Sink()
    read_bytes(text.encode(), "f.txt", sink)
    assert sink.counts["faults"] == 0
    return sink


def table(sink: Sink, name: str) -> Rows:
    rows: Rows = sink.recorder.history()[name].to_pylist()
    return rows


def won(sink: Sink) -> dict[str, int]:
    return {row["player"]: row["won"] for row in table(sink, "seats")}


# --- header ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("buy_in", "cost"),
    [
        ("$5.00+$0.50 ", (500, 50, None, "USD")),
        ("$3.19+$0.31 USD ", (319, 31, None, "USD")),
        ("€0.89+€0.11 EUR ", (89, 11, None, "EUR")),
        ("£5+£0.50 GBP ", (500, 50, None, "GBP")),
        ("₹136.50+₹13.50 INR ", (13650, 1350, None, "INR")),
        ("$1.00+$0.25+$0.15 USD ", (100, 15, 25, "USD")),
        ("100FPP ", (10000, None, None, "FPP")),
        ("250 SC ", (25000, None, None, "SC")),
        ("Freeroll  ", (0, 0, None, None)),
        ("2000+110 ", (200000, 11000, None, "PLAY")),
        (" ", (None, None, None, None)),
    ],
)
def test_buy_ins_of_all_eras(buy_in: str, cost: tuple[Any, ...]) -> None:
    header = parse_header(
        f"PokerStars Game #9: Tournament #8, {buy_in}Hold'em No Limit - Level I (10/20)"
        " - 2009/06/14 11:45:00 ET"
    )
    assert header is not None
    stakes = header.stakes
    assert (stakes.buy_in, stakes.fee, stakes.bounty, stakes.currency) == cost


@pytest.mark.parametrize(
    ("words", "game"),
    [
        ("Hold'em No Limit", ("holdem", "no-limit", None)),
        ("Hold'em Limit", ("holdem", "fixed-limit", None)),
        (
            "Hold'em Pot Limit Pre-Flop, No Limit Post-Flop",
            ("holdem", "pot-limit-preflop", None),
        ),
        ("6+ Hold'em No Limit", ("sixplus", "no-limit", None)),
        ("Omaha Pot Limit", ("omaha", "pot-limit", None)),
        ("Omaha Hi/Lo Limit", ("omaha8", "fixed-limit", None)),
        ("5 Card Omaha Pot Limit", ("omaha5", "pot-limit", None)),
        ("Courchevel Hi/Lo Pot Limit", ("courchevel8", "pot-limit", None)),
        ("7 Card Stud Limit", ("stud", "fixed-limit", None)),
        ("7 CARD STUD HI/LO LIMIT", ("stud8", "fixed-limit", None)),
        ("Razz Limit", ("razz", "fixed-limit", None)),
        ("Badugi Limit", ("badugi", "fixed-limit", None)),
        ("5 Card Draw Pot Limit", ("draw5", "pot-limit", None)),
        ("Triple Draw 2-7 Lowball Limit", ("triple-draw-27", "fixed-limit", None)),
        ("Single Draw 2-7 Lowball No Limit", ("single-draw-27", "no-limit", None)),
        ("8-Game (Razz Limit)", ("razz", "fixed-limit", "8-Game")),
        ("Mixed Hold'em (Hold'em Limit)", ("holdem", "fixed-limit", "Mixed Hold'em")),
        ("Mixed Omaha (Omaha Pot Limit)", ("omaha", "pot-limit", "Mixed Omaha")),
        ("Triple Stud (7 Card Stud Hi/Lo Limit)", ("stud8", "fixed-limit", "Triple Stud")),
    ],
)
@pytest.mark.parametrize("buy_in", ["$10+$1 ", "100FPP ", "2000+110 ", "", "$1.00+$0.10 USD "])
def test_games_of_all_kinds(buy_in: str, words: str, game: tuple[Any, ...]) -> None:
    header = parse_header(
        f"PokerStars Hand #9: Tournament #8, {buy_in}{words} - Match Round II, Level XIV (10/20)"
        " - 2009/06/14 11:45:00 ET"
    )
    assert header is not None
    assert (header.stakes.game, header.stakes.betting, header.stakes.mix) == game
    assert (header.stakes.level, header.stakes.match_round) == (14, 2)


@pytest.mark.parametrize(
    ("printed", "utc"),
    [
        ("2007/10/15 - 05:38:33 (ET)", "2007-10-15 09:38:33"),
        ("2009/06/14 11:45:00 ET", "2009-06-14 15:45:00"),
        ("2010/11/13 18:40:02 CET [2010/11/13 12:40:02 ET]", "2010-11-13 17:40:02"),
        ("2013/07/04 9:05:06 CET", "2013-07-04 07:05:06"),
        ("2025/05/17 9:57:00 BRT [2025/05/17 8:57:00 ET]", "2025-05-17 12:57:00"),
        ("2011/12/31 23:59:59 MSK", "2011-12-31 19:59:59"),
    ],
)
def test_times_are_utc(printed: str, utc: str) -> None:
    header = parse_header(
        f"PokerStars Hand #9: Tournament #8, Hold'em No Limit - Level I (10/20) - {printed}"
    )
    assert header is not None
    assert header.start_time is not None
    found = datetime.fromtimestamp(header.start_time / 1_000_000, UTC)
    assert found.strftime("%Y-%m-%d %H:%M:%S") == utc


@pytest.mark.parametrize(
    "printed",
    [
        "2015/06/14 21:06:43",
        "2015/06/14 21:06:43 XYZ",
        "2015/02/31 21:06:43 ET",
        "2015/06/14 21:66:43 ET",
    ],
)
def test_time_that_is_not_known_is_null_and_the_hand_is_read(printed: str) -> None:
    header = parse_header(
        f"PokerStars Hand #9: Tournament #8, Hold'em No Limit - Level I (10/20) - {printed}"
    )
    assert header is not None
    assert header.start_time is None


@pytest.mark.parametrize(
    ("line", "stakes"),
    [
        ("Hold'em No Limit ($0.25/$0.50 USD)", (25, 50, "USD", "holdem")),
        ("Omaha Pot Limit (€1/€2 EUR)", (100, 200, "EUR", "omaha")),
        ("Hold'em No Limit ($0.25/$0.50)", (25, 50, "USD", "holdem")),
        ("Hold'em No Limit (100/200)", (10000, 20000, "PLAY", "holdem")),
        ("8-Game (Razz Limit, $1/$2 USD)", (100, 200, "USD", "razz")),
    ],
)
def test_cash_stakes_are_in_cents(line: str, stakes: tuple[Any, ...]) -> None:
    header = parse_header(f"PokerStars Hand #9:  {line} - 2019/06/12 11:08:24 ET")
    assert header is not None
    found = header.stakes
    assert (found.small_blind, found.big_blind, found.currency, found.game) == stakes
    assert found.tournament_id is None


def test_zoom_home_game_and_fulltilt_headers() -> None:
    tail = "Tournament #8, Hold'em No Limit - Level I (10/20) - 2009/06/14 11:45:00 ET"
    for start in (
        "PokerStars Zoom Hand #9: ",
        "PokerStars Hand #9: Zoom ",
        "PokerStars Home Game Hand #9: {Ann's (club) #2 - x} ",
    ):
        header = parse_header(start + tail)
        assert header is not None
        assert (header.house, header.stakes.tournament_id) == ("pokerstars", "8")
    header = parse_header("Full Tilt Hand #9: " + tail)
    assert header is not None
    assert header.house == "fulltilt"


def test_roman_numbers_up_to_four_thousand() -> None:
    def roman(number: int) -> str:
        letters = "M CM D CD C XC L XL X IX V IV I".split()
        values = [1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1]
        text = ""
        for value, letter in zip(values, letters, strict=True):
            text += letter * (number // value)
            number %= value
        return text

    assert all(parse_roman(roman(number)) == number for number in range(1, 4000))
    assert [parse_roman(text) for text in ("", "IIII", "VX", "IC", "A")] == [None] * 5


@given(st.text(max_size=12))
def test_amounts_are_exact_or_refused(text: str) -> None:
    for parse in (parse_chips, parse_money):
        try:
            value = parse(text)
        except ValueError:
            continue
        assert value >= 0
        assert any(letter.isdecimal() for letter in text)


# --- names are data -------------------------------------------------------------------------

HARD_NAMES = [
    "ace: folds", "ace", "a: b: c", "posts small blind 10", "said, ", 'x said, "y"', "*** FLOP ***",
    "*** SUMMARY ***", "Seat 1", "Seat 2: Bo", "12345", "$5.00", "(1500 in chips)", "a (20)",
    "[Ah Kh]", "S:lim:", ":", "::", "é ñ ü", "Dealt to", "Uncalled bet (10) returned to", "is",
    "Total pot 20", "collected 20 from pot", "Board [2c 3c 4c]", "has timed out", "Hand cancelled",
    "x and is all-in", "Table '1 1'", "folds", "PokerStars", "Full Tilt", ", ", "No", "raises 5 to",
]  # fmt: skip


@pytest.mark.parametrize("name", HARD_NAMES)
@pytest.mark.parametrize("place", [0, 1])
def test_name_that_looks_like_the_format_is_only_a_name(name: str, place: int) -> None:
    other = "TinFox"
    names = (name, other) if place == 0 else (other, name)
    chat = f'{name} said, "{other}: folds"\n{name} has timed out\n'
    sink = sink_of(make(chat, names=names))
    assert sink.rejected == []
    assert won(sink) == {names[0]: 0, names[1]: 20}
    kinds = [(a["player"], a["kind"]) for a in table(sink, "actions")]
    assert kinds == [
        (names[0], "posts_small_blind"),
        (names[1], "posts_big_blind"),
        (names[0], "folds"),
        (names[1], "returned"),
        (names[1], "collects"),
        (names[1], "hides"),
    ]
    assert [(c["player"], c["observer"]) for c in table(sink, "chat")] == [(name, False)]


@given(
    st.lists(
        st.text(
            st.characters(codec="utf-8", exclude_categories=["C", "Z"], include_characters=" :"),
            min_size=1,
            max_size=12,
        ).filter(lambda name: name == name.strip()),
        min_size=2,
        max_size=2,
        unique=True,
    )
)
def test_any_two_names_play_a_hand(names: list[str]) -> None:
    sink = sink_of(make("", names=(names[0], names[1])))
    assert won(sink) == {names[0]: 0, names[1]: 20}
    assert sink.rejected == []


# --- chat and other hostile text ------------------------------------------------------------

FORGED = [
    "Ann: posts the ante 900",
    "Hand cancelled",
    "*** SUMMARY ***",
    "*** FLOP *** [2c 3c 4c]",
    "Bo Lee: folds",
    "Bo Lee collected 500 from pot",
    "Uncalled bet (900) returned to Ann",
    "Seat 3: Eve (9000 in chips)",
    "Seat 2: Bo Lee folded before Flop",
    "Total pot 9000 | Rake 0",
    "Board [2c 3c 4c]",
    "Ann finished the tournament in 9th place",
    "Ann wins the tournament and receives $9 - congratulations!",
    "Table '1 1' 9-max Seat #2 is the button",
    HEADER.format(id=666),
    'Ann said, "nested"',
    'unclosed said, "',
    "",
    '"',
    "a\u2028*** SUMMARY ***\u2028Total pot 9 | Rake 0",
    "\x1b[31mred\x1b[0m \x0b \x85",
    "=cmd|'/c calc'!A1",
    "<script>alert(1)</script>",
]


@pytest.mark.parametrize("text", FORGED)
@pytest.mark.parametrize("speaker", ["Ann", "Bo Lee", "Stranger", "Ann: folds", "Seat 1", "A, B"])
@pytest.mark.parametrize("where", ["body", "before summary", "end"])
def test_chat_is_never_anything_but_chat(text: str, speaker: str, where: str) -> None:
    line = f'{speaker} said, "{text}"\n'
    if where == "body":
        hand = make(line)
    elif where == "before summary":
        hand = make("", line)
    else:
        hand = make("") + line
    sink = sink_of(f"{hand}\n\n\n{make('', number=2)}")
    assert sink.rejected == []
    rows = sink.recorder.rows
    plain = sink_of(f"{make('')}\n\n\n{make('', number=2)}").recorder.rows
    # Only what counts lines and rows may differ: the chat line is one of both.
    numbers = {"hands": {"source_line"}, "actions": {"ordinal"}}
    for name, schema in SCHEMAS.items():
        if name != "chat":
            kept = [
                at for at, column in enumerate(schema.names) if column not in numbers.get(name, ())
            ]
            ours = [[row[at] for at in kept] for row in rows[name]]
            assert ours == [[row[at] for at in kept] for row in plain[name]], name
    ((_, hand_id, _, _, player, observer, said),) = rows["chat"]
    assert (hand_id, player, said) == ("1", speaker, text)
    assert observer == (speaker not in ("Ann", "Bo Lee"))


def test_line_not_understood_is_rejected_with_its_place_and_the_hand_kept() -> None:
    sink = sink_of(make("Ann does a handstand\n"))
    assert sink.counts["hands"] == 1
    (rejected,) = sink.rejected
    assert (rejected.file, rejected.line) == ("f.txt", 8)
    assert "Ann does a handstand" in rejected.reason


def test_hand_whose_chips_do_not_balance_is_rejected_whole() -> None:
    sink = sink_of(make("").replace("Total pot 20", "Total pot 30") + make("", number=2))
    assert (sink.counts["hands"], sink.counts["rejected_hands"]) == (1, 1)
    assert sink.rejected[0].line == 1
    assert [row["hand_id"] for row in table(sink, "seats")] == ["2", "2"]


@pytest.mark.parametrize("number", range(14))
def test_hand_that_lost_a_line_still_balances_or_is_rejected(number: int) -> None:
    lines = make("").splitlines(keepends=True)
    sink = sink_of("".join(lines[:number] + lines[number + 1 :]))
    assert sink.counts["hands"] + sink.counts["rejected_hands"] + len(sink.rejected) >= 1
    for hand in table(sink, "hands"):
        seats = table(sink, "seats")
        put_in = sum(s["contributed"] - s["returned"] for s in seats)
        assert put_in == hand["total_pot"] == sum(s["won"] for s in seats) + hand["rake"]


def test_winner_known_only_from_the_summary_marks_the_hand_cut() -> None:
    text = make("").replace("Bo Lee collected 20 from pot\n", "")
    sink = sink_of(text.replace("Uncalled bet (10) returned to Bo Lee\n", ""))
    assert won(sink) == {"Ann": 0, "Bo Lee": 20}
    assert table(sink, "hands")[0]["cut"]
    assert {row["player"]: row["returned"] for row in table(sink, "seats")} == {
        "Ann": 0, "Bo Lee": 10,
    }  # fmt: skip


def test_same_hand_twice_is_read_once() -> None:
    sink = sink_of(make("") + "\n" + make(""))
    assert (sink.counts["hands"], sink.counts["duplicates"]) == (1, 1)
    assert len(table(sink, "seats")) == 2


def test_damaged_copy_does_not_hide_the_whole_one() -> None:
    sink = sink_of(make("")[:300] + "\n" + make(""))
    assert (sink.counts["hands"], sink.counts["rejected_hands"]) == (1, 1)


def test_same_id_at_two_houses_is_two_hands() -> None:
    text = make("") + "\n" + make("").replace("PokerStars Hand", "Full Tilt Hand")
    sink = sink_of(text)
    assert [h["hand_id"] for h in table(sink, "hands")] == ["1", "fulltilt:1"]
    for name in ("seats", "actions"):
        assert {row["hand_id"] for row in table(sink, name)} == {"1", "fulltilt:1"}
    assert {h["tournament_id"] for h in table(sink, "hands")} == {
        "700000001", "fulltilt:700000001",
    }  # fmt: skip


# --- line forms -----------------------------------------------------------------------------


def events(sink: Sink) -> list[tuple[Any, ...]]:
    columns = ("kind", "player", "amount", "money", "other", "share", "bounty_after")
    return [tuple(row[column] for column in columns) for row in table(sink, "events")]


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("Ann has timed out", ("times_out", "Ann", None, None, None, None, None)),
        (
            "Ann has timed out while disconnected",
            ("times_out", "Ann", None, None, None, None, None),
        ),
        ("Ann is disconnected ", ("disconnects", "Ann", None, None, None, None, None)),
        ("Newcomer is connected ", ("reconnects", "Newcomer", None, None, None, None, None)),
        ("Ann is sitting out", ("sits_out", "Ann", None, None, None, None, None)),
        ("Guest: sits out ", ("sits_out", "Guest", None, None, None, None, None)),
        ("Ann has returned", ("returns", "Ann", None, None, None, None, None)),
        ("Guest leaves the table", ("leaves", "Guest", None, None, None, None, None)),
        ("Guest joins the table at seat #5 ", ("joins", "Guest", None, None, None, None, None)),
        ("Betting is capped", ("capped", None, None, None, None, None, None)),
        (
            "Ann re-buys and receives 3000 chips for $10.00",
            ("rebuys", "Ann", 3000, 1000, None, None, None),
        ),
        (
            "Ann re-buys and receives 3000 chips for 200 StarsCoin",
            ("rebuys", "Ann", 3000, 20000, None, None, None),
        ),
        (
            "Ann takes the add-on and receives 500 chips for 2 FPPs",
            ("adds_on", "Ann", 500, 200, None, None, None),
        ),
        (
            "Bo Lee wins the $0.25 bounty for eliminating Ann",
            ("bounty_won", "Bo Lee", None, 25, "Ann", 1.0, None),
        ),
        (
            "Bo Lee wins $2.30 for eliminating Ann and their own bounty increases by $2.29 to $4",
            ("bounty_won", "Bo Lee", None, 230, "Ann", 1.0, 400),
        ),
        (
            "Ann finished the tournament in 22nd place",
            ("finished", "Ann", 22, None, None, None, None),
        ),
        (
            "Ann finished the tournament in 3rd place and received $12.50.",
            ("finished", "Ann", 3, 1250, None, None, None),
        ),
        (
            "Bo Lee wins the tournament and receives $40.00 - congratulations!",
            ("finished", "Bo Lee", 1, 4000, None, None, None),
        ),
    ],
)
def test_line_that_is_no_move_is_an_event(line: str, event: tuple[Any, ...]) -> None:
    sink = sink_of(make("", f"{line}\n"))
    assert events(sink) == [event]
    assert sink.rejected == []


@pytest.mark.parametrize(
    ("line", "note"),
    [
        ("Ann wins a 'Fast Track $1' ticket", "Fast Track $1"),
        ("Ann wins an entry to tournament #12345", "entry to tournament #12345"),
    ],
)
def test_ticket_won_is_an_event(line: str, note: str) -> None:
    (event,) = table(sink_of(make("", f"{line}\n")), "events")
    assert (event["kind"], event["player"], event["note"]) == ("wins_ticket", "Ann", note)


def test_header_in_capitals_begins_a_hand() -> None:
    text = (
        make("").replace("PokerStars Hand", "POKERSTARS GAME").replace("Tournament", "TOURNAMENT")
    )
    sink = sink_of(make("", number=2) + text.replace("Hold'em No Limit", "HOLD'EM NO LIMIT"))
    assert [h["game"] for h in table(sink, "hands")] == ["holdem", "holdem"]


def test_split_bounty_is_shared_between_its_names() -> None:
    line = "Ann, Bo Lee split the $5.00 bounty for eliminating Ann\n"
    sink = sink_of(make("", line))
    assert events(sink) == [
        ("bounty_won", "Ann", None, 250, "Ann", 0.5, None),
        ("bounty_won", "Bo Lee", None, 250, "Ann", 0.5, None),
    ]


def test_finish_bounties_and_rebuys_make_one_entry_a_player() -> None:
    knocks = "Bo Lee wins the $0.25 bounty for eliminating Ann\n"
    first = make("", knocks + "Ann re-buys and receives 3000 chips for $10.00\n")
    second = make(
        "", knocks + "Ann finished the tournament in 2nd place and received $3.\n", number=2
    )
    entries = {row["player"]: row for row in table(sink_of(first + second), "entries")}
    assert (entries["Ann"]["finish_place"], entries["Ann"]["prize"]) == (2, 300)
    assert entries["Ann"]["rebuys"] == 1
    assert (entries["Bo Lee"]["bounties_won"], entries["Bo Lee"]["knockouts"]) == (50, 2.0)


def test_time_out_marks_the_action_it_forced() -> None:
    sink = sink_of(make("Ann has timed out\n"))
    forced = [(a["player"], a["kind"]) for a in table(sink, "actions") if a["timed_out"]]
    assert forced == [("Ann", "folds")]


CASH = """PokerStars Hand #5:  Hold'em No Limit ($0.25/$0.50 USD) - 2021/07/30 15:03:43 ET
Table 'Cygnus II' 9-max Seat #1 is the button
Seat 1: Ann ($50 in chips)
Seat 2: Bo ($50 in chips)
Seat 3: Cy ($20.74 in chips)
Seat 4: Di ($50 in chips) is sitting out
Bo: posts small blind $0.25
Cy: posts big blind $0.50
Ann: posts small & big blinds $0.75
*** HOLE CARDS ***
Ann: raises $1 to $1.50
Bo: folds
Cy: calls $1
*** FLOP *** [2c 3d 4h]
Cy: bets $19.24 and is all-in
Ann: calls $19.24
*** TURN *** [2c 3d 4h] [5s]
*** RIVER *** [2c 3d 4h 5s] [6s]
*** SHOW DOWN ***
Cy: shows [As Ks] (a straight)
Ann: mucks hand
Cy collected $40.98 from pot
*** SUMMARY ***
Total pot $41.98 | Rake $1
Board [2c 3d 4h 5s 6s]
Seat 1: Ann (button) mucked [Qs Qd]
Seat 2: Bo (small blind) folded before Flop
Seat 3: Cy (big blind) showed [As Ks] and won ($40.98) with a straight
"""


def test_cash_hand_fills_every_column() -> None:
    sink = sink_of(CASH)
    assert sink.rejected == []
    (hand,) = table(sink, "hands")
    assert (hand["small_blind"], hand["big_blind"], hand["total_pot"], hand["rake"]) == (
        25, 50, 4198, 100,
    )  # fmt: skip
    assert (hand["table_id"], hand["max_seats"], hand["button_seat"]) == ("Cygnus II", 9, 1)
    assert (hand["board"], hand["tournament_id"]) == ("2c3d4h5s6s", None)
    moves = [
        (a["street"], a["player"], a["kind"], a["amount"], a["street_total"], a["all_in"])
        for a in table(sink, "actions")
    ]
    assert moves == [
        ("preflop", "Bo", "posts_small_blind", 25, 25, False),
        ("preflop", "Cy", "posts_big_blind", 50, 50, False),
        ("preflop", "Ann", "posts_both", 75, 50, False),
        ("preflop", "Ann", "raises", 100, 150, False),
        ("preflop", "Bo", "folds", 0, 25, False),
        ("preflop", "Cy", "calls", 100, 150, False),
        ("flop", "Cy", "bets", 1924, 1924, True),
        ("flop", "Ann", "calls", 1924, 1924, False),
        ("showdown", "Cy", "shows", None, 0, False),
        ("showdown", "Ann", "mucks", None, 0, False),
        ("showdown", "Cy", "collects", 4098, 0, False),
    ]
    seats = {s["player"]: s for s in table(sink, "seats")}
    assert (seats["Ann"]["hole_cards"], seats["Ann"]["mucked"], seats["Ann"]["shown"]) == (
        "QsQd", True, False,
    )  # fmt: skip
    assert (seats["Cy"]["hole_cards"], seats["Cy"]["shown_cards"]) == ("AsKs", "AsKs")
    assert (seats["Di"]["dealt_in"], seats["Di"]["sitting_out"]) == (False, True)


def test_absent_cash_player_who_acts_was_dealt_in() -> None:
    sink = sink_of(CASH.replace("Bo: folds\n", "Di: folds\nBo: folds\n"))
    (di,) = [s for s in table(sink, "seats") if s["player"] == "Di"]
    assert (di["dealt_in"], di["sitting_out"]) == (True, True)


def test_second_small_blind_is_dead_money() -> None:
    text = CASH.replace("Ann: posts small & big blinds $0.75", "Ann: posts small blind $0.25")
    sink = sink_of(text)
    dead = [a for a in table(sink, "actions") if a["kind"] == "posts_dead"]
    assert [(a["player"], a["amount"], a["street_total"]) for a in dead] == [("Ann", 25, 0)]
    assert sink.counts["hands"] == 1


STUD = """PokerStars Game #6: Tournament #8, $10+$1 7 Card Stud Limit - Level I (20/40) - \
2009/06/14 11:45:00 ET
Table '8 2' 8-max
Seat 1: Ann (1000 in chips)
Seat 2: Bo (1000 in chips)
Ann: posts the ante 5
Bo: posts the ante 5
*** 3rd STREET ***
Dealt to Ann [9s 5d 2c]
Dealt to Bo [Kc]
Ann: brings in for 10
Bo: calls 10
*** 4th STREET ***
Dealt to Ann [9s 5d 2c] [4h]
Dealt to Bo [Kc] [Qd]
Bo: checks
Ann: checks
*** 5th STREET ***
Dealt to Ann [9s 5d 2c 4h] [4c]
Dealt to Bo [Kc Qd] [Qh]
Bo: bets 40
Ann: calls 40
*** 6th STREET ***
Dealt to Ann [9s 5d 2c 4h 4c] [7h]
Dealt to Bo [Kc Qd Qh] [2d]
Bo: checks
Ann: checks
*** RIVER ***
Dealt to Ann [9s 5d 2c 4h 4c 7h] [8h]
Bo: checks
Ann: checks
*** SHOW DOWN ***
Bo: shows [3c 3d Kc Qd Qh 2d 9d] (two pair)
Ann: mucks hand
Bo collected 110 from pot
*** SUMMARY ***
Total pot 110 | Rake 0
Seat 1: Ann mucked [9s 5d 2c 4h 4c 7h 8h]
Seat 2: Bo showed [3c 3d Kc Qd Qh 2d 9d] and won (110) with two pair
"""


def test_stud_up_cards_are_those_the_table_saw() -> None:
    sink = sink_of(STUD)
    assert sink.rejected == []
    seats = {s["player"]: s for s in table(sink, "seats")}
    assert seats["Ann"]["up_cards"] == "2c4h4c7h"
    assert seats["Bo"]["up_cards"] == "KcQdQh2d"
    assert seats["Ann"]["hole_cards"] == "9s5d2c4h4c7h8h"
    assert seats["Bo"]["hole_cards"] == seats["Bo"]["shown_cards"] == "3c3dKcQdQh2d9d"
    streets = [a["street"] for a in table(sink, "actions")]
    assert list(dict.fromkeys(streets)) == [
        "third", "fourth", "fifth", "sixth", "seventh", "showdown",
    ]  # fmt: skip
    assert table(sink, "hands")[0]["button_seat"] is None


def test_draws_carry_their_cards() -> None:
    text = make("").replace("Hold'em No Limit", "Triple Draw 2-7 Lowball Limit")
    text = text.replace(
        "*** HOLE CARDS ***", "*** DEALING HANDS ***\nDealt to Ann [2c 3c 4c 5c Kd]"
    )
    draw = (
        "Ann: calls 10\nBo Lee: checks\n*** FIRST DRAW ***\nAnn: discards 1 card [Kd]\n"
        "Dealt to Ann [2c 3c 4c 5c] [7h]\nBo Lee: stands pat\n"
    )
    text = text.replace("Ann: folds", draw + "Bo Lee: bets 20\nAnn: folds")
    text = text.replace("20 from", "40 from").replace("pot 20", "pot 40")
    text = text.replace("collected (20)", "collected (40)")
    text = text.replace("Uncalled bet (10)", "Uncalled bet (20)")
    sink = sink_of(text)
    assert sink.rejected == []
    draws = [
        (a["street"], a["player"], a["kind"], a["amount"], a["cards"])
        for a in table(sink, "actions")
        if a["kind"] in ("discards", "draws", "stands_pat")
    ]
    assert draws == [
        ("draw1", "Ann", "discards", 1, "Kd"),
        ("draw1", "Ann", "draws", 1, "7h"),
        ("draw1", "Bo Lee", "stands_pat", 0, None),
    ]
    assert table(sink, "seats")[0]["hole_cards"] == "2c3c4c5c7h"


def test_every_word_is_one_of_the_schema(shared: Path) -> None:
    history = read(
        [shared / "histories" / "tournaments" / "pokerstars", shared / "histories" / "bugs"]
    ).history
    words = {
        ("actions", "kind"): ACTION_KINDS,
        ("actions", "street"): STREETS,
        ("events", "kind"): EVENT_KINDS,
        ("hands", "game"): GAMES,
        ("hands", "betting"): BETTINGS,
        ("hands", "currency"): CURRENCIES,
    }
    for (name, column), allowed in words.items():
        found = set(history[name][column].to_pylist()) - {None}
        assert found <= set(allowed), (name, column)
