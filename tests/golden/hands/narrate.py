"""Tells a hand in lines to be read: what was allowed beside what was done."""

from __future__ import annotations

from railbird.arena.cards import cards_text
from railbird.arena.evaluator import category_name
from railbird.arena.hand.actions import Call, Fold, Legal, Move, parse_move
from railbird.arena.hand.events import Dealt, Shown, UncalledReturned
from railbird.arena.hand.games import RANK_A5
from railbird.arena.hand.state import HandState, apply, legal
from railbird.arena.hand.text import parse_hand


def split(text: str) -> tuple[str, list[str]]:
    """The setup of a golden file and its moves; what follows the moves is the narration."""
    setup: list[str] = []
    for line in text.splitlines():
        if line.startswith("moves "):
            return "\n".join(setup), [move.strip() for move in line[6:].split(";")]
        setup.append(line)
    raise ValueError("no moves line")


def narrate(text: str) -> str:
    setup, moves = split(text)
    state = parse_hand(setup)
    lines = [street_line(state)]
    for word in moves:
        move = parse_move(word)
        before, found = state, legal(state)
        state, events = apply(state, move)
        lines.append(move_line(before, move, found, state))
        lines += [
            f"     {event.amount} returned to {event.seat}"
            for event in events
            if isinstance(event, UncalledReturned)
        ]
        if any(isinstance(event, Dealt) for event in events):
            lines.append(street_line(state))
        lines += [
            f"show {event.seat}{'' if event.must else ' (may muck)'}{holding(state, event.seat)}"
            for event in events
            if isinstance(event, Shown)
        ]
    return "\n".join(lines + ending(state)) + "\n"


def street_line(state: HandState) -> str:
    cards = cards_text(list(state.board))
    if state.game.is_stud:
        up = [
            f"{seat}: {cards_text([c for c in state.cards(seat)[2:6] if c is not None])}"
            for seat in state.live
        ]
        cards = "  ".join(up)
    return f"{state.street:8} {cards:36} pot {state.pot:6}".rstrip()


def move_line(before: HandState, move: Move, found: Legal, after: HandState) -> str:
    seat = before.to_act or 0
    added = after.contribution(seat) + after.returned(seat) - before.contribution(seat)
    if isinstance(move, Fold):
        done = "fold"
    elif isinstance(move, Call):
        done = f"call {found.to_call}" if found.to_call else "check"
    else:
        done = f"raise to {move.total}"
    if added and added == before.stack(seat):
        done += " all-in"
    asked = f"call {found.to_call}" if found.to_call else "check"
    allowed = "no raise"
    if found.min_raise_to is not None:
        middle = "-" if found.raise_step == 1 else " or "
        sizes = dict.fromkeys((found.min_raise_to, found.max_raise_to))
        allowed = "raise " + middle.join(str(size) for size in sizes)
    pot = before.pot + added
    return f"  {seat}  {done:22} {asked:10} {allowed:18} pot {pot:6}"


def holding(state: HandState, seat: int) -> str:
    rank, low = int(state.table.high_rank[seat - 1]), int(state.table.low_rank[seat - 1])
    cards = cards_text([card for card in state.cards(seat) if card is not None])
    name = "" if state.game.ranking == RANK_A5 else f" {category_name(rank)}"
    return f"  {cards}{name}{' and a low' if low else ''}"


def ending(state: HandState) -> list[str]:
    lines = []
    for i, pot in enumerate(state.pots):
        low = f", low to {' '.join(map(str, pot.low_winners))}" if pot.low_winners else ""
        to = " ".join(map(str, pot.winners))
        of = " ".join(map(str, pot.eligible))
        lines.append(f"pot {i}    {pot.amount} of {{{of}}} to {to}{low}")
    ends = [f"{seat}: {state.stack(seat) or 'out'}" for seat in state.seats]
    return [*lines, "end      " + "  ".join(ends)]
