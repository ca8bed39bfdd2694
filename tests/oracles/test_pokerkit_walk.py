"""Random hands, every game PokerKit deals: legal sets, stacks, pots and ends are equal."""

from __future__ import annotations

import warnings

import pytest

from tests.oracles.pokerkit_walk import GAMES, Difference, walk

# PokerKit ranks Omaha hands slowly, so those games get fewer of the 5,000 and 100,000 hands.
FEW = {"omaha": 1, "omaha5": 1, "omaha8": 1}
DEFAULT, DEFAULT_FEW = 680, 184
SLOW, SLOW_FEW = 15_000, 2_000


def compare(game: str, betting: str, hands: int, seed: int) -> None:
    with warnings.catch_warnings():
        # It warns of cards it would not deal itself.
        warnings.simplefilter("ignore", UserWarning)
        result = walk(game, betting, hands, seed)
    assert not result.faults, f"{len(result.faults)} hands differ; the first:\n{result.faults[0]}"
    assert result.nodes > 3 * hands
    # The known differences stay rare enough to leave something to compare.
    legal_sets = sum(n for kind, n in result.known.items() if kind is not Difference.LONE_CHECK)
    assert legal_sets < 0.12 * result.nodes


def test_the_default_walks_are_five_thousand_hands() -> None:
    assert sum(DEFAULT_FEW if game in FEW else DEFAULT for game, _ in GAMES) >= 5_000
    assert sum(SLOW_FEW if game in FEW else SLOW for game, _ in GAMES) >= 100_000


@pytest.mark.parametrize(("game", "betting"), GAMES)
def test_random_hands_play_as_on_pokerkit(game: str, betting: str) -> None:
    compare(game, betting, DEFAULT_FEW if game in FEW else DEFAULT, 1)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "betting"), GAMES)
def test_many_random_hands_play_as_on_pokerkit(game: str, betting: str) -> None:
    compare(game, betting, SLOW_FEW if game in FEW else SLOW, 2)
