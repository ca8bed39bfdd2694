"""The powers of management: each a command with a reason, logged, refused where a rule says so."""

from __future__ import annotations

from dataclasses import replace

import pytest

from railbird.arena.tournament.accounts import Account, Form, Payment
from railbird.arena.tournament.chronicle import Chronicle
from railbird.arena.tournament.conduct import HandOver
from railbird.arena.tournament.deals import Formula
from railbird.arena.tournament.director import Director
from railbird.arena.tournament.errors import Refused
from railbird.arena.tournament.journal import read_journal
from railbird.arena.tournament.lobby import lobby
from railbird.arena.tournament.management import Management
from railbird.arena.tournament.plan import Plan, begin, resume
from railbird.arena.tournament.play import RandomPolicy
from railbird.arena.tournament.structure_file import load_structure
from tests.arena.tournament.laws import check_end

rule = pytest.mark.rule


def event(name="mtt-45", house="pokerstars", entrants=None, **change) -> Director:
    structure = replace(load_structure(name, house), **change)
    names = [f"p{k}" for k in range(entrants or structure.entrants)]
    return Director(
        structure, names, RandomPolicy(3, 15), seed=1, chronicle=Chronicle(structure, "88")
    )


def play_until(director: Director, remaining: int) -> Management:
    while director.field.remaining > remaining and director.step():
        pass
    return Management(director, "staff 7")


@rule("PS-1", "PS-0.2", "PS-30", "FT-36")
def test_ps_1_an_override_is_logged_with_who_when_and_why_and_stays():
    desk = play_until(event(), 40)
    desk.override("PS-12", "both players share 41st place", "the clocks of two servers differed")
    (entry,) = desk.field.commands
    assert entry["who"] == "staff 7" and entry["rule"] == "PS-12"
    assert entry["at"] == desk.field.now and "servers" in entry["why"]
    with pytest.raises(Refused):
        desk.override("PS-12", "something else", " ")
    desk.override("PS-0.2", "terms of service apply", "clause 4")
    assert desk.field.commands[0] == entry and len(desk.field.commands) == 2


@rule("PS-2.1", "PS-2.2", "FT-35", "FT-5")
def test_ps_2_2_an_event_is_put_off_before_it_begins():
    director = event()
    desk = Management(director, "staff 7")
    with pytest.raises(Refused, match="not brought forward"):
        desk.postpone(-1, "hurry")
    desk.postpone(3_600_000, "maintenance")
    director.step()
    first = director._running[1].deal
    assert first.at == 3_600_000 == director.field.clock.start
    with pytest.raises(Refused, match=r"PS-2\.2"):
        desk.postpone(7_200_000, "again")


@rule("PS-3.2", "PS-10.4", "FT-14", "FT-33")
def test_ps_3_2_figures_may_be_changed_while_the_event_runs():
    desk = play_until(event("mtt-deep"), 80)
    desk.change("guarantee", 500_000, "marketing")
    desk.change("late_minutes", 90, "many are waiting")
    assert desk.floor.pool == 500_000
    assert desk.floor.structure.registration.late_minutes == 90
    assert desk.director.entrance.structure.registration.late_minutes == 90
    for name, value in (("seats", 6), ("guarantee", "much"), ("deals", 1)):
        with pytest.raises(Refused, match=r"PS-3\.2"):
            desk.change(name, value, "why not")
    result = desk.director.run()
    assert sum(result.prizes.values()) == 500_000


@rule("PS-7.3")
def test_ps_7_3_prizes_that_are_being_paid_stand():
    director = event()
    desk = play_until(director, len(director.floor.prize_list()) - 1)
    with pytest.raises(Refused, match=r"PS-7\.3"):
        desk.change("guarantee", 1_000_000, "too late")


@rule("PS-22.2", "FT-31", "PS-7.1")
@pytest.mark.parametrize("house", ["pokerstars", "fulltilt"])
@pytest.mark.parametrize("remaining", [20, 5])
def test_ps_22_2_an_aborted_event_is_settled_by_the_houses_policy(house, remaining):
    desk = play_until(event(house=house), remaining)
    left = [p.id for p in desk.field.living()]
    paid_before = sum(p.prize for p in desk.field.players.values())
    refunds = desk.cancel("the building burns")
    assert sorted(refunds) == sorted(left)
    fees = len(left) * desk.floor.structure.fee
    in_money = len(left) <= 7
    expected = desk.floor.pool - paid_before if in_money else desk.floor.pool
    assert sum(refunds.values()) == expected + fees
    assert desk.field.finished and desk.field.cancelled == "the building burns"
    assert not desk.director.step()


@rule("PS-22.2", "FT-31.1", "FT-35")
def test_a_rollback_returns_everything_to_everybody():
    desk = play_until(event(), 20)
    refunds = desk.cancel("never was", roll_back=True)
    assert refunds == {p: 440 for p in desk.field.players}
    desk = Management(event(), "staff 7")
    assert set(desk.cancel("not today").values()) == {440}


@rule("FT-34", "TV-75")
def test_ft_34_too_few_entrants_cancel_the_event():
    director = event("ft-mtt", "fulltilt", entrants=19, min_entrants=20)
    assert director.field.cancelled.startswith("FT-34")
    assert not director.step()
    assert director.result().hands == 0


@rule("TV-36", "PS-22.2", "PS-8.1")
def test_tv_36_what_was_paid_is_kept_in_its_very_forms():
    structure = load_structure("mtt-rebuy")
    ann = Account("ann")
    ann.credit([Payment(Form.T_MONEY, "USD", 1000), Payment(Form.CASH, "USD", 1500)])
    others = {f"p{k}": Account(f"p{k}", {(Form.CASH, "USD"): 10_000}) for k in range(8)}
    accounts = {"ann": ann, **others}
    director = Director(structure, list(accounts), RandomPolicy(1), accounts=accounts)
    assert director.entrance.receipts["ann"] == [
        Payment(Form.T_MONEY, "USD", 1000),
        Payment(Form.CASH, "USD", 100),
    ]
    assert Management(director, "s").cancel("no", roll_back=True)["ann"] == 1100


@rule("PS-20.2", "PS-21.2", "PS-29")
@pytest.mark.parametrize("keeps", [True, False])
def test_ps_20_2_a_disqualified_player_leaves_with_his_chips_and_perhaps_his_prize(keeps):
    director = event()
    desk = play_until(director, 6)
    desk.pause("an accusation")
    assert not director.is_dealing and not director.field.finished
    victim = next(iter(director.field.living())).id
    stack, remaining = director.field.players[victim].stack, director.field.remaining
    desk.disqualify(victim, "PS-20.1", "chip dumping", keeps_prize=keeps)
    field = director.field
    assert field.places()[victim][0] == remaining
    assert field.removed_chips == stack
    assert (field.players[victim].prize > 0) == keeps
    assert (field.withheld > 0) != keeps
    desk.go_on("settled")
    director.run()
    assert sum(p.prize for p in field.players.values()) + field.withheld == director.floor.pool


@rule("PS-20.2", "PS-21.2")
def test_penalties_outside_of_the_event_are_logged():
    desk = play_until(event(), 40)
    desk.penalise("p1", "PS-19.1", "warning", "talked about a running hand")
    assert desk.field.players["p1"].note == "warning (PS-19.1)"
    director = event()
    director.run()
    winner = director.result().places[0][0]
    prize = director.field.players[winner].prize
    Management(director, "s").penalise(winner, "PS-20.1", "confiscation", "chip dumping")
    assert (director.field.players[winner].prize, director.field.withheld) == (0, prize)
    with pytest.raises(Refused, match="no penalty"):
        desk.penalise("p1", "PS-19.1", "whipping", "talked")
    with pytest.raises(Refused):
        desk.disqualify(
            "nobody here" if "nobody here" in desk.field.players else _gone(desk), "x", "y"
        )


def _gone(desk: Management) -> str:
    return desk.field.outs[0].players[0]


@rule("PS-21.1", "PS-21.2", "PS-21.3")
def test_ps_21_1_a_seat_handed_over_is_logged_with_the_reason_and_whether_it_is_excused():
    desk = play_until(event(), 40)
    assert not desk.report_hand_over("p1", HandOver.WENT_TO_BED, "says so", proven=True)
    assert not desk.report_hand_over("p2", HandOver.AREA_POWER_CUT, "says so", proven=False)
    assert desk.report_hand_over("p3", HandOver.AREA_POWER_CUT, "letter", proven=True)
    assert [entry["excused"] for entry in desk.field.commands] == [False, False, True]
    assert desk.field.players["p1"].note == "seat handed over (PS-21.N1)"


@rule("PS-1")
def test_nobody_is_taken_out_of_a_running_hand():
    desk = play_until(event(), 30)
    running = next(t for t in desk.field.tables.values() if t.hand is not None)
    with pytest.raises(Refused, match="a hand is running"):
        desk.disqualify(next(iter(running.seats.values())), "PS-20.1", "dumping")


@rule("PS-23.1", "PS-23.2", "PS-23.4", "PS-23.5", "PS-23.6", "TV-47")
def test_ps_23_1_a_deal_is_carried_out_when_each_is_out():
    director = event("sng-9max")
    desk = play_until(director, 3)
    left = [p.id for p in director.field.living()]
    assert len(left) in (2, 3)
    desk.attend("deal in tournament 88 please")
    with pytest.raises(Refused, match=r"PS-23\.2"):
        desk.attend("deal in tournament 99 please")
    with pytest.raises(Refused, match=r"PS-23\.5"):
        desk.offer_deal(Formula.ICM, reserve=100_000)
    deal = desk.offer_deal(Formula.ICM, reserve=450)
    with pytest.raises(Refused, match=r"PS-23\.1"):
        desk.agree_deal(deal, left[:-1], "they want to")
    desk.agree_deal(deal, left[:-1], "all said yes in the chat", plain_from_chat=True)
    result = director.run()
    winner = result.places[0][0]
    for player, cents in zip(left, deal.payments, strict=True):
        assert result.prizes[player] == cents + (450 if player == winner else 0)
    check_end(director)


@rule("FT-15")
def test_ft_15_full_tilt_gives_no_help_with_deals():
    director = event("ft-sng-9max", "fulltilt")
    desk = play_until(director, 3)
    left = [p.id for p in director.field.living()]
    with pytest.raises(Refused, match="FT-15"):
        desk.agree_deal(desk.offer_deal(Formula.EQUAL), left, "they want to")


@rule("FT-32")
def test_ft_32_an_events_own_rules_come_before_the_houses(tmp_path):
    path = tmp_path / "special.toml"
    text = 'format = "sng"\nhouse = "fulltilt"\nseats = 6\nentrants = 6\nlevel_minutes = 3\n'
    path.write_text(text + 'levels = ["10/20"]\n[house_rules]\ndeals = true\n')
    assert load_structure(str(path)).house.deals
    assert not load_structure("ft-sng-9max").house.deals


@rule("FT-10")
def test_ft_10_the_lobby_shows_stacks_the_next_level_and_the_next_break():
    desk = play_until(event("ft-mtt", "fulltilt"), 60)
    shown = lobby(desk.director)
    stacks = [p.stack for p in desk.field.living()]
    assert (shown.largest, shown.smallest) == (max(stacks), min(stacks))
    assert shown.average == sum(stacks) // len(stacks)
    assert shown.next_level.number == shown.level.number + 1
    assert shown.next_level_in > 0 and shown.next_break == 3_600_000
    assert (shown.remaining, shown.paid) == (len(stacks), len(desk.floor.prize_list()))


def test_commands_are_in_the_journal_and_come_back_with_it(tmp_path):
    path = tmp_path / "j.jsonl"
    plan = Plan("mtt-18", tuple(f"p{k}" for k in range(18)))
    director = begin(plan, RandomPolicy(1), journal=path)
    desk = Management(director, "staff 7")
    desk.change("guarantee", 1_000_000, "marketing")
    director.step()
    again = resume(path, RandomPolicy(1))
    assert again.field.commands == director.field.commands
    assert again.floor.pool == 1_000_000
    assert any("command" in str(step) for step in read_journal(path)[1])
