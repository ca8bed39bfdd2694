"""parse(write(tables)) = tables, on every real hand and on names and chat meant to break it."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from railbird.arena.history.schema import SCHEMAS, History
from railbird.datasets.formats import phh, read
from railbird.datasets.formats.sink import Sink
from railbird.datasets.formats.write import FORMATS, write
from railbird.datasets.formats.write_limits import CANNOT_CARRY
from tests.datasets.formats.round_trip import changed_columns, only

TEXTS = [fmt for fmt in FORMATS if fmt != "parquet"]
NO_WORDS = re.compile(
    r"hand \S+: (PHH has no variant|Open Hand History has no words|Full Tilt never dealt"
    r"|PokerStars deals no|a board run twice has no certain form)"
)


@cache
def history_of(*inputs: str) -> History:
    return read(list(inputs)).history


def assert_carried(history: History, fmt: str, out: Path, allowed: frozenset[str]) -> int:
    """Write, read back, compare; return the number of hands that came back."""
    report = write(history, out, fmt)
    back = read([out])
    assert not back.rejected
    assert all(
        NO_WORDS.match(skipped.reason) for skipped in report.skipped if "hand " in skipped.reason
    )
    written = set(back.history["hands"]["hand_id"].to_pylist())
    assert len(written) == report.hands == back.counts["hands"] + back.counts["loaded_hands"]
    assert report.hands + sum("hand " in s.reason for s in report.skipped) == history.hand_count
    lost = changed_columns(only(history, written), only(back.history, written))
    # Tournaments of which no hand could be written are told apart from columns that say less.
    if report.skipped:
        lost = {c for c in lost if not c.startswith(("tournaments.", "entries."))}
    assert lost <= allowed, sorted(lost - allowed)
    assert set(report.not_carried) >= {c for c in lost if not c.endswith("*")}
    return report.hands


@pytest.mark.parametrize("fmt", ["parquet", "phh", "ohh"])
def test_our_fields_make_these_formats_lossless_on_all_real_tournaments(
    shared: Path, tmp_path: Path, fmt: str
) -> None:
    history = history_of(str(shared / "histories/tournaments"))
    hands = assert_carried(history, fmt, tmp_path / "out", CANNOT_CARRY[fmt])
    assert hands == {"parquet": 1098, "phh": 1018, "ohh": 942}[fmt]


@pytest.mark.parametrize(
    ("pattern", "fmt", "hands"),
    [
        ("pokerstars/*", "pokerstars", 923),
        # The 2016 hands of Full Tilt are PokerStars text, with words that its own text never had.
        ("fulltilt/*", "fulltilt", 152),
        ("fulltilt/*2016*", "pokerstars", 23),
    ],
)
def test_a_houses_text_carries_all_its_real_tournament_hands(
    shared: Path, tmp_path: Path, pattern: str, fmt: str, hands: int
) -> None:
    folder, _, form = pattern.partition("/")
    files = sorted((shared / "histories/tournaments" / folder).glob(form))
    if fmt == "fulltilt":
        files = [file for file in files if "2016" not in file.name]
    history = history_of(*map(str, files))
    assert assert_carried(history, fmt, tmp_path / "out", CANNOT_CARRY[fmt]) == hands


@pytest.mark.slow
@pytest.mark.parametrize("fmt", FORMATS)
@pytest.mark.parametrize("archive", ["ps-nl50-a.zip", "pluribus.zip", "live-final-table.zip"])
def test_the_large_sets_come_back(shared: Path, tmp_path: Path, archive: str, fmt: str) -> None:
    history = history_of(str(shared / "histories/null" / archive))
    house = "pokerstars" if archive.startswith("ps-") else "phh"
    if fmt in ("parquet", "phh", "ohh") or fmt == house:
        assert_carried(history, fmt, tmp_path / "out", CANNOT_CARRY[fmt])
        return
    # Another house's words: chips, cards and moves of every hand come back all the same.
    report = write(history, tmp_path / "out", fmt)
    back = read([tmp_path / "out"]).history
    assert report.hands + len(report.skipped) == history.hand_count
    for column in ("stack", "contributed", "returned", "won"):
        assert sum(back["seats"][column].to_pylist()) == sum(
            v
            for v, h in zip(
                history["seats"][column].to_pylist(),
                history["seats"]["hand_id"].to_pylist(),
                strict=True,
            )
            if h not in {s.reason.split()[1].rstrip(":") for s in report.skipped}
        )


# -- hostile names and chat --------------------------------------------------------------------

GAMES = """
[1]
variant = 'NT'
antes = [10, 10, 10]
blinds_or_straddles = [50, 100, 0]
min_bet = 100
starting_stacks = [1000, 1500, 300]
actions = ['d dh p1 7c3s', 'd dh p2 Ah7h', 'd dh p3 JdJc', 'p3 cbr 290', 'p1 cbr 700', 'p2 cc', \
'd db 6h8sQc', 'p1 cc', 'p2 cbr 300', 'p1 f', 'd db 5d', 'd db 7s', 'p2 sm Ah7h', 'p3 sm JdJc']
finishing_stacks = [290, 1310, 900]
[2]
variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [50, 100]
min_bet = 100
starting_stacks = [1000, 1500]
actions = ['p2 f']
[3]
variant = 'F7S'
ante_trimming_status = true
antes = [5, 5]
bring_in = 10
small_bet = 50
big_bet = 100
starting_stacks = [500, 500]
actions = ['d dh p1 7c3s2c', 'd dh p2 ????Kd', 'p1 pb', 'p2 cbr 50', 'p1 cc', 'd dh p1 4c', \
'd dh p2 Kc', 'p2 cbr 50', 'p1 f']
"""
AWKWARD = [
    "Ann",
    "Ann: folds",
    "Ann folds",
    "posts the ante",
    "Bo (300 in chips)",
    "Bo (300)",
    "[Ah Kd]",
    "$5",
    "77",
    "Seat 1: Cy",
    "Cy (button)",
    "Cy collected (50)",
    "Dealt to Di",
    "*** SUMMARY ***",
    'Di said, "x"',
    "Di (Observer)",
    "-{}%s\\",
    "=1+1",
    "éß漢字",
    "\x1b[2Jgone",
    "'''",
    '"',
    "a # b",
    "x, and is all in",
    "is sitting out",
    "wins the pot",
]
LINES = [
    "PokerStars Hand #77: Tournament #5, $5+$0.50 USD Hold'em No Limit - Level II (15/30) - "
    "2013/05/26 15:00:00 ET",
    "Full Tilt Poker Game #77: $5 + $0.50 Sit & Go (5001), Table 7 - 15/30 - No Limit Hold'em "
    "- 10:00:00 ET - 2011/01/02",
    "*** SUMMARY ***",
    "Seat 1: Ann (button) collected (900)",
    "Total pot 900 | Rake 0",
    "Ann collected 900 from pot",
    "[4]",
    "variant = 'NT'",
    '{"ohh": {}}',
    "",
    "x\u2028y",
]


def hostile(
    names: list[str], house: str, chat: list[tuple[int, str]], *, tournament: bool = True
) -> History:
    """Return three hands, of a game at a table of `house`, played by `names`, with chat between."""
    sink = Sink()
    phh.read_text(GAMES, "g.phhs", sink)
    known = dict(zip(("p1", "p2", "p3"), names, strict=True))
    rows = sink.recorder.rows
    ids = {row[0]: str(900 + n) for n, row in enumerate(rows["hands"])}
    for table, columns in (("hands", ()), ("seats", ("player",)), ("actions", ("player",))):
        places = [SCHEMAS[table].names.index(c) for c in columns]
        rows[table][:] = [
            tuple(ids[v] if n == 0 else known[v] if n in places else v for n, v in enumerate(row))
            for row in rows[table]
        ]
    history = sink.recorder.history()
    tables = dict(history.tables)
    tables["hands"] = _filled(
        tables["hands"],
        house=house,
        tournament_id="5001" if tournament else None,
        table_id="7",
        level=3 if house == "pokerstars" else None,
        max_seats=6,
        currency="USD",
    )
    tables["seats"] = _filled(tables["seats"], sitting_out=False, disconnected=False)
    actions = tables["actions"].to_pylist()
    for row in actions:
        row["timed_out"] = False
        if house == "pokerstars" and row["kind"] == "completes":
            row["kind"] = "raises"  # the room has one word for both
        row["pot"] = "pot" if row["kind"] == "collects" else None
    tables["actions"] = pa.Table.from_pylist(actions, schema=SCHEMAS["actions"])
    tables["chat"] = _chat(chat, names, tournament)
    if tournament:
        tables["tournaments"] = pa.Table.from_pylist(
            [
                {
                    "tournament_id": "5001",
                    "house": house,
                    "buy_in": 500,
                    "fee": 50,
                    "currency": "USD",
                }
            ],
            schema=SCHEMAS["tournaments"],
        )
    return History(tables)


def _filled(table: pa.Table, **values: object) -> pa.Table:
    rows = [row | values for row in table.to_pylist()]
    return pa.Table.from_pylist(rows, schema=table.schema)


def _chat(chat: list[tuple[int, str]], names: list[str], tournament: bool) -> pa.Table:
    """Put what is said behind the last action of the first hand."""
    rows = [
        {
            "tournament_id": "5001" if tournament else None,
            "hand_id": "900",
            "ordinal": 100 + n,
            "player": names[who],
            "observer": False,
            "text": text,
        }
        for n, (who, text) in enumerate(chat)
    ]
    return pa.Table.from_pylist(rows, schema=SCHEMAS["chat"])


def not_known_to(fmt: str) -> frozenset[str]:
    """Return what a made history says and the house's text cannot: beside `CANNOT_CARRY`."""
    # Ordinals leave room for chat and are counted anew; the price makes Full Tilt's event name.
    return CANNOT_CARRY[fmt] | {
        "chat.ordinal",
        "actions.ordinal",
        "tournaments.name",
        "tournaments.game",
        "tournaments.betting",
        "hands.ante",
    }


@pytest.mark.parametrize("fmt", TEXTS)
@pytest.mark.parametrize("name", AWKWARD)
def test_names_that_look_like_lines_read_back(tmp_path: Path, fmt: str, name: str) -> None:
    others = ["Ann" if name != "Ann" else "An", "Ann2"]  # names that begin other names
    house = "fulltilt" if fmt == "fulltilt" else "pokerstars"
    history = hostile([name, *others], house, [(0, "hi"), (1, "Ann: folds")])
    report = write(history, tmp_path / "out", fmt)
    # Stud has no streets in Open Hand History.
    assert [s.reason[:9] for s in report.skipped] == (["hand 902:"] if fmt == "ohh" else [])
    back = read([tmp_path / "out"])
    assert back.rejected == []
    written = {"900", "901"} if fmt == "ohh" else {"900", "901", "902"}
    lost = changed_columns(only(history, written), only(back.history, written))
    allowed = frozenset() if fmt in ("phh", "ohh") else not_known_to(fmt)
    assert lost <= allowed, sorted(lost - allowed)


text = st.text(st.characters(exclude_categories=("Cs",)), max_size=30)
names = st.one_of(text.filter(bool), st.sampled_from(AWKWARD))


@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(names, min_size=3, max_size=3, unique=True),
    st.lists(st.tuples(st.integers(0, 2), text | st.sampled_from(LINES)), max_size=4),
    st.sampled_from(["phh", "ohh"]),
    st.booleans(),
)
def test_any_name_and_any_chat_survive_phh_and_ohh_to_the_letter(
    tmp_path_factory: pytest.TempPathFactory,
    players: list[str],
    chat: list[tuple[int, str]],
    fmt: str,
    tournament: bool,
) -> None:
    out = tmp_path_factory.mktemp("law") / "out"
    history = hostile(players, "pokerstars", chat, tournament=tournament)
    report = write(history, out, fmt)
    back = read([out])
    assert back.rejected == []
    written = set(back.history["hands"]["hand_id"].to_pylist())
    assert {"900", "901"} <= written
    lost = changed_columns(only(history, written), only(back.history, written))
    assert lost == set(), (lost, report.skipped)


@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(names, min_size=3, max_size=3, unique=True),
    st.lists(st.tuples(st.integers(0, 2), text | st.sampled_from(LINES)), max_size=4),
    st.sampled_from(["pokerstars", "fulltilt"]),
)
def test_in_a_houses_text_every_hand_reads_back_the_same_or_is_reported(
    tmp_path_factory: pytest.TempPathFactory,
    players: list[str],
    chat: list[tuple[int, str]],
    fmt: str,
) -> None:
    out = tmp_path_factory.mktemp("law") / "out"
    history = hostile(players, fmt, chat)
    report = write(history, out, fmt)
    back = read([out])
    written = set(back.history["hands"]["hand_id"].to_pylist())
    assert len(written) == report.hands
    assert len(written) + len(report.skipped) == 3
    lost = changed_columns(only(history, written), only(back.history, written))
    # What the text says otherwise is never silent.
    assert {c for c in lost if not c.endswith("*")} <= set(report.not_carried)
    assert not {c for c in lost if c.startswith(("seats.", "hands."))} - not_known_to(fmt)


@pytest.mark.slow
@pytest.mark.parametrize("fmt", TEXTS)
@pytest.mark.parametrize("table", ["hands", "seats", "actions"])
def test_a_column_of_nulls_costs_hands_with_a_reason_and_never_the_run(
    tmp_path: Path, fmt: str, table: str
) -> None:
    history = hostile(["Ann", "Bo", "Cy"], "pokerstars", [(0, "hi")])
    for column in SCHEMAS[table].names:
        if column == "hand_id":
            continue
        tables = {**history.tables, table: _filled(history[table], **{column: None})}
        report = write(History(tables), tmp_path / column, fmt)
        assert report.hands + sum("hand 90" in s.reason for s in report.skipped) == 3, column
        assert read([tmp_path / column]).counts["hands"] == report.hands
