"""What one room does differently from another, as data: one field a switch, each with its rule."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from pathlib import Path
from typing import Any, get_args, get_type_hints


class FirstButton(StrEnum):
    """Where the button stands on a table's first hand (PS-5, FT-9.2)."""

    SEAT_1 = "seat_1"
    RIGHT_OF_SEAT_1 = "right_of_seat_1"


class ButtonRule(StrEnum):
    """How button and blinds go round (PS-14, FT-18)."""

    FORWARD = "forward"
    DEAD = "dead"


class Balance(StrEnum):
    """How tables are kept equal: move a player (PS-16.2) or hold the short table (FT-21)."""

    MOVE = "move"
    HOLD = "hold"


class MoveSeat(StrEnum):
    """Which seat a moved player gets (PS-16.3, FT-20.2)."""

    RELATIVE = "relative"
    ANY = "any"


class Trigger(StrEnum):
    """When play goes hand for hand (PS-13.1, FT-26.1, AMB-09)."""

    PAID_PLUS_1 = "paid_plus_1"
    FINAL_PLUS_1 = "final_plus_1"


class BountySplit(StrEnum):
    """Who gets a bounty when the pot was split (PS-26, FT-13.2)."""

    SHARE = "share"
    FULL_EACH = "full_each"


class ExtraTime(StrEnum):
    """Whether a disconnected player late in an event gets extra time (PS-18.2)."""

    LADDER = "ladder"
    NONE = "none"


class CancelPolicy(StrEnum):
    """What an aborted event pays: half equal and half by chips (PS 6.1), or FT-31."""

    HALF_EQUAL = "half_equal"
    BUY_IN_BACK = "buy_in_back"


class PrizeRounding(StrEnum):
    """How a prize table becomes cents (AMB-08)."""

    FLOOR_REST_TO_FIRST = "floor_rest_to_first"
    NEAREST_FROM_BOTTOM = "nearest_from_bottom"


class EarlyEnd(StrEnum):
    """When an event ends with several players left (PS-11.2, FT-1, FT-31.5b)."""

    EQUAL_PRIZES = "equal_prizes"
    SATELLITES = "satellites"


class SatelliteRest(StrEnum):
    """Where the money that buys no whole ticket goes (6.10, TV-28)."""

    NEXT_PLACE = "next_place"
    NEXT_THREE = "next_three"


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The switches on which rooms differ; each names the rule it answers."""

    name: str
    text_format: str  # the room whose hand-history text is written: pokerstars or fulltilt
    first_button: FirstButton  # PS-5, FT-9.2
    button_rule: ButtonRule  # PS-14, FT-18
    hu_no_double_bb: bool  # AMB-03: heads-up, last hand's big blind is not big blind again
    limit_cap: int  # PS-6.1, FT-23: bets in a fixed-limit round, heads-up too
    reopen_limit_percent: int  # AMB-28: part of a limit bet that reopens the betting
    cumulative_reopen: bool  # AMB-27: short all-ins add up to a full raise
    all_in_bettor_first: bool  # 6.8: the last bettor's hand is the first shown after an all-in
    balance: Balance  # PS-16.2, FT-21
    move_spread: int  # PS-16.2, 6.4: difference at which a player is moved
    hold_spread: int  # FT-21.2: difference at which the short table waits
    hold_spread_many: int  # FT-21.1: the same with more than `hold_many_tables` tables
    hold_many_tables: int  # FT-21.1
    move_seat: MoveSeat  # PS-16.3, FT-20.2
    hand_for_hand: tuple[Trigger, ...]  # PS-13.1, FT-26.1, AMB-09
    same_instant_counts: bool  # FT-25.2, AMB-31: equal times count as one hand
    late_registration_minutes: int  # PS-9.1, FT-3.1
    late_registration_ends_at_bust: bool  # PS-9.3
    deals: bool  # PS-23.0, FT-15
    deal_reserve_percent: int  # PS-23.5, AMB-15
    bounty_split: BountySplit  # PS-26.1, FT-13.2, AMB-20
    bounty_min_entries: int  # FT-13.1, AMB-22
    bounty_cap: int | None  # FT-13.1, cents
    bounty_cap_multi_entry: int | None  # FT-13.1, cents
    bounty_after_prizes: bool  # FT-13.3: bounties still paid when all prizes are decided
    extra_time: ExtraTime  # PS-18.2, 6.2
    act_seconds: int  # AMB-34: time for one action
    bank_seconds: int  # AMB-34: time bank at the start
    bank_seconds_a_level: int  # AMB-34: added at each new level
    bank_seconds_cap: int  # AMB-34
    break_minutes: int  # AMB-11, FT-11
    add_on_break_minutes: int  # PS-17.1a
    interval_counts_breaks: bool  # PS-17.2: from the start by the clock; AMB-12: hours of play
    idle_match_hands: int | None  # PS-18.5, AMB-13
    cancel: CancelPolicy  # 6.1, FT-31
    cancel_counts_guarantee: bool  # 6.1: a guarantee counts before the money
    prize_rounding: PrizeRounding  # AMB-08
    early_end: EarlyEnd  # PS-11.2, AMB-05
    satellite_rest: SatelliteRest  # 6.10
    final_table_redraw: bool  # AMB-33
    chat_exempt_heads_up: bool  # PS-19.2
    chat_observers: bool  # FT-29: observers may not discuss a running hand either


POKERSTARS = HouseRules(
    name="pokerstars",
    text_format="pokerstars",
    first_button=FirstButton.SEAT_1,
    button_rule=ButtonRule.FORWARD,
    hu_no_double_bb=False,
    limit_cap=4,
    reopen_limit_percent=50,
    cumulative_reopen=True,
    all_in_bettor_first=False,
    balance=Balance.MOVE,
    move_spread=2,
    hold_spread=2,
    hold_spread_many=3,
    hold_many_tables=6,
    move_seat=MoveSeat.RELATIVE,
    hand_for_hand=(Trigger.PAID_PLUS_1,),
    same_instant_counts=False,
    late_registration_minutes=20,
    late_registration_ends_at_bust=True,
    deals=True,
    deal_reserve_percent=5,
    bounty_split=BountySplit.SHARE,
    bounty_min_entries=0,
    bounty_cap=None,
    bounty_cap_multi_entry=None,
    bounty_after_prizes=True,
    extra_time=ExtraTime.LADDER,
    act_seconds=15,
    bank_seconds=30,
    bank_seconds_a_level=5,
    bank_seconds_cap=60,
    break_minutes=5,
    add_on_break_minutes=3,
    interval_counts_breaks=True,
    idle_match_hands=250,
    cancel=CancelPolicy.HALF_EQUAL,
    cancel_counts_guarantee=True,
    prize_rounding=PrizeRounding.FLOOR_REST_TO_FIRST,
    early_end=EarlyEnd.EQUAL_PRIZES,
    satellite_rest=SatelliteRest.NEXT_PLACE,
    final_table_redraw=False,
    chat_exempt_heads_up=True,
    chat_observers=False,
)

FULLTILT = replace(
    POKERSTARS,
    name="fulltilt",
    text_format="fulltilt",
    first_button=FirstButton.RIGHT_OF_SEAT_1,
    button_rule=ButtonRule.DEAD,
    hu_no_double_bb=True,
    cumulative_reopen=False,
    all_in_bettor_first=True,
    balance=Balance.HOLD,
    move_seat=MoveSeat.ANY,
    hand_for_hand=(Trigger.PAID_PLUS_1, Trigger.FINAL_PLUS_1),
    same_instant_counts=True,
    late_registration_minutes=0,
    late_registration_ends_at_bust=False,
    deals=False,
    deal_reserve_percent=0,
    bounty_split=BountySplit.FULL_EACH,
    bounty_min_entries=30,
    bounty_cap=20_000,
    bounty_cap_multi_entry=5_000,
    bounty_after_prizes=False,
    extra_time=ExtraTime.NONE,
    interval_counts_breaks=False,
    idle_match_hands=None,
    cancel=CancelPolicy.BUY_IN_BACK,
    prize_rounding=PrizeRounding.NEAREST_FROM_BOTTOM,
    early_end=EarlyEnd.SATELLITES,
    satellite_rest=SatelliteRest.NEXT_THREE,
    chat_exempt_heads_up=False,
    chat_observers=True,
)

HOUSES: Mapping[str, HouseRules] = {"pokerstars": POKERSTARS, "fulltilt": FULLTILT}


class HouseError(ValueError):
    """A house that cannot be read: which field, and what may stand there."""


def override(house: HouseRules, values: Mapping[str, Any]) -> HouseRules:
    """Return `house` with some switches changed; values are as they stand in a TOML file.

    Raises `HouseError` naming the field when it is unknown or its value does not fit.
    """
    hints = get_type_hints(HouseRules)
    unknown = sorted(values.keys() - hints.keys())
    if unknown:
        raise HouseError(f"{unknown[0]}: no such switch; there are {', '.join(sorted(hints))}")
    return replace(house, **{key: _read(key, hints[key], value) for key, value in values.items()})


def load_house(path: Path) -> HouseRules:
    """Return the house written in a TOML file: `based_on = "pokerstars"`, then what differs.

    Raises `HouseError` naming file and field.
    """
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
        base = values.pop("based_on", None)
        if base is None and len(values) < len(fields(HouseRules)):
            raise HouseError(f"based_on: say which house this one starts from: {', '.join(HOUSES)}")
        if base is not None and base not in HOUSES:
            raise HouseError(f"based_on: {base!r} is not a house; there are {', '.join(HOUSES)}")
        return override(HOUSES[base or "pokerstars"], values)
    except (HouseError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise HouseError(f"{path}: {error}") from None


def find_house(name: str) -> HouseRules:
    """Return the house called `name`, or the one in the TOML file at that path."""
    if name in HOUSES:
        return HOUSES[name]
    path = Path(name)
    if path.suffix == ".toml" and path.is_file():
        return load_house(path)
    raise HouseError(f"no house {name!r}; there are {', '.join(HOUSES)}, or give a .toml file")


def _read(key: str, kind: Any, value: Any) -> Any:
    if kind is bool or kind is str:
        good = type(value) is kind
    elif isinstance(kind, type) and issubclass(kind, StrEnum):
        good = value in list(kind)
        value = kind(value) if good else value
    elif get_args(kind) == (Trigger, ...):
        good = isinstance(value, (list, tuple)) and all(v in list(Trigger) for v in value)
        value = tuple(Trigger(v) for v in value) if good else value
    else:
        # A number that may be absent is written 0 in TOML, which has no null.
        good = type(value) is int and value >= 0
        value = None if good and not value and type(None) in get_args(kind) else value
    if not good:
        raise HouseError(f"{key}: {value!r} is not {_expected(kind)}")
    return value


def _expected(kind: Any) -> str:
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return "one of " + ", ".join(kind)
    if get_args(kind) == (Trigger, ...):
        return "a list of " + ", ".join(Trigger)
    return {bool: "true or false", str: "text"}.get(kind, "a whole number from 0")
