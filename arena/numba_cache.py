"""The one way kernels are compiled: `@kernel`, cached where a changed source cannot mislead.

Numba does not rebuild a cached function when a function it calls in another file changes, and
it fails at import when it may not write beside the source. So the cache folder is chosen here, at
decoration: `<user cache>/railbird/<hash>`, the hash being over every source the kernel can reach
and the Numba version; else a private temporary folder; else no cache. Cached files are pickles, so
the folder must be ours and closed to others (mode 0700).

Numba counts who holds an array with an atomic addition at each slice and call, which cost a fifth
of an environment's step. `borrow` gives a view that nobody counts, for the time of one call.

`NUMBA_DISABLE_JIT=1` turns `kernel` into a plain function, for debugging and coverage.
"""

from __future__ import annotations

import hashlib
import importlib
import os
import re
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba import extending
from numba.core import cgutils, event, types
from numba.core import config as numba_config

Function = TypeVar("Function", bound=Callable[..., Any])
Borrowed = TypeVar("Borrowed")

_IMPORT = re.compile(r"^from (railbird\.\S+) import (?:\(([^)]*)\)|(.*))$", re.MULTILINE)
# Numba sets the names of its configuration at run time.
config: Any = numba_config
compiler: Any = numba
extend: Any = extending
generated: Any = cgutils
# Each change of a source makes new folders; a developer makes many.
_KEPT_DAYS = 14
_FOLDER = re.compile(r"[0-9a-f]{16}")


def kernel(function: Function) -> Function:
    """Compile `function` on first call, without the interpreter lock, and keep the result."""
    return _compile(function)


def inlined(function: Function) -> Function:
    """Do as `kernel`, and make it part of whatever calls it: for what is called often by few.

    A call hands over seven words for each array.
    """
    return _compile(function, forceinline=True)


def _compile(function: Function, **options: bool) -> Function:
    folder = None if config.DISABLE_JIT else cache_folder(function.__module__)
    if folder is None:
        plain: Function = compiler.njit(nogil=True, **options)(function)
        return plain
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        compiled: Function = compiler.njit(nogil=True, cache=True, **options)(function)
    finally:
        config.CACHE_DIR = before
    return compiled


def borrow(array: Borrowed) -> Borrowed:
    """Return `array` (or None) uncounted: for a kernel's arguments, which its caller holds.

    An array made within the kernel would be freed under it. Neither the view nor a slice of it may
    be returned to Python or outlive the call.
    """
    return array


def _write_uncounted(typing: Any, array: Any) -> Any:
    def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        view = context.make_array(signature.return_type)(context, builder, arguments[0])
        view.meminfo = generated.get_null_value(view.meminfo.type)
        view.parent = generated.get_null_value(view.parent.type)
        return view._getvalue()

    return array(array), write


_uncounted: Any = extend.intrinsic(_write_uncounted)


def _compiled_borrow(array: Any) -> Any:
    if isinstance(array, types.Array):
        return lambda array: _uncounted(array)
    return lambda array: array


extend.overload(borrow, strict=False)(_compiled_borrow)


@cache
def cache_folder(module: str) -> Path | None:
    """Return the folder for the compiled kernels of a module, or None when there can be none."""
    name = sources_digest(module)
    user = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    for parent in (Path(user) / "railbird", Path(tempfile.gettempdir()) / f"railbird-{_user()}"):
        if _private_folder(parent) and _private_folder(parent / name):
            os.utime(parent / name)
            return parent / name
    return None


def is_compiled(module: str) -> bool:
    """Say whether kernels of a module are kept, so that using it will not compile them all.

    Imports the module: only then it is known which sources its kernels can reach.
    """
    importlib.import_module(module)
    folder = cache_folder(module)
    return folder is not None and any(folder.rglob("*.nbc"))


def forget_unused(parent: Path, days: float = _KEPT_DAYS) -> None:
    """Delete the folders of kernels in `parent` that no program used for some days."""
    oldest = time.time() - days * 86_400
    for folder in parent.iterdir():
        if _FOLDER.fullmatch(folder.name) and not folder.is_symlink():
            if folder.stat().st_mtime < oldest:
                shutil.rmtree(folder, ignore_errors=True)


@cache
def sources_digest(module: str) -> str:
    """Return a hash over the sources a kernel of `module` can reach, and Numba's version.

    A kernel calls only what its module imports, so these are the module and its imports, and
    theirs; a change elsewhere costs no compilation.
    """
    digest = hashlib.sha256(f"{numba.__version__} {sys.version_info[:2]}".encode())
    reached: set[str] = set()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting += _imports(name)
    for name in sorted(reached):
        digest.update(name.encode() + b"\0" + _source(name))
    return digest.hexdigest()[:16]


@cache
def _source(module: str) -> bytes:
    path = getattr(sys.modules.get(module), "__file__", None)
    return Path(path).read_bytes() if path else b""


@cache
def _imports(module: str) -> tuple[str, ...]:
    """Return the modules of this project that a module imports by `from … import …`."""
    found = []
    for package, in_brackets, in_line in _IMPORT.findall(_source(module).decode()):
        names = re.findall(r"\w+", in_brackets or in_line)
        found += [package, *(f"{package}.{name}" for name in names)]
    return tuple(name for name in found if name in sys.modules)


def _user() -> str:
    return str(os.getuid()) if hasattr(os, "getuid") else "user"


def _private_folder(folder: Path) -> bool:
    """Make `folder` if it is missing; True when it is writable and nobody else could fill it."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        state = folder.lstat()
    except (OSError, RuntimeError):
        return False
    if not stat.S_ISDIR(state.st_mode) or not os.access(folder, os.W_OK | os.X_OK):
        return False
    if not hasattr(os, "getuid"):
        return True
    return state.st_uid == os.getuid() and not state.st_mode & 0o022


class _Announcer(event.Listener):
    """Says once on stderr that the first start compiles, because it takes a while."""

    said = False

    def on_start(self, event: Any) -> None:
        function = event.data["dispatcher"].py_func
        if not self.said and function.__module__.startswith("railbird."):
            self.said = True
            folder = cache_folder(function.__module__)
            if folder is not None:
                forget_unused(folder.parent)
            sys.stderr.write("railbird: compiling the game for this machine, once; a minute...\n")
            sys.stderr.flush()

    def on_end(self, event: Any) -> None:
        """Nothing to say: later kernels follow at once."""


_listen: Any = event.register
_listen("numba:compile", _Announcer())
