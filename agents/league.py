"""A league: a schedule of tournaments with duplicate deals and rotated seats, played and kept.

Tournaments come in blocks. All tournaments of a block have the same decks and the same draw of
seats, but the entrants move on by one place in it, so that luck of cards and seats is shared out;
a block, not a tournament, is what the statistics count as one observation (`standings.py`). Agents
start anew with each block: what they play does not depend on what was played before, nor where.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from multiprocessing import get_context, parent_process
from pathlib import Path
from threading import Thread
from typing import Any

from railbird.agents.base import Agent
from railbird.agents.external import ExternalBot, Terms
from railbird.agents.registry import is_external, make_agent
from railbird.agents.seats import AgentPolicy
from railbird.arena.tournament.director import Director
from railbird.arena.tournament.habits import Habits
from railbird.arena.tournament.structure import Format, Structure
from railbird.arena.tournament.structure_file import load_structure

_VERSION = 2


class LeagueError(ValueError):
    """A league that cannot be played or gone on with, in one line."""


@dataclass(frozen=True, slots=True)
class League:
    """What is played. `pace` is how much faster than real the clock of external bots runs."""

    agents: tuple[str, ...]
    structure: str = "sng-9max"
    house: str | None = None
    seed: int = 0
    pace: float = 10.0

    @property
    def labels(self) -> tuple[str, ...]:
        """The agents' names in tables; one that is entered twice gets a number."""
        seen: dict[str, int] = {}
        out = []
        for spec in self.agents:
            seen[spec] = seen.get(spec, 0) + 1
            out.append(spec if seen[spec] == 1 else f"{spec} #{seen[spec]}")
        return tuple(out)


@dataclass(frozen=True, slots=True)
class Score:
    """What an agent got out of one tournament; money in cents, summed over its entries."""

    places: tuple[int, ...]
    prize: int
    cost: int
    paid: int
    hands: int
    big_blinds: float
    timed_out: int


@dataclass(frozen=True, slots=True)
class Played:
    """One tournament of the league: its block, and each agent's score by label.

    `most` is the most in cents that one entry could have won, known before it began.
    """

    block: int
    rotation: int
    entrants: int
    most: int
    scores: dict[str, Score]


@dataclass(slots=True)
class Notes:
    """What agents did wrong in a block, and what external bots wrote on stderr, by label."""

    faults: dict[str, list[str]] = field(default_factory=dict)
    stderr: dict[str, str] = field(default_factory=dict)


class Match:
    """Plays the tournaments of a league; holds the agents, external processes included."""

    def __init__(self, league: League) -> None:
        if len(league.agents) < 2:
            raise LeagueError("a league needs at least two agents")
        self.league = league
        self.structure = load_structure(league.structure, league.house)
        if self.structure.format is Format.MATRIX:
            raise LeagueError(f"{league.structure}: a Matrix is four matches at once; take another")
        self.notes = Notes({label: [] for label in league.labels})
        self._agents: dict[str, Agent] = {}

    @property
    def block_size(self) -> int:
        """How many tournaments a block has: as many as its draw has different agents."""
        return min(len(self.league.agents), self._entrants())

    def block(self, number: int) -> list[Played]:
        """Play the tournaments of a block."""
        chosen = self._chosen(number)
        return [self._play(number, k, chosen[k:] + chosen[:k]) for k in range(self.block_size)]

    def agents_by_name(self, owner: Mapping[str, str], block: int) -> dict[str, Agent]:
        """Return the agent of each entry's name; `owner` says which label it is of."""
        return {name: self._agent(label, block) for name, label in owner.items()}

    def close(self) -> None:
        """End the external bots, and note what they wrote on stderr."""
        for label, agent in self._agents.items():
            if isinstance(agent, ExternalBot):
                agent.close()
                self.notes.stderr[label] = agent.stderr
        self._agents.clear()

    def _entrants(self) -> int:
        count = len(self.league.agents)
        single = self.structure.entrants <= self.structure.seats
        return min(count, self.structure.seats) if single else self.structure.entrants

    def _chosen(self, block: int) -> list[int]:
        """Return which agents play in a block, in the order of its draw."""
        order = list(range(len(self.league.agents)))
        random.Random(f"{self.league.seed}/{block}").shuffle(order)
        return order[: self.block_size]

    def _play(self, block: int, rotation: int, order: list[int]) -> Played:
        labels = self.league.labels
        entrants = self._entrants()
        owner = {}
        for k in range(entrants):
            label = labels[order[k % len(order)]]
            lap = k // len(order)
            owner[label if not lap else f"{label} /{lap + 1}"] = label
        seed = (self.league.seed * 1_000_003 + block) % (1 << 30)
        agents = self.agents_by_name(owner, block)
        policy = AgentPolicy(agents)
        structure = replace(self.structure, entrants=entrants)
        director = Director(structure, list(owner), policy, seed=seed, habits=Habits())
        policy.watch(director)
        director.run()
        self._note_faults(owner, policy)
        most = director.floor.prize_list()[0] + structure.bounty.cents * entrants
        scores = _scores(structure, director, policy, owner)
        return Played(block, rotation, entrants, most, scores)

    def _agent(self, label: str, block: int) -> Agent:
        """Return the agent of a label; an event begins for it."""
        if label not in self._agents:
            index = self.league.labels.index(label)
            spec = self.league.agents[index]
            if is_external(spec):
                terms = Terms(pace=self.league.pace)
                self._agents[label] = ExternalBot(spec.removeprefix("cmd:").strip(), terms)
            else:
                # Not the decks' seed: an agent that is handed it must not know the cards.
                chance = random.Random(f"agent/{self.league.seed}/{block}/{index}")
                self._agents[label] = make_agent(spec, chance.getrandbits(30))
        agent = self._agents[label]
        if isinstance(agent, ExternalBot):
            agent.new_event()
        return agent

    def _note_faults(self, owner: dict[str, str], policy: AgentPolicy) -> None:
        for name, label in owner.items():
            agent = policy.agents[name]
            found = policy.tallies[name].faults
            if isinstance(agent, ExternalBot):
                found, agent.faults = found + agent.faults, []
            self.notes.faults[label] += [fault.strip().splitlines()[-1] for fault in found]


def _scores(
    structure: Structure, director: Director, policy: AgentPolicy, owner: dict[str, str]
) -> dict[str, Score]:
    result = director.result()
    players = director.field.players
    cost = structure.price
    rows: dict[str, list[Any]] = {}
    for entry, place in result.places:
        name = players[entry].name
        prize = result.prizes[entry]
        tally = policy.tallies[name]
        row = rows.setdefault(owner[name], [[], 0, 0, 0, 0, 0.0, 0])
        row[0].append(place)
        row[1] += prize + result.bounties[entry]
        row[2] += cost
        row[3] += prize > 0
        row[4] += tally.hands
        row[5] += tally.big_blinds
        row[6] += tally.timed_out
    return {
        label: Score(tuple(row[0]), row[1], row[2], row[3], row[4], round(row[5], 6), row[6])
        for label, row in sorted(rows.items())
    }


def play_blocks(
    league: League, blocks: Sequence[int], workers: int = 1
) -> Iterator[tuple[list[Played], Notes]]:
    """Play blocks in order; give each block's tournaments and what is to be said of its agents.

    The result does not depend on `workers` (external bots' timing aside).
    """
    if workers == 1 or len(blocks) < 2:
        yield from map(partial(_one_block, league), blocks)
        return
    context = get_context("spawn")
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_end_with_parent)
    try:
        yield from pool.map(partial(_one_block, league), blocks)
    finally:
        # Stopped in the middle, what was not begun is not played.
        pool.shutdown(cancel_futures=True)


def _end_with_parent() -> None:
    """End this worker when the process that started it has been killed."""
    parent = parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(1)

    Thread(target=watch, daemon=True).start()


@contextmanager
def open_match(league: League) -> Iterator[Match]:
    """Give a match whose external bots are ended afterwards."""
    match = Match(league)
    try:
        yield match
    finally:
        match.close()


def _one_block(league: League, block: int) -> tuple[list[Played], Notes]:
    with open_match(league) as match:
        played = match.block(block)
    return played, match.notes


class LeagueFile:
    """The played tournaments as JSON lines: the league first, then a line for each tournament.

    Blocks are written whole; what an interruption cut off is played again.
    """

    def __init__(self, path: Path, league: League) -> None:
        """Open or begin the file. Raises `LeagueError` when it holds another league."""
        self.path = path
        head = {"railbird_league": _VERSION} | asdict(league) | {"agents": list(league.agents)}
        self.head = json.dumps(head)

    def read(self, block_size: int) -> list[Played]:
        """Return the tournaments of the whole blocks in the file, and cut off the rest."""
        if not self.path.exists():
            return []
        lines = self.path.read_text("utf-8", errors="replace").splitlines()
        if len(lines) > 1 or lines and not self.head.startswith(lines[0]):
            self._check_head(lines[0])
        played: list[Played] = []
        for number, line in enumerate(lines[1:], 2):
            try:
                played.append(_from_row(json.loads(line)))
            except (ValueError, TypeError, KeyError):
                if number < len(lines):
                    raise LeagueError(f"{self.path}:{number}: no tournament's result") from None
        whole = played[: len(played) // block_size * block_size]
        self._write(whole)
        return whole

    def _check_head(self, line: str) -> None:
        if line != self.head:
            raise LeagueError(
                f"{self.path}:1: another league is here; give another --out or the same arguments"
            )

    def append(self, played: Sequence[Played]) -> None:
        """Add the tournaments of a block."""
        new = not self.path.exists()
        with self.path.open("a", encoding="utf-8") as out:
            rows = [self.head] * new + [json.dumps(asdict(one)) for one in played]
            out.write("".join(row + "\n" for row in rows))

    def _write(self, played: Sequence[Played]) -> None:
        whole = self.path.with_suffix(".part")
        rows = [self.head, *(json.dumps(asdict(one)) for one in played)]
        whole.write_text("".join(row + "\n" for row in rows), encoding="utf-8")
        whole.replace(self.path)


def _from_row(row: dict[str, Any]) -> Played:
    scores = {
        label: Score(**{**score, "places": tuple(score["places"])})
        for label, score in row["scores"].items()
    }
    return Played(row["block"], row["rotation"], row["entrants"], row["most"], scores)
