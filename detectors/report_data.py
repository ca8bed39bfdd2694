"""What a scan hands to the page: plain values, ready to show, nothing left to compute.

All probabilities are in 0..1, evidence is in bits (log2), chips are in big blinds. Names, file
names and reasons come from strangers: whoever renders them escapes them.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bar:
    """One signal's share of a score: what was seen, what honest play gives, its weight in bits.

    `observed` and `expected` are in `unit` (for example "bets and raises" in so many spots, or
    "share of big pots won"). `spots` counts the decisions or pots behind the bar. `honest` is the
    innocent explanation to try first, `overturn` what would make the bar vanish.
    """

    signal: str
    bits: float
    observed: float
    expected: float
    unit: str
    spots: int
    honest: str
    overturn: str


@dataclass(frozen=True, slots=True)
class EvidenceHand:
    """One hand behind a finding; `bits` is its share of the signal, `source` "file:line"."""

    hand_id: str
    bits: float
    what: str
    source: str


@dataclass(frozen=True, slots=True)
class FindingView:
    """One finding: `score_bits` = `prior_bits` + the sum of the bars' bits (log2 odds)."""

    finding_id: str
    scheme: str
    players: tuple[str, ...]
    tier: str
    flagged: bool
    score_bits: float
    prior_bits: float
    bars: tuple[Bar, ...]
    p_value: float
    q_value: float
    hands: int
    tournaments: int
    evidence: tuple[EvidenceHand, ...]


@dataclass(frozen=True, slots=True)
class PairPoint:
    """One tested pair in one scheme, for the scatter: `effect` against `p_value`.

    `effect` is the shrunk pair effect in log-odds, signed so that more is more suspicious;
    `exposure` its information (1 / variance without honest pair variation).
    """

    player_a: str
    player_b: str
    scheme: str
    hands: int
    exposure: float
    effect: float
    p_value: float
    q_value: float
    score_bits: float
    tier: str


@dataclass(frozen=True, slots=True)
class Calibration:
    """The p-values of one scheme over all tested pairs, against what chance alone gives.

    `expected` and `observed` are -log10 quantiles of equal length (thinned to at most 200 points,
    the extreme ones all kept); `low` and `high` bound 95% of pure chance at each point. `tail` rows
    are (threshold, pairs below it, pairs expected below it).
    """

    scheme: str
    pairs: int
    expected: tuple[float, ...]
    observed: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    tail: tuple[tuple[float, int, float], ...]
    pair_sd: float
    ks_p_value: float


@dataclass(frozen=True, slots=True)
class GraphNode:
    """A player at (x, y) in -1..1; `rates` are (name, value) in the order to show."""

    player: str
    x: float
    y: float
    hands: int
    strongest_bits: float
    tier: str
    rates: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class GraphEdge:
    """Two players that shared hands; `tier` is the highest among the pair's schemes or ""."""

    player_a: str
    player_b: str
    hands: int
    score_bits: float
    p_value: float
    tier: str


@dataclass(frozen=True, slots=True)
class RejectedView:
    """A piece of input that was not understood."""

    file: str
    line: int
    reason: str


@dataclass(frozen=True, slots=True)
class SchemeView:
    """What a scheme looks for and the null its p-values are computed under, in sentences."""

    scheme: str
    title: str
    looks_for: str
    null: str
    pairs_tested: int


@dataclass(frozen=True, slots=True)
class ReportData:
    """Everything on the page. Lists are sorted as they should be shown.

    `totals` and `parameters` are (label, text) pairs; `tiers` (tier, count, meaning), all tiers
    also when empty. `rejected` holds the first 200 pieces, `rejected_count` counts all. `edges`
    and `nodes` are what the layout could place (the strongest and most shared pairs);
    `pairs_untested` are (reason, number of pairs). `score_limits` are (scheme, words, bits): the
    dashed thresholds of the scatter, as "case: q at most 1%"; none are drawn when it is empty.
    `expected_false` are (tier, number): of the findings of this tier at most so many are expected
    to be false.
    """

    title: str
    view: str
    totals: tuple[tuple[str, str], ...]
    parameters: tuple[tuple[str, str], ...]
    tiers: tuple[tuple[str, int, str], ...]
    schemes: tuple[SchemeView, ...]
    findings: tuple[FindingView, ...]
    pairs: tuple[PairPoint, ...]
    pairs_untested: tuple[tuple[str, int], ...]
    calibration: tuple[Calibration, ...]
    nodes: tuple[GraphNode, ...]
    edges: tuple[GraphEdge, ...]
    rejected: tuple[RejectedView, ...]
    rejected_count: int
    error_control: str
    limits: tuple[str, ...]
    score_limits: tuple[tuple[str, str, float], ...] = ()
    expected_false: tuple[tuple[str, float], ...] = ()
