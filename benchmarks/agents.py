"""Decisions a second of the house bots in batch, and the round trip of an external bot.

`python benchmarks/agents.py`; medians of five runs each. Decisions are counted by processor time,
so that a busy machine measures the same; round trips by the clock.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

import numpy as np

from railbird.agents.external import ExternalBot, Terms
from railbird.agents.observation import Observation
from railbird.agents.registry import house_bots, make_agent
from railbird.agents.scripted.house import HouseBot
from railbird.agents.scripted.play import no_styles, play_hands
from railbird.arena.hand.games import GAMES
from railbird.arena.hand.record import MAX_SEATS, new_tables
from railbird.arena.hand.rules import HandRules
from railbird.arena.hand.setup import write_game
from railbird.arena.tournament.play_kernels import MOST_MOVES, MOVE_FIELDS, start_all
from railbird.arena.tournament.view import CHIPS, FACTS, Views, new_views, write_view_at

HANDS = 1_000
SEATS = 6
PEOPLE = ("human-like", "human-like-pro")
RUNS = 5
ECHO = """
import sys
for line in sys.stdin:
    if '"type":"hello"' in line:
        print('{"protocol": 1}', flush=True)
    else:
        n = line[line.index('"id":') + 5 : line.index(',"player"')]
        sys.stdout.write('{"id": ' + n + ', "move": "call"}\\n')
        sys.stdout.flush()
"""


def hands(count: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return fresh six-handed hold'em hands of 50 big blinds and their facts."""
    tables = new_tables(count)
    write_game(tables, GAMES["holdem"], "no-limit", HandRules())
    tables["seats"] = SEATS
    rows, facts = [], []
    for k in range(count):
        button = k % SEATS
        blinds = [(button + 1) % SEATS, (button + 2) % SEATS]
        stacks = [1_000 if s < SEATS else 0 for s in range(MAX_SEATS)]
        rows.append([k + 1, button, *blinds, 10, 20, 0, 20, 20, 0, *stacks, 0])
        facts.append([k + 1, 1, 10, 20, 0, 9, 3, 9] + [0] * (FACTS - CHIPS))
    start_all(tables, seed, np.array(rows))
    return tables, np.array(facts)


def compiled(name: str, seed: int) -> HouseBot:
    """Return an agent that is a row of numbers: a house bot, or a player of the population."""
    bot = make_agent(name, seed)
    assert isinstance(bot, HouseBot), name
    return bot


def whole_hands(names: list[str]) -> float:
    """Return decisions a second of whole hands: dealing, views, decisions, moves."""
    rates = []
    for run in range(RUNS + 1):
        tables, facts = hands(HANDS, run)
        styles = no_styles(HANDS)
        for seat in range(SEATS):
            styles[:, seat] = compiled(names[seat % len(names)], seat).row
        logs = np.zeros((HANDS, MOST_MOVES, MOVE_FIELDS), dtype=np.int64)
        counts = np.zeros(HANDS, dtype=np.int64)
        seeds = np.ones((HANDS, MAX_SEATS), dtype=np.int64)
        chosen = np.ones(HANDS, dtype=np.bool_)
        began = process_time()
        play_hands(tables, styles, seeds, facts, chosen, new_views(1), logs, counts)
        rates.append(counts.sum() / (process_time() - began))
    return median(rates[1:])


def gather_views(count: int) -> Views:
    """Return first decisions of hands, as a batch to `act_views`."""
    tables, facts = hands(count, 99)
    views = new_views(count)
    for k in range(count):
        write_view_at(
            tables, k, np.zeros((0, MOVE_FIELDS), np.int64), 0, facts[k], views[k : k + 1]
        )
    return views


def round_trip() -> tuple[float, float]:
    """Return microseconds of a decision by an external bot, and of a bare echo over pipes."""
    views = gather_views(1)
    names = {s + 1: f"player {s + 1}" for s in range(SEATS)}
    seen = Observation(views, np.zeros((0, MOVE_FIELDS), np.int64), names, (4500, 2700, 1800))
    times, bare = [], []
    with ExternalBot([sys.executable, "-S", "-c", ECHO], Terms()) as bot:
        bot.new_hand("bench")
        for _ in range(3_000):
            began = perf_counter()
            bot.decide("bench", seen, 15_000)
            times.append(perf_counter() - began)
    line = json.dumps({"id": 1, "player": "", "pad": "x" * 1_000}).encode() + b"\n"
    line = line.replace(b'"id": 1, ', b'"id":1,')
    line = line.replace(b'"player": ', b'"player":')
    with subprocess.Popen(
        [sys.executable, "-S", "-c", ECHO], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        for _ in range(3_000):
            began = perf_counter()
            process.stdin.write(line)
            process.stdout.readline()
            bare.append(perf_counter() - began)
        process.stdin.close()
    return median(times) * 1e6, median(bare) * 1e6


def main() -> None:
    """Print the figures."""
    views = gather_views(20_000)
    print(f"{Path(__file__).name}: one core, hold'em, six-handed, 50 big blinds")
    for name in (*house_bots(), *PEOPLE):
        bot = compiled(name, 1)
        rates = []
        for _ in range(RUNS + 1):
            began = process_time()
            bot.act_views(views)
            rates.append(len(views) / (process_time() - began))
        print(
            f"{name:18s} whole hands {whole_hands([name]):11,.0f} decisions/s   "
            f"first decisions in batch {median(rates[1:]):11,.0f}/s"
        )
    mixed = ["tight-aggressive", "loose-aggressive", "nit", "loose-passive", "equity", "maniac"]
    print(f"{'six styles':18s} whole hands {whole_hands(mixed):11,.0f} decisions/s")
    ours, bare = round_trip()
    print(
        f"external bot: {ours:.0f} us a decision, bare echo {bare:.0f} us, ours {ours - bare:.0f}"
    )


if __name__ == "__main__":
    main()
