"""PokerStars text that we write is the house's own, line for line, without the known traps."""

from __future__ import annotations

import re
import zipfile
from collections import Counter
from pathlib import Path

import pytest

from railbird.arena.history.schema import SCHEMAS, History
from railbird.datasets.formats import read
from railbird.datasets.formats.decode import decode
from railbird.datasets.formats.split import FURNITURE
from railbird.datasets.formats.write import write

_HEADER = re.compile(r"PokerStars (?:Zoom |Home Game )?(?:Hand|Game) #(\d+):")


def hands_of(texts: list[str]) -> dict[str, list[str]]:
    """Return the lines of each hand behind its header, without trailing blanks."""
    hands: dict[str, list[str]] = {}
    current: list[str] = []
    for line in (line for text in texts for line in text.split("\n")):
        match = _HEADER.match(line)
        if match:
            current = hands[match[1]] = []
        elif line.strip() and not FURNITURE.fullmatch(line):
            current.append(line.rstrip())
    return hands


def written(folder: Path) -> list[str]:
    return [file.read_text(encoding="utf-8") for file in sorted(folder.glob("*.txt"))]


def same_lines(ours: dict[str, list[str]], theirs: dict[str, list[str]]) -> tuple[int, int]:
    """Return how many lines of the house's hands we print the same, and how many there are."""
    same = total = 0
    for hand_id, lines in ours.items():
        given = theirs.get(hand_id, [])
        total += len(given)
        same += len(given) - sum((Counter(given) - Counter(lines)).values())
    return same, total


def test_real_tournament_hands_are_printed_as_the_house_did(shared: Path, tmp_path: Path) -> None:
    folder = shared / "histories/tournaments/pokerstars"
    write(read([folder]).history, tmp_path / "out", "pokerstars")
    theirs = hands_of([decode(file.read_bytes()) for file in sorted(folder.iterdir())])
    same, total = same_lines(hands_of(written(tmp_path / "out")), theirs)
    # The rest: kickers, older spellings, first cards of draws in another order, and the like.
    assert total > 35_000
    assert same / total >= 0.992


@pytest.mark.slow
def test_real_cash_hands_are_printed_as_the_house_did(shared: Path, tmp_path: Path) -> None:
    archive = shared / "histories/null/ps-nl50-a.zip"
    write(read([archive]).history, tmp_path / "out", "pokerstars")
    with zipfile.ZipFile(archive) as folder:
        theirs = hands_of([decode(folder.read(name)) for name in folder.namelist()])
    same, total = same_lines(hands_of(written(tmp_path / "out")), theirs)
    assert total > 618_000
    assert same / total >= 0.998


def one_hand(shared: Path) -> History:
    path = shared / "histories/tournaments/pokerstars/ps-nlhe-mtt-knockout-2013-030.txt"
    return read([path]).history


def test_none_of_the_reported_export_traps_is_there(shared: Path, tmp_path: Path) -> None:
    write(one_hand(shared), tmp_path / "out", "pokerstars")
    text = "\n".join(written(tmp_path / "out"))
    # Game, then limit; two-digit clock; UTC beside Eastern Time.
    header = re.search(r"PokerStars Hand #99145265150: .*", text)
    assert header is not None
    assert header[0] == (
        "PokerStars Hand #99145265150: Tournament #734695129, $2.00+$0.50+$0.20 USD "
        "Hold'em No Limit - Level I (10/20) - "
        "2013/05/26 18:59:48 UTC [2013/05/26 14:59:48 ET]"
    )
    # The board grows in one bracket.
    assert "*** RIVER *** [Ac 4h 6d Kd] [7d]" in text
    assert not re.search(r"\*\*\* RIVER \*\*\* (?:\[[^\]]*\] ){2}", text)
    # Whoever wins at showdown has a collected line for it.
    for hand in text.split("PokerStars Hand ")[1:]:
        won = re.findall(r"(?:won|collected) \((\d+)\)", hand.partition("*** SUMMARY ***")[2])
        paid = re.findall(r" collected (\d+) from ", hand)
        assert sum(map(int, won)) == sum(map(int, paid))


def test_ids_are_the_same_in_every_export_and_never_shared(shared: Path, tmp_path: Path) -> None:
    history = read([shared / "histories/null/live-final-table.zip"]).history
    for name in ("a", "b"):
        write(history, tmp_path / name, "pokerstars")
    assert written(tmp_path / "a") == written(tmp_path / "b")
    ids = re.findall(r"Hand #(\d+)", "".join(written(tmp_path / "a")))
    assert len(ids) == len(set(ids)) == 83


def test_no_hour_is_ambiguous(shared: Path, tmp_path: Path) -> None:
    hands = one_hand(shared)
    hour = 3_600_000_000
    autumn = 1_352_005_200_000_000  # 2012-11-04 05:00 UTC: Eastern clocks go back an hour later
    for n in range(4):
        rows = [row | {"start_time": autumn + n * hour} for row in hands["hands"].to_pylist()[:1]]
        table = SCHEMAS["hands"].empty_table().from_pylist(rows, schema=SCHEMAS["hands"])
        history = History({**hands.tables, "hands": table})
        for fmt in ("pokerstars", "fulltilt"):
            write(history, tmp_path / f"{fmt}{n}", fmt)
            back = read([tmp_path / f"{fmt}{n}"]).history
            assert back["hands"]["start_time"].cast("int64").to_pylist() == [autumn + n * hour]


def test_an_unknown_time_stays_unknown(shared: Path, tmp_path: Path) -> None:
    history = read([shared / "histories/null/live-final-table.zip"]).history
    for fmt in ("pokerstars", "fulltilt"):
        write(history, tmp_path / fmt, fmt)
        back = read([tmp_path / fmt]).history
        assert set(back["hands"]["start_time"].to_pylist()) == {None}


LIMIT_SHORT_ALL_IN = """\
PokerStars Hand #31: Tournament #5, $5.00+$0.50 USD Hold'em Limit - Level III (200/400) - \
2010/06/07 16:14:48 ET
Table '5 1' 9-max Seat #1 is the button
Seat 1: Ann (2000 in chips)
Seat 2: Bo (2000 in chips)
Seat 3: Cy (2000 in chips)
Seat 4: Di (338 in chips)
Bo: posts small blind 100
Cy: posts big blind 200
*** HOLE CARDS ***
Di: raises 138 to 338 and is all-in
Ann: raises 200 to 538
Bo: folds
Cy: folds
Uncalled bet (200) returned to Ann
*** FLOP *** [2c 9d Jh]
*** TURN *** [2c 9d Jh] [Ts]
*** RIVER *** [2c 9d Jh Ts] [Ac]
*** SHOW DOWN ***
Di: shows [7c 7d] (a pair of Sevens)
Ann: shows [Ad 3s] (a pair of Aces)
Ann collected 976 from pot
*** SUMMARY ***
Total pot 976 | Rake 0
Board [2c 9d Jh Ts Ac]
Seat 1: Ann (button) showed [Ad 3s] and won (976) with a pair of Aces
Seat 2: Bo (small blind) folded before Flop
Seat 3: Cy (big blind) folded before Flop
Seat 4: Di showed [7c 7d] and lost with a pair of Sevens
"""


def test_in_fixed_limit_the_big_blind_is_the_small_bet_when_raises_are_told(tmp_path: Path) -> None:
    source = tmp_path / "in.txt"
    source.write_text(LIMIT_SHORT_ALL_IN, encoding="utf-8")
    write(read([source]).history, tmp_path / "out", "pokerstars")
    text = "".join(p.read_text("utf-8") for p in sorted((tmp_path / "out").rglob("*.txt")))
    assert "Di: raises 138 to 338 and is all-in" in text
    assert "Ann: raises 200 to 538" in text
