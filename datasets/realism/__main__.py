"""Fits the population to real hands, and shows how close it comes.

    python -m railbird.datasets.realism fit online-cash=HISTORIES six-handed=HISTORIES
    python -m railbird.datasets.realism report online-cash=HISTORIES --picture docs/population.png

`fit` writes the numbers into `agents/population` and names them there; `report` simulates the
shipped population in the seats of the real players and compares.
"""

from __future__ import annotations

from collections.abc import Sequence

import rich_click as click
from rich.console import Console

from railbird.agents.population.tables import POPULATIONS, blank_tables, load_fitted
from railbird.datasets.formats import read
from railbird.datasets.realism.calibrate import Target, calibrate, target_of
from railbird.datasets.realism.hands import hands_of
from railbird.datasets.realism.report import report_on
from railbird.datasets.realism.ship import ship

_PARTS = 2


@click.group()
def main() -> None:
    """Fit the human-like population, or compare it with real hands."""


@main.command()
@click.argument("sources", nargs=-1, required=True)
@click.option("--parts", default=_PARTS, show_default=True, help="Normal parts of the mixture.")
def fit(sources: tuple[str, ...], parts: int) -> None:
    """Fit every population; SOURCES are NAME=HISTORIES, one for each population."""
    console = Console()
    targets = _targets(sources)
    missing = [name for name in POPULATIONS if name not in targets]
    if missing:
        raise click.UsageError(f"nothing is given for {', '.join(missing)}: NAME=HISTORIES")
    tables = blank_tables(parts)
    for name, target in targets.items():
        tables = calibrate(target, tables, name, parts, console.print)
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
    report_on(_targets(sources), load_fitted(), picture, least_hands, runs, Console(width=110))


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
