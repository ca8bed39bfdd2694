"""SVG elements as escaped text, and straight scales from values to pixels."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from markupsafe import Markup, escape

Attribute = str | float | int | None


def coordinate(value: float) -> str:
    """Return a pixel coordinate with at most one decimal, so that pages are small and stable."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def element(tag: str, *children: str, **attributes: Attribute) -> Markup:
    """Return one SVG element; ``class_`` gives class, ``stroke_width`` gives stroke-width.

    Text children are escaped, `Markup` children are kept; an attribute of None is left out.
    """
    pairs = Markup("").join(
        Markup(' {}="{}"').format(
            key.rstrip("_").replace("_", "-"),
            coordinate(value) if isinstance(value, float) else value,
        )
        for key, value in attributes.items()
        if value is not None
    )
    inside = join(children)
    if not inside:
        return Markup("<{}{}/>").format(tag, pairs)
    return Markup("<{}{}>{}</{}>").format(tag, pairs, inside, tag)


def join(parts: Iterable[str]) -> Markup:
    """Return the parts side by side, escaping those that are not yet `Markup`."""
    return Markup("").join(escape(part) for part in parts)


def drawing(width: float, height: float, label: str, *children: str, **extra: Attribute) -> Markup:
    """Return a whole picture with a text alternative."""
    return element(
        "svg",
        *children,
        viewBox=f"0 0 {coordinate(width)} {coordinate(height)}",
        width=coordinate(width),
        height=coordinate(height),
        role="img",
        aria_label=label,
        **extra,
    )


@dataclass(frozen=True, slots=True)
class Scale:
    """A straight map from `low`…`high` in values to `start`…`end` in pixels."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        """Return the pixel of a value; values outside are drawn at the edge."""
        if self.high == self.low:
            return (self.start + self.end) / 2
        share = (value - self.low) / (self.high - self.low)
        return self.start + min(1.0, max(0.0, share)) * (self.end - self.start)

    def ticks(self, about: int) -> list[float]:
        """Return round values inside the scale, at most `about` + 1 of them."""
        span = self.high - self.low
        if span <= 0:
            return [self.low]
        rough = span / about
        power = 10.0 ** math.floor(math.log10(rough))
        step = next(m * power for m in (1, 2, 5, 10) if m * power >= rough * (1 - 1e-9))
        first = math.ceil(self.low / step - 1e-9)
        last = math.floor(self.high / step + 1e-9)
        return [index * step for index in range(first, last + 1)]
