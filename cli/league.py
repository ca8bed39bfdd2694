"""`railbird league`: plays agents against each other, says who is better and how surely."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click

from railbird.cli.plain import Command

if TYPE_CHECKING:
    from railbird.agents.league import League, LeagueFile, Notes, Played
    from railbird.agents.standings import Estimate, Table

RESULTS, PAGE, STDERR = "league.jsonl", "league.html", "stderr"
_SHOWN_PAIRS = 60
_MOST_STDERR = 1 << 24


@click.command("league", cls=Command)
@click.argument("agents", nargs=-1, required=True, metavar="AGENT...")
@click.option("--structure", default="sng-9max", metavar="NAME", help="Preset or TOML file.")
@click.option("--house", metavar="NAME", help="pokerstars, fulltilt, or a TOML file.")
@click.option("--tournaments", type=click.IntRange(1), default=200, metavar="N")
@click.option("--seed", type=click.IntRange(0), default=0, help="Same seed, same decks.")
@click.option(
    "--pace",
    type=click.FloatRange(1.0, 1_000.0),
    default=10.0,
    help="How much faster than real the clock of external bots runs.",
)
@click.option(
    "--duplicate",
    type=click.IntRange(0),
    default=0,
    metavar="DEALS",
    help="Also play so many single deals, every agent in every seat of each.",
)
@click.option("--workers", type=click.IntRange(1), default=1, help="Processes that play.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Keep results and a page here; a stopped league goes on from them.",
)
@click.option("--quiet", is_flag=True, help="No progress line.")
def command(
    agents: tuple[str, ...],
    structure: str,
    house: str | None,
    tournaments: int,
    seed: int,
    pace: float,
    duplicate: int,
    workers: int,
    out: Path | None,
    quiet: bool,
) -> None:
    """Play AGENTs against each other and rate them.

    AGENT is a house bot's name, module:Class, file.py:Class or "cmd:PROGRAM". Tournaments are
    played in whole blocks of the same decks, every agent once in each seat. Exit status: 0 done,
    2 bad usage.
    """
    from railbird.agents.league import League, LeagueError
    from railbird.agents.registry import AgentError
    from railbird.arena.tournament.house import HouseError
    from railbird.arena.tournament.structure_file import StructureError

    league = League(agents, structure, house, seed, pace)
    try:
        played = _play(league, tournaments, workers, out, quiet)
        _show(league, played, out)
        if duplicate:
            _show_duplicate(league, duplicate, quiet)
    except (AgentError, LeagueError, StructureError, HouseError) as error:
        raise click.UsageError(str(error)) from None
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        raise click.UsageError(f"{place}{error.strerror or error}; give another --out") from None


def _play(
    league: League, tournaments: int, workers: int, out: Path | None, quiet: bool
) -> list[Played]:
    from railbird.agents.league import LeagueFile, open_match

    _check_agents(league)
    with open_match(league) as match:
        size = match.block_size
    file = None
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        file = LeagueFile(out / RESULTS, league)
    played = file.read(size) if file else []
    blocks = range(len(played) // size, -(-tournaments // size))
    return _play_blocks(league, played, blocks, workers, file, quiet)


def _check_agents(league: League) -> None:
    """Refuse, before anything is played, agents that there are not and programs that do not start.

    Says what this machine does not keep from programs.
    """
    from railbird.agents.external import check_starts
    from railbird.agents.process import not_enforced
    from railbird.agents.registry import check_agent, is_external

    for spec in dict.fromkeys(league.agents):
        check_agent(spec)
        if is_external(spec):
            check_starts(spec)
    if any(map(is_external, league.agents)):
        for text in not_enforced():
            click.echo(f"On this machine programs are not kept from {text}.", err=True)


def _play_blocks(
    league: League,
    played: list[Played],
    blocks: range,
    workers: int,
    file: LeagueFile | None,
    quiet: bool,
) -> list[Played]:
    from railbird.agents.league import play_blocks
    from railbird.cli.progress import progress
    from railbird.datasets.formats.safe_text import terminal_text

    faults: dict[str, list[str]] = {}
    with progress("playing", "tournaments", quiet=quiet) as report:
        for k, (block, notes) in enumerate(play_blocks(league, blocks, workers), 1):
            played += block
            if file is not None:
                file.append(block)
                _keep_stderr(file.path.parent / STDERR, league, notes)
            for label, texts in notes.faults.items():
                faults.setdefault(label, []).extend(texts)
            report(k, len(blocks), len(played))
    for label, texts in faults.items():
        if texts:
            line = f"{label}: {len(texts)} faults, the first: {texts[0]}"
            click.echo(terminal_text(line), err=True)
    return played


def _keep_stderr(folder: Path, league: League, notes: Notes) -> None:
    """Add what external bots wrote on stderr to a file each, for their authors."""
    for label, text in notes.stderr.items():
        if not text:
            continue
        folder.mkdir(exist_ok=True)
        path = folder / f"{league.labels.index(label) + 1}.txt"
        if not path.exists():
            path.write_text(f"{label}\n\n", encoding="utf-8")
        if path.stat().st_size < _MOST_STDERR:
            with path.open("a", encoding="utf-8") as out:
                out.write(text)


def _show(league: League, played: list[Played], out: Path | None) -> None:
    from rich.console import Console

    from railbird.agents.standings import make_table
    from railbird.cli.league_page import write_page

    table = make_table(played, league.labels)
    console = Console()
    _print_standings(console, league, table, len(played))
    _print_pairs(console, table)
    if out is not None:
        write_page(out / PAGE, league, table, len(played))
        click.echo(f"results in {out / RESULTS}, page in {out / PAGE}")


def _print_standings(console: object, league: League, table: Table, count: int) -> None:
    from rich.console import Console
    from rich.table import Table as Grid
    from rich.text import Text

    from railbird.datasets.formats.safe_text import terminal_text

    assert isinstance(console, Console)
    grid = Grid(title=f"{count:,} tournaments of {league.structure}, 95% intervals")
    grid.add_column("agent")
    for name in ("rating", "ROI %", "in the money %", "bb/100", "hands", "timed out"):
        grid.add_column(name, justify="right")
    for row in table.standings:
        grid.add_row(
            Text(terminal_text(row.label)),
            f"{row.rating:.1f} ± {2 * row.uncertainty:.1f}",
            interval(row.roi, 100),
            interval(row.in_the_money, 100, sign=""),
            interval(row.bb_per_100, 1),
            f"{row.hands:,}",
            str(row.timed_out),
        )
    console.print(grid)


def _print_pairs(console: object, table: Table) -> None:
    from rich.console import Console
    from rich.table import Table as Grid
    from rich.text import Text

    from railbird.datasets.formats.safe_text import terminal_text

    assert isinstance(console, Console)
    sure = table.sure_from()
    grid = Grid(title=f"Who is better (sure from an evidence of {sure:,.0f} on)")
    grid.add_column("pair")
    for name in ("blocks", "evidence", "sure", "ROI difference %"):
        grid.add_column(name, justify="right")
    for pair in table.pairs[:_SHOWN_PAIRS]:
        grid.add_row(
            Text(terminal_text(f"{pair.better} > {pair.worse}")),
            f"{pair.ahead}:{pair.behind}",
            f"{pair.evidence:.3g}",
            "yes" if pair.evidence >= sure else "no",
            interval(pair.roi_difference, 100),
        )
    console.print(grid)
    click.echo(
        "Evidence may be looked at after every block: all sure verdicts together err with a "
        "chance below 5%."
    )


def _show_duplicate(league: League, deals: int, quiet: bool) -> None:
    """Play and show duplicate hands: differences of pairs in big blinds per 100 hands."""
    from itertools import combinations

    from rich.console import Console
    from rich.table import Table as Grid
    from rich.text import Text

    from railbird.agents.duplicate import play_duplicate
    from railbird.agents.league import open_match
    from railbird.cli.progress import progress
    from railbird.datasets.formats.safe_text import terminal_text

    with progress("dealing", "deals", quiet=quiet) as report, open_match(league) as match:
        found = play_duplicate(match, deals, report)
    hands = deals * len(found.labels)
    grid = Grid(title=f"{deals:,} duplicate deals, {hands:,} hands from equal stacks")
    grid.add_column("pair")
    for name in ("difference, bb/100", "from chips alone", "interval *"):
        grid.add_column(name, justify="right")
    for a, b in combinations(found.labels, 2):
        grid.add_row(
            Text(terminal_text(f"{a} - {b}")),
            interval(found.difference(a, b), 1),
            interval(found.plain_difference(a, b), 1),
            f"{100 * found.interval_ratio(a, b):.0f}%",
        )
    Console().print(grid)
    click.echo(
        "* of that from as many hands with a deck each; luck of the board and of starting hands"
        " is taken off."
    )


def interval(estimate: Estimate, scale: float, sign: str = "+") -> str:
    """Return an estimate as text: its value and half of its interval."""
    value = f"{scale * estimate.value:{sign}.1f}"
    if not math.isfinite(estimate.high):
        return value
    return f"{value} ± {scale * (estimate.high - estimate.value):.1f}"
