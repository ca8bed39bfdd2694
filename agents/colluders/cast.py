"""Who plays whom in an event: honest agents, and groups of partners among them.

agents = cast(honest, [Group("pair 1", "soft-play", ("ann", "bo"), intensity=0.5)])
policy = AgentPolicy(agents.agents)
...
history = agents.truth(director)
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from railbird.agents.base import Agent
from railbird.agents.colluders.base import Altered, Colluder
from railbird.agents.colluders.camouflage import Camouflage
from railbird.agents.colluders.crew import ROTATIONS, Crew, Ledger
from railbird.agents.colluders.moments import Trigger, trigger
from railbird.agents.colluders.schemes import scheme_of
from railbird.agents.colluders.spot import Scheme
from railbird.agents.colluders.truth import with_truth
from railbird.arena.history.schema import History
from railbird.arena.tournament.director import Director

MOST_MEMBERS = 8


@dataclass(frozen=True, slots=True)
class Group:
    """Partners and what they have agreed on; all of it data.

    `players`: two to eight, the favoured one first where a scheme has roles. `intensity`: the part
    of hands played by the scheme. `trigger` is a word or a `Trigger`; None the scheme's usual one.
    `rotation`: roles pass on "never", each "event" or each "hand". With `reciprocity` the favoured
    one is whom the others owe most by the ledger. `camouflage` says what they refrain from.
    """

    name: str
    scheme: str | Scheme
    players: tuple[str, ...]
    intensity: float = 1.0
    trigger: str | Trigger | None = None
    rotation: str = "never"
    reciprocity: bool = False
    camouflage: Camouflage | None = None

    def __post_init__(self) -> None:
        if not 2 <= len(set(self.players)) == len(self.players) <= MOST_MEMBERS:
            raise ValueError(f"group {self.name!r}: want 2 to {MOST_MEMBERS} different players")
        if not 0.0 <= self.intensity <= 1.0:
            raise ValueError(f"group {self.name!r}: intensity {self.intensity} is not in 0 to 1")
        if self.rotation not in ROTATIONS:
            known = ", ".join(ROTATIONS)
            raise ValueError(f"group {self.name!r}: no rotation {self.rotation!r}; try {known}")


@dataclass(frozen=True, slots=True)
class Cast:
    """The agents of one event by player, and the groups that have two members or more in it."""

    agents: dict[str, Agent]
    groups: tuple[Group, ...]
    colluders: Mapping[str, Colluder]

    def marks(self) -> list[Altered]:
        """Return all changed decisions so far, by hand and move."""
        found = [mark for colluder in self.colluders.values() for mark in colluder.altered]
        return sorted(found, key=lambda m: (m.hand, m.move, m.player, m.what))

    def labels(self) -> list[tuple[str, str, str, float, str]]:
        """Return (group, player, scheme, intensity, note) of each member in the event."""
        rows = []
        for group in self.groups:
            for name in group.players:
                if name in self.colluders:
                    scheme = self.colluders[name].scheme.name
                    rows.append((group.name, name, scheme, group.intensity, _note(group)))
        return rows

    def truth(self, director: Director) -> History:
        """Return the event's history with `labels` and `altered` filled.

        Marks of hands that were called off while they ran are left out.
        """
        history, chronicle = director.history(), director.chronicle
        assert chronicle is not None
        hands = history.frame("hands")
        played = set(hands[~hands.cancelled.astype(bool)].hand_id)
        ids = {mark.hand: chronicle.hand_id(mark.hand) for mark in self.marks()}
        marks = [mark for mark in self.marks() if ids[mark.hand] in played]
        return with_truth(history, marks, ids, self.labels())

    def settle(self, ledger: Ledger) -> None:
        """Enter the event's favours; do it after the event and before the next `cast`."""
        ledger.enter(self.marks())


def cast(
    agents: Mapping[str, Agent],
    groups: Sequence[Group],
    *,
    event: int = 0,
    seed: int = 0,
    ledger: Ledger | None = None,
) -> Cast:
    """Return the agents with the members of each group wrapped.

    `event` numbers the event for roles that rotate; what partners draw by lot depends on `seed`,
    `event` and the group's name. A member without a partner in `agents` plays honestly. Raises
    `ValueError` for a player in two groups, or reciprocity without a `ledger`.
    """
    _check(groups, ledger)
    out, colluders, present = dict(agents), {}, []
    for group in groups:
        here = [name for name in group.players if name in agents]
        if len(here) < 2:
            continue
        present.append(group)
        order = ledger.order(group.players) if group.reciprocity and ledger else group.players
        crew = Crew(tuple(order), _seed_of(group, event, seed), event, group.rotation)
        for name in here:
            colluders[name] = out[name] = _colluder(group, name, agents, crew)
    return Cast(out, tuple(present), colluders)


def _colluder(group: Group, name: str, agents: Mapping[str, Agent], crew: Crew) -> Colluder:
    scheme = scheme_of(group.scheme)
    owner = next(n for n in group.players if n in agents) if scheme.one_person else name
    return Colluder(
        agents[owner],
        scheme,
        tuple(n for n in crew.members if n != name),
        group.intensity,
        crew.seed,
        scheme.usual if group.trigger is None else trigger(group.trigger),
        group.camouflage,
        crew,
    )


def _check(groups: Sequence[Group], ledger: Ledger | None) -> None:
    owner: dict[str, str] = {}
    for group in groups:
        scheme_of(group.scheme)
        if group.reciprocity and ledger is None:
            raise ValueError(f"group {group.name!r}: reciprocity needs a ledger")
        for name in group.players:
            if name in owner:
                raise ValueError(f"{name!r} is in two groups: {owner[name]!r} and {group.name!r}")
            owner[name] = group.name


def _seed_of(group: Group, event: int, seed: int) -> int:
    digest = hashlib.blake2b(f"{seed}/{event}/{group.name}".encode(), digest_size=7).digest()
    return int.from_bytes(digest, "big")


def _note(group: Group) -> str:
    """Return a group's dials in words."""
    kind = group.scheme if isinstance(group.scheme, str) else type(group.scheme).__name__
    when = scheme_of(group.scheme).usual if group.trigger is None else trigger(group.trigger)
    words = [kind, f"when {when.when.value}", f"roles rotate {group.rotation}"]
    if group.reciprocity:
        words.append("favours repaid")
    if group.camouflage is not None:
        words.append("camouflaged")
    return ", ".join(words)
