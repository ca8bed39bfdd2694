"""Hand ranks against published counts and two other evaluators."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

import numpy as np
import phevaluator
import pokerkit
import pytest

from railbird.arena import evaluator
from railbird.arena.cards import CARD_TEXT, parse_cards
from tests.perft.files import read_perft

COUNTS = {case["id"]: case for case in read_perft("evaluator.perft")}
# In plain Python (`tests/laws/test_plain_python.py`) fewer hands reach the same lines.
HANDS = 150 if os.environ.get("NUMBA_DISABLE_JIT") == "1" else 1_500


def deals(cards: int, seed: int, from_cards: int = 52, hands: int = HANDS) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return np.argsort(rng.random((hands, from_cards)), axis=1)[:, :cards].astype(np.uint8)


def text(cards: Sequence[int]) -> str:
    return "".join(CARD_TEXT[card] for card in cards)


def signs(values: Sequence[Any]) -> list[int]:
    """How each value compares with the next; None is below everything."""
    signs = []
    for a, b in zip(values, values[1:], strict=False):
        if a is None or b is None:
            signs.append(int(a is not None) - int(b is not None))
        else:
            signs.append(int(a > b) - int(a < b))
    return signs


def best(find: Callable[..., Any], *cards: str) -> Any:
    try:
        return find(*cards)
    except ValueError:
        return None


def counted(ranks: np.ndarray) -> list[int]:
    return list(np.bincount(ranks >> 26, minlength=9)[::-1])


def test_category_counts_of_all_five_card_hands_are_the_published_ones() -> None:
    hands = np.fromiter(
        (card for hand in combinations(range(52), 5) for card in hand), dtype=np.uint8
    ).reshape(-1, 5)
    assert len(hands) == 2_598_960
    ranks = evaluator.rank_high_batch(hands)
    assert counted(ranks) == COUNTS["five-cards"]["counts"]
    assert len(np.unique(ranks)) == 7462, "the number of different poker hands"


@pytest.mark.slow
def test_category_counts_of_all_seven_card_hands_are_the_published_ones() -> None:
    first = np.array(list(combinations(range(52), 2)), dtype=np.uint8)
    totals = np.zeros(9, dtype=np.int64)
    for a, b in first:
        rest = np.arange(b + 1, 52, dtype=np.uint8)
        if len(rest) < 5:
            continue
        five = np.array(list(combinations(rest.tolist(), 5)), dtype=np.uint8)
        hands = np.hstack([np.broadcast_to(np.array([a, b], dtype=np.uint8), (len(five), 2)), five])
        totals += np.bincount(evaluator.rank_high_batch(hands) >> 26, minlength=9)
    assert totals.sum() == 133_784_560
    assert list(totals[::-1]) == COUNTS["seven-cards"]["counts"]


@pytest.mark.parametrize("cards", [5, 6, 7])
@pytest.mark.parametrize("from_cards", [52, 16])
def test_high_ranks_order_as_pokerkit_and_phevaluator(cards: int, from_cards: int) -> None:
    hands = deals(cards, cards, from_cards)
    ours = signs(evaluator.rank_high_batch(hands).tolist())
    theirs = [pokerkit.StandardHighHand.from_game(text(hand)) for hand in hands]
    assert ours == signs(theirs)
    # phevaluator numbers the best hand 1, and its cards as we do.
    assert ours == signs([-phevaluator.evaluate_cards(*map(int, hand)) for hand in hands])


@pytest.mark.parametrize("cards", [5, 6, 7])
@pytest.mark.parametrize("from_cards", [52, 32])
def test_eight_or_better_ranks_order_as_pokerkit(cards: int, from_cards: int) -> None:
    hands = deals(cards, cards, from_cards)
    theirs = [best(pokerkit.EightOrBetterLowHand.from_game, text(hand)) for hand in hands]
    ours = evaluator.rank_low8_batch(hands)
    assert signs(ours.tolist()) == signs(theirs)
    assert [rank == 0 for rank in ours] == [hand is None for hand in theirs]


@pytest.mark.parametrize("cards", [5, 6, 7])
@pytest.mark.parametrize("from_cards", [52, 16, 8])
def test_ace_to_five_ranks_order_as_pokerkit(cards: int, from_cards: int) -> None:
    hands = deals(cards, cards, from_cards)
    theirs = [pokerkit.RegularLowHand.from_game(text(hand)) for hand in hands]
    assert signs(evaluator.rank_a5_batch(hands).tolist()) == signs(theirs)


@pytest.mark.parametrize("hole", [4, 5])
@pytest.mark.parametrize("board", [3, 4, 5])
def test_omaha_ranks_order_as_pokerkit(hole: int, board: int) -> None:
    hands = deals(hole + board, board, hands=HANDS * 2 // 5)
    # One suit only: every hand is a flush, and straight flushes are common.
    flushes = deals(hole + board, board, 13, hands=HANDS // 5) * 4
    for cards in (hands, flushes):
        down, up = cards[:, :hole], cards[:, hole:]
        high, low = evaluator.rank_omaha_batch(down, up)
        pairs = [(text(a), text(b)) for a, b in zip(down, up, strict=True)]
        theirs = [pokerkit.OmahaHoldemHand.from_game(*pair) for pair in pairs]
        assert signs(high.tolist()) == signs(theirs)
        lows = [best(pokerkit.OmahaEightOrBetterLowHand.from_game, *pair) for pair in pairs]
        assert signs(low.tolist()) == signs(lows)


def test_one_hand_ranks_as_in_the_batch_and_names_its_category() -> None:
    hand = parse_cards("AsKsQsJsTs2c3d")
    assert evaluator.rank_high(hand) == evaluator.rank_high_batch([hand])[0]
    assert evaluator.category_name(evaluator.rank_high(hand)) == "straight flush"
    assert evaluator.rank_low8(parse_cards("As2c3d4h5s")) > evaluator.rank_low8(
        parse_cards("As2c3d4h6s")
    )
    assert evaluator.rank_a5(parse_cards("As2c3d4h5s")) > evaluator.rank_a5(
        parse_cards("AsAc3d4h5s")
    )
    assert evaluator.rank_low8(parse_cards("As2c3d9hTs")) == 0
    # Four spades in the hole and one on the board are no flush in Omaha.
    omaha = evaluator.rank_omaha(parse_cards("AsKsQsJs"), parse_cards("2s2c7d8h9c"))
    assert evaluator.category_name(omaha) == "pair"
    assert evaluator.rank_omaha_low8(parse_cards("As2sKdKc"), parse_cards("3c4d5h9c9d")) > 0


def test_the_wheel_is_the_lowest_straight() -> None:
    wheel = evaluator.rank_high(parse_cards("As2c3d4h5s"))
    assert evaluator.category(wheel) == 4
    assert wheel < evaluator.rank_high(parse_cards("2c3d4h5s6s"))


@pytest.mark.parametrize("cards", [[1, 2, 3, 4], [0, 1, 2, 3, 4, 5, 6, 7], [1, 2, 3, 4, 52]])
def test_a_wrong_number_of_cards_or_no_card_is_refused(cards: list[int]) -> None:
    with pytest.raises(ValueError, match="card"):
        evaluator.rank_high(cards)


def test_hands_and_boards_must_be_as_many() -> None:
    with pytest.raises(ValueError, match="2 hands but 1 boards"):
        evaluator.rank_omaha_batch([[0, 1, 2, 3], [4, 5, 6, 7]], [[10, 11, 12]])
