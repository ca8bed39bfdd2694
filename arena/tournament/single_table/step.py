"""One event between two decisions: begin, deal the next hand, settle the last one.

The order of things is the director's (`arena.tournament.director`): a hand's end falls on the next
full second, then places and prizes, then breaks, then the level of the next hand.
"""

from __future__ import annotations

from railbird.arena.hand.batch import new_deck, shuffle
from railbird.arena.hand.record import Table
from railbird.arena.hand.setup import post_at
from railbird.arena.hand.streets import start_hand
from railbird.arena.numba_cache import kernel
from railbird.arena.randomness import seed_stream
from railbird.arena.tournament.play_kernels import DEAL_TIME, PAUSE, SHOW_TIME, STREET_TIME
from railbird.arena.tournament.single_table.button import first_positions, next_positions
from railbird.arena.tournament.single_table.clock import take_breaks, write_level
from railbird.arena.tournament.single_table.finish import finish_event, rank_busts
from railbird.arena.tournament.single_table.record import (
    ANTE,
    BIG_BET,
    BRING_IN,
    SMALL_BET,
    Event,
    Plan,
)

_BEAT = 1_000
# The families of random streams: decks as the director's dealer, bots apart from decks.
BOTS = 1_000_003


@kernel
def begin_event(t: Table, e: Event, plan: Plan, seed: int) -> None:
    """Seat everybody and forget the last event; `seed` decides all decks. No hand is dealt yet."""
    e.seed = seed
    e.seated = (1 << plan.entrants) - 1
    e.remaining = plan.entrants
    e.finished = 0
    e.hand = 0
    e.now = 0
    e.stopped = 0
    e.breaks_taken = 0
    e.last_break_end = 0
    for seat in range(e.stack.shape[0]):
        e.stack[seat] = plan.start_stack if seat < plan.entrants else 0
        e.place[seat] = 0
        e.tied[seat] = 0
        e.prize[seat] = 0
        e.head[seat] = 0.0
        e.bounty_won[seat] = 0.0
    e.entrants = plan.entrants
    e.tables_left = 1
    e.tables_start = 1
    e.chips = plan.entrants * plan.start_stack
    e.paid = plan.paid
    e.prize_first = plan.prizes[0] / plan.pool if plan.pool > 0 else 0.0
    t.over = 1


@kernel
def deal_next(t: Table, e: Event, plan: Plan) -> None:
    """Deal the next hand of an event that goes on."""
    if e.hand == 0:
        first_positions(e, plan)
    else:
        next_positions(e, plan)
    e.hand += 1
    take_breaks(e, plan)
    write_level(e, plan)
    _write_duties(t, e, plan)
    seed_stream(e.deal_stream, e.seed, e.hand)
    if e.hero >= 0:
        seed_stream(e.bot_stream, e.seed + BOTS, e.hand)
    e.thinking = 0
    e.moves = 0
    _write_public(e, plan)
    new_deck(t)
    shuffle(t, e.deal_stream)
    start_hand(t)


@kernel
def _write_duties(t: Table, e: Event, plan: Plan) -> None:
    """Write stakes, stacks, button and forced bets of the next hand."""
    level = plan.levels[e.level]
    t.small_bet = level[SMALL_BET]
    t.big_bet = level[BIG_BET]
    t.bring_in = level[BRING_IN]
    t.button = e.button
    for seat in range(plan.seats):
        t.start_stack[seat] = e.stack[seat]
        t.dealt[seat] = 1 if e.stack[seat] > 0 else 0
    if plan.is_stud:
        post_at(t, -1, -1, level[: ANTE + 2])
    else:
        small = -1 if e.dead_small_blind else e.small_blind
        post_at(t, small, e.big_blind, level[: ANTE + 2])


@kernel
def _write_public(e: Event, plan: Plan) -> None:
    """Write what everybody sees of the event before a hand."""
    left = e.remaining
    e.players_left = left
    e.prize_out = plan.prizes[left - 1] / plan.pool if left <= plan.paid else 0.0
    e.prize_next = plan.prizes[left - 2] / plan.pool if 1 < left <= plan.paid + 1 else 0.0
    for seat in range(plan.seats):
        better = 0
        for other in range(plan.seats):
            if e.stack[other] > e.stack[seat]:
                better += 1
        e.rank[seat] = better / left


@kernel
def settle_hand(t: Table, e: Event, plan: Plan) -> None:
    """Take over the chips of a hand that is over; give places and prizes; end what is decided."""
    busted = 0
    for seat in range(plan.seats):
        if t.dealt[seat]:
            e.stack[seat] = t.stack[seat]
            if t.stack[seat] == 0:
                busted |= 1 << seat
                e.remaining -= 1
    took = DEAL_TIME + PAUSE + t.street * STREET_TIME + e.thinking
    if t.show_count > 0:
        took += SHOW_TIME
    e.now += (took + _BEAT - 1) // _BEAT * _BEAT
    if busted:
        e.seated &= ~busted
        rank_busts(e, t, plan, busted)
    if e.remaining == 1 or plan.early_end[e.remaining]:
        finish_event(e, plan)
