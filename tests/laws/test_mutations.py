"""Law: whatever happened to a file, reading ends soon, never raises, and counts every hand.

A file is changed at random: bytes flipped, cut, lines or hands shuffled, files glued together,
hostile tokens put in, encoded anew. Every whole header line that still stands at the start of a
line must then be a hand, a duplicate or a rejected hand. What was read must go through the laws.
"""

from __future__ import annotations

import io
import random
import re
import signal
import zipfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from railbird.arena.history.laws import check
from railbird.datasets.formats import ReadResult, Sink, read
from railbird.datasets.formats.decode import decode
from railbird.datasets.formats.reading import read_bytes
from railbird.datasets.formats.said_twice import contradictions

SECONDS = 20
LARGEST = 60_000
# A header as the houses print it; counted by this test's own eyes, not by the readers'.
HEADER = re.compile(
    r"[\ufeff\s]*(?:(?:PokerStars|POKERSTARS) (?:Zoom |Home Game )?(?:Hand|Game|HAND|GAME)"
    r"|Full Tilt (?:Poker )?(?:Hand|Game)) #\d{1,18}:"
)
LOOKS_LIKE_HEADER = re.compile(r"(?:PokerStars|Full ?Tilt)(?=[^\n]{0,60}#)", re.IGNORECASE)
TOKENS = (
    *(b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", b"\xc0\x80", b"\xe2\x80\xa8", b"\x1a", b"\x1b[2J"),
    *(b"\r", b"\n", b"\n\n", b"PK\x03\x04", b"\x1f\x8b", b"PAR1", b"9" * 30, b"-1", b"0", b"1e9"),
    *(b"$", b"[As", b"]", b"(", b": ", b"/", b"'", b'said, "', b"Seat 1: ", b" and won ("),
    *(b"*** SUMMARY ***\n", b"*** FLOP *** [As Ks Qs]\n", b"\nSeat 99: x (1 in chips)\n"),
    *(b" and is all-in", b"Total pot 5 | Rake 0\n", b"Uncalled bet (5) returned to "),
    *(b"\n[[hands]]\n", b"variant = 'NT'\n", b'{"ohh": {'),
)


def small(data: bytes) -> bool:
    return 0 < len(data) <= LARGEST


@cache
def corpus(histories: Path) -> dict[str, list[bytes]]:
    """Return small real files by form."""

    def files(pattern: str) -> list[bytes]:
        found = (path.read_bytes() for path in sorted(histories.glob(pattern)))
        return [data for data in found if small(data)]

    with zipfile.ZipFile(histories / "null/pluribus.zip") as pluribus:
        names = sorted(n for n in pluribus.namelist() if n.endswith((".phh", ".phhs")))[:4]
        phh = [pluribus.read(name) for name in names]
    with zipfile.ZipFile(histories / "null/live-final-table.zip") as live:
        names = sorted(n for n in live.namelist() if n.endswith((".phh", ".phhs")))[:6]
        phh += [live.read(name) for name in names]
    return {
        "pokerstars": files("tournaments/pokerstars/*.txt") + files("bugs/*PokerStars*.txt"),
        "fulltilt": files("tournaments/fulltilt/*.txt") + files("bugs/*FullTilt*.txt"),
        "summaries": files("summaries/*"),
        "phh": [data for data in phh if small(data)],
        "ohh": [ohh_of(data) for data in files("tournaments/pokerstars/*.txt")[:3]],
    }


def ohh_of(data: bytes) -> bytes:
    """Return the hands of a file in Open Hand History form, by our own writer."""
    import tempfile

    from railbird.datasets.formats.write import write

    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "hands.txt"
        source.write_bytes(data)
        write(read([source]).history, Path(folder) / "out", "ohh")
        written = sorted(p for p in (Path(folder) / "out").rglob("*") if p.is_file())
        return b"\n\n".join(path.read_bytes() for path in written)


@contextmanager
def time_limit(seconds: int) -> Iterator[None]:
    """Raise `TimeoutError` in the block when it takes longer: a hang must not stop the suite."""

    def stop(*_: object) -> None:
        raise TimeoutError(f"longer than {seconds} seconds")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def flip(draw: st.DrawFn, data: bytes, _: list[bytes]) -> bytes:
    changed = bytearray(data or b" ")
    for _time in range(draw(st.integers(1, 8))):
        changed[draw(st.integers(0, len(changed) - 1))] = draw(st.integers(0, 255))
    return bytes(changed)


def cut(draw: st.DrawFn, data: bytes, _: list[bytes]) -> bytes:
    place = draw(st.integers(0, len(data)))
    return data[:place] if draw(st.booleans()) else data[place:]


def drop_or_repeat(draw: st.DrawFn, data: bytes, _: list[bytes]) -> bytes:
    place = draw(st.integers(0, len(data)))
    end = min(len(data), place + draw(st.integers(1, 2000)))
    return data[:place] + data[end:] if draw(st.booleans()) else data[:end] + data[place:]


def shuffle(draw: st.DrawFn, data: bytes, _: list[bytes]) -> bytes:
    between = draw(st.sampled_from([b"\n", b"\n\n", b" "]))
    parts = data.split(between)
    return between.join(random.Random(draw(st.integers(0, 99))).sample(parts, len(parts)))


def glue(draw: st.DrawFn, data: bytes, others: list[bytes]) -> bytes:
    other = draw(st.sampled_from(others))
    place = draw(st.integers(0, len(data)))
    return data[:place] + other if draw(st.booleans()) else data + b"\n\n" + other


def token(draw: st.DrawFn, data: bytes, _: list[bytes]) -> bytes:
    place = draw(st.integers(0, len(data)))
    return data[:place] + draw(st.sampled_from(TOKENS)) + data[place:]


def encode(draw: st.DrawFn, data: bytes, _: list[bytes]) -> bytes:
    encoding = draw(st.sampled_from(["utf-16", "utf-16-le", "utf-16-be", "cp1252"]))
    return decode(data).encode(encoding, "replace")


def line_ends(draw: st.DrawFn, data: bytes, _: list[bytes]) -> bytes:
    return data.replace(b"\n", draw(st.sampled_from([b"\r\n", b"\r", b"\n\n\n"])))


MUTATIONS = (flip, cut, drop_or_repeat, shuffle, glue, token, encode, line_ends)


@st.composite
def mutated(draw: st.DrawFn, forms: dict[str, list[bytes]]) -> bytes:
    """Draw a real file changed one to three times."""
    form = draw(st.sampled_from(sorted(forms)))
    data = draw(st.sampled_from(forms[form]))
    everything = [other for files in forms.values() for other in files]
    for _ in range(draw(st.integers(1, 3))):
        change = draw(st.sampled_from(MUTATIONS))
        data = change(draw, data, forms[form] if draw(st.integers(0, 3)) else everything)
    return data[: 2 * LARGEST]


def whole_headers(text: str, known: frozenset[str]) -> int:
    """Return the number of lines that are a header of the real files, from start to end."""
    return sum(line.strip("\ufeff \t") in known for line in text.split("\n"))


@cache
def known_headers(histories: Path) -> frozenset[str]:
    """Return every header line of the real files, as it is read."""
    return frozenset(
        line.strip("\ufeff \t")
        for files in corpus(histories).values()
        for data in files
        for line in decode(data).split("\n")
        if HEADER.match(line)
    )


def accounted(counts: Counter[str]) -> int:
    return counts["hands"] + counts["duplicates"] + counts["rejected_hands"]


def hold_the_law(data: bytes, known: frozenset[str], folder: Path) -> None:
    """Assert that `data` is read in time, without raising, and every hand of it is counted."""
    path = folder / "hands.txt"
    path.write_bytes(data)
    with time_limit(SECONDS):
        result = read([path])
        check(read([path], keep_duplicates=True).history)
        list(contradictions([path]))
    everything_is_somewhere(data, result, known)


def everything_is_somewhere(data: bytes, result: ReadResult, known: frozenset[str]) -> None:
    text = decode(data)
    counts = result.counts
    assert result.history.hand_count == counts["hands"]
    assert len(result.rejected) == counts["rejected"]
    assert counts["rejected_hands"] <= counts["rejected"]
    assert counts["faults"] == 0, [piece for piece in result.rejected if "failed" in piece.reason]
    if data.startswith((b"PK\x03\x04", b"\x1f\x8b", b"PAR1")):
        return  # told apart as an archive, and rejected as a whole
    assert accounted(counts) >= whole_headers(text, known), "a hand is in no count"
    if "variant" not in text and "ohh" not in text:
        assert accounted(counts) <= len(LOOKS_LIKE_HEADER.findall(text)), "a hand from nowhere"
    if text.strip() and not accounted(counts):
        assert counts["rejected"] or counts["summaries"], "a text that vanished"


@pytest.fixture(scope="session")
def histories(shared: Path) -> Path:
    return shared / "histories"


def test_every_form_has_files_to_change(histories: Path) -> None:
    assert {form: len(files) > 2 for form, files in corpus(histories).items()} == {
        form: True for form in ("pokerstars", "fulltilt", "summaries", "phh", "ohh")
    }
    assert len(known_headers(histories)) > 100


def test_untouched_files_count_every_header(histories: Path, tmp_path: Path) -> None:
    for form in ("pokerstars", "fulltilt"):
        for data in corpus(histories)[form]:
            sink = Sink()
            read_bytes(data, "hands.txt", sink)
            lines = decode(data).split("\n")
            assert accounted(sink.counts) >= sum(bool(HEADER.match(line)) for line in lines)


def run(histories: Path, folder: Path, examples: int) -> None:
    forms, known = corpus(histories), known_headers(histories)

    @settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(data=mutated(forms))
    def law(data: bytes) -> None:
        hold_the_law(data, known, folder)

    law()


def test_some_mutations(histories: Path, tmp_path: Path) -> None:
    run(histories, tmp_path, examples=60)


@pytest.mark.slow
def test_thousands_of_mutations(histories: Path, tmp_path: Path) -> None:
    run(histories, tmp_path, examples=2400)


def test_archive_cut_anywhere_is_rejected_not_raised(histories: Path, tmp_path: Path) -> None:
    """A zip of hands, cut or with a byte flipped, gives its hands or a reason."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a/hands.txt", corpus(histories)["pokerstars"][0])
    whole, rng = buffer.getvalue(), random.Random(1)
    for _ in range(60):
        data = bytearray(whole)
        if rng.random() < 0.5:
            data = data[: rng.randrange(1, len(data))]
        else:
            data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        path = tmp_path / "hands.zip"
        path.write_bytes(data)
        with time_limit(SECONDS):
            result = read([path])
        assert result.history.hand_count or result.rejected or result.counts["skipped"]
