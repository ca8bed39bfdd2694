"""The page a fair-play analyst reads: one self-contained HTML file, drawn from `ReportData`."""

from __future__ import annotations

from railbird.detectors.report.page import render

__all__ = ["render"]
