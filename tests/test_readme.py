"""The README's recipes run as they stand."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

README = Path(__file__).resolve().parents[1] / "README.md"


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README.read_text("utf-8"), re.M | re.S)


@pytest.mark.slow
def test_the_detector_recipe_finds_the_planted_pair(capsys: pytest.CaptureFixture[str]) -> None:
    recipe = next(b for b in blocks("python") if "soft_river" in b)
    exec(compile(recipe, "README.md", "exec"), {"__name__": "readme"})
    found = capsys.readouterr().out.splitlines()
    assert [line.split(" (")[0] for line in found] == ["soft_river"]
    assert "Pemberlyn" in found[0] and "quarrel_moth" in found[0]


def test_the_house_recipe_is_a_house(tmp_path: Path) -> None:
    from railbird.arena.tournament.house import POKERSTARS, load_house

    recipe = next(b for b in blocks("toml") if "based_on" in b)
    path = tmp_path / "my-house.toml"
    path.write_text(recipe, encoding="utf-8")
    changed = tomllib.loads(recipe).keys() - {"based_on"}
    house = load_house(path)
    assert all(getattr(house, key) != getattr(POKERSTARS, key) for key in changed)


def test_the_agent_recipe_is_the_one_that_the_documents_test() -> None:
    documents = (README.parent / "docs" / "agents.md").read_text("utf-8")
    assert any("class MyBot" in block and block in documents for block in blocks("python"))


def test_the_environment_snippet_runs() -> None:
    snippet = next(b for b in blocks("python") if "gym.make" in b)
    names: dict[str, object] = {}
    exec(compile(snippet, "README.md", "exec"), names)
    assert names["terminated"] in (True, False)


def test_the_picture_and_every_named_file_exist() -> None:
    text = README.read_text("utf-8")
    named = re.findall(r"\]\(([\w/.-]+)\)|`((?:docs|benchmarks)/[\w.-]+|[A-Z]+\.md)`", text)
    missing = [a or b for a, b in named if not (README.parent / (a or b)).exists()]
    assert not missing


def test_the_two_commands_are_targets_of_the_makefile() -> None:
    makefile = (README.parent / "Makefile").read_text("utf-8")
    for target in ("demo", "test"):
        assert f"make {target}" in README.read_text("utf-8")
        assert re.search(rf"^{target}:", makefile, re.M)
