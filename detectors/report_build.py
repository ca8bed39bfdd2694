"""From a scan's outcome to the plain values on its page."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from railbird.datasets.formats import ReadResult
from railbird.detectors import error_control
from railbird.detectors.calibration import calibration
from railbird.detectors.evidence import HandShare
from railbird.detectors.findings import FEWEST_HANDS, Finding, Outcome, SchemeResult
from railbird.detectors.graph_layout import edges_and_nodes
from railbird.detectors.pair_test import REACHABLE_P
from railbird.detectors.report_data import (
    Bar,
    EvidenceHand,
    FindingView,
    PairPoint,
    RejectedView,
    ReportData,
    SchemeView,
)
from railbird.detectors.tables import pairs_table

_MOST_REJECTED = 200
ERROR_CONTROL = (
    "Of the findings flagged (case and above), at most {share} are expected to be false. q-values "
    "by Blanchard and Roquain (2008) over all tests of all schemes together, weighted by shared "
    "hands, hold that share whatever the dependence between pairs that share players. p-values are "
    "saddlepoint tail probabilities, checked against real honest play."
)
_MOST_NAMES = 3
LIMITS = (
    "A finding is a reason to look, not a verdict: friends, relatives and stablemates can play "
    "alike for innocent reasons.",
    "Only soft play, chip dumping and chip flow are looked for; sit-outs, bounties, card sharing, "
    "chat and groups of more than two are not yet.",
    "Tier sanction cannot be reached: that needs a randomisation test or two independent channels.",
    "Pairs with few hands together are listed as not tested; nothing is known about them.",
    "The null is estimated from this input: if most players in it collude, collusion looks normal.",
)


def report_data(
    outcome: Outcome, result: ReadResult, graph: Any, inputs: Sequence[str]
) -> ReportData:
    """Return everything `report.render` shows of `outcome`; `inputs` are named in the title."""
    nodes, edges = edges_and_nodes(outcome, graph)
    tiers = [f.tier for f in outcome.findings]
    rejected = sorted((p.file, p.line, p.reason) for p in result.rejected)
    return ReportData(
        title=_title(inputs),
        view=outcome.spots.view,
        totals=_totals(outcome, result),
        parameters=_parameters(outcome),
        tiers=tuple((t, tiers.count(t), meaning) for t, meaning in error_control.TIERS),
        schemes=tuple(_scheme(r) for r in outcome.results),
        findings=tuple(_finding(f, outcome) for f in outcome.findings),
        pairs=tuple(point for r in outcome.results for point in _points(r, outcome)),
        pairs_untested=_untested(outcome),
        calibration=tuple(c for r in outcome.results if (c := calibration(r)) is not None),
        nodes=nodes,
        edges=edges,
        rejected=tuple(RejectedView(*piece) for piece in rejected[:_MOST_REJECTED]),
        rejected_count=len(rejected),
        error_control=ERROR_CONTROL.format(share=f"{100 * outcome.fdr:g}%"),
        limits=LIMITS,
    )


def _title(inputs: Sequence[str]) -> str:
    """Return what was scanned, by last name only: a page says nothing of the machine's folders."""
    names = sorted({Path(name).name or name for name in inputs})
    more = len(names) - _MOST_NAMES
    return ", ".join(names[:_MOST_NAMES]) + (f" and {more} more" if more > 0 else "")


def _totals(outcome: Outcome, result: ReadResult) -> tuple[tuple[str, str], ...]:
    tests = sum(int(r.tested.sum()) for r in outcome.results)
    return (
        ("files", f"{result.files:,}"),
        ("hands", f"{result.history.hand_count:,}"),
        ("hands read twice", f"{result.counts['duplicates']:,}"),
        ("tournaments", f"{len(outcome.spots.tournaments):,}"),
        ("players", f"{len(outcome.spots.players):,}"),
        ("decisions", f"{len(outcome.spots.rows):,}"),
        ("pairs that met", f"{len(outcome.exposure.code):,}"),
        ("pair tests", f"{tests:,}"),
        ("not understood", f"{len(result.rejected):,}"),
    )


def _parameters(outcome: Outcome) -> tuple[tuple[str, str], ...]:
    fitted = [
        (
            f"{r.scheme.title}: honest pair variation (log-odds, sd)",
            f"{r.tests.null.pair_sd.usual:.3f}",
        )
        for r in outcome.results
    ]
    return (
        ("railbird", version("railbird")),
        ("view", outcome.spots.view),
        ("false discovery rate of case findings", f"{outcome.fdr:g}"),
        ("fewest shared hands to test", str(FEWEST_HANDS)),
        ("a test must be able to reach p =", f"{REACHABLE_P:g}"),
        *fitted,
    )


def _scheme(result: SchemeResult) -> SchemeView:
    scheme = result.scheme
    return SchemeView(
        scheme.name, scheme.title, scheme.looks_for, scheme.null, int(result.tested.sum())
    )


def _finding(finding: Finding, outcome: Outcome) -> FindingView:
    signals = zip(finding.scheme.signals, finding.score.evidence, strict=True)
    bars = tuple(
        Bar(
            e.feature, e.bits, e.observed, e.expected, signal.unit, e.spots, signal.honest,
            signal.overturn,
        )
        for signal, e in signals
    )  # fmt: skip
    return FindingView(
        finding_id=finding.finding_id,
        scheme=finding.scheme.name,
        players=finding.score.players,
        tier=finding.tier,
        flagged=finding.flagged,
        score_bits=finding.score.bits,
        prior_bits=finding.score.prior_bits,
        bars=bars,
        p_value=finding.p_value,
        q_value=finding.q_value,
        hands=finding.hands,
        tournaments=finding.tournaments,
        evidence=tuple(_evidence(s, finding, outcome) for s in finding.evidence),
    )


def _evidence(share: HandShare, finding: Finding, outcome: Outcome) -> EvidenceHand:
    spots = outcome.spots
    first, second = finding.score.players
    if finding.scheme.by_volume:
        what = f"the chips went to {first if share.surplus > 0 else second}"
    else:
        what = (
            f"{share.outcome:g} {finding.scheme.counts} in {share.spots} spots, "
            f"{share.expected:.1f} expected"
        )
        if finding.giver is not None:
            what += f", as if {finding.giver} gave chips"
    return EvidenceHand(spots.hand_ids[share.hand], share.bits, what, spots.sources[share.hand])


def _points(result: SchemeResult, outcome: Outcome) -> list[PairPoint]:
    tests, met, players = result.tests, outcome.exposure, outcome.spots.players
    points = []
    for pair in np.flatnonzero(result.tested):
        q_value = float(result.q_value[pair])
        points.append(
            PairPoint(
                player_a=players[tests.first[pair]],
                player_b=players[tests.second[pair]],
                scheme=result.scheme.name,
                hands=int(met.hands[result.row[pair]]),
                exposure=float(tests.sums.information[pair]),
                effect=float(tests.effect[pair]),
                p_value=float(tests.p_value[pair]),
                q_value=q_value,
                score_bits=result.score(int(pair), players).bits,
                tier=error_control.tier_of(q_value, outcome.fdr),
            )
        )
    return sorted(points, key=lambda p: (p.p_value, p.player_a, p.player_b))


def _untested(outcome: Outcome) -> tuple[tuple[str, int], ...]:
    table = pairs_table(outcome)
    titles = {r.scheme.name: r.scheme.title for r in outcome.results}
    reasons = [
        f"{titles[s]}: {why}"
        for s, why in zip(table["scheme"].to_pylist(), table["why_not"].to_pylist(), strict=True)
        if why is not None
    ]
    return tuple((reason, reasons.count(reason)) for reason in sorted(set(reasons)))
