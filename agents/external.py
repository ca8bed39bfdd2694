"""External bots: programs in any language that speak JSON lines under the house's clock.

Version 1 of the protocol (docs/agents.md has a transcript): one JSON object a line, UTF-8. The
arena writes `hello`, then `act` for each decision; the bot answers `act` with its `id` and a
`move`. Whatever the bot does costs it the hand and never the arena: an answer too late is timed
out (PS-18.3, FT-27.1), a dead bot is disconnected (PS-18.4), rubbish is answered with the legal
choices and then timed out, and a flood or a giant line ends the process.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic_ns
from typing import Any

from railbird.agents.base import move_codes
from railbird.agents.observation import Observation
from railbird.agents.process import BotGone, BotProcess, Limits
from railbird.agents.registry import AgentError
from railbird.arena.hand.actions import Call, Fold, Move, RaiseTo
from railbird.arena.tournament.deciders import NO_ANSWER, Decision

PROTOCOL = 1
_LOST = Decision(think=NO_ANSWER.think, line_lost=True)


@dataclass(frozen=True, slots=True)
class Terms:
    """What an external bot gets. `pace`: how many times faster than real the house's clock runs.

    After `restarts` the process stays dead; after `strikes` time-outs it is no longer waited for.
    """

    pace: float = 1.0
    restarts: int = 3
    strikes: int = 10
    limits: Limits = Limits()


class Rubbish(ValueError):
    """An answer that is no legal move, in words for the bot's author."""


class ExternalBot:
    """One external bot: its process, and what it did wrong.

    Use it as a context manager or call `close`. `faults` lists every offence; the last
    `limits.stderr_bytes` of what it writes on stderr are kept in `stderr`.
    """

    def __init__(self, command: str | Sequence[str], terms: Terms | None = None) -> None:
        self.command = program_words(command) if isinstance(command, str) else list(command)
        program = shutil.which(self.command[0]) or self.command[0]
        self.command = [_absolute(word) for word in (program, *self.command[1:])]
        self.terms = terms or Terms()
        self.faults: list[str] = []
        self.restarts = 0
        self.strikes = 0
        self.start_seconds = 10.0
        self._folder = tempfile.TemporaryDirectory(prefix="railbird-bot-")
        self._errors = bytearray()
        self._process: BotProcess | None = None
        self._asked = 0
        self._given_up = False

    def __enter__(self) -> ExternalBot:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def process_id(self) -> int | None:
        """The id of the running process."""
        return None if self._process is None else self._process.pid

    @property
    def stderr(self) -> str:
        """What the bot has written on its standard error, the last of it."""
        if self._process is not None:
            self._process.read_errors()
        return self._errors.decode("utf-8", errors="replace")

    def close(self) -> None:
        """End the process, wait for it, and remove its folder."""
        if self._process is not None:
            self._process.stop()
            self._process = None
        self._folder.cleanup()

    def new_event(self) -> None:
        """Forgive time-outs and restarts of the last event."""
        self.strikes = self.restarts = 0
        self._given_up = False

    def new_hand(self, player: str) -> None:
        """Restart the process before a hand when it is dead and may."""
        if self._process is not None or self._given_up:
            return
        if self.restarts > self.terms.restarts:
            self._given_up = True
            return
        self._start(player)

    def may_return(self, player: str) -> bool:
        """Say whether the bot sits in again after a time-out."""
        return self._process is not None and self.strikes < self.terms.strikes

    def act(self, observation: Observation) -> Move:
        """Return the move, or a check or fold when there is none in time."""
        self.new_hand("you")
        decision = self.decide("you", observation, 15_000)
        legal = observation.legal
        if decision.think >= NO_ANSWER.think:
            return Fold() if legal.to_call and legal.fold else Call()
        return RaiseTo(decision.total) if decision.total else (Fold(), Call())[decision.kind]

    def decide(self, player: str, observation: Observation, allowed: int) -> Decision:
        """Ask for a move; `allowed` is ms of the house's clock, waiting time is that by `pace`."""
        if self._process is None:
            return _LOST
        self._asked += 1
        question = {"type": "act", "id": self._asked, "player": player, "allowed_ms": allowed}
        question |= observation.as_json()
        began = monotonic_ns()
        deadline = began + int(allowed * 1e6 / self.terms.pace)
        try:
            self._process.write_line(_encode(question), deadline)
            answer = self._answer(deadline)
        except BotGone as gone:
            self._end(str(gone))
            return _LOST
        except TimeoutError:
            self._offence(f"hand {observation.hand}: no answer in {allowed} ms")
            return NO_ANSWER
        except Rubbish as error:
            return self._refuse(observation, str(error))
        return self._decision(observation, answer, began, allowed)

    def _decision(
        self, observation: Observation, answer: dict[str, Any], began: int, allowed: int
    ) -> Decision:
        try:
            move = _move_of(answer)
            if move not in observation.legal:
                raise Rubbish(f"{move} is not legal")
        except Rubbish as error:
            return self._refuse(observation, str(error))
        kind, total = move_codes(move)
        took = int((monotonic_ns() - began) / 1e6 * self.terms.pace)
        return Decision(kind, total, min(max(took, 1), allowed))

    def _answer(self, deadline: int) -> dict[str, Any]:
        """Return the answer to the last question; older ones are stale and skipped."""
        assert self._process is not None
        while True:
            line = self._process.read_line(deadline)
            try:
                answer = json.loads(line.decode("utf-8"))
            except (ValueError, RecursionError):
                raise Rubbish("a line that is no JSON in UTF-8") from None
            if not isinstance(answer, dict):
                raise Rubbish("a line that is no JSON object")
            if answer.get("id") == self._asked:
                return answer
            if not isinstance(answer.get("id"), int):
                raise Rubbish('an answer without its "id"')

    def _refuse(self, observation: Observation, reason: str) -> Decision:
        """Tell the bot what was legal, and time it out."""
        self._offence(f"hand {observation.hand}: {reason}")
        legal = observation.legal
        note = {
            "type": "illegal",
            "id": self._asked,
            "reason": reason,
            "can_fold": legal.fold,
            "to_call": legal.to_call,
            "raise": [legal.min_raise_to, legal.max_raise_to, legal.raise_step]
            if legal.min_raise_to
            else None,
        }
        if self._process is not None:
            try:
                self._process.write_line(_encode(note), monotonic_ns() + 50_000_000)
            except (BotGone, TimeoutError) as error:
                self._end(f"did not take the notice: {error}")
        return NO_ANSWER

    def _start(self, player: str) -> None:
        try:
            folder = Path(self._folder.name)
            self._process = BotProcess(self.command, folder, self.terms.limits, self._errors)
            hello = {"type": "hello", "protocol": PROTOCOL, "player": player}
            deadline = monotonic_ns() + int(self.start_seconds * 1e9)
            self._process.write_line(_encode(hello), deadline)
            self._check_ready(self._process.read_line(deadline))
        except (OSError, BotGone, TimeoutError, Rubbish) as error:
            self._end(f"did not start: {error}")

    def _check_ready(self, line: bytes) -> None:
        try:
            answer = json.loads(line.decode("utf-8"))
        except (ValueError, RecursionError):
            raise Rubbish("its first line is no JSON in UTF-8") from None
        if not isinstance(answer, dict) or answer.get("protocol") != PROTOCOL:
            raise Rubbish(f'want {{"type": "ready", "protocol": {PROTOCOL}}} first')

    def _end(self, reason: str) -> None:
        self.faults.append(reason)
        self.restarts += 1
        if self._process is not None:
            self._process.stop()
            self._process = None

    def _offence(self, reason: str) -> None:
        self.faults.append(reason)
        self.strikes += 1


def program_words(command: str) -> list[str]:
    """Return a command's program and arguments. Raises `AgentError` when there is none."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise AgentError(f"agent 'cmd:{command}': {error}") from None
    if not words:
        raise AgentError("agent 'cmd:': name a program, as in cmd:PROGRAM ARGUMENTS")
    return words


def check_starts(spec: str) -> None:
    """Raise `AgentError` when the program of "cmd:PROGRAM" does not start or say that it is ready.

    The error ends with the last line that it wrote on stderr.
    """
    with ExternalBot(spec.removeprefix("cmd:").strip()) as bot:
        bot.new_hand("railbird")
        if bot.faults:
            words = bot.stderr.strip().splitlines()
            last = f"; its last words: {words[-1]}" if words else ""
            raise AgentError(f"agent {spec!r} {bot.faults[0]}{last}")


def _absolute(word: str) -> str:
    """Return a file that is there by its full path: the bot runs in a folder of its own.

    Links stay links: the Python of a virtual environment is one.
    """
    return os.path.abspath(word) if os.path.isfile(word) else word


def _encode(value: dict[str, Any]) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode() + b"\n"


def _move_of(answer: dict[str, Any]) -> Move:
    move = answer.get("move")
    if move == "fold":
        return Fold()
    if move in ("call", "check"):
        return Call()
    total = answer.get("to")
    if move in ("raise", "bet") and isinstance(total, int) and not isinstance(total, bool):
        if total > 0:
            return RaiseTo(total)
    raise Rubbish('no move: want {"move": "fold" | "call"} or {"move": "raise", "to": TOTAL}')
