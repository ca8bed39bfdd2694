"""Fills the "in" fields of a table: game, house, level, seats and forced bets."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railbird.arena.hand.games import BETTING_CODES, Game
from railbird.arena.hand.record import NO_SEAT, Table, Tables
from railbird.arena.hand.rules import HandRules
from railbird.arena.numba_cache import kernel


@dataclass(frozen=True, slots=True)
class Stakes:
    """The level of a hand, in chips.

    `small_bet` and `big_bet` are the sizes of fixed limit; without limits both are the big blind
    (stud: the small bet). `dead_ante` is what the big blind alone puts in for all.
    """

    small_blind: int = 0
    big_blind: int = 0
    ante: int = 0
    dead_ante: int = 0
    bring_in: int = 0
    small_bet: int = 0
    big_bet: int = 0

    @classmethod
    def blinds(cls, small_blind: int, big_blind: int, ante: int = 0, dead_ante: int = 0) -> Stakes:
        """Return the stakes of a blind game: limit bets are the big blind and twice that."""
        return cls(small_blind, big_blind, ante, dead_ante, 0, big_blind, 2 * big_blind)

    @classmethod
    def stud(cls, small_bet: int, big_bet: int, ante: int, bring_in: int) -> Stakes:
        """Return the stakes of a stud game."""
        return cls(ante=ante, bring_in=bring_in, small_bet=small_bet, big_bet=big_bet)


def write_game(tables: Tables | Table, game: Game, betting: str, rules: HandRules) -> None:
    """Write game, betting structure and house into one record or an array of them."""
    tables["hole_cards"] = game.hole_cards
    tables["ranking"] = game.ranking
    tables["has_low"] = game.has_low
    tables["is_stud"] = game.is_stud
    tables["betting"] = BETTING_CODES[betting]
    tables["last_street"] = len(game.streets) - 1
    tables["open_pair_doubles"] = game.open_pair_doubles
    tables["cumulative_reopen"] = rules.cumulative_reopen
    tables["short_blind_calls_full"] = rules.short_blind_calls_full
    tables["odd_chip_by_card"] = rules.stud_odd_chip_by_card
    tables["fold_to_no_bet"] = rules.fold_to_no_bet
    tables["all_in_face_up"] = rules.all_in_face_up
    tables["unmatched_raises"] = rules.unmatched_raises
    tables["all_in_bettor_first"] = rules.all_in_bettor_first
    tables["limit_cap"] = rules.limit_cap
    tables["reopen_numerator"] = rules.reopen_limit_fraction.numerator
    tables["reopen_denominator"] = rules.reopen_limit_fraction.denominator


def write_stakes(tables: Tables | Table, stakes: Stakes, betting: str) -> None:
    """Write bet sizes and bring-in; blinds and antes are written per seat by `post_at`."""
    tables["small_bet"] = stakes.small_bet
    tables["big_bet"] = stakes.big_bet if betting == "fixed-limit" else stakes.small_bet
    tables["bring_in"] = stakes.bring_in


@kernel
def next_dealt(t: Table, after: int) -> int:
    """Return the next dealt-in seat clockwise after `after`, or -1 when there is none."""
    for i in range(1, t.seats + 1):
        seat = (after + i) % t.seats
        if t.dealt[seat]:
            return int(seat)
    return NO_SEAT


@kernel
def post_at(t: Table, small_seat: int, big_seat: int, stakes: NDArray[np.int64]) -> None:
    """Write the forced bets: small and big blind by those seats, antes by all dealt in.

    `stakes` is (small blind, big blind, ante, dead ante). A missing small blind is seat -1; stud
    has no blinds (both -1). The seat after the big blind acts first.
    """
    for seat in range(t.seats):
        t.blind_due[seat] = 0
        t.dead_due[seat] = 0
        t.ante_due[seat] = stakes[2] if t.dealt[seat] else 0
    if small_seat >= 0:
        t.blind_due[small_seat] = stakes[0]
    if big_seat >= 0:
        t.blind_due[big_seat] = stakes[1]
        t.dead_due[big_seat] = stakes[3]
        t.first_seat = (big_seat + 1) % t.seats


@kernel
def post_from_button(t: Table, stakes: NDArray[np.int64]) -> None:
    """Write the forced bets of an ordinary hand; heads-up the button posts the small blind."""
    if t.is_stud:
        post_at(t, NO_SEAT, NO_SEAT, stakes)
        return
    small_seat = next_dealt(t, t.button)
    big_seat = next_dealt(t, small_seat)
    if next_dealt(t, big_seat) == small_seat:
        # Two players (PS-15, FT-19).
        if t.dealt[t.button]:
            small_seat = t.button
        big_seat = next_dealt(t, small_seat)
    post_at(t, small_seat, big_seat, stakes)


@kernel
def post_at_index(
    tables: Tables, index: int, small_seat: int, big_seat: int, stakes: NDArray[np.int64]
) -> None:
    """Do `post_at` at one table of an array."""
    post_at(tables[index], small_seat, big_seat, stakes)


@kernel
def post_from_button_index(tables: Tables, index: int, stakes: NDArray[np.int64]) -> None:
    """Do `post_from_button` at one table of an array."""
    post_from_button(tables[index], stakes)


def blind_array(stakes: Stakes) -> NDArray[np.int64]:
    """Return what `post_at` and `post_from_button` want."""
    amounts = (stakes.small_blind, stakes.big_blind, stakes.ante, stakes.dead_ante)
    return np.array(amounts, dtype=np.int64)
