"""Times a scan, stage by stage: medians of several runs in one process.

Usage: python benchmarks/scan.py INPUT... [--runs 3] [--view outsider]
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from pathlib import Path

from railbird.datasets.formats import read
from railbird.detectors.findings import find
from railbird.detectors.scan import scan
from railbird.detectors.spots import read_spots


def main() -> None:
    """Print the median seconds of each stage and of the whole scan, and hands a second."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("inputs", nargs="+")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--view", default="outsider", choices=("outsider", "operator"))
    arguments = parser.parse_args()
    times: dict[str, list[float]] = {}
    hands = 0
    for run in range(arguments.runs + 1):
        stages = [time.perf_counter()]
        history = read(arguments.inputs).history
        stages.append(time.perf_counter())
        spots = read_spots(history, arguments.view)
        stages.append(time.perf_counter())
        find(spots, 0.01)
        stages.append(time.perf_counter())
        with tempfile.TemporaryDirectory() as folder:
            scan(arguments.inputs, Path(folder) / "out", view=arguments.view)
        stages.append(time.perf_counter())
        hands = history.hand_count
        # The first run compiles kernels and loads libraries; it is not counted.
        for name, start, end in zip(
            ("read", "decisions", "test pairs", "whole scan"), stages, stages[1:], strict=False
        ):
            times.setdefault(name, []).extend([end - start] if run else [])
    for name, seconds in times.items():
        median = statistics.median(seconds)
        print(f"{name:<12} {median:8.2f} s  {hands / median:10,.0f} hands/s")


if __name__ == "__main__":
    main()
