"""Text of strangers can hurt no spreadsheet, no terminal and no file system."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird.datasets.formats.safe_text import csv_cell, file_slug, terminal_text


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_a_cell_that_would_be_a_formula_gets_an_apostrophe(start: str) -> None:
    assert csv_cell(f"{start}1+1") == f"'{start}1+1"


def test_other_cells_stay_as_they_are() -> None:
    for text in ("", "Ann", "a=b", "'quoted", "1"):
        assert csv_cell(text) == text


def test_control_codes_are_written_out() -> None:
    assert terminal_text("a\x1b[2Jb\nc") == "a\\x1b[2Jb\\x0ac"
    assert terminal_text("x\u202ey") == "x\\u{202e}y"
    assert terminal_text("Zoë 漢字 ♠") == "Zoë 漢字 ♠"


@given(st.text())
def test_nothing_is_left_that_a_terminal_obeys(text: str) -> None:
    shown = terminal_text(text)
    assert not any(unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp") for c in shown)


@given(st.lists(st.text() | st.none(), min_size=1, max_size=3))
def test_a_file_name_is_plain_short_and_never_a_path(parts: list[str | None]) -> None:
    assert re.fullmatch(r"[a-z0-9-]{12,60}", file_slug(*parts))


@given(st.text(), st.text())
def test_other_parts_give_other_names(one: str, other: str) -> None:
    assert (file_slug(one) == file_slug(other)) == (one == other)
    assert file_slug(one, other) != file_slug(one + other)
