"""What `railbird demo` plays: human-like sit & gos, and two pairs that play for each other."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from railbird.agents.base import Agent
from railbird.agents.colluders.cast import Group
from railbird.agents.population.people import HumanBot, population
from railbird.arena.history.schema import History
from railbird.arena.tournament.structure_file import load_structure
from railbird.datasets.formats.write import write
from railbird.datasets.series import Series, play_series

STRUCTURE = "sng-9max-turbo"
EVENTS = 48
NAMES = (
    "quarrel_moth", "Pemberlyn", "Ostrava Jim", "tealeaf77", "Grig.Vane", "ms_halloway",
    "BrackenFox", "nordlys9", "Corvo di Mare", "plinth", "Lady Umber", "zz_harbour", "Okapi-Oke",
    "thirdrail", "Mirabel5", "Wend", "Tarn_Hows", "sixpenny", "Elderquist", "MoorHen44",
    "Vashti B", "kettleblack", "Otterburn", "julep_9",
)  # fmt: skip
SOFT = Group("soft pair", "soft-play", ("tealeaf77", "BrackenFox"))
DUMP = Group("chip dumpers", "dump-plain", ("Pemberlyn", "quarrel_moth"))
# Share of the events that a pair enters together.
MEET = 0.75
WORDS = {
    SOFT.name: "do not bet or raise against each other when nobody else is in the hand",
    DUMP.name: f"{DUMP.players[1]} hands chips to {DUMP.players[0]}: calls in, bets, and folds",
}


@dataclass(frozen=True, slots=True)
class Truth:
    """A planted pair: what it agreed on, how often it met, and how many decisions it changed."""

    name: str
    players: tuple[str, ...]
    agreed: str
    events: int
    changed: int


def showcase(seed: int = 0) -> Series:
    """Return the series of the demo; the same seed gives the same hands."""
    people = population().draw(len(NAMES), seed)
    players = {n: partial(_same, bot) for n, bot in zip(NAMES, people, strict=True)}
    meet = {SOFT.name: MEET, DUMP.name: MEET}
    structure = load_structure(STRUCTURE)
    return Series(structure, players, (SOFT, DUMP), meet, EVENTS, seed)


def _same(player: HumanBot, seed: int) -> Agent:
    """Return the player himself: he treats a partner alike in every event."""
    return player


def write_showcase(
    folder: Path, seed: int = 0, progress: Callable[[int, int], None] | None = None
) -> tuple[int, tuple[Truth, ...]]:
    """Play and write `folder/hands` (PokerStars text) and `folder/truth`; return hands and truth.

    The truth stands in files of its own, which a scan of `hands` never sees: `pairs.csv` names the
    partners, `decisions.csv` every decision that an honest player would have taken otherwise.
    """
    series = showcase(seed)
    history = play_series(series, progress)
    told = tuple(_truth(history, group) for group in series.groups)
    public = {n: t for n, t in history.tables.items() if n not in ("labels", "altered")}
    report = write(History(public), folder / "hands", "pokerstars")
    (folder / "truth").mkdir()
    pairs = [(t.name, "; ".join(t.players), t.agreed, t.events, t.changed) for t in told]
    _write_csv(folder / "truth" / "pairs.csv", "pair players agreed events decisions", pairs)
    rows = [tuple(row.values()) for row in history["altered"].to_pylist()]
    _write_csv(folder / "truth" / "decisions.csv", "hand_id ordinal player partner scheme", rows)
    return report.hands, told


def _truth(history: History, group: Group) -> Truth:
    altered = Counter(history["altered"]["player"].to_pylist())
    labels = history["labels"]
    named = zip(labels["group_id"].to_pylist(), labels["tournament_id"].to_pylist(), strict=True)
    events = len({event for name, event in named if name == group.name})
    changed = sum(altered[player] for player in group.players)
    return Truth(group.name, group.players, WORDS[group.name], events, changed)


def _write_csv(path: Path, head: str, rows: Sequence[tuple[object, ...]]) -> None:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head.split())
    writer.writerows(rows)
    path.write_text(text.getvalue(), encoding="utf-8", newline="")
