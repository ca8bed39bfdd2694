"""The switches on which rooms differ inside a hand; each names the rule it answers."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class HandRules:
    """House switches of one hand, as data.

    `HandRules()` is PokerStars; Full Tilt is
    `HandRules(cumulative_reopen=False, all_in_bettor_first=True)`.
    """

    # AMB-27, FT-24.2: do several short all-ins that add up to a full raise reopen the betting?
    cumulative_reopen: bool = True
    # AMB-28: in fixed limit, this part of a bet makes an all-in a full bet or raise.
    reopen_limit_fraction: Fraction = Fraction(1, 2)
    # PS-6.1, FT-23: bets and raises a round in fixed limit, heads-up too.
    limit_cap: int = 4
    # RULEBOOK 6.8, TV-63: others call the full big blind when its owner could not post it.
    short_blind_calls_full: bool = True
    # RULEBOOK 6.8: stud's odd chips go by card (suits break ties) instead of by position.
    stud_odd_chip_by_card: bool = True
    # TV-76: may a seat fold that could check? Rooms let it; then it loses what was free.
    fold_to_no_bet: bool = False
    # PokerStars cash hands of 2021: a seat may raise though nobody left can match the raise.
    unmatched_raises: bool = False
    # Real hands: after an all-in Full Tilt shows the last bettor first (49 of 51), PokerStars goes
    # from the button's left, because the last round had no bet (131 of 134).
    all_in_bettor_first: bool = False
    # RULEBOOK 6.8: hands are turned up at once when nobody can bet any more.
    all_in_face_up: bool = True
