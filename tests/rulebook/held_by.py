"""Which tests hold which rules, read from the `rule` marks of all tests.

Run `python -m tests.rulebook.held_by` after adding or renaming marked tests: it rewrites the list
that `railbird rules` shows. A test fails when the list is not what the marks say.
"""

from __future__ import annotations

import ast
import json
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[2]
LIST = ROOT / "arena" / "tournament" / "held_by.json"


def marked_tests() -> dict[str, list[str]]:
    """Return rule and vector IDs with their tests, as `file::name`, sorted."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for rule in _marks(node):
                    found[rule].add(f"{path.relative_to(ROOT).as_posix()}::{node.name}")
    return {rule: sorted(found[rule]) for rule in sorted(found)}


def _marks(function: ast.FunctionDef) -> list[str]:
    marks = []
    for call in function.decorator_list:
        if isinstance(call, ast.Call) and _name(call.func) == "rule":
            marks += [ast.literal_eval(argument) for argument in call.args]
    return marks


def _name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def main() -> None:
    """Write the list."""
    LIST.write_text(json.dumps(marked_tests(), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
