"""The `railbird` command and its sub-commands, each imported only when it is called."""

from __future__ import annotations

import difflib
import importlib
import sys
from typing import Any

import rich_click as click

from railbird.cli.plain import run_plainly

# One line a command: name, module with a click command called `command`, one line of help.
COMMANDS: dict[str, tuple[str, str]] = {
    "check": ("railbird.cli.check", "Integrity only: chip laws, gaps, edits, duplicates."),
    "convert": ("railbird.cli.convert", "Rewrite histories in another format."),
    "demo": ("railbird.cli.demo", "The tour: scan a small history with one blatant pair."),
    "league": ("railbird.cli.league", "Play agents against each other and rate them."),
    "play": ("railbird.cli.play", "Run an event under a house's rules and write its history."),
    "rules": (
        "railbird.cli.rules",
        "Every rule of both rooms: what it says, where it lives, which tests hold it.",
    ),
    "scan": (
        "railbird.cli.scan",
        "Find pairs that play for each other; write findings and a page.",
    ),
}


class LazyGroup(click.RichGroup):
    """A command group that imports a sub-command's module only when it is run.

    The help asks for every command object, so `get_command` answers with a name and a line of
    help from the table; only `resolve_command`, which comes before running, imports.
    """

    def main(self, *args: Any, standalone_mode: bool = True, **extra: Any) -> Any:
        """Run the command line; see `run_plainly`."""
        return run_plainly(super().main, *args, standalone_mode=standalone_mode, **extra)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, sorted."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Return what the help says of the command called `name`, or None."""
        return click.RichCommand(name=name, help=COMMANDS[name][1]) if name in COMMANDS else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command to run and its arguments; bad usage names the nearest command."""
        name, *rest = args
        if name in COMMANDS:
            command: click.Command = importlib.import_module(COMMANDS[name][0]).command
            return name, command, rest
        near = difflib.get_close_matches(name, COMMANDS, n=1)
        hint = f" Did you mean '{near[0]}'?" if near else ""
        ctx.fail(f"No such command '{name}'.{hint}")


@click.group("railbird", cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="railbird", prog_name="railbird")
def cli() -> None:
    """railbird watches the game from the rail: a poker bot arena and fair-play monitor."""


def main() -> None:
    """Run the command line; exit status 0 done, 1 nothing readable, 2 bad usage."""
    sys.exit(cli(standalone_mode=True))
