"""Laws of betting: a call matches, a raise exceeds, a check faces nothing."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pandas as pd

from railbird.arena.history.laws_rows import Bools, Ints, Rows
from railbird.arena.history.schema import STREETS
from railbird.arena.history.violations import Violation

_POSTED = ("posts_small_blind", "posts_big_blind", "posts_straddle", "brings_in", "posts_both")
_MOVES = ("calls", "bets", "raises", "completes", "checks")


def bet_laws(rows: Rows) -> Iterator[Violation]:
    """Yield moves that do not fit the bets before them, and blinds that are not the level's."""
    yield from _blinds(rows)
    acts = rows.acts
    at = np.flatnonzero(np.isin(acts.kind, [*_POSTED, *_MOVES]) & (acts.seat_row >= 0))
    if len(at) == 0:
        return
    kind, hand = acts.kind[at], acts.hand[at]
    street = hand * len(STREETS) + _street_codes(rows, at)
    total, known = rows.acts.street_total[at], rows.acts.street_total_known[at]
    before = _highest_before(street, np.where(known, total, 0))
    own = total - acts.amount[at]
    left = _left(rows, at)
    unclear = _unclear_hands(rows)
    checked = known & ~unclear[hand]
    # Calling a short all-in blind costs the whole blind of the level.
    wrong_call = (kind == "calls") & (total < before) & (left > 0)
    whole_blind = np.where(_is_first_street(rows, at), _unposted_blind(rows)[hand], 0)
    wrong_call |= (kind == "calls") & (total > before) & (total > whole_blind)
    wrong_raise = np.isin(kind, ["raises", "completes", "bets"]) & (total <= before)
    wrong_check = (kind == "checks") & (before > own)
    for place in np.flatnonzero(checked & (wrong_call | wrong_raise | wrong_check)).tolist():
        yield _violation(rows, int(at[place]), int(before[place]))


def _blinds(rows: Rows) -> Iterator[Violation]:
    """Yield blinds and antes of another size than the hand's, unless it is a player's last chip.

    Fixed limit prints its bets where others print blinds, so there only antes can be compared.
    """
    limit = np.array([betting == "fixed-limit" for betting in rows.hands["betting"]], dtype=bool)
    sizes = {
        "posts_small_blind": np.where(limit, 0, _column(rows, "small_blind")),
        "posts_big_blind": np.where(limit, 0, _column(rows, "big_blind")),
        "posts_ante": _column(rows, "ante"),
    }
    for kind, size_of_hand in sizes.items():
        at = np.flatnonzero((rows.acts.kind == kind) & (rows.acts.seat_row >= 0))
        at = at[size_of_hand[rows.acts.hand[at]] > 0]
        size, amount = size_of_hand[rows.acts.hand[at]], rows.acts.amount[at]
        wrong = (amount > size) | ((amount < size) & (_left(rows, at) > 0))
        for place in np.flatnonzero(wrong).tolist():
            yield _post(rows, int(at[place]), kind.removeprefix("posts_"), int(size[place]))


def _post(rows: Rows, act: int, what: str, size: int) -> Violation:
    name = rows.names[rows.acts.player[act]] if rows.acts.player[act] >= 0 else "somebody"
    what, amount = what.replace("_", " "), int(rows.acts.amount[act])
    return rows.violation(
        "bets",
        int(rows.acts.hand[act]),
        players=(name,),
        expected=f"{what} {size}",
        found=f"{what} {amount}",
        explanation=f"{name} posts {amount} where the {what} is {size}.",
    )


def _unposted_blind(rows: Rows) -> Ints:
    """Return what a call costs where nobody posted a whole big blind, else 0."""
    at = np.flatnonzero((rows.acts.kind == "posts_big_blind") & (rows.acts.seat_row >= 0))
    whole = rows.acts.hand[at[_left(rows, at) > 0]]
    blind = _column(rows, "big_blind")
    blind[whole] = 0
    return blind


def _is_first_street(rows: Rows, at: Ints) -> Bools:
    """Return whether a call may have to match a big blind of too few chips."""
    return np.isin(rows.acts.street[at], ["preflop", "predraw"])


def _street_codes(rows: Rows, at: Ints) -> Ints:
    codes = {street: code for code, street in enumerate(STREETS)}
    return np.array([codes.get(street, 0) for street in rows.acts.street[at]], dtype=np.int64)


def _highest_before(street: Ints, total: Ints) -> Ints:
    """Return the highest street total that stood before each row of its street."""
    running = pd.Series(total).groupby(street).cummax()
    shifted = running.groupby(street).shift(1, fill_value=0)
    highest: Ints = shifted.to_numpy().astype(np.int64)
    return highest


def _left(rows: Rows, at: Ints) -> Ints:
    """Return the chips each player has left after each of the rows `at`."""
    spent = rows.acts.amount.copy()
    spent[~np.isin(rows.acts.kind, [*_POSTED, *_MOVES, "posts_ante", "posts_dead"])] = 0
    running = pd.Series(spent).groupby(rows.acts.seat_row).cumsum().to_numpy().astype(np.int64)
    left: Ints = rows.seats.stack[rows.acts.seat_row[at]] - running[at]
    return left


def _unclear_hands(rows: Rows) -> Bools:
    """Return the hands with posts or stacks that the bets cannot be judged by."""
    unclear: Bools = np.zeros(rows.count, dtype=bool)
    unclear[rows.acts.hand[np.isin(rows.acts.kind, ["posts_both", "posts_dead"])]] = True
    unclear[rows.seats.hand[~rows.seats.stack_known & rows.seats.dealt_in]] = True
    return unclear


def _column(rows: Rows, name: str) -> Ints:
    return np.array([value or 0 for value in rows.hands[name]], dtype=np.int64)


def _violation(rows: Rows, act: int, highest: int) -> Violation:
    name = rows.names[rows.acts.player[act]] if rows.acts.player[act] >= 0 else "somebody"
    kind, total = rows.acts.kind[act], int(rows.acts.street_total[act])
    return rows.violation(
        "bets",
        int(rows.acts.hand[act]),
        players=(name,),
        expected=f"a move that fits a bet of {highest}",
        found=f"{name} {kind}, {total} on the street",
        explanation=f"On the {rows.acts.street[act]}, {name} {kind} for {total} on the street "
        f"where the highest bet was {highest}.",
    )
