"""Golden decisions of the house bots; `python -m tests.agents.golden update` writes them anew."""

from __future__ import annotations

import sys
from pathlib import Path

from railbird.agents.registry import house_bots, make_agent
from tests.agents.play import deal, play_hand

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "agents"
_SPOTS = (
    ("holdem", "no-limit", 2, 12),
    ("holdem", "no-limit", 6, 60),
    ("omaha8", "fixed-limit", 4, 60),
    ("razz", "fixed-limit", 3, 60),
)


def transcript(name: str) -> str:
    """Return what the bot does against itself in eight hands of four kinds."""
    lines = [f"agent    {name} against itself, seed 1"]
    for game, betting, seats, stack in _SPOTS:
        for hand in (1, 2):
            lines.append("")
            lines.append(f"hand {hand}   {betting} {game}, {seats} seats, {stack} big blinds")
            lines += play_hand(*deal(game, betting, hand, seats, stack), [make_agent(name, 1)])
    return "\n".join(lines) + "\n"


def update() -> None:
    GOLDEN.mkdir(parents=True, exist_ok=True)
    for name in house_bots():
        (GOLDEN / f"{name}.txt").write_text(transcript(name))


if __name__ == "__main__":
    if sys.argv[1:] != ["update"]:
        sys.exit("usage: python -m tests.agents.golden update")
    update()
