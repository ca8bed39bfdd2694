"""Commands whose errors are plain lines: a path can be copied, a log can be searched."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import rich_click as click


def run_plainly(run: Callable[..., Any], *args: Any, standalone_mode: bool, **extra: Any) -> Any:
    """Call `run` (a click command's `main`); print errors without a box that breaks long paths.

    With `standalone_mode` the process ends with the command's exit status, as click's own does.
    """
    if not standalone_mode:
        return run(*args, standalone_mode=False, **extra)
    try:
        result = run(*args, standalone_mode=False, **extra)
    except click.ClickException as error:
        click.echo(f"Error: {error.format_message()}", err=True)
        context = getattr(error, "ctx", None)
        if context is not None:
            click.echo(f"Try '{context.command_path} --help' for help.", err=True)
        sys.exit(error.exit_code)
    except click.Abort:
        click.echo("Stopped.", err=True)
        sys.exit(1)
    sys.exit(result if isinstance(result, int) else 0)


class Command(click.RichCommand):
    """A sub-command of `railbird` with plain errors."""

    def main(self, *args: Any, standalone_mode: bool = True, **extra: Any) -> Any:
        """Run the command; see `run_plainly`."""
        return run_plainly(super().main, *args, standalone_mode=standalone_mode, **extra)
