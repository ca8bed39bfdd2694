"""Wraps an honest agent: a scheme may change its decisions, and each change is written down."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from railbird.agents.base import Agent
from railbird.agents.colluders.camouflage import Camouflage, Cover
from railbird.agents.colluders.crew import Crew
from railbird.agents.colluders.marks import AWAY, LINE, MOVE, TIME, Altered
from railbird.agents.colluders.moments import Moment, Trigger, moment_before, moment_of
from railbird.agents.colluders.spot import Scheme, Spot
from railbird.agents.colluders.truth import with_truth
from railbird.agents.hooks import Sitting
from railbird.agents.observation import Observation
from railbird.agents.scripted.house import HouseBot
from railbird.arena.cards import Card
from railbird.arena.hand.actions import Call, Move

__all__ = ["Altered", "Colluder", "Scheme", "with_truth"]


@dataclass(slots=True)
class Colluder:
    """Plays `honest`, and follows `scheme` with its partners where it may.

    `partners` are names; the first at the table for whom the scheme has an answer counts. With
    `intensity` below 1 a hand is played by the scheme with that chance, the same for all partners
    of one `seed`. `trigger` says at which moments, `camouflage` what is left out so as not to be
    found. Partners of one event share a `crew`; a scheme in which they tell each other anything
    needs one. Wherever the scheme has no answer, the honest agent plays.
    """

    honest: Agent
    scheme: Scheme
    partners: tuple[str, ...]
    intensity: float = 1.0
    seed: int = 0
    trigger: Trigger = field(default_factory=Trigger)
    camouflage: Camouflage | None = None
    crew: Crew | None = None
    altered: list[Altered] = field(default_factory=list)
    _cover: Cover | None = field(init=False, default=None)
    _own: Crew = field(init=False)

    def __post_init__(self) -> None:
        self._own = self.crew or Crew(self.partners, self.seed)
        if self.camouflage is not None:
            self._cover = Cover(self.camouflage)

    # --- moves

    def act(self, observation: Observation) -> Move:
        """Return the scheme's move where it differs, and mark it; else the honest agent's."""
        honest = self.honest.act(observation)
        move, spot = self._wish(observation, honest)
        if self._cover is not None:
            self._cover.note(observation, honest, move, spot)
        if spot is not None:
            self._mark(spot, MOVE)
        return move

    def _wish(self, seen: Observation, honest: Move) -> tuple[Move, Spot | None]:
        for spot in self._spots(seen, honest):
            move = self.scheme.alter(spot)
            if move is None or move == honest or move not in seen.legal:
                continue
            if self._cover is None or self._cover.allows(spot, move):
                return move, spot
        return honest, None

    def _spots(self, seen: Observation, honest: Move) -> Iterator[Spot]:
        """Yield the decision towards each partner for whom the scheme is on."""
        if not self._is_on(seen.hand):
            return
        moment: Moment | None = None
        seats = {name: seat for seat, name in seen.players.items()}
        me = seen.players[seen.seat]
        for mate in self.partners:
            seat = seats.get(mate, 0)
            if seat == seen.seat or (not seat and not self.scheme.across_tables):
                continue
            moment = moment or moment_of(seen)
            if self._has_begun(seen.hand, self.trigger.holds(moment, mate)):
                yield Spot(seen, honest, seat, me, mate, self._own)

    def _is_on(self, hand: int) -> bool:
        drawn_for = 0 if self.scheme.stays else hand
        return self.intensity >= 1.0 or self._own.chance(drawn_for) < self.intensity

    def _has_begun(self, hand: int, now: bool) -> bool:
        """Say whether the scheme is on, given whether its moment is now."""
        if not self.scheme.stays:
            return now
        if now and self._own.since is None:
            self._own.since = hand
        return self._own.since is not None

    def _mark(self, spot: Spot, what: str) -> None:
        mark = Altered(
            spot.seen.hand,
            int(spot.seen.view.moves),
            spot.me,
            spot.mate,
            self.scheme.name,
            what,
        )
        self.altered.append(mark)

    # --- time

    def think_ms(self, observation: Observation, move: Move) -> int | None:
        """Return the scheme's thinking time where it differs, and mark it; else the honest one."""
        honest = self._honest_ms(observation, move)
        for spot in self._spots(observation, move):
            time = self.scheme.think_ms(spot, honest)
            if time is not None and time != honest:
                self._mark(spot, TIME)
                return time
        return honest

    def _honest_ms(self, seen: Observation, move: Move) -> int | None:
        think_ms = getattr(self.honest, "think_ms", None)
        if think_ms is not None:
            time: int | None = think_ms(seen, move)
            return time
        if isinstance(self.honest, HouseBot):
            return int(self.honest.act_views(seen.views)[0, 2])
        return None

    # --- chat

    def say(self, observation: Observation) -> str | None:
        """Return the scheme's line, and mark it; else what the honest agent says."""
        say = getattr(self.honest, "say", None)
        honest: str | None = say(observation) if say is not None else None
        for spot in self._spots(observation, Call()):
            line = self.scheme.says(spot)
            if line is not None and line != honest:
                self._mark(spot, LINE)
                return line
        return honest

    def hear(self, hand: int, player: str, text: str) -> None:
        """Take a line of the table's chat."""
        hear = getattr(self.honest, "hear", None)
        if hear is not None:
            hear(hand, player, text)
        if player in self.partners:
            self.scheme.hears(self._own, hand, player, text)

    # --- before a hand

    def dealt(self, hand: int, player: str, cards: tuple[Card, ...]) -> None:
        """Take the own cards; where partners share them, tell them."""
        look = getattr(self.honest, "dealt", None)
        if look is not None:
            look(hand, player, cards)
        if self.scheme.shares_cards:
            self._own.channel.tell(player, hand, cards)

    def _honest_in(self, sitting: Sitting) -> bool:
        sits_in = getattr(self.honest, "sits_in", None)
        return True if sits_in is None else bool(sits_in(sitting))

    def sits_in(self, sitting: Sitting) -> bool:
        """Say whether to play the coming hand; hands sat out for the scheme are marked."""
        self._own.sittings[sitting.player] = sitting
        honest = self._honest_in(sitting)
        if not honest or not self._is_on(sitting.hand):
            return honest
        for mate in self.partners:
            here = mate in sitting.stacks or self.scheme.across_tables
            if not here or not self.trigger.holds(moment_before(sitting), mate):
                continue
            if self.scheme.stays_away(sitting, self._own, mate):
                self.altered.append(
                    Altered(sitting.hand, 0, sitting.player, mate, self.scheme.name, AWAY)
                )
                return False
        return True
