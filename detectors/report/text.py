"""Text from strangers, made visible; and numbers, made readable.

Names, chat and file names are data. They may hold characters that hide, reorder or imitate:
zero-width joiners, right-to-left overrides, control codes, lone surrogates, invisible fillers.
A page for an analyst must show two different names as different, so each such character is
written as its code point, ``⟨U+202E⟩``, and never passed on to the browser.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterator
from itertools import accumulate

from markupsafe import Markup, escape

# Letters, marks and symbols (so not category C) that nevertheless draw nothing: Unicode's
# Default_Ignorable_Code_Point of other categories, and the blank braille pattern. The bracket
# U+27E8 that opens a code point is written as one too, so that nobody can spell a fake.
_BLANK = frozenset(
    [0x27E8, 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0]
    + list(range(0x180B, 0x1810))
    + list(range(0xFE00, 0xFE10))
    + list(range(0xE0000, 0xE1000))
)
_HIDDEN_CATEGORIES = frozenset(["Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"])
_MARKS_IN_A_ROW = 2  # more combining marks than this on one letter is a smear, not a script


def _code(char: str) -> str:
    return f"⟨U+{ord(char):04X}⟩"


def _is_hidden(char: str) -> bool:
    if char == " ":
        return False
    category = unicodedata.category(char)
    return category in _HIDDEN_CATEGORIES or category == "Zs" or ord(char) in _BLANK


def _pieces(text: str) -> Iterator[tuple[str, bool]]:
    """Yield each character as drawn, and whether it was replaced by its code point."""
    marks = 0
    last = len(text) - 1
    for index, char in enumerate(text):
        marks = marks + 1 if unicodedata.combining(char) else 0
        edge_blank = char == " " and (index in (0, last) or text[index - 1] == " ")
        if edge_blank or _is_hidden(char) or marks > _MARKS_IN_A_ROW or (marks and index == 0):
            yield _code(char), True
        else:
            yield char, False


def visible(text: str) -> str:
    """Return the text with every hidden, reordering or control character as its code point.

    Plain text, still to be escaped for HTML. Leading, trailing and repeated blanks are hidden
    characters too. Different texts stay different: the original can be read back.
    """
    if text.isascii() and text.isprintable() and text == " ".join(text.split()):
        return text
    return "".join(piece for piece, _ in _pieces(text))


def visible_html(text: str) -> Markup:
    """Return `visible` text as HTML with the replaced characters marked, in its own bidi island."""
    parts = [
        Markup('<span class="ctl">{}</span>').format(piece) if hidden else escape(piece)
        for piece, hidden in _pieces(text)
    ]
    return Markup('<bdi class="name">{}</bdi>').format(Markup("").join(parts))


def shorten(text: str, width: int) -> str:
    """Return `visible` text of at most `width` characters: its start, an ellipsis, its end.

    The end is kept because look-alike names often differ there.
    """
    pieces = [piece for piece, _ in _pieces(text)]
    if sum(map(len, pieces)) <= width:
        return "".join(pieces)
    head, tail = _fitting(pieces, width - width // 4 - 1), _fitting(pieces[::-1], width // 4)
    return "".join([*head, "…", *tail[::-1]])


def _fitting(pieces: list[str], room: int) -> list[str]:
    """Return the first pieces that fit, whole: a code point is never cut."""
    ends = accumulate(map(len, pieces))
    return [piece for piece, end in zip(pieces, ends, strict=True) if end <= room]


def count(value: int) -> str:
    """Return a whole number grouped by commas, as in ``16,384``."""
    return f"{value:,}".replace("-", "−")


def number(value: float, digits: int = 2) -> str:
    """Return a number with a true minus sign and fixed decimals; ``–`` when unknown."""
    if not math.isfinite(value):
        return "–" if math.isnan(value) else ("∞" if value > 0 else "−∞")
    text = f"{value:.{digits}f}"
    if float(text) == 0:
        text = text.lstrip("-")
    return text.replace("-", "−")


def signed(value: float, digits: int = 1) -> str:
    """Return a number with its sign always shown, as in ``+6.5``."""
    text = number(value, digits)
    return text if text.startswith(("−", "–", "∞")) else f"+{text}"


def chance(value: float) -> str:
    """Return a probability: fixed decimals when it is large, powers of ten when it is small."""
    if not math.isfinite(value):
        return "–"
    if value == 0:
        return "<10⁻³⁰⁰"  # no test gives zero: it is a number too small for a double
    if value >= 0.001:
        return f"{value:.3f}".rstrip("0").rstrip(".") if value < 1 else "1"
    mantissa, exponent = f"{value:.1e}".split("e")
    return f"{mantissa.removesuffix('.0')}×10{_superscript(int(exponent))}"


def _superscript(value: int) -> str:
    return str(value).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))


def percent(value: float) -> str:
    """Return a share as a percentage with about three significant figures."""
    if not math.isfinite(value):
        return "–"
    share = value * 100
    if share != 0 and abs(share) < 0.01:
        return chance(value)
    digits = 0 if abs(share) >= 99.95 else 1 if abs(share) >= 1 else 2
    return f"{number(share, digits)}%"


def general(value: float) -> str:
    """Return a measured quantity with about three significant figures and grouped thousands."""
    size = abs(value)
    if not math.isfinite(value):
        return number(value)
    if size >= 100:
        return count(round(value))
    if value == int(value):
        return number(value, 0)
    return number(value, 1 if size >= 10 else 2 if size >= 0.1 else 3)
