"""Every format that is read, one row a format."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from railbird.datasets.formats import (
    fulltilt,
    ohh,
    own_reports,
    phh,
    pokerstars,
    summaries,
    summaries_html,
)
from railbird.datasets.formats.sink import Sink
from railbird.datasets.formats.split import Form


@dataclass(frozen=True)
class TextFormat:
    """A format that takes a whole text: `sniff` knows it by its content, `read_text` reads it."""

    name: str
    sniff: Callable[[str], bool]
    read_text: Callable[[str, str, Sink], None]


HANDS: dict[Form, Callable[[str, str, int, int, Sink], None]] = {
    Form("pokerstars", re.compile(pokerstars.HEADER), glues=True): pokerstars.read_hand,
    Form("fulltilt", re.compile(fulltilt.HEADER), glues=True, colon_is_chat=True): (
        fulltilt.read_hand
    ),
}
"""Blocks that are one hand: `read(block, file, line, ordinal, sink)`."""

SUMMARIES: dict[Form, Callable[[str, str, int, Sink], None]] = {
    Form("summary", re.compile(summaries.HEADER), glues=False): summaries.read_summary,
}
"""Blocks that are one tournament summary: `read(block, file, line, sink)`."""

FORMS: tuple[Form, ...] = (*HANDS, *SUMMARIES)

TEXTS: tuple[TextFormat, ...] = (
    TextFormat("phh", phh.sniff, phh.read_text),
    TextFormat("ohh", ohh.sniff, ohh.read_text),
    TextFormat("own report", own_reports.sniff, own_reports.read_text),
    TextFormat("archive", summaries_html.sniff, summaries_html.read_text),
)
"""Whole-text formats, asked in this order before headers are looked for."""
