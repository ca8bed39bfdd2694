"""Perft files: blocks of `key value…` lines, blocks apart by blank lines, `#` comments."""

from __future__ import annotations

from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent


def read_perft(name: str) -> list[dict[str, Any]]:
    """Return the blocks of a file; `perft` lines become {depth: count}, numbers become ints."""
    cases: list[dict[str, Any]] = []
    case: dict[str, Any] = {}
    for line in [*(FOLDER / name).read_text().splitlines(), ""]:
        words = line.split("#")[0].split()
        if line.startswith("#"):
            continue
        if not words:
            if case:
                cases.append(case)
            case = {}
            continue
        key, *values = words
        if key == "perft":
            case.setdefault("perft", {})[int(values[0])] = int(values[1])
        elif all(value.lstrip("-").isdigit() for value in values):
            case[key] = [int(value) for value in values]
        else:
            case[key] = values[0] if len(values) == 1 else values
    assert cases, f"{name} holds nothing"
    return cases
