"""The player graph: who met whom, how often, and what was found between them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from railbird.detectors import spots_kernel
from railbird.detectors.error_control import tier_of
from railbird.detectors.findings import Outcome
from railbird.detectors.spots import Spots

# A graph with an edge for every two strangers who once shared a table shows nothing, so an edge
# needs a test or this many shared hands.
FEWEST_HANDS = 20
_TIER_ORDER = ("", "screen", "case", "sanction")


def player_graph(outcome: Outcome) -> Any:
    """Return a networkx graph: nodes are players, edges pairs with what each scheme found.

    Node: hands, vpip, pfr, aggression (rates, -1 where there was no occasion). Edge: hands,
    tournaments, tier, and for each scheme `<scheme>_bits`, `_p`, `_q` where it was tested.
    """
    import networkx as nx

    graph = nx.Graph()
    rates = player_rates(outcome.spots)
    met = outcome.exposure
    for index, name in enumerate(outcome.spots.players):
        graph.add_node(
            _xml_text(name),
            hands=int(met.hands_of_player[index]),
            **{rate: round(float(values[index]), 4) for rate, values in rates.items()},
        )
    names = [_xml_text(name) for name in outcome.spots.players]
    for row in np.flatnonzero(met.hands >= FEWEST_HANDS):
        first, second = divmod(int(met.code[row]), met.players)
        graph.add_edge(
            names[first],
            names[second],
            hands=int(met.hands[row]),
            tournaments=int(met.tournaments[row]),
            tier="",
        )
    for result in outcome.results:
        for pair in np.flatnonzero(result.tested):
            edge = graph.edges[names[result.tests.first[pair]], names[result.tests.second[pair]]]
            name = result.scheme.name
            edge[f"{name}_bits"] = round(result.score(int(pair), outcome.spots.players).bits, 4)
            edge[f"{name}_p"] = float(f"{result.tests.p_value[pair]:.6g}")
            edge[f"{name}_q"] = float(f"{result.q_value[pair]:.6g}")
            tier = tier_of(float(result.q_value[pair]), outcome.fdr)
            edge["tier"] = max(edge["tier"], tier, key=_TIER_ORDER.index)
    return graph


def player_rates(spots: Spots) -> dict[str, np.ndarray[Any, np.dtype[np.float64]]]:
    """Return each player's vpip, pfr and aggression frequency; -1 where there was no occasion.

    vpip and pfr are per hand with a decision before the flop; aggression is (bets + raises) /
    (bets + raises + calls + folds) after it.
    """
    kind, first = spots.integers("kind"), spots.integers("street") == 0
    players = len(spots.players)
    hand_player = spots.integers("hand") * max(players, 1) + spots.player

    def hands_with(chosen: np.ndarray[Any, Any]) -> np.ndarray[Any, np.dtype[np.float64]]:
        seen = np.unique(hand_player[chosen]) % max(players, 1)
        return np.bincount(seen, minlength=players).astype(np.float64)

    def rate(part: Any, whole: Any) -> np.ndarray[Any, np.dtype[np.float64]]:
        return np.where(whole > 0, part / np.maximum(whole, 1), -1.0)

    occasions = hands_with(first)
    strong = (~first) & (kind >= spots_kernel.BET)
    faced = (~first) & (kind != spots_kernel.CHECK)
    return {
        "vpip": rate(hands_with(first & (kind >= spots_kernel.CALL)), occasions),
        "pfr": rate(hands_with(first & (kind >= spots_kernel.BET)), occasions),
        "aggression": rate(
            np.bincount(spots.player[strong], minlength=players),
            np.bincount(spots.player[faced], minlength=players),
        ),
    }


def write_graph(graph: Any, folder: Path) -> None:
    """Write `graph.gexf` and `graph.graphml` to `folder`, the same bytes for the same graph."""
    import networkx as nx

    gexf = "\n".join(line for line in nx.generate_gexf(graph) if "<lastmodified" not in line)
    # networkx stamps the day of writing and its version into the file; results must not differ.
    gexf = _without_stamp(gexf)
    (folder / "graph.gexf").write_text(gexf + "\n", encoding="utf-8")
    text = "\n".join(nx.generate_graphml(graph, named_key_ids=True))
    (folder / "graph.graphml").write_text(text + "\n", encoding="utf-8")


def _without_stamp(gexf: str) -> str:
    start, end = gexf.find("<meta"), gexf.find("</meta>")
    if start < 0 or end < 0:
        return gexf
    return gexf[:start].rstrip() + gexf[end + len("</meta>") :]


def _xml_text(name: str) -> str:
    """Return a name that XML can hold: characters it forbids are written out."""
    return "".join(
        c if c >= " " and c not in "\ufffe\uffff" and not "\ud800" <= c <= "\udfff"
        else f"\\x{ord(c):02x}"
        for c in name
    )  # fmt: skip
