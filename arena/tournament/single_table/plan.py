"""A structure and its house as numbers for compiled code."""

from __future__ import annotations

import numpy as np

from railbird.arena.hand.games import GAMES
from railbird.arena.hand.record import MAX_SEATS, Tables
from railbird.arena.hand.setup import write_game
from railbird.arena.tournament.bounties import BountyKind
from railbird.arena.tournament.clock import MINUTE
from railbird.arena.tournament.field import Field
from railbird.arena.tournament.floor import Floor
from railbird.arena.tournament.house import ButtonRule, FirstButton
from railbird.arena.tournament.places import ends_early
from railbird.arena.tournament.play import hand_rules, stakes_of
from railbird.arena.tournament.single_table.record import (
    INTERVAL,
    MOST_LEVELS,
    NO_BREAKS,
    ONCE,
    PLAN,
    SYNCHRONISED,
    Plans,
)
from railbird.arena.tournament.structure import BreakRule, Format, PrizeRule, Structure

_BREAK_CODES = {
    BreakRule.NONE: NO_BREAKS,
    BreakRule.SYNCHRONISED: SYNCHRONISED,
    BreakRule.INTERVAL: INTERVAL,
    BreakRule.ONCE: ONCE,
}


def why_not(structure: Structure, entrants: int | None = None) -> str | None:
    """Return why an event cannot run in compiled steps, or None when it can.

    It can when all entrants start at one table, nobody can enter or buy later, and no bounty is
    on a head; other events are the director's.
    """
    count = entrants or structure.entrants
    reasons = {
        f"{count} entrants need more than one table of {structure.seats}": count > structure.seats,
        f"format {structure.format.value}": structure.format in (Format.MATRIX, Format.SHOOTOUT),
        "late registration": structure.registration.late_minutes > 0,
        "rebuys": structure.rebuys.minutes > 0,
        "bounties": structure.bounty.kind is not BountyKind.NONE,
        "a mix of games": structure.mix is not None,
    }
    found = [reason for reason, holds in reasons.items() if holds]
    return ", ".join(found) or None


def compile_plan(structure: Structure, entrants: int | None = None, think: int = 6_000) -> Plans:
    """Return the plan of a single-table event in an array of one; `think` is ms per decision.

    Raises `ValueError` with the reason when the event is not one for compiled steps.
    """
    count = entrants or structure.entrants
    reason = why_not(structure, count)
    if reason:
        raise ValueError(f"{structure.name} is no plain single-table event: {reason}")
    plans = level_plan(structure, count, think)
    plan = plans[0]
    house = structure.house
    plan.dead_button = house.button_rule is ButtonRule.DEAD
    plan.right_of_seat_1 = house.first_button is FirstButton.RIGHT_OF_SEAT_1
    plan.hu_no_double_bb = house.hu_no_double_bb
    plan.break_rule = _BREAK_CODES[structure.breaks.rule]
    plan.break_interval = structure.breaks.interval_minutes * MINUTE
    plan.break_length = structure.breaks.minutes * MINUTE
    plan.interval_counts_breaks = house.interval_counts_breaks
    _write_money(plans, structure, count)
    return plans


def level_plan(structure: Structure, entrants: int, think: int) -> Plans:
    """Return a plan with game and levels only, as observations need it at any event's table."""
    plans: Plans = np.zeros(1, dtype=PLAN)
    plan = plans[0]
    plan.seats, plan.entrants, plan.start_stack = structure.seats, entrants, structure.start_stack
    plan.is_stud = GAMES[structure.game].is_stud
    plan.think = think
    _write_levels(plans, structure)
    return plans


def _write_levels(plans: Plans, structure: Structure) -> None:
    count = min(len(structure.levels) + 41, MOST_LEVELS)
    plans["level_count"] = count
    for k in range(count):
        level = structure.level(k + 1)
        stakes = stakes_of(structure, level)
        big_bet = stakes.big_bet if structure.betting == "fixed-limit" else stakes.small_bet
        plans["levels"][0, k] = (
            stakes.small_blind,
            stakes.big_blind,
            stakes.ante,
            stakes.dead_ante,
            stakes.small_bet,
            big_bet,
            stakes.bring_in,
            level.minutes * MINUTE,
        )


def _write_money(plans: Plans, structure: Structure, entrants: int) -> None:
    field = Field(structure, 0)
    for k in range(entrants):
        field.apply(("enter", f"player {k + 1}", f"player {k + 1}", 1, 0))
    floor = Floor(structure, field, 0, None)
    prizes = floor.prize_list()
    plans["paid"] = len(prizes)
    plans["pool"] = floor.pool
    plans["prizes"][0, : len(prizes)] = prizes
    plans["fifty_pool"] = floor.fifty_fifty_pool
    for left in range(2, entrants + 1):
        if structure.prize_rule is PrizeRule.FIFTY_FIFTY:
            ends = left <= len(prizes)
        else:
            satellite = structure.prize_rule is PrizeRule.TICKETS
            ends = ends_early(structure.house, left, prizes, satellite=satellite)
        plans["early_end"][0, left] = ends


def write_tables(tables: Tables, structure: Structure) -> None:
    """Write game, betting, house and seats into the records of a structure's tables."""
    write_game(tables, GAMES[structure.game], structure.betting, hand_rules(structure.house))
    tables["seats"] = structure.seats
    assert structure.seats <= MAX_SEATS
