"""`ReportData` to one HTML page that needs no network and runs only its own two scripts."""

from __future__ import annotations

import base64
import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from railbird.detectors.report import graph, plots, text, waterfall
from railbird.detectors.report_data import Calibration, FindingView, PairPoint, ReportData

_HERE = Path(__file__).parent
_NEAREST = 10
_NAME = 44  # characters of a name in a row; the case file has it in full
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
    flagged = _rows([f for f in data.findings if f.flagged], "finding", data, colours, titles)
    near = _rows([f for f in data.findings if not f.flagged], "near", data, colours, titles)
    links = graph.links([(row.anchor, row.finding) for row in flagged], colours, titles)
    drawn = graph.graph(data.nodes, data.edges, links)
    style, scripts = _asset("report.css"), [_asset("table.js"), _asset("graph.js")]
    bits = [edge.score_bits for edge in data.edges] or [0.0]
    template = _environment().get_template("report.html.j2")
    return template.render(
        data=data,
        titles=titles,
        headline=_headline(len(flagged)),
        view_words=_VIEWS.get(data.view, "as named by the scan"),
        calm=_calm(data),
        flagged=flagged,
        near=near,
        nearest_pairs=_nearest(data),
        graph=drawn,
        legend=[_Legend(titles.get(key, key), colour) for key, colour in colours.items()],
        edge_tiers=list(dict.fromkeys(row.finding.tier for row in flagged)),
        bits_floor=math.floor(min(bits)),
        bits_ceiling=math.ceil(max(bits)),
        pictures=_pictures(data, flagged, titles, colours),
        embedded=_embed(drawn, flagged),
        policy=_policy([style], scripts),
        style=Markup(style),
        scripts=[Markup(script) for script in scripts],
    )


@cache
def _environment() -> Environment:
    environment = Environment(
        autoescape=True,
        # Every string of the data passes here on its way to the page, in whatever place it stands.
        finalize=lambda value: (
            text.visible(value)
            if isinstance(value, str) and not isinstance(value, Markup)
            else value
        ),
        keep_trailing_newline=True,
        loader=FileSystemLoader(_HERE, encoding="utf-8"),
        trim_blocks=True,
        undefined=StrictUndefined,
    )
    environment.filters |= {
        "chance": text.chance,
        "count": text.count,
        "general": text.general,
        "name": text.visible_html,
        "name_short": _short_name,
        "number": text.number,
        "percent": text.percent,
        "signed": text.signed,
        "sort_key": _sort_key,
        "word": graph.word,
    }
    return environment


@cache
def _asset(name: str) -> str:
    return (_HERE / name).read_text(encoding="utf-8")


def _policy(styles: Sequence[str], scripts: Sequence[str]) -> str:
    allowed: dict[str, list[str]] = {
        "default-src": ["'none'"],
        "script-src": [_hash(script) for script in scripts],
        "style-src": [_hash(style) for style in styles],
        "img-src": ["data:"],
        "base-uri": ["'none'"],
        "form-action": ["'none'"],
    }
    return "; ".join(f"{name} {' '.join(values)}" for name, values in allowed.items())


def _hash(inline: str) -> str:
    digest = base64.b64encode(hashlib.sha256(inline.encode()).digest()).decode()
    return f"'sha256-{digest}'"


def _embed(drawn: graph.Graph, rows: Sequence[_Row]) -> Markup:
    """Return the scripts' data as JSON that no string inside can break out of.

    ASCII only, so that no hidden character reaches the page; ``<``, ``>`` and ``&`` escaped, so
    that neither ``</script>`` nor ``<!--`` can occur.
    """
    words = {row.anchor: _words(row) for row in rows}
    content = {"nodes": drawn.nodes, "edges": drawn.edges, "words": words}
    encoded = json.dumps(content, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    for char in "<>&":
        encoded = encoded.replace(char, f"\\u{ord(char):04x}")
    return Markup(encoded)


def _words(row: _Row) -> str:
    names = [form for name in row.finding.players for form in (name, text.visible(name))]
    return "\n".join([*dict.fromkeys(names), row.finding.finding_id]).lower()


def _colours(data: ReportData, titles: Mapping[str, str]) -> dict[str, int]:
    keys = list(dict.fromkeys([*titles, *(finding.scheme for finding in data.findings)]))
    return {key: index % _COLOURS for index, key in enumerate(keys)}


def _rows(
    findings: Sequence[FindingView],
    prefix: str,
    data: ReportData,
    colours: Mapping[str, int],
    titles: Mapping[str, str],
) -> list[_Row]:
    tiers = {tier: index for index, (tier, _, _) in enumerate(data.tiers)}
    falls = [
        waterfall.steps(finding.prior_bits, [bar.bits for bar in finding.bars])
        for finding in findings
    ]
    reach = waterfall.extent(falls)
    return [
        _Row(
            rank=rank,
            anchor=f"{prefix}-{rank}",
            finding=finding,
            scheme=titles.get(finding.scheme, finding.scheme),
            colour=colours[finding.scheme],
            tier_order=tiers.get(finding.tier, len(tiers)),
            who=" / ".join(text.visible(player) for player in finding.players),
            long_names=any(len(text.visible(player)) > _NAME for player in finding.players),
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
    """Return the first pairs, in the order given, that no flagged finding is about."""
    flagged = {(f.scheme, frozenset(f.players)) for f in data.findings if f.flagged}
    others = (
        p for p in data.pairs if (p.scheme, frozenset([p.player_a, p.player_b])) not in flagged
    )
    return list(islice(others, _NEAREST))


def _headline(flagged: int) -> str:
    if flagged == 0:
        return "No pair of players stands out"
    return "1 finding to look at" if flagged == 1 else f"{text.count(flagged)} findings to look at"


def _calm(data: ReportData) -> str:
    tested = "; ".join(
        f"{text.count(scheme.pairs_tested)} pairs for {scheme.title}" for scheme in data.schemes
    )
    return f"Tested: {tested}." if tested else "No pair shared enough hands to be tested."


def _short_name(name: str) -> Markup:
    if len(text.visible(name)) <= _NAME:
        return text.visible_html(name)
    return Markup('<bdi class="name" title="{}">{}</bdi>').format(
        text.visible(name), text.shorten(name, _NAME)
    )


def _sort_key(value: float) -> str:
    return repr(float(value)) if math.isfinite(value) else ""
