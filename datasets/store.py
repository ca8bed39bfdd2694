"""The history directory: `DIR/<table>/*.parquet`, which DuckDB and pandas open as it is.

A directory is a local path or any URL that fsspec knows (`s3://…`, `memory://…`). Every table has
at least one file, empty tables too, so that a query never fails for want of a file. The same
tables give the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.fs as pafs
import pyarrow.parquet as pq

from railbird.arena.history.schema import SCHEMAS, TABLES, History
from railbird.datasets.atomic import fresh_directory, holds_only_listed

_ROW_GROUP = 256 * 1024


class NotAHistory(ValueError):
    """A folder or file that is no history directory of ours, or of another version."""


def save(history: History | Iterable[History], directory: str | Path) -> None:
    """Write `history` (or a stream of parts, one file a part and table) into `directory`.

    A local directory appears whole or not at all and replaces an earlier history directory; one
    that holds anything else raises `railbird.datasets.atomic.ForeignOutput`. A URL is written
    file by file, in place.
    """
    parts = [history] if isinstance(history, History) else history
    if _is_url(directory):
        filesystem, base = _open(directory)
        _write_parts(parts, filesystem, base)
        return
    with fresh_directory(Path(directory), is_ours=_may_replace) as temp:
        write_tables(parts, temp)


def load(directory: str | Path) -> History:
    """Return the history in `directory`, parts in the order of their names.

    A missing table is empty and a missing column null, so that directories of an older version
    still open. Raises `NotAHistory` when the folder has no `hands` table or a column of a type
    that does not convert, and names the file.
    """
    filesystem, base = _open(directory)
    if not _files(filesystem, f"{base}/hands"):
        raise NotAHistory(f"{directory}: no hands/*.parquet in it, so no history directory")
    return History({name: _load_table(filesystem, base, name) for name in TABLES})


def write_tables(parts: Iterable[History], folder: Path) -> None:
    """Write `parts` into `folder` table by table, for a caller that makes the folder appear."""
    _write_parts(parts, pafs.LocalFileSystem(), str(folder))


def write_table(table: pa.Table, folder: Path) -> None:
    """Write one table of a history as `folder/*.parquet`."""
    folder.mkdir(parents=True, exist_ok=True)
    _write_table(table, pafs.LocalFileSystem(), f"{folder}/part-00001.parquet")


def load_table(directory: str | Path, name: str) -> pa.Table:
    """Return table `name` of a folder that need hold no hands: labels beside a text history."""
    filesystem, base = _open(directory)
    return _load_table(filesystem, base, name)


def is_only_history(path: Path) -> bool:
    """Say whether `path` is a history directory and holds nothing else that could be lost."""
    return is_history_directory(path) and all(
        child.is_file() and child.suffix == ".parquet"
        if child.parent != path
        else child.is_dir() and child.name in TABLES
        for child in path.rglob("*")
    )


def is_history_directory(path: str | Path) -> bool:
    """Say whether `path` is a folder with a `hands` table in Parquet."""
    if not _is_url(path) and not Path(path).is_dir():
        return False
    filesystem, base = _open(path)
    return bool(_files(filesystem, f"{base}/hands"))


def _may_replace(path: Path) -> bool:
    return is_only_history(path) or holds_only_listed(path)


def _write_parts(parts: Iterable[History], filesystem: pafs.FileSystem, base: str) -> None:
    for name in TABLES:
        filesystem.create_dir(f"{base}/{name}", recursive=True)
    count = 0
    for count, part in enumerate(parts, start=1):
        for name in TABLES:
            if part[name].num_rows or count == 1:
                _write_table(part[name], filesystem, f"{base}/{name}/part-{count:05d}.parquet")
    if count == 0:
        _write_parts([History()], filesystem, base)


def _write_table(table: pa.Table, filesystem: pafs.FileSystem, path: str) -> None:
    pq.write_table(
        table.replace_schema_metadata(None),
        path,
        filesystem=filesystem,
        compression="zstd",
        row_group_size=_ROW_GROUP,
    )


def _load_table(filesystem: pafs.FileSystem, base: str, name: str) -> pa.Table:
    schema = SCHEMAS[name]
    tables = []
    for path in _files(filesystem, f"{base}/{name}"):
        try:
            table = pq.ParquetFile(filesystem.open_input_file(path)).read()
            tables.append(_conform(table, schema))
        except (pa.ArrowException, KeyError, ValueError) as error:
            reason = str(error).splitlines()[0]
            raise NotAHistory(f"{path}: not a {name} table of a history: {reason}") from None
    return pa.concat_tables(tables) if tables else schema.empty_table()


def _conform(table: pa.Table, schema: pa.Schema) -> pa.Table:
    """Give `table` the columns of `schema` in its order: absent ones null, extra ones dropped."""
    columns = [
        table[field.name].cast(field.type)
        if field.name in table.column_names
        else pa.nulls(table.num_rows, field.type)
        for field in schema
    ]
    return pa.Table.from_arrays(columns, schema=schema)


def _files(filesystem: pafs.FileSystem, folder: str) -> list[str]:
    found = filesystem.get_file_info(pafs.FileSelector(folder, allow_not_found=True))
    return sorted(f.path for f in found if f.is_file and f.base_name.endswith(".parquet"))


def _is_url(directory: str | Path) -> bool:
    return isinstance(directory, str) and "://" in directory


def _open(directory: str | Path) -> tuple[pafs.FileSystem, str]:
    """Return the file system and the folder's path in it."""
    if not _is_url(directory):
        return pafs.LocalFileSystem(), str(Path(directory).absolute())
    try:
        import fsspec  # type: ignore[import-untyped]  # only for URLs: it is slow to import
    except ImportError:
        raise NotAHistory(f"{directory}: URLs need the package fsspec; install it") from None

    handler: Any
    handler, path = fsspec.core.url_to_fs(str(directory))
    return pafs.PyFileSystem(pafs.FSSpecHandler(handler)), str(path).rstrip("/")
