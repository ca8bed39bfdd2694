"""Laws of chips within one hand: pots balance, actions add up, nobody bets what is not there."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from railbird.arena.history.laws_rows import Bools, Ints, Rows
from railbird.arena.history.schema import BETS, POSTS
from railbird.arena.history.violations import Violation

_PUTS_IN = frozenset(POSTS) | frozenset(BETS)


def chip_laws(rows: Rows) -> Iterator[Violation]:
    """Yield every hand whose chips do not balance."""
    yield from _pots(rows)
    yield from _sums(rows)
    yield from _overspent(rows)


def _per_hand(rows: Rows, values: Ints) -> Ints:
    total: Ints = np.zeros(rows.count, dtype=np.int64)
    np.add.at(total, rows.seats.hand, values)
    return total


def _pots(rows: Rows) -> Iterator[Violation]:
    seats = rows.seats
    put_in = _per_hand(rows, seats.contributed - seats.returned)
    won = _per_hand(rows, seats.won)
    unknown = _per_hand(rows, (~seats.chips_known).astype(np.int64))
    seated = _per_hand(rows, np.ones(len(seats.hand), dtype=np.int64))
    cashed_out = set(rows.acts.hand[rows.acts.kind == "cashes_out"].tolist())
    pots, rakes = rows.hands["total_pot"], rows.hands["rake"]
    for hand in np.flatnonzero((unknown == 0) & (seated > 0)).tolist():
        pot, rake = pots[hand], rakes[hand]
        if pot is None or rows.hands["cancelled"][hand]:
            continue
        if put_in[hand] != pot:
            yield rows.violation(
                "pot",
                hand,
                expected=f"put in less returned {put_in[hand]}",
                found=f"total pot {pot}",
                explanation=f"The players put {put_in[hand]} into the pot, but the hand says the "
                f"total pot is {pot}.",
            )
        if rake is None or won[hand] + rake == pot:
            continue
        sold = hand in cashed_out and won[hand] + rake < pot
        yield rows.violation(
            "cashed_out" if sold else "pot",
            hand,
            expected=f"collected and rake {pot}",
            found=f"collected {won[hand]} and rake {rake}",
            explanation=f"Of a pot of {pot}, {won[hand]} was collected and {rake} raked"
            + (": the house kept the share of a player who cashed out." if sold else "."),
        )


def _act_sums(rows: Rows, chosen: Bools) -> Ints:
    total: Ints = np.zeros(len(rows.seats.row), dtype=np.int64)
    at = chosen & (rows.acts.seat_row >= 0)
    np.add.at(total, rows.acts.seat_row[at], rows.acts.amount[at])
    return total


def _sums(rows: Rows) -> Iterator[Violation]:
    seats, acts = rows.seats, rows.acts
    checks = (
        ("put in", seats.contributed, np.isin(acts.kind, list(_PUTS_IN))),
        ("got back", seats.returned, acts.kind == "returned"),
        ("collected", seats.won, acts.kind == "collects"),
    )
    acted: Bools = np.zeros(rows.count, dtype=bool)
    acted[acts.hand] = True
    # A cut hand stops early, so its actions are known to be fewer than its result.
    whole = np.array([not cut for cut in rows.hands["cut"]], dtype=bool) & acted
    looked_at = seats.chips_known & whole[seats.hand] & ~seats.extra
    for verb, stated, chosen in checks:
        summed = _act_sums(rows, chosen)
        for row in np.flatnonzero(looked_at & (summed != stated)).tolist():
            name = rows.names[seats.player[row]]
            yield rows.violation(
                "sums",
                int(seats.hand[row]),
                players=(name,),
                expected=f"{verb} {summed[row]} by the action lines",
                found=f"{verb} {stated[row]} in total",
                explanation=f"By the action lines {name} {verb} {summed[row]}, by the totals "
                f"{stated[row]}.",
            )


def _overspent(rows: Rows) -> Iterator[Violation]:
    seats, acts = rows.seats, rows.acts
    known = seats.chips_known & seats.stack_known & seats.dealt_in
    all_in: Bools = np.zeros(len(seats.row), dtype=bool)
    all_in[acts.seat_row[acts.all_in & (acts.seat_row >= 0)]] = True
    too_much = known & (seats.contributed > seats.stack)
    not_all = known & all_in & (seats.contributed < seats.stack)
    words = {True: "more than", False: "not all of"}
    for row in np.flatnonzero(too_much | not_all).tolist():
        name = rows.names[seats.player[row]]
        more = bool(too_much[row])
        yield rows.violation(
            "overspent",
            int(seats.hand[row]),
            players=(name,),
            expected=f"{'at most' if more else 'all-in for'} {seats.stack[row]}",
            found=f"put in {seats.contributed[row]}",
            explanation=f"{name} put in {seats.contributed[row]}, {words[more]} a stack of "
            f"{seats.stack[row]}" + ("." if more else ", yet the hand says all-in."),
        )
