"""The summary form of PokerStars, which Full Tilt took over in 2016."""

from __future__ import annotations

import re

from railbird.datasets.formats.common import money
from railbird.datasets.formats.summaries_record import Listed, Summary, summary_time

HEADER = r"(?:PokerStars|Full Tilt) Tournament #\d+, "

_HEADER = re.compile(r"(?P<house>PokerStars|Full Tilt) Tournament #(?P<id>\d+), (?P<game>.+)")
_LISTED = re.compile(r"(?P<place>\d{1,7}): (?P<name>.*) \((?P<country>[^()]*)\),(?P<rest>.*)")
_PRIZE = re.compile(
    r"(?P<prize>[^ ()][^()]*?)?(?: ?\([\d.,]+%\))?"
    r"(?P<qualified> ?\(qualified for the target tournament\))?"
)
_PLAYERS = re.compile(r"(\d{1,9}) players?")
_ADDED = re.compile(r".+ added to the prize pool by .+")
_TARGET = re.compile(r"Target Tournament #\d+(?: Buy-In: .+)?")
_TICKETS = re.compile(r"\d+ tickets? to the target tournament")
_KIND = re.compile(
    r"(Freeroll|Super Satellite|Satellite|Freeroll Super Satellite|Freeroll Satellite)"
)
_YOU_FINISHED = re.compile(
    r"You finished in (?P<place>\d{1,7})(?:st|nd|rd|th) place(?: \(eliminated at hand #\d+\))?\."
    r"(?:You finished the tournament \(eliminated at.*)?"
)
_YOU = re.compile(
    r"You finished the tournament \(eliminated at.*|There are no personal statistics .+"
    r"|\d{4}/\d\d?/\d\d? \d\d?:\d\d:\d\d [A-Z]+(?: \[[^\]]+\])?\)\."
    r"|You made \d+ re-entr(?:y|ies) for a total of .+"
    r"|If you have any questions, please contact .+"
)
_BOUNTIES = re.compile(r"You collected (\d{1,6}) bount(?:y|ies) for a total of (.+)\.")
_CODE_FIRST = re.compile(r"([A-Z]{3}) ([\d.,]+)")
_REBUYS = re.compile(r"You made (\d{1,6}) (rebuys?|add-ons?).*", re.IGNORECASE)


def start(first: str) -> Summary | None:
    """Return the summary that a header begins, or None when it is no header of this form."""
    match = _HEADER.fullmatch(first)
    if match is None:
        return None
    house = "pokerstars" if match["house"] == "PokerStars" else "fulltilt"
    summary = Summary(house, match["id"])
    if not summary.set_game(match["game"]):
        summary.facts["name"] = match["game"]
    return summary


def read_lines(summary: Summary, lines: list[tuple[int, str]]) -> None:
    """Take in the lines after the header."""
    yours: dict[str, int | float] = {}
    place: int | None = None
    for number, text in lines:
        if match := _LISTED.fullmatch(text):
            entry = _listed(summary, match)
            if entry is not None:
                summary.listed.append(entry)
                continue
        if match := _YOU_FINISHED.fullmatch(text):
            place = int(match["place"])
        elif not (_yours(text, yours) or _fact(summary, text)):
            summary.not_understood(number, text)
    if yours and not _give(summary, place, yours):
        # The text speaks to "you", whose name only a place in the list can tell.
        for number, text in lines:
            if _yours(text, {}):
                summary.lost.append((number, f"no place in the list says whose this is: {text!r}"))


def _listed(summary: Summary, match: re.Match[str]) -> Listed | None:
    rest = match["rest"].strip()
    entry = Listed(match["name"], int(match["place"]), country=match["country"])
    if rest == "still playing":
        entry.place, entry.still_playing = None, True
        return entry
    tail = _PRIZE.fullmatch(rest)
    prize = money(tail["prize"]) if tail and tail["prize"] else None
    if tail is None or (tail["prize"] and prize is None):
        return None
    if prize is not None:
        entry.prize, entry.currency = prize[0], prize[1] or "PLAY"
    if tail["qualified"]:
        entry.note = "qualified for the target tournament"
        summary.is_satellite = True
    return entry


def _yours(text: str, yours: dict[str, int | float]) -> bool:
    if match := _BOUNTIES.fullmatch(text):
        code = _CODE_FIRST.fullmatch(match[2])
        total = money(f"{code[2]} {code[1]}" if code else match[2])
        if total is None:
            return False
        yours["knockouts"], yours["bounties_won"] = float(match[1]), total[0]
        return True
    if match := _REBUYS.fullmatch(text):
        yours["rebuys" if match[2].lower().startswith("rebuy") else "add_ons"] = int(match[1])
        return True
    return False


def _give(summary: Summary, place: int | None, yours: dict[str, int | float]) -> bool:
    """Give the owner's own counts to the entry at his place, if only one stands there."""
    there = [entry for entry in summary.listed if entry.place == place and place is not None]
    if len(there) != 1:
        return False
    there[0].facts.update(yours)
    return True


def _fact(summary: Summary, text: str) -> bool:
    facts = summary.facts
    if text.startswith("Buy-In: "):
        return _buy_in(summary, text.removeprefix("Buy-In: "))
    if match := _PLAYERS.fullmatch(text):
        facts["entrants"] = int(match[1])
    elif text.startswith("Total Prize Pool: "):
        return summary.set_prize_pool(text.removeprefix("Total Prize Pool: "))
    elif text.startswith("Tournament started "):
        facts["start_time"] = summary_time(text.removeprefix("Tournament started "))
    elif text.startswith("Tournament finished "):
        facts["end_time"] = summary_time(text.removeprefix("Tournament finished "))
        summary.finished = True
    elif _KIND.fullmatch(text):
        summary.is_satellite = summary.is_satellite or "Satellite" in text
        if "Freeroll" in text:
            facts.update(buy_in=0, fee=0)
    elif _TARGET.fullmatch(text) or _TICKETS.fullmatch(text):
        summary.is_satellite = True
    else:
        return bool(_ADDED.fullmatch(text) or _YOU.fullmatch(text))
    return True


def _buy_in(summary: Summary, text: str) -> bool:
    """Note `$2.00/$0.50/$0.20 USD`: prize, bounty, fee; two parts have no bounty."""
    *others, last = text.strip().split("/")
    parts = [money(part) for part in (*others, last)]
    amounts = [part[0] for part in parts if part is not None]
    if len(amounts) != len(parts) or len(parts) > 3:
        return False
    currencies = [part[1] for part in parts if part is not None and part[1]]
    facts = summary.facts
    facts["buy_in"], facts["currency"] = amounts[0], currencies[-1] if currencies else "PLAY"
    if len(amounts) > 1:
        facts["fee"] = amounts[-1]
    if len(amounts) == 3:
        facts["bounty"] = amounts[1]
    return True
