"""What an event publishes before it starts: blinds, breaks, entries, prizes (PS-3.1)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from railbird.arena.hand.games import MIXES
from railbird.arena.tournament.bounties import BountyKind
from railbird.arena.tournament.house import POKERSTARS, HouseRules
from railbird.arena.tournament.prizes import PayoutTable


class Format(StrEnum):
    """The kinds of events that are run differently."""

    SIT_AND_GO = "sng"  # FT-2: starts when full, registration ends then
    MULTI_TABLE = "mtt"  # starts at its time
    SHOOTOUT = "shootout"  # 6.10: table winners advance, no balancing
    SATELLITE = "satellite"  # 6.10: pays tickets
    MATRIX = "matrix"  # 6.10: four sit & gos at once


class PrizeRule(StrEnum):
    """How the pool is shared."""

    TABLE = "table"  # by the payout table
    EQUAL_HALF = "equal_half"  # half the field, equal prizes (double or nothing)
    FIFTY_FIFTY = "fifty_fifty"  # 6.7: half the field, half equal and half by chips
    TICKETS = "tickets"  # satellites


class BreakRule(StrEnum):
    """When breaks come (PS-17, FT-11)."""

    NONE = "none"
    SYNCHRONISED = "synchronised"  # at minute 55 of every clock hour
    INTERVAL = "interval"  # after each `interval_minutes` of play
    ONCE = "once"  # one break, after the first `interval_minutes` of play


@dataclass(frozen=True, slots=True)
class Level:
    """A step of the structure; chips. In fixed-limit games the blinds stand for the bets."""

    number: int
    small_blind: int
    big_blind: int
    ante: int
    minutes: int


@dataclass(frozen=True, slots=True)
class Breaks:
    """When breaks come and how long they last."""

    rule: BreakRule = BreakRule.NONE
    interval_minutes: int = 60
    minutes: int = 5
    add_on_minutes: int = 3


@dataclass(frozen=True, slots=True)
class Registration:
    """Who may still enter, and leave (PS-9, PS-10, FT-3, FT-34)."""

    late_minutes: int = 0
    extended: bool = False  # PS-9.4: stays open past the first elimination
    unregister_minutes: int | None = 2  # PS-10.1: closes so long before; None: never allowed
    re_entries: int = 0  # 6.10: new stacks after a bust while registration is open
    entries_at_once: int = 1  # 6.10: multi-entry cap


@dataclass(frozen=True, slots=True)
class Rebuys:
    """Rebuys and the add-on (PS-8, 6.10). `minutes` of play; 0: none."""

    minutes: int = 0
    price: int = 0
    chips: int = 0
    most: int | None = None
    add_on_price: int = 0
    add_on_chips: int = 0


@dataclass(frozen=True, slots=True)
class Bounty:
    """Bounties of the event. `cents` is the part of each entry, or the named player's bounty."""

    kind: BountyKind = BountyKind.NONE
    cents: int = 0
    cash_percent: int = 50
    named: frozenset[str] = frozenset()
    tiers: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Structure:
    """One event as published. Money in cents of `currency`."""

    name: str
    title: str
    format: Format
    levels: tuple[Level, ...]
    payouts: PayoutTable
    house: HouseRules = POKERSTARS
    game: str = "holdem"
    betting: str = "no-limit"
    mix: str | None = None  # a rotation of games, one a level (our default: no source)
    seats: int = 9
    entrants: int = 9  # how many enter when nobody says otherwise
    min_entrants: int = 2
    max_entrants: int | None = None
    start_stack: int = 1500
    buy_in: int = 0
    fee: int = 0
    currency: str = "USD"
    prize_rule: PrizeRule = PrizeRule.TABLE
    breaks: Breaks = field(default_factory=Breaks)
    registration: Registration = field(default_factory=Registration)
    rebuys: Rebuys = field(default_factory=Rebuys)
    bounty: Bounty = field(default_factory=Bounty)
    guarantee: int = 0
    added: int = 0
    ticket: int = 0  # satellites: the price of the seat that is won
    min_tickets: int = 0
    deals: bool = True
    hand_for_hand: bool = True

    @property
    def price(self) -> int:
        """What one entry costs: buy-in, bounty part and fee."""
        part = self.bounty.cents if self.bounty_is_paid_by_entrants else 0
        return self.buy_in + part + self.fee

    @property
    def bounty_is_paid_by_entrants(self) -> bool:
        """Whether each entry carries a bounty part (else the room pays the bounties)."""
        return self.bounty.kind in (
            BountyKind.KNOCKOUT,
            BountyKind.PROGRESSIVE,
            BountyKind.MYSTERY,
        )

    @property
    def real_money(self) -> bool:
        """Whether entering costs money: deals and extra time need that (PS-23.8, PS-18.2)."""
        return self.price > 0 and self.currency != "PLAY"

    def game_at(self, level: Level) -> tuple[str, str]:
        """Return game and betting of a level: always the same, or the mix's turn."""
        if self.mix is None:
            return self.game, self.betting
        games = [game for game in MIXES[self.mix] if game is not None]
        return games[(level.number - 1) % len(games)]

    def level(self, number: int) -> Level:
        """Return level `number` from 1; after the last one, blinds and antes double each time."""
        if number <= len(self.levels):
            return self.levels[number - 1]
        last = self.levels[-1]
        # Chips are int64: forty doublings are beyond any tournament's chips.
        factor = 2 ** min(number - len(self.levels), 40)
        blinds = (last.small_blind * factor, last.big_blind * factor, last.ante * factor)
        return Level(number, *blinds, last.minutes)


# What management may change while an event runs, and in which part of the structure it stands.
PARAMETERS = {
    "guarantee": "",
    "added": "",
    "min_entrants": "",
    "max_entrants": "",
    "deals": "",
    "hand_for_hand": "",
    "late_minutes": "registration",
    "extended": "registration",
    "unregister_minutes": "registration",
    "re_entries": "registration",
    "interval_minutes": "breaks",
    "most": "rebuys",
}


_MAY_BE_NONE = ("max_entrants", "unregister_minutes", "most")


def with_parameter(structure: Structure, name: str, value: Any) -> Structure:
    """Return the structure with one published figure changed (PS-3.2, PS-10.4, FT-14, FT-33).

    Raises `ValueError` for a figure that cannot be changed, or a value of another kind.
    """
    if name not in PARAMETERS:
        raise ValueError(f"{name}: not one of {', '.join(sorted(PARAMETERS))}")
    part = PARAMETERS[name]
    owner: Any = getattr(structure, part) if part else structure
    now = getattr(owner, name)
    kind = bool if isinstance(now, bool) else int
    if not (type(value) is kind or (value is None and name in _MAY_BE_NONE)):
        raise ValueError(f"{name}: {value!r} does not fit; it is {now!r} now")
    changed = replace(owner, **{name: value})
    return replace(structure, **{part: changed}) if part else changed
