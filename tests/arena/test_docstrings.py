"""Examples in docstrings are run."""

from __future__ import annotations

import doctest
import importlib

import pytest

WITH_EXAMPLES = ("railbird.arena.equity", "railbird.arena.evaluator", "railbird.arena.hand.actions")


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_examples_give_what_they_say(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted > 0
    assert result.failed == 0
