"""The laws that a true history obeys, and where one breaks them.

Chips: put in − returned = total pot = collected + rake; a stack is what the hand before left, with
re-buys and add-ons. Cards: one deck. People: one seat a player, winners who were dealt in. Order:
ids and times grow. A copy says what the original says (DESIGN section 3).

A hand cut from the very beginning or end of a history leaves no mark here.
"""

from __future__ import annotations

from railbird.arena.history.laws_bets import bet_laws
from railbird.arena.history.laws_cards import card_laws
from railbird.arena.history.laws_chips import chip_laws
from railbird.arena.history.laws_copies import copy_laws
from railbird.arena.history.laws_issued import issue_laws
from railbird.arena.history.laws_order import order_laws
from railbird.arena.history.laws_rows import rows_of
from railbird.arena.history.laws_showdown import showdown_laws
from railbird.arena.history.laws_steps import step_laws
from railbird.arena.history.schema import History
from railbird.arena.history.violations import KINDS, Kind, Violation

__all__ = ["KINDS", "Kind", "Violation", "check"]


def check(history: History) -> list[Violation]:
    """Return every broken law and every note, worst first, then by file and line.

    To see edited copies of a hand, read with duplicates kept; only the first copy of a hand takes
    part in the laws between hands.
    """
    rows = rows_of(history)
    found = [
        *copy_laws(rows),
        *step_laws(rows),
        *chip_laws(rows),
        *bet_laws(rows),
        *card_laws(rows),
        *showdown_laws(rows),
        *order_laws(rows),
        *issue_laws(rows),
    ]
    found += [
        Violation(
            kind="orphan",
            hand_id=hand_id,
            table=None,
            file=None,
            line=None,
            players=(),
            expected="a hand with this id",
            found=f"rows in {table}",
            explanation=f"The table {table} has rows of hand {hand_id}, which is not there.",
        )
        for table, hand_id in rows.orphans
    ]
    return sorted(found, key=lambda violation: violation.sort_key)
