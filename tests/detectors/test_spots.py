"""The decision table says what was publicly known, and nothing else."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.arena.history.recorder import Recorder
from railbird.arena.history.schema import History
from railbird.detectors import spots_kernel
from railbird.detectors.board import textures
from railbird.detectors.policy import spot_features
from railbird.detectors.spots import read_spots

PLAYERS = ("Ann", "Bo", "Cy")


def three_handed(
    hole: tuple[str | None, ...] = (None, None, None), button: int = 1, **hand: object
) -> History:
    """Return a hand in which two are all-in on the flop.

    Button Ann raises to 3 blinds, Bo folds, Cy calls; Cy checks, Ann bets 4, Cy raises all-in to
    20, Ann calls. Board 7d 9c 2s 4h Jc.
    """
    recorder = Recorder()
    moves = [
        ("preflop", 2, "posts_small_blind", 50, 50),
        ("preflop", 3, "posts_big_blind", 100, 100),
        ("preflop", 1, "raises", 300, 300),
        ("preflop", 2, "folds", 0, 50),
        ("preflop", 3, "calls", 200, 300),
        ("flop", 3, "checks", 0, 0),
        ("flop", 1, "bets", 400, 400),
        ("flop", 3, "raises", 2000, 2000),
        ("flop", 1, "calls", 1600, 2000),
    ]
    for ordinal, (street, seat, kind, amount, total) in enumerate(moves, 1):
        recorder.add(
            "actions", hand_id="7", ordinal=ordinal, street=street, seat=seat,
            player=PLAYERS[seat - 1], kind=kind, amount=amount, street_total=total,
        )  # fmt: skip
    values: dict[str, object] = {
        "house": "pokerstars", "game": "holdem", "betting": "no-limit", "small_blind": 50,
        "big_blind": 100, "button_seat": button, "board": "7d9c2s4hJc",
    }  # fmt: skip
    recorder.add("hands", hand_id="7", **(values | hand))
    stacks, paid, won = (5000, 4000, 2300), (2300, 50, 2300), (4650, 0, 0)
    for i, name in enumerate(PLAYERS):
        recorder.add(
            "seats", hand_id="7", seat=i + 1, player=name, stack=stacks[i], dealt_in=True,
            contributed=paid[i], returned=0, won=won[i], hole_cards=hole[i],
        )  # fmt: skip
    return recorder.history()


def columns(history: History, *names: str, view: str = "outsider") -> list[tuple[float, ...]]:
    spots = read_spots(history, view)
    return list(zip(*(spots.column(name).tolist() for name in names), strict=True))


def test_posts_are_no_decisions_and_each_choice_is_one_row() -> None:
    kinds = [k for (k,) in columns(three_handed(), "kind")]
    k = spots_kernel
    assert kinds == [k.RAISE, k.FOLD, k.CALL, k.CHECK, k.BET, k.RAISE, k.CALL]


def test_pot_price_and_stacks_are_those_before_the_move() -> None:
    rows = columns(three_handed(), "pot_bb", "to_call_bb", "stack_bb", "effective_bb")
    assert rows == [
        (1.5, 1.0, 50.0, 40.0),
        (4.5, 2.5, 39.5, 39.5),
        (4.5, 2.0, 22.0, 22.0),
        (6.5, 0.0, 20.0, 20.0),
        (6.5, 0.0, 47.0, 20.0),
        (10.5, 4.0, 20.0, 20.0),
        (30.5, 16.0, 43.0, 16.0),
    ]


def test_who_is_live_behind_and_who_raised() -> None:
    rows = columns(three_handed(), "players_live", "players_behind", "raises", "aggressor_slot")
    assert rows == [
        (3, 2, 0, -1),
        (3, 1, 1, 0),
        (2, 0, 1, 0),
        (2, 1, 0, -1),
        (2, 0, 0, -1),
        (2, 0, 1, 0),
        (2, 0, 2, 2),
    ]


def test_the_last_street_s_aggressor_is_remembered() -> None:
    rows = columns(three_handed(), "street", "previous_aggressor", "own_previous")
    assert rows[3:] == [(1, 0, 0), (1, 0, 1), (1, 0, 0), (1, 0, 1)]


def test_no_raise_is_possible_against_a_player_who_is_all_in() -> None:
    assert [c for (c,) in columns(three_handed(), "can_raise")] == [1, 1, 1, 1, 1, 1, 0]


@pytest.mark.parametrize(("button", "expected"), [(1, [2, 0, 1]), (2, [1, 2, 0]), (3, [0, 1, 2])])
def test_the_button_acts_last_after_the_flop(button: int, expected: list[int]) -> None:
    assert read_spots(three_handed(button=button), "outsider").seat_order.tolist() == expected


def test_cancelled_hands_and_hands_without_a_blind_are_left_out() -> None:
    assert len(read_spots(three_handed(cancelled=True), "outsider").rows) == 0
    assert len(read_spots(three_handed(big_blind=None), "outsider").rows) == 0


def test_a_move_made_by_the_clock_moves_chips_but_is_no_decision() -> None:
    history = three_handed()
    actions = history.frame("actions").to_dict("records")
    recorder = Recorder()
    for row in actions:
        recorder.add("actions", **(row | {"timed_out": row["ordinal"] == 4}))
    timed = History({**history.tables, "actions": recorder.history()["actions"]})
    rows = columns(timed, "pot_bb", "players_live")
    assert len(rows) == 6
    assert rows[1] == (4.5, 2)


def test_the_same_name_in_two_houses_is_two_players() -> None:
    one, two = three_handed(), three_handed(house="fulltilt")
    from railbird.arena.history.schema import concat

    renamed = {
        name: two[name].set_column(0, "hand_id", [["8"] * two[name].num_rows])
        for name in ("hands", "seats", "actions")
    }
    both = read_spots(concat([one, History({**two.tables, **renamed})]), "outsider")
    assert both.players[:2] == ("Ann (fulltilt)", "Ann (pokerstars)")
    assert len(both.players) == 6


def test_hole_cards_enter_decisions_only_when_all_were_known_from_the_deal() -> None:
    full, partly = ("AsAd", "7c2d", "KsKd"), ("AsAd", None, "KsKd")
    assert (read_spots(three_handed(full), "outsider").seat_hole < 0).all()
    assert (read_spots(three_handed(partly), "operator").seat_hole < 0).all()
    assert (read_spots(three_handed(full), "operator").seat_hole[:, :2] >= 0).all()


def test_unshown_cards_change_no_feature_of_the_outsider() -> None:
    rows = np.arange(7)
    blank = spot_features(read_spots(three_handed(), "outsider"), rows)
    dealt = spot_features(read_spots(three_handed(("AsAd", "7c2d", "KsKd")), "outsider"), rows)
    np.testing.assert_array_equal(blank, dealt)


def test_a_strong_hand_is_known_to_beat_most_others_in_the_operator_view() -> None:
    spots = read_spots(three_handed(("7s7h", "3c2d", "KsKd")), "operator")
    beats = spot_features(spots, np.arange(7))[:, -3]
    assert np.isnan(beats[:3]).all()
    # A set of sevens on 7-9-2 loses only to three nines (3 holdings of 1,081).
    assert beats[4] == pytest.approx(1 - 3 / 1081)


def test_board_textures_of_known_boards() -> None:
    boards = np.asarray([[20, 30, 3, 10, 36], [48, 49, 50, 44, 40], [-1] * 5])
    assert textures(boards)[0, 1].tolist() == [7, 1, 1, 2, 0]  # 7c 9h 2s
    assert textures(boards)[1, 1].tolist() == [12, 3, 1, 1, 0]  # three aces
    assert textures(boards)[2, 3].tolist() == [-1, 0, 0, 0, 0]
