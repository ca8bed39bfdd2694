"""A bot's process: its limits, its pipes, and its end.

The program is started by `confine.py`, which takes away the network, other processes, other files
and all but a little memory, disk and time, as far as the system lets it; `protections` says how
far. What holds and what does not is listed for people in docs/agents.md.
"""

from __future__ import annotations

import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from time import monotonic_ns

_CHUNK = 1 << 16
_END_SECONDS = 5.0
_TCP_SINCE = 4  # the version of Landlock that refuses TCP
_CONFINE = [sys.executable, "-I", "-S", str(Path(__file__).with_name("confine.py"))]
# What programs need of the system, and nothing that is some user's.
_SYSTEM = (
    "/usr",
    "/lib",
    "/lib32",
    "/lib64",
    "/bin",
    "/sbin",
    "/nix/store",
    "/gnu/store",
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/etc/ssl/openssl.cnf",
    "/dev/urandom",
    "/dev/random",
    "/dev/zero",
    "/proc/self",
    "/proc/meminfo",
    "/proc/cpuinfo",
)


@dataclass(frozen=True, slots=True)
class Limits:
    """What a bot may use: bytes, seconds, counts. A turn's output counts from its question.

    `memory_bytes`, `cpu_seconds` and `open_files` are of each of its `processes`; `file_bytes` of
    each file and `folder_bytes` of all its files; of its stderr the last `stderr_bytes` are kept.
    """

    memory_bytes: int = 1 << 30
    cpu_seconds: int = 3_600
    processes: int = 64
    file_bytes: int = 1 << 20
    folder_bytes: int = 1 << 24
    open_files: int = 64
    line_bytes: int = 1 << 16
    turn_bytes: int = 1 << 18
    stderr_bytes: int = 1 << 18


class BotGone(Exception):
    """The process has ended, or was ended for what it sent."""


class BotProcess:
    """A running bot with non-blocking pipes. Deadlines are `time.monotonic_ns` moments."""

    def __init__(
        self, command: Sequence[str], folder: Path, limits: Limits, errors: bytearray
    ) -> None:
        """Start it in `folder`; what it writes on stderr is added to `errors`."""
        self.limits = limits
        self._errors = errors
        self._buffer = bytearray()
        self._unsent = bytearray()
        self._turn = 0
        numbers = asdict(limits) | {"arena": os.getpid()}
        said = ",".join(f"{name}={value}" for name, value in numbers.items())
        self._popen = subprocess.Popen(  # its own group; ended in `stop`
            [*_CONFINE, said, "\n".join(readable_paths(command)), str(folder), *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=folder,
            env=clean_environment(folder),
            start_new_session=True,
            close_fds=True,
            bufsize=0,
        )
        pipes = [self._popen.stdin, self._popen.stdout, self._popen.stderr]
        self._pipes = [pipe for pipe in pipes if pipe is not None]
        self._in, self._out, self._err = (pipe.fileno() for pipe in self._pipes)
        for number in (self._in, self._out, self._err):
            os.set_blocking(number, False)
        self._readable = select.poll()
        self._readable.register(self._out, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(self._in, select.POLLOUT)
        for poll in (self._readable, self._writable):
            poll.register(self._err, select.POLLIN)
        self._speaks = True

    @property
    def pid(self) -> int:
        """The process id of what was started; the bot itself may be a child of it."""
        return self._popen.pid

    def write_line(self, line: bytes, deadline: int) -> None:
        """Send a whole line. Raises `TimeoutError` when it is not taken in time, or `BotGone`.

        What was not taken is sent before the next line.
        """
        self._turn = 0
        self._unsent += line
        while self._unsent:
            try:
                del self._unsent[: os.write(self._in, self._unsent)]
            except BlockingIOError:
                if len(self._unsent) > self.limits.turn_bytes:
                    raise BotGone("it does not read") from None
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

    def read_errors(self) -> None:
        """Take what it has written on stderr, as far as that fits."""
        for _ in range(self.limits.stderr_bytes // _CHUNK + 1):
            if not self._speaks or not self._take_errors():
                return

    def stop(self) -> None:
        """Kill all its processes and wait, so that nothing is left."""
        if not (protections()["namespaces"] and self._ends_when_asked()):
            try:
                os.killpg(self._popen.pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                self._popen.kill()
            self._popen.wait()
        self.read_errors()
        for pipe in self._pipes:
            try:
                pipe.close()
            except OSError:
                # What was not yet written has no reader any more.
                continue

    def _ends_when_asked(self) -> bool:
        """Ask for the end; the first process in the namespaces is then killed and waited for."""
        self._popen.terminate()
        try:
            self._popen.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            return False
        return True

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
        """Wait until something can be done on the pipe; what comes on stderr is taken meanwhile."""
        left = (deadline - monotonic_ns()) / 1e6
        ready = on.poll(left) if left > 0 else []
        if not ready:
            raise TimeoutError("its time is up")
        if any(number == self._err for number, _ in ready):
            self._take_errors()

    def _take_errors(self) -> bool:
        """Read from stderr once; say whether there was anything."""
        try:
            data = os.read(self._err, _CHUNK)
        except BlockingIOError:
            return False
        if not data:
            self._speaks = False
            for poll in (self._readable, self._writable):
                poll.unregister(self._err)
            return False
        self._errors += data
        del self._errors[: -self.limits.stderr_bytes]
        return True

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


def readable_paths(command: Sequence[str]) -> list[str]:
    """Return what a bot may read: the system's programs, its own installation, its files' folders.

    Of a program in `PREFIX/bin` the installation is `bin`, `lib`, `lib64` and `share` of the
    prefix; of a version manager's (`PREFIX/shims`) the whole prefix.
    """
    found = list(_SYSTEM)
    program = Path(shutil.which(command[0]) or command[0])
    for path in dict.fromkeys([program, *_links(program)]):
        prefix = path.parent.parent
        if path.parent.name == "shims":
            found.append(str(prefix))
        parts = ("bin", "lib", "lib64", "share", "pyvenv.cfg")
        found += [str(path), *(str(prefix / part) for part in parts if path.parent.name == "bin")]
    for path in (program, *map(Path, command[1:])):
        # Unlike `Path.is_file`, this says of a very long word that it is no file.
        if os.path.isfile(path):
            found += [str(path), *_folder_of(path)]
    return [path for path in dict.fromkeys(found) if "\n" not in path]


def _links(path: Path) -> list[Path]:
    """Return the files that a chain of symbolic links leads to, link by link."""
    found: list[Path] = []
    while path.is_symlink() and len(found) < 40:
        path = Path(os.path.normpath(path.parent / path.readlink()))
        found.append(path)
    return found


def _folder_of(path: Path) -> list[str]:
    """Return the folder of a bot's file, unless that is not the bot's alone."""
    folder = path.resolve().parent
    common = {Path.home(), Path(tempfile.gettempdir()), Path("/var/tmp"), Path("/home")}
    shared = folder == folder.parent or folder in {place.resolve() for place in common}
    return [] if shared else [str(folder)]


@cache
def protections() -> dict[str, int]:
    """Return what the system grants bots, each zero when it does not.

    "namespaces": no network, own processes, own disk. "files": the version of Landlock.
    """
    done = subprocess.run([*_CONFINE, "protections"], capture_output=True, text=True, check=False)
    held = dict.fromkeys(("namespaces", "files"), 0)
    if done.returncode == 0 and done.stdout:
        held |= {name: int(n) for name, n in (p.split("=") for p in done.stdout.split(","))}
    return held


def not_enforced() -> list[str]:
    """Return what bots on this machine are not kept from, in words; empty where all holds."""
    held = protections()
    lacking = []
    if not held["namespaces"]:
        lacking.append("other processes, nor their children from outliving them, nor your disk")
    if not held["namespaces"] and held["files"] < _TCP_SINCE:
        lacking.append("the network")
    if not held["files"]:
        lacking.append("files that you may read or write")
    return lacking


def network_is_cut() -> bool:
    """Say whether bots on this machine run without a network."""
    return bool(protections()["namespaces"])
