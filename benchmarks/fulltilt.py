"""Full Tilt hands a second, one process: the reader alone, and bytes to tables.

python benchmarks/fulltilt.py FILE…     (Full Tilt hand files)

Seconds are processor seconds, so that other work on the machine counts less; the figure is the
median of seven runs.
"""

from __future__ import annotations

import gc
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

from railbird.datasets.formats import fulltilt
from railbird.datasets.formats.decode import decode
from railbird.datasets.formats.reading import read_bytes
from railbird.datasets.formats.registry import FORMS
from railbird.datasets.formats.sink import Sink
from railbird.datasets.formats.split import split

_RUNS = 7
_HANDS = 2_000


def _median(run: Callable[[], None]) -> float:
    seconds = []
    gc.disable()  # as the pipeline does while it reads
    for _ in range(_RUNS):
        start = time.process_time()
        run()
        seconds.append(time.process_time() - start)
        gc.collect()
    return statistics.median(seconds)


def main() -> None:
    """Measure the files named on the command line and print two figures."""
    files = [Path(name).read_bytes() for name in sys.argv[1:]]
    blocks = [
        block
        for data in files
        for form, block, _ in split(decode(data), FORMS)
        if form is not None and form.name == "fulltilt"
    ]
    if not blocks:
        raise SystemExit("no Full Tilt hands in these files")
    rounds = max(1, _HANDS // len(blocks))

    def reader_alone() -> None:
        sink = Sink(keep_duplicates=True)
        for _ in range(rounds):
            for block in blocks:
                fulltilt.read_hand(block, "file", 1, 1, sink)

    def bytes_to_tables() -> None:
        sink = Sink(keep_duplicates=True)
        for _ in range(rounds):
            for data in files:
                read_bytes(data, "file", sink)
        sink.recorder.history()

    hands = rounds * len(blocks)
    print(f"{len(blocks)} hands, {rounds} times, processor seconds, median of {_RUNS} runs")
    for name, run in (("reader alone", reader_alone), ("bytes to tables", bytes_to_tables)):
        print(f"{name:16} {hands / _median(run):10,.0f} hands/s")


if __name__ == "__main__":
    main()
