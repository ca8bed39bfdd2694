"""What an environment is made of: its arguments, checked, as spaces and arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypedDict

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from railbird.arena.env.actions import DEFAULT_LADDER, Ladder, action_names
from railbird.arena.env.buying import BUYING, USUAL
from railbird.arena.env.loop import OPTIONS, OWN_SEAT, REWARD, SELF_PLAY, Options
from railbird.arena.env.observation import FloatArray, Layout
from railbird.arena.env.rewards import REWARDS
from railbird.arena.hand.games import GAMES
from railbird.arena.tournament.house import HouseError
from railbird.arena.tournament.single_table.plan import why_not
from railbird.arena.tournament.structure import Format, Structure
from railbird.arena.tournament.structure_file import StructureError, load_structure

Observation: TypeAlias = "FloatArray | dict[str, Any]"
OpponentLike: TypeAlias = Any  # `opponents.py` says what may play
FORMS = ("flat", "masked", "fields")
ACTION_FORMS = ("ladder", "continuous")


class EnvError(ValueError):
    """A wrong use of an environment: what was wrong and what to do instead."""


class SettingsArgs(TypedDict, total=False):
    """What all environments may be given beside structure, house and opponents.

    Args:
        reward: prize (default), chips, icm or bounty_icm (`rewards.py`).
        raises: the ladder of raises by parts of the pot (`actions.py`), in rising order.
        observation: "flat" (default: a Box), "masked" (a Dict of that and the action mask), or
            "fields" (a Dict by name); `observation.py` documents every field.
        actions: "ladder" (default: Discrete) or "continuous" (Box).
        seat: the agent's seat from 1, single-table events; by default it is drawn by lot.
        entrants: how many enter, where the structure leaves it open.
        last_moves: how many moves of the running hand an observation holds, 0 to 12 (8).
        seconds_per_decision: what every decision takes of the tournament's time, so levels rise
            (6).
        illegal: "check-fold" (default) turns an illegal action into a check or fold and says so in
            `info["illegal_action"]`; "raise" raises `IllegalMove`.
        rebuys: whether agents rebuy, add on and re-enter where the event sells it: "usual"
            (default: by chance, as everybody else; `buying.py`), "always" or "never". What it
            costs is taken from the reward.
    """

    reward: str
    raises: Sequence[float]
    observation: str
    actions: str
    seat: int | None
    entrants: int | None
    last_moves: int
    seconds_per_decision: float
    illegal: str
    rebuys: str


@dataclass(frozen=True)
class Settings:
    """An environment's arguments, checked (`SettingsArgs` says what they mean)."""

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
    rebuys: str
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

    def options(self, plays: int) -> Options:
        """Return the options for compiled code; `plays` is a value of `loop.SELF_PLAY`."""
        options = np.zeros(OPTIONS, dtype=np.int64)
        options[REWARD] = REWARDS.index(self.reward)
        options[SELF_PLAY] = plays
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

    def checked(self, actions: Any, masks: NDArray[np.int8]) -> NDArray[Any]:
        """Return actions, one for each row of `masks`, as compiled code wants them.

        Raises `EnvError` for what is no action, and for an illegal one where settings are strict.
        """
        if self.action_form == "continuous":
            return checked_boxes(actions, len(masks))
        given = np.asarray(actions)
        if given.shape != (len(masks),) or given.dtype.kind not in "iu":
            raise EnvError(
                f"actions of shape {given.shape} and type {given.dtype}: give"
                f" {len(masks)} whole numbers, one a table"
            )
        if given.min() < 0 or given.max() >= self.actions:
            raise EnvError(f"actions from {given.min()} to {given.max()}; {self.known_actions()}")
        if self.strict:
            legal = masks[np.arange(len(masks)), given].astype(np.bool_)
            if not legal.all():
                where = np.flatnonzero(~legal)[:5].tolist()
                raise EnvError(f"illegal actions at tables {where}; see info['action_mask']")
        return given.astype(np.int64, copy=False)

    def number_of(self, action: Any) -> int:
        """Return one action of the ladder form as a number; `EnvError` when it is none."""
        try:
            number = int(action)
            good = number == action and 0 <= number < self.actions
        except (TypeError, ValueError, OverflowError):
            good = False
        if not good:
            raise EnvError(f"{action!r} is no action; {self.known_actions()}")
        return number

    def known_actions(self) -> str:
        """Return a sentence that names every action of the ladder form."""
        return "there are " + ", ".join(f"{k} {n}" for k, n in enumerate(self.action_names))


def checked_boxes(action: Any, count: int) -> NDArray[np.float32]:
    """Return continuous actions as float32; `EnvError` for wrong shapes, NaN or out of range."""
    try:
        boxes = np.asarray(action, dtype=np.float32).reshape(count, 2)
    except (TypeError, ValueError):
        boxes = np.full((count, 2), np.nan, dtype=np.float32)
    if not np.isfinite(boxes).all():
        raise EnvError(f"{action!r} is no action: give two numbers from 0 to 1 (no NaN) a table")
    if (boxes < 0).any() or (boxes > 1).any():
        raise EnvError(f"{action!r} is no action: both numbers are from 0 to 1")
    return boxes


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
    rebuys: str = USUAL,
) -> Settings:
    """Return checked settings (`SettingsArgs` says what they mean).

    Raises `EnvError` saying what is wrong and what is possible.
    """
    event = _structure(structure, house)
    count = event.entrants if entrants is None else entrants
    _one_of("reward", reward, REWARDS)
    _one_of("observation", observation, FORMS)
    _one_of("actions", actions, ACTION_FORMS)
    _one_of("illegal", illegal, ("check-fold", "raise"))
    _one_of("rebuys", rebuys, BUYING)
    ladder = np.array(raises, dtype=np.float64)
    if ladder.ndim != 1 or not np.isfinite(ladder).all() or (np.diff(ladder) <= 0).any():
        raise EnvError(f"raises={raises!r}: give parts of the pot in rising order, like (0.5, 1)")
    if not seconds_per_decision >= 0.001:
        raise EnvError(f"seconds_per_decision={seconds_per_decision!r}: levels need time to rise")
    if not 2 <= count or (event.max_entrants is not None and count > event.max_entrants):
        raise EnvError(f"entrants={count}: {event.name} takes 2 to {event.max_entrants or 'many'}")
    if event.format in (Format.SIT_AND_GO, Format.MATRIX) and count != event.entrants:
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
        rebuys=rebuys,
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


def check_playable(settings: Settings) -> None:
    """Raise `EnvError` for events that no environment plays."""
    if GAMES[settings.structure.game].most_seats < settings.structure.seats:
        raise EnvError(f"{settings.structure.game} is not dealt to {settings.structure.seats}")
