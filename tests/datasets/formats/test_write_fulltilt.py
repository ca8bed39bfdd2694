"""Full Tilt text that we write is the house's own, line for line."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from railbird.datasets.formats import read
from railbird.datasets.formats.decode import decode
from railbird.datasets.formats.write import write

_HEADER = re.compile(r"Full ?Tilt ?Poker Game #(\d+):")
_EXTRA = re.compile(r" \(Total Pot: [^()]*\)$")
# Lines that carry nothing for the tables, so that they cannot be printed again.
_CARRY_NOTHING = re.compile(
    r"Duration |.* is (?:high|low) with |The blinds are now|Time has expired"
)


def hands_of(texts: list[str]) -> dict[str, list[str]]:
    hands: dict[str, list[str]] = {}
    current: list[str] = []
    for line in (line for text in texts for line in text.split("\n")):
        match = _HEADER.match(line)
        if match:
            current = hands[match[1]] = []
        elif line.strip() and not _CARRY_NOTHING.match(line):
            current.append(_EXTRA.sub("", line.rstrip()))
    return hands


def test_real_hands_are_printed_as_the_house_did(shared: Path, tmp_path: Path) -> None:
    files = sorted((shared / "histories/tournaments/fulltilt").glob("*"))
    files = [file for file in files if "2016" not in file.name]
    write(read(files).history, tmp_path / "out", "fulltilt")
    ours = hands_of(
        [f.read_text(encoding="utf-8") for f in sorted((tmp_path / "out").glob("*.txt"))]
    )
    theirs = hands_of([decode(file.read_bytes()) for file in files])
    same = total = 0
    for hand_id, lines in ours.items():
        total += len(theirs[hand_id])
        same += len(theirs[hand_id]) - sum((Counter(theirs[hand_id]) - Counter(lines)).values())
    assert len(ours) == 152
    assert same / total >= 0.97, same / total


def test_what_the_house_never_dealt_is_reported_and_not_written(
    shared: Path, tmp_path: Path
) -> None:
    history = read([shared / "histories/tournaments/pokerstars"]).history
    report = write(history, tmp_path / "out", "fulltilt")
    assert [skipped.reason.partition(": ")[2] for skipped in report.skipped] == [
        "Full Tilt never dealt pot-limit-preflop holdem"
    ]
    assert report.skipped[0].file.endswith("ps-plnl-holdem-sng-sitout-2012-067.txt")
    assert report.hands == 922
