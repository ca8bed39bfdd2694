"""Events with colluders in which everything they are shown and do is kept beside them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from railbird.agents.colluders.cast import Group, cast
from railbird.agents.population.memory import human_behind
from railbird.agents.registry import make_agent
from railbird.agents.seats import AgentPolicy
from railbird.arena.tournament.bounties import BountyKind
from railbird.arena.tournament.chronicle import Chronicle
from railbird.arena.tournament.director import Director
from railbird.arena.tournament.structure import Bounty
from railbird.arena.tournament.structure_file import load_structure

STYLES = ("loose-aggressive", "tight-aggressive", "loose-aggressive")
FIELD = ("loose-aggressive", "loose-passive", "tight-aggressive")


class Spy:
    """Keeps what an agent was shown and did, from outside its wrapper.

    `shadow` is the honest agent made anew: it is asked at every decision, and what it does
    otherwise goes into `otherwise` as (hand, move, what). It is asked at once because people
    remember an event, so that an observation looked at later is not the same.
    """

    def __init__(self, agent, shadow=None):
        self.agent = agent
        self.shadow = shadow
        self.otherwise = []
        self.honest = agent.honest  # as a wrapper is asked for its person
        self.moves, self.sittings, self.told = [], [], []

    def act(self, observation):
        move = self.agent.act(observation)
        self.moves.append((observation, move))
        if self.shadow is not None and self.shadow.act(observation) != move:
            self._differs(observation, "move")
        return move

    def think_ms(self, observation, move):
        time = self.agent.think_ms(observation, move)
        if self.shadow is not None and self._honest_time(observation, move) != time:
            self._differs(observation, "time")
        return time

    def _honest_time(self, observation, move):
        if hasattr(self.shadow, "think_ms"):
            return self.shadow.think_ms(observation, move)
        return int(self.shadow.act_views(observation.views)[0, 2])

    def _differs(self, observation, what):
        self.otherwise.append((observation.hand, int(observation.view.moves), what))

    def say(self, observation):
        line = self.agent.say(observation)
        if line is not None:
            # No honest agent here talks.
            self._differs(observation, "line")
        return line

    def hear(self, hand, player, text):
        self.agent.hear(hand, player, text)

    def dealt(self, hand, player, cards):
        self.told.append((hand, player, cards))
        self.agent.dealt(hand, player, cards)

    def sits_in(self, sitting):
        here = self.agent.sits_in(sitting)
        self.sittings.append((sitting, here))
        person = human_behind(self.shadow)
        if here != (person is None or person.sits_in(sitting)):
            self.otherwise.append((sitting.hand, 0, "away"))
        return here


@dataclass
class Event:
    """One event that was played."""

    cast: object
    spies: dict[str, Spy]
    policy: AgentPolicy
    director: Director

    def history(self):
        return self.cast.truth(self.director)


def short(name="sng-6max", *, bounty=False, stack=1500, **changes):
    """A structure whose events are soon over."""
    structure = replace(load_structure(name), start_stack=stack, **changes)
    if bounty:
        structure = replace(structure, bounty=Bounty(BountyKind.KNOCKOUT, 500))
    return structure


def honest_agents(structure, seed, partners=("a", "b"), style=None, entrants=None):
    """The honest agents of an event, partners first."""
    agents = {}
    for k, name in enumerate(partners):
        agents[name] = make_agent(style or STYLES[k % 3], 100 * seed + k)
    for k in range((entrants or structure.seats) - len(partners)):
        agents[f"honest {k}"] = make_agent(style or FIELD[k % 3], 100 * seed + 50 + k)
    return agents


def run_event(
    structure, agents, groups=(), *, seed=0, event=0, ledger=None, spied=True, shadows=None
):
    """Play an event; colluders are watched by spies."""
    made = cast(agents, groups, event=event, seed=seed, ledger=ledger)
    seated = dict(made.agents)
    again = shadows or {}
    spies = {n: Spy(a, again.get(n)) for n, a in made.colluders.items()} if spied else {}
    seated |= spies
    structure = replace(structure, entrants=len(agents))
    policy = AgentPolicy(seated)
    director = Director(
        structure, list(seated), policy, seed=seed, chronicle=Chronicle(structure, "77")
    )
    policy.watch(director)
    director.run()
    assert not any(tally.faults for tally in policy.tallies.values()), policy.tallies
    return Event(made, spies, policy, director)


def group(scheme, players=None, **dials):
    """A group of usual size for a scheme, on at all moments unless said otherwise."""
    if players is None:
        players = ("a", "b", "c") if scheme == "dump-relayed" else ("a", "b")
    if scheme != "seat-handover":
        dials.setdefault("trigger", "always")
    return Group("team", scheme, players, **dials)


def different_tables(one, other):
    """The tables in which two histories differ, the truth tables aside."""
    names = ("tournaments", "entries", "hands", "seats", "actions", "events", "chat")
    return [name for name in names if not one[name].equals(other[name])]
