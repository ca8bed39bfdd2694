"""Compiled kernels are kept where only their owner writes, and are rebuilt when sources change."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from railbird.arena import numba_cache

PROGRAM = """
from railbird.arena.randomness import below, seed_stream
import numpy as np
stream = np.zeros(4, dtype=np.int64)
seed_stream(stream, 1, 2)
print([below(stream, 52) for _ in range(5)])
"""


def run(home: Path, **extra: str) -> subprocess.CompletedProcess[str]:
    keep = {k: v for k, v in os.environ.items() if k not in ("XDG_CACHE_HOME", "NUMBA_DISABLE_JIT")}
    env = keep | {"HOME": str(home), "TMPDIR": str(home / "tmp")} | extra
    return subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, env=env, check=True
    )


def test_the_first_start_says_that_it_compiles_and_the_second_is_silent(tmp_path: Path) -> None:
    first, second = run(tmp_path), run(tmp_path)
    assert first.stdout == second.stdout
    assert first.stderr.startswith("railbird: compiling the game for this machine, once")
    assert first.stderr.count("\n") == 1
    assert second.stderr == ""
    kept = list((tmp_path / ".cache" / "railbird").rglob("*.nbi"))
    assert kept
    assert all((path.parents[1].stat().st_mode & 0o777) == 0o700 for path in kept)


def test_a_module_counts_as_compiled_once_its_kernels_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / ".cache"))
    name = "railbird.arena.randomness"
    numba_cache.cache_folder.cache_clear()
    try:
        assert not numba_cache.is_compiled(name)
        run(tmp_path)
        assert numba_cache.is_compiled(name)
    finally:
        numba_cache.cache_folder.cache_clear()


def test_plain_python_gives_the_same_numbers_and_compiles_nothing(tmp_path: Path) -> None:
    plain = run(tmp_path, NUMBA_DISABLE_JIT="1")
    assert plain.stdout == run(tmp_path).stdout
    assert plain.stderr == ""


def test_a_folder_that_others_can_write_is_not_trusted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_folder = tmp_path / "cache" / "railbird"
    open_folder.mkdir(parents=True)
    open_folder.chmod(0o777)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(numba_cache.tempfile, "gettempdir", lambda: str(tmp_path / "other"))
    folder = numba_cache.cache_folder.__wrapped__("railbird.arena.randomness")
    assert folder is not None
    assert folder.is_relative_to(tmp_path / "other")


def test_without_any_place_to_write_there_is_no_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nowhere = tmp_path / "file"
    nowhere.write_text("in the way")
    monkeypatch.setenv("XDG_CACHE_HOME", str(nowhere))
    monkeypatch.setattr(numba_cache.tempfile, "gettempdir", lambda: str(nowhere))
    assert numba_cache.cache_folder.__wrapped__("railbird.arena.randomness") is None


def test_the_hash_covers_what_a_kernel_can_reach_and_nothing_else() -> None:
    import railbird.arena.hand.batch  # noqa: F401

    reach = set()
    waiting = ["railbird.arena.hand.moves"]
    while waiting:
        name = waiting.pop()
        if name not in reach:
            reach.add(name)
            waiting += numba_cache._imports(name)
    assert "railbird.arena.evaluator_tables" in reach
    assert "railbird.arena.hand.pots" in reach
    assert "railbird.arena.hand.batch" not in reach
    assert numba_cache.sources_digest("railbird.arena.hand.moves") != numba_cache.sources_digest(
        "railbird.arena.randomness"
    )


def test_folders_nobody_used_for_long_are_deleted_and_nothing_else(tmp_path: Path) -> None:
    names = {"0123456789abcdef": 40, "fedcba9876543210": 3, "precious-things": 400}
    for name, days in names.items():
        (tmp_path / name).mkdir()
        then = time.time() - days * 86_400
        os.utime(tmp_path / name, (then, then))
    (tmp_path / "aaaaaaaaaaaaaaaa").symlink_to(tmp_path / "precious-things")
    numba_cache.forget_unused(tmp_path)
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {"fedcba9876543210", "precious-things", "aaaaaaaaaaaaaaaa"}


@numba_cache.inlined
def fill(row: np.ndarray, value: int) -> None:
    row[:] = value


@numba_cache.kernel
def fill_rows(rows: np.ndarray, extra: np.ndarray | None) -> bool:
    lent, other = numba_cache.borrow(rows), numba_cache.borrow(extra)
    for k in range(lent.shape[0]):
        fill(lent[k], k)
    return other is None


@pytest.mark.parametrize("extra", [None, np.array([7])])
def test_a_borrowed_array_is_the_same_memory_and_leaves_the_owner_its_count(
    extra: np.ndarray | None,
) -> None:
    rows = np.zeros((3, 2))
    owners = sys.getrefcount(rows)
    for _ in range(100):
        assert fill_rows(rows, extra) == (extra is None)
    assert sys.getrefcount(rows) == owners
    assert rows.tolist() == [[0, 0], [1, 1], [2, 2]]


@numba_cache.compiler.njit(inline="never")
def sum_of_row(row: np.ndarray) -> float:
    return float(row.sum())


def sum_counted(rows: np.ndarray) -> float:
    return sum_of_row(rows[0]) + sum_of_row(rows[1])


def sum_borrowed(rows: np.ndarray) -> float:
    rows = numba_cache.borrow(rows)
    return sum_of_row(rows[0]) + sum_of_row(rows[1])


def test_nobody_counts_the_holders_of_a_borrowed_array() -> None:
    counted = []
    for function in (sum_counted, sum_borrowed):
        compiled: Any = numba_cache.compiler.njit(function)
        assert compiled(np.ones((2, 2))) == 4
        counted.append(compiled.inspect_asm(compiled.signatures[0]).count("NRT_incref"))
    assert counted[0] > counted[1]
