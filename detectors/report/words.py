"""The sentences at the head of the page, put together from the counts in the data."""

from __future__ import annotations

from railbird.detectors.report.text import count, number
from railbird.detectors.report_data import ReportData


def headline(data: ReportData) -> str:
    """Return what was found, in a few words."""
    if not any(scheme.pairs_tested for scheme in data.schemes):
        return "No pair of players could be tested"
    flagged = sum(finding.flagged for finding in data.findings)
    others = len(data.findings) - flagged
    if flagged:
        more = f", {count(others)} more worth a second look" if others else ""
        return f"{_many(flagged, 'finding')} to look at{more}"
    if others:
        return f"Nothing is flagged; {_many(others, 'pair')} worth a second look"
    return "No pair of players stands out"


def tested(data: ReportData) -> str:
    """Return how much was tested and how much of it was flagged."""
    if not data.schemes:
        return "Nothing could be tested."
    total = sum(scheme.pairs_tested for scheme in data.schemes)
    parts = ", ".join(f"{scheme.title}: {count(scheme.pairs_tested)}" for scheme in data.schemes)
    head = f"Of {_many(total, 'pair test')} ({parts})"
    if not data.findings:
        return f"{head} none reaches a tier."
    tiers = ", ".join(f"{count(many)} {tier}" for tier, many, _ in data.tiers)
    return f"{head} these reach a tier: {tiers}."


def expected_false(data: ReportData) -> dict[str, str]:
    """Return for each tier how many of its findings may be false."""
    return {
        tier: f"at most {number(most, 2)} of them expected to be false"
        for tier, most in data.expected_false
        if any(finding.tier == tier for finding in data.findings)
    }


def _many(value: int, noun: str) -> str:
    return f"{count(value)} {noun}" if value == 1 else f"{count(value)} {noun}s"
