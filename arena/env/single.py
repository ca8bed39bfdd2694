"""`railbird/Tournament-v0`: one agent's whole tournament as an episode."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, SupportsFloat, Unpack

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from railbird.arena.env.config import (
    EnvError,
    Observation,
    OpponentLike,
    SettingsArgs,
    check_playable,
    checked_boxes,
    make_settings,
)
from railbird.arena.env.opponents import DEFAULT_OPPONENT, make_opponents
from railbird.arena.env.seats import Seats, new_seats
from railbird.arena.hand.actions import Call, Fold, IllegalMove, Legal
from railbird.arena.tournament.structure import Structure

RENDER_MODES = ("ansi", "rgb_array")


class TournamentEnv(gym.Env[Any, Any]):
    """One agent's whole tournament: it is moved, balanced and paid as the house's rules say.

    Args:
        structure: a preset's name, a TOML file, or a `Structure`.
        house: plays it under another room's rules than the structure says.
        opponents: one opponent for all other seats, or a list, clockwise: names, agents, functions,
            populations (`opponents.py` has them all). The default plays hold'em only.
        render_mode: "ansi" (text) or "rgb_array" (a picture; needs Pillow).
        settings: reward, raises, observation, actions, seat, entrants, last_moves,
            seconds_per_decision, illegal: `config.SettingsArgs` says what they mean.

    `info` holds `action_mask`, `illegal_action`, and at the end `place`, `prize` and `bounties`
    in cents. Raises `EnvError` for arguments that do not fit together.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 4}

    def __init__(
        self,
        structure: str | Structure = "sng-9max",
        house: str | None = None,
        opponents: OpponentLike | Sequence[OpponentLike] = DEFAULT_OPPONENT,
        *,
        render_mode: str | None = None,
        **settings: Unpack[SettingsArgs],
    ) -> None:
        if isinstance(opponents, str) and opponents == "self":
            raise EnvError(
                'opponents="self" needs somebody for every seat: use gymnasium.make_vec, or'
                " railbird.arena.env.tournament_v0 of PettingZoo"
            )
        if render_mode not in (None, *RENDER_MODES):
            raise EnvError(f"render_mode={render_mode!r}: choose ansi or rgb_array")
        self.settings = make_settings(structure, house, **settings)
        check_playable(self.settings)
        self.opponents_given = opponents
        bots, others = make_opponents(self.settings, opponents)
        self.seats: Seats = new_seats(self.settings, bots, others, self_play=False)
        self.action_space = self.settings.action_space
        self.observation_space = self.settings.observation_space
        self.render_mode = render_mode
        self._ladder = self.settings.action_form == "ladder"
        self._size = self.settings.actions
        self._flat = self.settings.form == "flat"
        self._action = np.zeros(1, dtype=np.int64)
        self._seeded = False
        self._over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a tournament; return the first observation and info.

        The same seed gives the same tournaments in the same order, whatever happened before.
        """
        super().reset(seed=seed)
        if seed is None and not self._seeded:
            seed = int(self.np_random.integers(1 << 62))
        if seed is not None:
            self.seats.seed(seed)
            self._seeded = True
        self.seats.reset()
        self._over = False
        if self.seats.ended[0]:
            # Everybody was all-in in the blinds before the agent had a choice: play the next one.
            return self.reset()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Observation, SupportsFloat, bool, bool, dict[str, Any]]:
        """Do an action of the agent and go on to its next decision or its end.

        Raises `EnvError` before `reset`, after the end, and for what is no action;
        `IllegalMove` for an illegal one when `illegal="raise"`.
        """
        if self._over:
            raise EnvError("no hand is running: call reset() first")
        seats = self.seats
        given = self._checked(action)
        seats.step(given)
        illegal = seats.illegal
        reward = float(seats.rewards[0])
        obs = seats.obs[0].copy()
        mask = seats.masks[0].copy()
        info: dict[str, Any] = {"action_mask": mask, "illegal_action": illegal}
        over = bool(seats.ended[0])
        if over:
            self._over = True
            info |= seats.result(0)
        return (
            obs if self._flat else self.settings.observation(obs, mask.copy()),
            reward,
            over,
            False,
            info,
        )

    def set_opponents(self, opponents: OpponentLike | Sequence[OpponentLike]) -> None:
        """Let others play the other seats, from the next reset on."""
        if self.seats.others is not None:
            self.seats.others.close()
        self.seats.set_bots(*make_opponents(self.settings, opponents))
        self.opponents_given = opponents
        self._over = True

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask of legal actions as sb3-contrib's MaskablePPO asks for it."""
        masks: NDArray[np.bool_] = self.seats.masks[0].astype(np.bool_)
        return masks

    def render(self) -> Any:
        """Return the table as text or as a picture, with the agent's own cards only."""
        if self.render_mode is None:
            gym.logger.warn('give render_mode="ansi" or "rgb_array" to make() for a picture')
            return None
        from railbird.arena.env.render import draw, text

        view = self.seats.view(0)
        return text(view) if self.render_mode == "ansi" else draw(view)

    def close(self) -> None:
        """Forget the running tournament, and end programs that played in it."""
        self.seats.close()
        if self.seats.others is not None:
            self.seats.others.close()

    def _observation(self) -> Observation:
        seats = self.seats
        return self.settings.observation(seats.obs[0].copy(), seats.masks[0].copy())

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.seats.masks[0].copy(), "illegal_action": False}

    def _checked(self, action: Any) -> NDArray[Any]:
        """Return an action as compiled code wants it; `EnvError` when it is none."""
        if not self._ladder:
            return checked_boxes(action, 1)
        number = self.settings.number_of(action)
        if self.settings.strict and not self.seats.masks[0, number]:
            self._refuse(number)
        self._action[0] = number
        return self._action

    def _refuse(self, number: int) -> None:
        record = self.seats.record(0)
        least, most = int(record.min_raise_to), int(record.max_raise_to)
        step = int(record.raise_step) or 1
        legal = Legal(bool(record.can_fold), int(record.to_call), least or None, most or None, step)
        names = self.settings.action_names
        error = IllegalMove(Fold() if number == 0 else Call(), legal)
        mask = self.seats.masks[0]
        allowed = ", ".join(names[k] for k in range(self._size) if mask[k])
        error.args = (f"action {number} ({names[number]}) is not legal here: {legal}; {allowed}",)
        raise error
