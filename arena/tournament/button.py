"""Who has the button and who posts the blinds on the next hand.

Two rules: the forward moving button (PS-14, PS-15), under which nobody has the button twice
running and blinds can be skipped, and the dead button (FT-18, FT-19), under which the big blind
never skips or doubles, so the small blind and the button can fall on an empty seat.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from railbird.arena.tournament.house import ButtonRule, FirstButton, HouseRules


@dataclass(frozen=True, slots=True)
class Positions:
    """Button and blinds of one hand, as seats.

    `small_blind` is the seat of the position; nobody posts it when `dead_small_blind` (FT-18.3).
    `button` and a dead small blind may be empty seats. `waiting` are the seats between button and
    small blind that miss the hand (FT-20.3, AMB-04).
    """

    button: int
    small_blind: int
    big_blind: int
    dead_small_blind: bool = False
    waiting: tuple[int, ...] = ()

    @property
    def small_blind_seat(self) -> int | None:
        """The seat that posts the small blind, or None when nobody does."""
        return None if self.dead_small_blind else self.small_blind


def clockwise(seats: Collection[int], after: int) -> list[int]:
    """Return `seats` in dealing order, the first one clockwise after seat `after` first."""
    ordered = sorted(seats)
    return [s for s in ordered if s > after] + [s for s in ordered if s <= after]


def first_positions(rules: HouseRules, seated: Collection[int]) -> Positions:
    """Return the positions of a table's first hand (PS-5, FT-9.2, AMB-29).

    Forward: button on the first occupied seat from 1 up. Dead: the seat to the right of the first
    occupied seat holds it, so that seat posts the small blind. Two players: PS-15, FT-19.
    """
    ring = sorted(seated)
    if rules.first_button is FirstButton.RIGHT_OF_SEAT_1:
        ring = [ring[-1], *ring[:-1]]
    if len(ring) == 2:
        return Positions(ring[0], ring[0], ring[1])
    return Positions(ring[0], ring[1], ring[2])


def next_positions(
    rules: HouseRules, last: Positions, dealt: Collection[int], seated: Collection[int]
) -> Positions:
    """Return the positions of the next hand.

    `dealt`: seats dealt in on the last hand. `seated`: seats with chips now, newcomers included;
    at least two. A seat in both is taken to hold the same player: leave a seat out of `dealt`
    when a newcomer took it.
    """
    if rules.button_rule is ButtonRule.DEAD:
        return dead_button(last, dealt, seated)
    return forward_moving_button(last, dealt, seated, no_double_big_blind=rules.hu_no_double_bb)


def forward_moving_button(
    last: Positions,
    dealt: Collection[int],
    seated: Collection[int],
    *,
    no_double_big_blind: bool = False,
) -> Positions:
    """Return the next positions under the forward moving button (PS-14, PS-15, 6.3).

    Button and small blind go to players of the last hand only; newcomers between them wait.
    When fewer than two players of the last hand are left, the newcomers count as if dealt.
    `no_double_big_blind` keeps a two-handed table from giving last hand's big blind to the same
    player again (AMB-03).
    """
    known = set(dealt)
    eligible = [s for s in clockwise(seated, last.button) if s in known]
    if len(eligible) < 2:
        eligible = clockwise(seated, last.button)
    button, small = eligible[0], eligible[1]
    waiting = _between(button, small, seated)
    playing = [s for s in seated if s not in waiting]
    if len(playing) == 2:
        other = playing[0] if playing[1] == button else playing[1]
        if no_double_big_blind and other == last.big_blind:
            button, other = other, button
        return Positions(button, button, other, waiting=waiting)
    return Positions(button, small, clockwise(seated, small)[0], waiting=waiting)


def dead_button(last: Positions, dealt: Collection[int], seated: Collection[int]) -> Positions:
    """Return the next positions under the dead button (FT-18, FT-19, FT-20.3, 6.3)."""
    big = clockwise(seated, last.big_blind)[0]
    small, button = last.big_blind, last.small_blind
    known = set(dealt)
    # A newcomer who is due the big blind posts it: everybody between has gone (FT-20.2).
    gap = _between(button, small, seated)
    waiting = tuple(s for s in gap if s not in known and s != big)
    if len(seated) - len(waiting) < 2:
        waiting = ()
    playing = [s for s in seated if s not in waiting]
    if len(playing) == 2:
        other = playing[0] if playing[1] == big else playing[1]
        return Positions(other, other, big, waiting=waiting)
    return Positions(button, small, big, small not in seated, waiting)


def _between(button: int, small: int, seated: Collection[int]) -> tuple[int, ...]:
    """Seats strictly between button and small blind, clockwise."""
    ring = clockwise(seated, button)
    if small > button:
        return tuple(s for s in ring if button < s < small)
    return tuple(s for s in ring if s > button or s < small)
