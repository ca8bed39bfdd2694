"""Whole events with bounties of every kind, re-entries, and requests that come too late."""

from __future__ import annotations

from dataclasses import replace

import pytest

from railbird.arena.tournament.accounts import Account, Form
from railbird.arena.tournament.bounties import BountyKind
from railbird.arena.tournament.director import Director
from railbird.arena.tournament.errors import Refused
from railbird.arena.tournament.habits import Habits
from railbird.arena.tournament.play import RandomPolicy
from railbird.arena.tournament.structure import Bounty, Registration
from railbird.arena.tournament.structure_file import load_structure
from tests.arena.tournament.laws import Watched, check_end

rule = pytest.mark.rule


def run(name: str, house: str, seed: int, habits: Habits | None = None, **change) -> Director:
    structure = replace(load_structure(name, house), **change)
    names = [f"p{k}" for k in range(structure.entrants)]
    director = Watched(structure, names, RandomPolicy(seed, 15), seed=seed, habits=habits)
    director.run()
    check_end(director)
    return director


@rule("PS-24.2", "PS-24.3", "PS-27.2")
@pytest.mark.parametrize("kind", [BountyKind.TEAM_PRO, BountyKind.FIXED])
def test_named_bounties_are_paid_once_each_and_never_to_their_own_player(kind):
    won = 0
    for seed in range(8):
        bounty = Bounty(kind, 5_000, named=frozenset({"p1", "p2", "nobody"}))
        director = run("mtt-18", "pokerstars", seed, bounty=bounty)
        result = director.result()
        first = result.places[0][0]
        out = {"p1", "p2"} - {first}
        assert sum(result.bounties.values()) == 5_000 * len(out)
        won += first in ("p1", "p2")
    assert won < 8


@rule("FT-13.1", "FT-13.2", "AMB-20", "AMB-22")
def test_a_pros_bounty_is_the_buy_in_and_each_who_shares_the_pot_gets_it_whole():
    named = frozenset({"p3", "p40"})
    for seed in range(4):
        bounty = Bounty(BountyKind.BUST_OUT, 2_400, named=named)
        director = run("ft-mtt", "fulltilt", seed, bounty=bounty)
        result = director.result()
        gone = [p for p in named if p != result.places[0][0]]
        total = sum(result.bounties.values())
        assert total % 2_400 == 0 and total >= 2_400 * len(gone)
    few = run("ft-mtt", "fulltilt", 1, bounty=bounty, entrants=29)
    assert sum(few.result().bounties.values()) == 0


@rule("FT-13.3", "FT-13.3-example")
def test_pros_left_when_the_seats_are_decided_pay_nothing():
    names = frozenset(f"p{k}" for k in range(45))
    bounty = Bounty(BountyKind.BUST_OUT, 2_400, named=names)
    director = run("ft-satellite", "fulltilt", 3, bounty=bounty)
    seats = director.floor.main_prizes
    assert seats > 0
    assert director.field.outs[-1].players == tuple(
        p for p, place in director.result().places if place == 1
    )
    # Everybody is a pro: each who went out before the seats were decided paid at least once.
    assert sum(director.result().bounties.values()) >= 2_400 * (45 - seats)


def test_mystery_envelopes_are_all_drawn_by_the_end():
    for seed in range(3):
        director = run("mystery-180", "pokerstars", seed)
        result = director.result()
        assert sum(result.bounties.values()) == 1_000 * 180
        assert not director.field.envelopes or len(director.field.envelopes) == 1
        paid = len(director.floor.prize_list())
        earners = [p for p, cents in result.bounties.items() if cents]
        assert 0 < len(earners) <= paid


def test_re_entries_start_anew_at_another_seat_and_count_as_entries():
    registration = Registration(late_minutes=60, extended=True, re_entries=2)
    director = run("mtt-deep", "pokerstars", 2, Habits(re_entries=2), registration=registration)
    players = director.field.players
    again = [p for p in players.values() if p.entry_no > 1]
    assert again and max(p.entry_no for p in again) <= 3
    assert director.floor.pool == len(players) * director.structure.buy_in
    for entry in again:
        earlier = entry.name if entry.entry_no == 2 else f"{entry.name} [{entry.entry_no - 1}]"
        places = director.field.places()
        assert places[earlier][0] > places[entry.id][0]


def test_double_rebuys_give_two_stacks_for_two_prices():
    director = run("mtt-rebuy", "pokerstars", 2, Habits(rebuys=4, double=True, add_on=True))
    players = director.field.players.values()
    assert {p.rebuys for p in players} & {2, 4}
    extra = sum(p.rebuys for p in players) * 1_000 + sum(p.add_ons for p in players) * 1_000
    assert director.floor.pool == 90 * 1_000 + extra


def rebuy_event(seed: int = 1, accounts: dict | None = None) -> Director:
    structure = load_structure("mtt-rebuy")
    names = [f"p{k}" for k in range(9)]
    return Director(structure, names, RandomPolicy(seed, 15), seed=seed, accounts=accounts)


@rule("TV-69", "PS-8.1")
def test_a_rebuy_may_be_asked_for_before_the_first_hand_and_needs_funds():
    accounts = {f"p{k}": Account(f"p{k}", {(Form.CASH, "USD"): 2_100}) for k in range(9)}
    director = rebuy_event(accounts=accounts)
    director.entrance.ask_rebuy("p1")
    assert director.field.players["p1"].stack == 3_000
    with pytest.raises(Refused, match=r"6\.10"):
        director.entrance.ask_rebuy("p1")  # 3,000 chips are more than the starting stack
    accounts["p2"].withdraw(Form.CASH, "USD", 500)
    with pytest.raises(Refused, match=r"PS-8\.1"):
        director.entrance.ask_rebuy("p2")


@rule("TV-69")
def test_a_rebuy_asked_for_during_a_hand_lapses_when_the_stack_ends_above():
    filled = lapsed = 0
    for seed in range(12):
        director = rebuy_event(seed)
        director.step()
        before = director.field.extra_pool
        for k in range(9):
            director.entrance.ask_rebuy(f"p{k}")
        played = director._running[1]
        director.step()
        for seat, player in played.deal.seats.items():
            rebought = director.field.players[player].rebuys
            assert rebought == (played.stacks[seat] <= 1_500)
            filled += rebought
            lapsed += played.stacks[seat] > 1_500
        assert director.field.extra_pool > before
    assert filled and lapsed


@rule("PS-9.1", "PS-9.2", "PS-9.3", "FT-3.1")
@pytest.mark.parametrize(
    ("name", "house", "refusing"),
    [("mtt-deep", "pokerstars", "PS-9.2"), ("ft-mtt", "fulltilt", "PS-9.1")],
)
def test_registration_after_closing_is_refused_with_the_rule(name, house, refusing):
    structure = load_structure(name, house)
    names = [f"p{k}" for k in range(structure.entrants)]
    director = Director(structure, names, RandomPolicy(1, 15), seed=1)
    director.step()
    with pytest.raises(Refused) as refused:
        director.entrance.register("latecomer")
    assert refused.value.rule == refusing
    director.run()
    with pytest.raises(Refused, match=r"PS-9\.1"):
        director.entrance.register("latecomer")


def test_an_event_run_without_a_chronicle_has_no_history():
    director = run("sng-2max", "pokerstars", 1)
    with pytest.raises(ValueError, match="without a chronicle"):
        director.history()
