"""A scan: histories in, findings, graph and page out, all of them or none."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from railbird.datasets.atomic import fresh_directory
from railbird.datasets.formats import ReadResult, read
from railbird.detectors import error_control
from railbird.detectors.findings import FEWEST_HANDS, Finding, Outcome, find
from railbird.detectors.spots import read_spots

FILES = frozenset(
    {
        "findings.csv",
        "findings.parquet",
        "pairs.parquet",
        "messages.csv",
        "graph.gexf",
        "graph.graphml",
        "rejected.csv",
        "summary.json",
        "report.html",
    }
)
VIEWS = ("outsider", "operator")
Progress = Callable[[str, int, int, int], None]


class NothingReadable(ValueError):
    """No hand could be read from the inputs; `reasons` are the first few of why."""

    def __init__(self, reasons: Sequence[str]) -> None:
        super().__init__("nothing readable in the inputs")
        self.reasons = tuple(reasons)


@dataclass(frozen=True)
class Summary:
    """What a scan did: counts of what was read, tested and found, and the findings."""

    hands: int
    hands_used: int
    players: int
    pairs: int
    tests: int
    duplicates: int
    rejected: int
    files: int
    tiers: tuple[tuple[str, int], ...]
    findings: tuple[Finding, ...]
    out: Path


def scan(
    inputs: Sequence[str | os.PathLike[str]],
    out: str | os.PathLike[str],
    *,
    view: str = "outsider",
    fdr: float = 0.01,
    progress: Progress | None = None,
) -> Summary:
    """Scan `inputs` and write every file of `FILES` to the folder `out`.

    `view` "operator" uses all known hole cards, "outsider" only those the table saw; `fdr` is the
    false discovery rate of case findings. `progress(stage, done, total, hands)` is called as the
    work goes on; stages are "reading", "decisions", "testing pairs" and "writing". The same input
    gives the same bytes, in whatever order it is named. `out` is replaced whole at the end or left
    as it was. Raises `NothingReadable`, `ValueError` for a wrong view or rate, and `ForeignOutput`
    when `out` holds what no scan wrote.
    """
    if view not in VIEWS:
        raise ValueError(f"view is {view!r}: choose operator or outsider")
    if not 0 < fdr < 1:
        raise ValueError(f"fdr is {fdr}: choose a rate between 0 and 1")
    tell = progress or (lambda stage, done, total, hands: None)
    with fresh_directory(Path(out), is_ours=_is_ours) as folder:
        result = read(
            sorted((os.fspath(name) for name in inputs), key=str),
            progress=lambda done, total, hands: tell("reading", done, total, hands),
        )
        if result.history.hand_count == 0:
            raise NothingReadable([f"{r.file}:{r.line}: {r.reason}" for r in result.rejected[:3]])
        outcome = _find(result, view, fdr, tell)
        tell("writing", 2, 3, result.history.hand_count)
        _write(outcome, result, folder, [os.fspath(name) for name in inputs])
    return _summary(outcome, result, Path(out))


def _find(result: ReadResult, view: str, fdr: float, tell: Progress) -> Outcome:
    hands = result.history.hand_count
    tell("decisions", 0, 3, hands)
    spots = read_spots(result.history, view)
    tell("testing pairs", 1, 3, hands)
    return find(spots, fdr)


def _is_ours(folder: Path) -> bool:
    return {path.name for path in folder.iterdir()} <= FILES


def _write(outcome: Outcome, result: ReadResult, folder: Path, inputs: Sequence[str]) -> None:
    from railbird.detectors.graph import player_graph, write_graph
    from railbird.detectors.report import render
    from railbird.detectors.report_build import report_data
    from railbird.detectors.tables import write_json, write_tables

    graph = player_graph(outcome)
    write_tables(outcome, result.rejected, folder)
    write_graph(graph, folder)
    write_json(folder / "summary.json", summary_content(outcome, result))
    page = render(report_data(outcome, result, graph, inputs))
    (folder / "report.html").write_text(page, encoding="utf-8", errors="backslashreplace")


def _summary(outcome: Outcome, result: ReadResult, out: Path) -> Summary:
    return Summary(
        hands=result.history.hand_count,
        hands_used=len(outcome.spots.hand_ids),
        players=len(outcome.spots.players),
        pairs=len(outcome.exposure.code),
        tests=sum(int(r.tested.sum()) for r in outcome.results),
        duplicates=result.counts["duplicates"],
        rejected=len(result.rejected),
        files=result.files,
        tiers=tier_counts(outcome),
        findings=outcome.findings,
        out=out,
    )


def tier_counts(outcome: Outcome) -> tuple[tuple[str, int], ...]:
    """Return (tier, number of findings), all tiers, the gravest first."""
    found = [finding.tier for finding in outcome.findings]
    return tuple((tier, found.count(tier)) for tier, _ in error_control.TIERS)


def summary_content(outcome: Outcome, result: ReadResult) -> dict[str, Any]:
    """Return the content of `summary.json`: counts, parameters and what was estimated."""
    schemes = {
        r.scheme.name: {
            "null": r.scheme.null,
            "pairs_tested": int(r.tested.sum()),
            "rows": len(r.tests.null.contest),
            "honest_pair_sd_log_odds": round(r.tests.null.pair_sd.usual, 6),
            "hand_scale": round(r.tests.null.hand_scale, 6),
        }
        for r in outcome.results
    }
    return {
        "view": outcome.spots.view,
        "fdr": outcome.fdr,
        "fewest_shared_hands": FEWEST_HANDS,
        "files": result.files,
        "hands": result.history.hand_count,
        "hands_used": len(outcome.spots.hand_ids),
        "duplicates": result.counts["duplicates"],
        "rejected": len(result.rejected),
        "rejected_hands": result.counts["rejected_hands"],
        "tournaments": len(outcome.spots.tournaments),
        "players": len(outcome.spots.players),
        "pairs": len(outcome.exposure.code),
        "findings": dict(tier_counts(outcome)),
        "flagged": sum(f.flagged for f in outcome.findings),
        "schemes": schemes,
    }
