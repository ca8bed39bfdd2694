"""Every way a state can be broken, by name: a check on the kernel and on foreign records."""

from __future__ import annotations

from enum import Enum

from railbird.arena.hand.record import DECK_CARDS, LIVE, NO_CARD, Table
from railbird.arena.hand.state import HandState


class Problem(Enum):
    """A law that a state breaks."""

    CHIPS_NOT_CONSERVED = "stacks and pot do not add up to the stacks before the hand"
    NEGATIVE_CHIPS = "a stack, bet or pot is below nothing"
    CARD_DEALT_TWICE = "a card stands twice in hands and board"
    NOT_A_CARD = "a card is neither 0 to 51 nor unknown"
    NOBODY_LIVE = "no seat is in the hand"
    SEAT_TO_ACT_CANNOT = "the seat to act has folded, has no chips, or nobody is to act"
    POT_NOT_THE_CONTRIBUTIONS = "the pot is not what the seats put in"
    POTS_NOT_THE_POT = "the shared pots do not add up to the pot"
    WON_NOT_THE_POT = "what was won is not what was in the pot"
    BET_OVER_CONTRIBUTION = "a street bet is larger than the seat's contribution"


def problems(state: HandState) -> tuple[Problem, ...]:
    """Return every problem of `state`; none for any state the kernel made."""
    t = state.table
    found = [
        (Problem.CHIPS_NOT_CONSERVED, _chips(t) != int(t.start_stack[: int(t.seats)].sum())),
        (Problem.NEGATIVE_CHIPS, min(t.stack.min(), t.street_bet.min(), t.contribution.min()) < 0),
        (Problem.NOBODY_LIVE, not (t.status == LIVE).any()),
        (Problem.SEAT_TO_ACT_CANNOT, not _can_act(t)),
        (Problem.POT_NOT_THE_CONTRIBUTIONS, t.pot != t.contribution.sum() + t.dead.sum()),
        (Problem.BET_OVER_CONTRIBUTION, bool((t.street_bet > t.contribution).any())),
        *_card_problems(t),
    ]
    if t.over:
        shared = int(t.pot_amount[: int(t.pot_count)].sum())
        found.append((Problem.POTS_NOT_THE_POT, shared != t.pot))
        found.append((Problem.WON_NOT_THE_POT, t.won.sum() != t.pot))
    return tuple(problem for problem, is_so in found if is_so)


def _chips(t: Table) -> int:
    """Return all chips of the hand; an out seat's stack is what it started with."""
    return int(t.stack[: int(t.seats)].sum()) + (0 if t.over else int(t.pot))


def _can_act(t: Table) -> bool:
    if t.over:
        return bool(t.to_act < 0)
    seat = int(t.to_act)
    return 0 <= seat < t.seats and bool(t.status[seat] == LIVE and t.stack[seat] > 0)


def _card_problems(t: Table) -> list[tuple[Problem, bool]]:
    cards = [int(card) for card in t.cards.ravel() if card != NO_CARD]
    cards += [int(card) for card in t.board if card != NO_CARD]
    return [
        (Problem.CARD_DEALT_TWICE, len(set(cards)) != len(cards)),
        (Problem.NOT_A_CARD, any(card >= DECK_CARDS for card in cards)),
    ]
