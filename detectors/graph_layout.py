"""Places the player graph on the page: few enough nodes to read, always in the same places."""

from __future__ import annotations

from typing import Any

from railbird.detectors.findings import Outcome
from railbird.detectors.report_data import GraphEdge, GraphNode

_MOST_NODES = 150
_MOST_EDGES = 400
_SEED = 1
_TIERS = ("", "screen", "case", "sanction")


def edges_and_nodes(
    outcome: Outcome, graph: Any
) -> tuple[tuple[GraphNode, ...], tuple[GraphEdge, ...]]:
    """Return the pairs worth drawing and their players, laid out with a fixed seed.

    Drawn are the pairs with a finding, then the most suspicious, up to 400 edges and 150 players.
    """
    import networkx as nx

    edges = _chosen(outcome, graph)
    shown = nx.Graph()
    shown.add_nodes_from(sorted({name for e in edges for name in (e.player_a, e.player_b)}))
    for edge in edges:
        shown.add_edge(edge.player_a, edge.player_b, weight=1.0 + max(edge.score_bits + 10.0, 0.0))
    places = nx.spring_layout(shown, seed=_SEED, iterations=60, weight="weight") if shown else {}
    nodes = []
    for name in shown:
        mine = [e for e in edges if name in (e.player_a, e.player_b)]
        x, y = (max(-1.0, min(1.0, float(v))) for v in places[name])
        data = graph.nodes[name]
        rates = [(r, data[r]) for r in ("vpip", "pfr", "aggression") if data[r] >= 0]
        nodes.append(
            GraphNode(
                player=name,
                x=round(x, 4),
                y=round(y, 4),
                hands=data["hands"],
                strongest_bits=max(e.score_bits for e in mine),
                tier=max((e.tier for e in mine), key=_TIERS.index),
                rates=tuple(rates),
            )
        )
    return tuple(nodes), edges


def _chosen(outcome: Outcome, graph: Any) -> tuple[GraphEdge, ...]:
    names = [result.scheme.name for result in outcome.results]
    candidates = []
    for first, second, data in graph.edges(data=True):
        p_values = [data[f"{name}_p"] for name in names if f"{name}_p" in data]
        if p_values:
            bits = max(data[f"{name}_bits"] for name in names if f"{name}_bits" in data)
            first, second = sorted((first, second))
            candidates.append(
                GraphEdge(first, second, data["hands"], bits, min(p_values), data["tier"])
            )
    candidates.sort(key=lambda e: (-_TIERS.index(e.tier), e.p_value, e.player_a, e.player_b))
    chosen: list[GraphEdge] = []
    players: set[str] = set()
    for edge in candidates[: 4 * _MOST_EDGES]:
        both = players | {edge.player_a, edge.player_b}
        if len(both) <= _MOST_NODES and len(chosen) < _MOST_EDGES:
            players = both
            chosen.append(edge)
    return tuple(chosen)
