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
# The last word of a whole header line: a zone, a time or a date. Chat ends with a quotation mark.
_HEADER_END = re.compile(
    r"(?:[A-Z]{2,5}|\(ET\)|\d\d?:\d\d(?::\d\d)?|\d{4}/\d\d?/\d\d?|\d{4})\]?", re.ASCII
)
_FURNITURE_STARTS = frozenset("H*T-=_ \t")
_ANCHORS = ("PokerStars ", "POKERSTARS ", "Full Tilt ", "FULL TILT ", "FullTilt", "PokerTracker ")
_LONGEST = 600  # characters of a header line


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


def first_header(text: str, forms: tuple[Form, ...]) -> int:
    """Return where the first header line of `text` begins, its length when there is none."""
    return next((start for start, _ in _starts(text, forms)), len(text))


def _without_furniture(block: str) -> str:
    end = len(block.rstrip())
    while True:
        start = block.rfind("\n", 0, end) + 1
        if start == 0 or block[start] not in _FURNITURE_STARTS:
            return block[:end]
        if FURNITURE.fullmatch(block, start, end) is None:
            return block[:end]
        end = start - 1
        while end and block[end - 1].isspace():
            end -= 1


def _starts(text: str, forms: tuple[Form, ...]) -> Iterator[tuple[int, Form]]:
    """Yield where blocks start. Anchors are found by plain search: most text is no header."""
    current: Form | None = None
    line_start = line_end = 0
    is_whole = False  # the line is one whole header: nothing is glued in it
    for position in _anchors(text):
        form = _form_at(text, position, forms)
        if form is None:
            continue
        if position >= line_end:
            line_start = text.rfind("\n", line_end, position) + 1 or line_start
            line_end = text.find("\n", position)
            line_end = len(text) if line_end < 0 else line_end
            is_whole = False
        if is_whole:
            continue
        if position == line_start or _is_blank(text, line_start, position):
            is_whole = _is_whole_header(text[position : min(line_end, position + _LONGEST)], forms)
        elif line_end - position > _LONGEST or not _is_glued(
            text[line_start:position], text[position:line_end], form, current
        ):
            continue
        current = form
        yield position, form


def _is_blank(text: str, start: int, end: int) -> bool:
    return end - start < _LONGEST and text[start:end].isspace()


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
    if current is None or not form.glues or (current.colon_is_chat and ": " in before):
        return False
    return _ends_as_header(line)


def _ends_as_header(line: str) -> bool:
    return _HEADER_END.fullmatch(line.rstrip().rpartition(" ")[2]) is not None


def _form_at(text: str, position: int, forms: tuple[Form, ...]) -> Form | None:
    for form in forms:
        if form.header.match(text, position):
            return form
    return None


def _is_whole_header(line: str, forms: tuple[Form, ...]) -> bool:
    """Tell whether a line that begins with a header ends as one, with no other glued in."""
    if not _ends_as_header(line):
        return False
    for anchor in _ANCHORS:
        if line.find(anchor, 1) >= 0:
            break
    else:
        return True
    for position in _anchors(line)[1:]:
        form = _form_at(line, position, forms)
        # A club's name in braces is what a player typed.
        if form is not None and form.glues and "{" not in line[:position]:
            return False
    return True
