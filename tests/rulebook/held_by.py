"""Which tests hold which rules, read from the `rule` marks and the names of all tests.

Run `python -m tests.rulebook.held_by` after adding or renaming marked tests: it rewrites the list
that `railbird rules` shows. A test fails when the list is not what the marks say.
"""

from __future__ import annotations

import ast
import json
import re
from collections import defaultdict
from pathlib import Path

from railbird.arena.tournament.rules import find_rules

ROOT = Path(__file__).parents[2]
LIST = ROOT / "arena" / "tournament" / "held_by.json"


def marked_tests() -> dict[str, list[str]]:
    """Return rule and vector IDs with their tests, as `file::name`, sorted."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for rule in {*_marks(node), *_named(node.name)}:
                    found[rule].add(f"{path.relative_to(ROOT).as_posix()}::{node.name}")
    return {rule: sorted(found[rule]) for rule in sorted(found)}


def _marks(function: ast.FunctionDef) -> list[str]:
    marks = []
    for call in function.decorator_list:
        if isinstance(call, ast.Call) and _name(call.func) == "rule":
            marks += [r for a in call.args for r in _whole(ast.literal_eval(a))]
    return marks


def _named(function: str) -> list[str]:
    """Return the vector that a test is named after: test_tv_16b_… holds TV-16b."""
    found = re.match(r"test_tv_(\d\d[a-d]?)_", function)
    return [f"TV-{found[1]}"] if found else []


def _whole(mark: str) -> list[str]:
    """Return the rules that a mark names: itself, or every part of a rule ("PS-14")."""
    if mark.startswith("TV-"):
        return [mark]
    return [rule.id for rule in find_rules([mark])]


def _name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def main() -> None:
    """Write the list."""
    LIST.write_text(json.dumps(marked_tests(), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
