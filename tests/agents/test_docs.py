"""What docs/agents.md shows is what happens."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

from railbird.agents.external import ExternalBot, Terms
from railbird.agents.process import BotProcess
from railbird.agents.registry import house_bots, make_agent
from railbird.agents.seats import AgentPolicy
from railbird.arena.tournament.director import Director
from railbird.arena.tournament.structure_file import load_structure

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "agents.md").read_text()


def test_the_transcript_is_a_real_one(monkeypatch):
    shown = [
        (who, json.loads(text)) for who, text in re.findall(r"^(arena|bot)> +(.*)$", PAGE, re.M)
    ]
    said = []
    write, read = BotProcess.write_line, BotProcess.read_line

    def write_line(self, line, deadline):
        said.append(("arena", json.loads(line)))
        write(self, line, deadline)

    def read_line(self, deadline):
        line = read(self, deadline)
        said.append(("bot", json.loads(line)))
        return line

    monkeypatch.setattr(BotProcess, "write_line", write_line)
    monkeypatch.setattr(BotProcess, "read_line", read_line)
    command = [sys.executable, str(ROOT / "examples" / "external_bots" / "bot.py")]
    with ExternalBot(command, Terms(pace=1.0)) as bot:
        policy = AgentPolicy({"Rail": bot, "Nia": make_agent("equity", 5)})
        director = Director(load_structure("sng-2max"), ["Rail", "Nia"], policy, seed=8)
        policy.watch(director)
        while policy.tallies["Rail"].hands < 6 and director.step():
            pass
    assert len(shown) >= 6 and shown[:2] == said[:2]
    for row in shown:
        assert row in said


def test_the_template_is_short_and_plays(tmp_path):
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.S)
    assert len([row for row in code.splitlines() if row.strip()]) <= 15
    path = tmp_path / "my_bot.py"
    path.write_text(code)
    agents = {"me": make_agent(f"{path}:MyBot"), "nit": make_agent("nit", 1)}
    policy = AgentPolicy(agents)
    director = Director(load_structure("sng-2max"), list(agents), policy, seed=3)
    policy.watch(director)
    director.run()
    assert policy.tallies["me"].faults == [] and policy.tallies["me"].timed_out == 0


def test_every_house_bot_is_named():
    assert all(f"`{name}`" in PAGE for name in house_bots())
