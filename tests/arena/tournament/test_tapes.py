"""Every preset has a golden tape, and plays as it says."""

from __future__ import annotations

import pytest

from railbird.arena.tournament.structure_file import preset_names
from tests.arena.tournament.golden_tapes import FOLDER, tape_text


@pytest.mark.parametrize("name", preset_names())
def test_an_event_goes_as_its_golden_tape_says(name, tmp_path):
    golden = (FOLDER / f"{name}.tape").read_text().splitlines()
    found = tape_text(name, tmp_path).splitlines()
    for k, (said, now) in enumerate(zip(golden, found, strict=False)):
        before = "\n".join(golden[max(k - 3, 0) : k])
        assert now == said, f"line {k + 1} after\n{before}"
    assert len(found) == len(golden)


def test_tapes_can_be_read():
    for path in FOLDER.glob("*.tape"):
        lines = path.read_text().splitlines()
        assert all(len(line) <= 100 for line in lines), path
        assert 5 < len(lines) < 260, path
    assert sorted(p.stem for p in FOLDER.glob("*.tape")) == preset_names()
