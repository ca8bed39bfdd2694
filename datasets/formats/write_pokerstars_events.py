"""The lines of PokerStars text that are no moves: comings and goings, knock-outs, chat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from railbird.datasets.formats.write_rows import CannotWrite
from railbird.datasets.formats.write_words import money_text

_NOTED = {
    ("times_out", "disconnected"): "{} has timed out while disconnected",
    ("leaves", "failed to post"): "{} was removed from the table for failing to post",
}
_PLAIN = {
    "sits_out": "{} is sitting out",
    "returns": "{} has returned",
    "times_out": "{} has timed out",
    "disconnects": "{} is disconnected",
    "reconnects": "{} is connected",
    "leaves": "{} leaves the table",
    "allowed": "{} will be allowed to play after the button",
}
_ORDINALS = {1: "st", 2: "nd", 3: "rd"}


def cost_text(money: int, currency: str | None) -> str:
    """Return a price as the house prints it: `$5.00`, `2 FPPs`, `200 StarsCoin`, `2000`."""
    if currency in ("FPP", "SC", "PLAY", None):
        whole, part = divmod(money, 100)
        number = f"{whole}.{part:02d}" if part else str(whole)
        return number + {"FPP": " FPPs", "SC": " StarsCoin"}.get(currency or "", "")
    return money_text(money, currency, short=False)


def _cost(row: Any) -> str:
    if row.money is None:
        raise CannotWrite(f"{row.kind} of {row.player!r} without an amount of money")
    return cost_text(row.money, row.currency)


def _joins(row: Any) -> str | None:
    seat = (row.note or "").removeprefix("seat ")
    return f"{row.player} joins the table at seat #{seat}" if seat.isdigit() else None


def _rebuys(row: Any) -> str | None:
    verb = "re-buys" if row.kind == "rebuys" else "takes the add-on"
    return f"{row.player} {verb} and receives {row.amount} chips for {_cost(row)}"


def _finished(row: Any) -> str:
    prize = None if row.money is None else cost_text(row.money, row.currency)
    if row.amount == 1:
        received = f" and receives {prize}" if prize else ""
        return f"{row.player} wins the tournament{received} - congratulations!"
    place = "" if row.amount is None else f" in {row.amount}{_ordinal_ending(row.amount)} place"
    received = f" and received {prize}." if prize else ""
    return f"{row.player} finished the tournament{place}{received}"


def _ordinal_ending(place: int) -> str:
    return "th" if place % 100 in (11, 12, 13) else _ORDINALS.get(place % 10, "th")


def _bounty_won(row: Any) -> str:
    prize = _cost(row)
    if row.bounty_after is None:
        return f"{row.player} wins the {prize} bounty for eliminating {row.other}"
    split = (row.note or "").startswith("split")
    verb = "splitting the elimination of" if split else "eliminating"
    # Half of a progressive bounty is paid and half goes on the winner's head: the same sum twice.
    after = money_text(row.bounty_after, row.currency)
    return (
        f"{row.player} wins {prize} for {verb} {row.other}"
        f" and their own bounty increases by {prize} to {after}"
    )


_FORMS: dict[str, Callable[[Any], str | None]] = {
    "joins": _joins,
    "rebuys": _rebuys,
    "adds_on": _rebuys,
    "finished": _finished,
    "bounty_won": _bounty_won,
    "wins_ticket": lambda row: f"{row.player} wins a '{row.note}' ticket" if row.note else None,
    "capped": lambda row: "Betting is capped" if row.player is None else None,
}


def event_line(row: Any) -> str | None:
    """Return the line for an `events` row; None when the house has none for it."""
    form = _FORMS.get(row.kind)
    if form is not None:
        return form(row)
    words = _NOTED.get((row.kind, row.note or ""), _PLAIN.get(row.kind))
    return None if words is None or row.player is None else words.replace("{}", row.player, 1)


def is_shared_bounty(row: Any) -> bool:
    """Say whether the row is one share of a fixed bounty, which the house prints in one line."""
    return (
        row.kind == "bounty_won"
        and row.bounty_after is None
        and (row.note or "").startswith("split")
    )


def shared_bounty_line(rows: list[Any]) -> str:
    """Return the one line for all shares of a fixed bounty."""
    total = sum(row.money or 0 for row in rows)
    if "odd cents" in (rows[0].note or ""):
        total += 1
    names = ", ".join(row.player for row in rows)
    return (
        f"{names} split the {cost_text(total, rows[0].currency)} bounty"
        f" for eliminating {rows[0].other}"
    )
