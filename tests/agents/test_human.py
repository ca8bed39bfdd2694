"""A person at a terminal of our own making: what he is shown, told and spared."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import time

import numpy as np
import pytest
from click.testing import CliRunner

from railbird.agents.base import Call, Fold, RaiseTo, Unavailable
from railbird.agents.human import Human, move_of
from railbird.agents.registry import AgentError, make_agent
from railbird.arena.cards import CARD_TEXT
from railbird.arena.hand.actions import Legal
from railbird.cli.main import cli
from tests.agents.play import deal, observe

NO_MOVES = np.zeros((0, 9), dtype=np.int64)
ANY = Legal(True, 20, 40, 1_200, 1)
PLAY = [sys.executable, "-c", "from railbird.cli.main import cli; cli()", "play", "spin-3max"]


@pytest.mark.parametrize(
    "typed, move",
    [
        ("f", Fold()),
        ("fold", Fold()),
        ("c", Call()),
        ("call", Call()),
        ("raise 300", RaiseTo(300)),
        ("raise to 300", RaiseTo(300)),
        ("r 40", RaiseTo(40)),
        ("bet 1200", RaiseTo(1_200)),
        ("300", RaiseTo(300)),
        ("all-in", RaiseTo(1_200)),
    ],
)
def test_words_for_a_move(typed, move):
    assert move_of(typed.split(), ANY) == move


@pytest.mark.parametrize(
    "typed, legal, answer",
    [
        ("", ANY, "fold (f)"),
        ("xyzzy", ANY, "not understood"),
        ("check", ANY, "20 to call"),
        ("raise", ANY, "to how much"),
        ("raise lots", ANY, "to how much"),
        ("raise 39", ANY, "39 is not allowed: raise 40 to 1,200"),
        ("raise 1201", ANY, "raise 40 to 1,200"),
        ("fold", Legal(False, 0, 20, 900, 1), "nothing to fold to"),
        ("raise 50", Legal(True, 20, None, None, 1), "no raise is allowed here: call or fold"),
        ("all-in", Legal(False, 0, None, None, 1), "no raise is allowed here: check"),
        ("raise 50", Legal(True, 20, 40, 80, 40), "50 is not allowed: raise 40 or 80"),
    ],
)
def test_words_that_are_no_move_are_answered(typed, legal, answer):
    assert answer in move_of(typed.split(), legal)


class Typed:
    """A person at both ends of a pseudo-terminal in this process."""

    def __init__(self, text):
        self.outer, inner = pty.openpty()
        os.write(self.outer, text.encode())
        self.asks = os.fdopen(os.dup(inner), "r")
        self.shows = os.fdopen(inner, "w")

    def read(self):
        self.shows.flush()
        text = b""
        while select.select([self.outer], [], [], 0.05)[0]:
            text += os.read(self.outer, 65_536)
        return text.decode()

    def close(self):
        self.asks.close()
        self.shows.close()
        os.close(self.outer)


@pytest.fixture
def typed():
    opened = []

    def start(text):
        opened.append(Typed(text))
        return opened[-1]

    yield start
    for one in opened:
        one.close()


@pytest.mark.parametrize("game, betting", [("holdem", "no-limit"), ("stud8", "fixed-limit")])
def test_a_person_sees_the_table_and_his_cards_and_is_asked_until_he_answers(typed, game, betting):
    seen = observe(*deal(game, betting), NO_MOVES)
    line = typed("sleep\nraise 1\nc\n")
    assert Human(line.asks, line.shows).act(seen) == Call()
    shown = line.read()
    assert f"{betting} {game}" in shown and f"pot {seen.pot:,}" in shown
    for seat, stack in seen.stacks.items():
        assert re.search(rf"{seat} p{seat}.*{stack:,}", shown)
    own = next(row for row in shown.splitlines() if row.startswith(" > "))
    assert all(CARD_TEXT[card] in own for card in seen.hole_cards)
    assert "not understood" in shown and "1 is not allowed" in shown


def test_names_cannot_drive_the_terminal(typed):
    seen = observe(*deal(), NO_MOVES)
    seen.players[2] = "\x1b[2J\rmallory"
    line = typed("f\n")
    Human(line.asks, line.shows).act(seen)
    assert "\x1b" not in line.read()


@pytest.mark.parametrize("text", ["\x04", "quit\n"])
def test_the_end_of_input_and_quit_end_the_event(typed, text):
    line = typed(text)
    with pytest.raises(KeyboardInterrupt):
        Human(line.asks, line.shows).act(observe(*deal(), NO_MOVES))


def test_without_a_terminal_there_is_one_line_that_says_so(tmp_path):
    with open(os.devnull) as nothing, pytest.raises(Unavailable, match="needs a terminal"):
        Human(nothing)
    out = tmp_path / "out"
    result = CliRunner().invoke(
        cli, ["play", "spin-3max", "--agents", "human,caller", "--out", str(out)]
    )
    assert result.exit_code == 2
    assert "agent 'human': a person needs a terminal" in result.output
    assert "Traceback" not in result.output and not out.exists()


class Terminal:
    """`railbird play` behind a pseudo-terminal."""

    def __init__(self, out, agents):
        self.outer, inner = pty.openpty()
        self.process = subprocess.Popen(
            [*PLAY, "--agents", agents, "--out", str(out)],
            stdin=inner,
            stdout=inner,
            stderr=inner,
            start_new_session=True,
            preexec_fn=_take_terminal,
        )
        os.close(inner)
        self.text = ""

    def until(self, pattern, seconds=300):
        """Read on until the pattern or the end; return what came."""
        began, start = time.monotonic(), len(self.text)
        while not re.search(pattern, self.text[start:]):
            assert time.monotonic() - began < seconds, self.text[-2_000:]
            if select.select([self.outer], [], [], 0.2)[0]:
                try:
                    self.text += os.read(self.outer, 4_096).decode(errors="replace")
                except OSError:  # the other end is closed
                    break
        return self.text[start:]

    def type(self, text):
        os.write(self.outer, text.encode())

    def end(self):
        self.until("(?!)")
        return self.process.wait(60)


def _take_terminal():
    """Make the pseudo-terminal the one that Ctrl-C is typed at."""
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


@pytest.fixture
def terminal(tmp_path):
    opened = []

    def start(agents):
        opened.append(Terminal(tmp_path / "out", agents))
        return opened[-1]

    yield start
    for one in opened:
        if one.process.poll() is None:
            one.process.kill()
            one.process.wait()
        os.close(one.outer)


@pytest.mark.slow
@pytest.mark.parametrize("key", ["\x03", "\x04"], ids=["ctrl-c", "ctrl-d"])
def test_leaving_ends_the_command_in_one_line(terminal, tmp_path, key):
    screen = terminal("human,caller,caller")
    screen.until(r"(call|check).* > ")
    screen.type(key)
    assert screen.end() == 1
    assert screen.text.rstrip().endswith("Stopped.") and "Traceback" not in screen.text
    assert not (tmp_path / "out").exists()


@pytest.mark.slow
def test_a_person_plays_an_event_to_its_end(terminal, tmp_path):
    screen = terminal("human,maniac,caller")
    while "history in" not in screen.text and screen.process.poll() is None:
        came = screen.until(r" > $|history in .*\n")
        if came.endswith("> "):
            screen.type("all-in\n" if "raise" in came.splitlines()[-1] else "c\n")
    assert screen.end() == 0
    assert "Traceback" not in screen.text and "human-1" in screen.text
    assert (tmp_path / "out" / "hands").exists()


def test_a_person_is_refused_by_name_without_a_terminal():
    with pytest.raises(AgentError, match="agent 'human': a person needs a terminal"):
        make_agent("human")
