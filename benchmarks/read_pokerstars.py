"""Hands a second of the PokerStars reader, beside pokerkit's parser on a sample of the same text.

    python benchmarks/read_pokerstars.py FILE_OR_FOLDER… [--repeats 5] [--sample 400]

Ours: files to Arrow tables, unpacking and decoding included, one process. pokerkit: the first
`--sample` hands as one text in memory to its hand objects. Both in the same run, medians; seconds
are processor seconds, so that other work on the machine counts less.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import statistics
import time
import warnings
from collections.abc import Callable

from pokerkit import PokerStarsParser

from railbird.datasets.formats import iter_pieces, read
from railbird.datasets.formats.decode import decode
from railbird.datasets.formats.registry import FORMS
from railbird.datasets.formats.split import split


def ours(inputs: list[str]) -> int:
    """Read everything and return the number of hands."""
    return int(read(inputs).counts["hands"])


def sample_text(inputs: list[str], count: int) -> str:
    """Return the first `count` PokerStars hands of the inputs as one text."""
    hands: list[str] = []
    for piece in iter_pieces(inputs):
        for block in split(decode(piece.data or b""), FORMS):
            if block.form is not None and block.form.name == "pokerstars":
                hands.append(block.text)
            if len(hands) == count:
                return "\n\n\n".join(hands)
    return "\n\n\n".join(hands)


def theirs(text: str) -> int:
    """Parse with pokerkit and return the number of hands it gives; its complaints are muted."""
    with contextlib.redirect_stderr(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return sum(1 for _ in PokerStarsParser()(text))


def median_rate(run: Callable[[], int], repeats: int) -> tuple[float, int]:
    """Return the median of hands a second over `repeats` runs, and the hands of one run."""
    rates, hands = [], 0
    for _ in range(repeats):
        start = time.process_time()
        hands = run()
        rates.append(hands / (time.process_time() - start))
    return statistics.median(rates), hands


def main() -> None:
    """Print both rates and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("inputs", nargs="+")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--sample", type=int, default=400)
    options = parser.parse_args()
    our_rate, our_hands = median_rate(lambda: ours(options.inputs), options.repeats)
    text = sample_text(options.inputs, options.sample)
    their_rate, their_hands = median_rate(lambda: theirs(text), options.repeats)
    print(f"railbird  {our_rate:10,.0f} hands/s   ({our_hands:,} hands read)")
    print(f"pokerkit  {their_rate:10,.0f} hands/s   ({their_hands} of {options.sample} read)")
    print(f"ratio     {our_rate / their_rate:10.1f}")


if __name__ == "__main__":
    main()
