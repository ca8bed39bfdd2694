"""The player graph as a static picture and as the data that its script moves.

Positions come with the data; here they are only scaled to the box. Pairs behind a finding are
drawn in the colour and dash of its scheme, all others as one faint path.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from railbird.detectors.report.svg import Scale, drawing, element
from railbird.detectors.report.text import general, shorten, visible
from railbird.detectors.report_data import FindingView, GraphEdge, GraphNode

WIDTH, HEIGHT = 1000.0, 640.0
_MARGIN = 46.0
_LABEL = 26  # characters of a name on the picture; the whole name is in its tooltip and panel
_LABEL_PIXELS = 6.6  # about one character of the label's type


@dataclass(frozen=True, slots=True)
class Link:
    """The finding behind a coloured pair: its place on the page and its scheme."""

    anchor: str
    colour: int
    scheme: str
    tier: str
    bits: float


@dataclass(frozen=True, slots=True)
class Graph:
    """The picture, and the JSON-ready data of the script that moves it."""

    picture: Markup
    nodes: list[list[object]]
    edges: list[list[object]]


def links(
    findings: Sequence[tuple[str, FindingView]],
    colours: Mapping[str, int],
    titles: Mapping[str, str],
) -> dict[frozenset[str], Link]:
    """Return the strongest finding behind every pair, from (anchor, finding)."""
    out: dict[frozenset[str], Link] = {}
    for anchor, finding in findings:
        link = Link(
            anchor,
            colours.get(finding.scheme, 0),
            visible(titles.get(finding.scheme, finding.scheme)),
            visible(finding.tier),
            finding.score_bits,
        )
        for index, one in enumerate(finding.players):
            for other in finding.players[index + 1 :]:
                pair = frozenset([one, other])
                if pair not in out or out[pair].bits < link.bits:
                    out[pair] = link
    return out


def graph(
    nodes: Sequence[GraphNode],
    edges: Sequence[GraphEdge],
    linked: Mapping[frozenset[str], Link],
) -> Graph:
    """Return the picture of the players and its data; edges to players not drawn are left out."""
    spots = _spots(nodes)
    number_of = {node.player: index for index, node in enumerate(nodes)}
    drawn = [edge for edge in edges if edge.player_a in spots and edge.player_b in spots]
    found = [linked.get(frozenset([edge.player_a, edge.player_b])) for edge in drawn]
    faint = "".join(
        _line(spots[edge.player_a], spots[edge.player_b])
        for edge, link in zip(drawn, found, strict=True)
        if link is None
    )
    lines = [
        _coloured_edge(index, edge, link, spots)
        for index, (edge, link) in enumerate(zip(drawn, found, strict=True))
        if link is not None
    ]
    inside = {
        player
        for edge, link in zip(drawn, found, strict=True)
        if link is not None
        for player in (edge.player_a, edge.player_b)
    }
    labelled = _labelled([node for node in nodes if node.player in inside], spots)
    picture = drawing(
        WIDTH,
        HEIGHT,
        f"{len(nodes)} players; {len(lines)} pairs with a finding among {len(drawn)} drawn",
        element("path", d=faint, class_="faint"),
        element("path", d="", class_="near"),
        *lines,
        *[
            _node(index, node, spots[node.player], node.player in inside, node.player in labelled)
            for index, node in sorted(enumerate(nodes), key=lambda one: one[1].player in inside)
        ],
        id="player-graph",
    )
    return Graph(
        picture,
        [_node_row(node, spots[node.player]) for node in nodes],
        [_edge_row(edge, number_of, link) for edge, link in zip(drawn, found, strict=True)],
    )


def _spots(nodes: Sequence[GraphNode]) -> dict[str, tuple[float, float]]:
    across = _spread([node.x for node in nodes])
    down = _spread([node.y for node in nodes])
    right, floor = WIDTH - 3 * _MARGIN, HEIGHT - _MARGIN
    return {
        node.player: (_MARGIN + x * (right - _MARGIN), _MARGIN + y * (floor - _MARGIN))
        for node, x, y in zip(nodes, across, down, strict=True)
    }


def _spread(values: Sequence[float]) -> list[float]:
    """Return places in 0..1, half by value and half by rank.

    By value alone one far group would press all others into a corner of the picture.
    """
    if not values:
        return []
    by_value = Scale(min(values), max(values), 0, 1)
    order = sorted(values)
    last = max(len(order) - 1, 1)
    return [(by_value(value) + bisect_left(order, value) / last) / 2 for value in values]


def _line(start: tuple[float, float], end: tuple[float, float]) -> str:
    return f"M{start[0]:.0f} {start[1]:.0f}L{end[0]:.0f} {end[1]:.0f}"


def _coloured_edge(
    index: int, edge: GraphEdge, link: Link, spots: Mapping[str, tuple[float, float]]
) -> Markup:
    title = (
        f"{visible(edge.player_a)} and {visible(edge.player_b)}: {link.scheme}, {link.tier}, "
        f"{general(link.bits)} bits"
    )
    return element(
        "path",
        element("title", title),
        d=_line(spots[edge.player_a], spots[edge.player_b]),
        class_=f"edge s{link.colour} tier-{word(link.tier)}",
        data_edge=index,
    )


def _labelled(nodes: Sequence[GraphNode], spots: Mapping[str, tuple[float, float]]) -> set[str]:
    """Return the players whose names fit without lying over another, strongest first."""
    dots = [spots[node.player] for node in nodes]
    taken = [(x - 6, y - 6, x + 6, y + 6) for x, y in dots]
    out = set()
    for node in sorted(nodes, key=lambda node: (-node.strongest_bits, node.player)):
        x, y = spots[node.player]
        wide = len(shorten(node.player, _LABEL)) * _LABEL_PIXELS
        box = (x + 6, y - 9, x + 16 + wide, y + 7)
        if all(box[0] >= b[2] or box[2] <= b[0] or box[1] >= b[3] or box[3] <= b[1] for b in taken):
            taken.append(box)
            out.add(node.player)
    return out


def _node(
    index: int, node: GraphNode, spot: tuple[float, float], inside: bool, labelled: bool
) -> Markup:
    return element(
        "g",
        element("title", f"{visible(node.player)}, {node.hands} hands"),
        element("circle", r=9.5, class_="ring") if inside else "",
        element("circle", r=6.5 if inside else 4),
        element(
            "text",
            shorten(node.player, _LABEL),
            x=11,
            y=4,
            display=None if labelled else "none",
        ),
        class_=f"node in tier-{word(node.tier)}" if inside else "node",
        transform=f"translate({spot[0]:.0f} {spot[1]:.0f})",
        data_node=index,
    )


def word(text: str) -> str:
    """Return a tier as part of a class name: letters only, since classes are split at blanks."""
    return "".join(char for char in text.lower() if char.isascii() and char.isalpha()) or "none"


def _node_row(node: GraphNode, spot: tuple[float, float]) -> list[object]:
    shown = visible(node.player)
    rates = ", ".join(f"{visible(name)} {general(value)}" for name, value in node.rates)
    raw = node.player if node.player != shown else ""
    return [shown, raw, round(spot[0], 1), round(spot[1], 1), node.hands, rates]


def _edge_row(edge: GraphEdge, number_of: Mapping[str, int], link: Link | None) -> list[object]:
    return [
        number_of[edge.player_a],
        number_of[edge.player_b],
        round(edge.score_bits, 2),
        edge.hands,
        link.tier if link else "",
        link.anchor if link else "",
        link.scheme if link else "",
    ]
