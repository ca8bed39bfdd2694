"""`railbird convert`: rewrites histories in another format."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from railbird.cli.plain import Command

if TYPE_CHECKING:
    from railbird.datasets.formats.result import ReadResult
    from railbird.datasets.formats.write import WriteReport

FORMATS = ("parquet", "pokerstars", "fulltilt", "phh", "ohh")


@click.command("convert", cls=Command)
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT...")
@click.option("--to", "fmt", required=True, type=click.Choice(FORMATS), help="Format to write.")
@click.option(
    "--out",
    required=True,
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Folder to write: new, empty, or an earlier output, which is replaced.",
)
@click.option("--quiet", is_flag=True, help="No progress line.")
def command(inputs: tuple[str, ...], fmt: str, out: Path, quiet: bool) -> None:
    """Rewrite histories in another format.

    INPUT is any mix of files, folders, globs and .zip of any supported format. What is not
    understood, or has no words in the new format, goes to DIR/rejected.csv with its reason; columns
    of which the new format says less are counted in DIR/not_carried.csv. DIR appears whole at the
    end or stays as it was. The exit status is 0 when done, 1 when nothing was readable, 2 for bad
    usage.
    """
    from railbird.cli.progress import progress
    from railbird.datasets.formats import read
    from railbird.datasets.formats.write import write

    _check_out(inputs, out)
    with progress("reading", "hands", quiet=quiet) as report:
        result = read(inputs, progress=report)
    if result.history.hand_count == 0 and result.history["tournaments"].num_rows == 0:
        raise click.ClickException(_nothing_readable(result))
    with progress("writing", "hands", quiet=quiet) as report:
        written = write(
            result.history,
            out,
            fmt,
            progress=report,
            extra_files=lambda done: _reports(result, done),
        )
    click.echo(_summary(result, written, fmt, out))


def _check_out(inputs: tuple[str, ...], out: Path) -> None:
    """Refuse, before any work, a folder that must not be replaced."""
    from railbird.datasets.atomic import ForeignOutput, refuse_foreign
    from railbird.datasets.formats.write import is_earlier_output

    target = out.resolve()
    for source in inputs:
        path = Path(source).resolve()
        if path == target or target in path.parents:
            raise click.UsageError(f"--out {out} holds the input {source}: name another folder")
    try:
        refuse_foreign(target, is_earlier_output)
    except ForeignOutput as error:
        raise click.UsageError(str(error)) from None


def _nothing_readable(result: ReadResult) -> str:
    from railbird.datasets.formats.safe_text import terminal_text

    if not result.rejected:
        return "nothing readable in the inputs"
    first = result.rejected[0]
    return terminal_text(
        f"nothing readable in the inputs: {first.file}, line {first.line}: {first.reason}"
    )


def _reports(result: ReadResult, written: WriteReport) -> dict[str, str]:
    """Return the report files that have anything to say."""
    files = {}
    pieces = [*result.rejected, *written.skipped]
    if pieces:
        rows = [(piece.file, piece.line, piece.reason) for piece in pieces]
        files["rejected.csv"] = _csv(("file", "line", "reason"), rows)
    if written.not_carried:
        files["not_carried.csv"] = _csv(("column", "rows"), sorted(written.not_carried.items()))
    return files


def _csv(head: tuple[str, ...], rows: list[Any]) -> str:
    from railbird.datasets.formats.safe_text import csv_cell

    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head)
    for row in rows:
        writer.writerow([csv_cell(cell) if isinstance(cell, str) else cell for cell in row])
    return text.getvalue()


def _summary(result: ReadResult, written: WriteReport, fmt: str, out: Path) -> str:
    files = len(written.files)
    parts = [f"{written.hands:,} hands to {out} as {fmt} in {files:,} files"]
    lost = len(result.rejected) + len(written.skipped)
    if result.counts["duplicates"]:
        parts.append(f"{result.counts['duplicates']:,} duplicates left out")
    if lost:
        parts.append(f"{lost:,} pieces not understood or not writable: rejected.csv")
    if written.not_carried:
        parts.append(f"{len(written.not_carried)} columns say less: not_carried.csv")
    return "; ".join(parts) + "."
