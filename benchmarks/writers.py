"""Hands a second written in each format, read back and compared as `railbird convert` does.

python benchmarks/writers.py FILE...    (any histories; some thousand hands are enough)
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path

from railbird.datasets.formats import read
from railbird.datasets.formats.write import FORMATS, write


def main() -> None:
    """Print the medians of five runs, processor time, and how each compares with reading."""
    inputs = sys.argv[1:]
    reading, history = [], read(inputs).history
    for _ in range(5):
        start = time.process_time()
        history = read(inputs).history
        reading.append(time.process_time() - start)
    read_seconds = statistics.median(reading)
    print(f"{history.hand_count:,} hands")
    print(f"read        {history.hand_count / read_seconds:9,.0f} hands/s")
    for fmt in FORMATS:
        times, hands = [], 0
        for _ in range(5):
            with tempfile.TemporaryDirectory() as folder:
                start = time.process_time()
                hands = write(history, Path(folder) / "out", fmt).hands
                times.append(time.process_time() - start)
        seconds = statistics.median(times)
        ratio = read_seconds / seconds
        print(f"{fmt:<11} {hands / seconds:9,.0f} hands/s   {ratio:5.2f} of the speed of reading")


if __name__ == "__main__":
    main()
