"""Writes every golden hand anew: `python -m tests.golden.hands`; say why in the commit."""

from __future__ import annotations

from pathlib import Path

from tests.golden.hands.narrate import narrate, split


def main() -> None:
    for path in sorted(Path(__file__).parent.glob("*.txt")):
        text = path.read_text()
        setup, moves = split(text)
        path.write_text(f"{setup}\nmoves {'; '.join(moves)}\n\n{narrate(text)}")


if __name__ == "__main__":
    main()
