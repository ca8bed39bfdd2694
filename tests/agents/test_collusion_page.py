"""What docs/collusion.md says of schemes and dials is so, and its example runs."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

from railbird.agents.colluders.schemes import SCHEMES, scheme_of

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "collusion.md").read_text()


def test_the_table_names_every_scheme_with_its_label_dials_and_reach():
    rows = [re.split(r" *\| *", line)[1:-1] for line in PAGE.splitlines() if line.startswith("| `")]
    told = {row[0].strip("`"): row for row in rows if len(row) == 6}
    assert list(told) == list(SCHEMES)
    for name, (_, label, _, dials, across, cards) in told.items():
        scheme = scheme_of(name)
        assert label == f"`{scheme.name}`"
        assert set(re.findall(r"`(\w+)`", dials)) <= {f.name for f in fields(scheme)}
        assert (across == "yes") == scheme.across_tables
        assert (cards == "yes") == scheme.shares_cards


def test_the_example_runs():
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.S)
    names: dict = {}
    exec(compile(code, "docs/collusion.md", "exec"), names)
    labels = names["history"].frame("labels")
    assert labels.player.tolist() == ["ann", "bo"]
    assert set(labels.scheme) == {"soft_play"} and set(labels.intensity) == {0.5}
