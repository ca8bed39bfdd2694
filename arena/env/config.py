"""What an environment is made of: its arguments, checked, as spaces and arrays."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, runtime_checkable

import numpy as np
from gymnasium import spaces

from railbird.arena.env.actions import DEFAULT_LADDER, Ladder, action_names
from railbird.arena.env.bots import BOT_CODES, OUTSIDE, PYTHON, TIGHT_AGGRESSIVE
from railbird.arena.env.loop import OPTIONS, OWN_SEAT, REWARD, SELF_PLAY, Bots, Options
from railbird.arena.env.observation import FloatArray, Layout
from railbird.arena.env.rewards import REWARDS
from railbird.arena.hand.games import GAMES
from railbird.arena.hand.record import MAX_SEATS
from railbird.arena.tournament.house import HouseError
from railbird.arena.tournament.single_table.plan import why_not
from railbird.arena.tournament.structure import Format, Structure
from railbird.arena.tournament.structure_file import StructureError, load_structure

Observation: TypeAlias = "FloatArray | dict[str, Any]"
FORMS = ("flat", "masked", "fields")
ACTION_FORMS = ("ladder", "continuous")


class EnvError(ValueError):
    """A wrong use of an environment: what was wrong and what to do instead."""


@runtime_checkable
class Opponent(Protocol):
    """Whoever plays another seat in Python."""

    def act(self, observation: dict[str, Any]) -> Any:
        """Return an action for `{"observation": flat, "action_mask": mask}`."""
        ...


OpponentLike: TypeAlias = "str | Opponent | Callable[[dict[str, Any]], Any]"


@dataclass(frozen=True)
class Settings:
    """An environment's arguments, checked (see `single.TournamentEnv` for what they mean)."""

    structure: Structure
    entrants: int
    reward: str
    layout: Layout
    ladder: Ladder
    ladder_parts: tuple[float, ...]
    form: str
    action_form: str
    seat: int
    think: int
    strict: bool
    single_table: bool

    @property
    def actions(self) -> int:
        """How many actions the ladder form has."""
        return len(self.ladder_parts) + 3

    @property
    def action_space(self) -> spaces.Space[Any]:
        """The space of one action."""
        if self.action_form == "ladder":
            return spaces.Discrete(self.actions)
        return spaces.Box(0.0, 1.0, (2,), np.float32)

    @property
    def observation_space(self) -> spaces.Space[Any]:
        """The space of one observation."""
        layout = self.layout
        flat = spaces.Box(layout.low, layout.high, dtype=np.float32)
        if self.form == "flat":
            return flat
        mask = spaces.MultiBinary(self.actions)
        if self.form == "masked":
            return spaces.Dict({"observation": flat, "action_mask": mask})
        parts: dict[str, spaces.Space[Any]] = {}
        for name, low in layout.parts(layout.low).items():
            high = layout.parts(layout.high)[name]
            parts[name] = spaces.Box(low, high, dtype=np.float32)
        parts["action_mask"] = mask
        return spaces.Dict(parts)

    @property
    def action_names(self) -> tuple[str, ...]:
        """A name for each action of the ladder form."""
        return action_names(self.ladder_parts)

    def options(self, self_play: bool) -> Options:
        """Return the options for compiled code."""
        options = np.zeros(OPTIONS, dtype=np.int64)
        options[REWARD] = REWARDS.index(self.reward)
        options[SELF_PLAY] = self_play
        options[OWN_SEAT] = self.seat
        return options

    def observation(self, flat: FloatArray, mask: Any) -> Observation:
        """Return an observation of the chosen form around these fresh arrays."""
        if self.form == "flat":
            return flat
        if self.form == "masked":
            return {"observation": flat, "action_mask": mask}
        parts: dict[str, Any] = dict(self.layout.parts(flat))
        parts["action_mask"] = mask
        return parts


def make_settings(
    structure: str | Structure = "sng-9max",
    house: str | None = None,
    *,
    entrants: int | None = None,
    reward: str = "prize",
    raises: Sequence[float] = DEFAULT_LADDER,
    observation: str = "flat",
    actions: str = "ladder",
    seat: int | None = None,
    last_moves: int = 8,
    seconds_per_decision: float = 6.0,
    illegal: str = "check-fold",
) -> Settings:
    """Return checked settings. Raises `EnvError` saying what is wrong and what is possible."""
    event = _structure(structure, house)
    count = event.entrants if entrants is None else entrants
    _one_of("reward", reward, REWARDS)
    _one_of("observation", observation, FORMS)
    _one_of("actions", actions, ACTION_FORMS)
    _one_of("illegal", illegal, ("check-fold", "raise"))
    ladder = np.array(raises, dtype=np.float64)
    if ladder.ndim != 1 or not np.isfinite(ladder).all() or (np.diff(ladder) <= 0).any():
        raise EnvError(f"raises={raises!r}: give parts of the pot in rising order, like (0.5, 1)")
    if not seconds_per_decision >= 0.001:
        raise EnvError(f"seconds_per_decision={seconds_per_decision!r}: levels need time to rise")
    if not 2 <= count or (event.max_entrants is not None and count > event.max_entrants):
        raise EnvError(f"entrants={count}: {event.name} takes 2 to {event.max_entrants or 'many'}")
    if event.format is Format.SIT_AND_GO and count != event.entrants:
        raise EnvError(f"entrants={count}: the sit & go {event.name} starts with {event.entrants}")
    if seat is not None and not 1 <= seat <= min(event.seats, count):
        raise EnvError(f"seat={seat}: {event.name} has seats 1 to {min(event.seats, count)}")
    return Settings(
        structure=event,
        entrants=count,
        reward=reward,
        layout=Layout(event, count, len(ladder) + 3, last_moves),
        ladder=ladder,
        ladder_parts=tuple(float(part) for part in ladder),
        form=observation,
        action_form=actions,
        seat=-1 if seat is None else seat - 1,
        think=round(seconds_per_decision * 1000),
        strict=illegal == "raise",
        single_table=why_not(event, count) is None,
    )


def _structure(structure: str | Structure, house: str | None) -> Structure:
    if isinstance(structure, Structure):
        if house is not None and house != structure.house.name:
            raise EnvError(f"house={house!r}: give it when loading {structure.name}, or its name")
        return structure
    try:
        return load_structure(structure, house)
    except (StructureError, HouseError) as error:
        raise EnvError(str(error)) from None


def _one_of(name: str, value: object, known: tuple[str, ...]) -> None:
    if value not in known:
        raise EnvError(f"{name}={value!r}: choose one of {', '.join(known)}")


def make_opponents(
    settings: Settings, opponents: OpponentLike | Sequence[OpponentLike]
) -> tuple[Bots, dict[int, Opponent]]:
    """Return who plays the other seats: compiled codes and Python objects.

    Both are by distance: entry k plays the k-th seat clockwise from the agent. One opponent plays
    all seats; a list names each of them.
    """
    others = settings.entrants - 1
    if isinstance(opponents, (list, tuple)):
        chosen = list(opponents)
        if len(chosen) != others:
            raise EnvError(
                f"{len(chosen)} opponents: {settings.structure.name} has seats for {others} beside"
                " the agent; give so many, or one for all"
            )
    else:
        chosen = [opponents] * others
    bots = np.zeros(max(MAX_SEATS, settings.entrants), dtype=np.int64)
    objects: dict[int, Opponent] = {}
    for k, opponent in enumerate(chosen, 1):
        if isinstance(opponent, str) and opponent in BOT_CODES:
            bots[k] = BOT_CODES[opponent]
            if bots[k] == TIGHT_AGGRESSIVE and settings.structure.game != "holdem":
                raise EnvError("the compiled tight-aggressive opponent plays hold'em only")
        else:
            bots[k] = PYTHON
            objects[k] = find_opponent(opponent)
    assert bots[0] == OUTSIDE
    return bots, objects


class _Called:
    """An opponent made of a function."""

    def __init__(self, function: Callable[[dict[str, Any]], Any]) -> None:
        self.function = function

    def act(self, observation: dict[str, Any]) -> Any:
        """Return what the function returns."""
        return self.function(observation)


def find_opponent(opponent: Any) -> Opponent:
    """Return the Python opponent meant: an object, a function, or `module:Class`.

    Raises `EnvError` listing the names when there is no such opponent.
    """
    if not isinstance(opponent, str):
        if isinstance(opponent, Opponent):
            return opponent
        if callable(opponent):
            return _Called(opponent)
        raise EnvError(f"opponent {opponent!r}: give a name, an object with act(), or a function")
    if ":" not in opponent:
        known = ", ".join(BOT_CODES)
        raise EnvError(f"no opponent {opponent!r}; there are {known}, or give module:Class")
    made = _import(opponent)
    return find_opponent(made() if isinstance(made, type) else made)


def _import(path: str) -> Any:
    module, _, name = path.partition(":")
    try:
        return getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise EnvError(f"opponent {path!r} cannot be imported: {error}") from None


def check_playable(settings: Settings) -> None:
    """Raise `EnvError` for events that no environment plays."""
    if settings.structure.format is Format.MATRIX:
        raise EnvError(
            f"{settings.structure.name}: a Matrix is four matches at once; an agent plays one"
            f" table at a time, so take a sit & go like sng-{settings.structure.seats}max"
        )
    if GAMES[settings.structure.game].most_seats < settings.structure.seats:
        raise EnvError(f"{settings.structure.game} is not dealt to {settings.structure.seats}")
