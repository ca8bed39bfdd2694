"""Names of agents: declared once for everybody, and wrong ones answered with near ones."""

from __future__ import annotations

import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from railbird.agents import registry
from railbird.agents.base import Call, SimpleAgent
from railbird.agents.registry import GROUP, OURS, AgentError, house_bots, make_agent, registered
from railbird.agents.scripted.style import SKILL_ORDER

ROOT = Path(__file__).resolve().parents[2]


class Other(SimpleAgent):
    """An agent as another package would bring it."""

    def act(self, observation):
        return Call()


def test_every_agent_of_ours_is_an_entry_point():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["entry-points"][GROUP] == OURS


def test_every_house_bot_is_registered_under_its_name():
    assert set(house_bots()) < set(OURS)
    for name in house_bots():
        assert make_agent(name).style is registry.find(name)(seed=0).style
    assert set(SKILL_ORDER) < set(house_bots()) and len(set(SKILL_ORDER)) == 8


@pytest.mark.parametrize("name", [name for name in OURS if name != "human"])
def test_a_registered_name_makes_an_agent_with_its_seed(name):
    one, same, other = (make_agent(name, seed) for seed in (5, 5, 6))
    assert one is not same and one.seed == same.seed != other.seed


def test_another_packages_agent_is_found_the_same_way(monkeypatch):
    theirs = EntryPoint("theirs", f"{__name__}:Other", GROUP)
    stolen = EntryPoint("caller", f"{__name__}:Other", GROUP)
    monkeypatch.setattr(registry, "entry_points", lambda group: [theirs, stolen])
    assert isinstance(make_agent("theirs"), Other)
    assert not isinstance(make_agent("caller"), Other)
    assert {"theirs", *OURS} == set(registered())


@pytest.mark.parametrize("wrong, right", [("equty", "equity"), ("push fold", "push-fold")])
def test_a_wrong_name_is_answered_with_the_nearest(wrong, right):
    with pytest.raises(AgentError, match=f"Did you mean '{right}'"):
        make_agent(wrong)


def test_an_entry_point_that_cannot_be_loaded_is_one_line(monkeypatch):
    broken = EntryPoint("broken", "no_such_module:Bot", GROUP)
    monkeypatch.setattr(registry, "entry_points", lambda group: [broken])
    with pytest.raises(AgentError, match="agent 'broken' cannot be loaded: ModuleNotFoundError"):
        make_agent("broken")
