"""Reader of PHH and PHHS files (Poker Hand History, one hand or many hands as TOML)."""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from railbird.datasets.formats import own_fields
from railbird.datasets.formats.hand_rows import HandRows, hand_over, restore
from railbird.datasets.formats.phh_hand import Source, read_document
from railbird.datasets.formats.phh_values import PhhError
from railbird.datasets.formats.sink import Sink

_FIRST = re.compile(
    r"\A\ufeff?(?:[ \t]*(?:#[^\n]*)?\r?\n)*[ \t]*(?:[\w\"'-]+[ \t]*=|\[[^\[\]\n]+\])"
)
_VARIANT = re.compile(r"(?m)^[ \t]*variant[ \t]*=[ \t]*[\"']")
_SECTION = re.compile(r"(?m)^[ \t]*\[[ \t]*[\"']?([\w.-]+)[\"']?[ \t]*\][ \t]*(?:#.*)?$")
_SNIFF = 65_536


def sniff(text: str) -> bool:
    """Say whether `text` looks like PHH or PHHS: TOML that names a `variant`."""
    return bool(_FIRST.match(text[:_SNIFF]) and _VARIANT.search(text[:_SNIFF]))


def read_text(text: str, file: str, sink: Sink) -> None:
    """Read every hand of `text` into `sink`; what is no hand is rejected with its line.

    The hand's id is the file's stem, in a file of many hands `stem#n` with n the name of its
    section, unless the file is one that `railbird convert` wrote: then it is the printed id.
    """
    for number, (key, line, document) in enumerate(_documents(text, file, sink), start=1):
        source = Source(file, line, number, _hand_id(file, key))
        try:
            rows = read_document(document, source)
        except PhhError as error:
            sink.reject_hand(file, line, f"PHH: {error}")
            continue
        if "_railbird" in document:
            _restore(rows, document, sink)
        if not rows.is_own:
            rows.hand_id = _distinct_id(rows, document, sink)
        hand_over(rows, file, line, "PHH", sink)


def _restore(rows: HandRows, document: dict[str, Any], sink: Sink) -> None:
    native = {key: value for key, value in document.items() if not key.startswith("_")}
    try:
        kept = json.loads(str(document["_railbird"]))
    except (ValueError, RecursionError):
        kept = None
    restore(rows, kept, own_fields.digest(native), sink)


def _documents(
    text: str, file: str, sink: Sink
) -> Iterator[tuple[str | None, int, dict[str, Any]]]:
    """Yield (section name or None, line, TOML table) for each hand of the file."""
    text = text.removeprefix("\ufeff")
    sections = _sections(text)
    try:
        whole = _toml(text)
    except (ValueError, RecursionError) as error:
        yield from _broken(text, file, sink, sections, error)
        return
    if not sections or "variant" in whole:
        yield None, 1, whole
        return
    lines = {name: line for name, line, _ in sections}
    for name, document in whole.items():
        if isinstance(document, dict):
            yield name, lines.get(name, 1), document
        else:
            sink.reject(file, 1, f"PHH: {name!r} stands outside a hand")


def _sections(text: str) -> list[tuple[str, int, int]]:
    """Return name, line and start of every line that looks like a section's head."""
    found, line, seen = [], 1, 0
    for match in _SECTION.finditer(text) if "[" in text else ():
        line += text.count("\n", seen, match.start())
        seen = match.start()
        found.append((match.group(1), line, seen))
    return found


def _broken(
    text: str, file: str, sink: Sink, sections: list[tuple[str, int, int]], error: Exception
) -> Iterator[tuple[str | None, int, dict[str, Any]]]:
    """Save the good hands of a file with a broken one: read each section by itself."""
    if not sections:
        sink.reject_hand(file, 1, f"PHH: {_reason(error)}")
        return
    ends = [start for _, _, start in sections[1:]] + [len(text)]
    for (name, line, start), end in zip(sections, ends, strict=True):
        try:
            document = _toml(text[start:end]).get(name)
        except (ValueError, RecursionError) as fault:
            sink.reject_hand(file, line, f"PHH: {_reason(fault)}")
            continue
        if isinstance(document, dict):
            yield name, line, document


def _toml(text: str) -> dict[str, Any]:
    return tomllib.loads(text, parse_float=Decimal)


def _reason(error: Exception) -> str:
    return "nested too deep" if isinstance(error, RecursionError) else str(error)


def _hand_id(file: str, key: str | None) -> str:
    name = re.split(r"[/\\!:]", file)
    stem = re.sub(r"\.phhs?\Z", "", name[-1], flags=re.IGNORECASE)
    if stem.isdigit() and len(name) > 1 and name[-2]:
        stem = f"{name[-2]}-{stem}"  # data sets number their files anew in every folder
    return stem if key is None else f"{stem}#{key}"


def _distinct_id(rows: HandRows, document: dict[str, Any], sink: Sink) -> str:
    """Return the hand's id, with a mark of its content when another hand has that id already.

    Ids here are file names, and data sets use one name in several folders: the same name with
    other content is another hand, not a duplicate.
    """
    parts = [document.get(name) for name in ("starting_stacks", "players", "actions")]
    content = hashlib.blake2b(repr(parts).encode(), digest_size=6).hexdigest()
    owner = sink.content_of.setdefault(f"{rows.house}\0{rows.hand_id}", content)
    return rows.hand_id if owner == content else f"{rows.hand_id}~{content}"
