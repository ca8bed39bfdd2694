"""Texts with damage: pieces cut, repeated, moved and overwritten."""

from __future__ import annotations

from hypothesis import strategies as st

_ILL = ["9" * 30, ": ", "\n", ", ", "[", "\r", "²"]


def edits(text: str) -> st.SearchStrategy[str]:
    """Texts that came of `text` by cutting, repeating, moving and overwriting pieces of it."""
    pieces = st.tuples(
        st.sampled_from(["cut", "repeat", "move", "write", "lines"]),
        st.integers(0, len(text)),
        st.integers(0, 80),
        st.integers(0, len(text)),
        st.one_of(
            st.text(max_size=4), st.sampled_from(["9" * 30, ": ", "\n", ", ", "[", "\r", "²"])
        ),
    )
    return st.lists(pieces, min_size=1, max_size=4).map(lambda steps: edited(text, steps))


def edited(text: str, steps: list[tuple[str, int, int, int, str]]) -> str:
    for what, at, length, to, new in steps:
        piece = text[at : at + length]
        if what == "lines":
            lines = text.split("\n")
            lines.insert(to % len(lines), lines.pop(at % len(lines)))
            text = "\n".join(lines)
        elif what == "write":
            text = text[:at] + new + text[at + len(new) :]
        else:
            rest = text if what == "repeat" else text[:at] + text[at + length :]
            text = rest if what == "cut" else rest[:to] + piece + rest[to:]
    return text
