"""`railbird play`: runs an event and writes its history."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

import rich_click as click

from railbird.cli.plain import Command

if TYPE_CHECKING:
    from railbird.agents.seats import AgentPolicy
    from railbird.arena.tournament.director import Director

PERSON = "human"
FORMATS = ("parquet", "pokerstars", "fulltilt", "phh", "ohh")
START = datetime(2026, 1, 4, 18, 0, tzinfo=UTC)


@click.command("play", cls=Command)
@click.argument("structure", metavar="STRUCTURE")
@click.option("--house", metavar="NAME", help="pokerstars, fulltilt, or a TOML file.")
@click.option("--agents", default="random", metavar="A,B,...", help="Who plays, in turn.")
@click.option("--entrants", type=click.IntRange(2), metavar="N", help="How many enter.")
@click.option("--seed", type=click.IntRange(0), default=0, help="Same seed, same event.")
@click.option("--start", type=click.DateTime(), help="When it begins (UTC).")
@click.option("--out", required=True, type=click.Path(path_type=Path), metavar="DIR")
@click.option("--format", "fmt", default="parquet", type=click.Choice(FORMATS))
@click.option(
    "--journal",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write a journal; an event that was stopped goes on from it.",
)
@click.option("--quiet", is_flag=True, help="No progress line.")
def command(
    structure: str,
    house: str | None,
    agents: str,
    entrants: int | None,
    seed: int,
    start: datetime | None,
    out: Path,
    fmt: str,
    journal: Path | None,
    quiet: bool,
) -> None:
    """Run an event under a house's rules and write its history to DIR.

    STRUCTURE is a preset (a wrong name lists them all) or a TOML file. Agents take the seats in
    turn: house bots by name, human (you, at this terminal; once for each time it is named),
    module:Class, file.py:Class, cmd:PROGRAM. Exit status: 0 done, 2 bad
    usage.
    """
    from railbird.agents.registry import AgentError
    from railbird.arena.tournament.house import HouseError
    from railbird.arena.tournament.journal import JournalError
    from railbird.arena.tournament.structure_file import StructureError

    try:
        director, policy = _director(structure, house, agents, entrants, seed, start, journal)
    except (StructureError, HouseError, JournalError, AgentError) as error:
        raise click.UsageError(str(error)) from None
    try:
        _check_out(out)
        with _shown(director, quiet or _asks(policy)):
            director.run()
    finally:
        _close(policy)
    _write(director, out, fmt, quiet)
    click.echo(_summary(director, out))


def _director(
    structure: str,
    house: str | None,
    agents: str,
    entrants: int | None,
    seed: int,
    start: datetime | None,
    journal: Path | None,
) -> tuple[Director, AgentPolicy]:
    from railbird.arena.tournament.habits import Habits
    from railbird.arena.tournament.plan import Plan, begin, resume
    from railbird.arena.tournament.structure_file import load_structure

    specs = [spec.strip() for spec in agents.split(",") if spec.strip()] or [""]
    event = load_structure(structure, house)
    count = entrants or event.entrants
    if event.max_entrants is not None and count > event.max_entrants:
        raise click.UsageError(f"FT-3.2: {structure} takes {event.max_entrants} at most")
    seats = _seats(specs, count)
    policy = _policy(seats, seed)
    if journal is not None and journal.exists() and journal.stat().st_size:
        director = resume(journal, policy)
    else:
        moment = (start or START).replace(tzinfo=UTC)
        plan = Plan(
            structure,
            tuple(seats),
            house,
            seed,
            int(moment.timestamp() * 1000),
            habits=Habits(rebuys=1, add_on=True, re_entries=event.registration.re_entries),
            tournament_id=str(900_000_000 + seed % 100_000_000),
        )
        director = begin(plan, policy, journal=journal)
    policy.watch(director)
    return director, policy


def _seats(specs: list[str], count: int) -> dict[str, str]:
    """Return who plays by name: agents take seats in turn, a person only those he is named for."""
    rest = [spec for spec in specs if spec != PERSON] or specs
    order = specs + [rest[k % len(rest)] for k in range(max(count - len(specs), 0))]
    return {_name(spec, k + 1, count): spec for k, spec in enumerate(order[:count])}


def _name(spec: str, number: int, count: int) -> str:
    """Return a player's name: what his agent is called, and his number."""
    short = re.sub(r"[^A-Za-z0-9]+", "-", spec.removeprefix("cmd:")).strip("-")[-20:]
    return f"{short or 'player'}-{number:0{len(str(count))}d}"


def _policy(seats: dict[str, str], seed: int) -> AgentPolicy:
    from railbird.agents.registry import is_external, make_agent
    from railbird.agents.seats import AgentPolicy

    # A program of its own plays all of its seats; of the others each seat has one of its own.
    programs = {
        spec: make_agent(spec) for spec in dict.fromkeys(seats.values()) if is_external(spec)
    }
    return AgentPolicy(
        {
            player: programs.get(spec) or make_agent(spec, 1_000 * seed + k)
            for k, (player, spec) in enumerate(seats.items())
        }
    )


def _asks(policy: AgentPolicy) -> bool:
    """Say whether a person is asked at the terminal, where a progress line would be in his way."""
    from railbird.agents.human import Human

    return any(isinstance(agent, Human) for agent in policy.agents.values())


def _close(policy: AgentPolicy) -> None:
    """End the programs that played."""
    from railbird.agents.external import ExternalBot

    for agent in {id(a): a for a in policy.agents.values()}.values():
        if isinstance(agent, ExternalBot):
            agent.close()


def _check_out(out: Path) -> None:
    """Refuse, before any work, a folder that must not be replaced."""
    from railbird.datasets.atomic import ForeignOutput, refuse_foreign
    from railbird.datasets.formats.write import is_earlier_output

    try:
        refuse_foreign(out.resolve(), is_earlier_output)
    except ForeignOutput as error:
        raise click.UsageError(str(error)) from None


@contextmanager
def _shown(director: Director, quiet: bool) -> Iterator[None]:
    """Show players left, level, chip leader and hands a second while the event runs."""
    from rich.console import Console

    console = Console(stderr=True)
    if quiet or not console.is_terminal:
        yield
        return
    began = shown = monotonic()
    step = director.step
    with console.status("dealing") as status:

        def watched() -> bool:
            nonlocal shown
            going = step()
            if monotonic() - shown > 0.5:
                shown = monotonic()
                status.update(_state_line(director, shown - began))
            return going

        director.step = watched  # type: ignore[method-assign]
        yield


def _state_line(director: Director, seconds: float) -> str:
    from railbird.arena.tournament.clock import level_at

    field = director.field
    leader = max(field.living(), key=lambda p: p.stack, default=None)
    level = level_at(director.structure, field.clock, field.now)
    rate = field.hands_dealt / max(seconds, 1e-6)
    best = f", {leader.name} leads with {leader.stack:,}" if leader else ""
    return (
        f"{field.remaining:,} of {field.entries:,} players left, level {level.number} "
        f"({level.small_blind}/{level.big_blind}){best}, {rate:,.0f} hands/s"
    )


def _write(director: Director, out: Path, fmt: str, quiet: bool) -> None:
    from railbird.cli.progress import progress
    from railbird.datasets.formats.write import write

    with progress("writing", "hands", quiet=quiet) as report:
        write(director.history(), out, fmt, progress=report)


def _summary(director: Director, out: Path) -> str:
    from railbird.datasets.formats.safe_text import terminal_text

    result, field = director.result(), director.field
    if field.cancelled:
        return terminal_text(f"cancelled: {field.cancelled}")
    winners = [field.players[p].name for p, place in result.places if place == 1]
    shown = ", ".join(winners[:5]) + (f" and {len(winners) - 5} more" if len(winners) > 5 else "")
    return terminal_text(
        f"{director.structure.title} ({director.structure.house.name}): {field.entries:,} entries, "
        f"{result.hands:,} hands, pool {result.pool / 100:,.2f} {director.structure.currency}, "
        f"won by {shown}; history in {out}"
    )
