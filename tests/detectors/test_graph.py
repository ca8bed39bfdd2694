"""The player graph reads back in networkx, with hostile names, the same bytes every time."""

from __future__ import annotations

from pathlib import Path

import networkx as nx
import pytest

from railbird.detectors.findings import Outcome, find
from railbird.detectors.graph import player_graph, player_rates, write_graph
from railbird.detectors.spots import read_spots
from tests.detectors.worlds import World, play

NAMES = ("=cmd|' /C calc'!A0", "<b>&\"';", "naïve ☃", "a\x0bb", "12345", "Ann", "Bo", "Cy")


@pytest.fixture(scope="module")
def outcome() -> Outcome:
    world = World(players=8, hands=150, seed=1, names=NAMES)
    return find(read_spots(play(world), "outsider"), 0.01)


def test_both_files_read_back_to_the_same_graph(outcome: Outcome, tmp_path: Path) -> None:
    graph = player_graph(outcome)
    write_graph(graph, tmp_path)
    for back in (
        nx.read_gexf(tmp_path / "graph.gexf"),
        nx.read_graphml(tmp_path / "graph.graphml"),
    ):
        assert set(back.nodes) == set(graph.nodes)
        assert {frozenset(e) for e in back.edges} == {frozenset(e) for e in graph.edges}
        for first, second, data in graph.edges(data=True):
            assert back.edges[first, second]["hands"] == data["hands"]


def test_control_characters_in_names_are_written_out(outcome: Outcome) -> None:
    assert "a\\x0bb" in player_graph(outcome)


def test_the_same_graph_gives_the_same_bytes(outcome: Outcome, tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        write_graph(player_graph(outcome), tmp_path / name)
    for file in ("graph.gexf", "graph.graphml"):
        one, two = (tmp_path / n / file for n in ("one", "two"))
        assert one.read_bytes() == two.read_bytes()
        assert b"lastmodified" not in one.read_bytes()


def test_hands_of_players_and_pairs_add_up(outcome: Outcome) -> None:
    graph = player_graph(outcome)
    assert sum(d["hands"] for _, d in graph.nodes(data=True)) == 150 * 6
    assert sum(d["hands"] for *_, d in graph.edges(data=True)) == 150 * 15


def test_rates_are_shares_and_pfr_never_exceeds_vpip(outcome: Outcome) -> None:
    rates = player_rates(outcome.spots)
    assert all(((r >= 0) & (r <= 1)).all() for r in rates.values())
    assert (rates["pfr"] <= rates["vpip"]).all()
