"""From tests of pairs to findings, tables and the page's data."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from railbird.arena.history.schema import History
from railbird.datasets.formats import ReadResult, Rejected
from railbird.detectors import pair_test
from railbird.detectors.contest import Contest
from railbird.detectors.evidence import PRIOR_BITS, finding_id
from railbird.detectors.findings import FEWEST_HANDS, Outcome, find
from railbird.detectors.graph import player_graph
from railbird.detectors.pair_test import fit_null, score_pairs, with_volume
from railbird.detectors.report_build import report_data
from railbird.detectors.schemes import SCHEMES
from railbird.detectors.spots import read_spots
from railbird.detectors.tables import PAIRS, findings_table, pairs_table, write_tables
from railbird.detectors.volume import Volume
from tests.detectors.null_contests import null_contest, pots_contest
from tests.detectors.worlds import Plant, World, play

WORLD = World(players=9, hands=1500, seed=2, pair_sd=0.05, plants=(Plant((0, 1), "soft_play"),))


@pytest.fixture(scope="module")
def outcome() -> Outcome:
    return find(read_spots(play(WORLD), "outsider"), 0.2)


def three_soft(contest: Contest) -> Contest:
    """Add player 0 swallowing bets: at 1 alone, and in hands where 2 is in the pot as well."""
    alone, crowded = 60, 260
    units = np.arange(alone + crowded) + contest.unit.max() + 1
    extra = {
        "unit": np.concatenate([units, units[alone:]]),
        "hand": np.concatenate([units, units[alone:]]),
        "actor": np.zeros(alone + 2 * crowded, np.int64),
        "target": np.concatenate([np.full(alone + crowded, 1), np.full(crowded, 2)]),
        "share": np.concatenate([np.ones(alone), np.full(2 * crowded, 0.5)]),
        "kind": np.full(alone + 2 * crowded, 2),
        "signal": np.zeros(alone + 2 * crowded, np.int64),
        "outcome": np.zeros(alone + 2 * crowded),
        "base": np.full(alone + 2 * crowded, 0.8),
        "amount_bb": np.zeros(alone + 2 * crowded),
    }
    extra["weight"] = extra["share"] ** 2
    joined = {n: np.concatenate([getattr(contest, n), v]) for n, v in extra.items()}
    return replace(contest, **joined)


def test_a_colluder_s_other_pair_is_scored_without_the_partner_s_hands(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    contest = three_soft(null_contest(4, players=20, rows_each=60, pair_sd=0.0))
    null = fit_null(contest, False)
    final = score_pairs(null)
    monkeypatch.setattr(pair_test, "_RESCORE_BELOW", 0.0)
    raw = score_pairs(null)
    partner = final.sums.code.tolist().index(1)
    bystander = final.sums.code.tolist().index(2)
    assert raw.p_value[bystander] < 0.01
    assert final.p_value[bystander] > 0.05
    assert final.p_value[partner] == raw.p_value[partner] < 1e-6


def test_volume_sharpens_a_direction_but_accuses_nobody_alone() -> None:
    null = fit_null(pots_contest(1, players=12), True)
    tests = score_pairs(null)
    tests = replace(tests, p_value=np.full(len(tests.p_value), 1e-3))
    count = len(tests.p_value)

    def combined(volume_p: float, direction_p: float = 1e-3) -> float:
        given = replace(tests, p_value=np.full(count, direction_p))
        plenty, none = np.full(count, 9.0), np.zeros(count)
        volume = Volume(plenty, plenty, np.full(count, volume_p), none)
        return float(with_volume(given, volume, np.arange(count)).p_value[0])

    assert combined(1e-6) < 1e-3 / 100
    assert combined(1e-300) == combined(1e-9)
    assert combined(1e-300, direction_p=0.5) > 0.05
    assert 1e-3 < combined(1.0) < 2e-3


def test_good_s_combination_of_two_uniforms_is_uniform() -> None:
    rng = np.random.default_rng(1)
    first, second = rng.random(200_000), rng.random(200_000)
    product = first * np.sqrt(second)
    weight = pair_test.VOLUME_WEIGHT
    combined = (product - weight * product ** (1 / weight)) / (1 - weight)
    for level in (0.5, 0.05, 0.001):
        assert np.mean(combined <= level) == pytest.approx(level, rel=0.1)


def test_a_finding_s_id_depends_on_players_scheme_and_view_only() -> None:
    one = finding_id("soft_play", ("Ann", "Bo"), "outsider")
    assert one == finding_id("soft_play", ("Bo", "Ann"), "outsider")
    others = {
        finding_id("chip_flow", ("Ann", "Bo"), "outsider"),
        finding_id("soft_play", ("Ann", "Bo"), "operator"),
        finding_id("soft_play", ("Ann", "B", "o"), "outsider"),
    }
    assert len(others | {one}) == 4


def test_every_pair_that_met_is_listed_once_a_scheme_tested_or_with_a_reason(
    outcome: Outcome,
) -> None:
    table = pairs_table(outcome)
    assert table.schema == PAIRS
    rows = table.to_pylist()
    assert len({(r["player_a"], r["player_b"], r["scheme"]) for r in rows}) == len(rows)
    assert len(rows) == 36 * len(SCHEMES)
    for row in rows:
        assert row["player_a"] < row["player_b"]
        assert row["tested"] == (row["why_not"] is None) == (row["p_value"] is not None)
        if row["tested"]:
            assert row["hands"] >= FEWEST_HANDS
            assert 0 <= row["p_value"] <= row["q_value"] <= 1


def test_the_findings_table_says_what_the_findings_say(outcome: Outcome, tmp_path: Path) -> None:
    rows = findings_table(outcome).to_pylist()
    assert rows
    for row, finding in zip(rows, outcome.findings, strict=True):
        assert row["score_bits"] == pytest.approx(
            PRIOR_BITS + sum(e.bits for e in finding.score.evidence)
        )
        assert row["players"] == f"{row['player_a']};{row['player_b']}"
        assert row["flagged"] == (row["tier"] == "case") == (row["q_value"] <= 0.2)
        assert set(row["evidence_hands"].split(";")) <= set(outcome.spots.hand_ids)
    rejected = [
        Rejected("b.txt", 2, "later"),
        Rejected("=a.txt", 9, "x"),
        Rejected("b.txt", 1, "y"),
    ]
    write_tables(outcome, rejected, tmp_path)
    lines = (tmp_path / "rejected.csv").read_text().splitlines()
    assert lines == ["file,line,reason", "'=a.txt,9,x", "b.txt,1,y", "b.txt,2,later"]


def test_the_page_gets_bars_that_add_up_and_nodes_inside_the_frame(outcome: Outcome) -> None:
    result = ReadResult(History({}), [Rejected("f", 1, "r")], Counter(), 1)
    data = report_data(outcome, result, player_graph(outcome), ["cash/tables.zip"])
    assert [f.finding_id for f in data.findings] == [f.finding_id for f in outcome.findings]
    for finding in data.findings:
        total = finding.prior_bits + sum(bar.bits for bar in finding.bars)
        assert finding.score_bits == pytest.approx(total)
        assert all(bar.honest and bar.overturn for bar in finding.bars)
    assert all(abs(n.x) <= 1 and abs(n.y) <= 1 for n in data.nodes)
    assert {e.player_a for e in data.edges} <= {n.player for n in data.nodes}
    assert len(data.pairs) == sum(s.pairs_tested for s in data.schemes)
    for calibration in data.calibration:
        assert len(calibration.expected) == len(calibration.observed) == len(calibration.low)
    assert data.rejected_count == 1
    assert data.title == "tables.zip"  # no folder of the machine


def test_a_history_without_decisions_gives_an_empty_outcome() -> None:
    empty = find(read_spots(History({}), "operator"), 0.01)
    assert empty.findings == ()
    assert len(pairs_table(empty)) == 0
