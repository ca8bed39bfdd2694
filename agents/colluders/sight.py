"""What cards are worth to those who know a partner's: ranks, shares with dead cards, equities.

Everything is computed from the observation and from cards that a partner has told.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from railbird.agents.observation import Observation
from railbird.agents.scripted.shares import first_rank, pot_share
from railbird.arena.cards import Card
from railbird.arena.equity import EQUITY_GAMES, Situation, all_in_shares_many
from railbird.arena.hand.games import GAMES
from railbird.arena.hand.record import MAX_SEATS
from railbird.arena.numba_cache import kernel
from railbird.arena.randomness import STREAM_WORDS, seed_stream
from railbird.arena.tournament.view import Views

_SAMPLES = 160
_MOVES_A_HAND = 1 << 10


def can_compare(game: str) -> bool:
    """Say whether two known hands of the game can be set against each other before the end."""
    return game in EQUITY_GAMES and not GAMES[game].is_stud


def rank_of(seen: Observation, cards: Sequence[Card] | None = None) -> float:
    """Return the part of starting hands better than the own ones (or `cards`): 0 is the best."""
    views = seen.views
    if cards is not None:
        views = views.copy()
        views[0].cards[: len(cards)] = cards
    return float(_rank(views, _moment(seen)))


def share_of(seen: Observation, known: dict[int, Sequence[Card]] | None = None) -> float:
    """Return the own share of the pot against random hands of those still in.

    Seats in `known` are taken out of the pot and their cards out of the deck. 1.0 when nobody is
    left. A sample of run-outs: the same decision gives the same figure.
    """
    views = seen.views.copy()
    view = views[0]
    for seat, cards in (known or {}).items():
        view.up_cards[seat - 1, : len(cards)] = cards
        view.live[seat - 1] = 0
    others = int(view.live[:MAX_SEATS].sum()) - 1
    if others <= 0:
        return 1.0
    return float(_share(views, others, np.ones(MAX_SEATS), _moment(seen)))


def equity_against(seen: Observation, cards: Sequence[Card]) -> float:
    """Return the own share against one known hand if all further cards were dealt now."""
    hands = (seen.hole_cards, tuple(cards))
    situation = Situation(hands, seen.board, game=seen.game)
    return all_in_shares_many([situation], _moment(seen), samples=600)[0].shares[0]


def _moment(seen: Observation) -> int:
    return seen.hand * _MOVES_A_HAND + int(seen.view.moves)


@kernel
def _rank(views: Views, moment: int) -> float:
    stream = np.zeros(STREAM_WORDS, dtype=np.int64)
    seed_stream(stream, 7, moment)
    return first_rank(views[0], 48, stream)


@kernel
def _share(views: Views, others: int, widths: NDArray[np.float64], moment: int) -> float:
    stream = np.zeros(STREAM_WORDS, dtype=np.int64)
    seed_stream(stream, 11, moment)
    return pot_share(views[0], others, widths, _SAMPLES, stream)
