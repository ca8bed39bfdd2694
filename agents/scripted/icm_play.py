"""All-in or fold before the flop for prizes and bounties, at any table, in compiled code.

Chips are turned into prizes by `icm_worth`. An equilibrium is then looked for in which everybody
goes in with a best part of his hands: he who pushes with the part whose worst hand just gains, each
behind him with the part whose worst hand just may call. The own hand answers that. Only the first
caller counts; of three-handed hands `icm_nash` says what that costs (`tests/agents/test_icm.py`).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from railbird.agents.scripted.icm_worth import counts_prizes, head_worth, worth
from railbird.agents.scripted.ranges import AGAINST, EDGE, EDGE_MET, MEAN, MET, STEPS
from railbird.agents.scripted.shares import CLASS_OF_CARDS, pot_share
from railbird.arena.hand.record import MAX_SEATS
from railbird.arena.numba_cache import kernel
from railbird.arena.randomness import Stream
from railbird.arena.tournament.view import View

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

# Run-outs for a hand against two or more.
_SAMPLES = 400
# With more behind, what they do after a fold is not worth its time.
_FEW = 3
# A player who goes in is assumed to do so with this part of his hands or less.
_RERAISER = 6  # a step: about a tenth


@kernel
def committed(v: View, pusher: int, out: Ints) -> None:
    """Write what each has lost if he folds to an all-in of `pusher`, and the pusher if he does not.

    That is what lies there, but for him and those behind him who are in: their blinds and antes.
    """
    for seat in range(v.seats):
        out[seat] = v.contribution[seat]
        behind = seat != v.seat and v.live[seat] and _turn(v, seat) > _turn(v, pusher)
        if v.seat != pusher and (seat == pusher or behind):
            blind = 0
            number = _posts(v, seat)
            if number > 0:
                blind = v.big_blind if number == 2 else v.small_blind
            out[seat] = min(v.ante + blind, out[seat])


@kernel
def duel(
    v: View, pusher: int, caller: int, third: int, paid: Ints, heads: float, out: Floats
) -> None:
    """Write what an all-in of two ends in: `out[who, end]`, for pusher, caller and a third seat.

    Ends: the pusher wins, the caller wins, the caller folds. `paid` is what each loses who is
    not in it (`committed`). Only the own seat is taken to look at heads: few others do.
    """
    before = np.zeros(MAX_SEATS, dtype=np.int64)
    chips = np.zeros(MAX_SEATS, dtype=np.int64)
    values = np.zeros(MAX_SEATS)
    pot = 0
    for seat in range(v.seats):
        before[seat] = v.stack[seat] + v.contribution[seat]
    most = min(before[pusher], before[caller])
    for seat in range(v.seats):
        if seat != pusher and seat != caller:
            pot += paid[seat]
    for end in range(3):
        for seat in range(v.seats):
            chips[seat] = before[seat] - paid[seat]
        if end == 2:
            chips[pusher] = before[pusher] + pot + paid[caller]
        else:
            winner = pusher if end == 0 else caller
            chips[pusher] = before[pusher] - most
            chips[caller] = before[caller] - most
            chips[winner] += 2 * most + pot
        worth(v, chips, before, values)
        out[0, end] = values[pusher]
        out[1, end] = values[caller]
        out[2, end] = values[third]
        if heads > 0.0 and end == 0 and chips[caller] == 0 and pusher == v.seat:
            out[0, end] += heads * head_worth(v, caller, chips[pusher])
        if heads > 0.0 and end == 1 and chips[pusher] == 0 and caller == v.seat:
            out[1, end] += heads * head_worth(v, pusher, chips[caller])


@kernel
def folded_worth(v: View, seat: int, paid: Ints) -> float:
    """Return what a seat has left when it folds and the last to act takes what lies there."""
    before = np.zeros(MAX_SEATS, dtype=np.int64)
    chips = np.zeros(MAX_SEATS, dtype=np.int64)
    values = np.zeros(MAX_SEATS)
    last = -1
    most = -1
    pot = 0
    for other in range(v.seats):
        before[other] = v.stack[other] + v.contribution[other]
        chips[other] = before[other] - paid[other]
        pot += paid[other]
        if other != seat and v.live[other] and paid[other] > most:
            last, most = other, paid[other]
    if last >= 0:
        chips[last] += pot
    worth(v, chips, before, values)
    return float(values[seat])


@kernel
def needed(ends: Floats) -> float:
    """Return the equity at which a caller does as well as by folding."""
    win, lose, fold = ends[1, 1], ends[1, 0], ends[1, 2]
    return float((fold - lose) / (win - lose)) if win > lose else 1.0


@kernel
def _callable(step: int, price: float) -> int:
    """Return the last step whose hands have `price` against the best `step + 1`; -1 for none."""
    low, high = -1, STEPS - 1
    while low < high:
        middle = (low + high + 1) // 2
        if EDGE[middle, step] >= price:
            low = middle
        else:
            high = middle - 1
    return low


@kernel
def answers(
    v: View,
    pusher: int,
    third: int,
    after: Ints,
    count: int,
    paid: Ints,
    heads: float,
    table: Floats,
) -> None:
    """Write a row for each who may call: needed equity; at each end the pusher's worth, a third's.

    Ends as in `duel`: columns 1 to 3 for the pusher, 4 to 6 for the third.
    """
    ends = np.zeros((3, 3))
    for k in range(count):
        duel(v, pusher, after[k], third, paid, heads, ends)
        table[k, 0] = needed(ends)
        for end in range(3):
            table[k, 1 + end] = ends[0, end]
            table[k, 4 + end] = ends[2, end]


@kernel
def _gain(table: Floats, count: int, calls: Ints, equities: Floats, met: Floats) -> float:
    """Return what going in is worth with a hand of these equities, by step of a caller."""
    value = 0.0
    nobody = 1.0
    for k in range(count):
        step = calls[k]
        if step >= 0:
            p = nobody * met[step]
            value += p * (equities[step] * table[k, 1] + (1.0 - equities[step]) * table[k, 2])
            nobody -= p
    return float(value + nobody * table[0, 3])


@kernel
def solve_push(table: Floats, count: int, fold: float, calls: Ints) -> int:
    """Return the last step with which pushing gains (-1: none), and fill the callers' steps."""
    low, high = -1, STEPS - 1
    while low < high:
        middle = (low + high + 1) // 2
        for k in range(count):
            calls[k] = _callable(middle, table[k, 0])
        if _gain(table, count, calls, EDGE[middle], EDGE_MET[middle]) >= fold:
            low = middle
        else:
            high = middle - 1
    for k in range(count):
        calls[k] = _callable(max(low, 0), table[k, 0])
    return low


@kernel
def fold_worth(v: View, seat: int, after: Ints, count: int, paid: Ints, heads: float) -> float:
    """Return what folding is worth to a seat: with few behind, what they will do counts."""
    if not 1 < count <= _FEW or not counts_prizes(v):
        return folded_worth(v, seat, paid)
    table = np.zeros((MAX_SEATS, 7))
    calls = np.zeros(MAX_SEATS, dtype=np.int64)
    value = 0.0
    nobody = 1.0
    for i in range(count - 1):
        rest = after[i + 1 : count]
        answers(v, after[i], seat, rest, count - 1 - i, paid, heads, table)
        step = solve_push(table, count - 1 - i, folded_worth(v, after[i], paid), calls)
        if step < 0:
            continue
        here = 0.0
        alone = 1.0
        for k in range(count - 1 - i):
            if calls[k] >= 0:
                p = alone * (calls[k] + 1.0) / STEPS
                equity = MEAN[step, calls[k]]
                here += p * (equity * table[k, 4] + (1.0 - equity) * table[k, 5])
                alone -= p
        here += alone * table[0, 6]
        value += nobody * (step + 1.0) / STEPS * here
        nobody *= 1.0 - (step + 1.0) / STEPS
    return value + nobody * folded_worth(v, seat, paid)


@kernel
def _behind(v: View, pusher: int, after: Ints) -> int:
    """List who could answer a push by `pusher`, in the order of play; return how many."""
    count = 0
    for k in range(1, v.seats):
        other = (pusher + k) % v.seats
        # Who folded before him had no say; who folded after him had.
        asked = v.live[other] or (v.seat != pusher and v.dealt[other] and _later(v, pusher, other))
        if asked and other != pusher:
            after[count] = other
            count += 1
    return count


@kernel
def _later(v: View, first: int, other: int) -> bool:
    """Say whether `other` acts after `first` before the flop; the blinds are last."""
    return _turn(v, other) > _turn(v, first)


@kernel
def _turn(v: View, seat: int) -> int:
    """Return when a seat acts before the flop: larger is later."""
    return int((seat - v.button - 1) % v.seats + (v.seats if _posts(v, seat) > 0 else 0))


@kernel
def _posts(v: View, seat: int) -> int:
    """Return 1 for the small blind, 2 for the big one, else 0: the first dealt in after the button.

    With two players the button has the small blind. A dead small blind is not seen from here.
    """
    found = players = 0
    for other in range(v.seats):
        players += v.dealt[other]
    for k in range(1, v.seats + 1):
        other = (v.button + k) % v.seats
        if v.dealt[other]:
            found += 1
            if other == seat:
                number = found if players > 2 else 3 - found
                return number if number <= 2 else 0
    return 0


@kernel
def goes_in(v: View, heads: float, stream: Stream) -> bool:
    """Say whether to go all-in (or call an all-in) before the flop; hold'em only."""
    hand = CLASS_OF_CARDS[v.cards[0], v.cards[1]]
    after = np.zeros(MAX_SEATS, dtype=np.int64)
    calls = np.zeros(MAX_SEATS, dtype=np.int64)
    paid = np.zeros(MAX_SEATS, dtype=np.int64)
    table = np.zeros((MAX_SEATS, 7))
    if v.street_raises == 0 or v.aggressor < 0 or v.aggressor == v.seat:
        count = _behind(v, v.seat, after)
        if count == 0:
            return False
        committed(v, v.seat, paid)
        answers(v, v.seat, v.seat, after, count, paid, heads, table)
        fold = fold_worth(v, v.seat, after, count, paid, heads)
        solve_push(table, count, fold, calls)
        return _gain(table, count, calls, AGAINST[hand], MET[hand]) > fold
    return _answers_raise(v, int(v.aggressor), hand, heads, after, calls, paid, table, stream)


@kernel
def _answers_raise(
    v: View,
    raiser: int,
    hand: int,
    heads: float,
    after: Ints,
    calls: Ints,
    paid: Ints,
    table: Floats,
    stream: Stream,
) -> bool:
    count = _behind(v, raiser, after)
    committed(v, raiser, paid)
    answers(v, raiser, v.seat, after, count, paid, heads, table)
    fold = fold_worth(v, raiser, after, count, paid, heads)
    step = solve_push(table, count, fold, calls)
    step = max(step, 0)
    if v.street_raises > 1:
        step = min(step, _RERAISER)
    ends = np.zeros((3, 3))
    duel(v, raiser, v.seat, v.seat, paid, heads, ends)
    price = needed(ends)
    others = 0
    widths = np.ones(MAX_SEATS)
    widths[raiser] = (step + 1) / STEPS
    for k in range(count):
        other = after[k]
        inside = v.live[other] and v.street_bet[other] >= v.current_bet
        if other != v.seat and (inside or (v.live[other] and v.stack[other] == 0)):
            others += 1
            widths[other] = (max(calls[k], 0) + 1) / STEPS
    if others == 0:
        return bool(AGAINST[hand, step] > price)
    return bool(pot_share(v, others + 1, widths, _SAMPLES, stream) > _price_of_many(v, heads))


@kernel
def _price_of_many(v: View, heads: float) -> float:
    """Return the share of the pot that a call against several needs.

    Winning is taken to be all or nothing; else each who is in wins as often.
    """
    fold, lose, win = 0.0, 0.0, _worth_if(v, v.seat, 0)
    inside = 0
    for other in range(v.seats):
        if other == v.seat or not v.live[other] or v.street_bet[other] <= 0:
            continue
        inside += 1
        fold += _worth_if(v, other, 0)
        lose += _worth_if(v, other, v.to_call)
        if v.stack[other] == 0 and v.stack[v.seat] >= v.to_call:
            win += heads * head_worth(v, other, float(v.pot + v.stack[v.seat]))
    fold /= max(inside, 1)
    lose /= max(inside, 1)
    return float((fold - lose) / (win - lose)) if win > lose else 1.0


@kernel
def _worth_if(v: View, winner: int, added: int) -> float:
    """Return what we have when `winner` takes the pot, to which we added so much."""
    before = np.zeros(MAX_SEATS, dtype=np.int64)
    chips = np.zeros(MAX_SEATS, dtype=np.int64)
    values = np.zeros(MAX_SEATS)
    for seat in range(v.seats):
        before[seat] = v.stack[seat] + v.contribution[seat]
        chips[seat] = v.stack[seat]
    chips[v.seat] -= added
    chips[winner] += v.pot + added
    worth(v, chips, before, values)
    return float(values[v.seat])
