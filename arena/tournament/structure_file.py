"""Structures written as TOML: reading them, and saying exactly what is wrong with one."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from railbird.arena.hand.games import GAMES, MIXES
from railbird.arena.history.schema import BETTINGS, CURRENCIES
from railbird.arena.tournament.bounties import BountyKind
from railbird.arena.tournament.house import HouseError, HouseRules, find_house, override
from railbird.arena.tournament.prizes import WHOLE, PayoutStep, PayoutTable
from railbird.arena.tournament.structure import (
    Bounty,
    BreakRule,
    Breaks,
    Format,
    Level,
    PrizeRule,
    Rebuys,
    Registration,
    Structure,
)

PRESETS = "railbird.arena.tournament.structures"
# Rotations of which every game is dealt.
_WHOLE_MIXES = tuple(name for name, games in MIXES.items() if None not in games)
_LEVEL = re.compile(r"(\d+)/(\d+)(?: a(\d+))?(?: (\d+)m)?")
_PART = re.compile(r"(\d+(?:\.\d+)?)(?: x(\d+))?")


class StructureError(ValueError):
    """A structure that cannot be used: file, line, field and remedy in one line."""


@dataclass
class _Reader:
    """One table of a TOML file; knows where its fields stand, and that each was asked for."""

    source: str
    text: str
    values: Mapping[str, Any]
    path: str = ""
    seen: set[str] = field(default_factory=set)

    def fail(self, key: str, why: str, literal: object = None) -> StructureError:
        line = _line_of(self.text, self.path, key, literal)
        name = f"{self.path}.{key}" if self.path else key
        return StructureError(f"{self.source}:{line}: {name}: {why}")

    def take(self, key: str, default: Any, good: Callable[[Any], bool], expected: str) -> Any:
        self.seen.add(key)
        if key not in self.values:
            if default is _NEEDED:
                raise self.fail(key, f"is missing; write {expected}")
            return default
        value = self.values[key]
        if not good(value):
            shown = value if isinstance(value, Decimal) else repr(value)
            raise self.fail(key, f"{shown} is not {expected}", value)
        return value

    def whole(self, key: str, default: Any, low: int = 0, high: int = 10**12) -> int:
        def good(v: Any) -> bool:
            return type(v) is int and low <= v <= high

        return int(self.take(key, default, good, f"a whole number from {low} to {high}"))

    def money(self, key: str, default: Any = 0) -> int:
        def good(v: Any) -> bool:
            if type(v) is int:
                return bool(v >= 0)
            return isinstance(v, Decimal) and v >= 0 and v * 100 == int(v * 100)

        value = self.take(key, default, good, "an amount of money with at most two decimals")
        return int(Decimal(value) * 100)

    def word(self, key: str, default: Any, allowed: Any) -> str:
        expected = "one of " + ", ".join(allowed)
        return str(self.take(key, default, lambda v: v in list(allowed), expected))

    def text_of(self, key: str, default: Any) -> str:
        return str(self.take(key, default, lambda v: isinstance(v, str) and v != "", "text"))

    def flag(self, key: str, default: bool) -> bool:
        return bool(self.take(key, default, lambda v: type(v) is bool, "true or false"))

    def strings(self, key: str, default: Any) -> list[str]:
        def good(v: Any) -> bool:
            return isinstance(v, list) and all(isinstance(x, str) for x in v)

        return list(self.take(key, default, good, "a list of texts"))

    def table(self, key: str) -> _Reader:
        inner = self.take(key, {}, lambda v: isinstance(v, dict), "a table")
        path = f"{self.path}.{key}" if self.path else key
        return _Reader(self.source, self.text, inner, path)

    def done(self) -> None:
        """Refuse fields that nobody asked for: a misspelt one must not pass unseen."""
        for key in self.values:
            if key not in self.seen:
                known = ", ".join(sorted(self.seen))
                raise self.fail(key, f"no such field; there are {known}")


_NEEDED: Any = object()


def preset_names() -> list[str]:
    """Return the names of all structures that come with railbird, sorted."""
    names = [f.name.removesuffix(".toml") for f in files(PRESETS).iterdir()]
    return sorted(n for n in names if not n.startswith("_") and "." not in n)


def load_structure(name: str, house: str | None = None) -> Structure:
    """Return a preset by name, or the structure in the TOML file at that path.

    `house` plays it under another room's rules than the file says. Raises `StructureError` naming
    file, line and field, or listing the presets when there is no such name.
    """
    text, source, stem = structure_source(name)
    return read_structure(text, source, stem, house)


def structure_source(name: str) -> tuple[str, str, str]:
    """Return the text of a preset or of a TOML file, what errors call it, and its short name."""
    if name in preset_names():
        text = files(PRESETS).joinpath(f"{name}.toml").read_text(encoding="utf-8")
        return text, f"{name}.toml", name
    path = Path(name)
    if path.suffix != ".toml" or not path.is_file():
        known = ", ".join(preset_names())
        raise StructureError(f"no structure {name!r}; there are {known}, or give a .toml file")
    try:
        return path.read_text(encoding="utf-8"), str(path), path.stem
    except (UnicodeDecodeError, OSError) as error:
        raise StructureError(f"{path}: cannot be read: {error}") from None


def read_structure(text: str, source: str, name: str, house: str | None = None) -> Structure:
    """Return the structure written in TOML `text`; `source` is what errors call it."""
    top = _Reader(source, text, _toml(text, source))
    rules = _house(top, house)
    structure = Structure(
        name=name,
        title=top.text_of("title", name),
        format=Format(top.word("format", _NEEDED, Format)),
        levels=_levels(top),
        payouts=_payouts(top),
        house=rules,
        game=top.word("game", "holdem", GAMES),
        betting=top.word("betting", "no-limit", BETTINGS),
        mix=top.word("mix", "", ("", *_WHOLE_MIXES)) or None,
        seats=top.whole("seats", _NEEDED, 2, 10),
        entrants=top.whole("entrants", _NEEDED, 2, 1_000_000),
        min_entrants=top.whole("min_entrants", 2, 2),
        max_entrants=top.whole("max_entrants", 0) or None,
        start_stack=top.whole("start_stack", 1500, 1),
        buy_in=top.money("buy_in"),
        fee=top.money("fee"),
        currency=top.word("currency", "USD", CURRENCIES),
        prize_rule=PrizeRule(top.word("prize_rule", "table", PrizeRule)),
        breaks=_breaks(top.table("breaks"), rules),
        registration=_registration(top.table("registration"), rules),
        rebuys=_rebuys(top.table("rebuys"), top),
        bounty=_bounty(top.table("bounty")),
        guarantee=top.money("guarantee"),
        added=top.money("added"),
        ticket=top.money("ticket"),
        min_tickets=top.whole("min_tickets", 0),
        deals=top.flag("deals", True),
        hand_for_hand=top.flag("hand_for_hand", True),
    )
    top.done()
    _check(top, structure)
    return structure


def _toml(text: str, source: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"line (\d+)", str(error))
        line = found[1] if found else str(text.count("\n") + 1)
        raise StructureError(f"{source}:{line}: not TOML: {error}") from None


def _house(top: _Reader, name: str | None) -> HouseRules:
    written = top.text_of("house", "pokerstars")
    changes = top.table("house_rules")
    try:
        return override(find_house(name or written), changes.values)
    except HouseError as error:
        key, _, why = str(error).partition(": ")
        if key in changes.values:
            raise changes.fail(key, why) from None
        if name:
            raise StructureError(str(error)) from None
        raise top.fail("house", str(error)) from None


def _levels(top: _Reader) -> tuple[Level, ...]:
    minutes = top.whole("level_minutes", _NEEDED, 1, 1440)
    levels: list[Level] = []
    for k, line in enumerate(top.strings("levels", _NEEDED)):
        found = _LEVEL.fullmatch(line)
        if not found:
            raise top.fail("levels", f"{line!r} is not like 50/100 a10 or 50/100 a10 20m", line)
        small, big, ante = int(found[1]), int(found[2]), int(found[3] or 0)
        if not 0 < small <= big:
            raise top.fail("levels", f"{line!r}: the small blind is above the big blind", line)
        levels.append(Level(k + 1, small, big, ante, int(found[4] or minutes)))
        if k and big < levels[k - 1].big_blind:
            raise top.fail("levels", f"{line!r} is lower than the level before", line)
    if not levels:
        raise top.fail("levels", "there must be at least one level")
    return tuple(levels)


@cache
def payout_tables() -> Mapping[str, PayoutTable]:
    """Return the published payout tables that structures can name (6.7)."""
    text = files("railbird.arena.tournament").joinpath("payouts.toml").read_text(encoding="utf-8")
    top = _Reader("payouts.toml", text, _toml(text, "payouts.toml"))
    for table in top.values.values():
        for key, value in table.items():
            # A step may name another table, which then stands here.
            table[key] = top.values[value]["any"] if isinstance(value, str) else value
    return {name: _payout_table(top.table(name), name) for name in top.values}


def _payouts(top: _Reader) -> PayoutTable:
    if "payouts" in top.values and isinstance(top.values["payouts"], dict):
        return _payout_table(top.table("payouts"), "payouts")
    return payout_tables()[top.word("payouts", "mtt", payout_tables())]


def _payout_table(table: _Reader, name: str) -> PayoutTable:
    steps = []
    limits = {}
    for key in table.values:
        found = re.fullmatch(r"up_to_(\d+)|any", key)
        if not found:
            raise table.fail(key, "write up_to_N for a range of entrants, or any")
        limits[key] = int(found[1]) if found[1] else None
    for key in sorted(limits, key=lambda k: limits[k] or 10**12):
        steps.append(PayoutStep(limits[key], _shares(table, key)))
    if not steps or steps[-1].max_entrants is not None:
        raise table.fail("any", "is missing; write the payout for larger fields")
    return PayoutTable(name, tuple(steps))


def _shares(table: _Reader, key: str) -> tuple[int, ...]:
    """Read percents written as "11.9" or, for a block of places, "1.2 x9"."""
    shares: list[int] = []
    for part in table.strings(key, _NEEDED):
        found = _PART.fullmatch(part)
        scaled = Decimal(found[1]) * 1000 if found else Decimal("0.5")
        if not found or scaled != int(scaled):
            raise table.fail(key, f"{part!r} is not like 11.9 or 1.2 x9 (percent)", part)
        shares += [int(scaled)] * int(found[2] or 1)
    # Some published tables leave a little over, which goes to first place (6.7).
    if not shares or not WHOLE * 9 // 10 <= sum(shares) <= WHOLE:
        raise table.fail(key, f"the percents sum to {Decimal(sum(shares)) / 1000}, not to 100")
    if any(a < b for a, b in zip(shares, shares[1:], strict=False)):
        raise table.fail(key, "a worse place is paid more than a better one")
    shares[0] += WHOLE - sum(shares)
    return tuple(shares)


def _breaks(table: _Reader, rules: HouseRules) -> Breaks:
    breaks = Breaks(
        BreakRule(table.word("rule", "none", BreakRule)),
        table.whole("interval_minutes", 60, 1),
        table.whole("minutes", rules.break_minutes, 1, 60),
        table.whole("add_on_minutes", rules.add_on_break_minutes, 0, 60),
    )
    table.done()
    return breaks


def _registration(table: _Reader, rules: HouseRules) -> Registration:
    late = table.take("late", False, lambda v: type(v) is bool, "true or false")
    minutes = table.whole("late_minutes", rules.late_registration_minutes if late else 0)
    never = not table.flag("unregister", True)
    registration = Registration(
        late_minutes=minutes,
        extended=table.flag("extended", False),
        unregister_minutes=None if never else table.whole("unregister_minutes", 2),
        re_entries=table.whole("re_entries", 0),
        entries_at_once=table.whole("entries_at_once", 1, 1, 10),
    )
    table.seen.add("unregister_minutes")
    table.done()
    return registration


def _rebuys(table: _Reader, top: _Reader) -> Rebuys:
    price = top.values.get("buy_in", 0)
    rebuys = Rebuys(
        minutes=table.whole("minutes", 0),
        price=table.money("price", price),
        chips=table.whole("chips", top.values.get("start_stack", 1500)),
        most=table.whole("most", 0) or None,
        add_on_price=table.money("add_on_price", 0),
        add_on_chips=table.whole("add_on_chips", 0),
    )
    table.done()
    return rebuys


def _bounty(table: _Reader) -> Bounty:
    tiers = table.take("tiers", [], _is_tiers, "pairs like [10, 50]: thousandths, weight")
    bounty = Bounty(
        kind=BountyKind(table.word("kind", "none", BountyKind)),
        cents=table.money("amount", 0),
        cash_percent=table.whole("cash_percent", 50, 0, 100),
        named=frozenset(table.strings("named", [])),
        tiers=tuple((a, b) for a, b in tiers),
    )
    table.done()
    return bounty


def _is_tiers(value: Any) -> bool:
    pairs = isinstance(value, list) and len(value) <= 9
    return pairs and all(
        isinstance(p, list) and len(p) == 2 and all(type(x) is int and x > 0 for x in p)
        for p in value
    )


def _check(top: _Reader, s: Structure) -> None:
    """Refuse fields that contradict each other."""
    if s.prize_rule is PrizeRule.TICKETS and not s.ticket:
        raise top.fail("ticket", "a satellite needs the price of the seat it gives")
    if s.bounty.kind is BountyKind.MYSTERY and not s.bounty.tiers:
        raise top.table("bounty").fail("tiers", "a mystery bounty needs its tiers")
    if s.bounty.kind is not BountyKind.NONE and not s.bounty.cents:
        raise top.table("bounty").fail("amount", "say how much the bounty is")
    if s.format is Format.SIT_AND_GO and s.max_entrants not in (None, s.entrants):
        raise top.fail("max_entrants", "a sit & go starts when full: give entrants only")
    if s.max_entrants is not None and s.max_entrants < s.entrants:
        raise top.fail("max_entrants", f"{s.max_entrants} is below entrants {s.entrants}")
    games = [s.game] if s.mix is None else [game[0] for game in MIXES[s.mix] if game]
    most = min(GAMES[game].most_seats for game in games)
    if s.seats > most:
        raise top.fail("seats", f"{s.mix or s.game} seats at most {most}", s.seats)


def _line_of(text: str, path: str, key: str, literal: object) -> int:
    """Return the line where a field stands; of a list item, its own line when it can be found."""
    table, at = "", 0
    lines = text.splitlines()
    own = f"{path}.{key}" if path else key
    for number, line in enumerate(lines, 1):
        heading = re.match(r"\s*\[+\s*([^\]]+?)\s*\]+", line)
        if heading and "=" not in line:
            table = heading[1]
            if table == own:
                return number
            at = number if table == path and not at else at
        elif table == path and re.match(rf'\s*"?{re.escape(key)}"?\s*=', line):
            return _line_of_item(lines, number, literal)
    return at or 1


def _line_of_item(lines: list[str], start: int, literal: object) -> int:
    if isinstance(literal, str):
        for number in range(start, len(lines) + 1):
            if f'"{literal}"' in lines[number - 1]:
                return number
    return start
