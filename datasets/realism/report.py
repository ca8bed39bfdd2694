"""The realism report: a table, an AUC, and a picture of each statistic beside the real one."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from rich.console import Console
from rich.table import Table

from railbird.agents.population.tables import Tables
from railbird.datasets.realism.calibrate import Target
from railbird.datasets.realism.compare import Realism, compare, table_of
from railbird.datasets.realism.statistics import STATISTICS


def report_on(
    targets: Mapping[str, Target],
    tables: Tables,
    picture: str | None,
    least_hands: int,
    runs: int,
    console: Console,
) -> dict[str, list[Realism]]:
    """Print a report for each population and draw them all into one picture."""
    found = {}
    for name, target in targets.items():
        results = [
            compare(target, tables, name, least_hands=least_hands, seed=1 + k) for k in range(runs)
        ]
        found[name] = results
        console.print(_text_table(name, target, results))
        for kind in results[0].by_classifier:
            aucs = [result.by_classifier[kind] for result in results]
            console.print(f"  {kind}: AUC {np.mean(aucs):.3f} ({min(aucs):.3f} to {max(aucs):.3f})")
    if picture is not None:
        draw({name: results[0] for name, results in found.items()}, picture)
        console.print(f"wrote {picture}")
    return found


def _rows(result: Realism) -> str:
    return f"blocks of {result.block} hands" if result.block else "players"


def _text_table(name: str, target: Target, results: list[Realism]) -> Table:
    first = results[0]
    title = (
        f"{name}: {len(first.real)} {_rows(first)}, {len(target.hands.counts):,} hands "
        f"({target.hands.left_out:,} left out), mean of {len(results)} simulations"
    )
    table = Table(title=title)
    for column in ("statistic", "real", "simulated", "real sd", "simulated sd", "KS distance"):
        table.add_column(column, justify="left" if column == "statistic" else "right")
    tables = [table_of(result.real, result.simulated) for result in results]
    mean = sum(tables[1:], start=tables[0]) / len(tables)
    for statistic, row in mean.iterrows():
        table.add_row(str(statistic), *(f"{value:.3f}" for value in row))
    return table


def draw(results: Mapping[str, Realism], path: str) -> None:
    """Draw each statistic's distribution over players, real and simulated, a column a population.

    Raises `ImportError` when Matplotlib is missing (the extra `train`).
    """
    from matplotlib.figure import Figure

    names = list(STATISTICS)
    across = 6
    down = -(-len(names) // across)
    figure = Figure(figsize=(3.0 * across, 2.3 * down * len(results) + 0.6 * len(results)))
    parts = figure.subfigures(len(results), 1, squeeze=False)
    for part, (name, result) in zip(parts[:, 0], results.items(), strict=True):
        title = (
            f"{name}: {len(result.real)} {_rows(result)} of the real hands and as many simulated"
        )
        part.suptitle(f"{title}; told apart with AUC {result.auc:.2f}", fontsize=13)
        axes = part.subplots(down, across).ravel()
        part.subplots_adjust(hspace=0.65, wspace=0.3, top=0.88, bottom=0.07, left=0.04, right=0.98)
        for axis, statistic in zip(axes, names, strict=False):
            a, b = result.real[statistic].dropna(), result.simulated[statistic].dropna()
            low, high = np.quantile(np.concatenate([a, b]), [0.005, 0.995])
            bins = np.linspace(low, high + 1e-9, 21)
            axis.hist(a, bins, color="#9aa5b1", alpha=0.75, density=True, label="real")
            axis.hist(
                b, bins, histtype="step", color="#c2410c", lw=1.6, density=True, label="simulated"
            )
            axis.set_title(statistic.replace("_", " "), fontsize=10)
            axis.tick_params(labelsize=7)
            axis.set_yticks([])
        axes[0].legend(fontsize=8, frameon=False)
        for axis in axes[len(names) :]:
            axis.set_axis_off()
    figure.savefig(path, dpi=70)
