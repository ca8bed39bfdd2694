"""`railbird check`: reads histories and says where they break the laws of a true record."""

from __future__ import annotations

import csv
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click

from railbird.cli.plain import Command

if TYPE_CHECKING:
    from railbird.arena.history.laws import Violation
    from railbird.datasets.formats.sink import Rejected

SHOWN_EACH = 20  # lines a kind on the screen; the files have all
SHOWN_NOTES = 3
_VIOLATION_COLUMNS = (
    "kind note hand_id table file line players expected found explanation"
).split()


@click.command(cls=Command)
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT...")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="Folder for violations.csv and rejected.csv.",
)
@click.option("--quiet", is_flag=True, help="No progress line.")
def command(inputs: tuple[str, ...], out: Path | None, quiet: bool) -> None:
    """Report gaps, edits, duplicates and chips that do not add up.

    INPUT is any mix of files, folders, globs and .zip. Findings are no error: the exit status is
    0 when anything was read, 1 when nothing was, 2 for bad usage.
    """
    from railbird.arena.history.laws import check
    from railbird.cli.progress import progress
    from railbird.datasets.formats import read

    with progress("reading", "hands", quiet=quiet) as report:
        result = read(inputs, keep_duplicates=True, progress=report)
        violations = check(result.history) + list(_contradictions(inputs))
    violations.sort(key=lambda violation: violation.sort_key)
    if out is not None:
        _write(out, violations, result.rejected)
    for line in report_lines(result.history.hand_count, violations, result.rejected):
        click.echo(line)
    if result.history.hand_count == 0 and result.counts["summaries"] == 0:
        raise click.ClickException("nothing readable in the inputs")


def _contradictions(inputs: Sequence[str]) -> Iterator[Violation]:
    from railbird.arena.history.laws import Violation
    from railbird.datasets.formats.said_twice import contradictions

    for found in contradictions(inputs):
        of_whom = f" of {found.player}" if found.player else ""
        yield Violation(
            kind="contradiction",
            hand_id=found.hand,
            table=None,
            file=found.file,
            line=found.line,
            players=(found.player,) if found.player else (),
            expected=f"{found.what} {found.first}",
            found=f"{found.what} {found.second}",
            explanation=f"The {found.what}{of_whom}: first {found.first}, here {found.second}.",
        )


def report_lines(
    hands: int, violations: Sequence[Violation], rejected: Sequence[Rejected]
) -> Iterator[str]:
    """Yield the report: what was read, every kind of finding worst first, what was not read."""
    from railbird.arena.history.laws import KINDS

    by_kind = defaultdict[str, list["Violation"]](list)
    for violation in violations:
        by_kind[violation.kind].append(violation)
    broken = sum(not violation.note for violation in violations)
    yield f"{_count(hands, 'hand')} read, {_count(len(rejected), 'piece')} not understood."
    if hands:
        yield f"{_count(broken, 'breach', 'breaches')} found." if broken else "No law is broken."
    for kind, law in KINDS.items():
        if by_kind[kind]:
            yield ""
            yield f"{law.title}{' (a note)' if law.note else ''}: {len(by_kind[kind])}"
            yield f"  {law.meaning}"
            limit = SHOWN_NOTES if law.note else SHOWN_EACH
            yield from _shortened([_line(violation) for violation in by_kind[kind]], limit)
    if rejected:
        yield ""
        yield f"Not understood: {len(rejected)}"
        reasons = Counter(piece.reason for piece in rejected)
        lines = [f"{_safe(p.file)}:{p.line}  {_safe(p.reason)}" for p in rejected]
        yield f"  {_count(len(reasons), 'reason')}; none of these pieces is in the laws above."
        yield from _shortened(lines, SHOWN_EACH)


def _count(number: int, one: str, many: str | None = None) -> str:
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def _shortened(lines: list[str], limit: int) -> Iterator[str]:
    yield from (f"  {line}" for line in lines[:limit])
    if len(lines) > limit:
        yield f"  ... and {len(lines) - limit:,} more (--out DIR writes all of them)"


def _line(violation: Violation) -> str:
    place = f"{violation.file or '(no file)'}:{violation.line or 0}"
    where = ", ".join(part for part in (f"hand {violation.hand_id}", violation.table) if part)
    return _safe(f"{place}  {where}: {violation.explanation}")


def _safe(text: str) -> str:
    from railbird.datasets.formats.safe_text import terminal_text

    return terminal_text(text)


def _write(out: Path, violations: Iterable[Violation], rejected: Iterable[Rejected]) -> None:
    from railbird.datasets.atomic import ForeignOutput, fresh_directory

    rows = [
        [v.kind, v.note, v.hand_id, v.table, v.file, v.line, " | ".join(v.players)]
        + [v.expected, v.found, v.explanation]
        for v in violations
    ]
    try:
        with fresh_directory(out, is_ours=_is_ours) as folder:
            _write_csv(folder / "violations.csv", _VIOLATION_COLUMNS, rows)
            _write_csv(
                folder / "rejected.csv",
                ["file", "line", "reason"],
                [[p.file, p.line, p.reason] for p in rejected],
            )
    except ForeignOutput as error:
        raise click.UsageError(str(error)) from None


def _is_ours(folder: Path) -> bool:
    return {path.name for path in folder.iterdir()} <= {"violations.csv", "rejected.csv"}


def _write_csv(path: Path, header: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    from railbird.datasets.formats.safe_text import csv_cell

    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(header)
        for row in rows:
            writer.writerow("" if cell is None else csv_cell(str(cell)) for cell in row)
