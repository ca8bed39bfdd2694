"""Contributions to pots, and pots to winners (RULEBOOK 6.8, FT-22)."""

from __future__ import annotations

from railbird.arena.hand.games import RANK_A5
from railbird.arena.hand.record import LIVE, NO_CARD, NO_SEAT, OUT, Table
from railbird.arena.numba_cache import kernel

_BY_POSITION, _BY_HIGH_CARD, _BY_LOW_CARD = range(3)


@kernel
def return_uncalled(t: Table) -> None:
    """Give back what the largest contribution has over the second largest, folded ones included.

    The excess of an ante over every other ante comes back the same way (TV-06).
    """
    top = 0
    second = 0
    owner = NO_SEAT
    for seat in range(t.seats):
        amount = t.contribution[seat]
        if amount > top:
            second = top
            top = amount
            owner = seat
        elif amount > second:
            second = amount
    excess = top - second
    if owner == NO_SEAT or excess == 0:
        return
    t.contribution[owner] = second
    t.street_bet[owner] = max(t.street_bet[owner] - excess, 0)
    t.stack[owner] += excess
    t.returned[owner] += excess
    t.pot -= excess


@kernel
def build_pots(t: Table) -> None:
    """Cut the contributions at the levels of the live seats; dead money joins the main pot."""
    below = 0
    count = 0
    total = 0
    while True:
        level = 0
        for seat in range(t.seats):
            amount = t.contribution[seat]
            if t.status[seat] == LIVE and amount > below and (level == 0 or amount < level):
                level = amount
        if level == 0:
            break
        _cut(t, count, below, level)
        total += t.pot_amount[count]
        below = level
        count += 1
    if count == 0:
        _cut(t, 0, 0, 0)
        count = 1
    # What folded seats put in above the last level, and dead money.
    for seat in range(t.seats):
        t.pot_amount[count - 1] += max(t.contribution[seat] - below, 0)
        t.pot_amount[0] += t.dead[seat]
    t.pot_count = count


@kernel
def _cut(t: Table, pot: int, below: int, level: int) -> None:
    amount = 0
    eligible = 0
    for seat in range(t.seats):
        amount += min(t.contribution[seat], level) - min(t.contribution[seat], below)
        if t.status[seat] == LIVE and t.contribution[seat] >= level:
            eligible |= 1 << seat
    t.pot_amount[pot] = amount
    t.pot_eligible[pot] = eligible
    t.pot_high[pot] = 0
    t.pot_low[pot] = 0


@kernel
def award_pots(t: Table) -> None:
    """Share every pot, one by one, by the ranks of its eligible seats."""
    for pot in range(t.pot_count):
        eligible = t.pot_eligible[pot]
        amount = t.pot_amount[pot]
        high = _best(t, eligible, t.high_rank)
        low = 0
        if t.has_low and eligible & (eligible - 1):
            low = _best_positive(t, eligible)
        t.pot_high[pot] = high
        t.pot_low[pot] = low
        by_card = t.odd_chip_by_card and t.is_stud
        # In razz, and for a low half, the odd chip goes to the lowest card.
        order = _BY_POSITION
        if by_card:
            order = _BY_LOW_CARD if t.ranking == RANK_A5 else _BY_HIGH_CARD
        low_half = amount // 2 if low else 0
        _share(t, amount - low_half, high, order)
        if low:
            _share(t, low_half, low, _BY_LOW_CARD if by_card else _BY_POSITION)


@kernel
def _best(t: Table, eligible: int, ranks: Table) -> int:
    best = -1
    winners = 0
    for seat in range(t.seats):
        if eligible >> seat & 1:
            if ranks[seat] > best:
                best = ranks[seat]
                winners = 1 << seat
            elif ranks[seat] == best:
                winners |= 1 << seat
    return winners


@kernel
def _best_positive(t: Table, eligible: int) -> int:
    winners = _best(t, eligible, t.low_rank)
    for seat in range(t.seats):
        if winners >> seat & 1 and t.low_rank[seat] == 0:
            return 0
    return winners


@kernel
def _share(t: Table, amount: int, winners: int, order: int) -> None:
    """Divide equally; odd chips one each, clockwise from the button's left or by card."""
    count = 0
    for seat in range(t.seats):
        count += winners >> seat & 1
    each = amount // count
    odd = amount - each * count
    for seat in range(t.seats):
        if winners >> seat & 1:
            t.won[seat] += each
    left = winners
    for _ in range(odd):
        seat = _first(t, left, order)
        left ^= 1 << seat
        t.won[seat] += 1


@kernel
def _first(t: Table, winners: int, order: int) -> int:
    """Return who gets the next odd chip."""
    first = NO_SEAT
    best = -1
    # Stud has no button: positions count from the first seat.
    button = t.seats - 1 if t.is_stud else t.button
    for i in range(1, t.seats + 1):
        seat = (button + i) % t.seats
        if winners >> seat & 1 == 0:
            continue
        if order == _BY_POSITION:
            return int(seat)
        value = _card_value(t, seat, order)
        if value > best:
            best = value
            first = seat
    return first


@kernel
def _card_value(t: Table, seat: int, order: int) -> int:
    """Return how good the seat's best card is for an odd chip, all its cards considered."""
    best = 0
    for i in range(t.card_count[seat]):
        card = int(t.cards[seat, i])
        if card != NO_CARD:
            # For the low the ace moves below the deuce and the lowest card counts most.
            value = card if order == _BY_HIGH_CARD else 51 - (card + 4) % 52
            best = max(best, value)
    return best


@kernel
def find_relevant_pots(t: Table) -> None:
    """Note for every busted seat the pot of its last chips (PS-24.4).

    That is the last pot it was in; for a seat that gave its hand up, the last its chips reach.
    """
    for seat in range(t.seats):
        t.relevant_pot[seat] = -1
        if t.status[seat] == OUT or t.stack[seat] > 0:
            continue
        covered = False
        for pot in range(t.pot_count):
            if t.status[seat] == LIVE:
                if t.pot_eligible[pot] >> seat & 1:
                    t.relevant_pot[seat] = pot
            elif not covered:
                t.relevant_pot[seat] = pot
                covered = _level(t, pot) >= t.contribution[seat]


@kernel
def _level(t: Table, pot: int) -> int:
    """Return the contribution at which a pot ends: the least of its eligible seats'."""
    level = -1
    for seat in range(t.seats):
        if t.pot_eligible[pot] >> seat & 1 and (level < 0 or t.contribution[seat] < level):
            level = t.contribution[seat]
    return level
