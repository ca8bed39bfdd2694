"""Where a pair lies open in stud, actions and opponents bet the small or the big bet, no other."""

from __future__ import annotations

from typing import Any

import numpy as np

from railbird.arena.env.actions import decode, decode_box, write_mask
from railbird.arena.env.bots import BOT_CODES, bot_move
from railbird.arena.hand.batch import new_streams, random_range
from railbird.arena.hand.games import GAMES
from railbird.arena.hand.legal import is_legal
from railbird.arena.hand.record import RAISE, new_tables
from railbird.arena.hand.rules import HandRules
from railbird.arena.hand.setup import Stakes, blind_array, write_game, write_stakes
from railbird.arena.numba_cache import kernel

LADDER = np.array((0.0, 0.3, 0.5, 0.75, 1.0, 1.5, 4.0))
BOTS = np.array(sorted(BOT_CODES.values()))


@kernel
def wrong_moves(
    tables: Any, ladder: Any, bots: Any, stream: Any, sizes: Any
) -> tuple[int, int, int]:
    """Count the illegal moves of mask, box and bots where two sizes are allowed; fill `sizes`."""
    masked, boxed, played = 0, 0, 0
    mask = np.zeros(ladder.shape[0] + 3, dtype=np.int8)
    for i in range(tables.shape[0]):
        t = tables[i]
        if t.over or t.raise_step <= 1:
            continue
        write_mask(t, ladder, mask)
        for action in range(mask.shape[0]):
            kind, total = decode(t, ladder, action)
            if mask[action]:
                masked += not is_legal(t, kind, total)
                if kind == RAISE:
                    sizes[0, int(total != t.min_raise_to)] += 1
        for k in range(21):
            kind, total = decode_box(t, 1.0, k / 20.0)
            boxed += not is_legal(t, kind, total)
            sizes[1, int(total != t.min_raise_to)] += 1
        for code in bots:
            kind, total = bot_move(t, stream, code)
            played += not is_legal(t, kind, total)
            if kind == RAISE:
                sizes[2, int(total != t.min_raise_to)] += 1
    return masked, boxed, played


def test_every_move_is_legal_where_two_bet_sizes_are() -> None:
    stakes = Stakes.stud(small_bet=30, big_bet=60, ante=4, bring_in=10)
    tables = new_tables(200)
    tables["seats"] = 6
    tables["dealt"][:, :6] = 1
    tables["start_stack"][:, :6] = 2_000
    tables["deck"][:] = np.arange(52)
    tables["over"] = 1
    write_game(tables, GAMES["stud"], "fixed-limit", HandRules())
    write_stakes(tables, stakes, "fixed-limit")
    amounts, streams = blind_array(stakes), new_streams(200, 3)
    own = new_streams(1, 9)[0]
    sizes = np.zeros((3, 2), dtype=np.int64)
    for _ in range(300):
        random_range(tables, streams, amounts, 0, 200)
        assert wrong_moves(tables, LADDER, BOTS, own, sizes) == (0, 0, 0)
    # Both sizes come up in each.
    assert sizes.min() > 50, sizes
