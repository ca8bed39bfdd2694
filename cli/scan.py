"""`railbird scan`: histories in, findings and a page out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click

from railbird.cli.plain import Command

if TYPE_CHECKING:
    from railbird.detectors.findings import Finding
    from railbird.detectors.scan import Summary

_SHOWN = 10
# Where each stage begins on the progress line, in thousandths of the usual time.
_STAGES = {"reading": 0, "decisions": 400, "testing pairs": 450, "writing": 900}


@click.command(cls=Command)
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT...")
@click.option("--out", required=True, type=click.Path(path_type=Path), help="Folder to write.")
@click.option(
    "--view",
    type=click.Choice(["outsider", "operator"]),
    default="outsider",
    show_default=True,
    help="outsider: cards the table saw; operator: every card the histories know.",
)
@click.option(
    "--fdr",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    default=0.01,
    show_default=True,
    help="False discovery rate of case findings.",
)
@click.option("--quiet", is_flag=True, help="No progress line.")
def command(inputs: tuple[str, ...], out: Path, view: str, fdr: float, quiet: bool) -> None:
    """Find pairs that play for each other, with error rates that hold.

    INPUT is any mix of files, folders, globs and .zip of any supported format. Findings are no
    error: the exit status is 0 when anything was read, 1 when nothing was, 2 for bad usage.
    """
    from railbird.cli.progress import progress
    from railbird.datasets.atomic import ForeignOutput
    from railbird.detectors.scan import NothingReadable, scan

    try:
        with progress("scanning", "hands", quiet=quiet) as report:
            summary = scan(
                inputs,
                out,
                view=view,
                fdr=fdr,
                progress=lambda stage, done, total, hands: report(
                    *overall(stage, done, total), hands
                ),
            )
    except ForeignOutput as error:
        raise click.UsageError(str(error)) from None
    except NothingReadable as error:
        raise click.ClickException("\n  ".join([str(error), *map(_safe, error.reasons)])) from None
    for line in result_lines(summary, view, fdr):
        click.echo(line)


def overall(stage: str, done: int, total: int) -> tuple[int, int]:
    """Return the progress of the whole scan and its end; only reading tells its own."""
    within = _STAGES["decisions"] * done // max(total, 1) if stage == "reading" else 0
    return _STAGES[stage] + within, 1000


def result_lines(summary: Summary, view: str, fdr: float) -> Iterator[str]:
    """Yield the short result: what was read and tested, what was found, where the page is."""
    yield (
        f"{summary.hands:,} hands, {summary.players:,} players, {view} view: "
        f"{summary.tests:,} tests on {summary.pairs:,} pairs that met."
    )
    if summary.rejected:
        yield f"{summary.rejected:,} pieces were not understood: see rejected.csv."
    counts = ", ".join(f"{count} {tier}" for tier, count in summary.tiers)
    yield f"Findings: {counts} (case: at most {fdr:.0%} expected to be false)."
    for finding in summary.findings[:_SHOWN]:
        yield _line(finding)
    if len(summary.findings) > _SHOWN:
        yield f"  ... and {len(summary.findings) - _SHOWN:,} more in findings.csv"
    yield f"Report: {summary.out / 'report.html'}"


def _line(finding: Finding) -> str:
    first, second = finding.score.players
    return _safe(
        f"  {finding.tier:<6} {finding.scheme.name:<10} {first} + {second}  "
        f"{finding.score.bits:+.1f} bits, q = {finding.q_value:.2g}, {finding.hands} hands"
    )


def _safe(text: str) -> str:
    from railbird.datasets.formats.safe_text import terminal_text

    return terminal_text(text)
