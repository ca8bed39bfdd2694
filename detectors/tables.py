"""The result files of a scan: findings, pairs, messages, rejected pieces, summary."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from railbird.datasets.formats import Rejected
from railbird.datasets.formats.safe_text import csv_cell
from railbird.detectors.contest import expit
from railbird.detectors.error_control import tier_of
from railbird.detectors.evidence import PRIOR_BITS
from railbird.detectors.findings import FEWEST_HANDS, Finding, Outcome, SchemeResult

FINDINGS = pa.schema(
    [
        ("finding_id", pa.string()),
        ("scheme", pa.string()),
        ("players", pa.string()),
        ("player_a", pa.string()),
        ("player_b", pa.string()),
        ("score_bits", pa.float64()),
        ("p_value", pa.float64()),
        ("q_value", pa.float64()),
        ("tier", pa.string()),
        ("flagged", pa.bool_()),
        ("hands", pa.int64()),
        ("tournaments", pa.int64()),
        ("view", pa.string()),
        ("evidence_hands", pa.string()),
    ]
)
PAIRS = pa.schema(
    [
        ("player_a", pa.string()),
        ("player_b", pa.string()),
        ("scheme", pa.string()),
        ("hands", pa.int64()),
        ("tournaments", pa.int64()),
        ("spots", pa.int64()),
        ("tested", pa.bool_()),
        ("why_not", pa.string()),
        ("observed", pa.float64()),
        ("expected", pa.float64()),
        ("information", pa.float64()),
        ("effect", pa.float64()),
        ("to_a_bb", pa.float64()),
        ("score_bits", pa.float64()),
        ("p_value", pa.float64()),
        ("q_value", pa.float64()),
        ("tier", pa.string()),
    ]
)
MESSAGES = (
    "tournament_id hand_id ordinal player rule kind score flagged text"
).split()  # fmt: skip
TOO_FEW_HANDS = f"fewer than {FEWEST_HANDS} shared hands"
TOO_FEW_SPOTS = "too few spots against each other for any outcome to tell"
NO_SPOTS = "no spot against each other"


def findings_table(outcome: Outcome) -> pa.Table:
    """Return the findings, most certain first, with the columns of the contract."""
    ids = outcome.spots.hand_ids
    return _table(FINDINGS, [_finding_row(f, outcome.spots.view, ids) for f in outcome.findings])


def _finding_row(finding: Finding, view: str, hand_ids: Sequence[str]) -> tuple[Any, ...]:
    first, second = finding.score.players
    return (
        finding.finding_id,
        finding.scheme.name,
        f"{first};{second}",
        first,
        second,
        _tidy(finding.score.bits),
        _tidy(finding.p_value),
        _tidy(finding.q_value),
        finding.tier,
        finding.flagged,
        finding.hands,
        finding.tournaments,
        view,
        ";".join(hand_ids[share.hand] for share in finding.evidence),
    )


def pairs_table(outcome: Outcome) -> pa.Table:
    """Return every pair that shared a hand, once a scheme, tested or not and why not."""
    return pa.concat_tables([_pairs_of(outcome, result) for result in outcome.results])


def _pairs_of(outcome: Outcome, result: SchemeResult) -> pa.Table:
    met, tests = outcome.exposure, result.tests
    count = len(met.code)
    names = np.asarray(outcome.spots.players, object)
    rows = tests.null.contest.take(tests.sums.rows)
    pair = np.repeat(np.arange(len(tests.sums)), np.diff(tests.sums.start))

    def spread(values: Any, empty: Any) -> Any:
        column = np.full(count, empty)
        column[result.row] = values
        return column

    def summed(values: Any) -> Any:
        return spread(np.bincount(pair, values, len(tests.sums)), 0.0)

    tested = spread(result.tested, False)
    spots = spread(np.diff(tests.sums.start), 0)
    why = np.where(spots == 0, NO_SPOTS, TOO_FEW_SPOTS)
    why = np.where(met.hands < FEWEST_HANDS, TOO_FEW_HANDS, why)
    q_value = spread(result.q_value, np.nan)
    tiers = [tier_of(q, outcome.fdr) if q == q else "" for q in q_value.tolist()]
    columns = {
        "player_a": names[met.code // met.players],
        "player_b": names[met.code % met.players],
        "scheme": [result.scheme.name] * count,
        "hands": met.hands,
        "tournaments": met.tournaments,
        "spots": spots,
        "tested": tested,
        "why_not": [None if t else str(w) for t, w in zip(tested, why, strict=True)],
        "observed": _tidied(summed(rows.weight * rows.outcome)),
        "expected": _tidied(summed(rows.weight * expit(tests.sums.log_odds))),
        "information": _tidied(spread(tests.sums.information, 0.0)),
        "effect": _tidied(spread(tests.effect, 0.0)),
        "to_a_bb": _tidied(summed(rows.amount_bb)),
        "score_bits": _tidied(PRIOR_BITS + spread(tests.bits.sum(axis=1), 0.0)),
        "p_value": _known(spread(tests.p_value, np.nan), tested),
        "q_value": _known(q_value, tested),
        "tier": tiers,
    }
    return pa.table(
        [pa.array(columns[f.name], type=f.type) for f in PAIRS], schema=PAIRS
    )  # fmt: skip


def _known(values: Any, tested: Any) -> list[float | None]:
    pairs = zip(values.tolist(), tested, strict=True)
    return [_tidy(value) if there else None for value, there in pairs]


def _tidied(values: Any) -> list[float]:
    return [_tidy(value) for value in values.tolist()]


def _tidy(value: float) -> float:
    """Return `value` to ten digits: more would only show how the machine adds."""
    return float(f"{value:.10g}")


def _table(schema: pa.Schema, rows: list[tuple[Any, ...]]) -> pa.Table:
    columns = zip(*rows, strict=True) if rows else [[] for _ in schema]
    arrays = [pa.array(list(c), type=f.type) for c, f in zip(columns, schema, strict=True)]
    return pa.Table.from_arrays(arrays, schema=schema)


def write_tables(outcome: Outcome, rejected: Sequence[Rejected], folder: Path) -> None:
    """Write findings, pairs, messages and rejected pieces to `folder`."""
    findings = findings_table(outcome)
    pq.write_table(findings, folder / "findings.parquet")
    pq.write_table(pairs_table(outcome), folder / "pairs.parquet")
    rows = [list(row.values()) for row in findings.to_pylist()]
    write_csv(folder / "findings.csv", findings.column_names, rows)
    write_csv(folder / "messages.csv", MESSAGES, [])
    pieces = sorted((piece.file, piece.line, piece.reason) for piece in rejected)
    write_csv(folder / "rejected.csv", ["file", "line", "reason"], pieces)


def write_csv(path: Path, header: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Write rows as CSV in which no text can act as a spreadsheet formula."""
    with path.open("w", encoding="utf-8", errors="backslashreplace", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        for row in rows:
            writer.writerow([_cell(value) for value in row])


def _cell(value: Any) -> Any:
    if isinstance(value, bool):
        return "true" if value else "false"
    return csv_cell(value) if isinstance(value, str) else value


def write_json(path: Path, content: Any) -> None:
    """Write `content` as JSON with sorted keys."""
    text = json.dumps(content, indent=2, sort_keys=True, ensure_ascii=False)
    path.write_text(text + "\n", encoding="utf-8", errors="backslashreplace")
