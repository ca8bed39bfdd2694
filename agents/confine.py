"""Starts a bot's program confined; `process.py` runs this file with the standard library alone.

`python -I -S confine.py LIMITS READABLE FOLDER PROGRAM ARGUMENT…`: limits as `name=number,…`, the
paths that the program may read as lines. Three processes come of it where Linux lets an ordinary
user make namespaces: this one waits outside; the first process of the new namespaces waits inside,
so that the system ends everything there with it; the bot is its child. `confine.py protections`
prints what holds on this machine; docs/agents.md lists it for people.
Sources: namespaces(7), user_namespaces(7), pid_namespaces(7), landlock(7) of the Linux manual.
"""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import struct
import sys
from collections.abc import Callable, Sequence
from functools import partial

_NEW = {
    "mounts": 0x00020000,
    "names": 0x04000000,
    "ipc": 0x08000000,
    "users": 0x10000000,
    "processes": 0x20000000,
    "network": 0x40000000,
}
_PARENT_DEATH_SIGNAL, _NO_NEW_PRIVILEGES = 1, 38
_NO_SUID, _NO_DEVICES = 2, 4
_REMOUNTED_APART = 1 << 18 | 1 << 14  # MS_PRIVATE and MS_REC
# One of a bot's processes is never the arena's: its user's name inside is nobody's.
_NOBODY = 65534
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446  # the same on every architecture
_EXECUTE, _WRITE, _READ, _LIST = 1, 2, 4, 8
# How many of the file accesses each version of Landlock knows.
_ACCESSES = {1: 13, 2: 14, 3: 15, 4: 15}
_SOCKETS = ("/run", "/var/run", "/tmp")
_FAILED = 127


def main(arguments: Sequence[str]) -> int:
    """Confine and run the program; return its exit status, or end by the signal that ended it."""
    if arguments == ["protections"]:
        return _print_protections()
    limits = {name: int(value) for name, value in _pairs(arguments[0])}
    readable, folder, command = arguments[1].splitlines(), arguments[2], list(arguments[3:])
    held = _new_namespaces()
    # After the namespaces: another user's name makes Linux forget it.
    _die_with_parent()
    if os.getppid() != limits["arena"]:
        return _FAILED
    if not held:
        return _become(command, readable, folder, limits, apart=False)
    run = partial(_become, command, readable, folder, limits, apart=True)
    hide = partial(_own_disk, folder, limits["folder_bytes"], readable)
    return _run_inside(run, hide)


def _pairs(text: str) -> list[list[str]]:
    return [pair.split("=") for pair in text.split(",")]


def _print_protections() -> int:
    sys.stdout.write(f"files={_landlock_version()},namespaces={int(_new_namespaces())}")
    return 0


def _new_namespaces() -> bool:
    """Leave the namespaces of the arena; say whether the system let us."""
    user, group = os.getuid(), os.getgid()
    if _libc("unshare", sum(_NEW.values())) != 0:
        return False
    try:
        for name, text in (
            ("setgroups", "deny"),
            ("uid_map", f"{_NOBODY} {user} 1"),
            ("gid_map", f"{_NOBODY} {group} 1"),
        ):
            with open(f"/proc/self/{name}", "w") as out:
                out.write(text)
    except OSError:
        # The network and the processes are apart nonetheless; the disk will not be.
        return True
    return True


def _run_inside(run: Callable[[], int], hide: Callable[[], None]) -> int:
    """Run in a first process of the namespaces, and end as the program ended."""
    told, tell = os.pipe()
    # A request to end must not come between the fork and the handler that passes it on.
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
    first = os.fork()
    if first == 0:
        os.close(told)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGTERM])
        _die_with_parent()
        hide()
        bot = os.fork()
        if bot == 0:
            os.close(tell)
            os._exit(run())
        _let_go_of_pipes()
        _reap_until(bot, tell)
    os.close(tell)
    _let_go_of_pipes()
    # Asked to end, we end all inside and wait for it, so that nobody else need collect it.
    signal.signal(signal.SIGTERM, lambda *_: os.kill(first, signal.SIGKILL))
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGTERM])
    os.waitpid(first, 0)
    said = os.read(told, 4)
    status = struct.unpack("i", said)[0] if len(said) == 4 else signal.SIGKILL
    if os.WIFSIGNALED(status):
        return _end_by(os.WTERMSIG(status))
    return os.waitstatus_to_exitcode(status)


def _reap_until(bot: int, tell: int) -> None:
    """Collect whatever ends in here until the bot does; what is left then ends with us."""
    while True:
        ended, status = os.wait()
        if ended == bot:
            os.write(tell, struct.pack("i", status))
            os._exit(0)


def _end_by(number: int) -> int:
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(number, signal.SIG_DFL) if number != signal.SIGKILL else None
    os.kill(os.getpid(), number)
    return 128 + number


def _let_go_of_pipes() -> None:
    """Hold no end of the bot's pipes: they must end when the bot does."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in range(3):
        os.dup2(nothing, number)
    os.close(nothing)


def _own_disk(folder: str, size: int, readable: Sequence[str]) -> None:
    """Lay a small disk in memory over the bot's folder, so that it cannot fill ours.

    Empty ones hide the places where other programs keep their sockets, which Landlock does not,
    unless the bot itself lies there.
    """
    _libc("mount", None, b"/", None, _REMOUNTED_APART, None)
    for place in _SOCKETS:
        if not any(path.startswith(place + "/") for path in readable):
            _lay_over(place, size)
    os.makedirs(folder, exist_ok=True)
    _lay_over(folder, size)


def _lay_over(folder: str, size: int) -> None:
    options = f"size={size},nr_inodes=4096,mode=700".encode()
    kind = b"tmpfs"
    _libc("mount", kind, os.fsencode(folder), kind, _NO_SUID | _NO_DEVICES, options)


def _become(
    command: list[str], readable: list[str], folder: str, limits: dict[str, int], *, apart: bool
) -> int:
    """Turn into the program; returns only when that fails."""
    os.chdir(folder)
    _libc("prctl", _NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    _set_limits(limits, apart=apart)
    _hide_files(readable, folder)
    # Python ignores these two; a program that did not ask for that ends by them.
    for number in (signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(number, signal.SIG_DFL)
    try:
        os.execvp(command[0], command)
    except OSError as error:
        sys.stderr.write(f"railbird cannot start {command[0]}: {error.strerror}\n")
        sys.stderr.flush()
    return _FAILED


def _set_limits(limits: dict[str, int], *, apart: bool) -> None:
    # Address space is left alone: runtimes reserve far more than they use.
    for kind, most in (
        (resource.RLIMIT_DATA, limits["memory_bytes"]),
        (resource.RLIMIT_CPU, limits["cpu_seconds"]),
        (resource.RLIMIT_FSIZE, limits["file_bytes"]),
        (resource.RLIMIT_NOFILE, limits["open_files"]),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(kind, (most, most))
    if apart:
        # Counted inside the namespace alone; elsewhere it would count all of the user's.
        most = limits["processes"]
        resource.setrlimit(resource.RLIMIT_NPROC, (most, most))


def _hide_files(readable: Sequence[str], folder: str) -> bool:
    """Leave only the readable paths and the bot's folder; say whether it holds.

    From its fourth version on Landlock refuses TCP too, and from its sixth signals to processes
    and named sockets of others.
    """
    version = _landlock_version()
    if version < 1:
        return False
    everything = (1 << _ACCESSES.get(version, 16)) - 1
    attributes = struct.pack("QQQ", everything, 3, 3)[: 8 if version < 4 else 16]
    if version >= 6:
        attributes = struct.pack("QQQ", everything, 3, 3)
    rules = _syscall(_CREATE_RULESET, attributes, len(attributes), 0)
    if rules < 0:
        return False
    for path in readable:
        _allow(rules, path, _EXECUTE | _READ | _LIST)
    _allow(rules, os.devnull, _READ | _WRITE)
    _allow(rules, folder, everything)
    held = _syscall(_RESTRICT_SELF, rules, 0) == 0
    os.close(rules)
    return held


def _allow(rules: int, path: str, access: int) -> None:
    try:
        number = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return  # not on this machine
    if not os.path.isdir(f"/proc/self/fd/{number}"):
        access &= _EXECUTE | _WRITE | _READ
    _syscall(_ADD_RULE, rules, 1, struct.pack("=Qi", access, number), 0)
    os.close(number)


def _landlock_version() -> int:
    return max(_syscall(_CREATE_RULESET, None, 0, 1), 0) if sys.platform == "linux" else 0


def _die_with_parent() -> None:
    """Let Linux kill us when our parent is killed and cannot do it itself."""
    _libc("prctl", _PARENT_DEATH_SIGNAL, int(signal.SIGKILL), 0, 0, 0)


def _libc(name: str, *arguments: bytes | int | None) -> int:
    """Call a function of the C library; -1 also where there is none of that name."""
    try:
        return int(getattr(ctypes.CDLL(None), name)(*arguments))
    except (OSError, AttributeError):
        return -1


def _syscall(number: int, *arguments: bytes | int | None) -> int:
    return _libc("syscall", number, *arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
