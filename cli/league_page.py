"""The league's page: one file with the rating plot, the table and the pairs."""

from __future__ import annotations

import math
from pathlib import Path

from markupsafe import Markup

from railbird.agents.league import League
from railbird.agents.standings import Estimate, Standing, Table
from railbird.cli.league import interval
from railbird.detectors.report.svg import Scale, drawing, element, join

_WIDTH, _HEIGHT = 860.0, 380.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 50.0, 190.0, 16.0, 36.0
_POINTS = 400
_UNSURE = 30
_BAND = 0.10
_LABEL_GAP = 15.0
# Okabe and Ito's colours, told apart by nearly everybody; dashes tell repeats apart.
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#555555")
_DASHES = ("", "6 3", "2 3")

_HEAD = Markup(
    '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width"><title>railbird league</title><style>'
    "body{font:15px/1.5 system-ui,sans-serif;margin:2em auto;max-width:64em;padding:0 1em;"
    "color:#222;background:#fff}table{border-collapse:collapse;margin:1em 0;display:block;"
    "overflow-x:auto}th,td{padding:.25em .7em;border-bottom:1px solid #ddd;text-align:right;"
    "white-space:nowrap}th:first-child,td:first-child{text-align:left}th[scope]{font-weight:400}"
    "th{vertical-align:bottom}.pairs thead th{white-space:normal}.pairs td{min-width:3.6em}"
    "svg{max-width:100%;height:auto}svg text{font:12px system-ui,sans-serif;fill:#333}"
    "</style></head><body>"
)


def write_page(path: Path, league: League, table: Table, tournaments: int) -> None:
    """Write the page; an interruption leaves the old one."""
    parts = [
        _HEAD,
        element("h1", "League"),
        element(
            "p",
            f"{tournaments:,} tournaments of {league.structure}, seed {league.seed}. Each block of"
            " tournaments has the same decks, every agent once in each seat; intervals are 95% and"
            " count blocks.",
        ),
        element("h2", "Ratings"),
        element("p", "OpenSkill (Plackett-Luce) by money won; bands are two sigmas."),
        rating_plot(table),
        _standings(table),
        _places(table),
        _head_to_head(table),
        _pairs(table),
        Markup("</body></html>\n"),
    ]
    whole = path.with_suffix(".part")
    whole.write_text(str(join(parts)), encoding="utf-8")
    whole.replace(path)


def rating_plot(table: Table) -> Markup:
    """Return the ratings by tournament as lines, named at their ends, in bands of two sigmas."""
    lines = {s.label: table.history[s.label] for s in table.standings}
    count = max((len(line) for line in lines.values()), default=0)
    # The first ratings know nothing: the picture shows from where bands are of use.
    begin = min(_UNSURE, count // 10)
    ends = [m + k * 2 * s for line in lines.values() for m, s in line[begin:] for k in (-1, 1)]
    x = Scale(0, max(count - 1, 1), _LEFT, _WIDTH - _RIGHT)
    y = Scale(min(ends, default=0.0), max(ends, default=1.0), _HEIGHT - _BOTTOM, _TOP)
    heights = _spread([y(line[-1][0]) for line in lines.values()])
    bands, drawn = [], []
    for k, (label, line) in enumerate(lines.items()):
        colour = _COLOURS[k % len(_COLOURS)]
        step = max(len(line) // _POINTS, 1)
        at = [*range(begin, len(line), step), len(line) - 1]
        edge = [(i, line[i][0] + 2 * line[i][1]) for i in at]
        edge += [(i, line[i][0] - 2 * line[i][1]) for i in reversed(at)]
        bands.append(
            element("polygon", points=_points(x, y, edge), fill=colour, fill_opacity=_BAND)
        )
        drawn.append(
            element(
                "polyline",
                points=_points(x, y, [(i, line[i][0]) for i in at]),
                fill="none",
                stroke=colour,
                stroke_width=1.6,
                stroke_dasharray=_DASHES[k // len(_COLOURS) % len(_DASHES)] or None,
            )
        )
        text = label if len(label) <= 24 else label[:10] + "…" + label[-13:]
        left, down = _WIDTH - _RIGHT + 8, heights[k] + 4
        drawn.append(element("text", text, x=left, y=down, style=f"fill:{colour}"))
    return drawing(_WIDTH, _HEIGHT, "Ratings by tournament", *_axes(x, y), *bands, *drawn)


def _points(x: Scale, y: Scale, line: list[tuple[int, float]]) -> str:
    return " ".join(f"{x(i):.1f},{y(value):.1f}" for i, value in line)


def _axes(x: Scale, y: Scale) -> list[Markup]:
    drawn = []
    for tick in y.ticks(6):
        drawn.append(
            element("line", x1=x.start, x2=x.end, y1=y(tick), y2=y(tick), stroke="#e3e3e3")
        )
        drawn.append(element("text", f"{tick:g}", x=x.start - 6, y=y(tick) + 4, text_anchor="end"))
    for tick in x.ticks(6):
        place = _HEIGHT - _BOTTOM + 16
        drawn.append(element("text", f"{tick:,.0f}", x=x(tick), y=place, text_anchor="middle"))
    drawn.append(
        element("text", "tournaments", x=(x.start + x.end) / 2, y=_HEIGHT - 4, text_anchor="middle")
    )
    return drawn


def _spread(heights: list[float]) -> list[float]:
    """Return the heights moved apart, in order, so that labels do not cover each other."""
    order = sorted(range(len(heights)), key=lambda k: heights[k])
    out = list(heights)
    for before, k in zip(order, order[1:], strict=False):
        out[k] = max(out[k], out[before] + _LABEL_GAP)
    return out


def _grid(head: list[str], rows: list[list[str]]) -> Markup:
    body = [element("tr", *(element("td", cell) for cell in row)) for row in rows]
    top = element("tr", *(element("th", cell) for cell in head))
    return element("table", element("thead", top), element("tbody", *body))


def _standings(table: Table) -> Markup:
    def row(s: Standing) -> list[str]:
        return [
            s.label,
            f"{s.rating:.1f} ± {2 * s.uncertainty:.1f}",
            interval(s.roi, 100),
            interval(s.in_the_money, 100, sign=""),
            interval(s.bb_per_100, 1),
            f"{s.tournaments:,}",
            f"{s.hands:,}",
            str(s.timed_out),
        ]

    head = ["agent", "rating", "ROI %", "in the money %", "bb/100", "events", "hands", "timed out"]
    return element("h2", "Standings") + _grid(head, [row(s) for s in table.standings])


def _places(table: Table) -> Markup:
    most = max((max(s.places) for s in table.standings), default=1)
    shown = list(range(1, min(most, 10) + 1))
    rows = []
    for s in table.standings:
        none = Estimate(0.0, 0.0, 0.0)
        cells = [interval(s.finishes.get(p, none), 100, sign="") for p in shown]
        total = sum(s.places.values())
        later = 100 * sum(n for p, n in s.places.items() if p > shown[-1]) / total
        rows.append([s.label, *cells, *([f"{later:.1f}"] if most > shown[-1] else [])])
    head = ["finishes, %", *map(str, shown), *(["later"] if most > shown[-1] else [])]
    return element("h2", "Where they finish") + _grid(head, rows)


def _head_to_head(table: Table) -> Markup:
    """Return the table of pairs: by how much the row's agent makes more than the column's."""
    names = [s.label for s in table.standings]
    sure = table.sure_from()
    cells = {}
    for pair in table.pairs:
        mark = " ✓" if pair.evidence >= sure else ""
        gain = 100 * pair.roi_difference.value
        cells[pair.better, pair.worse] = (gain, mark)
        cells[pair.worse, pair.better] = (-gain, mark)
    largest = max((abs(gain) for gain, _ in cells.values()), default=1.0) or 1.0
    rows = []
    for a in names:
        row = [element("th", a, scope="row")]
        for b in names:
            gain, mark = cells.get((a, b), (0.0, ""))
            text = f"{gain:+.0f}{mark}" if (a, b) in cells else ""
            row.append(element("td", text, style=f"background:{_shade(gain / largest)}"))
        rows.append(element("tr", *row))
    head = element("tr", element("th", "over →"), *(element("th", name) for name in names))
    note = (
        "By how many percentage points of return the row's agent is ahead of the column's in the"
        " tournaments that both played: blue ahead, orange behind, ✓ sure."
    )
    body = element("table", element("thead", head), element("tbody", *rows), class_="pairs")
    return element("h2", "Head to head") + element("p", note) + body


def _shade(part: float) -> str:
    """Return white at 0, blue towards 1, orange towards -1; black text stays readable on it."""
    red, green, blue = (0, 114, 178) if part > 0 else (230, 140, 0)
    depth = 0.7 * math.sqrt(min(abs(part), 1.0))
    mixed = [round(255 + depth * (c - 255)) for c in (red, green, blue)]
    return f"rgb({mixed[0]},{mixed[1]},{mixed[2]})"


def _pairs(table: Table) -> Markup:
    sure = table.sure_from()
    rows = [
        [
            f"{p.better} over {p.worse}",
            f"{p.ahead} : {p.behind}",
            f"{p.evidence:.3g}",
            "yes" if p.evidence >= sure else "not yet",
            interval(p.roi_difference, 100),
        ]
        for p in table.pairs
    ]
    head = ["pair", "blocks ahead : behind", "evidence", "sure", "ROI difference, %"]
    note = (
        f"Evidence is an e-value for a higher mean return and may be looked at after every block."
        f" From {sure:,.0f} on a verdict is sure: all of them together err with a chance below 5%."
    )
    return element("h2", "Who is better") + element("p", note) + _grid(head, rows)
