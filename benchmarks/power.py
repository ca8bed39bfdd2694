"""How many planted pairs a scan finds, by shared hands, intensity, scheme and view.

    python benchmarks/power.py [--worlds 1] [--form cash sng] [--hands 80 160 320] ...

Each world has 24 players (of the population, or house bots) at six-seat tables, in four pairs of
which partners collude; they sit where the draw puts them. Printed for each world: planted pairs
with a case finding, false cases, the p-values of the planted pairs by scheme; then the sums.
With `--kind none` nobody colludes, and every case is a false one.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from railbird.agents.base import Agent
from railbird.agents.colluders.cast import Group
from railbird.agents.colluders.dumping import DumpChips
from railbird.agents.colluders.soft import SoftPlay
from railbird.agents.colluders.spot import Move, Scheme, Spot
from railbird.agents.population.people import population
from railbird.agents.registry import make_agent
from railbird.arena.tournament.structure_file import load_structure
from railbird.datasets.series import Series, flat, play_series
from railbird.detectors.findings import Outcome, find
from railbird.detectors.spots import read_spots

STYLES = ("tight-aggressive", "loose-aggressive", "equity", "nit", "loose-passive", "push-fold")
PLAYERS, SEATS, PAIRS = 24, 6, 4


@dataclass(frozen=True, slots=True)
class Both(Scheme):
    """Softly when there is nothing to hand over, dumping otherwise."""

    name = "chip_dumping"

    def alter(self, spot: Spot) -> Move | None:
        """Return the dumper's move, or else the soft player's."""
        return DumpChips().alter(spot) or SoftPlay(True).alter(spot)


SCHEMES: dict[str, Scheme] = {"soft": SoftPlay(True), "dump": DumpChips(), "both": Both()}


@dataclass(frozen=True)
class Cell:
    """One setting of a world."""

    form: str
    kind: str
    shared: int
    intensity: float
    seed: int
    field: str = "people"


def series(cell: Cell) -> Series:
    """Return the world of `cell`; pairs are (0, 1), (2, 3), ... of styles that differ."""
    structure = load_structure("sng-6max")
    hands = 25
    if cell.form == "cash":
        structure = flat(structure, 100 * structure.levels[0].big_blind)
    names = [f"player{k:02d}" for k in range(PLAYERS)]
    groups = tuple(
        Group(f"pair {k}", SCHEMES[cell.kind], (names[2 * k + 1], names[2 * k]), cell.intensity)
        for k in range(PAIRS if cell.kind != "none" else 0)
    )
    together = SEATS * (SEATS - 1) / (PLAYERS * (PLAYERS - 1))
    # Hands that two players of a sit & go share on average, until one is out.
    each = hands if cell.form == "cash" else 70
    events = round(cell.shared / (together * each))
    most = hands if cell.form == "cash" else None
    return Series(structure, field(names, cell), groups, {}, events, cell.seed, most)


def field(names: list[str], cell: Cell) -> dict[str, Callable[[int], Agent]]:
    """Return the honest agents: house bots of mixed styles, or players of the population."""
    if cell.field == "bots":
        return {n: partial(make_agent, STYLES[k % len(STYLES)]) for k, n in enumerate(names)}
    people = population().draw(len(names), cell.seed)
    return {n: partial(_same, bot) for n, bot in zip(names, people, strict=True)}


def _same(agent: Agent, seed: int) -> Agent:
    return agent


def planted_pairs() -> set[tuple[str, str]]:
    """Return the names of the partners."""
    return {(f"player{2 * k:02d}", f"player{2 * k + 1:02d}") for k in range(PAIRS)}


def shared_hands(outcome: Outcome) -> float:
    """Return the mean of hands that partners shared."""
    met, names = outcome.exposure, outcome.spots.players
    pairs = [(names[c // met.players], names[c % met.players]) for c in met.code]
    return float(
        np.mean([h for p, h in zip(pairs, met.hands, strict=True) if p in planted_pairs()])
    )


def line(cell: Cell, view: str, outcome: Outcome) -> tuple[str, int, int]:
    """Return the printed line, the number of pairs found and of false cases."""
    cases = {f.score.players for f in outcome.findings if f.flagged}
    found, false = len(cases & planted_pairs()), len(cases - planted_pairs())
    best = []
    for result in outcome.results:
        names = outcome.spots.players
        p = {
            (names[result.tests.first[i]], names[result.tests.second[i]]): float(
                result.tests.p_value[i]
            )
            for i in np.flatnonzero(result.tested)
        }
        own = " ".join(f"{p.get(pair, np.nan):.0e}" for pair in sorted(planted_pairs()))
        best.append(f"{result.scheme.name}[{own}]")
    text = (
        f"{cell.form:4} {cell.kind:4} {cell.shared:3} ({shared_hands(outcome):3.0f}) hands x "
        f"{cell.intensity:<4} {view:8} found {found}/{PAIRS} false {false}  {' '.join(best)}"
    )
    return text, found, false


def arguments() -> argparse.Namespace:
    """Return what was asked for on the command line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--field", choices=["people", "bots"], default="people")
    parser.add_argument("--worlds", type=int, default=1)
    parser.add_argument("--first-world", type=int, default=0)
    parser.add_argument("--form", nargs="+", default=["sng", "cash"])
    parser.add_argument("--kind", nargs="+", default=list(SCHEMES))
    parser.add_argument("--hands", type=int, nargs="+", default=[80, 160, 320])
    parser.add_argument("--intensity", type=float, nargs="+", default=[1.0, 0.5])
    parser.add_argument("--view", nargs="+", default=["operator", "outsider"])
    return parser.parse_args()


def main() -> None:
    """Print the table."""
    given = arguments()
    grid = itertools.product(given.form, given.kind, given.hands, given.intensity)
    for form, kind, hands, intensity in grid:
        total: Counter[str] = Counter()
        for seed in range(given.first_world, given.first_world + given.worlds):
            cell = Cell(form, kind, hands, intensity, seed, given.field)
            history = play_series(series(cell))
            for view in given.view:
                text, found, wrong = line(cell, view, find(read_spots(history, view), 0.01))
                total.update({f"{view} found": found, f"{view} false": wrong})
                say(f"{text}  ({history.hand_count:,} hands)")
        for view in given.view:
            found, of = total[f"{view} found"], PAIRS * given.worlds
            head = f"== {form} {kind} {hands} x {intensity} {view}"
            say(f"{head}: {found}/{of} found, {total[f'{view} false']} false")


def say(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
