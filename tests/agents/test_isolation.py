"""What docs/agents.md says that a hostile bot cannot do, tried by one that does its worst."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from railbird.agents.external import ExternalBot, Terms
from railbird.agents.process import Limits, protections, readable_paths

HOSTILE = Path(__file__).with_name("hostile_bots.py")
needs_namespaces = pytest.mark.skipif(
    not protections()["namespaces"], reason="this system lets no user make namespaces"
)
needs_landlock = pytest.mark.skipif(
    not protections()["files"], reason="this system has no Landlock"
)


def attack(how, *words, limits=None):
    """Let the bot do it; return what it reported, by name."""
    with ExternalBot(
        [sys.executable, str(HOSTILE), how, *map(str, words)], Terms(limits=limits or Limits())
    ) as bot:
        bot.new_hand("hostile")
        assert not bot.faults, (bot.faults, bot.stderr)
        for _ in range(300):
            rows = [json.loads(row) for row in bot.stderr.splitlines()]
            if rows and "done" in rows[-1]:
                return rows
            time.sleep(0.05)
    raise AssertionError(f"it did not finish: {bot.stderr}")


def running(marker):
    """Return the processes of this machine that have `marker` among their arguments."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            arguments = path.read_bytes().split(b"\0")
        except OSError:
            continue
        if marker.encode() in arguments:
            found.append(int(path.parent.name))
    return found


@needs_landlock
def test_it_finds_no_variable_of_the_arena(monkeypatch):
    # In a process that was started with it, so that the system shows it in /proc too.
    code = (
        "import sys; from tests.agents.test_isolation import attack;"
        "print(attack('environment', 'xyz', 'zy'))"
    )
    shown = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env=os.environ | {"RAILBIRD_SECRET": "xyzzy"},
        cwd=Path(__file__).parents[2],
    )
    assert "'found': False" in shown.stdout, shown
    monkeypatch.setenv("RAILBIRD_SECRET", "xyzzy")
    (seen, _) = attack("environment", "xyz", "zy")
    given = {"PATH", "HOME", "TMPDIR", "LANG", "LC_CTYPE", "PYTHONDONTWRITEBYTECODE"}
    assert not seen["found"] and set(seen["own"]) <= given


def test_it_inherits_no_open_file(tmp_path):
    secret = tmp_path / "secret"
    secret.write_text("xyzzy")
    with secret.open() as file:
        os.set_inheritable(file.fileno(), True)
        (seen, _) = attack("descriptors")
    assert seen["open"] == [0, 1, 2]


@needs_landlock
def test_it_reads_and_writes_only_in_its_own_folder(tmp_path):
    secret = tmp_path / "secret"
    secret.write_text("xyzzy")
    league = Path(__file__).parents[2] / "agents" / "league.py"
    paths = [secret, league, Path("/etc/passwd"), Path("/usr/railbird-was-here")]
    # A file that the command names is the bot's own: these are given in another form.
    *seen, own, _ = attack("files", *(f"path={path}" for path in paths))
    for path, (read, written) in zip(paths, zip(seen[::2], seen[1::2], strict=True), strict=True):
        assert read["path"] == written["path"] == str(path)
        assert read["read"].startswith("refused"), read
        assert written["written"].startswith("refused"), written
    assert not any(row["listed"] for row in seen[0:6:2])
    assert secret.read_text() == "xyzzy" and not paths[-1].exists()
    assert own["own"] == 5 and own["folder"] == ["mine.txt"]


@needs_namespaces
def test_it_cannot_fill_the_disk():
    (seen, _) = attack("disk", limits=Limits(folder_bytes=1 << 22))
    assert seen["ended"].startswith("refused") and seen["bytes"] <= 1 << 22


@needs_namespaces
def test_it_reaches_no_socket():
    # A path for a socket is short, and the bot itself does not lie there.
    named = Path("/run") / f"railbird-test-{os.getpid()}"
    if not os.access(named.parent, os.W_OK):
        pytest.skip("only root may put a socket into /run")
    with (
        socket.create_server(("127.0.0.1", 0)) as tcp,
        socket.socket(socket.AF_UNIX) as by_name,
        socket.socket(socket.AF_UNIX) as abstract,
    ):
        by_name.bind(str(named))
        by_name.listen()
        abstract.bind(f"\0railbird-{os.getpid()}")
        abstract.listen()
        try:
            (seen, _) = attack("network", tcp.getsockname()[1], named, f"railbird-{os.getpid()}")
        finally:
            named.unlink()
    assert set(seen) == {"tcp", "named", "abstract", "packet"}
    assert all(said.startswith("refused") for said in seen.values()), seen


@needs_namespaces
def test_its_children_end_with_it_whatever_session_they_are_in():
    marker = f"child-of-{os.getpid()}"
    with ExternalBot([sys.executable, str(HOSTILE), "children", marker]) as bot:
        bot.new_hand("hostile")
        for _ in range(100):
            if "done" in bot.stderr and len(running(marker)) >= 7:
                break
            time.sleep(0.05)
        assert len(running(marker)) >= 7
    for _ in range(100):
        if not running(marker):
            return
        time.sleep(0.05)
    raise AssertionError(f"they still run: {running(marker)}")


def test_a_bot_that_is_ended_while_it_starts_leaves_nothing():
    marker = f"early-end-{os.getpid()}"
    for tenth in range(20):
        bot = ExternalBot([sys.executable, "-S", "-c", "import time; time.sleep(1000)", marker])
        bot.start_seconds = 0.004 * tenth
        with bot:
            bot.new_hand("hostile")
    for _ in range(100):
        if not running(marker):
            return
        time.sleep(0.05)
    raise AssertionError(f"they still run: {running(marker)}")


@needs_namespaces
@pytest.mark.skipif(os.geteuid() == 0, reason="Linux counts no processes of root")
def test_it_cannot_start_processes_without_end():
    (seen, _) = attack("bomb")
    assert seen["children"] < Limits().processes


def test_its_memory_is_limited():
    (seen, _) = attack("memory", limits=Limits(memory_bytes=1 << 29))
    assert seen["refused"] and seen["megabytes"] <= 512


@needs_namespaces
def test_it_can_kill_nobody():
    with subprocess.Popen(["sleep", "100"]) as victim:
        (seen, _) = attack("kill", victim.pid)
        assert victim.poll() is None
        victim.kill()
    # Its parent is the first process in there, which a signal from inside does not end.
    assert seen["killed"] == "refused: ProcessLookupError" and seen["parent"] == 1


def test_what_it_shouts_on_stderr_is_read_and_only_the_last_is_kept():
    from railbird.agents.registry import make_agent
    from tests.agents.test_external import QUICK, run_event

    with ExternalBot([sys.executable, str(HOSTILE), "shout"], QUICK) as bot:
        run_event({"hostile": bot, "nit": make_agent("nit", 1)})
        assert bot.strikes == QUICK.strikes and bot.restarts == 0
        assert len(bot.stderr) == QUICK.limits.stderr_bytes and set(bot.stderr) == {"x"}


def test_a_bot_may_read_its_own_folder_but_no_folder_of_everybodys(tmp_path, monkeypatch):
    own = tmp_path / "bots" / "mine"
    own.mkdir(parents=True)
    (own / "bot.py").touch()
    assert str(own) in readable_paths(["python3", str(own / "bot.py")])
    monkeypatch.setenv("HOME", str(own))
    paths = readable_paths(["python3", str(own / "bot.py")])
    assert str(own) not in paths and str(own / "bot.py") in paths


def test_a_bot_in_a_virtual_environment_uses_its_packages():
    # A word too long for a file's name is no file.
    code = "import sys; sys.stderr.write(sys.prefix)" + "#" * 5_000
    with ExternalBot([sys.executable, "-c", code]) as bot:
        bot.new_hand("x")
        assert bot.stderr == sys.prefix
