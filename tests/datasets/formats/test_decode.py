"""Bytes to text: every encoding the rooms wrote, and damage that must not lose a file."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird.datasets.formats.decode import decode

TEXT = "Seat 1: Zoë_K (€1,500)\nfolds\n"


@pytest.mark.parametrize(
    "data",
    [
        TEXT.encode("utf-8"),
        TEXT.encode("utf-8-sig"),
        codecs.BOM_UTF8 * 2 + TEXT.encode("utf-8"),
        codecs.BOM_UTF8 + "ï»¿".encode() + TEXT.encode("utf-8"),
        TEXT.encode("cp1252"),
        b"\xff\xfe" + TEXT.encode("utf-16-le"),
        b"\xfe\xff" + TEXT.encode("utf-16-be"),
        b"\xff\xfe" + TEXT.encode("utf-16-le") + b"\n",
        TEXT.encode("utf-16-le"),
        TEXT.encode("utf-16-be"),
        TEXT.replace("\n", "\r\n").encode("utf-8"),
        TEXT.replace("\n", "\r").encode("utf-8"),
        TEXT.replace("f", "f\0").encode("utf-8"),
    ],
    ids=[
        "utf-8", "bom", "bom twice", "bom twice, once as text", "cp1252", "utf-16-le", "utf-16-be",
        "utf-16 and an odd byte", "utf-16-le unmarked", "utf-16-be unmarked", "crlf", "cr", "nul",
    ],
)  # fmt: skip
def test_same_text_from_every_encoding(data: bytes) -> None:
    assert decode(data) == TEXT


def test_one_bad_byte_spoils_one_letter_only() -> None:
    assert decode("Zoë €5\n".encode() + b"Jos\xe9\n") == "Zoë €5\nJosé\n"


def test_bytes_that_cp1252_leaves_undefined_are_kept() -> None:
    assert decode(b"a\x81b") == "a\x81b"


def test_mark_at_a_later_hand_is_removed_too() -> None:
    assert decode("one\n\ufefftwo\n".encode()) == "one\ntwo\n"


def test_line_separators_typed_in_chat_end_no_line() -> None:
    text = 'Bo said, "a\u2028*** SUMMARY ***\x0b\x0c\x85\u2029b\rc"\n'
    assert decode(text.encode()) == text


@given(st.binary(max_size=300))
def test_any_bytes_become_text_without_nul(data: bytes) -> None:
    assert "\0" not in decode(data)
