"""Inputs to pieces: files, folders, globs, archives and compressed files, each piece in memory.

Nothing is ever unpacked to disk, so a member's name is only a name. Sizes are checked while
unpacking, not believed: an archive that unfolds to more than it may is refused.
"""

from __future__ import annotations

import gzip
import io
import lzma
import os
import struct
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from glob import glob, has_magic
from pathlib import Path
from typing import IO, NamedTuple, Protocol

from railbird.datasets.store import is_history_directory

LARGEST_PIECE = 1 << 30
LARGEST_ARCHIVE = 16 << 30
LARGEST_RATIO = 200
_RATIO_FREE = 16 << 20  # small pieces may be as repetitive as they like
_DEEPEST = 3
_CHUNK = 1 << 20
_GZIP = b"\x1f\x8b"
_ZIP = b"PK\x03\x04"
_SYSTEM_NAMES = frozenset({"thumbs.db", "desktop.ini", "__macosx"})


class Piece(NamedTuple):
    """One piece of input.

    `data` is its bytes; None for a history folder (`path` names it), for something skipped
    (`skipped` is True) and for something that could not be read (`reason` says why).
    `weight` is the share of the input's bytes on disk, for progress.
    """

    name: str
    data: bytes | None = None
    path: Path | None = None
    reason: str | None = None
    skipped: bool = False
    weight: int = 0


class _Packed(Protocol):
    def read(self, size: int, /) -> bytes:
        """Return up to `size` unpacked bytes."""


class _Refused(Exception):
    """A member that may not be unpacked; the text says why."""


# All that unpacking a damaged, locked, oversized or unknown kind of member has been seen to raise.
_UNPACKING = (
    _Refused,
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    ArithmeticError,
    EOFError,
    LookupError,
    NotImplementedError,
    OSError,
    RuntimeError,
    ValueError,
    struct.error,
)


def iter_pieces(inputs: Sequence[str | os.PathLike[str]]) -> Iterator[Piece]:
    """Yield every piece of `inputs` in a fixed order: as given, folders and globs sorted.

    Pieces that can't be read come with their `reason`, hidden and system files as `skipped`.
    """
    for source in inputs:
        text = os.fspath(source)
        path = Path(text)
        if not path.exists() and has_magic(text):
            for found in sorted(glob(text, recursive=True)):
                yield from _from_path(Path(found))
        else:
            yield from _from_path(path)


def total_bytes(inputs: Sequence[str | os.PathLike[str]]) -> int:
    """Return the bytes that `inputs` take on disk: the sum of all weights."""
    total = 0
    for source in inputs:
        path = Path(os.fspath(source))
        paths = [path]
        if not path.exists() and has_magic(os.fspath(source)):
            paths = [Path(found) for found in glob(os.fspath(source), recursive=True)]
        for one in paths:
            files = one.rglob("*") if one.is_dir() else [one]
            total += sum(_size(file) for file in files)
    return total


def _size(path: Path) -> int:
    try:
        return path.stat().st_size if path.is_file() else 0
    except OSError:
        return 0


def _is_hidden(name: str) -> bool:
    return name.startswith(".") or name.lower() in _SYSTEM_NAMES


def _from_path(path: Path) -> Iterator[Piece]:
    if is_history_directory(path):
        yield Piece(str(path), path=path, weight=total_bytes([path]))
    elif path.is_dir():
        yield from _from_folder(path)
    elif not path.exists():
        yield Piece(str(path), reason="no such file or folder")
    elif not path.is_file():
        yield Piece(str(path), reason="neither a file nor a folder")
    else:
        yield from _from_file(path)


def _from_folder(folder: Path) -> Iterator[Piece]:
    try:
        children = sorted(folder.iterdir())
    except OSError as error:
        yield Piece(str(folder), reason=f"can't be listed: {error.strerror}")
        return
    for child in children:
        if _is_hidden(child.name):
            yield Piece(str(child), skipped=True, weight=_size(child))
        elif child.is_dir() and child.is_symlink():
            yield Piece(str(child), skipped=True)  # a link to a parent would never end
        else:
            yield from _from_path(child)


def _from_file(path: Path) -> Iterator[Piece]:
    size = _size(path)
    try:
        with path.open("rb") as file:
            yield from _weighed(_unfold(str(path), file, size, 0), size)
    except OSError as error:
        yield Piece(str(path), reason=f"can't be read: {error.strerror or error}", weight=size)


def _weighed(pieces: Iterator[Piece], weight: int) -> Iterator[Piece]:
    """Give the bytes on disk to the first piece, unless members of an archive have theirs."""
    for index, piece in enumerate(pieces):
        yield piece if index or piece.weight else piece._replace(weight=weight)


def _unfold(name: str, file: IO[bytes], size: int, depth: int) -> Iterator[Piece]:
    """Yield the pieces in an open file: itself, or what is packed in it."""
    magic = file.read(4)
    file.seek(0)
    if magic == _ZIP and depth < _DEEPEST:
        yield from _members(name, file, size, depth)
    elif magic.startswith(_GZIP) and depth < _DEEPEST:
        try:
            data = _unpack(gzip.GzipFile(fileobj=file), size)
        except _UNPACKING as error:
            yield Piece(name, reason=f"can't be unpacked: {error}")
            return
        yield from _unfold(name, io.BytesIO(data), len(data), depth + 1)
    elif magic == _ZIP or magic.startswith(_GZIP):
        yield Piece(name, reason=f"packed more than {_DEEPEST} times")
    elif size > LARGEST_PIECE:
        yield Piece(name, reason=f"larger than {LARGEST_PIECE} bytes; split the file")
    else:
        yield Piece(name, file.read())


def _members(name: str, file: IO[bytes], size: int, depth: int) -> Iterator[Piece]:
    try:
        archive = zipfile.ZipFile(file)
    except _UNPACKING as error:
        yield Piece(name, reason=f"not a whole zip archive: {error}")
        return
    if not archive.infolist():
        yield Piece(name, reason="an empty archive")
    left = LARGEST_ARCHIVE
    with archive:
        for member in sorted(archive.infolist(), key=lambda info: info.filename):
            if member.filename.endswith("/"):
                continue
            inner, weight = f"{name}/{member.filename}", member.compress_size
            if _is_hidden_member(member.filename):
                yield Piece(inner, skipped=True, weight=weight)
                continue
            try:
                with archive.open(member) as packed:
                    data = _unpack(packed, weight, left)
            except _UNPACKING as error:
                yield Piece(inner, reason=f"can't be unpacked: {error}", weight=weight)
                continue
            left -= len(data)
            yield from _weighed(_unfold(inner, io.BytesIO(data), len(data), depth + 1), weight)


def _is_hidden_member(name: str) -> bool:
    parts = name.replace("\\", "/").split("/")
    return any(_is_hidden(part) for part in parts if part not in (".", ".."))


def _unpack(packed: _Packed, packed_size: int, left: int = LARGEST_ARCHIVE) -> bytes:
    """Return the unpacked bytes; refuse what grows beyond the limits, before holding it all."""
    chunks: list[bytes] = []
    size = 0
    while chunk := packed.read(_CHUNK):
        size += len(chunk)
        if size > LARGEST_PIECE or size > left:
            raise _Refused(f"larger than {min(LARGEST_PIECE, left)} bytes")
        if size > _RATIO_FREE and size > LARGEST_RATIO * max(packed_size, 1):
            raise _Refused(f"unfolds to more than {LARGEST_RATIO} times its size")
        chunks.append(chunk)
    return b"".join(chunks)
