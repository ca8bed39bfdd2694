"""All-in results are replaced by equity, pot by pot; chips are neither made nor lost."""

from __future__ import annotations

import random

import numpy as np
import pytest

from railbird.arena.history.recorder import Recorder
from railbird.arena.history.schema import History
from railbird.detectors.all_in import adjusted_results
from railbird.detectors.flows import flows
from railbird.detectors.spots import read_spots


def all_in(cards: tuple[str | None, ...], stacks: tuple[int, ...], won: tuple[int, ...]) -> History:
    """Everybody is all-in before the flop; whoever has most gets the unmatched part back."""
    recorder = Recorder()
    matched = sorted(stacks)[-2]
    top = 0
    for ordinal, stack in enumerate(stacks, 1):
        kind = "raises" if stack > top else "calls"
        top = max(top, stack)
        recorder.add(
            "actions", hand_id="1", ordinal=ordinal, street="preflop", seat=ordinal,
            player=f"p{ordinal}", kind=kind, amount=stack, street_total=stack,
        )  # fmt: skip
    recorder.add(
        "hands", hand_id="1", big_blind=100, button_seat=1, board="2c7d9hJsQs", game="holdem",
        betting="no-limit",
    )  # fmt: skip
    for i, stack in enumerate(stacks):
        recorder.add(
            "seats", hand_id="1", seat=i + 1, player=f"p{i + 1}", stack=stack, dealt_in=True,
            hole_cards=cards[i], shown_cards=cards[i], contributed=stack,
            returned=max(0, stack - matched), won=won[i],
        )  # fmt: skip
    return recorder.history()


def aces_against_two_pairs_of_kings() -> float:
    """Return the share of run-outs that AhAd wins against KhKd and KcKs, by another evaluator."""
    from phevaluator import evaluate_cards

    hands = (("Ah", "Ad"), ("Kh", "Kd"), ("Kc", "Ks"))
    deck = [r + s for r in "23456789TJQKA" for s in "cdhs" if r + s not in sum(hands, ())]
    rng = random.Random(1)
    won = 0.0
    for _ in range(10_000):
        board = rng.sample(deck, 5)
        ranks = [evaluate_cards(*hand, *board) for hand in hands]
        won += (ranks[0] == min(ranks)) / ranks.count(min(ranks))
    return won / 10_000


def test_aces_against_kings_are_worth_their_equity_whoever_won() -> None:
    """AhAd beats KhKd in .826372 of all run-outs (a published all-in figure: 82.64%)."""
    for won in ((20000, 0), (0, 20000)):
        history = all_in(("AhAd", "KhKd"), (10000, 10000), won)
        net = adjusted_results(read_spots(history, "outsider"))
        assert net[0] == pytest.approx((2 * 0.8264 - 1) * 10000, abs=150)
        assert net.sum() == pytest.approx(0, abs=1e-6)


def test_side_pots_are_valued_among_those_who_can_win_them() -> None:
    history = all_in(("AhAd", "KhKd", "KcKs"), (1000, 5000, 5000), (3000, 8000, 0))
    net = adjusted_results(read_spots(history, "outsider"))
    # The side pot of 8000 is between kings and kings: even but for 4,000 sampled run-outs.
    assert net[1] == pytest.approx(net[2], abs=4 * 8000 / 4000**0.5)
    assert net[0] == pytest.approx(3000 * aces_against_two_pairs_of_kings() - 1000, abs=100)
    assert net.sum() == pytest.approx(0, abs=1e-6)


def test_the_uncalled_part_and_rake_stay_where_they_were() -> None:
    history = all_in(("AhAd", "KhKd"), (10000, 4000), (7600, 0))
    net = adjusted_results(read_spots(history, "outsider"))
    assert net.sum() == pytest.approx(-400)
    assert net[1] == pytest.approx((1 - 0.8264) * 7600 - 4000, abs=150)


@pytest.mark.parametrize("cards", [("AhAd", None), ("AhAd", "AhKd"), ("AhAdKc", "KhKd")])
def test_unknown_or_impossible_cards_leave_the_result_as_it_was(
    cards: tuple[str | None, ...],
) -> None:
    net = adjusted_results(read_spots(all_in(cards, (10000, 10000), (20000, 0)), "outsider"))
    assert net.tolist() == [10000, -10000]


def test_losses_flow_to_winners_in_proportion() -> None:
    history = all_in((None, None, None), (3000, 3000, 6000), (6000, 3000, 0))
    moved = flows(read_spots(history, "outsider"), 1.0)
    assert moved.chips_bb.tolist() == [30.0]
    three_way = all_in((None,) * 4, (2000, 2000, 2000, 2000), (5000, 3000, 0, 0))
    moved = flows(read_spots(three_way, "outsider"), 1.0)
    assert dict(zip(zip(moved.giver, moved.taker, strict=True), moved.chips_bb, strict=True)) == {
        (2, 0): 15.0, (2, 1): 5.0, (3, 0): 15.0, (3, 1): 5.0,
    }  # fmt: skip
    assert np.unique(moved.hand).tolist() == [0]
