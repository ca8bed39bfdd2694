"""A bot's process: its limits, its pipes, and its end.

Enforced: memory (data segment), processor time, size of written files, open files, no core dump;
an own session and process group, killed whole; an environment without our variables; an own
folder as working directory and home; the network is taken away where the system lets an ordinary
user make a network namespace (`network_is_cut` says so). Not enforced: reading files that the
user who runs the arena may read; children that leave the process group by a session of their own;
the network where namespaces are not allowed. Run strangers' bots as a user of their own, or in
a container.
"""

from __future__ import annotations

import ctypes
import os
import resource
import select
import signal
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from time import monotonic_ns

_NEW_USER, _NEW_NET = 0x10000000, 0x40000000
_PARENT_DEATH_SIGNAL = 1
_CHUNK = 1 << 16


@dataclass(frozen=True, slots=True)
class Limits:
    """What a process may use: bytes, seconds, counts. A turn's output counts from its question."""

    memory_bytes: int = 1 << 30
    cpu_seconds: int = 3_600
    file_bytes: int = 1 << 20
    open_files: int = 64
    line_bytes: int = 1 << 16
    turn_bytes: int = 1 << 18


class BotGone(Exception):
    """The process has ended, or was ended for what it sent."""


class BotProcess:
    """A running bot with non-blocking pipes. Deadlines are `time.monotonic_ns` moments."""

    def __init__(self, command: Sequence[str], folder: Path, limits: Limits) -> None:
        """Start it. Raises `OSError` when there is no such program."""
        self.limits = limits
        self._buffer = bytearray()
        self._turn = 0
        with (folder / "stderr.txt").open("ab") as errors:
            self._popen = subprocess.Popen(  # its own group; ended in `stop`
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                cwd=folder,
                env=clean_environment(folder),
                start_new_session=True,
                close_fds=True,
                bufsize=0,
                preexec_fn=lambda: _confine(limits),
            )
        assert self._popen.stdin is not None and self._popen.stdout is not None
        self._in, self._out = self._popen.stdin.fileno(), self._popen.stdout.fileno()
        os.set_blocking(self._in, False)
        os.set_blocking(self._out, False)
        self._readable = select.poll()
        self._readable.register(self._out, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(self._in, select.POLLOUT)

    @property
    def pid(self) -> int:
        """The process id."""
        return self._popen.pid

    def write_line(self, line: bytes, deadline: int) -> None:
        """Send a whole line. Raises `TimeoutError` when it is not taken in time, or `BotGone`."""
        self._turn = 0
        rest = memoryview(line)
        while rest:
            try:
                rest = rest[os.write(self._in, rest) :]
            except BlockingIOError:
                self._wait(self._writable, deadline)
            except OSError as error:
                raise BotGone(f"it no longer reads: {self._how(error)}") from None

    def read_line(self, deadline: int) -> bytes:
        """Return the next line. Raises `TimeoutError`, or `BotGone` also for a giant line."""
        while True:
            end = self._buffer.find(b"\n")
            if end >= 0:
                line = bytes(self._buffer[:end])
                del self._buffer[: end + 1]
                return line
            if len(self._buffer) > self.limits.line_bytes:
                raise BotGone(f"a line of more than {self.limits.line_bytes} bytes")
            self._read(deadline)

    def stop(self) -> None:
        """Kill the whole group and wait, so that nothing is left."""
        for pipe in (self._popen.stdin, self._popen.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except OSError:
                    # What was not yet written has no reader any more.
                    continue
        try:
            os.killpg(self._popen.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            self._popen.kill()
        self._popen.wait()

    def _read(self, deadline: int) -> None:
        try:
            data = os.read(self._out, _CHUNK)
        except BlockingIOError:
            self._wait(self._readable, deadline)
            return
        if not data:
            raise BotGone(f"it has ended: {self._how(None)}")
        self._turn += len(data)
        if self._turn > self.limits.turn_bytes:
            raise BotGone(f"more than {self.limits.turn_bytes} bytes in one turn")
        self._buffer += data

    def _wait(self, on: select.poll, deadline: int) -> None:
        left = (deadline - monotonic_ns()) / 1e6
        if left <= 0 or not on.poll(left):
            raise TimeoutError("its time is up")

    def _how(self, error: OSError | None) -> str:
        try:
            code = self._popen.wait(0.2)
        except subprocess.TimeoutExpired:
            return str(error) if error else "it closed its output"
        if code < 0:
            return f"killed by {signal.Signals(-code).name}"
        return f"exit status {code}"


def clean_environment(folder: Path) -> dict[str, str]:
    """Return the only variables that a bot gets."""
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": str(folder),
        "TMPDIR": str(folder),
        "LANG": "C.UTF-8",
        "PYTHONDONTWRITEBYTECODE": "1",
    }


def _confine(limits: Limits) -> None:
    """Run in the child before the program: limits, and no network where that is possible."""
    # Address space is left alone: runtimes reserve far more than they use.
    resource.setrlimit(resource.RLIMIT_DATA, (limits.memory_bytes, limits.memory_bytes))
    resource.setrlimit(resource.RLIMIT_CPU, (limits.cpu_seconds, limits.cpu_seconds))
    resource.setrlimit(resource.RLIMIT_FSIZE, (limits.file_bytes, limits.file_bytes))
    resource.setrlimit(resource.RLIMIT_NOFILE, (limits.open_files, limits.open_files))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    _cut_network()
    _die_with_parent()


def _die_with_parent() -> None:
    """Let Linux kill the bot when the arena is killed and cannot do it itself."""
    try:
        ctypes.CDLL(None).prctl(_PARENT_DEATH_SIGNAL, signal.SIGKILL)
    except (OSError, AttributeError):
        return


def _cut_network() -> bool:
    try:
        return bool(ctypes.CDLL(None).unshare(_NEW_USER | _NEW_NET) == 0)
    except (OSError, AttributeError):
        return False


@cache
def network_is_cut() -> bool:
    """Say whether bots on this machine run without a network; tried once in a child."""
    child = os.fork()
    if child == 0:
        os._exit(0 if _cut_network() else 1)
    return os.waitpid(child, 0)[1] == 0
