"""Colluders: what is marked is exactly what the honest agent would have done otherwise."""

from __future__ import annotations

from dataclasses import replace

import pytest

from railbird.agents.colluders.base import Altered, Colluder, with_truth
from railbird.agents.colluders.schemes import GiveChips, SoftPlay, TakeChips
from railbird.agents.registry import make_agent
from railbird.agents.seats import AgentPolicy
from railbird.arena.hand.actions import Call, Fold, RaiseTo
from railbird.arena.tournament.chronicle import Chronicle
from railbird.arena.tournament.director import Director
from railbird.arena.tournament.structure_file import load_structure

HONEST = "loose-aggressive"


class Spy:
    """Remembers what an agent was shown and did, apart from its wrapper."""

    def __init__(self, agent):
        self.agent = agent
        self.rows = []

    def act(self, observation):
        move = self.agent.act(observation)
        self.rows.append((observation, move))
        return move


def field_of(first, second, seed, intensity=1.0):
    """A table of six, of whom a and b are partners; None leaves one honest."""
    agents = {f"honest {k}": make_agent(HONEST, 100 * seed + k) for k in range(4)}
    for k, (name, partner, scheme) in enumerate((("a", "b", first), ("b", "a", second))):
        agent = make_agent(HONEST, 100 * seed + 50 + k)
        if scheme is not None:
            agent = Colluder(agent, scheme, (partner,), intensity, seed)
        agents[name] = Spy(agent)
    return agents


def run_event(agents, seed, structure="sng-6max"):
    structure = replace(load_structure(structure), entrants=len(agents))
    policy = AgentPolicy(agents)
    chronicle = Chronicle(structure, "77")
    director = Director(structure, list(agents), policy, seed=seed, chronicle=chronicle)
    policy.watch(director)
    return director.run(), director


PAIRS = [(SoftPlay(True), SoftPlay(True)), (GiveChips(), TakeChips())]


@pytest.mark.parametrize("first, second", PAIRS, ids=["soft play", "chip dumping"])
@pytest.mark.parametrize("intensity", [1.0, 0.5])
def test_marked_is_exactly_what_the_honest_agent_would_do_otherwise(first, second, intensity):
    marked = 0
    for seed in range(4):
        agents = field_of(first, second, seed, intensity)
        run_event(agents, seed)
        for k, name in enumerate("ab"):
            again = make_agent(HONEST, 100 * seed + 50 + k)
            otherwise = {
                (seen.hand, int(seen.view.moves))
                for seen, move in agents[name].rows
                if again.act(seen) != move
            }
            marks = {(m.hand, m.move) for m in agents[name].agent.altered}
            assert marks == otherwise
            assert len(marks) == len(agents[name].agent.altered)
            marked += len(marks)
    assert marked > 5


def test_the_truth_tables_point_at_the_decisions_in_the_history():
    for seed in range(8):
        agents = field_of(*PAIRS[1], seed)
        _, director = run_event(agents, seed)
        marks = [*agents["a"].agent.altered, *agents["b"].agent.altered]
        if len(marks) > 3:
            break
    numbers = {mark.hand: director.chronicle.hand_id(mark.hand) for mark in marks}
    groups = [("pair 1", name, "chip_dumping", 1.0) for name in "ab"]
    history = with_truth(director.history(), marks, numbers, groups)
    altered = history.frame("altered")
    assert len(altered) == len(marks) > 3
    found = altered.merge(history.frame("actions"), on=["hand_id", "ordinal", "player"], how="left")
    kinds = {Fold: {"folds"}, Call: {"calls", "checks"}, RaiseTo: {"bets", "raises"}}
    did = {
        (name, director.chronicle.hand_id(seen.hand), int(seen.view.moves)): move
        for name in "ab"
        for seen, move in agents[name].rows
    }
    for mark, kind in zip(marks, found.kind, strict=True):
        move = did[mark.player, director.chronicle.hand_id(mark.hand), mark.move]
        assert kind in kinds[type(move)]
    assert sorted(history.frame("labels").player) == ["a", "b"]
    missing = Altered(marks[0].hand, 400, "a", "b", "chip_dumping")
    with pytest.raises(KeyError, match="has no decision 401"):
        with_truth(director.history(), [missing], numbers, groups)


def test_intensity_none_is_honest():
    spied = field_of(*PAIRS[0], 2, intensity=0.0)
    honest = field_of(None, None, 2)
    assert run_event(spied, 2)[0].places == run_event(honest, 2)[0].places
    assert not spied["a"].agent.altered


def moved(schemes, seeds):
    """Mean big blinds a hand that went from a to b by the hands both were in, over events."""
    total = 0.0
    for seed in range(seeds):
        agents = field_of(*schemes, seed)
        _, director = run_event(agents, seed)
        seats = (
            director.history()
            .frame("seats")
            .merge(director.history().frame("hands")[["hand_id", "big_blind"]], on="hand_id")
        )
        seats["gain"] = (seats.won + seats.returned - seats.contributed) / seats.big_blind
        gains = seats.pivot_table("gain", "hand_id", "player").dropna(subset=["a", "b"])
        both = gains[(gains.a < 0) & (gains.b > 0)]
        total += float(both.b.sum() - gains[(gains.a > 0) & (gains.b < 0)].a.sum())
    return total / seeds


def test_chips_go_from_the_giver_to_the_taker():
    assert moved(PAIRS[1], 12) > moved((None, None), 12) + 5
