"""Run-outs of all-in hands, compiled: every one of them, or a sample, and the pot shares."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird.arena.evaluator_kernels import (
    TRIPLES,
    Cards,
    a5_of_mask,
    high_of_mask,
    low8_of_mask,
    omaha_best_pairs,
    omaha_high_of_best,
    omaha_low8_of_masks,
    omaha_pairs,
    omaha_triples,
)
from railbird.arena.evaluator_tables import CARD_BIT
from railbird.arena.numba_cache import kernel
from railbird.arena.randomness import STREAM_WORDS, Stream, below, seed_stream

Floats = NDArray[np.float64]

HOLDEM, OMAHA, OMAHA8, STUD, STUD8, RAZZ = range(6)
NO_CARD = 255
BOARD_CARDS = 5
STUD_CARDS = 7
MAX_HANDS = 23
MAX_SLOTS = 52
_DECK = 52
_CONTENT_MODULUS = (1 << 31) - 1

# What one situation needs while its run-outs are dealt. Place `hands` of `masks` and `group` is
# the board (the common cards). `shares` rows: sum, sum of squares, those of this run-out.
WORK = np.dtype(
    (
        np.record,
        [
            ("kind", "i8"),
            ("hands", "i8"),
            ("left", "i8"),
            ("slots", "i8"),
            ("board_size", "i8"),
            ("masks", "i8", (MAX_HANDS + 1,)),
            ("pairs", "i4", (15,)),
            ("best", "i4", (MAX_HANDS, TRIPLES)),
            ("triples", "i4", (10,)),
            ("board", "u1", (BOARD_CARDS,)),
            ("deck", "u1", (_DECK,)),
            ("group", "i4", (MAX_SLOTS,)),
            ("high", "i8", (MAX_HANDS,)),
            ("low", "i8", (MAX_HANDS,)),
            ("shares", "f8", (3, MAX_HANDS)),
        ],
    )
)
# A record of `WORK`: Numba knows its fields, the type checker does not. `np.record` lets plain
# Python read them by name as well.
Work = Any


@kernel
def _rank_all(work: Work) -> None:
    """Rank every hand with the cards now in place: `high` (or the only) half and `low` half."""
    n = work.hands
    common = work.masks[n]
    if work.kind == HOLDEM:
        for i in range(n):
            work.high[i] = high_of_mask(work.masks[i] | common)
    elif work.kind <= OMAHA8:
        omaha_triples(work.board, BOARD_CARDS, work.triples)
        for i in range(n):
            work.high[i] = omaha_high_of_best(work.best[i], work.triples, work.masks[i], common)
            if work.kind == OMAHA8:
                work.low[i] = omaha_low8_of_masks(work.masks[i], common)
    elif work.kind == RAZZ:
        for i in range(n):
            work.high[i] = a5_of_mask(work.masks[i] | common)
    else:
        for i in range(n):
            work.high[i] = high_of_mask(work.masks[i] | common)
            if work.kind == STUD8:
                work.low[i] = low8_of_mask(work.masks[i] | common)


@kernel
def _add_part(n: int, ranks: Any, part: float, shares: Floats) -> None:
    best = 0
    ties = 0
    for i in range(n):
        if ranks[i] > best:
            best = ranks[i]
            ties = 1
        elif ranks[i] == best:
            ties += 1
    for i in range(n):
        if ranks[i] == best:
            shares[i] += part / ties


@kernel
def _score(work: Work) -> None:
    """Rank the hands and add their shares of the pot."""
    _rank_all(work)
    n = work.hands
    shares = work.shares
    low_part = 0.0
    for i in range(n):
        shares[2, i] = 0.0
        if work.low[i] > 0:
            low_part = 0.5
    _add_part(n, work.high, 1.0 - low_part, shares[2])
    if low_part > 0.0:
        _add_part(n, work.low, low_part, shares[2])
    for i in range(n):
        share = shares[2, i]
        shares[0, i] += share
        shares[1, i] += share * share


@kernel
def _run_all(work: Work) -> int:  # noqa: PLR0915
    """Score every run-out, depth first; return their number.

    One loop: calls between the levels would cost more than the last card's work.
    """
    slots = work.slots
    if slots == 0:
        _score(work)
        return 1
    last = slots - 1
    n = work.hands
    masks = work.masks
    deck = work.deck
    index = np.empty(MAX_SLOTS, dtype=np.int64)
    taken = np.zeros(_DECK, dtype=np.bool_)
    total = 0
    depth = 0
    at = -1
    while True:
        at += 1
        while at < work.left and taken[at]:
            at += 1
        if at == work.left:
            depth -= 1
            if depth < 0:
                return total
            at = index[depth]
            taken[at] = False
            masks[work.group[depth]] ^= CARD_BIT[deck[at]]
            continue
        who = work.group[depth]
        masks[who] ^= CARD_BIT[deck[at]]
        if who == n and work.kind < STUD:
            work.board[work.board_size + depth] = deck[at]
        if depth == last:
            _score(work)
            total += 1
            masks[who] ^= CARD_BIT[deck[at]]
            continue
        index[depth] = at
        taken[at] = True
        depth += 1
        if work.group[depth] != who:
            at = -1


@kernel
def _run_some(work: Work, samples: int, stream: Stream) -> int:
    """Score `samples` random run-outs."""
    masks = work.masks
    deck = work.deck
    for _ in range(samples):
        for slot in range(work.slots):
            other = slot + below(stream, work.left - slot)
            card = deck[other]
            deck[other] = deck[slot]
            deck[slot] = card
            masks[work.group[slot]] ^= CARD_BIT[card]
            if work.kind < STUD:
                work.board[work.board_size + slot] = card
        _score(work)
        for slot in range(work.slots):
            masks[work.group[slot]] ^= CARD_BIT[deck[slot]]
    return samples


@kernel
def _plan_slots(work: Work, sizes: Any) -> None:
    """Write who gets each card to come.

    When a stud deck cannot give everybody a last card, one common card is dealt instead.
    """
    n = work.hands
    slots = 0
    if work.kind < STUD:
        slots = BOARD_CARDS - work.board_size
        for slot in range(slots):
            work.group[slot] = n
        work.slots = slots
        return
    missing = 0
    for i in range(n):
        missing += STUD_CARDS - sizes[i]
    common = 1 if missing > work.left else 0
    for i in range(n):
        for _ in range(STUD_CARDS - sizes[i] - common):
            work.group[slots] = i
            slots += 1
    if common:
        work.group[slots] = n
        slots += 1
    work.slots = slots


@kernel
def _run_out_count(work: Work) -> float:
    """Return the number of different run-outs."""
    count = 1.0
    same = 0
    for slot in range(work.slots):
        same = same + 1 if slot > 0 and work.group[slot] == work.group[slot - 1] else 1
        count = count * (work.left - slot) / same
    return count


@kernel
def _load_hand(work: Work, i: int, hole: Cards) -> int:
    """Take in hand `i`; return how many cards it has."""
    mask = 0
    size = 0
    for j in range(hole.shape[0]):
        if hole[j] != NO_CARD:
            mask |= CARD_BIT[hole[j]]
            size += 1
    if OMAHA <= work.kind <= OMAHA8:
        count = omaha_pairs(hole, size, work.pairs)
        omaha_best_pairs(work.pairs, count, work.best[i])
    work.masks[i] = mask
    work.low[i] = 0
    work.shares[0, i] = 0.0
    work.shares[1, i] = 0.0
    return size


@kernel
def _load(work: Work, kind: int, holes: Cards, board: Cards, dead: int) -> int:
    """Fill `work` from the cards (`NO_CARD` is none); return a number made of the content."""
    sizes = np.zeros(MAX_HANDS, dtype=np.int64)
    work.kind = kind
    work.hands = 0
    known = dead
    content = dead % _CONTENT_MODULUS
    for i in range(holes.shape[0]):
        sizes[i] = _load_hand(work, i, holes[i])
        if sizes[i] > 0:
            work.hands = i + 1
        known |= work.masks[i]
        content = (content * 31 + work.masks[i]) % _CONTENT_MODULUS
    common = _load_board(work, board)
    work.left = 0
    for card in range(_DECK):
        if (known | common) & CARD_BIT[card] == 0:
            work.deck[work.left] = card
            work.left += 1
    _plan_slots(work, sizes)
    return int((content * 31 + common) % _CONTENT_MODULUS)


@kernel
def _load_board(work: Work, board: Cards) -> int:
    common = 0
    work.board_size = 0
    for j in range(board.shape[0]):
        if board[j] != NO_CARD:
            work.board[work.board_size] = board[j]
            work.board_size += 1
            common |= CARD_BIT[board[j]]
    work.masks[work.hands] = common
    return common


@kernel
def run_batch(
    works: Any,
    kinds: Cards,
    holes: Cards,
    boards: Cards,
    dead: NDArray[np.int64],
    limits: NDArray[np.int64],
    shares: Floats,
    errors: Floats,
    run_outs: NDArray[np.int64],
) -> None:
    """Write shares, standard error and number of run-outs of each situation.

    `limits` is (seed, the most run-outs to go through exactly, samples otherwise). The random
    stream of a situation comes from the seed and its cards, not from its place in the batch. A
    negative error marks an exact result.
    """
    stream = np.zeros(STREAM_WORDS, dtype=np.int64)
    work = works[0]
    for s in range(kinds.shape[0]):
        content = _load(work, kinds[s], holes[s], boards[s], dead[s])
        exact = _run_out_count(work) <= limits[1]
        if exact:
            total = _run_all(work)
        else:
            seed_stream(stream, limits[0], content)
            total = _run_some(work, limits[2], stream)
        run_outs[s] = total
        errors[s] = -1.0 if exact else 0.0
        for i in range(work.hands):
            mean = work.shares[0, i] / total
            shares[s, i] = mean
            if not exact:
                spread = max(work.shares[1, i] / total - mean * mean, 0.0)
                # A sample in which nothing varied is still no proof: not below one in `total`.
                error = max(np.sqrt(spread / max(total - 1, 1)), 1.0 / total)
                errors[s] = max(errors[s], error)
