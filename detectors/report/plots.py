"""The two calibration pictures: p-values against uniform, and scores against shared hands.

Everything drawn is in the data; points that would fall on the same spot are drawn once.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from railbird.detectors.report.svg import Scale, coordinate, drawing, element, join
from railbird.detectors.report.text import count, visible

_WIDTH, _HEIGHT = 560.0, 380.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 52.0, 24.0, 14.0, 48.0
_SPOT = 2.0  # pixels: unflagged points nearer than this are one dot


@dataclass(frozen=True, slots=True)
class Marked:
    """A flagged pair in a picture: where it is, its scheme's colour, its text, its finding."""

    x: float
    y: float
    colour: int
    title: str
    finding_id: str


@dataclass(frozen=True, slots=True)
class Limit:
    """A horizontal threshold: its height in bits and its words."""

    y: float
    words: str


def quantiles(
    points: Sequence[tuple[float, float]], band: Sequence[tuple[float, float, float]]
) -> tuple[Markup, int]:
    """Return the QQ picture and how many points lie above its top edge.

    `points` are (expected, observed), `band` is (expected, lower, upper), all in −log10 p.
    The top edge leaves the band readable; a point beyond it is drawn on the edge as a triangle.
    """
    if not points:
        return _empty("no p-values to draw"), 0
    right = max(x for x, _ in points)
    widest = max([right, 0.1] + [upper for _, _, upper in band])
    top = max(widest, min(max(y for _, y in points) * 1.04, widest * 1.6))
    across, up = _scales((0, right), (0, top))
    beyond = [(x, y) for x, y in points if y > top]
    ribbon = [(across(x), up(high)) for x, _, high in band]
    ribbon += [(across(x), up(low)) for x, low, _ in reversed(band)]
    even = min(right, top)
    picture = _frame(
        "p-values against uniform: a dot on the dashed line is as expected under the null",
        (across, "expected −log₁₀ p if nobody colludes", None),
        (up, "observed −log₁₀ p"),
        element("path", d=_polygon(ribbon), class_="band"),
        element("line", x1=across(0), y1=up(0), x2=across(even), y2=up(even), class_="even"),
        element("g", _dots((across(x), up(y)) for x, y in points if y <= top), class_="dots-qq"),
        *[element("path", d=_triangle(across(x), up(top)), class_="total") for x, _ in beyond],
    )
    return picture, len(beyond)


def volcano(
    points: Iterable[tuple[float, float]],
    flagged: Sequence[Marked],
    limits: Sequence[Limit],
) -> Markup:
    """Return scores (bits) against shared hands (log scale): dots for pairs, marks for findings."""
    plain = [(math.log10(max(x, 1.0)), y) for x, y in points]
    marks = [(math.log10(max(mark.x, 1.0)), mark.y) for mark in flagged]
    every = plain + marks
    if not every:
        return _empty("no pairs to draw")
    heights = [y for _, y in every] + [limit.y for limit in limits] + [0.0]
    low, high = min(heights), max(heights)
    room = (high - low or 1.0) * 0.05
    span = (min(x for x, _ in every), max(x for x, _ in every))
    across, up = _scales((span[0], span[1] + 0.02), (low - room, high + room))
    return _frame(
        "evidence score of every pair against its shared hands, thresholds dashed",
        (across, "shared hands (log scale)", _powers(across)),
        (up, "score, bits"),
        _dots((across(x), up(y)) for x, y in plain),
        *[_limit(limit, up) for limit in limits],
        *[_mark(across(x), up(y), mark) for (x, y), mark in zip(marks, flagged, strict=True)],
    )


def _scales(x: tuple[float, float], y: tuple[float, float]) -> tuple[Scale, Scale]:
    return (
        Scale(x[0], x[1], _LEFT, _WIDTH - _RIGHT),
        Scale(y[0], y[1], _HEIGHT - _BOTTOM, _TOP),
    )


def _powers(scale: Scale) -> list[tuple[float, str]]:
    """Return ticks at 1, 2, 5 times powers of ten, or at powers of ten when those are many."""
    steps = (1, 2, 5) if scale.high - scale.low < 2.5 else (1,)
    low, high = math.floor(scale.low), math.ceil(scale.high)
    values = [step * 10**power for power in range(low, high + 1) for step in steps]
    ticks = [(math.log10(value), count(value)) for value in values]
    return [tick for tick in ticks if scale.low - 1e-9 <= tick[0] <= scale.high + 1e-9]


def _ticks(scale: Scale) -> list[tuple[float, str]]:
    return [(value, f"{value:g}".replace("-", "−")) for value in scale.ticks(6)]


def _frame(
    label: str,
    x: tuple[Scale, str, list[tuple[float, str]] | None],
    y: tuple[Scale, str],
    *inside: Markup,
) -> Markup:
    across, x_words, x_ticks = x
    up, y_words = y
    floor = _HEIGHT - _BOTTOM
    parts = []
    for value, words in x_ticks or _ticks(across):
        parts.append(
            element("line", x1=across(value), x2=across(value), y1=_TOP, y2=floor, class_="axis")
        )
        parts.append(
            element(
                "text", words, x=across(value), y=floor + 17, class_="soft", text_anchor="middle"
            )
        )
    for value, words in _ticks(up):
        parts.append(
            element("line", x1=_LEFT, x2=_WIDTH - _RIGHT, y1=up(value), y2=up(value), class_="axis")
        )
        parts.append(
            element(
                "text",
                words,
                x=_LEFT - 8,
                y=up(value) + 4,
                class_="soft",
                text_anchor="end",
            )
        )
    middle = (_TOP + floor) / 2
    return drawing(
        _WIDTH,
        _HEIGHT,
        label,
        *parts,
        *inside,
        element(
            "text", x_words, x=(_LEFT + _WIDTH - _RIGHT) / 2, y=_HEIGHT - 8, text_anchor="middle"
        ),
        element(
            "text",
            y_words,
            transform=f"translate(14 {coordinate(middle)}) rotate(-90)",
            text_anchor="middle",
        ),
        class_="plot",
    )


def _empty(words: str) -> Markup:
    return drawing(_WIDTH, 60.0, words, element("text", words, x=10, y=34, class_="soft"))


def _dots(points: Iterable[tuple[float, float]]) -> Markup:
    """Return all dots as one path; spots hit more than once are drawn once, solid."""
    spots: dict[tuple[int, int], int] = {}
    for x, y in points:
        spot = (round(x / _SPOT), round(y / _SPOT))
        spots[spot] = spots.get(spot, 0) + 1
    once = [spot for spot, hits in sorted(spots.items()) if hits == 1]
    more = [spot for spot, hits in sorted(spots.items()) if hits > 1]
    return join([_dot_path(once, "dot"), _dot_path(more, "dot many")])


def _dot_path(spots: Sequence[tuple[int, int]], kind: str) -> Markup:
    if not spots:
        return Markup("")
    d = "".join(f"M{coordinate(x * _SPOT)} {coordinate(y * _SPOT)}h0" for x, y in spots)
    return element("path", d=d, class_=kind)


def _polygon(points: Sequence[tuple[float, float]]) -> str | None:
    if not points:
        return None
    return "M" + "L".join(f"{coordinate(x)} {coordinate(y)}" for x, y in points) + "Z"


def _triangle(x: float, y: float) -> str:
    return f"M{coordinate(x)} {coordinate(y - 6)}l5 9h-10Z"


def _limit(limit: Limit, up: Scale) -> Markup:
    y = up(limit.y)
    return join(
        [
            element("line", x1=_LEFT, x2=_WIDTH - _RIGHT, y1=y, y2=y, class_="limit"),
            element(
                "text",
                visible(limit.words),
                x=_WIDTH - _RIGHT - 4,
                y=y - 5,
                text_anchor="end",
                class_="over",
            ),
        ]
    )


def _mark(x: float, y: float, mark: Marked) -> Markup:
    return element(
        "a",
        element(
            "circle", element("title", mark.title), cx=x, cy=y, r=6, class_=f"flag f{mark.colour}"
        ),
        href=f"#{mark.finding_id}",
    )
