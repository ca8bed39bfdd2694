"""Tournaments of nine external bots, six of them broken: chips, rule IDs, and what is left over.

`python benchmarks/external.py --tournaments 1000 [--seed S]`. One bot each is slow, crashes,
floods, writes garbage, writes a giant line, writes invalid UTF-8, and plays honestly in Python, C
and JavaScript (gcc and node must be there). Houses take turns. Every event must keep its chips in
every hand, pay its pool, time out or disconnect each offender under the house's rule, and find no
fault with the honest; nothing may be left of any process. Exit status 1 when something is amiss.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from statistics import median
from time import perf_counter

from railbird.agents.external import ExternalBot, Terms
from railbird.agents.process import protections
from railbird.agents.seats import AgentPolicy
from railbird.arena.history.schema import History
from railbird.arena.tournament.chronicle import Chronicle
from railbird.arena.tournament.director import Director
from railbird.arena.tournament.structure_file import load_structure

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = ROOT / "examples" / "external_bots"
BAD = ROOT / "tests" / "agents" / "bad_bots.py"
STRUCTURES = ("sng-9max", "ft-sng-9max")
# What each does, the event that the history must show, and the rule of each structure's house.
OFFENDERS = {
    "slow": ("times_out", ("PS-18.3", "FT-27.1")),
    "garbage": ("times_out", ("PS-18.3", "FT-27.1")),
    "utf8": ("times_out", ("PS-18.3", "FT-27.1")),
    "crash": ("disconnects", ("PS-18.4a", "FT-27.3")),
    "flood": ("disconnects", ("PS-18.4a", "FT-27.3")),
    "giant": ("disconnects", ("PS-18.4a", "FT-27.3")),
}
# The house's 15 seconds pass in 50 ms; a flood needs more before it is one, honest bots get 1.5 s.
# Second chances cost time and show nothing new after the first of them.
QUICK = Terms(pace=300.0, strikes=2, restarts=1)
PACES = {"flood": 15.0, "giant": 15.0, "crash": 15.0}
HONEST = Terms(pace=10.0)


@contextmanager
def nine_bots() -> Iterator[dict[str, ExternalBot]]:
    """Give the bots by name; they are ended afterwards."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        built = str(Path(folder) / "bot")
        subprocess.run(["gcc", "-O2", "-o", built, str(EXAMPLES / "bot.c")], check=True)
        bots = {
            how: ExternalBot(
                [sys.executable, "-S", str(BAD), how],
                replace(QUICK, pace=PACES.get(how, QUICK.pace)),
            )
            for how in OFFENDERS
        }
        python = [sys.executable, "-S", str(EXAMPLES / "bot.py")]
        bots["python"] = ExternalBot(python, HONEST)
        bots["c"] = ExternalBot([built], HONEST)
        bots["javascript"] = ExternalBot(["node", str(EXAMPLES / "bot.js")], HONEST)
        for bot in bots.values():
            stack.enter_context(bot)
        yield bots


def play(bots: dict[str, ExternalBot], number: int, seed: int, rules: Counter[str]) -> list[str]:
    """Play an event; count the rules applied, and return what was wrong."""
    which = number % len(STRUCTURES)
    structure = load_structure(STRUCTURES[which])
    policy = AgentPolicy(bots)
    chronicle = Chronicle(structure, f"{number + 1}")
    director = Director(structure, list(bots), policy, seed=seed + number, chronicle=chronicle)
    policy.watch(director)
    for bot in bots.values():
        bot.new_event()
        bot.faults = []
    result = director.run()
    issued = structure.start_stack * len(bots)
    wrong = [f"{name}: {bot.faults[0]}" for name, bot in honest(bots) if bot.faults]
    if sum(p.stack for p in director.field.players.values()) != issued:
        wrong.append("the chips at the end are not those issued")
    if sum(result.prizes.values()) != result.pool:
        wrong.append("the prizes are not the pool")
    history = director.history()
    wrong += chips_amiss(history, issued)
    happened = history.frame("events")
    for name, (kind, ids) in OFFENDERS.items():
        count = int(((happened.player == name) & (happened.kind == kind)).sum())
        rules[f"{ids[which]} {name}"] += count
        if not count or not bots[name].faults:
            wrong.append(f"{name}: no {kind} under {ids[which]}")
    return [f"event {number + 1}: {text}" for text in wrong]


def chips_amiss(history: History, issued: int) -> list[str]:
    """Return the hands in which chips came or went."""
    seats = history.frame("seats")
    seats["before"] = seats["stack"]
    seats["after"] = seats.before - seats.contributed + seats.returned + seats.won
    sums = seats.groupby("hand_id")[["before", "after"]].sum()
    amiss = sums[(sums.before != issued) | (sums.after != issued)]
    return [f"hand {hand}: {row.before} chips, then {row.after}" for hand, row in amiss.iterrows()]


def honest(bots: dict[str, ExternalBot]) -> list[tuple[str, ExternalBot]]:
    """Return the bots that do nothing wrong."""
    return [(name, bot) for name, bot in bots.items() if name not in OFFENDERS]


def zombies() -> int:
    """Return how many children of this process have ended and were not waited for."""
    count = 0
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = path.read_text().rsplit(")", 1)[1].split()[:2]
        except OSError:
            continue
        count += state == "Z" and int(parent) == os.getpid()
    return count


def descendants() -> set[int]:
    """Return the processes that come from this one."""
    parents: dict[int, int] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(path.parent.name)] = int(path.read_text().rsplit(")", 1)[1].split()[1])
        except OSError:
            continue
    found = {os.getpid()}
    while True:
        more = {child for child, parent in parents.items() if parent in found} - found
        if not more:
            return found - {os.getpid()}
        found |= more


def memory() -> int:
    """Return the resident memory of this process in KiB."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE") // 1024


class Run:
    """Events one after another, and what they left."""

    def __init__(self) -> None:
        self.rules: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.seconds: list[float] = []
        self.restarts = 0
        self.held: list[tuple[int, int]] = []
        self._seen: set[int] = set()
        self._files = open_files()

    def events(self, count: int, seed: int) -> None:
        """Play so many events with the same nine bots."""
        with nine_bots() as bots:
            for number in range(count):
                began = perf_counter()
                self.wrong += play(bots, number, seed, self.rules)
                self.seconds.append(perf_counter() - began)
                self.restarts += sum(bot.restarts for bot in bots.values())
                self._seen |= descendants()
                self.held.append((open_files(), memory()))
                if zombies():
                    self.wrong.append(f"event {number + 1}: {zombies()} zombies")
                if number % 50 == 49:
                    print(f"{number + 1} events, {len(self.wrong)} amiss", file=sys.stderr)

    def leftovers(self) -> str:
        """Return what is left when the bots were ended, in words."""
        processes = {p for p in self._seen if Path(f"/proc/{p}").exists()} | descendants()
        files = open_files() - self._files
        said = f"{len(processes)} processes, {zombies()} zombies, {files} open files"
        if processes or zombies() or files:
            self.wrong.append(f"left over: {said}")
        return said


def open_files() -> int:
    """Return how many files this process holds open."""
    return len(os.listdir("/proc/self/fd"))


def main() -> int:
    """Play, print the figures, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tournaments", type=int, default=30)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    run = Run()
    run.events(chosen.tournaments, chosen.seed)
    left = run.leftovers()
    print(f"{chosen.tournaments} tournaments of nine external bots, {len(run.wrong)} things amiss")
    print(f"{median(run.seconds):.2f} s an event (median), {run.restarts:,} restarts")
    early, late = run.held[min(9, len(run.held) - 1)], run.held[-1]
    print(f"open files and KiB of memory: {early} after ten events, {late} at the end")
    print(f"left over: {left}; the system grants {protections()}")
    for rule, count in sorted(run.rules.items()):
        print(f"  {rule}: {count:,} times")
    for text in run.wrong[:20]:
        print(f"  AMISS {text}")
    return 1 if run.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
