"""The styles of the house bots: a row of numbers each, which compiled code plays by.

Parts of hands are of all starting hands, nine-handed, from middle position.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from operator import attrgetter
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

# Ways to decide (`way`).
BY_STYLE, AT_RANDOM, CHECK_FOLD, CALLING, PUSH_FOLD = range(5)
# Human-like players (`agents.population`) put more numbers behind a style's; see `population.rows`.
PEOPLE = 16
# Every row is so long, whatever its way uses.
ROW_SIZE = 64

Row: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Style:
    """How a house bot plays.

    On the first street: `enters`, `raises` (of those nobody raised), `reraises` and `calls` are
    parts of hands; `open_size` is in big blinds; `position` widens late and narrows early,
    `short_handed` is the power of `10 / (players + 1)` by which fewer players widen all; at
    `push_below` big blinds or less it pushes or folds, for prizes when `icm` is 1. Later: it
    bets `bet_size` of the pot when its share (as if against one) is above `bet_at`, raises above
    `raise_at`, bluffs with chance `bluff`, and calls when its share exceeds the price by `slack`.
    `reads` narrows others' hands by what they did; `samples` run-outs are dealt for a share.
    `bounties` is how much of a head that can be won counts as part of the pot.
    """

    way: float = BY_STYLE
    enters: float = 0.18
    raises: float = 0.15
    reraises: float = 0.04
    calls: float = 0.08
    open_size: float = 2.6
    position: float = 0.5
    push_below: float = 10.0
    bet_at: float = 0.60
    raise_at: float = 0.80
    bluff: float = 0.2
    slack: float = 0.03
    bet_size: float = 0.6
    reads: float = 0.0
    samples: float = 48
    short_handed: float = 0.8
    icm: float = 0.0
    bounties: float = 0.0

    def row(self) -> Row:
        """Return the numbers in order, for compiled code, padded to `ROW_SIZE`."""
        row = np.zeros(ROW_SIZE)
        row[:STYLE_SIZE] = _numbers(self)
        return row


(
    WAY,
    ENTERS,
    RAISES,
    RERAISES,
    CALLS,
    OPEN_SIZE,
    POSITION,
    PUSH_BELOW,
    BET_AT,
    RAISE_AT,
    BLUFF,
    SLACK,
    BET_SIZE,
    READS,
    SAMPLES,
    SHORT_HANDED,
    ICM,
    BOUNTIES,
) = range(len(fields(Style)))
STYLE_SIZE = len(fields(Style))
_numbers = attrgetter(*(one.name for one in fields(Style)))

STYLES: dict[str, Style] = {
    "random": Style(AT_RANDOM),
    "check-fold": Style(CHECK_FOLD),
    "caller": Style(CALLING),
    "nit": Style(
        enters=0.09,
        raises=0.06,
        reraises=0.015,
        calls=0.03,
        push_below=6.0,
        bet_at=0.78,
        raise_at=0.92,
        bluff=0.02,
        slack=0.14,
    ),
    "loose-passive": Style(
        enters=0.55,
        raises=0.03,
        reraises=0.01,
        calls=0.38,
        position=0.1,
        push_below=0.0,
        bet_at=0.82,
        raise_at=0.95,
        bluff=0.02,
        slack=-0.08,
        bet_size=0.4,
    ),
    "tight-aggressive": Style(
        enters=0.17, raises=0.15, reraises=0.045, calls=0.08, bluff=0.22, slack=0.04, reads=0.6
    ),
    "loose-aggressive": Style(
        enters=0.30,
        raises=0.27,
        reraises=0.08,
        calls=0.15,
        bet_at=0.52,
        raise_at=0.74,
        bluff=0.38,
        slack=0.0,
        reads=0.3,
    ),
    "maniac": Style(
        enters=0.80,
        raises=0.62,
        reraises=0.28,
        calls=0.45,
        open_size=3.5,
        position=0.1,
        push_below=0.0,
        bet_at=0.35,
        raise_at=0.55,
        bluff=0.6,
        slack=-0.10,
        bet_size=0.9,
    ),
    "equity": Style(
        enters=0.19,
        raises=0.17,
        reraises=0.05,
        calls=0.09,
        push_below=12.0,
        bet_at=0.57,
        raise_at=0.80,
        bluff=0.25,
        slack=0.02,
        reads=1.0,
        samples=96,
    ),
    "push-fold": Style(
        PUSH_FOLD,
        enters=0.10,
        raises=0.10,
        reraises=0.035,
        calls=0.04,
        push_below=20.0,
        bet_at=0.62,
        slack=0.06,
        reads=1.0,
        icm=1.0,
    ),
    "all-round": Style(
        enters=0.20,
        raises=0.17,
        reraises=0.05,
        calls=0.10,
        position=0.75,
        push_below=10.5,
        bet_at=0.53,
        raise_at=0.78,
        bluff=0.03,
        slack=0.11,
        bet_size=0.7,
        reads=0.87,
        samples=96,
        short_handed=1.6,
        icm=1.0,
    ),
}
# The same player, but heads that can be won are part of the pot.
STYLES["bounty-hunter"] = replace(STYLES["all-round"], bounties=1.0)

# Eight house bots, best first, by skill in 9-handed sit & gos (`sng-9max`). The order stands on
# pairs that meet without the others: four of each at one table, 96 events in twelve blocks of the
# same decks with the seats moved on (`python benchmarks/house_bots.py order`). Mean places between
# neighbours, with 95% intervals: 0.34 +- 0.27, 0.16 +- 0.57, 1.39 +- 0.40, 1.26 +- 0.41,
# 0.71 +- 0.35, 1.67 +- 0.23, 0.85 +- 0.22. Only the second and third may be of equal skill.
SKILL_ORDER: tuple[str, ...] = (
    "push-fold",
    "equity",
    "tight-aggressive",
    "loose-aggressive",
    "loose-passive",
    "maniac",
    "random",
    "caller",
)
