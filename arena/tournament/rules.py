"""The rule book as it stands in the code: what each rule says, where it lives, what holds it."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from railbird.arena.tournament.errors import Refused

TAGS = {
    "E": "engine",
    "C": "configuration",
    "P": "management power",
    "B": "behaviour, watched by detectors",
    "A": "ambiguity, resolved",
}

# AMB-01: numbers that the rooms' own texts print, stale by one insertion or two.
ALIASES = {"PS-#11": "PS-12", "PS-#12": "PS-13", "FT-#17": "FT-19"}


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: its ID, our own sentence for it, the code that follows it, the tests that hold it.

    `code` names functions and classes as `module:name` below `railbird.arena` (or `detectors.…`,
    of another room); `tests` are test functions as `file::name`. `status` is "held" when both
    exist; "recorded" when the arena records what a detector needs, but none watches it yet; else
    "open".
    """

    id: str
    tag: str
    says: str
    code: tuple[str, ...]
    tests: tuple[str, ...]
    watched: bool = True

    @property
    def status(self) -> str:
        """Whether code follows the rule and a test holds it."""
        if not (self.code and self.tests):
            return "open"
        return "held" if self.watched else "recorded"

    @property
    def house(self) -> str:
        """The room whose rule it is; a resolved ambiguity belongs to both."""
        return {"PS": "pokerstars", "FT": "fulltilt"}.get(self.id.split("-")[0], "both")


@cache
def all_rules() -> tuple[Rule, ...]:
    """Return every rule of both rooms in the order of the book, then the resolved ambiguities."""
    book = _read("rulebook.toml")
    held = held_by()
    return tuple(
        Rule(
            key,
            entry["tag"],
            entry["says"],
            tuple(entry["code"]),
            (*entry.get("tests", ()), *held.get(key, ())),
            entry.get("watched", True),
        )
        for key, entry in tomllib.loads(book).items()
    )


@cache
def held_by() -> dict[str, list[str]]:
    """Return rule and vector IDs with the tests that hold them (made from the tests' marks)."""
    found: dict[str, list[str]] = json.loads(_read("held_by.json"))
    return found


def find_rules(ids: Sequence[str] = (), house: str | None = None) -> tuple[Rule, ...]:
    """Return the rules asked for: by ID, or all below one ("PS-12" gives PS-12.1 and so on).

    `house` leaves only one room's, with the ambiguities. Raises `Refused` for an ID that is not
    in the book.
    """
    rules = [r for r in all_rules() if house in (None, r.house) or r.house == "both"]
    if not ids:
        return tuple(rules)
    found: list[Rule] = []
    for given in ids:
        key = ALIASES.get(given.upper(), given).casefold()
        matching = [r for r in rules if _is_below(r.id.casefold(), key)]
        if not matching:
            raise Refused(given, "no such rule in the book; `railbird rules` lists them all")
        found += [r for r in matching if r not in found]
    return tuple(found)


def _is_below(rule: str, key: str) -> bool:
    """PS-12 holds PS-12.1, PS-18.4 holds PS-18.4a; PS-1 does not hold PS-11."""
    rest = rule.removeprefix(key)
    return rule.startswith(key) and not (rest and rest[0].isdigit())


def _read(name: str) -> str:
    return files("railbird.arena.tournament").joinpath(name).read_text(encoding="utf-8")
