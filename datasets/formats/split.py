"""Text to blocks: one hand or summary each, whatever house it is from.

Blocks begin at header lines and nowhere else: blank lines, counters and e-mail furniture stand
within hands and between them. A crash can glue the next header to a cut line; that splits too. But
text that players typed never does, so each house's way of printing chat is known here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

FURNITURE = re.compile(
    r"\s*(?:Hand #\d{1,9}:|\*{3,40} ?# ?\d{1,9} ?\*{3,40}"
    r"|(?:Transcript|Tournament History) for .{0,200} requested by .{0,200}"
    r"|Hand ?History ?#?\d{0,9}:?|[-=_*]{3,200})?\s*",
    re.ASCII,
)
# What ends a whole header line: a time, a zone, a date, a bracket. Chat ends with a quotation mark.
_HEADER_END = re.compile(r"(?:[A-Z]{2,5}|\(ET\)|\]|\d\d?:\d\d|\d{4}/\d\d?/\d\d?|, \d{4})$")
_ANCHORS = ("PokerStars ", "Full Tilt ", "FullTilt", "PokerTracker ")
_LONGEST_HEADER = 600


@dataclass(frozen=True)
class Form:
    """A kind of block. `header` matches at a line's start; `glues` in mid-line too.

    `colon_is_chat`: in these blocks a colon behind a name begins what the player typed.
    """

    name: str
    header: re.Pattern[str]
    glues: bool
    colon_is_chat: bool = False


class Block(NamedTuple):
    """A piece of text from one header to the next; `form` is None for text before any header."""

    form: Form | None
    text: str
    line: int


def split(text: str, forms: tuple[Form, ...]) -> Iterator[Block]:
    """Yield the blocks of `text` in order; together they hold every non-blank line but furniture.

    A text before the first header comes as a block of no form, when it is not blank.
    """
    starts = list(_starts(text, forms))
    first = starts[0][0] if starts else len(text)
    if text[:first].strip():
        yield Block(None, text[:first], 1)
    ends = [start for start, _ in starts[1:]] + [len(text)]
    line, seen = 1, 0
    for (start, form), end in zip(starts, ends, strict=False):
        line += text.count("\n", seen, start)
        seen = start
        yield Block(form, _without_furniture(text[start:end]), line)


def _without_furniture(block: str) -> str:
    block = block.rstrip()
    while True:
        head, newline, last = block.rpartition("\n")
        if not newline or FURNITURE.fullmatch(last) is None:
            return block
        block = head.rstrip()


def _starts(text: str, forms: tuple[Form, ...]) -> Iterator[tuple[int, Form]]:
    """Yield where blocks start. Anchors are found by plain search: most text is no header."""
    current: Form | None = None
    whole_line = -1  # start of a line that is one whole header: nothing glued in it
    for position in _anchors(text):
        form = _form_at(text, position, forms)
        if form is None:
            continue
        line_start = text.rfind("\n", 0, position) + 1
        if line_start == whole_line:
            continue
        at_start = not text[line_start:position].strip()
        line_end = text.find("\n", position)
        line = text[position : line_end if line_end >= 0 else len(text)].rstrip()
        if at_start:
            if not _hides_header(line, forms) and _HEADER_END.search(line[-20:]):
                whole_line = line_start
        elif not _is_glued(text[line_start:position], line, form, current):
            continue
        current = form
        yield position, form


def _anchors(text: str) -> list[int]:
    found: list[int] = []
    for anchor in _ANCHORS:
        position = text.find(anchor)
        while position >= 0:
            found.append(position)
            position = text.find(anchor, position + 1)
    return sorted(found)


def _is_glued(before: str, line: str, form: Form, current: Form | None) -> bool:
    """Tell whether a header in mid-line was glued there by a crash rather than typed in chat."""
    if current is None or not form.glues or len(line) > _LONGEST_HEADER:
        return False
    if current.colon_is_chat and ": " in before:
        return False
    return _HEADER_END.search(line[-20:]) is not None


def _form_at(text: str, position: int, forms: tuple[Form, ...]) -> Form | None:
    for form in forms:
        if form.header.match(text, position):
            return form
    return None


def _hides_header(line: str, forms: tuple[Form, ...]) -> bool:
    """Tell whether a line that begins with a header was cut and has another one glued on."""
    if "PokerStars" not in line[1:] and "Full" not in line[1:]:
        return False
    for position in _anchors(line)[1:]:
        form = _form_at(line, position, forms)
        # A club's name in braces is what a player typed.
        if form is not None and form.glues and "{" not in line[:position]:
            return True
    return False
