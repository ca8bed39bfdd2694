"""The report as text: complete, escaped everywhere, stable, and allowed to load nothing."""

from __future__ import annotations

import base64
import dataclasses
import hashlib
import json
import re
import subprocess
import sys
import unicodedata
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird.detectors.report import render
from railbird.detectors.report.text import chance, general, number, percent, shorten, visible
from railbird.detectors.report_data import GraphEdge, GraphNode
from tests.detectors.report_fakes import PAYLOADS, fake, hostile


class Page(HTMLParser):
    """The page as a parser sees it: elements with attributes, text by element, raw blocks."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.blocks: list[tuple[str, str]] = []
        self.texts: list[str] = []
        self.comments: list[str] = []
        self._raw = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self._raw = tag if tag in ("script", "style") else ""
        if self._raw:
            self.blocks.append((tag, ""))

    def handle_endtag(self, tag: str) -> None:
        self._raw = ""

    def handle_data(self, data: str) -> None:
        if self._raw:
            self.blocks[-1] = (self._raw, self.blocks[-1][1] + data)
        else:
            self.texts.append(data)

    def handle_comment(self, data: str) -> None:
        self.comments.append(data)

    @property
    def text(self) -> str:
        return re.sub(r"\s+", " ", "".join(self.texts))

    def data(self) -> dict[str, list[list[object]]]:
        return json.loads(next(text for tag, text in self.blocks if text.startswith("{")))


def shown_everywhere(page: Page) -> str:
    values = [value for _, attrs in page.elements for value in attrs.values() if value]
    return "".join(page.texts) + "\n".join(values)


def test_every_string_of_a_hostile_scan_is_shown_and_none_becomes_markup() -> None:
    page = Page(render(hostile()))
    calm = Page(render(fake(12, len(PAYLOADS))))
    everything = shown_everywhere(page)
    for payload in PAYLOADS:
        assert visible(payload) in everything, payload
    assert [tag for tag, _ in page.elements if tag in ("script", "style", "img", "meta")] == [
        tag for tag, _ in calm.elements if tag in ("script", "style", "img", "meta")
    ]
    assert not page.comments
    for tag, attrs in page.elements:
        assert not [name for name in attrs if name.startswith("on") or name == "style"], tag
        assert re.match(r"#|rejected\.csv$|data:,$", attrs.get("href") or "#"), attrs


def test_no_character_that_hides_or_reorders_reaches_the_page() -> None:
    html = render(hostile())
    bad = {c for c in html if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp")} - {"\n"}
    assert not bad
    html.encode("utf-8")


def test_the_embedded_data_cannot_break_out_and_keeps_the_raw_names() -> None:
    page = Page(render(hostile()))
    data = page.data()
    raw = {node[1] or node[0] for node in data["nodes"]}
    assert raw == set(PAYLOADS)
    block = next(text for _, text in page.blocks if text.startswith("{"))
    assert block.isascii()
    assert not set("<>&") & set(block)


@given(st.text(st.characters(), max_size=60))
def test_visible_text_can_be_read_back_so_different_names_look_different(name: str) -> None:
    shown = visible(name)
    assert re.sub("⟨U\\+([0-9A-F]+)⟩", lambda hit: chr(int(hit[1], 16)), shown) == name
    assert not [c for c in shown if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp")]


@given(st.text(st.characters(), max_size=300), st.integers(12, 60))
def test_a_shortened_name_fits_and_never_cuts_a_code_point(name: str, width: int) -> None:
    shown = shorten(name, width)
    assert len(shown) <= width
    assert len(re.findall("⟨U\\+[0-9A-F]{4,6}⟩", shown)) == shown.count("⟨")


def test_look_alike_names_are_told_apart_on_the_page() -> None:
    shown = [visible(one) for one in ("zerowidth", "zero\u200bwidth", "zero\ufeffwidth")]
    assert shown == ["zerowidth", "zero⟨U+200B⟩width", "zero⟨U+FEFF⟩width"]


@pytest.mark.parametrize("findings", [0, 3])
def test_the_policy_names_exactly_the_scripts_and_the_style_of_the_page(findings: int) -> None:
    page = Page(render(fake(findings, 20)))
    policy = next(a["content"] for t, a in page.elements if "content-security" in str(a).lower())
    rules = dict(part.split(" ", 1) for part in str(policy).split("; "))
    hashes = {
        tag: [
            "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"
            for kind, text in page.blocks
            if kind == tag and not text.startswith("{")
        ]
        for tag in ("script", "style")
    }
    assert rules["script-src"].split() == hashes["script"]
    assert rules["style-src"].split() == hashes["style"]
    assert rules["default-src"] == "'none'"
    assert "unsafe" not in str(policy)


def test_the_page_names_no_address_and_no_outside_file() -> None:
    html = render(fake(3, 60))
    assert not re.search(r"https?:|//[a-z]|@import|url\(", re.sub(r"(?m)^\s*//.*$", "", html))


def test_a_finding_shows_all_its_numbers_hands_and_reasons() -> None:
    data = fake(3, 60)
    text = Page(render(data)).text
    assert "2 findings to look at, 1 more worth a second look" in text
    assert "Of 9,900 pair tests (soft play: 4,950, chip dumping: 4,950)" in text
    assert "these reach a tier: 1 sanction, 1 case, 1 screen." in text
    assert "at most 0.01 of them expected to be false" in text
    assert data.error_control in text
    assert "A flag is a reason to look, not a verdict." in text
    for finding in data.findings:
        for words in (*finding.players, finding.finding_id, chance(finding.p_value)):
            assert words in text
        for bar in finding.bars:
            assert bar.signal in text
            assert bar.honest in text
            assert bar.overturn in text
            assert f"{general(bar.observed)} {bar.unit}" in text
            assert f"{general(bar.expected)} {bar.unit}" in text
        for hand in finding.evidence:
            assert hand.hand_id in text
            assert hand.source in text


def test_findings_keep_the_order_of_the_scan() -> None:
    data = fake(12, 60)
    text = Page(render(data)).text
    places = [text.index(finding.finding_id) for finding in data.findings]
    assert places == sorted(places)


def test_a_clean_scan_says_so_calmly_and_names_the_nearest_pairs_as_no_findings() -> None:
    data = fake(0, 60)
    text = Page(render(data)).text
    assert "No pair of players stands out" in text
    assert "Nothing is flagged." in text
    assert "That is not proof that nobody colludes" in text
    assert "Nearest pairs (not findings)" in text
    near = text[text.index("Nearest pairs") : text.index("A dot is a player")]
    for pair in data.pairs[:10]:
        assert pair.player_a in near
        assert pair.player_b in near


def test_a_pair_with_a_finding_is_never_listed_among_the_nearest_that_are_not() -> None:
    data = fake(3, 60)
    text = Page(render(data)).text
    near = text[text.index("Nearest pairs that are") : text.index("A dot is a player")]
    for finding in data.findings:
        assert "".join(finding.players) not in near.replace(" and ", "")


def test_screens_alone_are_shown_as_screens_and_never_called_flagged() -> None:
    data = fake(12, 60)
    screens = tuple(finding for finding in data.findings if finding.tier == "screen")
    text = Page(render(dataclasses.replace(data, findings=screens))).text
    assert "Nothing is flagged; 6 pairs worth a second look" in text
    assert "the error rate of a case does not hold for them" in text
    assert all(finding.finding_id in text for finding in screens)


def test_the_nearest_pairs_are_the_smallest_q_of_all_schemes() -> None:
    data = fake(0, 60)
    near = data.pairs[-1]
    best = dataclasses.replace(near, q_value=0.21, player_a="closest of all")
    text = Page(render(dataclasses.replace(data, pairs=(*data.pairs, best)))).text
    assert "closest of all and" in text[text.index("Nearest pairs") :][:600]
    assert "could be 21.0% false" in text


def test_an_empty_scan_still_gives_a_page() -> None:
    empty = dataclasses.replace(
        fake(0, 0), pairs=(), calibration=(), schemes=(), rejected=(), rejected_count=0
    )
    text = Page(render(empty)).text
    assert "No pair of players could be tested" in text
    assert "No two players shared enough hands to draw." in text
    assert "rejected.csv" not in text


def test_every_piece_not_understood_is_counted_and_linked() -> None:
    data = dataclasses.replace(fake(0, 20), rejected_count=4321)
    page = Page(render(data))
    assert "4,321, listed in rejected.csv" in page.text
    assert "The first 9 pieces not understood" in page.text
    assert ("a", {"href": "rejected.csv"}) in page.elements


def test_the_static_graph_draws_every_player_and_colours_flagged_pairs_by_scheme() -> None:
    data = fake(6, 40)
    page = Page(render(data))
    drawn = [attrs for tag, attrs in page.elements if "data-node" in attrs]
    assert len(drawn) == 40
    coloured = [attrs["class"] for tag, attrs in page.elements if "data-edge" in attrs]
    assert {str(kind).split()[1] for kind in coloured} == {"s0", "s1"}
    assert len(coloured) == 6


def test_a_ring_colours_each_pair_of_its_members() -> None:
    data = fake(1, 12)
    members = tuple(node.player for node in data.nodes[:3])
    ring = dataclasses.replace(data.findings[0], players=members)
    edges = tuple(
        GraphEdge(members[i], members[j], 80, 3.0, 1e-4, "case")
        for i, j in ((0, 1), (0, 2), (1, 2))
    )
    page = Page(render(dataclasses.replace(data, findings=(ring,), edges=edges)))
    assert len([1 for _, attrs in page.elements if "data-edge" in attrs]) == 3


def test_one_far_player_does_not_press_the_others_into_a_corner() -> None:
    data = fake(0, 50)
    near = [dataclasses.replace(node, x=0.1 * node.x, y=0.1 * node.y) for node in data.nodes[1:]]
    far = dataclasses.replace(data.nodes[0], x=1.0, y=-1.0)
    page = Page(render(dataclasses.replace(data, nodes=(far, *near))))
    rows = [row for row in page.data()["nodes"] if row[0] != far.player]
    for axis, size in ((2, 1000), (3, 640)):
        places = [float(str(row[axis])) for row in rows]
        assert max(places) - min(places) > 0.4 * size
        kept = sorted(range(49), key=lambda index: places[index])
        assert kept == sorted(range(49), key=lambda i: (near[i].x, near[i].y)[axis - 2])


def test_edges_to_players_that_were_not_placed_are_left_out() -> None:
    data = fake(0, 5)
    nodes: tuple[GraphNode, ...] = data.nodes[:2]
    page = Page(render(dataclasses.replace(data, nodes=nodes)))
    assert all(set(edge[:2]) <= {0, 1} for edge in page.data()["edges"])


def test_the_same_data_gives_the_same_bytes_whatever_the_hash_seed() -> None:
    code = (
        "import hashlib; from tests.detectors.report_fakes import fake, hostile;"
        "from railbird.detectors.report import render;"
        "print([hashlib.sha256(render(d).encode()).hexdigest() for d in (fake(9, 80), hostile())])"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(pytest_root())},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1


def pytest_root() -> str:
    return __file__.removesuffix("/tests/detectors/test_report.py")


def test_a_scan_of_five_hundred_players_stays_a_small_page() -> None:
    assert len(render(fake(40, 500)).encode()) < 1_500_000


def _colours(css: str) -> dict[str, tuple[float, ...]]:
    pairs = re.findall(r"--([\w-]+): (#[0-9a-f]{6});", css)
    return {name: tuple(int(hexa[i : i + 2], 16) / 255 for i in (1, 3, 5)) for name, hexa in pairs}


def _contrast(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    """WCAG 2.2: relative luminance and contrast ratio."""

    def luminance(colour: tuple[float, ...]) -> float:
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted([luminance(one), luminance(other)])
    return (high + 0.05) / (low + 0.05)


def test_text_and_marks_have_the_contrast_of_wcag_in_light_and_dark() -> None:
    style = next(text for tag, text in Page(render(fake(1, 10))).blocks if tag == "style")
    light, dark = (_colours(part) for part in style.split("prefers-color-scheme", 1))
    assert light.keys() == dark.keys()
    for colours in (light, dark):
        for ground in (colours["paper"], colours["panel"]):
            for text in ("ink", "soft", "link"):
                assert _contrast(colours[text], ground) >= 4.5, text
            for mark in (*(f"c{i}" for i in range(8)), "more", "less", "focus", "screen"):
                assert _contrast(colours[mark], ground) >= 3, mark
        assert _contrast(colours["mark-ink"], colours["mark"]) >= 4.5
        for tier in ("sanction", "case"):
            assert _contrast(colours["badge-ink"], colours[tier]) >= 4.5, tier


@pytest.mark.parametrize(
    ("shown", "words"),
    [
        (chance(0.05), "0.05"),
        (chance(1.0), "1"),
        (chance(1.23e-7), "1.2×10⁻⁷"),
        (chance(1e-4), "1×10⁻⁴"),
        (chance(0.0), "<10⁻³⁰⁰"),
        (chance(float("nan")), "–"),
        (number(-0.04, 1), "0.0"),
        (number(-3.25, 1), "−3.2"),
        (number(float("inf")), "∞"),
        (general(1234.5), "1,234"),
        (general(12.34), "12.3"),
        (general(9.0), "9"),
        (general(-0.0123), "−0.012"),
        (percent(0.757), "75.7%"),
        (percent(0.0024), "0.24%"),
        (percent(1.0), "100%"),
    ],
)
def test_numbers_are_written_for_people(shown: str, words: str) -> None:
    assert shown == words
