"""The summary form that PokerTracker 4 exports."""

from __future__ import annotations

import re

from railbird.datasets.formats.common import money
from railbird.datasets.formats.game_names import game_name
from railbird.datasets.formats.summaries_record import Listed, Summary

HEADER = r"PokerTracker \d+ Tournament Summary"

_HEADER = re.compile(HEADER)
_HOUSES = {"PokerStars": "pokerstars", "Full Tilt": "fulltilt", "Full Tilt Poker": "fulltilt"}
_LISTED = re.compile(
    r"Place: (?P<place>\d{1,7}), Player: (?P<name>.+), Won: (?P<won>[^ ,]?[\d,]+(?:\.\d+)?),?"
    r"(?: Bounties: (?P<bounties>\d{1,6}),?)?(?: Satellite: (?P<satellite>true|false),?)?"
)
_COUNT = re.compile(r"\d{1,9}", re.ASCII)
_MONEY = {"Buyin": "buy_in", "Fee": "fee", "Bounty": "bounty"}


def start(first: str) -> Summary | None:
    """Return the summary that a header begins, or None when it is no header of this form."""
    return Summary("", "") if _HEADER.fullmatch(first) else None


def read_lines(summary: Summary, lines: list[tuple[int, str]]) -> None:
    """Take in the lines after the header. The times have no zone, so they tell no time."""
    game = betting = ""
    for number, text in lines:
        label, _, value = text.partition(": ")
        if match := _LISTED.fullmatch(text):
            summary.listed.append(_listed(match))
        elif label == "Game":
            game = {"Omaha Hi": "Omaha"}.get(value, value)
        elif label == "Tourney Type":
            betting = "" if value == "N/A" else value
        elif label not in ("Started", "Finished") and not _fact(summary, label, value):
            summary.not_understood(number, text)
    if game_name(f"{betting} {game}".strip()):
        summary.set_game(f"{betting} {game}".strip())


def _amount(text: str) -> tuple[int, str] | None:
    """Return money; a `P` stands before play chips."""
    found = money(text.removeprefix("P"))
    return None if found is None else (found[0], found[1] or "PLAY")


def _listed(match: re.Match[str]) -> Listed:
    place = int(match["place"]) or None  # 0 stands for a place that was not recorded
    won = _amount(match["won"])
    entry = Listed(match["name"], place)
    if won is not None and (place is not None or won[0]):
        entry.prize, entry.currency = won
    if match["bounties"]:
        entry.facts["knockouts"] = float(match["bounties"])
    if match["satellite"] == "true":
        entry.note = "satellite prize"
    return entry


def _fact(summary: Summary, label: str, value: str) -> bool:
    facts = summary.facts
    if label == "Site" and value in _HOUSES:
        summary.house = _HOUSES[value]
    elif label == "Tournament #" and value.isdecimal():
        summary.tournament_id = value
    elif label in _MONEY and (amount := _amount(value)):
        facts[_MONEY[label]], facts["currency"] = amount
    elif label == "Prize Pool" and (amount := _amount(value)):
        # The export writes 0 when it does not know the pool.
        facts["prize_pool"] = amount[0] or None
        summary.prize_currency = amount[1]
    elif label == "Players" and _COUNT.fullmatch(value):
        facts["entrants"] = int(value)
    elif label == "Table Type":
        summary.is_satellite = "SATELLITE" in value
    else:
        return False
    return True
