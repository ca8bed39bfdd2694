"""The summary form of Full Tilt's own years (to 2014)."""

from __future__ import annotations

import re

from railbird.datasets.formats.common import money
from railbird.datasets.formats.fulltilt_header import event_format
from railbird.datasets.formats.game_names import game_name
from railbird.datasets.formats.summaries_record import Listed, Summary, summary_time

HEADER = r"Full ?Tilt ?Poker(?:\.[A-Za-z]+)? Tournament Summary "

_HEADER = re.compile(
    r"Full ?Tilt ?Poker(?:\.[A-Za-z]+)? Tournament Summary (?P<name>.*) \((?P<id>\d+)\)"
    r"(?: (?P<match>Match \d+))? (?P<game>[^()]+?) *(?:\((?P<flags>[^()]*)\))?"
)
_PLAYING = "Still Playing - "
_UNNAMED = "[Player not loaded]"
_LISTED = re.compile(r"(?P<place>\d{1,7}): (?P<name>.+)")
# A prize that is no money: a ticket, a seat, an entry into another event.
_THING = re.compile(
    r".*(?:Ticket|Token|Seat|Entry|Package|Pass|Prize|Freeroll|Tournament \d+).*", re.IGNORECASE
)
_ENTRIES = re.compile(r"(\d{1,9}) Entr(?:ies|y)")
_PERFORMED = re.compile(r"(?P<name>.+) performed (?P<count>\d{1,6}) (?P<what>Rebuy|Add-On)s?")
_KNOCKOUTS = re.compile(
    r"(?:(?P<name>.+) received (?P<count>\d{1,6})|(?P<bare>\d{1,6}) received %\d)"
    r" Knockout Bounty Awards?"
)
_FINISHED = re.compile(
    r"(?P<name>.+) finished in (?P<places>\d{1,7}\w\w(?:(?:, | and )\d{1,7}\w\w)*) place\.?"
)
_TOTALS = {
    "Total Rebuys: ": "rebuys",
    "Total Add-Ons: ": "add_ons",
    "Buy-In Chips: ": "start_stack",
}
_COUNT = re.compile(r"\d(?:,?\d){0,8}", re.ASCII)
_TIMES = {"Tournament started: ": "start_time", "Tournament finished: ": "end_time"}
_QUIET = re.compile(
    r"(?:Add-On|Rebuy)(?: Chips)?: .+|Tournament is still in progress"
    r"|Some player names are missing from this summary as the player list was not fully loaded\..*"
)
_RECEIVE = re.compile(r"Top \d+ finishers? receives? .+")


def start(first: str) -> Summary | None:
    """Return the summary that a header begins, or None when it is no header of this form."""
    match = _HEADER.fullmatch(first)
    if match is None:
        return None
    summary = Summary("fulltilt", match["id"], match=match["match"])
    summary.facts["name"] = match["name"]
    game, flags = match["game"], match["flags"] or ""
    if not summary.set_game(game) and game_name(f"{game} {flags}".strip()) is None:
        summary.not_understood(0, first)
    kind = event_format(match["name"]) or ("sng" if "Steps" in flags else None)
    if kind:
        summary.facts["format"] = kind
    return summary


def read_lines(summary: Summary, lines: list[tuple[int, str]]) -> None:
    """Take in the lines after the header."""
    owner_knockouts: int | None = None
    owners: dict[str, tuple[int, list[int]]] = {}
    for number, text in lines:
        if text.startswith(_PLAYING):
            _add(summary, text.removeprefix(_PLAYING), None)
        elif match := _LISTED.fullmatch(text):
            _add(summary, match["name"], int(match["place"]))
        elif match := _FINISHED.fullmatch(text):
            places = [int(place) for place in re.findall(r"\d+", match["places"])]
            owners[match["name"]] = (number, places)
        elif (match := _KNOCKOUTS.fullmatch(text)) and not match["name"]:
            owner_knockouts = int(match["bare"])
        elif not (_person(summary, text) or _fact(summary, text)):
            summary.not_understood(number, text)
    _own(summary, owners, owner_knockouts)


def _add(summary: Summary, text: str, place: int | None) -> None:
    # What follows a comma is a prize only behind a place: names may hold commas.
    name, prize, currency, note = _split_prize(text) if place else (text, None, None, None)
    player = None if name == _UNNAMED else name
    entry = Listed(player, place, prize, currency, still_playing=place is None, note=note)
    summary.listed.append(entry)


def _split_prize(text: str) -> tuple[str, int | None, str | None, str | None]:
    """Return name, prize, its currency and what else was won; the name may hold commas too."""
    name, mark, tail = text.rpartition(", ")
    if mark and name:
        prize = money(tail)
        if prize is not None:
            return name, prize[0], prize[1] or "PLAY", None
        if _THING.fullmatch(tail):
            return name, None, None, tail
    return text, None, None, None


def _person(summary: Summary, text: str) -> bool:
    if match := _PERFORMED.fullmatch(text):
        column = "rebuys" if match["what"] == "Rebuy" else "add_ons"
        summary.said.setdefault(match["name"], {})[column] = int(match["count"])
    elif match := _KNOCKOUTS.fullmatch(text):
        summary.said.setdefault(match["name"], {})["knockouts"] = float(match["count"])
    else:
        return False
    return True


def _own(summary: Summary, owners: dict[str, tuple[int, list[int]]], knockouts: int | None) -> None:
    """Note what the file says of its owner: his places, and knock-outs without a name.

    The client filled "%1 received %2" wrongly and printed the count in the name's place.
    """
    if knockouts is not None:
        if len(owners) == 1:
            summary.said.setdefault(next(iter(owners)), {})["knockouts"] = float(knockouts)
        else:
            summary.lost.append((0, f"{knockouts} knock-outs, but nobody is named who made them"))
    bounty = summary.facts.get("bounty")
    if bounty is not None:
        for facts in summary.said.values():
            if "knockouts" in facts:
                facts["bounties_won"] = int(facts["knockouts"]) * bounty
    for name, (number, places) in owners.items():
        for place in places:
            if not _find_owner(summary, name, place):
                reason = f"place {place} of {name[:40]!r} is not in the list of players"
                summary.lost.append((number, reason))


def _find_owner(summary: Summary, name: str, place: int) -> bool:
    """See that the owner stands at his place in the list: perhaps unnamed, or the list is short."""
    there = [entry for entry in summary.listed if entry.place == place]
    if any(entry.player == name for entry in there):
        return True
    unnamed = [entry for entry in there if entry.player is None]
    if unnamed:
        unnamed[0].player, unnamed[0].note = name, None
    elif len(summary.listed) < (summary.facts.get("entrants") or 0):
        summary.listed.append(Listed(name, place))
    else:
        return False
    return True


def _fact(summary: Summary, text: str) -> bool:
    facts = summary.facts
    label, mark, value = text.partition(": ")
    if mark and (column := _TOTALS.get(label + mark)):
        if not _COUNT.fullmatch(value):
            return False
        facts[column] = int(value.replace(",", ""))
    elif mark and (column := _TIMES.get(label + mark)):
        facts[column] = summary_time(value)
        summary.finished = summary.finished or column == "end_time"
    elif label == "Buy-In":
        return _buy_in(summary, value)
    elif label == "Knockout Bounty":
        return _bounty(summary, value)
    elif label == "Total Prize Pool":
        return summary.set_prize_pool(value)
    elif match := _ENTRIES.fullmatch(text):
        facts["entrants"] = int(match[1])
    elif _RECEIVE.fullmatch(text):
        summary.is_satellite = True
    else:
        return _QUIET.fullmatch(text) is not None
    return True


def _buy_in(summary: Summary, text: str) -> bool:
    price, _, rest = text.partition(" + ")
    buy_in, fee = money(price), money(rest)
    if buy_in is None or (rest and fee is None):
        return False
    summary.facts["buy_in"], summary.facts["currency"] = buy_in[0], buy_in[1] or "PLAY"
    if fee is not None:
        summary.facts["fee"] = fee[0]
    return True


def _bounty(summary: Summary, text: str) -> bool:
    """Note the bounty. The buy-in that is printed holds it; the column does not."""
    bounty = money(text)
    if bounty is None:
        return False
    summary.facts["bounty"] = bounty[0]
    if "buy_in" in summary.facts:
        summary.facts["buy_in"] -= bounty[0]
    return True
