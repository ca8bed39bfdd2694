"""The statistics that players know each other by, from decisions and showdowns."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from railbird.agents.population.spots import FACING_BET, FACING_MORE, FACING_ONE, UNBET, UNOPENED
from railbird.agents.population.tables import SIZE_FLOP, SIZE_OPEN, SIZE_RAISE
from railbird.arena.hand.record import CALL, FOLD, RAISE
from railbird.datasets.realism.decisions import (
    CAN_RAISE,
    CONTEXT,
    FAMILY,
    MOVE,
    ROW_HAND,
    ROW_SEAT,
    STREET,
    TO_CALL,
    WENT_IN,
    Decisions,
)
from railbird.datasets.realism.hands import Hands

# What is compared, in words; all but the last two are shares.
STATISTICS = {
    "vpip": "VPIP: chips put in by choice before the flop, of hands dealt",
    "pfr": "PFR: raises before the flop, of hands dealt",
    "limp": "limp: calls, of chances to enter where nobody raised",
    "steal": "steal: raises from cut-off, button or small blind, nobody in",
    "three_bet": "3-bet: raises, of raises faced",
    "cold_call": "calls, of raises faced",
    "fold_to_three_bet": "folds of the raiser to a 3-bet",
    "c_bet": "c-bet: bets on the flop of the last raiser",
    "barrel": "bets on turn and river of who bet last",
    "stab": "bets without having bet last",
    "fold_to_flop_bet": "folds to a bet on the flop",
    "fold_to_later_bet": "folds to a bet on turn or river",
    "raise_bet": "raises, of bets faced after the flop",
    "aggression": "aggression frequency after the flop",
    "went_to_showdown": "WTSD: showdowns, of flops seen",
    "won_at_showdown": "W$SD: hands won, of showdowns",
    "bet_size": "mean bet after the flop, parts of the pot",
    "open_size": "mean opening raise, big blinds",
}
_LATE = (1, 2, 3)

Flags = NDArray[np.bool_]
Ints = NDArray[np.int64]


def player_statistics(hands: Hands, d: Decisions, shows: Flags, won: Ints) -> pd.DataFrame:
    """Return a row for each player, a column for each statistic and `hands`; NaN: no chance yet.

    `shows` and `won` by hand and seat: who was in at the showdown, and net chips.
    """
    count = len(hands.players)
    counter = _Counter(d, count)
    dealt = np.bincount(hands.people[hands.people >= 0], minlength=count)
    out = _by_decision(d, counter)
    out["vpip"] = counter.hands_with(_voluntary(d)) / np.maximum(dealt, 1)
    out["pfr"] = counter.hands_with((d.of(STREET) == 0) & (d.of(MOVE) == RAISE)) / np.maximum(
        dealt, 1
    )
    out |= _at_showdown(hands, d, shows, won)
    frame = pd.DataFrame({name: out[name] for name in STATISTICS})
    frame["hands"] = dealt
    return frame


class _Counter:
    """Counts decisions by player."""

    def __init__(self, d: Decisions, players: int) -> None:
        self.d = d
        self.players = players

    def share(self, of: Flags, done: Flags) -> NDArray[np.float64]:
        """Return which part of the decisions `of` were `done`."""
        chances = np.bincount(self.d.people[of], minlength=self.players)
        taken = np.bincount(self.d.people[of & done], minlength=self.players)
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(taken / chances)

    def mean(self, of: Flags, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the mean of values over the decisions `of`."""
        number = np.bincount(self.d.people[of], minlength=self.players)
        total = np.bincount(self.d.people[of], weights=values[of], minlength=self.players)
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(total / number)

    def hands_with(self, of: Flags) -> NDArray[np.float64]:
        """Return in how many hands a player made a decision `of`."""
        pairs = np.unique(np.stack([self.d.people[of], self.d.of(ROW_HAND)[of]]), axis=1)
        return np.bincount(pairs[0], minlength=self.players).astype(np.float64)


def _voluntary(d: Decisions) -> Flags:
    put_in = (d.of(MOVE) == RAISE) | ((d.of(MOVE) == CALL) & (d.of(TO_CALL) == 1))
    return np.asarray((d.of(STREET) == 0) & put_in)


def _by_decision(d: Decisions, count: _Counter) -> dict[str, NDArray[np.float64]]:
    family, move, street, levels = d.of(FAMILY), d.of(MOVE), d.of(STREET), d.levels
    raised, folded, called = move == RAISE, move == FOLD, move == CALL
    unopened, faced_one, bet = family == UNOPENED, family == FACING_ONE, family == FACING_BET
    mine = levels[:, 0] % 4 == 1
    unbet = family == UNBET
    late = np.isin(levels[:, 0], _LATE) & (levels[:, 1] == 0)
    later = street > 0
    active = later & (raised | ((d.of(TO_CALL) == 1) & (called | folded)))
    free = d.of(WENT_IN) == 0
    sized = (d.of(CONTEXT) >= SIZE_FLOP) & (d.of(CONTEXT) != SIZE_RAISE) & free
    return {
        "limp": count.share(unopened & (d.of(TO_CALL) == 1), called),
        "steal": count.share(unopened & late, raised),
        "three_bet": count.share(faced_one & (d.of(CAN_RAISE) == 1), raised),
        "cold_call": count.share(faced_one, called),
        "fold_to_three_bet": count.share(
            (family == FACING_MORE) & (levels[:, 0] == 1) & (levels[:, 1] == 0), folded
        ),
        "c_bet": count.share(unbet & mine & (street == 1), raised),
        "barrel": count.share(unbet & mine & (street > 1), raised),
        "stab": count.share(unbet & ~mine, raised),
        "fold_to_flop_bet": count.share(bet & (street == 1), folded),
        "fold_to_later_bet": count.share(bet & (street > 1), folded),
        "raise_bet": count.share(bet & (d.of(CAN_RAISE) == 1), raised),
        "aggression": count.share(active, raised),
        "bet_size": count.mean(sized, d.sizes),
        "open_size": count.mean((d.of(CONTEXT) == SIZE_OPEN) & free, d.sizes),
    }


def _at_showdown(
    hands: Hands, d: Decisions, shows: Flags, won: Ints
) -> dict[str, NDArray[np.float64]]:
    people = hands.people
    inside = people >= 0
    early = (d.of(STREET) == 0) & (d.of(MOVE) == FOLD)
    inside[d.of(ROW_HAND)[early], d.of(ROW_SEAT)[early]] = False
    flop = np.zeros(len(people), dtype=np.bool_)
    flop[d.of(ROW_HAND)[d.of(STREET) > 0]] = True
    seen = inside & (flop | shows.any(1))[:, None]
    count = len(hands.players)
    flops = np.bincount(people[seen], minlength=count)
    downs = np.bincount(people[shows], minlength=count)
    wins = np.bincount(people[shows & (won > 0)], minlength=count)
    with np.errstate(invalid="ignore", divide="ignore"):
        return {"went_to_showdown": downs / flops, "won_at_showdown": wins / downs}
