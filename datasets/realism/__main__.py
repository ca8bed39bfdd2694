"""Fits the population to real hands, and shows how close it comes.

    python -m railbird.datasets.realism fit online-cash=HISTORIES six-handed=HISTORIES
    python -m railbird.datasets.realism report online-cash=HISTORIES --picture docs/population.png

`fit` writes the numbers into `agents/population` and names them there; `report` simulates the
shipped population in the seats of the real players and compares.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from importlib.util import find_spec

import numpy as np
import rich_click as click
from rich.console import Console

from railbird.agents.population.tables import POPULATIONS, Tables, blank_tables, load_fitted
from railbird.datasets.formats import read
from railbird.datasets.realism.calibrate import LOOKS, Target, calibrate, target_of
from railbird.datasets.realism.cards import Looks, knows_cards
from railbird.datasets.realism.decisions import Decisions, real_decisions
from railbird.datasets.realism.depths import depth_effects, with_depths
from railbird.datasets.realism.hands import hands_of
from railbird.datasets.realism.report import report_on
from railbird.datasets.realism.ship import ship

_PARTS = 3


@click.group()
def main() -> None:
    """Fit the human-like population, or compare it with real hands."""


@main.command()
@click.argument("sources", nargs=-1, required=True)
@click.option("--parts", default=_PARTS, show_default=True, help="Normal parts of the mixture.")
@click.option("--short", type=click.Path(exists=True), help="Tournament hands: short stacks.")
def fit(sources: tuple[str, ...], parts: int, short: str | None) -> None:
    """Fit every population; SOURCES are NAME=HISTORIES, one for each population.

    Where cards are known (all hole cards) is fitted first; the others follow cards as closely.
    """
    console = Console()
    targets = _targets(sources)
    missing = [name for name in POPULATIONS if name not in targets]
    if missing:
        raise click.UsageError(f"nothing is given for {', '.join(missing)}: NAME=HISTORIES")
    tables, looked = blank_tables(parts), LOOKS
    for name in sorted(targets, key=lambda name: not knows_cards(targets[name].decisions)):
        tables = calibrate(targets[name], tables, name, parts, console.print, looked)
        k = POPULATIONS.index(name)
        looked = Looks(tables.wild[k], tables.near[k])
    if short is not None:
        tables = _shallow(tables, real_decisions(hands_of(read([short]).history)))
    console.print(f"wrote {ship(tables)}")


@main.command()
@click.argument("sources", nargs=-1, required=True)
@click.option("--picture", type=click.Path(dir_okay=False), help="Write the distributions as PNG.")
@click.option(
    "--least-hands", default=50, show_default=True, help="Players with fewer are left out."
)
@click.option("--runs", default=3, show_default=True, help="Simulations; the AUC is their mean.")
def report(sources: tuple[str, ...], picture: str | None, least_hands: int, runs: int) -> None:
    """Compare the shipped population with SOURCES (NAME=HISTORIES)."""
    if picture is not None and find_spec("matplotlib") is None:
        raise click.UsageError('--picture needs Matplotlib: pip install "railbird[train]"')
    report_on(_targets(sources), load_fitted(), picture, least_hands, runs, Console(width=110))


def _shallow(tables: Tables, decisions: Decisions) -> Tables:
    """Return the tables with shallow depths as tournament hands have them."""
    pairs = [(weights, depth_effects(decisions, weights)) for weights in tables.weights]
    return replace(tables, weights=np.array([with_depths(*pair) for pair in pairs]))


def _targets(sources: Sequence[str]) -> dict[str, Target]:
    found = {}
    for source in sources:
        name, equals, path = source.partition("=")
        if not equals or name not in POPULATIONS:
            raise click.UsageError(
                f"{source!r}: want NAME=HISTORIES with NAME one of {', '.join(POPULATIONS)}"
            )
        history = read([path]).history
        try:
            found[name] = target_of(hands_of(history))
        except ValueError as error:
            raise click.UsageError(f"{path}: {error}") from None
    return found


if __name__ == "__main__":
    main()
