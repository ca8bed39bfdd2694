"""How fast whole events run, one core, random players: sit & gos a second, large fields, memory.

Times are those of the processor, so that other work on the machine does not count.

Run `python benchmarks/tournament.py [--large]`; `--large` adds the 10,000-player events.
"""

from __future__ import annotations

import resource
import statistics
import sys
import time

from railbird.arena.tournament.director import Director
from railbird.arena.tournament.play import RandomPolicy
from railbird.arena.tournament.structure_file import load_structure


def run(name: str, entrants: int, seed: int, boldness: int) -> tuple[float, int]:
    """Run one event; return seconds of the processor and hands."""
    structure = load_structure(name)
    names = [f"p{k}" for k in range(entrants)]
    start = time.process_time()
    result = Director(structure, names, RandomPolicy(seed, boldness), seed=seed).run()
    return time.process_time() - start, result.hands


def sit_and_gos(boldness: int, count: int) -> None:
    """Print complete six-handed sit & gos a second, one after the other."""
    times = [run("sng-6max", 6, seed, boldness) for seed in range(count)]
    seconds = sum(t for t, _ in times)
    hands = sum(h for _, h in times)
    print(
        f"sng-6max, boldness {boldness:3}: {count / seconds:7,.0f} events/s, "
        f"{hands / count:5.1f} hands an event, {1e6 * seconds / hands:5.0f} us a hand"
    )


def field(entrants: int, boldness: int, repeats: int) -> None:
    """Print the median time of a large event, its cost a hand, and the process's memory."""
    runs = [run("mtt-sunday", entrants, seed, boldness) for seed in range(repeats)]
    seconds = statistics.median(t for t, _ in runs)
    cost = statistics.median(1e6 * t / h for t, h in runs)
    hands = statistics.median(h for _, h in runs)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    print(
        f"mtt-sunday, {entrants:6,} entrants, boldness {boldness:3}: {seconds:7.2f} s, "
        f"{hands:8,.0f} hands, {cost:5.0f} us a hand, {memory:.2f} GiB so far"
    )


def main() -> None:
    """Print all figures; the first event only warms the compiled code up."""
    run("sng-6max", 6, 99, 100)
    run("sng-6max", 6, 99, 12)
    for boldness in (100, 12):
        sit_and_gos(boldness, 300)
    for entrants in (100, 1_000):
        for boldness in (100, 12):
            field(entrants, boldness, 3)
    if "--large" in sys.argv:
        for boldness in (100, 12):
            field(10_000, boldness, 1)


if __name__ == "__main__":
    main()
