"""Golden tapes: what happens between hands in a small event of every preset, to read in review.

`python -m tests.arena.tournament.golden_tapes` rewrites them all; say in the commit why.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from railbird.arena.tournament.director import Director
from railbird.arena.tournament.habits import Habits
from railbird.arena.tournament.journal import Journal, read_journal
from railbird.arena.tournament.play import RandomPolicy
from railbird.arena.tournament.structure_file import load_structure, preset_names
from railbird.arena.tournament.tape import tape

FOLDER = Path(__file__).parent / "tapes"
MOST = 22


def tape_text(name: str, folder: Path) -> str:
    """Run a small event of a preset under its own house and return its tape."""
    structure = load_structure(name)
    if structure.entrants > MOST:
        entrants = 81 if structure.format == "shootout" else MOST
        structure = replace(structure, entrants=entrants, seats=min(structure.seats, 6))
    if structure.format == "shootout":
        structure = replace(structure, entrants=16, seats=4)
    names = [f"p{k}" for k in range(1, structure.entrants + 1)]
    path = folder / f"{name}.jsonl"
    director = Director(
        structure,
        names,
        RandomPolicy(2, 60),
        seed=2,
        habits=Habits(rebuys=1, add_on=True),
        journal=Journal(path, {}),
    )
    director.run()
    head = (
        f"tape    {name}, {structure.house.name}, {len(names)} players at {structure.seats} seats"
    )
    return "\n".join([head, *tape(structure, 0, read_journal(path)[1])]) + "\n"


def main() -> None:
    """Rewrite all tapes."""
    import tempfile

    FOLDER.mkdir(exist_ok=True)
    for name in preset_names():
        with tempfile.TemporaryDirectory() as folder:
            (FOLDER / f"{name}.tape").write_text(tape_text(name, Path(folder)))


if __name__ == "__main__":
    main()
