"""Text to blocks: header lines begin them, glued ones too, what players typed never does."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird.datasets.formats.decode import decode
from railbird.datasets.formats.registry import FORMS
from railbird.datasets.formats.split import FURNITURE, split

STARS = (
    "PokerStars Hand #{}: Tournament #7, $1.00+$0.10 USD Hold'em No Limit - Level I (10/20)"
    " - 2012/06/06 18:00:00 ET"
)
TILT = (
    "Full Tilt Poker Game #{}: $5 + $0.50 Sit & Go (7), Table 1 - 15/30 - No Limit Hold'em"
    " - 10:00:00 CET - 2011/01/02 [04:00:00 ET - 2011/01/02]"
)


def blocks(text: str) -> list[tuple[str | None, int, str]]:
    return [(b.form.name if b.form else None, b.line, b.text) for b in split(text, FORMS)]


def test_blocks_begin_at_headers_of_any_house() -> None:
    text = f"{STARS.format(1)}\nx\n\n\n{TILT.format(2)}\ny\n\nPokerStars Tournament #7, Razz\nz\n"
    assert blocks(text) == [
        ("pokerstars", 1, f"{STARS.format(1)}\nx"),
        ("fulltilt", 5, f"{TILT.format(2)}\ny"),
        ("summary", 8, "PokerStars Tournament #7, Razz\nz"),
    ]


def test_blank_lines_end_nothing() -> None:
    assert len(blocks(f"{STARS.format(1)}\n\n\nx\n\n \n\ny\n")) == 1


@pytest.mark.parametrize("cut", ["TinFox: ", "*** RIVER *** [8d Kh J", "Se", 'TinFox said, "yo'])
def test_header_glued_to_a_cut_line_begins_a_block(cut: str) -> None:
    text = f"{STARS.format(1)}\n{cut}{STARS.format(2)}\nrest\n"
    assert blocks(text) == [
        ("pokerstars", 1, f"{STARS.format(1)}\n{cut.rstrip()}"),
        ("pokerstars", 2, f"{STARS.format(2)}\nrest"),
    ]


def test_header_glued_to_a_cut_header_begins_a_block() -> None:
    cut = STARS.format(1)[:40]
    assert blocks(f"{cut}{STARS.format(2)}\nrest\n") == [
        ("pokerstars", 1, cut),
        ("pokerstars", 1, f"{STARS.format(2)}\nrest"),
    ]


@pytest.mark.parametrize(
    "line",
    [f'TinFox said, "{STARS.format(2)}"', f'TinFox said, "a" {STARS.format(2)}"'],
)
def test_header_typed_in_pokerstars_chat_begins_nothing(line: str) -> None:
    text = f"{STARS.format(1)}\n{line}\nrest\n"
    assert blocks(text) == [("pokerstars", 1, text.strip())]


@pytest.mark.parametrize("header", [STARS.format(2), TILT.format(2)])
@pytest.mark.parametrize("name", ["TinFox", "TinFox (Observer)"])
def test_header_typed_in_fulltilt_chat_begins_nothing(header: str, name: str) -> None:
    text = f"{TILT.format(1)}\n{name}: {header}\nrest\n"
    assert blocks(text) == [("fulltilt", 1, text.strip())]


def test_header_in_a_club_name_begins_nothing() -> None:
    club = STARS.format(1).replace(": T", ": {a PokerStars Hand #2: Tournament #3, 5+1} T")
    assert len(blocks(f"{club}\nrest\n")) == 1


def test_furniture_between_hands_is_left_out_and_other_text_kept() -> None:
    text = (
        "Transcript for last 1 week of play requested by Ann (x@example.org)\n"
        f"*********** # 1 **************\n{STARS.format(1)}\nx\n\n"
        f"*********** # 2 **************\n{STARS.format(2)}\ny\n\n"
        f"Hand #3:\n\n{STARS.format(3)}\nz\n"
        "thanks for reading\n"
    )
    found = blocks(text)
    assert [line for form, line, _ in found if form] == [3, 7, 12]
    assert found[1][2].endswith("x")
    assert found[2][2].endswith("y")
    assert found[3][2].endswith("thanks for reading")
    assert all(FURNITURE.fullmatch(line) for line in found[0][2].split("\n"))


PARTS = st.sampled_from(
    [STARS.format(1), TILT.format(2), "\n", "x", ": ", 'a said, "', '"', " ", "Hand #1:", "\r"]
)


@given(st.lists(PARTS, max_size=30))
def test_blocks_hold_every_line_but_furniture(parts: list[str]) -> None:
    text = "".join(parts)
    kept = "".join("".join(block.split()) for _, _, block in blocks(text))
    lines = [line for line in text.split("\n") if FURNITURE.fullmatch(line) is None]
    assert all("".join(line.split()) in kept for line in lines)


@pytest.mark.parametrize("folder", ["tournaments/pokerstars", "tournaments/fulltilt"])
def test_line_numbers_point_at_the_headers(shared: Path, folder: str) -> None:
    for file in sorted((shared / "histories" / folder).iterdir()):
        text = decode(file.read_bytes())
        lines = text.split("\n")
        for block in split(text, FORMS):
            if block.form is not None:
                assert block.text.split("\n")[0].rstrip() in lines[block.line - 1]
