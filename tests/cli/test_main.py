"""The command line: help without imports, suggestions, exit statuses."""

from __future__ import annotations

import importlib
import subprocess
import sys

import pytest
from click.testing import CliRunner

from railbird.cli.main import COMMANDS, cli


def test_help_names_every_command_with_its_line() -> None:
    text = " ".join(CliRunner().invoke(cli, ["--help"]).output.split())
    for name, (_, line) in COMMANDS.items():
        assert name in text
        assert line.split(";")[0].split(":")[0] in text


def test_help_imports_no_command() -> None:
    code = (
        "import sys\n"
        "from railbird.cli.main import COMMANDS, cli\n"
        "try: cli(['--help'])\n"
        "except SystemExit: pass\n"
        "heavy = {'numpy', 'pandas', 'pyarrow', 'numba', 'sklearn'} & set(sys.modules)\n"
        "heavy |= {m for m, _ in COMMANDS.values()} & set(sys.modules)\n"
        "sys.exit(f'imported {heavy}' if heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_of_the_table_exists_and_has_help(name: str) -> None:
    module = importlib.import_module(COMMANDS[name][0])
    result = CliRunner().invoke(cli, [name, "--help"])
    assert result.exit_code == 0
    assert module.command.name is not None


def test_mistyped_command_gets_a_suggestion_and_status_2() -> None:
    result = CliRunner().invoke(cli, ["chekc"])
    assert result.exit_code == 2
    assert "Did you mean 'check'?" in result.output


def test_unlike_anything_gets_no_suggestion() -> None:
    result = CliRunner().invoke(cli, ["xyzzy"])
    assert result.exit_code == 2
    assert "Did you mean" not in result.output


def test_version_is_printed() -> None:
    result = CliRunner().invoke(cli, ["--version"])
    assert result.exit_code == 0 and "railbird" in result.output
