"""Made-up `ReportData`: clean, small and large scans, and one whose every string is hostile."""

from __future__ import annotations

import dataclasses
import math

import numpy as np

from railbird.detectors.report_data import (
    Bar,
    Calibration,
    EvidenceHand,
    FindingView,
    GraphEdge,
    GraphNode,
    PairPoint,
    RejectedView,
    ReportData,
    SchemeView,
)

SCHEMES = (
    SchemeView(
        "soft_play",
        "soft play",
        "Two players who bet and raise less against each other than against anyone else.",
        "a player's aggression depends on himself and on his opponent's type; pairs vary honestly.",
        4950,
    ),
    SchemeView(
        "chip_flow",
        "chip dumping",
        "Chips, adjusted for all-in luck, that keep moving from one player to the other.",
        "all-in-adjusted results between two players have mean zero given both win rates.",
        4950,
    ),
)
_HONEST = {
    "soft_play": "Both play few hands, or know each other's style from long practice.",
    "chip_flow": "One is simply better heads-up, or the two met in a few large pots.",
}
_OVERTURN = {
    "soft_play": "Value bets against each other in the next 40 spots at the population's rate.",
    "chip_flow": "The same flow towards other strong players, or the flow turning round.",
}
_UNITS = {
    "soft_play": ("missed value bets", "bets with a strong hand, not bet into"),
    "chip_flow": ("chips given away", "big blinds lost (all-in adjusted)"),
}
_NAMES = (
    "river_otter Kestrel77 MattyB nine2offsuit Żółw Ångström TiltedTina AA-ron grinder.ru 日本の鮫 "
    "Sombra do_not_call 0xDEAD peñalosa Lady Luck II xX_Fold_Xx Bluffington 4bet4ever hank"
).split(" ")


def name(index: int) -> str:
    """Return a player's name; different for every index."""
    base = _NAMES[index % len(_NAMES)]
    return base if index < len(_NAMES) else f"{base}{index}"


def _finding(rng: np.random.Generator, rank: int, pair: tuple[str, str], tier: str) -> FindingView:
    scheme = SCHEMES[rank % 2].scheme
    strength = {"sanction": 34.0, "case": 22.0, "screen": 14.0, "": 8.0}[tier]
    bars = []
    for index in range(1 + rank % 3):
        bits = strength * (0.7, 0.45, -0.12)[index] * (0.85 + 0.3 * rng.random())
        signal, unit = _UNITS[scheme if index == 0 else SCHEMES[(rank + index) % 2].scheme]
        spots = int(rng.integers(20, 180))
        bars.append(
            Bar(
                signal,
                float(bits),
                float(round(spots * 0.15)),
                spots * 0.757,
                unit,
                spots,
                _HONEST[scheme],
                _OVERTURN[scheme],
            )
        )
    score = -9.0 + sum(bar.bits for bar in bars)
    hands = tuple(
        EvidenceHand(
            f"{178_000_000_000 + int(rng.integers(10**9))}",
            float(3.5 - 0.2 * index),
            "checked back the nut flush on the river, 42 bb in the pot",
            f"session-{index % 3}.txt:{120 * index + 7}",
        )
        for index in range(12)
    )
    return FindingView(
        finding_id=f"{scheme}-{rank:04d}",
        scheme=scheme,
        players=pair,
        tier=tier,
        flagged=tier in ("sanction", "case"),
        score_bits=score,
        prior_bits=-9.0,
        bars=tuple(bars),
        p_value=float(2.0 ** -(score + 9.0)),
        q_value=float(min(1.0, 2.0 ** -(score + 9.0) * 4950 / (rank + 1))),
        hands=int(rng.integers(40, 900)),
        tournaments=int(rng.integers(1, 40)),
        evidence=hands,
    )


def _calibration(rng: np.random.Generator, scheme: str, pairs: int, flagged: int) -> Calibration:
    ranks = np.unique(np.geomspace(1, pairs, 200).astype(int))
    expected = -np.log10((ranks - 0.5) / pairs)
    p_values = np.sort(rng.random(pairs))
    p_values[:flagged] = np.sort(10.0 ** -rng.uniform(6, 14, flagged))
    observed = -np.log10(p_values[ranks - 1])
    spread = 1.96 / np.sqrt(ranks) / math.log(10)
    return Calibration(
        scheme,
        pairs,
        tuple(map(float, expected)),
        tuple(map(float, observed)),
        tuple(map(float, np.maximum(0, expected - spread))),
        tuple(map(float, expected + spread * 1.6)),
        tuple((10.0**-k, int((p_values < 10.0**-k).sum()), pairs * 10.0**-k) for k in (1, 2, 3, 4)),
        0.143,
        0.41,
    )


def fake(findings: int, players: int, seed: int = 7) -> ReportData:
    """Return a scan with so many findings among so many players; the same for the same seed."""
    rng = np.random.default_rng(seed)
    names = [name(index) for index in range(players)]
    pairs = [(names[i], names[j]) for i in range(min(players, 120)) for j in range(i)]
    order = rng.permutation(len(pairs))
    chosen = [pairs[int(index)] for index in order[:findings]]
    tiers = [
        "sanction" if rank < findings / 8 else "case" if rank < findings / 2 else "screen"
        for rank in range(findings)
    ]
    found = [
        _finding(rng, rank, pair, tier)
        for rank, (pair, tier) in enumerate(zip(chosen, tiers, strict=True))
    ]
    found.sort(key=lambda finding: -finding.score_bits)
    points = [
        PairPoint(
            a,
            b,
            scheme.scheme,
            int(10 ** rng.uniform(1, 3)),
            4.0,
            0.1,
            float(p := rng.random()),
            1.0,
            float(-9 - math.log2(p) * 0.6 + rng.normal()),
            "",
        )
        for a, b in pairs[:1500]
        for scheme in SCHEMES
        if (scheme.scheme, (a, b)) not in {(f.scheme, f.players) for f in found}
    ]
    points.sort(key=lambda point: point.p_value)
    strong = [
        PairPoint(
            *finding.players,
            finding.scheme,
            finding.hands,
            40.0,
            1.2,
            finding.p_value,
            finding.q_value,
            finding.score_bits,
            finding.tier,
        )
        for finding in found
    ]
    spots = rng.normal(size=(players, 2))
    spots /= np.abs(spots).max() if players else 1.0
    strongest: dict[str, tuple[float, str]] = {}
    for finding in found:
        for player in finding.players:
            strongest.setdefault(player, (finding.score_bits, finding.tier))
    nodes = tuple(
        GraphNode(
            one,
            float(spots[index, 0]),
            float(spots[index, 1]),
            int(rng.integers(50, 4000)),
            *strongest.get(one, (-9.0, "")),
            (("VPIP", 0.24), ("PFR", 0.17)),
        )
        for index, one in enumerate(names)
    )
    edges = [
        GraphEdge(
            *finding.players, finding.hands, finding.score_bits, finding.p_value, finding.tier
        )
        for finding in found
    ]
    taken = {frozenset(finding.players) for finding in found}
    while names and len(edges) < min(players * 5, players * (players - 1) // 2):
        i, j = sorted(int(index) for index in rng.choice(players, 2, replace=False))
        if frozenset((names[i], names[j])) not in taken:
            taken.add(frozenset((names[i], names[j])))
            edges.append(
                GraphEdge(
                    names[i], names[j], int(rng.integers(5, 300)), float(rng.normal(-9, 2)), 0.4, ""
                )
            )
    return ReportData(
        title="night-shift.zip",
        view="outsider",
        totals=(
            ("files", "212"),
            ("hands read", "16,118"),
            ("duplicates", "37"),
            ("hands without result", "4"),
            ("players", str(players)),
            ("chat lines", "1,204"),
        ),
        parameters=(
            ("railbird", "0.1.0"),
            ("false discovery rate", "0.01"),
            ("input", "night-shift.zip"),
        ),
        tiers=(
            ("sanction", tiers.count("sanction"), "z of 4.75 or more, or two independent channels"),
            ("case", tiers.count("case"), "q at most 1%"),
            ("screen", tiers.count("screen"), "worth a look; aim: 4 of 5 true"),
        ),
        schemes=SCHEMES,
        findings=tuple(found),
        pairs=tuple(strong + points),
        pairs_untested=(("fewer than 8 shared spots", 1312),),
        calibration=tuple(
            _calibration(rng, scheme.scheme, 4950, (findings + 1 - index) // 2)
            for index, scheme in enumerate(SCHEMES)
        ),
        nodes=nodes,
        edges=tuple(edges),
        rejected=tuple(
            RejectedView(f"session-{index}.txt", 40 * index + 3, "no seat lines before the blinds")
            for index in range(9)
        ),
        rejected_count=9,
        error_control=(
            "q-values by Benjamini and Yekutieli over all tests of all schemes together. Null: "
            "honest pairs that adapt to an opponent's type and differ from each other."
        ),
        limits=(
            "Shown cards only: what a player mucked is unknown, which hides most soft play.",
            "Pairs with fewer than 75 shared hands are rarely found: absence here proves little.",
        ),
        expected_false=(("case", tiers.count("case") * 0.01),),
        score_limits=tuple(
            (scheme.scheme, words, bits)
            for scheme in SCHEMES
            for words, bits in (("screen", 0.0), ("case: q at most 1%", 6.5))
        ),
    )


PAYLOADS = (
    "</script><script>window.hacked=1</script>",
    "<!--<script>",
    "<img src=x onerror=window.hacked=1>",
    '"><svg onload=window.hacked=1>',
    "'-alert(1)-'",
    "{{ 7*7 }}{% raw %}",
    "${window.hacked=1}`",
    "\\u003cscript\\u003ewindow.hacked=1",
    "javascript:window.hacked=1",
    "user\u202egnp.exe",
    "zero\u200bwidth",
    "zero\ufeffwidth",
    "zerowidth",
    "nul\x00bell\x07esc\x1b[31m",
    "line\u2028sep\r\nnext",
    "lone\ud800surrogate",
    "W" * 200,
    "]]>&amp;&lt;",
    " edge  blanks ",
    "e" + "\u0301" * 40,
    "\u3164",
    "=HYPERLINK(1)",
    "__proto__",
    "constructor",
)


def hostile() -> ReportData:
    """Return a scan in which every string from outside is an attack, in every place there is."""
    calm = fake(12, len(PAYLOADS))
    swap = {name(index): payload for index, payload in enumerate(PAYLOADS)}
    return _swapped(calm, swap)


def _swapped(value: object, swap: dict[str, str]) -> ReportData:
    """Replace the names, then every other free text by a payload, keeping tiers and schemes."""
    turn = iter(range(10**9))

    def walk(item: object, field: str) -> object:
        if dataclasses.is_dataclass(item) and not isinstance(item, type):
            changed = {
                f.name: walk(getattr(item, f.name), f.name) for f in dataclasses.fields(item)
            }
            return dataclasses.replace(item, **changed)
        if isinstance(item, tuple):
            return tuple(walk(one, field) for one in item)
        if not isinstance(item, str) or field in ("scheme", "tier", "tiers"):
            return item
        return swap.get(item) or PAYLOADS[next(turn) % len(PAYLOADS)]

    return walk(value, "")  # type: ignore[return-value]
