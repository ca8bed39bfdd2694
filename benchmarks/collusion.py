"""What each scheme of the colluders earns against an honest field.

    python benchmarks/collusion.py [--events 400] [--schemes soft-play …] [--csv FILE]
    python benchmarks/collusion.py --draw FILE.csv PICTURE.png

Six-seat sit & gos of house bots: two partners (three where the scheme needs them) and an honest
rest. Each event is played twice with the same decks, seats and bots, with the scheme and with the
same partners playing honestly; the pairs of events are the observations. Printed per scheme: what
the partners return on their buy-ins together, honestly and with the scheme, the difference with its
95% interval, the same for the favoured one alone, and changed decisions an event. An event is left
when all partners are out or only they are left, who then share the prizes to come. Bounty schemes
play for a bounty of half the buy-in besides.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from railbird.agents.base import Agent
from railbird.agents.colluders.camouflage import Camouflage
from railbird.agents.colluders.cast import Cast, Group, cast
from railbird.agents.colluders.schemes import SCHEMES, scheme_of
from railbird.agents.registry import make_agent
from railbird.agents.seats import AgentPolicy
from railbird.arena.tournament.bounties import BountyKind
from railbird.arena.tournament.director import Director
from railbird.arena.tournament.structure import Bounty, Structure
from railbird.arena.tournament.structure_file import load_structure

STRUCTURE = "sng-6max"
PARTNERS = ("tight-aggressive", "loose-aggressive", "tight-aggressive")
HONEST = ("tight-aggressive", "equity", "loose-aggressive", "loose-passive")
THREE = ("dump-relayed",)
DIALS: dict[str, Group] = {
    "soft-play, half": Group("g", "soft-play", ("a", "b"), intensity=0.5),
    "soft-play, bubble": Group("g", "soft-play", ("a", "b"), trigger="bubble"),
    "soft-play, hidden": Group("g", "soft-play", ("a", "b"), camouflage=Camouflage()),
    "dump-plain, hidden": Group("g", "dump-plain", ("a", "b"), camouflage=Camouflage()),
    "dump-plain, short": Group("g", "dump-plain", ("a", "b"), trigger="partner-short"),
    "card-sharing, hidden": Group("g", "card-sharing", ("a", "b"), camouflage=Camouflage()),
}
_Z = 1.96


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: means over events, in parts of the partners' buy-ins."""

    scheme: str
    events: int
    honest: float
    colluding: float
    difference: float
    half_width: float
    favoured: float
    favoured_half_width: float
    altered: float
    touched: float


def measure(name: str, group: Group, events: int) -> Row:
    """Return the row of a group."""
    structure = load_structure(STRUCTURE)
    if name.startswith("bounty"):
        structure = replace(structure, bounty=Bounty(BountyKind.KNOCKOUT, structure.buy_in // 2))
    made = np.zeros((events, 2, len(group.players)))
    marks = np.zeros(events)
    for seed in range(events):
        made[seed, 0] = honestly(structure, group.players, seed, scheme_of(group.scheme).one_person)
        played, made[seed, 1] = play(structure, (group,), group.players, seed)
        marks[seed] = len(played.marks())
    made /= structure.price
    joint = made.mean(2)
    own = made[:, 1, 0] - made[:, 0, 0]
    return Row(
        name,
        events,
        joint[:, 0].mean() - 1.0,
        joint[:, 1].mean() - 1.0,
        *_interval(joint[:, 1] - joint[:, 0]),
        *_interval(own),
        marks.mean(),
        (marks > 0).mean(),
    )


@cache
def honestly(
    structure: Structure, partners: tuple[str, ...], seed: int, one_person: bool
) -> NDArray[np.float64]:
    """Return what each partner wins by honest play; all with the first one's agent if asked."""
    return play(structure, (), partners, seed, one_person)[1]


def play(
    structure: Structure,
    groups: tuple[Group, ...],
    partners: tuple[str, ...],
    seed: int,
    one_person: bool = False,
) -> tuple[Cast, NDArray[np.float64]]:
    """Play one event; return its cast and what each partner won in it, in cents."""
    agents: dict[str, Agent] = {}
    for k, name in enumerate(partners):
        agents[name] = make_agent(PARTNERS[k], 1_000 * seed + k)
        if one_person:
            agents[name] = agents[partners[0]]
    for k in range(structure.seats - len(partners)):
        agents[f"honest {k}"] = make_agent(HONEST[k % len(HONEST)], 1_000 * seed + 500 + k)
    made = cast(agents, groups, event=seed)
    policy = AgentPolicy(made.agents)
    director = Director(structure, list(agents), policy, seed=seed)
    policy.watch(director)
    players = director.field.players
    ours = [p for p in players.values() if p.name in partners]
    while director.step():
        left = {p.name for p in director.field.living()}
        if left <= set(partners) or not left & set(partners):
            break
    faults = [fault for tally in policy.tallies.values() for fault in tally.faults]
    assert not faults, faults[0]
    won = {p.name: float(p.prize + p.bounties_won) for p in ours}
    # Whoever is left among partners alone shares what the first places pay.
    rest = [p.name for p in ours if p.name in left and not p.prize]
    heads = sum(p.head for p in ours if p.name in rest)
    for name in rest:
        won[name] += (sum(director.floor.prize_list()[: len(rest)]) + heads) / len(rest)
    return made, np.array([won[name] for name in partners], dtype=float)


def _interval(values: NDArray[np.float64]) -> tuple[float, float]:
    return float(values.mean()), _Z * float(values.std(ddof=1)) / len(values) ** 0.5


def groups_to_measure(chosen: list[str]) -> Iterator[tuple[str, Group]]:
    """Yield name and group of every line."""
    for name in SCHEMES:
        players = ("a", "b", "c") if name in THREE else ("a", "b")
        if not chosen or name in chosen:
            yield name, Group("g", name, players)
    for name, group in DIALS.items():
        if not chosen or name in chosen:
            yield name, group


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--events", type=int, default=400)
    parser.add_argument("--schemes", nargs="*", default=[])
    parser.add_argument("--csv", type=Path)
    parser.add_argument("--draw", type=Path, nargs=2)
    given = parser.parse_args()
    if given.draw:
        draw(*given.draw)
        return
    rows = []
    sys.stdout.write(
        "scheme                 honest  scheme   joint difference   favoured one   altered\n"
    )
    for name, group in groups_to_measure(given.schemes):
        row = measure(name, group, given.events)
        rows.append(row)
        sys.stdout.write(
            f"{row.scheme:22} {row.honest:+6.1%} {row.colluding:+7.1%}  "
            f"{row.difference:+7.1%} ± {row.half_width:5.1%}  "
            f"{row.favoured:+7.1%} ± {row.favoured_half_width:5.1%}  "
            f"{row.altered:6.1f} in {row.touched:4.0%} of events\n"
        )
        sys.stdout.flush()
        if given.csv:
            _write(given.csv, rows)


def _write(path: Path, rows: list[Row]) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        out = csv.writer(file)
        out.writerow(Row.__dataclass_fields__)
        out.writerows([getattr(row, field) for field in Row.__dataclass_fields__] for row in rows)


def draw(table: Path, picture: Path) -> None:
    """Draw the joint differences of a table with their intervals."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    with table.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    rows.sort(key=lambda row: float(row["difference"]))
    figure = Figure(figsize=(9.0, 0.32 * len(rows) + 1.6), layout="constrained")
    axes = figure.subplots()
    axes.axvline(0.0, color="0.6", linewidth=1)
    for y, row in enumerate(rows):
        low = float(row["difference"]) - float(row["half_width"])
        high = float(row["difference"]) + float(row["half_width"])
        color = "#1a7f37" if low > 0 else "#b42318" if high < 0 else "#57606a"
        axes.plot([100 * low, 100 * high], [y, y], color=color, linewidth=2)
        axes.plot([100 * float(row["difference"])], [y], "o", color=color, markersize=5)
    axes.set_yticks(range(len(rows)), [row["scheme"] for row in rows])
    axes.set_xlabel(
        f"joint return on buy-ins, with the scheme less honestly: points, 95% interval, "
        f"{rows[0]['events']} events twice"
    )
    axes.set_title("What partners earn against an honest field", loc="left")
    axes.grid(axis="x", color="0.92")
    axes.set_axisbelow(True)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    FigureCanvasAgg(figure).print_figure(picture, dpi=110)


if __name__ == "__main__":
    main()
