"""The waterfall of a score: the prior, then a bar a signal, each starting where the last ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from railbird.detectors.report.svg import Scale, drawing, element, join
from railbird.detectors.report.text import number

_STRIP_WIDTH = 190.0
_STRIP_BAR = 8.0


@dataclass(frozen=True, slots=True)
class Step:
    """One bar in bits: from where the last one ended to where the next one starts."""

    start: float
    end: float
    kind: str  # the CSS class: bar-prior, bar-more or bar-less


def steps(prior_bits: float, signal_bits: Sequence[float]) -> list[Step]:
    """Return the prior's bar and one bar a signal, in the order given."""
    out = [Step(0.0, prior_bits, "bar-prior")]
    for bits in signal_bits:
        start = out[-1].end
        out.append(Step(start, start + bits, "bar-more" if bits >= 0 else "bar-less"))
    return out


def total(group: Sequence[Step]) -> Step:
    """Return the bar of the score itself: from zero to where the last bar ended."""
    return Step(0.0, group[-1].end, "total")


def extent(groups: Sequence[Sequence[Step]]) -> tuple[float, float]:
    """Return the lowest and highest bits that any bar reaches, so that all share one scale."""
    ends = [0.0] + [value for group in groups for bar in group for value in (bar.start, bar.end)]
    return min(ends), max(ends)


def strip(group: Sequence[Step], reach: tuple[float, float]) -> Markup:
    """Return the small waterfall of a findings row."""
    scale = Scale(reach[0], reach[1], 3, _STRIP_WIDTH - 3)
    height = len(group) * (_STRIP_BAR + 2) + 2
    shapes = [
        _rectangle(bar, scale, index * (_STRIP_BAR + 2) + 1, _STRIP_BAR)
        for index, bar in enumerate(group)
    ]
    zero = scale(0)
    end = scale(group[-1].end)
    return drawing(
        _STRIP_WIDTH,
        height,
        f"prior {number(group[0].end, 1)} bits, score {number(group[-1].end, 1)} bits",
        element("line", x1=zero, y1=0, x2=zero, y2=height, class_="zero"),
        *shapes,
        element("line", x1=end, y1=height - _STRIP_BAR - 3, x2=end, y2=height, class_="end"),
        class_="strip",
    )


def lane(bar: Step, reach: tuple[float, float]) -> Markup:
    """Return one bar on a lane that stretches to the width of its table cell."""
    scale = Scale(reach[0], reach[1], 0, 1000)
    zero = scale(0)
    return element(
        "svg",
        join(
            [
                element("line", x1=zero, y1=0, x2=zero, y2=20, class_="zero still"),
                _rectangle(bar, scale, 3, 14),
            ]
        ),
        viewBox="0 0 1000 20",
        preserveAspectRatio="none",
        class_="lane",
        aria_hidden="true",
    )


def _rectangle(bar: Step, scale: Scale, y: float, height: float) -> Markup:
    left, right = sorted((scale(bar.start), scale(bar.end)))
    return element(
        "rect", x=left, y=y, width=max(right - left, 1.0), height=height, class_=bar.kind
    )
