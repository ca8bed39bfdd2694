"""Pot shares against known values, another enumerator, and each other."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pokerkit
import pytest

from railbird.arena.cards import CARD_TEXT, parse_cards
from railbird.arena.equity import (
    EQUITY_GAMES,
    InvalidSituation,
    Situation,
    all_in_shares,
    all_in_shares_many,
)

CARDS = {"holdem": 2, "omaha": 4, "omaha8": 4, "omaha5": 5, "omaha5-8": 5, "omaha6": 6}


def hands(*texts: str) -> list[tuple[int, ...]]:
    return [parse_cards(text) for text in texts]


def text(cards: object) -> str:
    return "".join(CARD_TEXT[card] for card in cards)  # type: ignore[attr-defined]


def test_two_hands_before_the_flop_share_exactly() -> None:
    # Aces against kings of the same suits, as public calculators print it.
    equity = all_in_shares(hands("AhAd", "KhKd"))
    assert equity.exact
    assert equity.run_outs == 1_712_304
    assert equity.shares[0] * 1_712_304 == pytest.approx(1_410_336 + 9_308 / 2)


HIGH_LOW = {
    "holdem": (pokerkit.StandardHighHand, None),
    "omaha": (pokerkit.OmahaHoldemHand, None),
    "omaha5": (pokerkit.OmahaHoldemHand, None),
    "omaha6": (pokerkit.OmahaHoldemHand, None),
    "omaha8": (pokerkit.OmahaHoldemHand, pokerkit.OmahaEightOrBetterLowHand),
    "omaha5-8": (pokerkit.OmahaHoldemHand, pokerkit.OmahaEightOrBetterLowHand),
    "stud": (pokerkit.StandardHighHand, None),
    "stud8": (pokerkit.StandardHighHand, pokerkit.EightOrBetterLowHand),
    "razz": (pokerkit.RegularLowHand, None),
}


def theirs(game: str, downs: list[str], board: str) -> list[float]:
    """One run-out's shares by another evaluator and another dividing."""
    high_type, low_type = HIGH_LOW[game]
    low = [low_type.from_game_or_none(d, board) if low_type else None for d in downs]
    high = [high_type.from_game(d, board) for d in downs]
    qualified = [hand for hand in low if hand is not None]
    shares = [0.0] * len(downs)
    parts = [(high, 0.5 if qualified else 1.0), (low, 0.5 if qualified else 0.0)]
    for ranks, part in parts:
        known = [hand for hand in ranks if hand is not None]
        if part == 0.0:
            continue
        winners = [i for i, hand in enumerate(ranks) if hand is not None and hand == max(known)]
        for i in winners:
            shares[i] += part / len(winners)
    return shares


@pytest.mark.parametrize("game", CARDS)
@pytest.mark.parametrize("players", [2, 4])
def test_board_games_on_the_turn_share_as_pokerkit_ranks(game: str, players: int) -> None:
    deck = np.random.default_rng(players).permutation(52).tolist()
    n = CARDS[game]
    downs = [tuple(deck[4 + n * i : 4 + n * (i + 1)]) for i in range(players)]
    board, dead = deck[:4], deck[-2:]
    equity = all_in_shares(downs, board, dead, game)
    left = deck[4 + n * players : -2]
    sums = np.zeros(players)
    for card in left:
        sums += theirs(game, [text(d) for d in downs], text([*board, card]))
    assert equity.exact
    assert equity.run_outs == len(left)
    assert equity.shares == pytest.approx(sums / len(left))


@pytest.mark.parametrize("game", ["stud", "stud8", "razz"])
def test_stud_games_with_one_card_to_come_share_as_pokerkit_ranks(game: str) -> None:
    deck = np.random.default_rng(7).permutation(52).tolist()
    downs = [tuple(deck[:6]), tuple(deck[6:12])]
    dead = deck[12:40]
    equity = all_in_shares(downs, (), dead, game)
    sums = np.zeros(2)
    count = 0
    for pair in combinations(deck[40:], 2):
        for a, b in (pair, pair[::-1]):
            sums += theirs(game, [text([*downs[0], a]), text([*downs[1], b])], "")
            count += 1
    assert equity.exact
    assert equity.run_outs == count
    assert equity.shares == pytest.approx(sums / count)


@pytest.mark.parametrize("game", EQUITY_GAMES)
def test_a_sample_is_within_its_stated_error_of_the_exact_share(game: str) -> None:
    deck = np.random.default_rng(3).permutation(52).tolist()
    stud = game in ("stud", "stud8", "razz")
    n = 6 if stud else CARDS[game]
    downs = [tuple(deck[n * i : n * (i + 1)]) for i in range(3)]
    board = () if stud else tuple(deck[-3:])
    exact = all_in_shares(downs, board, (), game)
    sample = all_in_shares(downs, board, (), game, max_run_outs=0, samples=20_000)
    assert exact.exact
    assert not sample.exact
    assert sum(exact.shares) == pytest.approx(1.0)
    assert 0.0 < sample.standard_error < 0.005
    for ours, truth in zip(sample.shares, exact.shares, strict=True):
        assert abs(ours - truth) < 4.5 * sample.standard_error


def test_the_standard_error_is_what_repeated_samples_show() -> None:
    downs = hands("AhKh", "QsQd", "7c6c")
    runs = [all_in_shares(downs, seed=s, max_run_outs=0, samples=400) for s in range(300)]
    seen = np.std([run.shares for run in runs], axis=0).max()
    stated = np.mean([run.standard_error for run in runs])
    assert stated == pytest.approx(seen, rel=0.15)


def test_a_result_depends_on_the_seed_and_not_on_the_batch() -> None:
    spots = [Situation(hands("AhKh", "QsQd")), Situation(hands("2c2d", "3c3d", "4c4d"))]
    together = all_in_shares_many(spots, seed=5)
    assert together[1] == all_in_shares_many([spots[1]], seed=5)[0]
    assert together == all_in_shares_many(spots[::-1], seed=5)[::-1]
    assert together[0] != all_in_shares_many(spots, seed=6)[0]


def test_draws_without_spread_are_still_no_proof() -> None:
    quads = hands("AhAd", "2c7d")
    equity = all_in_shares(quads, parse_cards("AcAsKd"), max_run_outs=0, samples=30)
    assert equity.shares == (1.0, 0.0)
    assert equity.standard_error == pytest.approx(1 / 30)
    down = hands("As2h3s", "4d5d6c")
    assert sum(all_in_shares(down, game="razz", max_run_outs=0, samples=9).shares) == 1.0


def test_dead_cards_are_not_dealt() -> None:
    board = parse_cards("2c7d9hJc")
    # Only an ace saves the first hand, and both others are dead.
    alive = all_in_shares(hands("AhKd", "JdJs"), board)
    dead = all_in_shares(hands("AhKd", "JdJs"), board, parse_cards("AcAdAs"))
    assert dead.shares == (0.0, 1.0)
    assert alive.shares[0] == 0.0


def test_identical_hands_share_equally_and_a_full_board_is_one_run_out() -> None:
    equity = all_in_shares(hands("AhKd", "AsKc"), parse_cards("2c7d9hJcQd"))
    assert equity.shares == (0.5, 0.5)
    assert equity.run_outs == 1


def test_a_low_takes_half_and_two_lows_a_quarter_each() -> None:
    board = parse_cards("3c4d8hKdKs")
    equity = all_in_shares(hands("KcKh9d9s", "As2s7d7c", "Ad2d6c6h"), board, game="omaha8")
    assert equity.shares == (0.5, 0.25, 0.25)


def test_eight_stud_hands_get_one_common_last_card() -> None:
    deck = np.random.default_rng(1).permutation(52).tolist()
    equity = all_in_shares([deck[3 * i : 3 * i + 3] for i in range(8)], game="stud", samples=20)
    assert sum(equity.shares) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("situation", "why"),
    [
        (Situation(hands("AhAd", "AhKd")), "twice"),
        (Situation(hands("AhAd", "KhKd"), parse_cards("Ah2c3c")), "twice"),
        (Situation(hands("AhAd", "Kh")), r"hands of \[2, 1\]"),
        (Situation(hands("AhAd", "KhKd"), parse_cards("2c3c4c5c6c7c")), "6 board"),
        (Situation(hands("AhAd", "KhKd"), game="badugi"), "no equity for game 'badugi'"),
        (Situation([]), "0 hands"),
        (Situation(hands("AhAd", "KhKd"), dead=[52]), "a card"),
        (Situation(hands("AhAd", "KhKd"), dead=list(range(44))), "only"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(situation: Situation, why: str) -> None:
    with pytest.raises(InvalidSituation, match=why):
        all_in_shares_many([situation])


def test_nothing_gives_nothing() -> None:
    assert all_in_shares_many([]) == []
