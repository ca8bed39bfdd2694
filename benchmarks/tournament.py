"""How fast whole events run, one core, random players: sit & gos a second, large fields, memory.

Times are those of the processor, so that other work on the machine does not count.

Run `python benchmarks/tournament.py [--large]`; `--large` adds the 10,000-player events.
"""

from __future__ import annotations

import resource
import statistics
import sys
import time

import numpy as np
from numpy.typing import NDArray

from railbird.arena.hand.moves import do_move
from railbird.arena.hand.record import Tables, new_tables
from railbird.arena.numba_cache import kernel
from railbird.arena.tournament.director import Director
from railbird.arena.tournament.play import RandomPolicy
from railbird.arena.tournament.play_kernels import choose_move
from railbird.arena.tournament.single_table import step
from railbird.arena.tournament.single_table.plan import compile_plan, write_tables
from railbird.arena.tournament.single_table.record import Events, Plans, new_events
from railbird.arena.tournament.structure_file import load_structure


def run(name: str, entrants: int, seed: int, boldness: int) -> tuple[float, int]:
    """Run one event; return seconds of the processor and hands."""
    structure = load_structure(name)
    names = [f"p{k}" for k in range(entrants)]
    start = time.process_time()
    result = Director(structure, names, RandomPolicy(seed, boldness), seed=seed).run()
    return time.process_time() - start, result.hands


@kernel
def play_events(
    tables: Tables, events: Events, plans: Plans, seeds: NDArray[np.int64], boldness: int
) -> int:
    """Play an event for each seed in compiled code; return the hands it took."""
    hands = 0
    t, e, plan = tables[0], events[0], plans[0]
    for i in range(seeds.shape[0]):
        step.begin_event(t, e, plan, seeds[i])
        while not e.finished:
            step.deal_next(t, e, plan)
            while not t.over:
                kind, total = choose_move(t, e.bot_stream, boldness)
                e.thinking += plan.think
                do_move(t, kind, total)
            step.settle_hand(t, e, plan)
        hands += e.hand
    return hands


def compiled_sit_and_gos(boldness: int, count: int) -> None:
    """Print the same events a second without Python between hands: what environments run on."""
    structure = load_structure("sng-6max")
    plans, tables, events = compile_plan(structure), new_tables(1), new_events(1)
    write_tables(tables, structure)
    play_events(tables, events, plans, np.arange(2), boldness)
    start = time.process_time()
    hands = play_events(tables, events, plans, np.arange(count), boldness)
    seconds = time.process_time() - start
    print(
        f"sng-6max, boldness {boldness:3}, compiled: {count / seconds:7,.0f} events/s, "
        f"{hands / count:5.1f} hands an event, {1e6 * seconds / hands:5.2f} us a hand"
    )


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
        compiled_sit_and_gos(boldness, 5_000)
    for entrants in (100, 1_000):
        for boldness in (100, 12):
            field(entrants, boldness, 3)
    if "--large" in sys.argv:
        for boldness in (100, 12):
            field(10_000, boldness, 1)


if __name__ == "__main__":
    main()
