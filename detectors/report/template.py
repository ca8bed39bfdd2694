"""The page's template, style and scripts, and the policy that lets only these run."""

from __future__ import annotations

import base64
import hashlib
import json
import math
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from railbird.detectors.report import text
from railbird.detectors.report.graph import word

NAME = 44  # characters of a name in a row; the case file has it in full
_HERE = Path(__file__).parent


@cache
def environment() -> Environment:
    """Return the template environment: all strings escaped and `text.visible`, all names known."""
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
        "word": word,
    }
    return environment


@cache
def asset(name: str) -> str:
    """Return the text of a style or script file that lies beside this module."""
    return (_HERE / name).read_text(encoding="utf-8")


def policy(styles: Sequence[str], scripts: Sequence[str]) -> str:
    """Return a content security policy: these styles and scripts by hash, nothing else."""
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


def embed(content: object) -> Markup:
    """Return data for the scripts as JSON that no string inside can break out of.

    ASCII only, so that no hidden character reaches the page; ``<``, ``>`` and ``&`` escaped, so
    that neither ``</script>`` nor ``<!--`` can occur.
    """
    encoded = json.dumps(content, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    for char in "<>&":
        encoded = encoded.replace(char, f"\\u{ord(char):04x}")
    return Markup(encoded)


def _short_name(name: str) -> Markup:
    if len(text.visible(name)) <= NAME:
        return text.visible_html(name)
    return Markup('<bdi class="name" title="{}">{}</bdi>').format(
        text.visible(name), text.shorten(name, NAME)
    )


def _sort_key(value: float) -> str:
    return repr(float(value)) if math.isfinite(value) else ""
