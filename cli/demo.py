"""`railbird demo`: plays, plants two pairs, scans, and sets what was found beside the truth."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import chdir, contextmanager
from importlib.resources import files
from pathlib import Path
from subprocess import DEVNULL, Popen
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import rich_click as click

from railbird.cli.plain import Command
from railbird.cli.scan import overall

if TYPE_CHECKING:
    from railbird.cli.progress import Report
    from railbird.datasets.showcase import Truth
    from railbird.detectors.findings import Finding
    from railbird.detectors.scan import Summary

# What each view sees, in plain words; the folder of its scan has its name.
VIEWS = {
    "operator": "the card room, which sees every hole card",
    "outsider": "a player at the table, who sees the cards that were shown",
}


@click.command(cls=Command)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("demo-out"),
    show_default=True,
    help="Folder to write.",
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help="Another seed, other players and other hands.",
)
@click.option("--quiet", is_flag=True, help="No progress line.")
def command(out: Path, seed: int, quiet: bool) -> None:
    """Play sit & gos with two pairs that collude, scan them, and set the findings beside the truth.

    Everything is played here and now; nothing is fetched. It takes about half a minute, and the
    first time about a minute more, while the fast parts are compiled for this machine.
    """
    from railbird.datasets.atomic import ForeignOutput, fresh_directory, holds_only_listed

    try:
        with fresh_directory(out, is_ours=holds_only_listed) as folder:
            _tour(folder, out, seed, quiet)
    except ForeignOutput as error:
        raise click.UsageError(str(error)) from None


def _tour(folder: Path, out: Path, seed: int, quiet: bool) -> None:
    """Fill `folder`, which becomes `out` at the end, and say what came of it."""
    from railbird.cli.progress import progress
    from railbird.datasets.atomic import list_files
    from railbird.datasets.showcase import EVENTS, NAMES, STRUCTURE, write_showcase

    click.echo(f"Playing {EVENTS} sit & gos ({STRUCTURE}) among {len(NAMES)} human-like players.")
    with progress("playing", "hands", quiet=quiet) as report, _compiling_ahead():
        hands, truth = write_showcase(
            folder, seed, lambda done, events: report(events, EVENTS, done)
        )
    click.echo(f"Wrote {hands:,} hands as PokerStars text: {out / 'hands'}")
    found = {}
    for view, who in VIEWS.items():
        click.echo(f"Scanning them as {who}.")
        with progress("scanning", "hands", quiet=quiet) as report:
            found[view] = _scanned(folder, view, report)
    list_files(folder)
    for line in story_lines(found, truth, out):
        click.echo(line)


@contextmanager
def _compiling_ahead() -> Iterator[None]:
    """Compile players and scan on another core too, where this machine has not done so yet."""
    from railbird.arena.numba_cache import is_compiled
    from railbird.datasets import samples

    if is_compiled("railbird.detectors.spots_kernel"):
        yield
        return
    code = (
        "import sys\n"
        "from railbird.agents.scripted.house import house_bot\n"
        "from railbird.arena.tournament.view import new_views\n"
        "from railbird.detectors.scan import scan\n"
        "house_bot('nit').act_views(new_views(0))\n"
        "scan(sys.argv[1:2], sys.argv[2])"
    )
    sample = str(files(samples) / samples.HISTORY)
    # The folder is ours, so that it goes away when the other program is stopped half-way too.
    with TemporaryDirectory() as passing:
        words = [sys.executable, "-c", code, sample, f"{passing}/scan"]
        with Popen(words, stdout=DEVNULL, stderr=DEVNULL) as ahead:
            try:
                yield
            finally:
                ahead.terminate()


def _scanned(folder: Path, view: str, report: Report) -> Summary:
    """Scan `folder/hands` into `folder/view`."""
    from railbird.detectors.scan import scan

    # From inside, so that the page names the hands as they lie beside it, not this passing folder.
    with chdir(folder):
        return scan(
            ["hands"],
            view,
            view=view,
            progress=lambda stage, done, total, hands: report(*overall(stage, done, total), hands),
        )


def story_lines(found: dict[str, Summary], truth: Sequence[Truth], out: Path) -> Iterator[str]:
    """Yield what each view flags, what is true, how the two agree, and which page to open."""
    for view, summary in found.items():
        yield ""
        yield f"What {VIEWS[view].split(',')[0]} can tell ({summary.tests} tests on pairs):"
        yield from _finding_lines(summary)
    yield ""
    yield f"What is true (the scan never sees it; {out / 'truth'}):"
    for pair in truth:
        yield f"  {' + '.join(pair.players)}: {pair.agreed}."
        yield f"    Together in {pair.events} events, {pair.changed} decisions changed for it."
    yield ""
    for pair in truth:
        yield _verdict(pair, found)
    yield _others(truth, found)
    yield ""
    yield f"Open the page with the evidence, hand by hand: {out / 'operator' / 'report.html'}"


def _finding_lines(summary: Summary) -> Iterator[str]:
    flagged = [finding for finding in summary.findings if finding.flagged]
    for finding in flagged:
        names, scheme = " + ".join(finding.score.players), finding.scheme
        gives = f", {finding.giver} gives" if finding.giver else ""
        yield f"  flagged: {names}, {scheme.title.lower()} in {finding.hands:,} shared hands{gives}"
        yield f"    (q = {finding.q_value:.1g}): {scheme.looks_for}"
    if not flagged:
        yield "  nobody is flagged"
    for finding in summary.findings:
        if not finding.flagged:
            names = " + ".join(finding.score.players)
            yield f"  worth a look, proves nothing: {names}, {finding.scheme.title.lower()}"


def _verdict(pair: Truth, found: dict[str, Summary]) -> str:
    """Return which views found a planted pair."""
    seen = [view for view, summary in found.items() if frozenset(pair.players) in _cases(summary)]
    who = f"{' + '.join(pair.players)} ({pair.name})"
    if not seen:
        return f"{who}: NOT found."
    return f"{who}: found by the {' and the '.join(seen)}{'' if len(seen) > 1 else ' only'}."


def _others(truth: Sequence[Truth], found: dict[str, Summary]) -> str:
    planted = {frozenset(pair.players) for pair in truth}
    others = {pair for summary in found.values() for pair in _cases(summary)} - planted
    names = sorted(" + ".join(sorted(pair)) for pair in others)
    return f"Honest pairs flagged by mistake: {', '.join(names) if names else 'none'}."


def _cases(summary: Summary) -> dict[frozenset[str], Finding]:
    return {frozenset(f.score.players): f for f in summary.findings if f.flagged}
