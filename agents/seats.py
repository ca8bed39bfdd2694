"""Seats agents at the director's tables: who is asked what, under the house's clock."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird.agents.base import Agent, Move, move_codes
from railbird.agents.external import ExternalBot
from railbird.agents.hooks import Sitting, line_of
from railbird.agents.observation import Observation
from railbird.agents.population.memory import Memory, human_behind
from railbird.agents.population.people import HumanBot, Lapse
from railbird.agents.scripted.house import HouseBot
from railbird.agents.scripted.play import no_styles, play_hands, think_time
from railbird.arena.hand.record import MAX_SEATS, Tables
from railbird.arena.randomness import STREAM_WORDS, seed_stream
from railbird.arena.tournament.clock import level_at
from railbird.arena.tournament.deciders import NO_ANSWER, Decision, SeatedPolicy
from railbird.arena.tournament.director import Director
from railbird.arena.tournament.facts import write_facts
from railbird.arena.tournament.field import Change, Player
from railbird.arena.tournament.play import Deal, Note
from railbird.arena.tournament.play_kernels import MOST_MOVES, Log
from railbird.arena.tournament.view import FACTS, new_views, write_view_at


@dataclass(slots=True)
class Tally:
    """What a player did in an event: hands dealt, big blinds won, time-outs and faults."""

    hands: int = 0
    big_blinds: float = 0.0
    timed_out: int = 0
    faults: list[str] = field(default_factory=list)


class AgentPolicy(SeatedPolicy):
    """Lets agents play, by player name; hands of house bots alone run in compiled code.

    An agent that raises an error or returns no legal move is timed out (PS-18.3, FT-27.1) and
    comes back at the next hand; what went wrong is kept in `tallies`. Call `watch` with the
    director, so that agents see the prizes. Agents may also sit out, look at their cards early
    and talk (`hooks`).
    """

    def __init__(self, agents: Mapping[str, Agent]) -> None:
        super().__init__({})
        self.agents = agents
        self.tallies: dict[str, Tally] = {name: Tally() for name in agents}
        self._views = new_views(1)
        self._facts = np.zeros((1, FACTS), dtype=np.int64)
        self._prizes: Callable[[], tuple[int, ...]] = tuple
        self._said: list[tuple[int, int, str]] = []  # in the hand that is being played
        self._memory = Memory(agents)

    def watch(self, director: Director) -> None:
        """Take the prizes from the director that this policy plays for."""
        self._prizes = director.floor.prize_list

    def presence(self, players: Sequence[Player], hand: int) -> list[Change]:
        """Bring players back who were timed out and can go on; let others sit out."""
        tables = {number: k for k, number in enumerate(dict.fromkeys(p.table for p in players))}
        leave: list[Change] = []
        for player in players:
            agent = self.agents[player.name]
            if isinstance(agent, ExternalBot):
                agent.new_hand(player.name)
                if player.away and agent.may_return(player.name):
                    self.call_back(player.name)
            elif not self._wants_in(agent, player, hand + tables[player.table]):
                if not player.away:
                    leave.append(("line", player.id, True, player.connected, player.extra_used))
            elif player.away:
                self.call_back(player.name)
        return super().presence(players, hand) + leave

    def _wants_in(self, agent: Agent, player: Player, hand: int) -> bool:
        if isinstance(agent, HumanBot):
            return agent.is_here(hand)
        sits_in = getattr(agent, "sits_in", None)
        if sits_in is None:
            return True
        return self._try(player.name, sits_in, self._sitting(player, hand)) is not False

    def _try(self, name: str, hook: Callable[..., Any], *arguments: Any) -> Any:
        """Return what an agent's hook returns; an error in it is the agent's fault, and nothing."""
        try:
            return hook(*arguments)
        except Exception:
            self.tallies[name].faults.append(traceback.format_exc(limit=-3))
            return None

    def _sitting(self, player: Player, hand: int) -> Sitting:
        field = self.field
        assert field is not None
        level = level_at(field.structure, field.clock, field.now)
        seated = [field.players[p] for p in field.tables[player.table].seats.values()]
        return Sitting(
            player.name,
            hand,
            level.number,
            level.small_blind,
            level.big_blind,
            level.ante,
            {p.name: p.stack for p in seated},
            {p.name: p.head for p in seated},
            frozenset(p.name for p in seated if p.away),
            field.remaining,
            self._paid(),
            field.entries,
            self._prizes(),
        )

    def play(
        self, tables: Tables, deals: Sequence[Deal], logs: Log, counts: NDArray[np.int64]
    ) -> list[Note]:
        """Play every hand to its end."""
        fast = np.array([self._is_fast(deal) for deal in deals], dtype=np.bool_)
        if fast.any():
            self._play_fast(tables, deals, fast, logs, counts)
        notes = [
            Note() if fast[k] else self._play_slow(tables, k, deal, logs, counts)
            for k, deal in enumerate(deals)
        ]
        self._count(tables, deals, notes)
        if self._memory.is_needed:
            big_blinds = np.array([deal.level.big_blind for deal in deals])
            self._memory.learn(tables, logs, counts, self._people(deals), big_blinds)
        return notes

    def _people(self, deals: Sequence[Deal]) -> NDArray[np.int64]:
        return np.array([self._memory.seats(self._names(deal)) for deal in deals])

    def _names(self, deal: Deal) -> dict[int, str]:
        return {seat: self._name(player) for seat, player in deal.seats.items()}

    def _play_slow(
        self, tables: Tables, k: int, deal: Deal, logs: Log, counts: NDArray[np.int64]
    ) -> Note:
        for seat, player in deal.seats.items():
            name = self._name(player)
            look = getattr(self.agents[name], "dealt", None)
            if look is not None:
                count = int(tables[k]["card_count"][seat - 1])
                cards = tables[k]["cards"][seat - 1].tolist()[:count]
                self._try(name, look, deal.hand, name, tuple(cards))
        self._said = []
        note = self._play_one(tables, k, deal, logs, counts)
        note.said = self._said
        return note

    def ask(
        self, tables: Tables, k: int, deal: Deal, seat: int, moves: Log, allowed: int
    ) -> Decision:
        """Ask the agent of the seat."""
        name = self._name(deal.seats[seat])
        agent = self.agents[name]
        observation = self._observe(tables, k, deal, moves)
        if isinstance(agent, HumanBot):
            return self._ask_human(agent, observation)
        if isinstance(agent, HouseBot):
            kind, total, think = agent.act_views(observation.views)[0].tolist()
            return Decision(kind, total, think)
        if isinstance(agent, ExternalBot):
            return agent.decide(name, observation, allowed)
        lapse = _lapse_behind(agent, deal.hand)
        if lapse is Lapse.TIMES_OUT:
            return NO_ANSWER
        decision = self._ask_inside(name, agent, observation)
        return replace(decision, line_lost=True) if lapse is Lapse.LINE_FALLS else decision

    def _ask_human(self, agent: HumanBot, observation: Observation) -> Decision:
        kind, total, think = agent.decide([observation])[0].tolist()
        lapse = agent.lapse(observation.hand)
        if lapse is Lapse.TIMES_OUT:
            return NO_ANSWER
        return Decision(kind, total, think, line_lost=lapse is Lapse.LINE_FALLS)

    def _ask_inside(self, name: str, agent: Agent, observation: Observation) -> Decision:
        self._let_talk(name, agent, observation)
        try:
            move = agent.act(observation)
            kind, total = move_codes(move)
            if move not in observation.legal:
                raise ValueError(f"{move} is not among {observation.legal}")
        except Exception:
            self.tallies[name].faults.append(traceback.format_exc(limit=-3))
            return NO_ANSWER
        return Decision(kind, total, self._time(name, agent, observation, move))

    def _time(self, name: str, agent: Agent, observation: Observation, move: Move) -> int:
        think_ms = getattr(agent, "think_ms", None)
        time = None if think_ms is None else self._try(name, think_ms, observation, move)
        return self._think(observation) if time is None else int(time)

    def _let_talk(self, name: str, agent: Agent, observation: Observation) -> None:
        say = getattr(agent, "say", None)
        line = None if say is None else self._try(name, lambda: line_of(say(observation)))
        if line is None:
            return
        self._said.append((len(observation.log), observation.seat, line))
        for listener in observation.players.values():
            hear = getattr(self.agents[listener], "hear", None)
            if hear is not None:
                self._try(listener, hear, observation.hand, name, line)

    def _think(self, observation: Observation) -> int:
        """Return what a move costs on the event's clock; house bots draw it likewise."""
        stream = np.zeros(STREAM_WORDS, dtype=np.int64)
        moment = observation.hand * MOST_MOVES + len(observation.log)
        seed_stream(stream, observation.seat, moment)
        return int(think_time(stream))

    def _observe(self, tables: Tables, k: int, deal: Deal, moves: Log) -> Observation:
        views = self._views.copy()
        self._write_facts(self._facts[0], deal)
        write_view_at(tables, k, moves, len(moves), self._facts[0], views)
        memory = self._memory if self._memory.is_needed else None
        return Observation(views, moves.copy(), self._names(deal), self._prizes(), memory)

    def _write_facts(self, row: NDArray[np.int64], deal: Deal) -> None:
        assert self.field is not None
        write_facts(row, self.field, deal, self._prizes(), self._paid())

    def _is_fast(self, deal: Deal) -> bool:
        if deal.away or deal.disconnected:
            return False
        return all(self._is_swift(deal, player) for player in deal.seats.values())

    def _is_swift(self, deal: Deal, player: str) -> bool:
        """Say whether a player's part of a hand can be played in compiled code."""
        agent = self.agents[self._name(player)]
        if isinstance(agent, HumanBot):
            return agent.lapse(deal.hand) is Lapse.NONE
        return isinstance(agent, HouseBot)

    def _play_fast(
        self,
        tables: Tables,
        deals: Sequence[Deal],
        fast: NDArray[np.bool_],
        logs: Log,
        counts: NDArray[np.int64],
    ) -> None:
        styles = no_styles(len(deals))
        seeds = np.zeros((len(deals), MAX_SEATS), dtype=np.int64)
        facts = np.zeros((len(deals), FACTS), dtype=np.int64)
        for k, deal in enumerate(deals):
            if not fast[k]:
                continue
            self._write_facts(facts[k], deal)
            for seat, player in deal.seats.items():
                bot = self.agents[self._name(player)]
                assert isinstance(bot, HouseBot)
                styles[k, seat - 1] = bot.row
                seeds[k, seat - 1] = bot.seed
        if self._memory.is_needed:
            self._memory.prepare(styles, seeds, self._people(deals))
        play_hands(tables, styles, seeds, facts, fast, self._views.copy(), logs, counts)

    def _count(self, tables: Tables, deals: Sequence[Deal], notes: Sequence[Note]) -> None:
        """Add the finished hands to the players' tallies."""
        for k, deal in enumerate(deals):
            stacks = tables[k]["stack"].tolist()
            big = deal.level.big_blind
            for seat, player in deal.seats.items():
                tally = self.tallies[self._name(player)]
                tally.hands += 1
                tally.big_blinds += (stacks[seat - 1] - deal.stacks[seat]) / big
            for _, kind, seat in notes[k].events:
                if kind == "times_out":
                    self.tallies[self._name(deal.seats[seat])].timed_out += 1

    def _name(self, player: str) -> str:
        assert self.field is not None
        return self.field.players[player].name


def _lapse_behind(agent: Agent, hand: int) -> Lapse:
    """Return what befalls the human-like player whom an agent wraps, if it wraps one."""
    human = human_behind(agent)
    return Lapse.NONE if human is None else human.lapse(hand)
