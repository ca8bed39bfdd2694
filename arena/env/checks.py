"""Our own checker of poker environments: laws that a general checker does not know.

`check(make)` takes a function that makes an environment of one agent; it works on any Gymnasium
environment whose info holds `action_mask`, our wrappers and others' included. `check_hiding` wants
the environment of this package inside. Each law is a function that raises `BrokenLaw` naming the
law, the step and what was seen.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from railbird.arena.env.core import Tables
from railbird.arena.env.observe import write_observation
from railbird.arena.hand.record import DECK_CARDS, HAND_CARDS, NO_CARD
from railbird.arena.numba_cache import kernel
from railbird.arena.randomness import below, seed_stream

Make = Callable[[], gym.Env[Any, Any]]


class BrokenLaw(AssertionError):
    """A law of environments that does not hold: which, when, and what was seen."""


def _hold(law: str, step: int, good: bool, seen: object) -> None:
    if not good:
        raise BrokenLaw(f"{law} (step {step}): {seen}")


def same(a: Any, b: Any) -> bool:
    """Tell whether two observations or infos are equal, number for number."""
    if isinstance(a, dict):
        return isinstance(b, dict) and a.keys() == b.keys() and all(same(a[k], b[k]) for k in a)
    if isinstance(a, (list, tuple)):
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b, strict=True))
    return bool(np.array_equal(np.asarray(a), np.asarray(b)))


def check(make: Make, *, steps: int = 2_000, seed: int = 0) -> None:
    """Check the laws of observations, masks, rewards and seeds over random legal play."""
    check_spaces(make(), steps=steps, seed=seed)
    check_seeds(make, steps=min(steps, 500), seed=seed)
    check_fresh(make(), steps=min(steps, 200), seed=seed)


def _mask_of(info: dict[str, Any]) -> NDArray[np.bool_]:
    mask = info.get("action_mask")
    _hold("info holds an action mask", 0, mask is not None, sorted(info))
    return np.asarray(mask).astype(np.bool_)


def _legal(env: gym.Env[Any, Any], info: dict[str, Any], rng: np.random.Generator) -> Any:
    mask = _mask_of(info)
    if not isinstance(env.action_space, gym.spaces.Discrete):
        return env.action_space.sample()
    return int(rng.choice(np.flatnonzero(mask)))


def check_spaces(env: gym.Env[Any, Any], *, steps: int, seed: int) -> None:
    """Observations lie in their space, something is always legal, rewards are finite."""
    rng = np.random.default_rng(seed)
    observation, info = env.reset(seed=seed)
    env.action_space.seed(seed)
    for step in range(steps):
        space = env.observation_space
        _hold("an observation lies in its space", step, space.contains(observation), observation)
        _hold("some action is legal", step, bool(_mask_of(info).any()), info)
        observation, reward, ended, cut, info = env.step(_legal(env, info, rng))
        _hold("a reward is a finite number", step, bool(np.isfinite(float(reward))), reward)
        legal = not info.get("illegal_action", False)
        _hold("what the mask allows is legal", step, legal, info)
        if ended or cut:
            observation, info = env.reset()


def _timeless(step: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return a step without the seconds that Gymnasium's `RecordEpisodeStatistics` measures."""
    info = dict(step[-1])
    if isinstance(info.get("episode"), dict):
        info["episode"] = {key: part for key, part in info["episode"].items() if key != "t"}
    return (*step[:-1], info)


def check_seeds(make: Make, *, steps: int, seed: int) -> None:
    """The same seed and actions give the same observations, rewards and infos, resets included.

    The wall time of an episode, as Gymnasium's wrapper notes it, is left out.
    """
    first, second = make(), make()
    rng = np.random.default_rng(seed)
    a: tuple[Any, ...] = first.reset(seed=seed)
    b: tuple[Any, ...] = second.reset(seed=seed)
    first.action_space.seed(seed)
    for step in range(steps):
        _hold("a seed decides everything", step, same(a, b), (a, b))
        action = _legal(first, a[-1], rng)
        a, b = _timeless(first.step(action)), _timeless(second.step(action))
        if a[2] or a[3]:
            _hold("a seed decides everything", step, same(a, b), (a, b))
            a, b = first.reset(), second.reset()


def check_fresh(env: gym.Env[Any, Any], *, steps: int, seed: int) -> None:
    """An observation that was returned never changes later."""
    rng = np.random.default_rng(seed)
    observation, info = env.reset(seed=seed)
    for step in range(steps):
        kept, copy = observation, _copy(observation)
        observation, _, ended, cut, info = env.step(_legal(env, info, rng))
        _hold("an observation stays as it was", step, same(kept, copy), (kept, copy))
        if ended or cut:
            observation, info = env.reset()


def _copy(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copy(part) for key, part in value.items()}
    return np.array(value)


# --- information hiding


@kernel
def shuffle_hidden(tables: Any, index: int, seat: int, seed: int, up_from: int) -> None:
    """Deal the cards that `seat` cannot know anew: others' hidden cards and the rest of the deck.

    `up_from` is the first hole card of others that everybody sees; the seventh is hidden again.
    """
    t = tables[index]
    pool = np.empty(DECK_CARDS, dtype=np.int64)
    count = _hidden(t, seat, up_from, pool)
    stream = np.zeros(4, dtype=np.int64)
    seed_stream(stream, seed, 0)
    for i in range(count - 1):
        j = i + below(stream, count - i)
        pool[i], pool[j] = pool[j], pool[i]
    taken = 0
    for other in range(t.seats):
        for i in range(t.card_count[other]):
            if other != seat and t.cards[other, i] != NO_CARD and not up_from <= i < 6:
                t.cards[other, i] = pool[taken]
                taken += 1
    for i in range(t.deck_next, DECK_CARDS):
        t.deck[i] = pool[taken]
        taken += 1


@kernel
def _hidden(t: Any, seat: int, up_from: int, pool: NDArray[np.int64]) -> int:
    """Collect the cards that `seat` cannot know; return how many."""
    count = 0
    for other in range(t.seats):
        for i in range(t.card_count[other]):
            if other != seat and t.cards[other, i] != NO_CARD and not up_from <= i < 6:
                pool[count] = t.cards[other, i]
                count += 1
    for i in range(t.deck_next, DECK_CARDS):
        pool[count] = t.deck[i]
        count += 1
    return count


@kernel
def _look(
    tables: Any, index: int, events: Any, plans: Any, seat: int, at: Any, mask: Any, out: Any
) -> None:
    write_observation(tables[index], events[index], plans[0], seat, at, mask, out)


def check_hiding(core: Tables, *, steps: int = 1_000, seed: int = 0) -> int:
    """Check that no decision's observation, mask or seat depends on a hidden card.

    Plays all tables at random; at each decision the hidden cards are dealt anew in a copy, and the
    same action is done in both: what is seen before the next card must be the same. Returns how
    many decisions were looked at. `core` must be made for self-play.
    """
    rng = np.random.default_rng(seed)
    looked = 0
    for step in range(steps):
        looked += _check_decisions(core, step, rng)
        core.step(np.argmax(core.masks * rng.random(core.masks.shape), axis=1).astype(np.int64))
    return looked


def _check_decisions(core: Tables, step: int, rng: np.random.Generator) -> int:
    stud = bool(core.plans[0]["is_stud"])
    at = core.settings.layout.at
    looked = 0
    for k in range(core.count):
        seat = int(core.to_act[k])
        if seat < 0:
            continue
        other = core.tables[k : k + 1].copy()
        up_from = 2 if stud else HAND_CARDS
        shuffle_hidden(other, 0, seat, int(rng.integers(1 << 40)), up_from)
        out = np.zeros_like(core.obs[k])
        _look(other, 0, core.events[k : k + 1], core.plans, seat, at, core.masks[k], out)
        good = bool(np.array_equal(out, core.obs[k]))
        names = core.settings.layout.field_names()
        seen = [names[i] for i in np.flatnonzero(out != core.obs[k])[:5]]
        _hold("an observation hides hidden cards", step, good, seen)
        looked += 1
    return looked
