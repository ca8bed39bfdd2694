"""The vector environment as Stable-Baselines3 wants it; needs the extra `train`.

`MaskablePPO("MlpPolicy", make_sb3_vec(64, structure="sng-2max"))` learns on compiled tables: no
process and no Python environment for each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from railbird.arena.env.config import EnvError
from railbird.arena.env.vector import TournamentVectorEnv

Wrap = Callable[[VectorEnv[Any, Any, Any]], VectorEnv[Any, Any, Any]]


def make_sb3_vec(num_envs: int, *wrappers: Wrap, **arguments: Any) -> SB3VecEnv:
    """Return `num_envs` tournaments; arguments as for the vector environment.

    `wrappers` are put around it, the first one innermost:
    `make_sb3_vec(64, lambda env: SampleVectorOpponents(env, league), structure="sng-2max")`.
    """
    mode = AutoresetMode.SAME_STEP
    tables: VectorEnv[Any, Any, Any] = TournamentVectorEnv(
        num_envs, autoreset_mode=mode, copy=True, **arguments
    )
    for wrap in wrappers:
        tables = wrap(tables)
    return SB3VecEnv(tables)


class SB3VecEnv(VecEnv):
    """A `TournamentVectorEnv`, wrapped or not, behind Stable-Baselines3's interface."""

    def __init__(self, tables: VectorEnv[Any, Any, Any]) -> None:
        inner = tables.unwrapped
        if not isinstance(inner, TournamentVectorEnv):
            raise EnvError(f"{inner} is no vector of railbird/Tournament-v0")
        self.tables = tables
        self._inner = inner
        self._actions: NDArray[Any] = np.zeros(tables.num_envs, dtype=np.int64)
        self._seeds_given: int | None = None
        super().__init__(
            tables.num_envs, tables.single_observation_space, tables.single_action_space
        )

    def reset(self) -> Any:
        """Begin a tournament at every table."""
        observation, _ = self.tables.reset(seed=self._seeds_given)
        self._seeds_given = None
        return observation

    def seed(self, seed: int | None = None) -> Sequence[None | int]:
        """Seed the tables with `seed`, `seed + 1`, … at the next reset."""
        self._seeds_given = seed
        first = 0 if seed is None else seed
        return [None if seed is None else first + k for k in range(self.num_envs)]

    def step_async(self, actions: NDArray[Any]) -> None:
        """Keep the actions for `step_wait`."""
        self._actions = actions

    def step_wait(self) -> tuple[Any, NDArray[Any], NDArray[Any], list[dict[str, Any]]]:
        """Do the actions; ended tournaments are followed by new ones."""
        observation, rewards, done, _, infos = self.tables.step(self._actions)
        notes: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for k in np.flatnonzero(done):
            last = infos["final_info"]
            notes[k] = {
                "terminal_observation": infos["final_obs"][k],
                "place": int(last["place"][k]),
                "prize": int(last["prize"][k]),
            }
        return observation, rewards.astype(np.float32), done, notes

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the masks of all tables."""
        masks: NDArray[np.bool_] = self._inner.core.masks.astype(np.bool_)
        return masks

    def close(self) -> None:
        """Nothing to close."""

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return an attribute of the tables, the same for each."""
        return [getattr(self.tables, attr_name)] * len(self._which(indices))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute of the tables."""
        setattr(self.tables, attr_name, value)

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> Any:
        """Return `action_masks` by table, the one method that learners call."""
        if method_name != "action_masks":
            raise AttributeError(f"tables have no method {method_name!r}, only action_masks")
        return self.action_masks()[self._which(indices)]

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """Tables are not wrapped."""
        return [False] * len(self._which(indices))

    def has_attr(self, attr_name: str) -> bool:
        """Tell whether the tables have an attribute; `action_masks` counts."""
        return attr_name == "action_masks" or hasattr(self.tables, attr_name)

    def _which(self, indices: None | int | Iterable[int]) -> list[int]:
        if indices is None:
            return list(range(self.num_envs))
        return [indices] if isinstance(indices, int) else list(indices)
