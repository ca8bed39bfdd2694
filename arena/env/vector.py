"""The vector environment: thousands of single-table events in compiled code, or many directors'."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Unpack

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from railbird.arena.env.config import (
    EnvError,
    Observation,
    OpponentLike,
    SettingsArgs,
    check_playable,
    make_settings,
)
from railbird.arena.env.core import Tables
from railbird.arena.env.many_vector import ManyEvents
from railbird.arena.env.opponents import DEFAULT_OPPONENT, make_opponents
from railbird.arena.tournament.structure import Structure


class TournamentVectorEnv(VectorEnv[Any, Any, Any]):
    """`num_envs` tournaments at once; arguments as in `single.TournamentEnv`.

    Args:
        opponents: as for a single environment, or "self": the caller acts for whichever seat is to
            act at each table. Then `info["to_act"]` is that seat (from 0; -1 at the end), the
            reward is that of the seat that acted, and `info["rewards"]` has one column a seat.
            In events of the director players are numbered by entry instead.
            Opponents who are asked are asked for all tables together.
        autoreset_mode: Gymnasium's three modes. After `NEXT_STEP` the action at an ended table is
            not looked at; with `SAME_STEP` the last observations are in `info["final_obs"]` and
            `info["final_info"]`; with `DISABLED` give `reset(options={"reset_mask": …})`.
        copy: False returns the same arrays every time, overwritten by the next step.

    A table gives the same tournaments as a single environment with the same seed: `reset(seed=s)`
    seeds table k with `s + k`. Every info array has its Gymnasium mask, `info["_action_mask"]` etc.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        num_envs: int = 1,
        structure: str | Structure = "sng-9max",
        house: str | None = None,
        opponents: OpponentLike | Sequence[OpponentLike] = DEFAULT_OPPONENT,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        render_mode: str | None = None,
        **settings: Unpack[SettingsArgs],
    ) -> None:
        if num_envs < 1:
            raise EnvError(f"num_envs={num_envs}: at least one")
        if render_mode is not None:
            raise EnvError(f"render_mode={render_mode!r}: pictures are for the single environment")
        self.settings = make_settings(structure, house, **settings)
        check_playable(self.settings)
        self.self_play = isinstance(opponents, str) and opponents == "self"
        bots, others = make_opponents(self.settings, opponents)
        self.num_envs = num_envs
        self.copy, self.render_mode = copy, None
        self.metadata = {"autoreset_mode": AutoresetMode(autoreset_mode)}
        self._mode = AutoresetMode(autoreset_mode)
        compiled = self.settings.single_table
        kind = Tables if compiled else ManyEvents
        self.core = kind(self.settings, num_envs, bots, others, self_play=self.self_play)
        self.single_action_space = self.settings.action_space
        self.single_observation_space = self.settings.observation_space
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._truncated = np.zeros(num_envs, dtype=np.bool_)
        self._all = np.ones(num_envs, dtype=np.bool_)
        seats = self.settings.structure.seats if compiled else self.settings.entrants
        self._seats, self._seeded = slice(0, seats), False

    # --- Gymnasium

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a tournament at every table, or at those of `options["reset_mask"]`."""
        self._seed(seed)
        chosen = self._reset_mask(options)
        self.core.reset(chosen)
        return self._observation(), self._infos()

    def step(
        self, actions: Any
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Do one action at every table."""
        core = self.core
        if not self._seeded:
            raise EnvError("no hand is running: call reset() first")
        given = self._checked(actions)
        if self._mode is AutoresetMode.DISABLED and core.ended.any():
            ended = np.flatnonzero(core.ended)[:5].tolist()
            raise EnvError(f"tables {ended} have ended: reset(options={{'reset_mask': mask}})")
        count = core.step(given)
        ended = core.ended.copy() if self.copy or count else core.ended
        illegal = core.illegals.copy()
        ends = self._ends(ended, illegal) if count else {}
        rewards = core.rewards.copy() if self.copy else core.rewards
        infos = self._infos(illegal) | ends
        return self._observation(), rewards, ended, self._truncated.copy(), infos

    def set_opponents(self, opponents: OpponentLike | Sequence[OpponentLike]) -> None:
        """Let others play the other seats, from the next reset of all tables on."""
        if self.self_play:
            raise EnvError('opponents="self": the caller plays every seat; make another vector')
        self.close_extras()
        self.core.set_bots(*make_opponents(self.settings, opponents))
        self._seeded = False

    def close_extras(self, **kwargs: Any) -> None:
        """Forget the running events, and end programs that played as opponents."""
        self.core.close()
        if self.core.others is not None:
            self.core.others.close()

    # --- inside

    def _seed(self, seed: int | Sequence[int | None] | None) -> None:
        if seed is None and not self._seeded:
            seed = int(self.np_random.integers(1 << 62))
        if seed is not None:
            seeds = (
                [seed + k for k in range(self.num_envs)]
                if isinstance(seed, (int, np.integer))
                else list(seed)
            )
            if len(seeds) != self.num_envs:
                raise EnvError(f"{len(seeds)} seeds for {self.num_envs} tables")
            for k, one in enumerate(seeds):
                if one is None and not self._seeded:
                    one = int(self.np_random.integers(1 << 62))
                if one is not None:
                    self.core.seed(k, int(one))
        self._seeded = True

    def _reset_mask(self, options: dict[str, Any] | None) -> NDArray[np.bool_]:
        mask = (options or {}).get("reset_mask")
        if mask is None:
            return self._all
        if getattr(mask, "dtype", None) != np.bool_ or mask.shape != (self.num_envs,):
            raise EnvError(f"reset_mask is a boolean array of {self.num_envs}, not {mask!r}")
        chosen: NDArray[np.bool_] = mask
        return chosen

    def _checked(self, actions: Any) -> NDArray[Any]:
        # What is given for an ended table is not looked at.
        masks = self.core.masks
        if self.settings.strict and self.core.ended.any():
            masks = masks | self.core.ended[:, None]
        return self.settings.checked(actions, masks)

    def _observation(self) -> Observation:
        core = self.core
        if not self.copy:
            return self.settings.observation(core.obs, core.masks)
        return self.settings.observation(core.obs.copy(), core.masks.copy())

    def _infos(self, illegal: NDArray[np.bool_] | None = None) -> dict[str, Any]:
        core = self.core
        infos: dict[str, Any] = {
            "action_mask": core.masks.copy() if self.copy else core.masks,
            "_action_mask": self._all,
            "illegal_action": np.zeros_like(self._all) if illegal is None else illegal,
            "_illegal_action": self._all,
        }
        if self.self_play:
            rewards = core.seat_rewards[:, self._seats]
            infos["to_act"] = core.to_act.copy() if self.copy else core.to_act
            infos["_to_act"] = self._all
            infos["rewards"] = rewards.copy() if self.copy else rewards
            infos["_rewards"] = self._all
        return infos

    def _ends(self, ended: NDArray[np.bool_], illegal: NDArray[np.bool_]) -> dict[str, Any]:
        """Return the infos of episodes that ended, and begin anew where the mode says so."""
        core = self.core
        results: dict[str, Any] = self.core.results(ended)
        results |= {f"_{name}": ended for name in results}
        if self._mode is not AutoresetMode.SAME_STEP:
            return results
        final = np.full(self.num_envs, None, dtype=object)
        for k in np.flatnonzero(ended):
            final[k] = self.settings.observation(core.obs[k].copy(), core.masks[k].copy())
        masks = np.where(ended[:, None], core.masks, np.int8(0))
        last: dict[str, Any] = {"action_mask": masks, "_action_mask": ended}
        last |= {"illegal_action": illegal & ended, "_illegal_action": ended} | results
        core.reset(ended)
        return {"final_obs": final, "_final_obs": ended, "final_info": last, "_final_info": ended}
