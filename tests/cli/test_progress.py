"""One progress line: on a terminal's stderr, with rate and estimate, and gone at the end."""

from __future__ import annotations

import os
import pty
import subprocess
import sys

CODE = """
import time
from railbird.cli.progress import progress
with progress("reading", "hands", quiet={quiet}) as report:
    for done in range(1, 4):
        report(done * 100, 300, done * 1000)
        time.sleep(0.15)
print("result")
"""


def on_a_terminal(quiet: bool) -> tuple[str, str]:
    """Return (stdout, what a terminal on stderr got)."""
    ours, theirs = pty.openpty()
    done = subprocess.Popen(
        [sys.executable, "-c", CODE.format(quiet=quiet)],
        stdout=subprocess.PIPE,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "120"},
    )
    out, _ = done.communicate(timeout=60)
    os.close(theirs)
    shown = b""
    try:
        while part := os.read(ours, 4096):
            shown += part
    except OSError:
        pass  # the other end is closed
    os.close(ours)
    return out.decode(), shown.decode()


def test_a_terminal_sees_label_rate_and_share() -> None:
    out, shown = on_a_terminal(quiet=False)
    assert out == "result\n"
    assert "reading" in shown and "hands, " in shown and "/s" in shown and "100%" in shown


def test_quiet_shows_nothing() -> None:
    out, shown = on_a_terminal(quiet=True)
    assert out == "result\n" and "reading" not in shown


def test_a_file_gets_no_progress() -> None:
    done = subprocess.run(
        [sys.executable, "-c", CODE.format(quiet=False)], capture_output=True, check=True
    )
    assert done.stdout == b"result\n" and b"reading" not in done.stderr
