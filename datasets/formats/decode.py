"""Bytes to text: the encodings hand histories really come in.

PokerStars wrote ASCII, cp1252 and UTF-8 with one byte order mark or two; Full Tilt wrote UTF-16,
ASCII, cp1252 and UTF-8, and files moved between machines got an odd byte or NUL bytes. No file is
given up: what is not UTF-8 is read as cp1252 byte by byte, so one stray byte spoils one letter.
"""

from __future__ import annotations

import codecs
import re

_DOUBLED_BOM = "\xef\xbb\xbf"  # a byte order mark that was read as cp1252 and saved as UTF-8
_LINE_START_BOM = re.compile(f"^(?:\ufeff|{_DOUBLED_BOM})+", re.MULTILINE)
_SAMPLE = 4096


def _as_cp1252(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    bad = error.object[error.start : error.end]
    return "".join(_CP1252[byte] for byte in bad), error.end


_CP1252 = [
    # cp1252 leaves five bytes undefined; Latin-1 gives them a (control) character each.
    bytes([byte]).decode("cp1252", "ignore") or chr(byte)
    for byte in range(256)
]
codecs.register_error("railbird-cp1252", _as_cp1252)


def decode(data: bytes) -> str:
    r"""Return the text of `data` with `\n` line ends, no byte order marks and no NUL characters.

    Never fails. Only `\n` and `\r\n` end a line (a lone `\r` does when the text has no `\n`):
    the other Unicode line separators may stand in chat and must not start a new line there.
    """
    text = _characters(data)
    if "\0" in text:
        text = text.replace("\0", "")
    if "\r" in text:
        text = text.replace("\r\n", "\n") if "\n" in text else text.replace("\r", "\n")
    # Asked first because the substitution looks at every line start of a text without any mark.
    if any(mark in text for mark in ("\ufeff", _DOUBLED_BOM)):
        text = text.lstrip("\ufeff")
        if any(mark in text for mark in ("\ufeff", _DOUBLED_BOM)):
            text = _LINE_START_BOM.sub("", text)
    return text


def _characters(data: bytes) -> str:
    if data.startswith(codecs.BOM_UTF16_LE):
        return _utf16(data[2:], "utf-16-le")
    if data.startswith(codecs.BOM_UTF16_BE):
        return _utf16(data[2:], "utf-16-be")
    unmarked = _unmarked_utf16(data[:_SAMPLE])
    if unmarked:
        return _utf16(data, unmarked)
    return data.decode("utf-8", "railbird-cp1252")


def _utf16(data: bytes, encoding: str) -> str:
    return data[: len(data) & ~1].decode(encoding, "replace")


def _unmarked_utf16(sample: bytes) -> str | None:
    """Return the UTF-16 byte order of a text without a mark: every second byte is NUL."""
    if b"\0" not in sample:
        return None
    half = len(sample) // 2
    if sample[1::2].count(0) > 0.7 * half:
        return "utf-16-le"
    if sample[0::2].count(0) > 0.7 * half:
        return "utf-16-be"
    return None
