"""A played hand as history rows: what was posted, bet, returned, shown and collected."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from railbird.arena.cards import cards_text
from railbird.arena.hand.games import GAMES
from railbird.arena.hand.record import CALL, FOLD, MAY_MUCK, MUST_SHOW
from railbird.arena.tournament.button import clockwise
from railbird.arena.tournament.play import Deal, Played
from railbird.arena.tournament.play_kernels import (
    ADDED,
    ALL_IN,
    DEAL_TIME,
    FACING,
    KIND,
    SEAT,
    STREET,
    STREET_TIME,
    THINK,
    TIMED_OUT,
    TOTAL,
)

Add = Callable[..., None]  # (street, seat, kind, amount, street total, **other columns)


def hand_actions(played: Played, game: str, ante: int) -> list[dict[str, Any]]:
    """Return the rows of one hand without ordinals, in the order in which things happened.

    Rows of `actions`, and with an empty street those that belong into `events` (a line that fell,
    a time-out) or, with a `text` and its `time` in ms, into `chat`. Seats are numbered from 1.
    Collected pots are named as the houses name them.
    """
    rows: list[dict[str, Any]] = []
    streets = GAMES[game].streets

    def add(street: str, seat: int, kind: str, amount: int | None, total: int, **more: Any) -> None:
        row = {"street": street, "seat": seat, "player": played.deal.seats[seat], "kind": kind}
        row |= {"amount": amount, "street_total": total, "all_in": False, "timed_out": False}
        rows.append(row | more)

    _posts(played, streets[0], ante, add)
    _moves(played, streets, add)
    last = played.moves[-1] if len(played.moves) else None
    street = streets[int(last[STREET])] if last is not None else streets[0]
    _returns(played, street, add)
    _showdown(played, street, add)
    return rows


def _posts(played: Played, street: str, ante: int, add: Add) -> None:
    deal = played.deal
    left = dict(deal.stacks)
    if ante:
        for seat in sorted(deal.seats):
            paid = min(ante, left[seat])
            left[seat] -= paid
            add(street, seat, "posts_ante", paid, 0, all_in=not left[seat])
    if played.record["is_stud"]:
        return
    blinds = (
        ("posts_small_blind", deal.positions.small_blind_seat),
        ("posts_big_blind", deal.positions.big_blind),
    )
    dues = played.record["blind_due"].tolist()
    for kind, poster in blinds:
        if poster is not None and left[poster]:
            paid = min(dues[poster - 1], left[poster])
            add(street, poster, kind, paid, paid, all_in=paid == left[poster])


def _moves(played: Played, streets: tuple[str, ...], add: Add) -> None:
    bring_in = bool(played.record["is_stud"])
    noted, said = played.note.events, played.note.said
    time = played.deal.at + DEAL_TIME
    for k, move in enumerate(played.moves.tolist()):
        for _, kind, seat in [e for e in noted if e[0] == k]:
            add("", seat, kind, None, 0)
        for _, seat, text in [line for line in said if line[0] == k]:
            add("", seat, "says", None, 0, text=text, time=time + move[STREET] * STREET_TIME)
        time += move[THINK]
        kind = _kind(move, bring_in)
        bring_in = False
        add(
            streets[move[STREET]],
            move[SEAT] + 1,
            kind,
            move[ADDED],
            move[TOTAL],
            all_in=bool(move[ALL_IN]),
            timed_out=bool(move[TIMED_OUT]),
            think_seconds=move[THINK] / 1000,
        )


def _kind(move: list[int], bring_in: bool) -> str:
    if move[KIND] == FOLD:
        return "folds"
    if bring_in:
        return "brings_in" if move[KIND] == CALL else "completes"
    if move[KIND] == CALL:
        return "calls" if move[ADDED] else "checks"
    return "raises" if move[FACING] else "bets"


def _returns(played: Played, street: str, add: Add) -> None:
    for k, amount in enumerate(played.record["returned"].tolist()):
        if amount:
            # The street's bet once the unmatched part is back.
            add(street, k + 1, "returned", amount, max(_last_total(played, k) - amount, 0))


def _last_total(played: Played, seat: int) -> int:
    """Return a seat's bet on the last street before anything comes back."""
    moves = played.moves.tolist()
    own = [m for m in moves if m[SEAT] == seat and m[STREET] == moves[-1][STREET]]
    if own:
        return int(own[-1][TOTAL])
    if moves and moves[-1][STREET]:
        return 0
    return min(int(played.record["blind_due"][seat]), played.deal.stacks[seat + 1])


def _showdown(played: Played, street: str, add: Add) -> None:
    record = played.record
    shows = record["shows"].tolist()
    order = record["show_order"].tolist()[: int(record["show_count"])]
    for seat in order:
        if shows[seat] == MUST_SHOW:
            add("showdown", seat + 1, "shows", None, 0, cards=hole_text(played, seat + 1))
        elif shows[seat] == MAY_MUCK:
            add("showdown", seat + 1, "mucks", None, 0)
    at = "showdown" if order else street
    returned = record["returned"].tolist()
    for name, seat, amount in _collected(played):
        # Without a showdown the bets still stand in front of the seats.
        bet = 0 if order else max(_last_total(played, seat - 1) - returned[seat - 1], 0)
        add(at, seat, "collects", amount, bet, pot=name)


def _collected(played: Played) -> list[tuple[str, int, int]]:
    """Return who collected how much of which pot, outermost side pot first.

    The kernel shares exactly; here only its totals are told apart by pot.
    """
    pots = played.pots()
    record = played.record
    after = 0 if record["is_stud"] else played.deal.positions.button
    found = []
    won = {k + 1: v for k, v in enumerate(record["won"].tolist()) if v}
    for k in range(len(pots) - 1, -1, -1):
        low_mask = int(record["pot_low"][k])
        lows = [s for s in clockwise(list(pots[k].eligible), after) if low_mask >> (s - 1) & 1]
        winners = sorted(
            {*pots[k].winners, *lows}, key=clockwise(list(played.deal.seats), after).index
        )
        name = _pot_name(k, len(pots))
        shares = _shares(pots[k].amount, list(pots[k].winners), lows)
        # The main pot is told last and takes what is left of each winner's total, so that an odd
        # chip given by card (stud) stands with its owner.
        for seat in winners:
            amount = shares[seat] if k else won.get(seat, 0)
            won[seat] = won.get(seat, 0) - amount
            if amount:
                found.append((name, seat, amount))
    return found


def _shares(amount: int, highs: list[int], lows: list[int]) -> dict[int, int]:
    low_half = amount // 2 if lows else 0
    shares: dict[int, int] = {}
    for half, seats in ((amount - low_half, highs), (low_half, lows)):
        for k, seat in enumerate(seats):
            each, odd = divmod(half, len(seats))
            shares[seat] = shares.get(seat, 0) + each + (k < odd)
    return shares


def _pot_name(index: int, count: int) -> str:
    if count == 1:
        return "pot"
    if index == 0:
        return "main pot"
    return "side pot" if count == 2 else f"side pot-{index}"


def hole_text(played: Played, seat: int) -> str:
    """Return a seat's cards as text, in the order they were dealt."""
    record = played.record
    cards = record["cards"][seat - 1].tolist()[: int(record["card_count"][seat - 1])]
    return cards_text(cards)


def board_text(played: Played) -> str:
    """Return the board as text."""
    record = played.record
    return cards_text(record["board"].tolist()[: int(record["board_count"])])


def seat_row(played: Played, seat: int, bounty: int | None) -> dict[str, Any]:
    """Return the row of `seats` of one player who was dealt in."""
    record, deal = played.record, played.deal
    k = seat - 1
    shown = bool(record["shows"][k] == MUST_SHOW)
    cards = hole_text(played, seat)
    returned = int(record["returned"][k])
    return {
        "seat": seat,
        "player": deal.seats[seat],
        "stack": deal.stacks[seat],
        "bounty": bounty,
        "dealt_in": True,
        "sitting_out": seat in deal.away,
        "disconnected": seat in deal.disconnected,
        "hole_cards": cards,
        "shown": shown,
        "contributed": int(record["contribution"][k]) + int(record["dead"][k]) + returned,
        "returned": returned,
        "won": int(record["won"][k]),
        "mucked": bool(record["shows"][k] == MAY_MUCK),
        "shown_cards": cards if shown else None,
        "up_cards": None,
    }


def positions_row(deal: Deal) -> list[Any]:
    """Return a deal's positions as a journal holds them."""
    p = deal.positions
    return [p.button, p.small_blind, p.big_blind, p.dead_small_blind, list(p.waiting)]
