"""The compiled single-table step is the director's, hand by hand, and the readable rules'."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from railbird.arena.hand.moves import do_move
from railbird.arena.hand.record import Tables, new_tables
from railbird.arena.numba_cache import kernel
from railbird.arena.randomness import STREAM_WORDS, seed_stream
from railbird.arena.tournament.button import Positions, first_positions, next_positions
from railbird.arena.tournament.clock import Clock, level_at, next_break
from railbird.arena.tournament.deals import icm_equity
from railbird.arena.tournament.director import Director
from railbird.arena.tournament.house import HOUSES
from railbird.arena.tournament.money import share_by_weight
from railbird.arena.tournament.play import Deal
from railbird.arena.tournament.play_kernels import THINK, choose_move, log_move
from railbird.arena.tournament.single_table import button, clock, step
from railbird.arena.tournament.single_table.icm import icm_values
from railbird.arena.tournament.single_table.plan import compile_plan, why_not, write_tables
from railbird.arena.tournament.single_table.record import NEVER, new_events
from railbird.arena.tournament.structure import Structure
from railbird.arena.tournament.structure_file import load_structure, preset_names

THINKING = 6_000


def single_table_presets() -> list[str]:
    return [name for name in preset_names() if why_not(load_structure(name)) is None]


# --- whole events


@kernel
def play_all(
    tables: Tables, seed: int, hands: NDArray[np.int64], boldness: int, logs: Any, counts: Any
) -> None:
    """Play hands as compiled opponents do, who draw their chances hand by hand."""
    stream = np.zeros(STREAM_WORDS, dtype=np.int64)
    for i in range(tables.shape[0]):
        seed_stream(stream, seed + 1_000_003, hands[i])
        t = tables[i]
        while not t.over:
            kind, total = choose_move(t, stream, boldness)
            log_move(t, logs[i, counts[i]], kind, total, THINKING)
            do_move(t, kind, total)
            counts[i] += 1


class Likewise:
    """A policy for the director that makes the moves of `play_all` and notes every hand."""

    def __init__(self, seed: int, boldness: int) -> None:
        self.seed, self.boldness = seed, boldness
        self.hands: list[tuple[Any, ...]] = []

    def attach(self, field: Any, paid: Any) -> None:
        pass

    def presence(self, players: Any, hand: int) -> list[Any]:
        return []

    def play(
        self, tables: Tables, deals: Sequence[Deal], logs: Any, counts: Any
    ) -> list[list[Any]]:
        for deal in deals:
            p = deal.positions
            self.hands.append(
                (deal.hand, deal.at, deal.level.number, p.button, p.small_blind, p.big_blind)
                + (p.dead_small_blind, tuple(sorted(deal.stacks.items())))
            )
        hands = np.array([deal.hand for deal in deals])
        play_all(tables, self.seed, hands, self.boldness, logs, counts)
        assert (logs[0, : counts[0], THINK] == THINKING).all()
        return []


@kernel
def play_hand(tables: Tables, events: Any, plans: Any, boldness: int) -> None:
    t, e, plan = tables[0], events[0], plans[0]
    while not t.over:
        kind, total = choose_move(t, e.bot_stream, boldness)
        e.thinking += plan.think
        do_move(t, kind, total)
    step.settle_hand(t, e, plan)


@kernel
def begin(tables: Tables, events: Any, plans: Any, seed: int) -> None:
    step.begin_event(tables[0], events[0], plans[0], seed)


@kernel
def deal(tables: Tables, events: Any, plans: Any) -> None:
    step.deal_next(tables[0], events[0], plans[0])


def compiled_event(structure: Structure, seed: int, boldness: int) -> tuple[list[Any], Any]:
    plans = compile_plan(structure, think=THINKING)
    tables, events = new_tables(1), new_events(1)
    write_tables(tables, structure)
    begin(tables, events, plans, seed)
    e, hands = events[0], []
    while not e.finished:
        deal(tables, events, plans)
        stacks = tuple((k + 1, int(c)) for k, c in enumerate(e.stack) if c)
        hands.append(
            (int(e.hand), int(e.now), int(e.level) + 1, int(e.button) + 1, int(e.small_blind) + 1)
            + (int(e.big_blind) + 1, bool(e.dead_small_blind), stacks)
        )
        play_hand(tables, events, plans, boldness)
    return hands, e


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("name", single_table_presets())
def test_whole_events_are_the_directors_hand_by_hand(name: str, house: str) -> None:
    structure = load_structure(name, house)
    for seed, boldness in ((1, 100), (2, 8), (3, 3), (4, 40)):
        policy = Likewise(seed, boldness)
        entrants = [f"p{k}" for k in range(structure.entrants)]
        director = Director(structure, entrants, policy, seed=seed)
        seats = {p.id: p.seat for p in director.field.players.values()}
        result = director.run()
        hands, e = compiled_event(structure, seed, boldness)
        for ours, theirs in zip(hands, policy.hands, strict=True):
            assert ours == theirs
        for player, place in result.places:
            seat = seats[player] - 1
            assert int(e.place[seat]) == place
            assert int(e.prize[seat]) == result.prizes[player]
        assert int(e.prize.sum()) == sum(result.prizes.values()) == result.pool


# --- rules one by one, on more cases than events show


@kernel
def compiled_positions(events: Any, plans: Any, first: bool) -> None:
    if first:
        button.first_positions(events[0], plans[0])
    else:
        button.next_positions(events[0], plans[0])


def bust_some(rng: random.Random, seated: set[int]) -> set[int]:
    """Return who is left after a hand: in four of ten some go out, never all."""
    if rng.random() < 0.6:
        return seated
    return seated - set(rng.sample(sorted(seated), rng.randint(1, min(3, len(seated) - 1))))


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("seats", [2, 3, 6, 9, 10])
@pytest.mark.parametrize("no_double", [False, True])
@pytest.mark.rule("PS-14", "PS-15", "FT-18", "FT-19")
def test_button_and_blinds_are_those_of_the_readable_rules(
    house: str, seats: int, no_double: bool
) -> None:
    rng = random.Random(f"{house}{seats}")
    structure = replace(load_structure("sng-9max", house), seats=seats, entrants=seats)
    rules = replace(structure.house, hu_no_double_bb=no_double)
    plans, events = compile_plan(replace(structure, house=rules)), new_events(1)
    e = events[0]
    for _ in range(150):
        seated = set(rng.sample(range(1, seats + 1), rng.randint(2, seats)))
        positions: Positions | None = None
        dealt: set[int] = set()
        hands = 0
        while len(seated) > 1 and hands < 30:
            e.seated = sum(1 << (seat - 1) for seat in seated)
            compiled_positions(events, plans, positions is None)
            if positions is None:
                positions = first_positions(rules, seated)
            else:
                positions = next_positions(rules, positions, dealt, seated)
            ours = (e.button + 1, e.small_blind + 1, e.big_blind + 1, bool(e.dead_small_blind))
            p = positions
            assert ours == (p.button, p.small_blind, p.big_blind, p.dead_small_blind)
            assert not p.waiting
            dealt, seated = seated, bust_some(rng, seated)
            hands += 1


@kernel
def compiled_clock(events: Any, plans: Any) -> int:
    clock.write_level(events[0], plans[0])
    return clock.next_break(events[0], plans[0])


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("name", ["sng-9max", "sng-9max-turbo", "ft-sng-9max", "sng-2max"])
def test_levels_and_breaks_are_those_of_the_readable_rules(name: str, house: str) -> None:
    rng = random.Random(name + house)
    structure = load_structure(name, house)
    plans, events = compile_plan(structure), new_events(1)
    e = events[0]
    for _ in range(300):
        taken = rng.randint(0, 3)
        e.stopped = stopped = taken * 300_000
        e.now = now = stopped + rng.randrange(3 * 3_600_000)
        e.breaks_taken = taken
        e.last_break_end = last = rng.randrange(now + 1) if taken else 0
        watch = Clock(0, stopped, taken, last)
        due = compiled_clock(events, plans)
        assert int(e.level) + 1 == level_at(structure, watch, now).number
        assert (None if due == NEVER else due) == next_break(structure, watch)


def test_icm_is_the_readable_models() -> None:
    rng = random.Random(5)
    for _ in range(60):
        players = rng.randint(2, 9)
        stacks = [rng.randint(1, 5_000) for _ in range(players)]
        paid = rng.randint(1, players)
        prizes = sorted((rng.randint(1, 90_000) for _ in range(paid)), reverse=True)
        out = np.zeros(players)
        padded = np.array(prizes + [0] * (players - paid), dtype=np.int64)
        icm_values(np.array(stacks, dtype=np.int64), padded, paid, out)
        assert out == pytest.approx(icm_equity(stacks, prizes), abs=1e-6)


@kernel
def compiled_finish(events: Any, plans: Any) -> None:
    step.finish_event(events[0], plans[0])


def test_a_fifty50_ends_with_the_readable_shares() -> None:
    rng = random.Random(6)
    plans = compile_plan(load_structure("fifty50-10max"))
    fifty = int(plans[0].fifty_pool)
    assert fifty > 0
    for _ in range(100):
        events = new_events(1)
        e = events[0]
        left = sorted(rng.sample(range(10), 5))
        stacks = [rng.randint(1, 9_000) for _ in left]
        e.seated = sum(1 << seat for seat in left)
        for seat, chips in zip(left, stacks, strict=True):
            e.stack[seat] = chips
        compiled_finish(events, plans)
        equal = int(plans[0].prizes[:5].sum()) // 5
        shares = share_by_weight(fifty, stacks)
        assert [int(e.prize[s]) - equal for s in left] == list(shares)


def test_events_for_the_director_say_why() -> None:
    assert why_not(load_structure("mtt-45")) == "45 entrants need more than one table of 9"
    assert why_not(load_structure("hyper-sat-6max")) == "rebuys"
    assert "bounties" in str(why_not(load_structure("pko-45")))
    with pytest.raises(ValueError, match="matrix"):
        compile_plan(load_structure("matrix-6max"))
