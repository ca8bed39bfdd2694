"""Plays random hands on the kernel and on PokerKit at once and says where they differ.

PokerKit is a second opinion with known faults (named in `Difference`). Legal sets that differ by
one are counted apart, and play goes on with a move both allow; ends that differ must be, to the
chip, what its faults in sharing make of our ranks.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from typing import Any

import pokerkit
from pokerkit import Automation

from railbird.arena.cards import CARD_TEXT
from railbird.arena.hand.batch import act_at
from railbird.arena.hand.games import FIXED_LIMIT
from railbird.arena.hand.record import CALL, FOLD, RAISE
from railbird.arena.hand.rules import HandRules
from railbird.arena.hand.setup import Stakes
from railbird.arena.hand.state import HandState, new_hand

AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.CARD_BURNING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


class PotLimitOmahaFive(pokerkit.PotLimitOmahaHoldem):
    hole_dealing_count = 5


class PotLimitOmahaEight(pokerkit.PotLimitOmahaHoldem):
    hand_types = (pokerkit.OmahaHoldemHand, pokerkit.OmahaEightOrBetterLowHand)


class PotLimitHoldem(pokerkit.PotLimitOmahaHoldem):
    hole_dealing_count = 2
    hand_types = (pokerkit.StandardHighHand,)


class NoLimitOmaha(pokerkit.NoLimitTexasHoldem):
    hole_dealing_count = 4
    hand_types = (pokerkit.OmahaHoldemHand,)


class FixedLimitOmahaEight(pokerkit.FixedLimitTexasHoldem):
    """PokerKit's own class of this name bets pot-limit."""

    hole_dealing_count = 4
    hand_types = (pokerkit.OmahaHoldemHand, pokerkit.OmahaEightOrBetterLowHand)


# (game, betting): PokerKit's class
GAMES: dict[tuple[str, str], Any] = {
    ("holdem", "no-limit"): pokerkit.NoLimitTexasHoldem,
    ("holdem", "pot-limit"): PotLimitHoldem,
    ("holdem", "fixed-limit"): pokerkit.FixedLimitTexasHoldem,
    ("omaha", "pot-limit"): pokerkit.PotLimitOmahaHoldem,
    ("omaha", "no-limit"): NoLimitOmaha,
    ("omaha5", "pot-limit"): PotLimitOmahaFive,
    ("omaha8", "pot-limit"): PotLimitOmahaEight,
    ("omaha8", "fixed-limit"): FixedLimitOmahaEight,
    ("stud", "fixed-limit"): pokerkit.FixedLimitSevenCardStud,
    ("stud8", "fixed-limit"): pokerkit.FixedLimitSevenCardStudHighLowSplitEightOrBetter,
    ("razz", "fixed-limit"): pokerkit.FixedLimitRazz,
}

# PokerKit asks only the posted part of a short blind, wants a full bet in limit, gives odd stud
# chips by position, and adds up short all-ins; so do we, for this comparison.
RULES = HandRules(
    short_blind_calls_full=False,
    reopen_limit_fraction=Fraction(1),
    stud_odd_chip_by_card=False,
)


class Difference(Enum):
    """Known differences of PokerKit 0.7.7, each a fault or a rule it lacks."""

    FIRST_SHORT_ALL_IN_REOPENS = "a short all-in that is the street's first raise reopens"
    SHORT_ALL_IN_IN_LIMIT = "limit raises are counted from the all-in, not from the full bet"
    ODD_CHIPS_TOGETHER = "all odd chips of a three-way split go to one seat"
    BIG_BLIND_IS_NO_BET = "the big blind is not counted as the first of four limit bets"
    BEFORE_THE_BRING_IN = "no fold after an all-in owner; a completion that nobody can match"
    POTS_OF_THE_BEATEN = "pots that only a beaten seat tells apart are split as one"
    SHORT_FOR_THE_OWNER = "who opens short after an all-in owner lowers the price of the bring-in"
    OPEN_PAIR = "the big bet is not offered on fourth street when a pair lies open"
    NO_LOW_IN_ONE_POT = "a pot without a low, beside one with, has half shared by all its seats"
    LONE_CHECK = "a seat alone with chips is asked for an empty check"


@dataclass
class Walk:
    """What a series of hands showed."""

    hands: int = 0
    nodes: int = 0
    known: Counter[Difference] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


def random_hand(rng: random.Random, game: str, betting: str) -> tuple[HandState, Any]:
    """The same random hand on both: 2 to 6 seats, stacks from an ante to deep."""
    seats = rng.randint(2, 6)
    stud = game in ("stud", "stud8", "razz")
    big = rng.choice((2, 4, 10, 20))
    ante = rng.choice((0, 0, 1, 2)) if not stud else rng.choice((1, 2))
    deep = rng.choice((2 * big, 8 * big, 60 * big))
    stacks = [rng.randint(1 + ante, deep) for _ in range(seats)]
    if rng.random() < 0.15:
        stacks[rng.randrange(seats)] = rng.randint(1, big)
    deck = rng.sample(range(52), 52)
    if stud:
        bring_in = max(big // 4, 1)
        stakes = Stakes.stud(big, 2 * big, ante, bring_in)
        money: tuple[Any, ...] = (ante, bring_in, big, 2 * big)
    else:
        stakes = Stakes.blinds(big // 2, big, ante)
        bets = (big, 2 * big) if betting == "fixed-limit" else (big,)
        money = (ante, (big // 2, big), *bets)
    ours = new_hand(
        game,
        betting,
        stakes,
        {i + 1: chips for i, chips in enumerate(stacks)},
        seats,
        rules=RULES,
        deck=deck,
    )
    theirs = GAMES[game, betting].create_state(AUTOMATIONS, True, *money, stacks, seats)
    return ours, theirs


def walk(game: str, betting: str, hands: int, seed: int) -> Walk:
    """Play `hands` random hands and compare every node and every end."""
    rng = random.Random(f"{game} {betting} {seed}")
    result = Walk()
    for _ in range(hands):
        ours, theirs = random_hand(rng, game, betting)
        fault = _play(ours, theirs, rng, result)
        result.hands += 1
        if fault:
            result.faults.append(f"{fault}\n{ours}")
    return result


def _play(start: HandState, theirs: Any, rng: random.Random, result: Walk) -> str | None:
    tables = start.tables()
    t = tables[0]
    line: list[str] = []
    short_street = -1
    while True:
        _catch_up(theirs, t, result)
        bring_in_only = t.is_stud and t.street == 0 and t.bets_made == 0
        level = t.bring_in if bring_in_only else t.full_level
        if t.betting == FIXED_LIMIT and t.current_bet != level:
            short_street = int(t.street)
        if t.over or theirs.actor_index is None:
            break
        result.nodes += 1
        if theirs.actor_index != t.to_act:
            return f"{line}: we ask {t.to_act}, they ask {theirs.actor_index}"
        mine, yours = _our_legal(t), _their_legal(theirs)
        if mine != yours:
            known = _known(t, mine, yours, short_street)
            if known is None:
                return f"{line}: legal {mine} but theirs {yours}"
            result.known[known] += 1
        stacks = [int(chips) for chips in t.stack[: int(t.seats)]]
        if stacks != list(theirs.stacks) or t.pot != theirs.total_pot_amount:
            return f"{line}: stacks {stacks} pot {t.pot}, theirs {theirs.stacks}"
        kind, total = _choose(rng, mine, yours, int(t.raise_step))
        line.append(f"{'fcr'[kind]}{total or ''}")
        assert act_at(tables, 0, kind, total), line
        _do(theirs, kind, total)
    return _compare_ends(t, theirs, line, result)


def _our_legal(t: Any) -> tuple[bool, int, int, int]:
    return bool(t.can_fold), int(t.to_call), int(t.min_raise_to), int(t.max_raise_to)


def _their_legal(theirs: Any) -> tuple[bool, int, int, int]:
    amount = theirs.checking_or_calling_amount
    if theirs.bring_in_status:
        amount = theirs.effective_bring_in_amount
    return (
        theirs.can_fold(),
        amount,
        theirs.min_completion_betting_or_raising_to_amount or 0,
        theirs.max_completion_betting_or_raising_to_amount or 0,
    )


def _known(
    t: Any, mine: tuple[Any, ...], yours: tuple[Any, ...], short_street: int
) -> Difference | None:
    if t.is_stud and t.street == 0 and not t.street_bet.any() and mine[1] == yours[1]:
        return Difference.BEFORE_THE_BRING_IN
    if _is_short_for_the_owner(t, mine, yours):
        return Difference.SHORT_FOR_THE_OWNER
    if mine[:2] != yours[:2]:
        return None
    if mine[2] < mine[3] and mine[2] == yours[3] and t.open_pair_doubles and t.street == 1:
        return Difference.OPEN_PAIR
    if t.betting == FIXED_LIMIT and t.street == 0 and t.bets_made == t.limit_cap and not t.is_stud:
        return Difference.BIG_BLIND_IS_NO_BET
    if mine[3] == 0 and not t.may_raise[t.to_act]:
        return Difference.FIRST_SHORT_ALL_IN_REOPENS
    if t.street == short_street:
        return Difference.SHORT_ALL_IN_IN_LIMIT
    return None


def _is_short_for_the_owner(t: Any, mine: tuple[Any, ...], yours: tuple[Any, ...]) -> bool:
    """The bring-in is nobody's duty, as its owner is all-in for the ante; the others are short.

    Then it stays the price (RULEBOOK 6.8: others call the full blind); PokerKit asks the most that
    was put in. Nothing else may differ.
    """
    if not t.is_stud or t.street or t.bets_made or t.current_bet != t.bring_in:
        return False
    in_front = t.street_bet[: int(t.seats)]
    put_in, own = int(in_front.max()), int(in_front[t.to_act])
    due = min(put_in - own, int(t.stack[t.to_act]))
    return (
        0 < put_in < t.bring_in
        and yours[1] == due
        and mine[1] == min(int(t.bring_in) - own, int(t.stack[t.to_act]))
        and (mine[0], *mine[2:]) == (yours[0], *yours[2:])
    )


def _choose(rng: random.Random, mine: Any, yours: Any, step: int) -> tuple[int, int]:
    # Where calling costs different amounts, it is no move that both allow.
    kinds = [CALL] * (mine[1] == yours[1]) + [FOLD] * (mine[0] and yours[0])
    low, high = max(mine[2], yours[2]), min(mine[3], yours[3])
    # With a pair open we allow two sizes, and after a short all-in theirs may lie between them.
    if 0 < low <= high and all((total - mine[2]) % step == 0 for total in (low, high)):
        kinds.append(RAISE)
    kind = rng.choice(kinds)
    if kind != RAISE:
        return kind, 0
    # Small raises keep more of the hand alive.
    between = rng.randint(low, high)
    return kind, rng.choice((low, low, high, between - (between - low) % step))


def _do(theirs: Any, kind: int, total: int) -> None:
    if kind == FOLD:
        theirs.fold()
    elif kind == RAISE:
        theirs.complete_bet_or_raise_to(total)
    elif theirs.bring_in_status:
        theirs.post_bring_in()
    else:
        theirs.check_or_call()


def _catch_up(theirs: Any, t: Any, result: Walk) -> None:
    """Deal them our cards, and give the empty checks they ask for when nobody can bet."""
    while True:
        if theirs.can_deal_hole():
            seat = theirs.hole_dealee_index
            card = int(t.cards[seat, len(theirs.hole_cards[seat])])
            if theirs.street is not None and card == 255:
                theirs.deal_hole("??")
            else:
                theirs.deal_hole(CARD_TEXT[card])
        elif theirs.can_deal_board():
            start = len(list(theirs.get_board_cards(0)))
            count = 1 if start or not theirs.street.board_dealing_count else 3
            theirs.deal_board("".join(CARD_TEXT[int(c)] for c in t.board[start : start + count]))
        elif _is_lone_check(theirs, t):
            theirs.check_or_call()
            result.known[Difference.LONE_CHECK] += 1
        else:
            return


def _is_lone_check(theirs: Any, t: Any) -> bool:
    if theirs.actor_index is None or theirs.bring_in_status:
        return False
    able = [i for i in theirs.player_indices if theirs.statuses[i] and theirs.stacks[i]]
    return len(able) == 1 and theirs.checking_or_calling_amount == 0 and t.to_act != able[0]


def _compare_ends(t: Any, theirs: Any, line: list[str], result: Walk) -> str | None:
    if not t.over:
        return f"{line}: they are over, we ask {t.to_act}"
    if theirs.status:
        return f"{line}: we are over, they ask {theirs.actor_index}"
    ours = [int(chips) for chips in t.stack[: int(t.seats)]]
    if ours == list(theirs.stacks):
        return None
    expected, kind = _shared_their_way(t)
    if expected != list(theirs.stacks):
        return f"{line}: end {ours}, theirs {theirs.stacks}, by their known faults {expected}"
    result.known[kind] += 1
    return None


def _shared_their_way(t: Any) -> tuple[list[int], Difference]:
    """The ends by our ranks and PokerKit's sharing, and which of its faults that shows.

    Who wins no pot is killed before the pots are cut, and pots of the same seats become one. If
    any hand left has a low, every pot has a low half; where nobody in it has one, all seats left
    in it share that half. Odd chips go to the first winner together.
    """
    seats = range(int(t.seats))
    ends = [int(t.stack[i]) - int(t.won[i]) for i in seats]
    pots = _their_pots(t)
    halved = any(t.low_rank[i] for i in seats if pots[0][0] >> i & 1)
    kind = Difference.ODD_CHIPS_TOGETHER
    if len(pots) < t.pot_count:
        kind = Difference.POTS_OF_THE_BEATEN
    for left, amount in pots:
        inside = [i for i in seats if left >> i & 1]
        low_half = amount // 2 if halved else 0
        parts = [(amount - low_half, t.high_rank)]
        if halved:
            parts.append((low_half, t.low_rank))
            if len(inside) > 1 and not any(t.low_rank[i] for i in inside):
                kind = Difference.NO_LOW_IN_ONE_POT
        for part, ranks in parts:
            winners = [i for i in inside if ranks[i] == max(ranks[j] for j in inside)]
            ends[winners[0]] += part % len(winners)
            for i in winners:
                ends[i] += part // len(winners)
    return ends, kind


def _their_pots(t: Any) -> list[tuple[int, int]]:
    """The pots after the beaten are killed: the mask of the seats left in each, its chips."""
    left = 0
    for pot in range(int(t.pot_count)):
        left |= int(t.pot_high[pot]) | int(t.pot_low[pot])
    pots: list[tuple[int, int]] = []
    for pot in range(int(t.pot_count)):
        mask, amount = int(t.pot_eligible[pot]) & left, int(t.pot_amount[pot])
        if pots and pots[-1][0] == mask:
            amount += pots.pop()[1]
        pots.append((mask, amount))
    return pots
