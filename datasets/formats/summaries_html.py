"""The archive page of PokerStars: one table row for each tournament that one player played."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html.parser import HTMLParser

from railbird.datasets.formats.common import money
from railbird.datasets.formats.game_names import game_name
from railbird.datasets.formats.sink import Sink

_TITLE = re.compile(r"<title>\s*TOURNEYS:", re.IGNORECASE)
_OWNER = re.compile(r"TOURNEYS:\s*<(?P<name>.+)>", re.DOTALL)
_COUNT = re.compile(r"\d{1,9}", re.ASCII)
_STRAY = re.compile(r"<(?![^<>]{0,500}>)")
_BEGINNING = 20_000
_HOUSE = "pokerstars"


def sniff(text: str) -> bool:
    """Tell whether a text is such a page."""
    return _TITLE.search(text, 0, _BEGINNING) is not None


def read_text(text: str, file: str, sink: Sink) -> None:
    """Read every row of a page into `sink`; a row that is not understood is rejected with why.

    The page prints times without a zone, so no time is kept.
    """
    page = _Page()
    try:
        page.feed(_tame(text))
        page.close()
    except AssertionError as error:  # what the library raises at some broken declarations
        sink.reject(file, page.getpos()[0], f"the page is broken from here on: {error}")
    owner = _OWNER.search(page.title)
    if owner is None:
        sink.reject(file, 1, "an archive page whose title names no player")
        return
    if not page.rows:
        sink.reject(file, 1, "an archive page that lists no tournament")
    understood = 0
    for line, cells in page.rows:
        if len(cells) != len(page.columns):
            sink.reject(file, line, f"{len(cells)} cells in a table of {len(page.columns)} columns")
            continue
        reason = _read_row(dict(zip(page.columns, cells, strict=True)), owner["name"], sink)
        if reason is None:
            understood += 1
        else:
            sink.reject(file, line, reason)
    sink.counts["summaries"] += understood
    if page.total is not None and page.total != len(page.rows):
        sink.reject(file, 1, f"the page counts {page.total} tournaments but lists {len(page.rows)}")


def _tame(text: str) -> str:
    """Return the text without comments and with no `<` but those of short, closed tags.

    The library's parser takes minutes over some kilobytes of tags that never close.
    """
    kept, at = [], 0
    while (start := text.find("<!--", at)) >= 0:
        end = text.find("-->", start + 4)
        end = len(text) if end < 0 else end + 3
        kept += [text[at:start], "\n" * text.count("\n", start, end)]
        at = end
    return _STRAY.sub("&lt;", "".join([*kept, text[at:]]))


class _Page(HTMLParser):
    """Finds the title, the column names, the rows of the body, and the footer's count."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.title = ""
        self.columns: list[str] = []
        self.rows: list[tuple[int, list[str]]] = []
        self.total: int | None = None
        self._part = ""
        self._cells: list[str] = []
        self._row_line = 1
        self._text: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a cell, a row, or a part of the table."""
        if tag in ("thead", "tbody", "tfoot"):
            self._part = tag
        elif tag == "tr":
            self._cells, self._row_line = [], self.getpos()[0]
        elif tag in ("td", "th", "title"):
            self._text = []
        elif tag == "br" and self._text is not None:
            self._text.append(" ")

    def handle_data(self, data: str) -> None:
        """Collect the text of a cell."""
        if self._text is not None:
            self._text.append(data)

    def handle_endtag(self, tag: str) -> None:
        """End a cell or a row."""
        if tag in ("td", "th", "title") and self._text is not None:
            text = " ".join("".join(self._text).split())
            self._text = None
            if tag == "title":
                self.title = text
            else:
                self._cells.append(text)
        elif tag == "tr":
            self._end_row()
        elif tag in ("thead", "tbody", "tfoot"):
            self._part = ""

    def _end_row(self) -> None:
        if self._part == "thead":
            self.columns = self._cells
        elif self._part == "tfoot":
            if len(self._cells) > 1 and _COUNT.fullmatch(self._cells[1]):
                self.total = int(self._cells[1])
        elif self._cells and self.columns:  # the table before this one has no head
            self.rows.append((self._row_line, self._cells))
        self._cells = []


def _read_row(row: Mapping[str, str], owner: str, sink: Sink) -> str | None:
    """Take in one tournament; return why it was not understood, or None."""
    printed_id = row.get("Tourney", "")
    place, entrants = row.get("Place", ""), row.get("Entries", "")
    if not (printed_id.isdecimal() and _COUNT.fullmatch(place) and _COUNT.fullmatch(entrants)):
        return f"no tournament number, place or entries in the row of {printed_id[:40]!r}"
    names = ("Buy-In", "Rake", "Prize", "Bounty Awarded", "ReBuys AddOns")
    amounts = [money(row.get(name, "")) for name in names]
    if any(amount is None for amount in amounts):
        return f"an amount that is no money in the row of tournament {printed_id}"
    buy_in, fee, prize, bounties, more = [amount for amount in amounts if amount is not None]
    currency = row.get("Currency") or None
    game = game_name(row.get("Game", ""))
    is_satellite = bool(row.get("Target ID"))
    tournament_id = sink.book.tournament(
        _HOUSE,
        printed_id,
        rank=2,
        name=None if game else row.get("Game") or None,
        game=game.game if game else None,
        betting=game.betting if game else None,
        mix=game.mix if game else None,
        format="satellite" if is_satellite else None,
        buy_in=buy_in[0],
        # A fee in dollars beside a price in points is not one sum; 0 is 0 in any unit.
        fee=fee[0] if buy_in[1] is None or fee[0] == 0 else None,
        currency=buy_in[1] or currency,
        prize_currency=prize[1] or currency,
        entrants=int(entrants),
        source="archive",
    )
    notes = [f"rebuys and add-ons for {row['ReBuys AddOns']}"] if more[0] else []
    notes += [f"qualified: {row['Qualified']}"] if row.get("Qualified") else []
    sink.book.entry(
        tournament_id,
        owner,
        1,
        rank=2,
        finish_place=int(place),
        prize=prize[0],
        bounties_won=bounties[0],
        rebuys=None if more[0] else 0,
        add_ons=None if more[0] else 0,
        still_playing=False,
        note="; ".join(notes) or None,
    )
    return None
