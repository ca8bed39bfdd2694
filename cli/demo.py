"""`railbird demo`: scans the sample history and sets what was found beside the truth."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click

from railbird.cli.plain import Command

if TYPE_CHECKING:
    from railbird.detectors.scan import Summary


@click.command(cls=Command)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("demo-out"),
    show_default=True,
    help="Folder to write.",
)
@click.option("--quiet", is_flag=True, help="No progress line.")
def command(out: Path, quiet: bool) -> None:
    """Scan a small history with one pair that plays as a team, and say what came of it.

    The history is made up and comes with railbird; nothing is fetched. It takes well under 90
    seconds, most of it the first time, when the fast parts are compiled for this machine.
    """
    from railbird.cli.progress import progress
    from railbird.datasets import samples
    from railbird.datasets.atomic import ForeignOutput
    from railbird.detectors.scan import scan

    folder = Path(samples.__file__).parent
    click.echo(f"Scanning {folder / samples.HISTORY}: hands at six-seat cash tables, all made up.")
    try:
        with progress("scanning", "hands", quiet=quiet) as report:
            summary = scan(
                [folder / samples.HISTORY],
                out,
                view="operator",
                progress=lambda stage, done, total, hands: report(done, total, hands),
            )
    except ForeignOutput as error:
        raise click.UsageError(str(error)) from None
    with (folder / samples.TRUTH).open(encoding="utf-8", newline="") as file:
        truth = list(csv.DictReader(file))
    for line in story_lines(summary, truth):
        click.echo(line)


def story_lines(summary: Summary, truth: list[dict[str, str]]) -> Iterator[str]:
    """Yield what was scanned, what is flagged, what is true, and where the page is."""
    planted = frozenset(row["player"] for row in truth)
    flagged = [finding for finding in summary.findings if finding.flagged]
    yield (
        f"Read {summary.hands:,} hands of {summary.players} players and compared "
        f"{summary.pairs} pairs that met ({summary.tests} tests)."
    )
    yield ""
    yield "What the scan flags (at most 1 in 100 of such findings is expected to be false):"
    for finding in flagged:
        names, scheme = " + ".join(finding.score.players), finding.scheme
        yield f"  {names}: {scheme.title.lower()} (q = {finding.q_value:.1g})"
        yield f"    in {finding.hands:,} shared hands: {scheme.looks_for}."
    if not flagged:
        yield "  nobody"
    weaker = [finding for finding in summary.findings if not finding.flagged]
    for finding in weaker:
        names = " + ".join(finding.score.players)
        yield f"  (worth a look, proves nothing: {names}, {finding.scheme.title.lower()})"
    yield ""
    yield "What is true (the sample's truth file; the scan never sees it):"
    for row in truth:
        yield f"  {row['player']}: {row['scheme'].replace('_', ' ')}, {row['note']}"
    yield ""
    pairs = {frozenset(finding.score.players) for finding in flagged}
    others = sorted({" + ".join(sorted(pair)) for pair in pairs - {planted}})
    yield f"The planted pair was {'found' if planted in pairs else 'NOT found'}."
    yield f"Flagged besides: {', '.join(others) if others else 'nobody'}."
    yield f"The page with the evidence, hand by hand: {summary.out / 'report.html'}"
