"""When partners play for each other: by level, near the bubble, at a pay jump, partner short."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from railbird.agents.hooks import Sitting
from railbird.agents.observation import Observation


@dataclass(frozen=True, slots=True)
class Moment:
    """The stage of an event as a player sees it. `depths` are stacks in big blinds, by name."""

    level: int
    players_left: int
    places_paid: int
    prizes: tuple[int, ...]
    depths: Mapping[str, float]

    @property
    def pay_jump(self) -> float:
        """What the next place up is worth more than the one now, as a part of all prizes."""
        total = sum(self.prizes)
        if not total or not 1 < self.players_left <= len(self.prizes) + 1:
            return 0.0
        worst = self.players_left - 1
        now = self.prizes[worst] if worst < len(self.prizes) else 0
        return (self.prizes[worst - 1] - now) / total


def moment_of(seen: Observation) -> Moment:
    """Return the moment of a decision; chips already bet in the hand count."""
    stacks, put_in = seen.stacks, seen.contributions
    return Moment(
        seen.level,
        seen.players_left,
        seen.places_paid,
        seen.prizes,
        {n: (stacks[s] + put_in[s]) / seen.big_blind for s, n in seen.players.items()},
    )


def moment_before(sitting: Sitting) -> Moment:
    """Return the moment before a hand."""
    depths = {name: stack / sitting.big_blind for name, stack in sitting.stacks.items()}
    return Moment(sitting.level, sitting.players_left, sitting.places_paid, sitting.prizes, depths)


class When(Enum):
    """Kinds of moments."""

    ALWAYS = "always"
    STAGE = "stage"
    BUBBLE = "bubble"
    PAY_JUMP = "pay-jump"
    PARTNER_SHORT = "partner-short"


@dataclass(frozen=True, slots=True)
class Trigger:
    """The moments at which a scheme is on; only the numbers of its kind count.

    STAGE: levels `first` to `last`. BUBBLE: at most `within` players must go before the rest are
    paid, and not all are. PAY_JUMP: the next place up pays at least `jump` of all prizes more.
    PARTNER_SHORT: the partner has at most `short` big blinds.
    """

    when: When = When.ALWAYS
    first: int = 1
    last: int = 1_000
    within: int = 2
    jump: float = 0.15
    short: float = 10.0

    def holds(self, moment: Moment, partner: str) -> bool:
        """Say whether the scheme is on towards `partner`."""
        if self.when is When.STAGE:
            return self.first <= moment.level <= self.last
        if self.when is When.BUBBLE:
            return 0 < moment.players_left - moment.places_paid <= self.within
        if self.when is When.PAY_JUMP:
            return moment.pay_jump >= self.jump
        if self.when is When.PARTNER_SHORT:
            return moment.depths.get(partner, float("inf")) <= self.short
        return True


def trigger(spec: str | Trigger) -> Trigger:
    """Return a trigger, or the usual one of a kind by its word. Raises `ValueError`."""
    if isinstance(spec, Trigger):
        return spec
    try:
        return Trigger(When(spec))
    except ValueError:
        known = ", ".join(w.value for w in When)
        raise ValueError(f"no trigger {spec!r}; there are {known}") from None
