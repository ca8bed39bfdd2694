"""Hands dealt to agents one decision at a time; every move must be legal."""

from __future__ import annotations

import numpy as np

from railbird.agents.base import move_codes
from railbird.agents.observation import Observation
from railbird.arena.cards import cards_text
from railbird.arena.hand.games import GAMES
from railbird.arena.hand.record import FOLD, RAISE, new_tables
from railbird.arena.hand.rules import HandRules
from railbird.arena.hand.setup import Stakes, write_game
from railbird.arena.tournament.play_kernels import MOST_MOVES, MOVE_FIELDS, move_at, start_all
from railbird.arena.tournament.view import CHIPS, FACTS, new_views, write_view_at

BETTINGS = {
    "holdem": ("no-limit", "pot-limit", "fixed-limit"),
    "omaha": ("pot-limit", "no-limit"),
    "omaha5": ("pot-limit",),
    "omaha6": ("pot-limit",),
    "omaha8": ("pot-limit", "fixed-limit"),
    "omaha5-8": ("pot-limit",),
    "stud": ("fixed-limit",),
    "stud8": ("fixed-limit",),
    "razz": ("fixed-limit",),
}
GAME_KINDS = [(game, betting) for game, kinds in BETTINGS.items() for betting in kinds]


def deal(game="holdem", betting="no-limit", hand=1, seats=6, stack=60, seed=5):
    """Return a table at its first decision, and what its level adds (`view.FACTS`)."""
    tables = new_tables(1)
    write_game(tables, GAMES[game], betting, HandRules())
    tables["seats"] = seats
    stud = GAMES[game].is_stud
    if stud:
        stakes = Stakes.stud(20, 40, 2, 6)
    elif betting == "fixed-limit":
        stakes = Stakes.blinds(10, 20, 0)
    else:
        stakes = Stakes.blinds(10, 20, 2)
    button = hand % seats
    small = button if seats == 2 else (button + 1) % seats
    row = [
        hand,
        button,
        -1 if stud else small,
        -1 if stud else (small + 1) % seats,
        stakes.small_blind,
        stakes.big_blind,
        stakes.ante,
        stakes.small_bet,
        stakes.big_bet if betting == "fixed-limit" else stakes.small_bet,
        stakes.bring_in,
        *[20 * stack + 7 * k if k < seats else 0 for k in range(10)],
        0,
    ]
    start_all(tables, seed, np.array([row]))
    facts = np.zeros(FACTS, dtype=np.int64)
    facts[:CHIPS] = hand, 3, 10, 20, 2, seats, 3, seats
    return tables, facts


def observe(tables, facts, log):
    views = new_views(1)
    write_view_at(tables, 0, log, len(log), facts, views)
    names = {s + 1: f"p{s + 1}" for s in range(int(tables[0]["seats"]))}
    return Observation(views, log.copy(), names, (500, 300, 200))


def play_hand(tables, facts, agents):
    """Play to the end, agents by seat in turn; return a line for each decision."""
    log = np.zeros((MOST_MOVES, MOVE_FIELDS), dtype=np.int64)
    lines, count = [], 0
    while not tables[0]["over"]:
        seen = observe(tables, facts, log[:count])
        agent = agents[(seen.seat - 1) % len(agents)]
        kind, total = move_codes(agent.act(seen))
        lines.append(line(seen, kind, total))
        assert move_at(tables, 0, log[count], kind, total, 1000), lines[-1]
        count += 1
    return lines


def line(seen, kind, total):
    words = {FOLD: "fold", RAISE: f"raise to {total}"}
    move = words.get(kind, f"call {seen.to_call}" if seen.to_call else "check")
    return (
        f"{seen.street:8s} {seen.seat} {cards_text(seen.hole_cards):6s} "
        f"{cards_text(seen.board):10s} pot {seen.pot:5d} to call {seen.to_call:4d}  {move}"
    ).rstrip()


__all__ = ["BETTINGS", "GAME_KINDS", "deal", "line", "observe", "play_hand"]
