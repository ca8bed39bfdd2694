"""Folders that appear whole: an interrupted command leaves the old output or the new one."""

from __future__ import annotations

import ctypes
import json
import os
import secrets
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

MARKER = ".railbird.json"  # lists the files of an output, so that a later run may replace them

_EXCHANGE = 2  # RENAME_EXCHANGE of Linux's renameat2(2): swap two paths in one step
_AT_FDCWD = -100


class ForeignOutput(FileExistsError):
    """The output folder holds something that no earlier run of this command wrote."""


@contextmanager
def fresh_directory(target: Path, *, is_ours: Callable[[Path], bool]) -> Iterator[Path]:
    """Give an empty folder beside `target`; when the block ends well it becomes `target`.

    An existing `target` is replaced only when it is empty or `is_ours(target)` says that an
    earlier run wrote it, else `ForeignOutput` is raised before anything is written. If the block
    raises, or the process dies, `target` is as it was.
    """
    target = Path(os.path.abspath(target))
    refuse_foreign(target, is_ours)
    target.parent.mkdir(parents=True, exist_ok=True)
    temp = target.parent / f".{target.name}.new-{secrets.token_hex(6)}"
    temp.mkdir()
    try:
        yield temp
        refuse_foreign(target, is_ours)
        _replace(temp, target)
    finally:
        shutil.rmtree(temp, ignore_errors=True)


def list_files(folder: Path, **facts: str) -> list[str]:
    """Write `MARKER` into `folder`: the names of all its files, and `facts`. Return the names."""
    names = sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file())
    (folder / MARKER).write_text(json.dumps({**facts, "files": names}, indent=0), encoding="utf-8")
    return names


def holds_only_listed(folder: Path) -> bool:
    """Say whether `folder` has a `MARKER` and no file that is not listed in it."""
    try:
        given = json.loads((folder / MARKER).read_text(encoding="utf-8"))["files"]
        listed = {*given, MARKER}
    except (OSError, ValueError, LookupError, TypeError):
        return False
    return all(p.relative_to(folder).as_posix() in listed for p in folder.rglob("*") if p.is_file())


def refuse_foreign(target: Path, is_ours: Callable[[Path], bool]) -> None:
    """Raise `ForeignOutput`, with the remedy, when `target` must not be replaced."""
    if not target.exists():
        return
    if not target.is_dir():
        raise ForeignOutput(f"{target} is a file: name a folder that is new or empty")
    if any(target.iterdir()) and not is_ours(target):
        raise ForeignOutput(
            f"{target} is not empty and holds something else than an earlier output: "
            "name a new folder, or empty this one first"
        )


def _replace(temp: Path, target: Path) -> None:
    """Put `temp` in the place of `target`; what was there ends up at `temp`."""
    if not target.exists():
        temp.rename(target)
    elif not _exchange(temp, target):
        # Systems without an exchange: between the two renames only the aside copy exists.
        aside = temp.with_name(temp.name.replace(".new-", ".old-"))
        target.rename(aside)
        temp.rename(target)
        shutil.rmtree(aside, ignore_errors=True)


def _exchange(a: Path, b: Path) -> bool:
    if not sys.platform.startswith("linux"):
        return False
    renameat2 = getattr(ctypes.CDLL(None), "renameat2", None)
    if renameat2 is None:
        return False
    return bool(renameat2(_AT_FDCWD, os.fsencode(a), _AT_FDCWD, os.fsencode(b), _EXCHANGE) == 0)
