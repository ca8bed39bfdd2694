"""Every law is broken once on purpose; a true history breaks none."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from railbird.arena.history.laws import KINDS, check
from railbird.arena.history.laws_order import outside_longest_run
from railbird.arena.history.schema import History, concat
from tests.arena.history.made import START, edited, only, replaced, table_of_hands, without_hand


def breaches(history: History) -> list[tuple[str, str | None]]:
    return [(found.kind, found.hand_id) for found in check(history) if not found.note]


def kinds(history: History) -> set[str]:
    return {found.kind for found in check(history)}


def test_true_history_breaks_no_law() -> None:
    assert check(table_of_hands()) == []
    assert check(table_of_hands(cash=True)) == []


def test_button_that_passes_a_player_hints_at_a_missing_hand() -> None:
    seat = table_of_hands()["hands"].column("button_seat")[4].as_py()
    moved = edited(table_of_hands(), "hands", 4, button_seat=seat % 4 + 1)
    found = [v for v in check(moved) if v.hand_id == "1005"]
    assert [(v.kind, v.found) for v in found] == [("button", f"the button in seat {seat % 4 + 1}")]


def test_sold_share_explains_the_next_stack() -> None:
    history = table_of_hands(count=2, cash=True)
    seats = history["seats"].to_pylist()
    place = next(i for i, s in enumerate(seats) if s["hand_id"] == "1002" and s["player"] == "Cy")
    sold = {"hand_id": "1001", "ordinal": 13, "street": "showdown", "seat": 3, "player": "Cy"}
    acts = [*history["actions"].to_pylist(), {**sold, "kind": "cashes_out", "amount": 300}]
    assert seats[2]["won"] == 340
    history = edited(history, "seats", place, stack=seats[place]["stack"] - 40)
    assert kinds(history) == {"stack_jump"}
    assert kinds(replaced(history, "actions", acts)) == set()


def test_empty_history_breaks_no_law() -> None:
    assert check(History()) == []


def test_rebuy_explains_a_larger_stack() -> None:
    history = table_of_hands(rebuy_after=3)
    assert check(history) == []
    without = replaced(history, "events", [])
    [jump] = check(without)
    assert (jump.kind, jump.hand_id, jump.players) == ("stack_jump", "1004", ("Ann",))
    assert int(jump.found) - int(jump.expected) == 3000


def test_add_on_told_at_another_table_explains_one_step() -> None:
    """In a break all add-ons may be told in one hand, which most players did not play."""
    history = table_of_hands(rebuy_after=3)
    other = {**history["hands"].to_pylist()[0], "hand_id": "2000", "table_id": "2"}
    history = replaced(history, "hands", [*history["hands"].to_pylist(), other])
    [event] = history["events"].to_pylist()
    assert kinds(replaced(history, "events", [{**event, "hand_id": "2000"}])) <= {"time"}
    wrong = {**event, "hand_id": "2000", "amount": 2999}
    assert "stack_jump" in kinds(replaced(history, "events", [wrong]))


@pytest.mark.parametrize("told_in", ["1003", "1004"])
def test_rebuy_before_the_first_action_counts_once_before_or_after(told_in: str) -> None:
    history = table_of_hands(rebuy_after=3)
    [event] = history["events"].to_pylist()
    early = {**event, "hand_id": told_in, "ordinal": 0}
    assert check(replaced(history, "events", [early])) == []


def test_missing_hand_is_a_gap_with_its_place() -> None:
    found = check(without_hand(table_of_hands(), "1004"))
    gap = found[0]
    assert (gap.kind, gap.hand_id, gap.file, gap.line) == ("gap", "1005", "table.txt", 100)
    assert "1003" in gap.explanation and "1005" in gap.explanation
    assert "button passed" in gap.explanation
    assert [violation.kind for violation in found] == ["gap"]


def test_missing_cash_hand_is_a_gap() -> None:
    assert ("gap", "1005") in breaches(without_hand(table_of_hands(cash=True), "1004"))


def test_top_up_in_a_cash_game_is_a_note_and_a_loss_is_not() -> None:
    history = table_of_hands(cash=True, rebuy_after=3)
    [note] = check(replaced(history, "events", []))
    assert note.note and note.kind == "top_up" and note.players == ("Ann",)
    seats = history["seats"].to_pylist()
    lower = [
        {**s, "stack": s["stack"] - 3500} if s["player"] == "Ann" and s["hand_id"] > "1003" else s
        for s in seats
    ]
    assert ("stack_jump", "1004") in breaches(replaced(history, "seats", lower))


def test_edited_amount_breaks_the_sums() -> None:
    found = check(edited(table_of_hands(), "actions", 12 * 4 + 6, amount=120))
    assert ("sums", "1005") in {(v.kind, v.hand_id) for v in found}
    assert {v.hand_id for v in found} == {"1005"}


def test_edited_total_breaks_the_pot_and_the_next_stack() -> None:
    seats = table_of_hands()["seats"].to_pylist()
    place = next(i for i, s in enumerate(seats) if s["hand_id"] == "1004" and s["won"])
    found = breaches(edited(table_of_hands(), "seats", place, won=400))
    assert {("pot", "1004"), ("stack_jump", "1005"), ("sums", "1004")} == set(found)


def test_pot_must_equal_contributions_and_collections() -> None:
    found = check(edited(table_of_hands(), "hands", 2, total_pot=341))
    assert [(v.kind, v.hand_id) for v in found] == [("pot", "1003")] * 2


def test_cash_out_explains_a_share_nobody_collected() -> None:
    history = edited(table_of_hands(count=1), "seats", 2, won=300)
    acts = history["actions"].to_pylist()
    acts[-1]["amount"] = 300
    assert "pot" in kinds(replaced(history, "actions", acts))
    acts.append({**acts[-1], "ordinal": 13, "kind": "cashes_out", "amount": None})
    assert kinds(replaced(history, "actions", acts)) == {"cashed_out"}


@pytest.mark.parametrize(
    ("table", "place", "values", "kind"),
    [
        ("hands", 0, {"board": "2c7d9h2c"}, "card_twice"),
        ("hands", 0, {"board": "2c7d9hAs"}, "card_twice"),
        ("seats", 1, {"hole_cards": "AsQd"}, "card_twice"),
        ("hands", 0, {"board": "2c7d9hTs", "board_2": "2c7d9hAs"}, "card_twice"),
        ("hands", 0, {"board": "2c7d9hXx"}, "not_in_deck"),
        ("hands", 0, {"board": "2c7d9h"}, "board"),
        ("hands", 0, {"board": "2c7d"}, "board"),
        ("seats", 0, {"hole_cards": "AsKsQs"}, "hole_cards"),
        ("seats", 0, {"hole_cards": "AsKsQ"}, "not_in_deck"),
        ("actions", 11, {"seat": 4, "player": "Di"}, "sums"),
        ("actions", 3, {"player": "Eve"}, "stranger"),
        ("seats", 1, {"player": "Ann"}, "seat_twice"),
        ("hands", 3, {"level": 2}, "level"),
        ("seats", 1, {"stack": 100}, "overspent"),
        ("actions", 7, {"all_in": True}, "overspent"),
        ("seats", 2, {"hand_id": "77"}, "orphan"),
        ("actions", 0, {"amount": 9}, "bets"),
        ("actions", 1, {"amount": 21}, "bets"),
        ("actions", 3, {"street_total": 20}, "bets"),
        ("actions", 4, {"street_total": 50}, "bets"),
        ("actions", 7, {"kind": "checks"}, "bets"),
    ],
)
def test_law(table: str, place: int, values: dict[str, Any], kind: str) -> None:
    assert kind in kinds(edited(table_of_hands(), table, place, **values))


def test_second_board_may_share_its_beginning() -> None:
    assert check(edited(table_of_hands(), "hands", 0, board_2="2c7d9hJs")) == []


def test_six_plus_has_no_low_cards() -> None:
    assert "not_in_deck" in kinds(edited(table_of_hands(), "hands", 0, game="sixplus"))


def test_antes_are_alike_unless_all_in() -> None:
    ante = {"hand_id": "1001", "street": "preflop", "kind": "posts_ante"}
    antes = [
        {**ante, "ordinal": 20 + seat, "seat": seat, "player": name, "amount": amount}
        for seat, (name, amount) in enumerate([("Ann", 5), ("Bo", 4)], start=1)
    ]
    history = edited(table_of_hands(count=1), "hands", 0, ante=5)
    history = replaced(history, "actions", history["actions"].to_pylist() + antes)
    assert [v.players for v in check(history) if v.kind == "bets"] == [("Bo",)]


@pytest.mark.parametrize(
    ("bo", "cy", "broken"), [("AsKs", "7c7h", set()), ("7c7h", "AsKs", {"weaker_hand"})]
)
def test_best_hand_shown_takes_the_pot(bo: str, cy: str, broken: set[str]) -> None:
    assert kinds(showdown(table_of_hands(count=1), bo=bo, cy=cy)) == broken  # Cy is paid


def test_side_pot_may_go_to_a_weaker_hand() -> None:
    """A hand that put in less than the winner of a side pot has no say in it."""
    history = showdown(table_of_hands(count=1), cy="AsKs", bo="7c7h")
    seats = history["seats"].to_pylist()
    assert [s["player"] for s in seats if s["won"]] == ["Cy"]
    seats[1]["contributed"], seats[1]["won"] = 100, 150
    seats[2]["won"] = 340 - 150
    assert "weaker_hand" not in kinds(replaced(history, "seats", seats))


def showdown(history: History, *, cy: str, bo: str) -> History:
    """Return the history of one hand with a river and both hands shown instead of a last fold."""
    history = edited(history, "hands", 0, board="2c7d9hTs3d")
    acts = [
        a
        for a in history["actions"].to_pylist()
        if (a["kind"], a["street"])
        not in (("folds", "turn"), ("bets", "turn"), ("returned", "turn"))
    ]
    seats = history["seats"].to_pylist()
    seats[1].update(hole_cards=bo)
    seats[2].update(hole_cards=cy, contributed=160, returned=0)
    seats[0].update(hole_cards=None)
    return replaced(replaced(history, "actions", acts), "seats", seats)


def test_folded_or_undealt_winner() -> None:
    history = table_of_hands()
    acts = history["actions"].to_pylist()
    assert acts[10]["kind"] == "returned"
    acts[8]["kind"] = "folds"
    assert "winner" in kinds(replaced(history, "actions", acts))
    place = next(i for i, s in enumerate(history["seats"].to_pylist()) if s["won"])
    assert "winner" in kinds(edited(history, "seats", place, dealt_in=False))


def test_swapped_hands_are_out_of_order() -> None:
    hands = table_of_hands()["hands"].to_pylist()
    hands[3], hands[4] = hands[4], hands[3]
    found = breaches(replaced(table_of_hands(), "hands", hands))
    assert {hand for kind, hand in found if kind == "order"} <= {"1004", "1005"}
    assert "order" in {kind for kind, _ in found}


def test_newest_first_file_is_read_backwards() -> None:
    hands = table_of_hands()["hands"].to_pylist()
    assert check(replaced(table_of_hands(), "hands", hands[::-1])) == []


def test_same_table_in_two_files_is_one_sequence() -> None:
    hands = table_of_hands()["hands"].to_pylist()
    split = [{**h, "source_file": "a.txt" if i % 3 else "b.txt"} for i, h in enumerate(hands)]
    assert check(replaced(table_of_hands(), "hands", split)) == []


@pytest.mark.parametrize("shift", [timedelta(hours=1), -timedelta(hours=1)])
@pytest.mark.parametrize("place", [0, 3, 7])
def test_shifted_time_is_found_at_its_hand(shift: timedelta, place: int) -> None:
    history = table_of_hands()
    moved = edited(history, "hands", place, start_time=START + timedelta(minutes=place + 1) + shift)
    expected = [] if (place, shift.days) in ((0, -1), (7, 0)) else [("time", str(1001 + place))]
    assert breaches(moved) == expected  # nothing stands before the first or after the last hand


def test_renamed_player_in_one_hand() -> None:
    history = table_of_hands()
    for table in ("seats", "actions"):
        rows = [
            {**r, "player": "Eve"} if r["hand_id"] == "1004" and r["player"] == "Bo" else r
            for r in history[table].to_pylist()
        ]
        history = replaced(history, table, rows)
    [found] = check(history)
    assert (found.kind, found.hand_id, found.players) == ("renamed", "1004", ("Bo", "Eve"))


def test_only_table_keeps_its_players() -> None:
    history = table_of_hands()
    found = check(only(history, lambda r: r["hand_id"] < "1005" or r.get("player") != "Di"))
    assert "table_chips" in {v.kind for v in found}


def test_identical_copy_is_a_note() -> None:
    history = table_of_hands()
    copies = check(concat([history, history]))
    assert {v.kind for v in copies} == {"duplicate"} and len(copies) == 8


@pytest.mark.parametrize(
    ("table", "place", "values"),
    [
        ("seats", 5, {"stack": 4999}),
        ("seats", 0, {"hole_cards": "AsKh"}),
        ("actions", 4, {"amount": 51}),
        ("hands", 1, {"board": "2c7d9hTd"}),
        ("actions", 5, {"kind": "checks"}),
    ],
)
def test_changed_copy_is_an_edit(table: str, place: int, values: dict[str, Any]) -> None:
    history = table_of_hands()
    found = check(concat([history, edited(history, table, place, **values)]))
    assert [v.kind for v in found if v.kind == "edited_copy"] == ["edited_copy"]
    assert len([v for v in found if v.kind == "duplicate"]) == 7


def test_copy_of_another_viewer_is_no_edit() -> None:
    history = table_of_hands(count=1)
    other = edited(history, "seats", 0, hole_cards=None)
    other = edited(other, "seats", 1, hole_cards="QdQh")
    assert [v.kind for v in check(concat([history, other]))] == ["duplicate"]


def test_worst_comes_first() -> None:
    history = table_of_hands()
    tampered = edited(without_hand(history, "1004"), "hands", 1, total_pot=1)
    found = [v.kind for v in check(concat([tampered, history]))]
    assert found == sorted(found, key=list(KINDS).index)
    assert found[0] == "edited_copy"


def test_longest_run_leaves_out_the_fewest() -> None:
    assert outside_longest_run([1, 2, 9, 3, 4]) == [2]
    assert outside_longest_run([]) == []
    assert outside_longest_run([1, 1, 1]) == []
