"""The lines of PokerStars hands that pay or eliminate: bounties, re-buys, places, cash-outs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from railbird.datasets.formats.pokerstars_hand import Hand, Seat
from railbird.datasets.formats.pokerstars_words import parse_cost, parse_money

_WINS_BOUNTY = re.compile(r" wins the (\S+) bounty for eliminating (.+)")
_PROGRESSIVE = re.compile(
    r" wins (\S+) for (eliminating|splitting the elimination of) (.+)"
    r" and their own bounty increases by (\S+) to (\S+)"
)
_SPLIT = re.compile(r"(.+) split the (\S+) bounty for eliminating (.+)")
_REBUYS = re.compile(
    r" (re-buys|takes the add-on) and receives (\S+) chips for ([$€£₹]?[\d.,]+(?: \w{2,10})?)"
)
_FINISHED = re.compile(
    r" finished the tournament(?: in (\d{1,7})(?:st|nd|rd|th) place)?"
    r"(?: and received (\S+(?: [A-Z]{3})?)\.)?"
)
_WINS = re.compile(r" wins the tournament(?: and receives (\S+(?: [A-Z]{3})?))? - congratulations!")
_TICKET = re.compile(r" wins an? (?:'(.+)' ticket|(entry to tournament #\d{1,30}))", re.IGNORECASE)
_CASHED_OUT = re.compile(r" cashed out the hand for (\S+)(?: \| Cash Out Fee (\S+))?")


def owners(hand: Hand, line: str) -> Iterator[Seat]:
    """Yield the seats whose name begins the line, longest name first."""
    found = [seat for name, seat in hand.seats.items() if line.startswith(name)]
    yield from sorted(found, key=lambda seat: len(seat.name), reverse=True)


def _bounty(hand: Hand, line: str) -> bool:
    if " eliminating " not in line:
        return False
    for seat in owners(hand, line):
        match = _WINS_BOUNTY.fullmatch(line[len(seat.name) :])
        victim = hand.seat_named(match[2]) if match is not None else None
        if match is not None and victim is not None:
            money, currency = parse_cost(match[1])
            other = victim.name
            hand.event(
                seat.name, "bounty_won", money=money, currency=currency, other=other, share=1.0
            )
            return True
    return _split_bounty(hand, line)


def _split_bounty(hand: Hand, line: str) -> bool:
    match = _SPLIT.fullmatch(line)
    victim = hand.seat_named(match[3]) if match is not None else None
    if match is None or victim is None:
        return False
    names = _listed_names(hand, match[1])
    money, currency = parse_cost(match[2])
    for name in names:
        hand.event(
            name,
            "bounty_won",
            money=money // len(names),
            currency=currency,
            other=victim.name,
            share=1 / len(names),
            note="split" if money % len(names) == 0 else "split, odd cents left out",
        )
    return bool(names)


def _listed_names(hand: Hand, text: str) -> list[str]:
    """Return the seat names of `"A, B"`, longest first match; names may hold commas."""
    names: list[str] = []
    while text:
        owner = next(
            (s for s in owners(hand, text) if text[len(s.name) : len(s.name) + 2] in ("", ", ")),
            None,
        )
        if owner is None:
            return []
        names.append(owner.name)
        text = text[len(owner.name) + 2 :]
    return names


def _progressive(hand: Hand, line: str) -> bool:
    if " and their own bounty increases by " not in line:
        return False
    for seat in owners(hand, line):
        match = _PROGRESSIVE.fullmatch(line[len(seat.name) :])
        if match is not None and match[3] in hand.seats:
            money, currency = parse_cost(match[1])
            after = parse_money(match[5])
            split = match[2] != "eliminating"
            hand.split_knockouts = hand.split_knockouts or split
            hand.event(
                seat.name,
                "bounty_won",
                money=money,
                currency=currency,
                other=match[3],
                share=None if split else 1.0,
                bounty_after=after,
                note="split" if split else None,
            )
            return True
    return False


def _rebuys(hand: Hand, line: str) -> bool:
    if " and receives " not in line:
        return False
    for seat in owners(hand, line):
        match = _REBUYS.fullmatch(line[len(seat.name) :])
        if match is not None:
            money, currency = parse_cost(match[3])
            kind = "rebuys" if match[1] == "re-buys" else "adds_on"
            chips = hand.amounts[match[2]]
            hand.event(seat.name, kind, amount=chips, money=money, currency=currency)
            return True
    return False


def _finished(hand: Hand, line: str) -> bool:
    if " the tournament" not in line:
        return False
    for seat in owners(hand, line):
        rest = line[len(seat.name) :]
        match, place = _FINISHED.fullmatch(rest), None
        if match is not None:
            place, prize = int(match[1]) if match[1] else None, match[2]
        else:
            match = _WINS.fullmatch(rest)
            if match is None:
                continue
            place, prize = 1, match[1]
        money, currency = parse_cost(prize) if prize else (None, None)
        hand.event(seat.name, "finished", amount=place, money=money, currency=currency)
        return True
    return False


def _ticket(hand: Hand, line: str) -> bool:
    if " wins a" not in line:
        return False
    for seat in owners(hand, line):
        match = _TICKET.fullmatch(line[len(seat.name) :])
        if match is not None:
            hand.event(seat.name, "wins_ticket", note=match[1] or match[2])
            return True
    return False


def _cashed_out(hand: Hand, line: str) -> bool:
    if " cashed out the hand for " not in line:
        return False
    for seat in owners(hand, line):
        match = _CASHED_OUT.fullmatch(line[len(seat.name) :])
        if match is not None:
            amount = parse_money(match[1])
            fee = parse_money(match[2]) if match[2] else None
            seat.cashed_out = True
            hand.act(seat, "cashes_out", amount)
            if fee is not None:
                hand.event(seat.name, "cash_out_fee", money=fee, currency=hand.stakes.currency)
            return True
    return False


PRIZE_FORMS: tuple[Callable[[Hand, str], bool], ...] = (
    _bounty,
    _progressive,
    _rebuys,
    _finished,
    _ticket,
    _cashed_out,
)
"""Each takes one line of its kind; False, with nothing changed, when the line is another."""
