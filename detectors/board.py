"""What the board shows: the public texture that honest betting answers to."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]

TEXTURE = ("high_card", "same_rank", "same_suit", "close_ranks", "overcard_came")


def textures(boards: Ints) -> NDArray[np.float64]:
    """Return `TEXTURE` of each board (rows of five cards, -1 for none) after 0, 3, 4, 5 cards.

    The result has the shape boards x 4 x features; a board without cards gives zeros.
    `close_ranks` is the most different ranks within five neighbours (a straight needs five).
    """
    result = np.zeros((len(boards), 4, len(TEXTURE)))
    for step, cards in enumerate((0, 3, 4, 5)):
        if cards:
            result[:, step] = _texture(boards[:, :cards])
    return result


def _texture(cards: Ints) -> NDArray[np.float64]:
    there = cards >= 0
    rank = np.where(there, cards >> 2, -1)
    ranks = np.stack([((rank == r).sum(axis=1)) for r in range(13)], axis=1)
    suits = np.stack([((cards & 3 == s) & there).sum(axis=1) for s in range(4)], axis=1)
    present = np.concatenate([ranks[:, 12:], ranks], axis=1) > 0
    windows = np.stack([present[:, i : i + 5].sum(axis=1) for i in range(10)], axis=1)
    earlier = rank[:, :-1].max(axis=1)
    return np.stack(
        [
            rank.max(axis=1),
            ranks.max(axis=1),
            suits.max(axis=1),
            windows.max(axis=1),
            (rank[:, -1] > earlier) & (earlier >= 0),
        ],
        axis=1,
    ).astype(np.float64)
