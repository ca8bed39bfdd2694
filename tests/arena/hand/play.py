"""Plays hands written as text: setup lines, then moves separated by semicolons."""

from __future__ import annotations

from railbird.arena.hand.actions import parse_move
from railbird.arena.hand.problems import problems
from railbird.arena.hand.state import HandState, apply
from railbird.arena.hand.text import parse_hand


def play(setup: str, moves: str = "") -> HandState:
    """The state after the moves; every state on the way is checked and has a text form."""
    state = parse_hand(setup)
    for text in moves.split(";"):
        if text.strip():
            state, _ = apply(state, parse_move(text.strip()))
            assert problems(state) == ()
            assert parse_hand(str(state)) == state
    return state
