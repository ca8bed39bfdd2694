"""One progress line for all commands: how far, how fast, how long still; on stderr."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Protocol


class Report(Protocol):
    """Called again and again while the work goes on."""

    def __call__(self, done: int, total: int | None = None, count: int | None = None) -> None:
        """Show that `done` of `total` is done (None: unknown) and `count` things came of it."""


@contextmanager
def progress(label: str, unit: str, *, quiet: bool = False) -> Iterator[Report]:
    """Give a function that shows progress while the block runs: bar, rate in `unit`, estimate.

    The rate is that of `count` where it is given (bytes done, hands read), else of `done`. Nothing
    is shown when `quiet` or when stderr is no terminal, and the line is gone at the end.
    """
    # Imported here: the help of a command must not wait for it.
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f}%"),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=quiet or not console.is_terminal,
    ) as bar:
        task = bar.add_task(label, total=None, rate="")
        start = monotonic()

        def report(done: int, total: int | None = None, count: int | None = None) -> None:
            made = done if count is None else count
            speed = made / max(monotonic() - start, 1e-6)
            rate = f"{made:,} {unit}, {speed:,.0f}/s"
            bar.update(task, completed=done, total=total, rate=rate)

        yield report
