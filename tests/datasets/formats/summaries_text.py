"""Tournament summaries as text, and what tests need to read them."""

from __future__ import annotations

from typing import Any

from railbird.datasets.formats.reading import read_bytes
from railbird.datasets.formats.sink import Sink

Rows = list[dict[str, Any]]


def read(*texts: str) -> Sink:
    sink = Sink()
    for text in texts:
        read_bytes(text.encode(), "s.txt", sink)
    return sink


def table(sink: Sink, name: str) -> Rows:
    rows: Rows = sink.recorder.history()[name].to_pylist()
    return rows


PS = """\
PokerStars Tournament #77, No Limit Hold'em
{kind}Buy-In: $2.00/$0.50/$0.20 USD
5 players
Total Prize Pool: $8.00 USD
Tournament started 2013/05/26 20:00:00 WET [2013/05/26 15:00:00 ET]
{end}
{list}
{tail}
"""


def ps(entries: str, *, kind: str = "", tail: str = "", finished: bool = True) -> str:
    end = "Tournament finished 2013/05/26 18:55:18 ET\n" if finished else ""
    return PS.format(kind=kind, end=end, list=entries, tail=tail)


FT = """\
Full Tilt Poker Tournament Summary $20 Brawl (Day 1) (7001) Omaha H/L Pot Limit (Rebuy, Knockout)
Buy-In: $24 + $1.50
Knockout Bounty: $4
Add-On: $20
Rebuy: $20
{said}Buy-In Chips: 5,000
Add-On Chips: 500
Rebuy Chips: 100
{count} Entries
Total Add-Ons: 2
Total Rebuys: 3
Total Prize Pool: $160
Tournament started: Wed, July 21, 2010 22:40 ET
{end}

{list}
{tail}
"""


def ft(entries: str, count: int, *, said: str = "", tail: str = "", finished: bool = True) -> str:
    end = (
        "Tournament finished: 2010/07/22 01:10:00 ET"
        if finished
        else ("Tournament is still in progress")
    )
    return FT.format(list=entries, count=count, said=said, tail=tail, end=end)
