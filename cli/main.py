"""The `railbird` command and its sub-commands, each imported only when it is called."""

from __future__ import annotations

import importlib
import sys
from typing import Any

import rich_click as click

# One line a command: name, module with a click command called `command`, one line of help.
COMMANDS: dict[str, tuple[str, str]] = {
    "check": ("railbird.cli.check", "Integrity only: chip laws, gaps, edits, duplicates."),
    "convert": ("railbird.cli.convert", "Rewrite histories in another format."),
    "demo": ("railbird.cli.demo", "The tour: scan a small history with one blatant pair."),
    "scan": (
        "railbird.cli.scan",
        "Find pairs that play for each other; write findings and a page.",
    ),
}


class LazyGroup(click.RichGroup):
    """A command group that imports a sub-command's module only when it is needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, sorted."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Return the command called `name`, importing its module, or None."""
        if name not in COMMANDS:
            return None
        module, _ = COMMANDS[name]
        command: click.Command = importlib.import_module(module).command
        return command

    def format_commands(self, ctx: click.Context, formatter: Any) -> None:
        """Write the list of commands from the table above, importing none of them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name][1]) for name in sorted(COMMANDS)])


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="railbird")
def cli() -> None:
    """railbird watches the game from the rail: a poker bot arena and fair-play monitor."""


def main() -> None:
    """Run the command line; exit status 0 done, 1 nothing readable, 2 bad usage."""
    sys.exit(cli(standalone_mode=True))
