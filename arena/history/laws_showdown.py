"""Law of the showdown: where all live hands are known, the best of them is paid."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from railbird.arena.cards import CARD_OF_TEXT
from railbird.arena.evaluator import rank_high_batch, rank_omaha_batch
from railbird.arena.history.laws_rows import Bools, Ints, Rows
from railbird.arena.history.violations import Violation

_HOLE_CARDS = {"holdem": 2, "omaha": 4, "omaha5": 5}
_BOARD = 5


def showdown_laws(rows: Rows) -> Iterator[Violation]:
    """Yield players with the best hand and no chips, and winners whom a better hand covered."""
    live = _live(rows)
    for game, size in _HOLE_CARDS.items():
        seat_rows, cards = _known(rows, live, game, size)
        if len(seat_rows):
            yield from _compare(rows, seat_rows, _ranks(game, cards, size))


def _live(rows: Rows) -> Bools:
    """Return the seats that came to the showdown."""
    seats, acts = rows.seats, rows.acts
    live: Bools = seats.dealt_in & (seats.contributed > 0) & seats.chips_known
    live[acts.seat_row[(acts.kind == "folds") & (acts.seat_row >= 0)]] = False
    return live


def _known(rows: Rows, live: Bools, game: str, size: int) -> tuple[Ints, Ints]:
    """Return the live seats of hands with a whole board in which every live hand is known."""
    boards = rows.hands["board"]
    whole = np.array(
        [
            played == game and len(boards[hand] or "") == 2 * _BOARD and not second and not cut
            for hand, (played, second, cut) in enumerate(
                zip(rows.hands["game"], rows.hands["board_2"], rows.hands["cut"], strict=True)
            )
        ],
        dtype=bool,
    )
    candidates = np.flatnonzero(live & whole[rows.seats.hand] if rows.count else live)
    hole = rows.history["seats"].column("hole_cards").take(rows.seats.row[candidates])
    texts = [text or "" for text in hole.to_pylist()]
    known = np.array([len(text) == 2 * size for text in texts], dtype=bool)
    unknown = np.zeros(rows.count, dtype=bool)
    unknown[rows.seats.hand[candidates[~known]]] = True
    chosen, cards = [], []
    for row, text in zip(candidates.tolist(), texts, strict=True):
        hand = int(rows.seats.hand[row])
        codes = _codes(text + boards[hand])
        if not unknown[hand] and codes is not None:
            chosen.append(row)
            cards.append(codes)
    return np.array(chosen, dtype=np.int64), np.array(cards, dtype=np.int64)


def _codes(text: str) -> list[int] | None:
    codes = [CARD_OF_TEXT.get(text[at : at + 2], -1) for at in range(0, len(text), 2)]
    return codes if -1 not in codes and len(set(codes)) == len(codes) else None


def _ranks(game: str, cards: Ints, size: int) -> Ints:
    deck = cards.astype(np.uint8)
    if game == "holdem":
        return rank_high_batch(deck).astype(np.int64)
    ranks, _ = rank_omaha_batch(deck[:, :size], deck[:, size:])
    return ranks.astype(np.int64)


def _compare(rows: Rows, seat_rows: Ints, ranks: Ints) -> Iterator[Violation]:
    seats = rows.seats
    hand = seats.hand[seat_rows]
    best = np.zeros(rows.count, dtype=np.int64)
    np.maximum.at(best, hand, ranks)
    is_best = ranks == best[hand]
    # What a best hand put in is the most that anybody else's chips can be lost to it.
    covered = np.zeros(rows.count, dtype=np.int64)
    put_in = (seats.contributed - seats.returned)[seat_rows]
    np.maximum.at(covered, hand[is_best], put_in[is_best])
    alone = np.bincount(hand, minlength=rows.count) < 2
    won = seats.won[seat_rows]
    unpaid = is_best & (won == 0)
    overpaid = ~is_best & (won > 0) & (put_in <= covered[hand])
    for at in np.flatnonzero((unpaid | overpaid) & ~alone[hand]).tolist():
        name = rows.names[seats.player[seat_rows[at]]]
        better = "the best hand but won nothing" if unpaid[at] else "a weaker hand but won"
        yield rows.violation(
            "weaker_hand",
            int(hand[at]),
            players=(name,),
            expected="the best hand takes the pot",
            found=f"{name} won {won[at]}",
            explanation=f"{name} had {better} at the showdown.",
        )
