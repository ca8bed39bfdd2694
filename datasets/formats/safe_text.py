"""Text from strangers made safe for a spreadsheet, a terminal and a file system."""

from __future__ import annotations

import hashlib
import re
import unicodedata

_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
_NOT_IN_SLUG = re.compile(r"[^a-z0-9]+")
_SLUG_LENGTH = 48


def csv_cell(text: str) -> str:
    """Return `text` so that no spreadsheet takes it for a formula: an apostrophe goes before it.

    Quoting for CSV itself is left to the `csv` module.
    """
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text


def terminal_text(text: str) -> str:
    r"""Return `text` with every character that a terminal could obey written out (`\x1b`).

    Those are control and format characters (direction overrides among them), line and paragraph
    separators, surrogates and private use. Tabs and line ends count: the result is one line.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(_written_out(c) for c in text)


def _written_out(character: str) -> str:
    if unicodedata.category(character) not in ("Cc", "Cf", "Zl", "Zp", "Cs", "Co", "Cn"):
        return character
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{{{code:x}}}"


def file_slug(*parts: str | None) -> str:
    """Return a file name without ending for `parts`: readable letters, then a mark of the whole.

    Only `a-z0-9-`, never empty, never a device name, different for different parts.
    """
    words = _NOT_IN_SLUG.sub("-", "-".join(part or "" for part in parts).lower()).strip("-")
    mark = hashlib.blake2b(repr(parts).encode("utf-8", "surrogatepass"), digest_size=5).hexdigest()
    return f"{words[:_SLUG_LENGTH].strip('-') or 'table'}-{mark}"
