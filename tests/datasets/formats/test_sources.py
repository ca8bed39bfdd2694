"""Inputs: what is opened, in which order, and what is refused without harm."""

from __future__ import annotations

import gzip
import io
import os
import random
import zipfile
from pathlib import Path

import pytest

from railbird.arena.history.schema import History
from railbird.datasets import store
from railbird.datasets.formats import iter_pieces, read, read_pieces, sources

HAND = """PokerStars Hand #{id}: Tournament #700000001, $1.00+$0.10 USD Hold'em No Limit - \
Level I (10/20) - 2012/06/06 18:00:00 ET
Table '700000001 7' 9-max Seat #1 is the button
Seat 1: Ann (1500 in chips)
Seat 2: Bo (1500 in chips)
Ann: posts small blind 10
Bo: posts big blind 20
*** HOLE CARDS ***
Ann: folds
Uncalled bet (10) returned to Bo
Bo collected 20 from pot
*** SUMMARY ***
Total pot 20 | Rake 0
Seat 1: Ann (button) (small blind) folded before Flop
Seat 2: Bo (big blind) collected (20)
"""


def hand(number: int) -> bytes:
    return HAND.format(id=number).encode()


def ids(*inputs: Path | str) -> list[str]:
    found: list[str] = read(list(inputs)).history["hands"]["hand_id"].to_pylist()
    return found


def zipped(members: dict[str, bytes], *, compress: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", compress) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def test_folders_are_read_recursively_in_sorted_order(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "1.txt").write_bytes(hand(2))
    (tmp_path / "a.dat").write_bytes(hand(1))
    (tmp_path / "c").write_bytes(hand(3))
    assert ids(tmp_path) == ["1", "2", "3"]


def test_globs_find_files_and_a_name_with_brackets_is_itself(tmp_path: Path) -> None:
    (tmp_path / "x1.txt").write_bytes(hand(1))
    (tmp_path / "x2.txt").write_bytes(hand(2))
    (tmp_path / "y[1].txt").write_bytes(hand(3))
    assert ids(f"{tmp_path}/x*.txt") == ["1", "2"]
    assert ids(tmp_path / "y[1].txt") == ["3"]


def test_format_is_told_by_content_not_by_name(tmp_path: Path) -> None:
    (tmp_path / "hands.zip").write_bytes(hand(1))
    (tmp_path / "hands.txt").write_bytes(gzip.compress(hand(2)))
    (tmp_path / "hands.xml").write_bytes(zipped({"a": gzip.compress(hand(3))}))
    assert sorted(ids(tmp_path)) == ["1", "2", "3"]


def test_zip_in_gzip_in_zip_is_read_and_deeper_is_refused(tmp_path: Path) -> None:
    data = zipped({"in": gzip.compress(zipped({"x": hand(1)}))})
    file = tmp_path / "f"
    file.write_bytes(data)
    assert ids(file) == ["1"]
    file.write_bytes(gzip.compress(gzip.compress(gzip.compress(gzip.compress(hand(1))))))
    result = read([file])
    assert result.history.hand_count == 0
    assert "packed more than" in result.rejected[0].reason


def test_hidden_and_system_files_are_skipped_and_counted(tmp_path: Path) -> None:
    for name in (".hidden", "Thumbs.db", "desktop.ini"):
        (tmp_path / name).write_bytes(hand(1))
    (tmp_path / "z.zip").write_bytes(zipped({"__MACOSX/._a": b"x", "a": hand(2)}))
    result = read([tmp_path])
    assert result.history["hands"]["hand_id"].to_pylist() == ["2"]
    assert result.counts["skipped"] == 4
    assert result.rejected == []
    assert result.files == 1


def test_link_to_a_parent_folder_does_not_loop(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(hand(1))
    (tmp_path / "loop").symlink_to(tmp_path)
    assert ids(tmp_path) == ["1"]


def test_missing_input_is_rejected_with_its_name(tmp_path: Path) -> None:
    result = read([tmp_path / "absent.txt"])
    assert result.history.hand_count == 0
    assert result.rejected[0].file.endswith("absent.txt")
    assert result.rejected[0].reason == "no such file or folder"


def test_nothing_readable_is_an_empty_result(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Dear diary,\nI lost again.\n")
    (tmp_path / "b.txt").write_bytes(b"")
    (tmp_path / "c.bin").write_bytes(os.urandom(2000))
    result = read([tmp_path])
    assert all(table.num_rows == 0 for table in result.history.tables.values())
    assert [(r.line, Path(r.file).name) for r in result.rejected] == [
        (1, "a.txt"), (1, "b.txt"), (1, "c.bin"),
    ]  # fmt: skip


def test_unreadable_file_is_rejected_and_the_rest_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(zipped({"x": hand(1)})[:60])
    (tmp_path / "b.gz").write_bytes(gzip.compress(hand(2))[:-12])
    (tmp_path / "c.txt").write_bytes(hand(3))
    result = read([tmp_path])
    assert result.history["hands"]["hand_id"].to_pylist() == ["3"]
    assert len(result.rejected) == 2


def test_member_that_is_damaged_or_locked_costs_only_itself(tmp_path: Path) -> None:
    data = bytearray(zipped({"a": hand(1), "b": hand(2)}, compress=zipfile.ZIP_STORED))
    at = data.index(b"Ann: posts")
    data[at] ^= 1  # the checksum of member "a" no longer fits
    file = tmp_path / "z.zip"
    file.write_bytes(data)
    result = read([file])
    assert result.history["hands"]["hand_id"].to_pylist() == ["2"]
    assert "a" in result.rejected[0].file


def test_paths_of_members_are_names_only(tmp_path: Path) -> None:
    inside = tmp_path / "in"
    inside.mkdir()
    names = ["../../escape.txt", "/absolute.txt", "C:\\windows\\x.txt", "<b>&amp;'\x1b[31m.txt"]
    (inside / "z.zip").write_bytes(
        zipped({name: hand(number) for number, name in enumerate(names)})
    )
    before = sorted(tmp_path.rglob("*"))
    assert sorted(ids(inside)) == ["0", "1", "2", "3"]
    assert sorted(tmp_path.rglob("*")) == before


def test_bomb_is_refused_before_it_unfolds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "_RATIO_FREE", 1 << 20)
    bomb = bytes(8 << 20)
    (tmp_path / "a.zip").write_bytes(zipped({"bomb": bomb, "good": hand(1)}))
    (tmp_path / "b.gz").write_bytes(gzip.compress(bomb))
    result = read([tmp_path])
    assert result.history["hands"]["hand_id"].to_pylist() == ["1"]
    assert [r.reason for r in result.rejected] == [
        "can't be unpacked: unfolds to more than 200 times its size"
    ] * 2


def test_archive_may_not_unfold_beyond_its_total(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sources, "LARGEST_ARCHIVE", len(hand(1)) + 10)
    (tmp_path / "z.zip").write_bytes(zipped({"a": hand(1), "b": hand(2)}))
    result = read([tmp_path])
    assert result.history["hands"]["hand_id"].to_pylist() == ["1"]
    assert "larger than" in result.rejected[0].reason


def test_member_that_lies_about_its_size_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sources, "LARGEST_PIECE", 1000)
    (tmp_path / "z.zip").write_bytes(zipped({"a": bytes(5000)}))
    (tmp_path / "plain.txt").write_bytes(b"x" * 5000)
    result = read([tmp_path])
    assert len(result.rejected) == 2
    assert all("larger than 1000 bytes" in r.reason for r in result.rejected)


def test_history_folder_is_loaded_beside_text(tmp_path: Path) -> None:
    text = tmp_path / "a.txt"
    text.write_bytes(hand(1) + b"\n\n" + hand(2))
    history: History = read([text]).history
    store.save(history, tmp_path / "saved")
    (tmp_path / "new.txt").write_bytes(hand(3))
    result = read([tmp_path / "saved", tmp_path / "new.txt"])
    assert sorted(result.history["hands"]["hand_id"].to_pylist()) == ["1", "2", "3"]
    assert result.counts["hands"] == 3


@pytest.mark.parametrize("order", [(0, 1), (1, 0)], ids=["folder first", "text first"])
def test_hand_of_a_folder_and_of_a_text_is_read_once(
    tmp_path: Path, order: tuple[int, int]
) -> None:
    text = tmp_path / "a.txt"
    text.write_bytes(hand(1) + b"\n\n" + hand(2))
    store.save(read([text]).history, tmp_path / "saved")
    text.write_bytes(hand(2) + b"\n\n" + hand(3))
    inputs = [tmp_path / "saved", text]
    result = read([inputs[index] for index in order])
    history = result.history
    assert sorted(history["hands"]["hand_id"].to_pylist()) == ["1", "2", "3"]
    assert result.counts["hands"] == 3
    assert result.counts["duplicates"] == 1
    assert history["seats"].num_rows == 6
    assert history["actions"].num_rows == 3 * 5
    assert history["tournaments"]["tournament_id"].to_pylist() == ["700000001"]


def test_saved_history_reads_back_as_it_was(tmp_path: Path, shared: Path) -> None:
    first = read([shared / "histories" / "bugs"]).history
    store.save(first, tmp_path / "saved")
    again = read([tmp_path / "saved"])
    assert again.rejected == []
    for name, table in first.tables.items():
        assert again.history[name].equals(table), name


def test_lone_parquet_file_is_explained(tmp_path: Path) -> None:
    (tmp_path / "x.parquet").write_bytes(b"PAR1 and so on")
    assert "give the folder" in read([tmp_path]).rejected[0].reason


def test_progress_ends_at_the_total(tmp_path: Path) -> None:
    for number in range(4):
        (tmp_path / f"{number}.txt").write_bytes(hand(number))
    seen: list[tuple[int, int, int]] = []
    read([tmp_path], progress=lambda done, total, hands: seen.append((done, total, hands)))
    assert [hands for _, _, hands in seen] == [1, 2, 3, 4]
    assert seen[-1][0] == seen[-1][1] == 4 * len(hand(0))
    assert [done for done, _, _ in seen] == sorted(done for done, _, _ in seen)


def test_progress_moves_within_an_archive(tmp_path: Path) -> None:
    members = {f"{number}": hand(number) for number in range(4)}
    (tmp_path / "z.zip").write_bytes(zipped(members, compress=zipfile.ZIP_STORED))
    seen: list[int] = []
    read([tmp_path], progress=lambda done, total, hands: seen.append(done))
    assert seen == [len(hand(0)) * count for count in (1, 2, 3, 4)]


def test_pieces_come_with_names_and_bytes(tmp_path: Path) -> None:
    (tmp_path / "z.zip").write_bytes(zipped({"b": b"2", "a": b"1"}))
    pieces = list(iter_pieces([tmp_path]))
    assert [(Path(p.name).name, p.data) for p in pieces] == [("a", b"1"), ("b", b"2")]


def test_shards_together_read_what_one_run_reads(tmp_path: Path) -> None:
    for number in range(5):
        (tmp_path / f"{number}.txt").write_bytes(hand(number))
    pieces = list(iter_pieces([tmp_path]))
    parts = [read_pieces(pieces[:2]), read_pieces(pieces[2:])]
    whole = read([tmp_path]).history
    for name in ("hands", "seats", "actions"):
        rows = [row for part in parts for row in part.history[name].to_pylist()]
        assert rows == whole[name].to_pylist()


@pytest.mark.parametrize("method", [0, 8, 12, 14], ids=["stored", "deflate", "bzip2", "lzma"])
def test_archive_with_any_bytes_changed_never_raises(tmp_path: Path, method: int) -> None:
    rnd = random.Random(method)
    whole = zipped({f"{number}": hand(number) for number in range(3)}, compress=method)
    file = tmp_path / "z.zip"
    for _ in range(150):
        data = bytearray(whole)
        for _ in range(rnd.randrange(1, 6)):
            data[rnd.randrange(len(data))] = rnd.randrange(256)
        file.write_bytes(data[: rnd.randrange(len(data)) if rnd.random() < 0.2 else None])
        result = read([file])
        assert result.history.hand_count + len(result.rejected) > 0
