"""What an event is started from, and how a stopped one goes on from its journal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from railbird.arena.tournament.accounts import Account
from railbird.arena.tournament.chronicle import Chronicle
from railbird.arena.tournament.director import Director
from railbird.arena.tournament.field import Field
from railbird.arena.tournament.habits import Habits
from railbird.arena.tournament.journal import Journal, JournalError, read_journal, replay
from railbird.arena.tournament.play import Policy
from railbird.arena.tournament.structure import Structure
from railbird.arena.tournament.structure_file import read_structure, structure_source


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that an event depends on besides its players' moves.

    `structure` is a preset's name or a TOML file, `house` another room's rules for it. `start` in
    ms since 1970. `arrivals`: (ms after the start, name).
    """

    structure: str
    entrants: tuple[str, ...]
    house: str | None = None
    seed: int = 0
    start: int = 0
    arrivals: tuple[tuple[int, str], ...] = ()
    habits: Habits = Habits()
    tournament_id: str = "1"
    record: bool = True


def begin(
    plan: Plan,
    policy: Policy,
    *,
    journal: Path | None = None,
    accounts: Mapping[str, Account] | None = None,
) -> Director:
    """Return the director of a new event; with `journal` it can be resumed after a crash."""
    text, source, name = structure_source(plan.structure)
    structure = read_structure(text, source, name, plan.house)
    log = None
    if journal is not None:
        head = asdict(plan) | {"text": text, "source": source, "name": name}
        log = Journal(journal, head)
    return _director(plan, structure, policy, log, None, accounts)


def resume(
    journal: Path, policy: Policy, *, accounts: Mapping[str, Account] | None = None
) -> Director:
    """Return the director of an event that was stopped, as of its last finished step.

    Hands that were running are void: chips are as before them (PS-22.1, FT-30). Raises
    `JournalError` for a file that is no journal.
    """
    head, steps = read_journal(journal)
    try:
        plan = _plan(head)
        structure = read_structure(head["text"], head["source"], head["name"], plan.house)
    except (KeyError, TypeError) as error:
        raise JournalError(f"{journal}:1: the head lacks {error}") from None
    field = Field(structure, plan.start)
    chronicle = _chronicle(plan, structure, for_journal=True)
    started = False
    for step in steps:
        started = True
        replay(field, step["changes"])
        if chronicle is not None:
            chronicle.restore(step.get("rows", {}))
    log = Journal(journal)
    if not started:
        return _director(plan, structure, policy, log, None, accounts)
    return _director(plan, structure, policy, log, (field, chronicle), accounts)


def _plan(head: dict[str, Any]) -> Plan:
    return Plan(
        head["structure"],
        tuple(head["entrants"]),
        head["house"],
        head["seed"],
        head["start"],
        tuple((at, name) for at, name in head["arrivals"]),
        Habits(**head["habits"]),
        head["tournament_id"],
        head["record"],
    )


def _chronicle(plan: Plan, structure: Structure, *, for_journal: bool) -> Chronicle | None:
    if not plan.record:
        return None
    return Chronicle(structure, plan.tournament_id, for_journal=for_journal)


def _director(
    plan: Plan,
    structure: Structure,
    policy: Policy,
    journal: Journal | None,
    restored: tuple[Field, Chronicle | None] | None,
    accounts: Mapping[str, Account] | None,
) -> Director:
    field, chronicle = restored or (
        None,
        _chronicle(plan, structure, for_journal=journal is not None),
    )
    return Director(
        structure,
        plan.entrants,
        policy,
        seed=plan.seed,
        start=plan.start,
        arrivals=plan.arrivals,
        habits=plan.habits,
        accounts=accounts,
        chronicle=chronicle,
        journal=journal,
        field=field,
    )
