"""`ReportData` to one HTML page that needs no network and runs only its own two scripts."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from heapq import nsmallest

from markupsafe import Markup

from railbird.detectors.report import graph, plots, text, waterfall, words
from railbird.detectors.report.template import NAME, asset, embed, environment, policy
from railbird.detectors.report_data import Calibration, FindingView, PairPoint, ReportData

_NEAREST = 10
_COLOURS = 8  # line styles in report.css
_VIEWS = {
    "operator": "all hole cards were seen",
    "outsider": "only cards shown at the table were seen",
}


@dataclass(frozen=True, slots=True)
class _Row:
    rank: int
    anchor: str
    finding: FindingView
    scheme: str
    colour: int
    tier_order: int
    who: str
    long_names: bool
    disclosure: str
    strip: Markup
    lanes: list[Markup]


@dataclass(frozen=True, slots=True)
class _Legend:
    title: str
    colour: int


@dataclass(frozen=True, slots=True)
class _Picture:
    title: str
    calibration: Calibration | None
    quantiles: Markup
    beyond: int
    volcano: Markup


def render(data: ReportData) -> str:
    """Return the whole page: same data, same text; nothing is fetched and nothing is computed.

    Strings in `data` are shown as text wherever they stand. The page's content security policy
    allows its own style and scripts by their hashes and nothing else.
    """
    titles = {scheme.scheme: scheme.title for scheme in data.schemes}
    colours = _colours(data, titles)
    rows = _rows(data, colours, titles)
    links = graph.links([(row.anchor, row.finding) for row in rows], colours, titles)
    drawn = graph.graph(data.nodes, data.edges, links)
    finder = {row.anchor: _finder(row) for row in rows}
    style, scripts = asset("report.css"), [asset("table.js"), asset("graph.js")]
    bits = [edge.score_bits for edge in data.edges] or [0.0]
    return (
        environment()
        .get_template("report.html.j2")
        .render(
            data=data,
            titles=titles,
            headline=words.headline(data),
            tested=words.tested(data),
            expected_false=words.expected_false(data),
            view_words=_VIEWS.get(data.view, "as named by the scan"),
            rows=rows,
            flagged=any(finding.flagged for finding in data.findings),
            nearest=_nearest(data),
            graph=drawn,
            legend=[_Legend(titles.get(key, key), colour) for key, colour in colours.items()],
            edge_tiers=list(dict.fromkeys(row.finding.tier for row in rows)),
            bits_floor=math.floor(min(bits)),
            bits_ceiling=math.ceil(max(bits)),
            pictures=_pictures(data, rows, titles, colours),
            embedded=embed({"nodes": drawn.nodes, "edges": drawn.edges, "words": finder}),
            policy=policy([style], scripts),
            style=Markup(style),
            scripts=[Markup(script) for script in scripts],
        )
    )


def _finder(row: _Row) -> str:
    names = [form for name in row.finding.players for form in (name, text.visible(name))]
    return "\n".join([*dict.fromkeys(names), row.finding.finding_id]).lower()


def _colours(data: ReportData, titles: Mapping[str, str]) -> dict[str, int]:
    keys = list(dict.fromkeys([*titles, *(finding.scheme for finding in data.findings)]))
    return {key: index % _COLOURS for index, key in enumerate(keys)}


def _rows(data: ReportData, colours: Mapping[str, int], titles: Mapping[str, str]) -> list[_Row]:
    findings = data.findings
    tiers = {tier: index for index, (tier, _, _) in enumerate(data.tiers)}
    falls = [
        waterfall.steps(finding.prior_bits, [bar.bits for bar in finding.bars])
        for finding in findings
    ]
    reach = waterfall.extent(falls)
    return [
        _Row(
            rank=rank,
            anchor=f"finding-{rank}",
            finding=finding,
            scheme=titles.get(finding.scheme, finding.scheme),
            colour=colours[finding.scheme],
            tier_order=tiers.get(finding.tier, len(tiers)),
            who=" / ".join(text.visible(player) for player in finding.players),
            long_names=any(len(text.visible(player)) > NAME for player in finding.players),
            disclosure=_disclosure(finding),
            strip=waterfall.strip(steps, reach),
            lanes=[waterfall.lane(step, reach) for step in [*steps, waterfall.total(steps)]],
        )
        for rank, (finding, steps) in enumerate(zip(findings, falls, strict=True), start=1)
    ]


def _disclosure(finding: FindingView) -> str:
    signals = "1 signal" if len(finding.bars) == 1 else f"{len(finding.bars)} signals"
    hands = "1 hand" if len(finding.evidence) == 1 else f"{text.count(len(finding.evidence))} hands"
    return f"Case file: {signals}, {hands}, the honest explanation"


def _pictures(
    data: ReportData,
    rows: Sequence[_Row],
    titles: Mapping[str, str],
    colours: Mapping[str, int],
) -> list[_Picture]:
    calibration = {one.scheme: one for one in data.calibration}
    anchors = {(row.finding.scheme, frozenset(row.finding.players)): row for row in rows}
    by_scheme: dict[str, list[PairPoint]] = {key: [] for key in calibration}
    for pair in data.pairs:
        by_scheme.setdefault(pair.scheme, []).append(pair)
    out = []
    for scheme, pairs in by_scheme.items():
        plain, marked = [], []
        for pair in pairs:
            row = anchors.get((scheme, frozenset([pair.player_a, pair.player_b])))
            if row is None:
                plain.append((float(pair.hands), pair.score_bits))
            else:
                marked.append(_mark(pair, row, colours.get(scheme, 0)))
        one = calibration.get(scheme)
        quantiles, beyond = _quantiles(one)
        limits = [
            plots.Limit(bits, words) for key, words, bits in data.score_limits if key == scheme
        ]
        picture = plots.volcano(plain, marked, limits)
        title = titles.get(scheme, scheme)
        out.append(_Picture(title, one, quantiles, beyond, picture))
    return out


def _mark(pair: PairPoint, row: _Row, colour: int) -> plots.Marked:
    title = f"{row.who}: {text.number(pair.score_bits, 1)} bits in {text.count(pair.hands)} hands"
    return plots.Marked(float(pair.hands), pair.score_bits, colour, title, row.anchor)


def _quantiles(one: Calibration | None) -> tuple[Markup, int]:
    if one is None:
        return Markup(""), 0
    points = list(zip(one.expected, one.observed, strict=True))
    return plots.quantiles(points, list(zip(one.expected, one.low, one.high, strict=True)))


def _nearest(data: ReportData) -> list[PairPoint]:
    """Return the pairs with the smallest q that no finding is about, over all schemes."""
    found = {(f.scheme, frozenset(f.players)) for f in data.findings}
    others = (
        pair
        for pair in data.pairs
        if (pair.scheme, frozenset([pair.player_a, pair.player_b])) not in found
    )
    return nsmallest(
        _NEAREST, others, key=lambda p: (p.q_value, p.p_value, p.player_a, p.player_b, p.scheme)
    )
