"""Wrappers and pictures: sampled opponents, recorded events, the table as text and image."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

import railbird.arena  # noqa: F401  registers the environment
from railbird.arena.env import tournament_v0
from railbird.arena.env.config import make_settings
from railbird.arena.env.single import TournamentEnv
from railbird.arena.env.wrappers import (
    RecordHistory,
    SampleOpponents,
    SampleVectorOpponents,
    StackVectorObservations,
)
from railbird.arena.history.laws import check
from railbird.arena.history.schema import History


def play(env: gym.Env[Any, Any], seed: int | None) -> dict[str, Any]:
    rng = np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    over = False
    while not over:
        mask = info["action_mask"]
        action = 0 if mask[0] and rng.random() < 0.7 else int(rng.choice(np.flatnonzero(mask)))
        _, _, over, _, info = env.step(action)
    return info


@pytest.mark.parametrize("name", ["sng-6max", "mtt-18"])
@pytest.mark.parametrize("house", ["pokerstars", "fulltilt"])
def test_recorded_events_are_whole_and_keep_the_laws_of_histories(name: str, house: str) -> None:
    kept: list[History] = []
    env = RecordHistory(TournamentEnv(name, house), kept.append)
    infos = [play(env, 3), play(env, None)]
    assert len(kept) == 2
    for history, info in zip(kept, infos, strict=True):
        entrants = env.unwrapped.settings.entrants  # type: ignore[attr-defined]
        entries = history.frame("entries")
        assert len(entries) == entrants
        agent = entries[entries["player"] == "player 1"].iloc[0]
        assert int(agent["finish_place"]) == info["place"]
        assert not check(history)
        assert history.frame("hands")["players_left"].min() >= 2
    ids = [set(h.frame("hands")["hand_id"]) for h in kept]
    assert not ids[0] & ids[1]


def test_opponents_are_drawn_anew_for_each_event_and_by_seed() -> None:
    pool: list[Any] = ["caller", "check-fold", lambda seen: 1]

    def drawn(seed: int) -> list[list[int]]:
        env = SampleOpponents(TournamentEnv("sng-6max"), pool, weights=lambda: [1, 1, 2])
        rows = [env.reset(seed=seed)[1]["opponents"].tolist()]
        return rows + [env.reset()[1]["opponents"].tolist() for _ in range(6)]

    first = drawn(1)
    assert first == drawn(1) != drawn(2)
    assert all(len(row) == 5 for row in first)
    assert len({tuple(row) for row in first}) > 3
    play(SampleOpponents(TournamentEnv("sng-6max"), pool), 4)


def test_the_pool_may_grow() -> None:
    pool: list[Any] = ["caller"]
    env = SampleOpponents(TournamentEnv("sng-2max"), pool)
    assert env.reset(seed=1)[1]["opponents"].tolist() == [0]
    pool += ["check-fold"] * 50
    assert max(env.reset()[1]["opponents"][0] for _ in range(10)) > 0


@pytest.mark.slow
def test_stable_baselines_learns_through_wrappers() -> None:
    """Opponents from a pool and stacked observations, the last one of an episode included."""
    contrib = pytest.importorskip("sb3_contrib", reason='needs the extra "train"')
    from railbird.arena.env.stable_baselines import make_sb3_vec

    env = make_sb3_vec(
        8,
        lambda env: SampleVectorOpponents(env, ["caller", "maniac"]),
        lambda env: StackVectorObservations(env, 3),
        structure="sng-2max",
    )
    seen, ends = env.reset(), 0
    for _ in range(40):
        before = seen
        seen, _, done, notes = env.step(np.full(8, 7))
        for k in np.flatnonzero(done):
            last = notes[k]["terminal_observation"]
            assert np.array_equal(last[:2], before[k, 1:])
            ends += 1
    assert ends > 5
    assert seen.shape == (8, *env.observation_space.shape)
    contrib.MaskablePPO("MlpPolicy", env, n_steps=8, batch_size=32).learn(64)


def test_text_shows_own_cards_only() -> None:
    env = TournamentEnv("sng-6max", render_mode="ansi", seat=2)
    env.reset(seed=5)
    shown = env.render()
    assert "seat 2" in shown
    assert shown.count("-- --") == 5


@pytest.mark.parametrize("structure", ["sng-6max", "mtt-18"])
def test_at_the_end_the_picture_is_of_the_last_hand_and_names_the_place(structure: str) -> None:
    env = TournamentEnv(structure, render_mode="ansi", opponents="caller")
    _, info = env.reset(seed=5)
    over = False
    while not over:
        last = len(info["action_mask"]) - 1
        before = env.render()
        _, _, over, _, info = env.step(last if info["action_mask"][last] else 1)
    after = env.render().splitlines()
    hands = [re.search(r"hand (\d+)", shown) for shown in (before, after[0])]
    assert hands[0] is not None and hands[1] is not None and hands[0][1] == hands[1][1]
    assert after[1] == f"finished in place {info['place']}, prize {info['prize'] / 100:.2f} USD"
    seats = after[3:]
    pot = int(after[2].rpartition(" ")[2])
    assert sum(int(line.rpartition(" won ")[2]) for line in seats if " won " in line) == pot
    # Who called to the river and lost to a shown hand may muck; the winner and the agent show.
    assert sum("-- --" not in line for line in seats) >= 2
    assert not any(" bet " in line for line in seats)


def test_when_all_seats_are_played_the_picture_says_that_the_event_is_over() -> None:
    env = tournament_v0.env(structure="sng-2max", render_mode="ansi")
    env.reset(seed=1)
    for _ in env.agent_iter():
        _, _, over, _, info = env.last()
        mask = info.get("action_mask", [0])
        env.step(None if over else len(mask) - 1 if mask[-1] else 1)
    assert "the event is over" in env.render()


def test_pictures_show_the_table() -> None:
    pytest.importorskip("PIL")
    for name in ("sng-9max", "mtt-18"):
        env = TournamentEnv(name, render_mode="rgb_array")
        env.reset(seed=5)
        picture = env.render()
        assert picture.shape == (400, 640, 3)
        assert picture.dtype == np.uint8
        assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 5
        env.close()


def test_every_field_is_documented_and_in_its_place() -> None:
    layout = make_settings("sng-6max").layout
    flat = np.arange(layout.size, dtype=np.float32)
    parts = layout.parts(flat)
    assert np.array_equal(np.concatenate(list(parts.values())), flat)
    assert len(layout.field_names()) == layout.size
    for field in layout.fields:
        assert field.unit and field.meaning
        assert f"`{field.name}`" in layout.markdown()


PAGE = Path(__file__).parents[3] / "docs" / "environments.md"


def test_the_documentation_holds_the_table_of_fields() -> None:
    table = make_settings("sng-6max").layout.markdown()
    assert table in PAGE.read_text(encoding="utf-8"), f"put this into {PAGE.name}:\n{table}"


def test_the_documentations_code_runs() -> None:
    names: dict[str, Any] = {}
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)
    for code in blocks:
        exec(code, names)  # it is ours
    assert len(blocks) >= 2
    assert set(names["infos"]["opponents"].ravel().tolist()) == {0, 1}
    for _ in range(150):
        _, _, _, _, infos = names["env"].step(np.full(64, 7))
    assert infos["opponents"].max() == 2
