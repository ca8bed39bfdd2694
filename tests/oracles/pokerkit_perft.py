"""The same counts on PokerKit, for `divide` and for setting new reference counts."""

from __future__ import annotations

import copy
import warnings
from typing import Any

from tests.oracles.pokerkit_walk import AUTOMATIONS, GAMES

FOLD, CALL = "fold", "call"


def start(case: dict[str, Any]) -> Any:
    """PokerKit's state of a perft case; cards come from its own deck."""
    game, betting = case.get("game", ["holdem", "no-limit"])
    stacks = case["stacks"]
    ante = case.get("ante", [0])[0]
    if "bets" in case:
        small, big = map(int, case["bets"].split("/"))
        money: tuple[Any, ...] = (ante, case["bring_in"][0], small, big)
    else:
        small, big = map(int, case["blinds"].split("/"))
        bets = (big, 2 * big) if betting == "fixed-limit" else (big,)
        money = (ante, (small, big), *bets)
    return GAMES[game, betting].create_state(AUTOMATIONS, True, *money, stacks, len(stacks))


def deal(state: Any, deck: list[str]) -> None:
    """Deal what is due; give the empty checks a seat alone with chips is asked for."""
    while True:
        if state.can_deal_hole():
            state.deal_hole(deck.pop(0))
        elif state.can_deal_board():
            state.deal_board("".join(deck.pop(0) for _ in range(state.street.board_dealing_count)))
        elif _is_lone(state):
            state.check_or_call()
        else:
            return


def _is_lone(state: Any) -> bool:
    if state.actor_index is None or state.bring_in_status:
        return False
    able = [i for i in state.player_indices if state.statuses[i] and state.stacks[i]]
    return len(able) == 1 and state.checking_or_calling_amount == 0


def moves(state: Any) -> list[str]:
    found = [FOLD] if state.can_fold() else []
    found.append(CALL)
    low = state.min_completion_betting_or_raising_to_amount
    if low:
        high = state.max_completion_betting_or_raising_to_amount
        found += [f"raise {total}" for total in range(low, high + 1)]
    return found


def do(state: Any, move: str) -> None:
    if move == FOLD:
        state.fold()
    elif move != CALL:
        state.complete_bet_or_raise_to(int(move.split()[1]))
    elif state.bring_in_status:
        state.post_bring_in()
    else:
        state.check_or_call()


def count(state: Any, deck: list[str], depth: int) -> int:
    deal(state, deck)
    if depth == 0:
        return 1
    if state.actor_index is None:
        return 0
    total = 0
    for move in moves(state):
        following = copy.deepcopy(state)
        do(following, move)
        total += count(following, list(deck), depth - 1)
    return total


def divide(case: dict[str, Any], deck: list[str], depth: int) -> dict[str, int]:
    """Return each first move with the number of paths behind it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        state = start(case)
        cards = list(deck)
        deal(state, cards)
        counts = {}
        for move in moves(state):
            following = copy.deepcopy(state)
            do(following, move)
            counts[move] = count(following, list(cards), depth - 1)
        return counts
