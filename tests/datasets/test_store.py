"""The history directory: same tables back, whole or not at all, open to other tools."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from railbird.arena.history.recorder import Recorder
from railbird.arena.history.schema import SCHEMAS, TABLES, History, concat
from railbird.datasets import atomic, store


def small_history(hand_id: str = "7") -> History:
    recorder = Recorder()
    recorder.add(
        "hands",
        hand_id=hand_id,
        tournament_id="T",
        ordinal=1,
        start_time=pd.Timestamp("2020-02-03 04:05:06", tz="UTC").to_pydatetime(),
        total_pot=30,
    )
    for seat, name in ((1, '=cmd|" /C calc"!A0'), (2, "Ünï cødé\n\x1b[31m")):
        recorder.add("seats", hand_id=hand_id, seat=seat, player=name, stack=100, shown=False)
    recorder.add("actions", hand_id=hand_id, ordinal=1, seat=1, kind="folds", think_seconds=1.25)
    return recorder.history()


def files_of(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*.parquet"))}


def assert_same(a: History, b: History) -> None:
    for name in TABLES:
        assert a[name].equals(b[name]), name


def test_what_is_saved_is_loaded_to_the_same_tables(tmp_path: Path) -> None:
    history = small_history()
    store.save(history, tmp_path / "out")
    assert_same(store.load(tmp_path / "out"), history)
    assert store.is_history_directory(tmp_path / "out")
    assert not store.is_history_directory(tmp_path)


def test_the_same_tables_give_the_same_bytes(tmp_path: Path) -> None:
    for name in ("a", "b"):
        store.save(small_history(), tmp_path / name)
    assert files_of(tmp_path / "a") == files_of(tmp_path / "b")


def test_a_stream_of_parts_becomes_one_history_in_order(tmp_path: Path) -> None:
    parts = [small_history(str(n)) for n in range(12)]
    store.save(iter(parts), tmp_path / "out")
    assert_same(store.load(tmp_path / "out"), concat(parts))


@pytest.mark.parametrize("stream", [False, True])
def test_an_empty_history_still_has_every_table(tmp_path: Path, stream: bool) -> None:
    store.save(iter(()) if stream else History(), tmp_path / "out")
    assert_same(store.load(tmp_path / "out"), History())
    assert {p.parent.name for p in (tmp_path / "out").rglob("*.parquet")} == set(TABLES)


def test_duckdb_and_pandas_open_it_as_it_is(tmp_path: Path) -> None:
    store.save(small_history(), tmp_path / "out")
    rows = duckdb.sql(
        f"""select h.total_pot, s.player, epoch(h.start_time)
        from read_parquet('{tmp_path}/out/hands/*.parquet') h
        join read_parquet('{tmp_path}/out/seats/*.parquet') s using (hand_id) order by seat"""
    ).fetchall()
    assert rows == [
        (30, '=cmd|" /C calc"!A0', 1580702706.0),
        (30, "Ünï cødé\n\x1b[31m", 1580702706.0),
    ]
    assert duckdb.sql(f"from read_parquet('{tmp_path}/out/labels/*.parquet')").fetchall() == []
    frame = pd.read_parquet(tmp_path / "out" / "seats")
    assert frame["stack"].tolist() == [100, 100]


def test_an_interrupted_save_leaves_the_old_history(tmp_path: Path) -> None:
    store.save(small_history("old"), tmp_path / "out")
    before = files_of(tmp_path / "out")

    def parts():
        yield small_history("new")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        store.save(parts(), tmp_path / "out")
    assert files_of(tmp_path / "out") == before
    assert [p.name for p in tmp_path.iterdir()] == ["out"]


def test_saving_again_replaces_the_old_history_wholly(tmp_path: Path) -> None:
    store.save([small_history("1"), small_history("2")], tmp_path / "out")
    store.save(small_history("3"), tmp_path / "out")
    assert store.load(tmp_path / "out")["hands"]["hand_id"].to_pylist() == ["3"]
    assert [p.name for p in tmp_path.iterdir()] == ["out"]


def test_replacing_works_without_an_exchange_of_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(atomic.sys, "platform", "other")
    store.save(small_history("1"), tmp_path / "out")
    store.save(small_history("2"), tmp_path / "out")
    assert store.load(tmp_path / "out")["hands"]["hand_id"].to_pylist() == ["2"]
    assert [p.name for p in tmp_path.iterdir()] == ["out"]


def test_a_folder_with_something_else_in_it_is_never_replaced(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "thesis.docx").write_text("years of work")
    with pytest.raises(atomic.ForeignOutput, match="not empty.*name a new folder"):
        store.save(small_history(), tmp_path / "out")
    assert (tmp_path / "out" / "thesis.docx").read_text() == "years of work"


def test_an_older_directory_opens_with_nulls_for_what_it_lacks(tmp_path: Path) -> None:
    store.save(small_history(), tmp_path / "out")
    path = tmp_path / "out" / "hands" / "part-00001.parquet"
    pq.write_table(pq.read_table(path).drop_columns(["cut", "board_2"]), path)
    (tmp_path / "out" / "altered" / "part-00001.parquet").unlink()
    hands = store.load(tmp_path / "out")["hands"]
    assert hands.schema == SCHEMAS["hands"]
    assert hands["cut"].to_pylist() == [None]


def test_a_file_of_another_kind_is_named_in_the_error(tmp_path: Path) -> None:
    with pytest.raises(store.NotAHistory, match=r"no hands/\*\.parquet"):
        store.load(tmp_path)
    store.save(small_history(), tmp_path / "out")
    path = tmp_path / "out" / "hands" / "part-00001.parquet"
    pq.write_table(pa.table({"total_pot": ["thirty"]}), path)
    with pytest.raises(store.NotAHistory, match=r"part-00001\.parquet.*thirty"):
        store.load(tmp_path / "out")
    path.write_bytes(b"not parquet")
    with pytest.raises(store.NotAHistory, match=r"part-00001\.parquet"):
        store.load(tmp_path / "out")


def test_a_url_works_like_a_folder() -> None:
    pytest.importorskip("fsspec")
    store.save(small_history(), "memory://somewhere/out")
    assert_same(store.load("memory://somewhere/out"), small_history())
    assert store.is_history_directory("memory://somewhere/out")
    assert not store.is_history_directory("memory://nowhere")
