"""Hand-for-hand play: when it is on, and when the tables may deal again (PS-13, FT-26)."""

from __future__ import annotations

from collections.abc import Iterable

from railbird.arena.tournament.house import HouseRules, Trigger


def is_due(rules: HouseRules, remaining: int, paid: int, final_table: int, tables: int) -> bool:
    """Say whether the next common hand is played hand for hand (PS-13.1, FT-26.1, AMB-09).

    With more than one table: when one player is left above the paid places, and where the house
    does so, when one is left above the seats of the final table.
    """
    if tables < 2:
        return False
    before_money = Trigger.PAID_PLUS_1 in rules.hand_for_hand and remaining == paid + 1
    before_final = Trigger.FINAL_PLUS_1 in rules.hand_for_hand and remaining == final_table + 1
    return before_money or before_final


def may_deal(tables_in_hand: Iterable[int]) -> bool:
    """Say whether tables may deal the next hand: only when all have finished (PS-13.2)."""
    return not any(True for _ in tables_in_hand)
