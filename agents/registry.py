"""Finds agents by what a person types.

- a registered name: the house bots, `human-like` (a player of the population, another for each
  seed), `human` (a person at the terminal) and whatever installed packages register in the
  entry-point group `railbird.agents`; ours are registered there too (`bots.py`);
- `module:Class`, importable from here;
- `path/to/file.py:Class`;
- `cmd:PROGRAM ARGUMENTS`, an external program (`external.py`).

A class or function is called with the keyword `seed` when it takes one; an object is used as it is.
"""

from __future__ import annotations

import difflib
import importlib
import importlib.util
import inspect
import shutil
import sys
from collections.abc import Callable, Mapping
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, cast

from railbird.agents.base import Agent, Unavailable

GROUP = "railbird.agents"

_BOTS = "railbird.agents.bots"
# The same lines as in `pyproject.toml`; a test holds them together.
OURS: dict[str, str] = {
    "random": f"{_BOTS}:random",
    "check-fold": f"{_BOTS}:check_fold",
    "caller": f"{_BOTS}:caller",
    "nit": f"{_BOTS}:nit",
    "loose-passive": f"{_BOTS}:loose_passive",
    "tight-aggressive": f"{_BOTS}:tight_aggressive",
    "loose-aggressive": f"{_BOTS}:loose_aggressive",
    "maniac": f"{_BOTS}:maniac",
    "equity": f"{_BOTS}:equity",
    "push-fold": f"{_BOTS}:push_fold",
    "all-round": f"{_BOTS}:all_round",
    "bounty-hunter": f"{_BOTS}:bounty_hunter",
    "human-like": f"{_BOTS}:human_like_player",
    "human-like-pro": f"{_BOTS}:human_like_pro",
    "human": f"{_BOTS}:human",
}


class AgentError(ValueError):
    """No such agent: what was asked for, and what there is."""


def house_bots() -> tuple[str, ...]:
    """Return the names of the house bots."""
    from railbird.agents.scripted.style import STYLES

    return tuple(STYLES)


def registered() -> dict[str, EntryPoint]:
    """Return every name that needs no path: our own, and those of installed packages.

    Ours do not depend on the installed metadata, which an edited tree may be ahead of.
    """
    found = {p.name: p for p in entry_points(group=GROUP)}
    return found | {name: EntryPoint(name, value, GROUP) for name, value in OURS.items()}


def is_external(spec: str) -> bool:
    """Say whether `spec` is a program of its own."""
    return spec.startswith("cmd:")


def make_agent(spec: str, seed: int = 0) -> Agent:
    """Return a new agent for `spec`. Raises `AgentError` with the names that there are."""
    return maker(spec)(seed)


def maker(spec: str) -> Callable[[int], Agent]:
    """Return what makes agents of `spec` from a seed; looks only once. Raises `AgentError`."""
    if is_external(spec):
        from railbird.agents.external import ExternalBot

        return lambda seed: ExternalBot(spec.removeprefix("cmd:").strip())
    return maker_of(spec, find(spec))


def maker_of(spec: str, made: Any) -> Callable[[int], Agent]:
    """Return what makes agents of a class, function or object; `spec` is what errors call it.

    The function raises `AgentError` for what is no agent.
    """
    if not isinstance(made, type) and isinstance(made, Agent):
        return lambda seed: made
    if not callable(made):
        raise AgentError(f"agent {spec!r} is {made!r}: want a class with act(observation)")
    takes_seed = "seed" in _parameters(made)
    return lambda seed: _build(spec, made, {"seed": seed} if takes_seed else {})


def _parameters(made: Callable[..., Any]) -> Mapping[str, inspect.Parameter]:
    try:
        return inspect.signature(made).parameters
    except (TypeError, ValueError):
        return {}  # some of those written in C do not tell


def find(spec: str) -> Any:
    """Return the class, function or object that a registered name or a path means."""
    point = registered().get(spec)
    if point is not None:
        try:
            return point.load()
        except Exception as error:
            raise AgentError(f"agent {spec!r} cannot be loaded: {_one_line(error)}") from None
    place, colon, name = spec.rpartition(":")
    if not colon or not place or not name:
        known = registered()
        near = difflib.get_close_matches(spec, known, n=1)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        raise AgentError(
            f"no agent {spec!r}.{hint} There are {', '.join(known)}; or give module:Class,"
            " file.py:Class or cmd:PROGRAM"
        )
    module = _load_file(spec, Path(place)) if place.endswith(".py") else _load_module(spec, place)
    try:
        return getattr(module, name)
    except AttributeError:
        raise AgentError(f"agent {spec!r}: {place} has no {name!r}") from None


def _load_module(spec: str, name: str) -> Any:
    try:
        return importlib.import_module(name)
    except Exception as error:
        raise AgentError(f"agent {spec!r}: {name} cannot be imported: {_one_line(error)}") from None


def _load_file(spec: str, path: Path) -> Any:
    if not path.is_file():
        raise AgentError(f"agent {spec!r}: there is no file {path}")
    name = f"_railbird_agent_{path.stem}_{abs(hash(path.resolve())):x}"
    found = importlib.util.spec_from_file_location(name, path)
    assert found is not None and found.loader is not None
    module = importlib.util.module_from_spec(found)
    sys.modules[name] = module
    try:
        found.loader.exec_module(module)
    except Exception as error:
        raise AgentError(f"agent {spec!r}: {path} fails: {_one_line(error)}") from None
    return module


def _build(spec: str, make: Callable[..., Any], arguments: dict[str, int]) -> Agent:
    try:
        made = make(**arguments)
    except Unavailable as error:
        raise AgentError(f"agent {spec!r}: {error}") from None
    except Exception as error:
        raise AgentError(f"agent {spec!r} cannot be made: {_one_line(error)}") from None
    # Looking for the method is much quicker than asking the protocol, for each of many players.
    if not callable(getattr(made, "act", None)):
        raise AgentError(f"agent {spec!r}: {type(made).__name__} has no act(observation)")
    return cast("Agent", made)


def _one_line(error: Exception) -> str:
    return f"{type(error).__name__}: {error}".splitlines()[0]


def check_agent(spec: str) -> None:
    """Raise `AgentError` when there is no such agent, before anything is played."""
    if is_external(spec):
        from railbird.agents.external import program_words

        words = program_words(spec.removeprefix("cmd:"))
        if shutil.which(words[0]) is None:
            raise AgentError(f"agent {spec!r}: there is no program {words[0]!r}")
        return
    make_agent(spec)
