"""Opponents by name, agent, function, population or a list: the same play in every environment."""

from __future__ import annotations

import sys
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.vector import SyncVectorEnv

import railbird.arena  # noqa: F401  registers the environment
from railbird.agents.base import Call, Fold, Move, Observation, RaiseTo
from railbird.agents.scripted.house import house_bot
from railbird.arena.env import checks, tournament_v0
from railbird.arena.env.asked import Asked, Dealt, Moves
from railbird.arena.env.bots import ASKED
from railbird.arena.env.config import EnvError, make_settings
from railbird.arena.env.core import Tables
from railbird.arena.env.opponents import Batched, Pool
from railbird.arena.env.single import TournamentEnv
from railbird.arena.env.vector import TournamentVectorEnv
from railbird.arena.env.wrappers import SampleVectorOpponents
from railbird.arena.hand.record import CALL, HAND_CARDS
from railbird.arena.tournament.structure_file import load_structure


def policy(observation: Any, mask: Any) -> int:
    """Choose a legal action by what is seen and nothing else."""
    legal = np.flatnonzero(mask)
    return int(legal[zlib.crc32(np.ascontiguousarray(observation).tobytes()) % len(legal)])


def by_arrays(seen: Any) -> int:
    return policy(seen["observation"], seen["action_mask"])


def by_stacked_arrays(seen: Any) -> list[int]:
    return [policy(*row) for row in zip(seen["observation"], seen["action_mask"], strict=True)]


class ByMapping:
    """An object of the array form."""

    def act(self, seen: Any) -> int:
        assert sorted(seen) == ["action_mask", "observation"]
        return by_arrays(seen)


class Careful:
    """An agent as a newcomer writes it."""

    def act(self, observation: Observation) -> Move:
        cheap = observation.to_call <= observation.big_blind
        return Call() if cheap or not observation.legal.fold else Fold()


class Tossing:
    """An agent that draws random numbers as it goes on."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)

    def act(self, observation: Observation) -> Move:
        return Fold() if observation.legal.fold and self.rng.random() < 0.5 else Call()


class HouseByFace:
    """A house bot that is asked through the observation for people."""

    def __init__(self, seed: int) -> None:
        self.bot = house_bot("tight-aggressive", seed)

    def act(self, observation: Observation) -> Move:
        return self.bot.act(observation)


class TwoKinds:
    """A population."""

    def draw(self, count: int, seed: int) -> list[Any]:
        rng = np.random.default_rng(seed)
        return [house_bot(("nit", "maniac")[rng.integers(2)], int(k)) for k in range(count)]


KINDS: dict[str, Any] = {
    "house bot": "tight-aggressive",
    "list of house bots": ["nit", "maniac", "equity", "push-fold", "loose-passive"],
    "function": by_arrays,
    "batched function": Batched(by_stacked_arrays),
    "object of the array form": ByMapping(),
    "agent": Careful(),
    "class": Tossing,
    "module path": f"{__name__}:Careful",
    "people": "human-like",
    "population": TwoKinds(),
    "pool": Pool(["quick-tight", "maniac", by_arrays, Tossing]),
    "mixed list": ["quick-tight", "tight-aggressive", by_arrays, Tossing, TwoKinds()],
}


def trajectory(env: gym.Env[Any, Any], seed: int, events: int = 2) -> list[tuple[bytes, float]]:
    steps = []
    observation, info = env.reset(seed=seed)
    for _ in range(events):
        over = False
        while not over:
            action = policy(observation, info["action_mask"])
            observation, reward, over, _, info = env.step(action)
            steps.append((observation.tobytes(), float(reward)))
        observation, info = env.reset()
    return steps


@pytest.mark.parametrize("kind", KINDS)
def test_vector_and_single_agree_step_by_step(kind: str) -> None:
    settings = {"structure": "sng-6max", "opponents": KINDS[kind], "reward": "icm"}
    vector = gym.make_vec("railbird/Tournament-v0", num_envs=5, **settings)
    single = SyncVectorEnv(
        [lambda: gym.make("railbird/Tournament-v0", **settings) for _ in range(5)]
    )
    a, b = vector.reset(seed=3), single.reset(seed=3)
    assert checks.same(a, b)
    ends = 0
    for _ in range(120):
        masks = a[-1]["action_mask"]
        actions = np.array([policy(o, m) for o, m in zip(a[0], masks, strict=True)])
        a, b = vector.step(actions), single.step(actions)
        assert checks.same(a, b)
        ends += int(a[2].sum())
    assert ends > 5


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("structure", ["sng-6max", "mtt-18"])
def test_a_seed_decides_all_that_opponents_do(kind: str, structure: str) -> None:
    opponents = KINDS[kind]
    if structure == "mtt-18" and isinstance(opponents, list):
        opponents = [opponents[k % len(opponents)] for k in range(17)]
    env, events = TournamentEnv(structure, opponents=opponents), 2 if structure == "sng-6max" else 1
    first = trajectory(env, 4, events)
    env.reset(seed=4)  # an event that is given up leaves nothing behind
    assert trajectory(env, 4, events) == first
    assert trajectory(TournamentEnv(structure, opponents=opponents), 4, events) == first
    assert trajectory(env, 5, events) != first
    env.close()


@pytest.mark.parametrize(("structure", "seat"), [("sng-6max", 3), ("mtt-18", None)])
def test_single_and_pettingzoo_agree_against_house_bots(structure: str, seat: int | None) -> None:
    own = f"player_{seat or 1}"
    entrants = make_settings(structure).entrants
    others = [f"player_{k + 1}" for k in range(entrants) if f"player_{k + 1}" != own]
    for seed in (1, 2):
        env = TournamentEnv(structure, opponents="tight-aggressive", seat=seat)
        expected, (observation, info) = [], env.reset(seed=seed)
        over = False
        while not over:
            expected.append(observation.tobytes())
            observation, _, over, _, info = env.step(policy(observation, info["action_mask"]))
        aec = tournament_v0.env(
            structure=structure, opponents=dict.fromkeys(others, "tight-aggressive")
        )
        aec.reset(seed=seed)
        assert aec.agents == [own]
        steps = []
        while aec.agents:
            seen, _, out, _, note = aec.last()
            if not out:
                steps.append(seen.tobytes())
            else:
                assert (note["place"], note["prize"]) == (info["place"], info["prize"])
            aec.step(None if out else policy(seen, note["action_mask"]))
        assert steps == expected


def test_a_name_and_the_agent_behind_it_play_the_same() -> None:
    """The compiled batch and the observation for people show a house bot the same things."""
    for structure in ("sng-6max", "mtt-18"):
        named = TournamentEnv(structure, opponents="tight-aggressive")
        asked = TournamentEnv(structure, opponents=HouseByFace)
        assert trajectory(named, 9, 1) == trajectory(asked, 9, 1)


def test_all_array_forms_play_the_same() -> None:
    runs = [
        trajectory(TournamentEnv("sng-6max", opponents=one), 2)
        for one in (by_arrays, Batched(by_stacked_arrays), ByMapping())
    ]
    assert runs[0] == runs[1] == runs[2]


def test_compiled_names_play_as_house_bots_do() -> None:
    """`caller` and `check-fold` are one thing in both places."""
    for name in ("caller", "check-fold"):
        compiled = TournamentEnv("sng-6max", opponents=name)
        agent = TournamentEnv("sng-6max", opponents=house_bot(name))
        assert trajectory(compiled, 3) == trajectory(agent, 3)


PROGRAM = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    answer = {"type": "ready", "protocol": 1}
    if asked["type"] == "act":
        answer = {"id": asked["id"], "move": "call"}
    print(json.dumps(answer), flush=True)
"""


def test_a_program_plays_by_its_command(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(PROGRAM, encoding="utf-8")
    command = f"cmd:{sys.executable} {tmp_path / 'bot.py'}"
    env = TournamentEnv("sng-2max", opponents=command)
    assert trajectory(env, 3, 1) == trajectory(TournamentEnv("sng-2max", opponents="caller"), 3, 1)
    inner: Any = env.seats.others
    assert inner._programs[0].process_id is not None
    env.close()
    assert inner._programs[0].process_id is None
    (tmp_path / "bad.py").write_text("print('what?')", encoding="utf-8")
    env = TournamentEnv("sng-2max", opponents=f"cmd:{sys.executable} {tmp_path / 'bad.py'}")
    with pytest.raises(EnvError, match="bad.py is gone: did not start"):
        trajectory(env, 3, 1)


def test_a_population_is_drawn_for_each_event_by_its_seed() -> None:
    drawn: list[tuple[int, int]] = []

    class Noted(TwoKinds):
        def draw(self, count: int, seed: int) -> list[Any]:
            drawn.append((count, seed))
            return super().draw(count, seed)

    env = TournamentEnv("sng-6max", opponents=["caller", Noted(), "caller", "nit", Noted()])
    trajectory(env, 1, 3)
    assert [count for count, _ in drawn] == [1, 1] * (len(drawn) // 2)
    assert len(set(drawn)) == len(drawn)
    one = Noted()
    drawn.clear()
    trajectory(TournamentEnv("sng-6max", opponents=one), 1, 3)
    assert {count for count, _ in drawn} == {5}


class Watching:
    """Checks that no view and no array holds what its player cannot know; calls."""

    def __init__(self, up_from: int) -> None:
        self.up_from = up_from
        self.looked = 0
        self.rng = np.random.default_rng(1)

    def answer(self, asked: Asked) -> Moves:
        dealt = asked.tables.copy()
        for k, seat in zip(asked.rows.tolist(), asked.players.tolist(), strict=True):
            checks.shuffle_hidden(dealt, k, seat, int(self.rng.integers(1 << 40)), self.up_from)
        other = replace(asked, tables=dealt)
        assert asked.views().tobytes() == other.views().tobytes()
        assert checks.same(asked.arrays(), other.arrays())
        assert not np.array_equal(asked.tables["cards"], dealt["cards"])
        self.looked += len(asked)
        moves = np.full((len(asked), 2), 0, dtype=np.int64)
        moves[:, 0] = CALL
        return moves

    def play_alone(self, dealt: Dealt) -> Any:
        raise AssertionError("single tables are never played alone")

    def forget(self, places: Any) -> None:
        """Nothing is kept."""

    def begin(self, place: int, seed: int, first: int) -> None:
        """Nobody is drawn."""

    def close(self) -> None:
        """Nothing was started."""


@pytest.mark.parametrize("game", ["holdem", "omaha8", "stud", "razz"])
def test_opponents_know_no_hidden_card(game: str) -> None:
    six = load_structure("sng-6max")
    stud = game in ("stud", "razz")
    event = replace(
        six,
        game=game,
        betting="fixed-limit" if stud else "pot-limit" if game != "holdem" else "no-limit",
    )
    settings = make_settings(event)
    bots = np.full(10, ASKED)
    bots[0] = 0
    others = Watching(2 if stud else HAND_CARDS)
    core = Tables(settings, 8, bots, others, self_play=False)
    for k in range(8):
        core.seed(k, k)
    core.reset()
    rng = np.random.default_rng(0)
    for _ in range(60):
        core.step(np.argmax(core.masks * rng.random(core.masks.shape), axis=1).astype(np.int64))
    assert others.looked > 1_000


def asked_of(env: TournamentEnv) -> list[Asked]:
    """Return what the opponents of an event are asked, as it is played."""
    inner: Any = env.seats.others
    asked: list[Asked] = []
    answer = inner.answer

    def noted(given: Asked) -> Moves:
        asked.append(given)
        moves: Moves = answer(given)
        return moves

    inner.answer = noted
    trajectory(env, 1, 1)
    env.close()
    return asked


def test_tables_without_the_agent_are_asked_together() -> None:
    sizes = [len(asked) for asked in asked_of(TournamentEnv("mtt-45", opponents=HouseByFace))]
    assert max(sizes) == 5  # five tables


@pytest.mark.parametrize("name", ["tight-aggressive", "human-like"])
def test_house_bots_among_themselves_play_whole_hands_at_once(name: str) -> None:
    asked = asked_of(TournamentEnv("mtt-45", opponents=name))
    assert asked
    assert all("player 1" in one.names(0).values() for one in asked)


def test_vector_pools_say_whom_they_drew() -> None:
    pool: list[Any] = ["caller", "check-fold"]
    env = SampleVectorOpponents(TournamentVectorEnv(8, "sng-2max"), pool)
    _, infos = env.reset(seed=1)
    assert infos["_opponents"].all()
    assert set(np.unique(infos["opponents"])) == {0, 1}
    single = TournamentEnv("sng-2max", opponents=Pool(pool))
    pool.append("maniac")
    seen, begun = set(), 0
    for _ in range(200):
        _, _, ended, _, infos = env.step(np.full(8, 7))
        seen |= set(infos["opponents"].ravel().tolist())
        begun += int(infos["_opponents"].sum())
    assert seen == {0, 1, 2}
    assert begun > 20
    assert trajectory(single, 1)


def test_wrong_opponents_say_what_to_do() -> None:
    class Short:
        def draw(self, count: int, seed: int) -> list[Any]:
            return ["nit"]

    class Nested:
        def draw(self, count: int, seed: int) -> list[Any]:
            return [TwoKinds()] * count

    for opponents, message in [
        (Short(), "drew 1 opponents for 5 seats"),
        (Nested(), "draws populations: let it draw opponents"),
        (Batched(lambda seen: [99] * len(seen["observation"])), "actions from 99 to 99; there are"),
        (lambda seen: "fold", "'fold' is no action; there are 0 fold"),
        (Pool(["nit"], weights=lambda: [1, 2]), "one of 0 or more for each in the pool"),
    ]:
        env = TournamentEnv("sng-6max", opponents=opponents)
        with pytest.raises(EnvError, match=message):
            for seed in range(5):
                trajectory(env, seed, 1)
        with pytest.raises(EnvError, match=r"call reset\(\) first"):
            env.step(1)
    with pytest.raises(EnvError, match="pool of opponents is empty"):
        Pool([])
    omaha = replace(load_structure("sng-6max"), game="omaha", betting="pot-limit")
    with pytest.raises(EnvError, match="take the house bot tight-aggressive"):
        TournamentEnv(omaha)
    with pytest.raises(EnvError, match="there are player_1 to player_6"):
        tournament_v0.env(structure="sng-6max", opponents={"player_7": "caller"})
    everybody = {f"player_{k}": "caller" for k in range(1, 7)}
    with pytest.raises(EnvError, match="somebody must be left to act for"):
        tournament_v0.env(structure="sng-6max", opponents=everybody)


def test_what_an_opponent_raises_reaches_the_caller_and_costs_the_event() -> None:
    class Broken:
        def act(self, observation: Observation) -> Move:
            raise RuntimeError("out of order")

    for structure in ("sng-6max", "mtt-18"):
        env = TournamentEnv(structure, opponents=Broken())
        with pytest.raises(RuntimeError, match="out of order"):
            for seed in range(20):
                env.reset(seed=seed)
                env.step(0)
    vector = TournamentVectorEnv(3, "sng-6max", opponents=Broken())
    with pytest.raises(RuntimeError, match="out of order"):
        vector.reset(seed=1)
        vector.step(np.array([1, 1, 1]))


def test_an_illegal_move_of_an_agent_is_a_check_or_a_fold() -> None:
    class Wild:
        def act(self, observation: Observation) -> Move:
            return RaiseTo(1)

    class Weak:
        def act(self, observation: Observation) -> Move:
            return Call() if observation.to_call == 0 else Fold()

    runs = [trajectory(TournamentEnv("sng-2max", opponents=one()), 5, 1) for one in (Wild, Weak)]
    assert runs[0] == runs[1]
