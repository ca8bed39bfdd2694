"""Who plays the other seats: compiled opponents, agents by name or object, functions, populations.

- `random`, `caller`, `check-fold`, `quick-tight`: compiled into the kernel (`bots.py`), fastest;
- any name of the agents' registry: `tight-aggressive` and all house bots, entry points of the group
  `railbird.agents`, `module:Class`, `file.py:Class`, `cmd:PROGRAM` (external programs);
- a class, called for each event and seat, with `seed` when it takes one;
- an object with `act(observation)`: what it is given is an `agents.observation.Observation`, and
  also a mapping of `"observation"` (flat) and `"action_mask"`; it returns a `Move` or an action;
- a function of such a mapping, which returns an action; `Batched(function)` is given stacked
  arrays of all tables that wait, and returns as many actions;
- a population: an object with `draw(count, seed)` that returns so many opponents of any of these
  kinds; its seats are drawn anew for each event, by the event's seed. `Pool` is one.

House bots and players of a population are asked in batches over all tables. What is made from a
name or a class, and what is drawn, depends on the seeds of event and seat alone.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import numpy as np

from railbird.arena.env.asked import Others
from railbird.arena.env.bots import ASKED, BOT_CODES, QUICK_TIGHT
from railbird.arena.env.config import EnvError, OpponentLike, Settings
from railbird.arena.env.loop import Bots
from railbird.arena.hand.record import MAX_SEATS

# The arena knows no agents; whoever does gives them a seat here (`company`).
_AGENTS = "railbird.agents.for_env"

DEFAULT_OPPONENT = "quick-tight"


class Population(Protocol):
    """Opponents to draw from."""

    def draw(self, count: int, seed: int) -> Sequence[OpponentLike]:
        """Return `count` opponents, the same for the same seed."""
        ...


class Batched:
    """An opponent made of a function of many decisions at once.

    `function({"observation": (n, size), "action_mask": (n, actions)})` returns n actions.
    """

    def __init__(self, function: Callable[[dict[str, Any]], Any]) -> None:
        self.function = function

    def __call__(self, seen: dict[str, Any]) -> Any:
        """Return the function's actions."""
        return self.function(seen)


class Pool:
    """A population made of a list, as league training needs it.

    `pool` may grow while the league learns; `weights()` says how often each is drawn (evenly
    without). `drawn[seed]` are the places in the pool of the last draws, by the event's seed.
    """

    def __init__(
        self,
        pool: Sequence[OpponentLike],
        weights: Callable[[], Sequence[float]] | None = None,
    ) -> None:
        if not pool:
            raise EnvError("the pool of opponents is empty")
        self.pool = pool
        self.weights = weights

    def draw(self, count: int, seed: int) -> list[OpponentLike]:
        """Return `count` opponents of the pool."""
        return [self.pool[k] for k in self.places(count, seed)]

    def places(self, count: int, seed: int) -> list[int]:
        """Return the places in the pool that `draw` takes."""
        chances = None
        if self.weights is not None:
            raw = np.asarray(self.weights(), dtype=np.float64)
            if raw.shape != (len(self.pool),) or not (raw >= 0).all() or raw.sum() <= 0:
                raise EnvError(f"weights {raw.tolist()}: one of 0 or more for each in the pool")
            chances = raw / raw.sum()
        rng = np.random.default_rng(seed)
        places: list[int] = rng.choice(len(self.pool), size=count, p=chances).tolist()
        return places


def make_opponents(
    settings: Settings, opponents: OpponentLike | Sequence[OpponentLike]
) -> tuple[Bots, Others | None]:
    """Return who plays the other seats: a code for each, and who answers for those asked.

    Both go by distance: entry k plays the k-th seat clockwise from the agent (in multi-table
    events the k-th entry after it). One opponent plays all seats; a list names each of them. With
    "self" nobody does. Raises `EnvError` saying what is wrong and what there is.
    """
    if isinstance(opponents, str) and opponents == "self":
        return seat_opponents(settings, {})
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
    return seat_opponents(settings, dict(enumerate(chosen, 1)))


def seat_opponents(
    settings: Settings, chosen: Mapping[int, OpponentLike]
) -> tuple[Bots, Others | None]:
    """Do `make_opponents` for the seats that `chosen` names."""
    bots = np.zeros(max(MAX_SEATS, settings.entrants), dtype=np.int64)
    asked: dict[int, OpponentLike] = {}
    for k, opponent in chosen.items():
        code = BOT_CODES.get(opponent) if isinstance(opponent, str) else None
        if code == QUICK_TIGHT and settings.structure.game != "holdem":
            raise EnvError("quick-tight plays hold'em only; take the house bot tight-aggressive")
        bots[k] = ASKED if code is None else code
        if code is None:
            asked[k] = opponent
    if not asked:
        return bots, None
    try:
        others: Others = importlib.import_module(_AGENTS).company(asked, settings)
    except ValueError as error:
        raise EnvError(str(error)) from None
    return bots, others
