"""The row of numbers that compiled code plays a human-like player by, behind a house style's.

The house style's numbers serve games other than hold'em and short stacks (`PUSH_BELOW`).
"""

from __future__ import annotations

from railbird.agents.population.tables import TRAITS
from railbird.agents.scripted.style import ROW_SIZE, STYLE_SIZE
from railbird.arena.hand.record import MAX_SEATS

_FROM = 24
assert STYLE_SIZE <= _FROM, "house styles have grown: move the human-like's numbers"
# The population's number, the habits and sizes of `tables.TRAITS` but the last, then how much pay
# jumps count, how upset he is, and how fast (the logarithm, in standard deviations).
GROUP = _FROM
HABIT = GROUP + 1
PLACES = HABIT + len(TRAITS) - 1
TILT = PLACES + 1
SPEED = TILT + 1
# How much pairs differ (logits), and how much he answers what he has seen of others.
PAIRS = SPEED + 1
ADAPTS = PAIRS + 1
# By seat: logits that he adds to raising and calling, because of who sits there (`company`).
RAISES_MORE = ADAPTS + 1
CALLS_MORE = RAISES_MORE + MAX_SEATS
assert CALLS_MORE + MAX_SEATS <= ROW_SIZE
