"""The tournament's time: levels, breaks, time to act, and what absence leads to.

Times are whole milliseconds; `now` since 1970 UTC.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from railbird.arena.tournament.house import ExtraTime, HouseRules
from railbird.arena.tournament.structure import BreakRule, Format, Level, Structure

SECOND = 1_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
BREAK_MINUTE = 55
SMALL_SIT_AND_GO = 45  # 6.2: sit & gos under 45 players have the short ladder


@dataclass(frozen=True, slots=True)
class Clock:
    """Start of play, and for how long the level clock has stood still since."""

    start: int
    stopped: int = 0
    breaks_taken: int = 0
    last_break_end: int = 0

    def played(self, now: int) -> int:
        """Return the play time at `now`, breaks excluded."""
        return now - self.start - self.stopped

    def after_break(self, start: int, end: int, *, scheduled: bool = True) -> Clock:
        """Return the clock after a break, during which it stood still.

        The extra break for the add-on is not one of the scheduled ones.
        """
        return replace(
            self,
            stopped=self.stopped + end - start,
            breaks_taken=self.breaks_taken + scheduled,
            last_break_end=end,
        )


def level_at(structure: Structure, clock: Clock, now: int) -> Level:
    """Return the level of a hand dealt at `now`: a new level holds from the next hand (6.7)."""
    left = max(clock.played(now), 0)
    number = 1
    while left >= structure.level(number).minutes * MINUTE:
        left -= structure.level(number).minutes * MINUTE
        number += 1
    return structure.level(number)


def next_break(structure: Structure, clock: Clock) -> int | None:
    """Return when the next scheduled break is due, or None (PS-17, FT-11, AMB-12).

    It begins only when the hands then running are over (PS-17.3).
    """
    breaks = structure.breaks
    interval = breaks.interval_minutes * MINUTE
    if breaks.rule is BreakRule.SYNCHRONISED:
        since = max(clock.start, clock.last_break_end)
        hour = since - since % HOUR + BREAK_MINUTE * MINUTE
        return hour if hour > since else hour + HOUR
    if breaks.rule is BreakRule.NONE or (breaks.rule is BreakRule.ONCE and clock.breaks_taken):
        return None
    due = clock.start + (clock.breaks_taken + 1) * interval
    return due if structure.house.interval_counts_breaks else due + clock.stopped


def rebuy_period_end(structure: Structure, clock: Clock) -> int | None:
    """Return when rebuys end, by play time, or None when the event has none."""
    minutes = structure.rebuys.minutes
    return clock.start + clock.stopped + minutes * MINUTE if minutes else None


def break_length(structure: Structure, *, add_on: bool = False) -> int:
    """Return how long a break lasts; the one for the add-on is shorter (PS-17.1a, AMB-11)."""
    breaks = structure.breaks
    return (breaks.add_on_minutes if add_on else breaks.minutes) * MINUTE


@dataclass(frozen=True, slots=True)
class TimeBank:
    """A player's personal extra time for the whole event (6.2, AMB-34)."""

    left: int
    level: int = 1

    def at_level(self, rules: HouseRules, level: int) -> TimeBank:
        """Return the bank after new levels have added to it, up to the cap."""
        added = (level - self.level) * rules.bank_seconds_a_level * SECOND
        if added <= 0:
            return self
        return TimeBank(
            max(self.left, min(self.left + added, rules.bank_seconds_cap * SECOND)), level
        )

    def use(self, milliseconds: int) -> TimeBank:
        """Return the bank after using some of it."""
        return replace(self, left=max(self.left - milliseconds, 0))


def new_bank(rules: HouseRules) -> TimeBank:
    """Return the bank each player starts with."""
    return TimeBank(rules.bank_seconds * SECOND)


def time_to_act(
    rules: HouseRules, bank: TimeBank, *, connected: bool, chips_in_pot: bool, extra: int = 0
) -> int:
    """Return how long a player has for this action (6.2).

    The bank starts by itself only for a connected player with chips in the pot; `extra` is a
    disconnected player's extra time.
    """
    base = rules.act_seconds * SECOND + extra
    return base + (bank.left if connected and chips_in_pot else 0)


def timeout_move(to_call: int) -> str:
    """Return what a player who does not act in time does (PS-18.3, FT-27.1): check, else fold."""
    return "folds" if to_call else "checks"


_FINAL_TABLE_LADDER = (240, 120, 60)
_SHORT_LADDER = (120, 60)


def extra_time_ladder(
    structure: Structure, entrants: int, remaining: int, tables: int, paid: int
) -> tuple[int, ...]:
    """Return the seconds of extra time for a disconnected player's 1st, 2nd, … action (6.2).

    Real-money events of a house that gives it. Multi-table: at the final table only. Sit & gos
    under 45 players: from one above the paid places. Heads-up events: all the time. Else nothing.
    """
    if structure.house.extra_time is ExtraTime.NONE or not structure.real_money:
        return ()
    if structure.seats == 2:
        return _SHORT_LADDER
    if structure.format is Format.SIT_AND_GO and entrants < SMALL_SIT_AND_GO:
        return _SHORT_LADDER if remaining <= paid + 1 else ()
    return _FINAL_TABLE_LADDER if tables == 1 else ()


@dataclass(frozen=True, slots=True)
class Connection:
    """A player's line: whether it is up, and how often extra time was given since it fell."""

    connected: bool = True
    extra_used: int = 0

    def dropped(self) -> Connection:
        """Return the state after the line falls."""
        return replace(self, connected=False)

    def restored(self) -> Connection:
        """Return the state after reconnecting: the ladder starts anew (6.2)."""
        return Connection()

    def extra_time(self, ladder: tuple[int, ...]) -> tuple[int, Connection]:
        """Return the extra milliseconds for this action, and the state after it (PS-18.2)."""
        if self.connected or self.extra_used >= len(ladder):
            return 0, self
        seconds = ladder[self.extra_used]
        return seconds * SECOND, replace(self, extra_used=self.extra_used + 1)


@dataclass(frozen=True, slots=True)
class IdleMatch:
    """How many hands running everybody at a table has been away (PS-18.5, AMB-13)."""

    hands: int = 0

    def after_hand(self, *, all_away: bool, voluntary_action: bool) -> IdleMatch:
        """Return the count after one more hand; any voluntary action starts it anew."""
        return IdleMatch(self.hands + 1 if all_away and not voluntary_action else 0)

    def is_over(self, rules: HouseRules) -> bool:
        """Say whether the match ends for want of players."""
        return rules.idle_match_hands is not None and self.hands >= rules.idle_match_hands


def idle_match_winner(stacks: Mapping[str, int], rng: random.Random) -> str:
    """Return who advances from a match that ended idle: the chip leader, of equals by lot."""
    best = max(stacks.values())
    leaders: Collection[str] = sorted(p for p, chips in stacks.items() if chips == best)
    return rng.choice(list(leaders))
