"""Laws: hidden cards are hidden, masks are the legal set, rewards sum to what was won."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

import railbird.arena  # noqa: F401  registers the environment
from railbird.arena.env import checks
from railbird.arena.env.actions import decode, write_mask
from railbird.arena.env.config import make_settings
from railbird.arena.env.core import Tables
from railbird.arena.env.observation import POT
from railbird.arena.env.opponents import make_opponents
from railbird.arena.env.single import TournamentEnv
from railbird.arena.hand.legal import is_legal
from railbird.arena.hand.record import HAND_CARDS
from railbird.arena.numba_cache import kernel
from railbird.arena.tournament.structure import Structure
from railbird.arena.tournament.structure_file import load_structure


def self_play(structure: Structure | str, tables: int, **arguments: Any) -> Tables:
    settings = make_settings(structure, **arguments)
    bots, others = make_opponents(settings, "self")
    core = Tables(settings, tables, bots, others, self_play=True)
    for k in range(tables):
        core.seed(k, k)
    core.reset()
    return core


def events() -> list[Structure | str]:
    six = load_structure("sng-6max")
    stud = replace(six, game="stud", betting="fixed-limit")
    return [
        "sng-2max",
        "sng-9max",
        replace(six, game="omaha8", betting="pot-limit"),
        replace(stud, name="stud"),
        replace(stud, name="razz", game="razz"),
    ]


@pytest.mark.parametrize("event", events(), ids=["hu", "nine", "omaha8", "stud", "razz"])
def test_no_observation_depends_on_a_hidden_card(event: Structure | str) -> None:
    looked = checks.check_hiding(self_play(event, 16), steps=150)
    assert looked > 2_000


def test_a_leak_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    core = self_play("sng-6max", 4)
    # An observation that shows one card of the next seat.
    seat = (int(core.to_act[0]) + 1) % 6
    core.obs[0, int(core.tables[0]["cards"][seat, 0])] = 1.0
    with pytest.raises(checks.BrokenLaw, match="own_cards"):
        checks.check_hiding(core, steps=1)


def raiser(seen: dict[str, Any]) -> int:
    """Raise the least while the pot is small, else call: by what everybody sees."""
    pot = float(seen["observation"][make_settings("sng-6max").layout.at[POT]])
    return 2 if seen["action_mask"][2] and pot < 12 else 1


def test_nothing_seen_differs_until_a_card_is_dealt() -> None:
    """Hidden cards dealt anew change neither observation, mask nor info of the agent's street."""
    looked = 0
    for seed in range(40):
        pair = [TournamentEnv("sng-6max", opponents=raiser, seat=3) for _ in range(2)]
        first = [env.reset(seed=seed) for env in pair]
        other: Any = pair[1].seats
        assert first[0][1]["action_mask"][1]
        checks.shuffle_hidden(other.tables, 0, 2, seed + 77, HAND_CARDS)
        assert checks.same(*first)
        rng = np.random.default_rng(seed)
        board = int(other.tables[0]["board_count"])
        for _ in range(4):
            mask = first[0][1]["action_mask"]
            action = int(rng.choice(np.flatnonzero(mask)[1:]))
            steps = [env.step(action) for env in pair]
            tables = [env.seats.record(0) for env in pair]
            if steps[0][2] or any(int(t["board_count"]) != board for t in tables):
                break
            assert checks.same(steps[0], steps[1])
            looked += 1
            first = [(s[0], s[4]) for s in steps]
    assert looked > 10


@kernel
def look(tables: Any, k: int, ladder: Any, mask: Any, moves: Any) -> None:
    t = tables[k]
    write_mask(t, ladder, mask)
    for a in range(mask.shape[0]):
        kind, total = decode(t, ladder, a)
        moves[a, 0], moves[a, 1], moves[a, 2] = kind, total, is_legal(t, kind, total)


@pytest.mark.parametrize("game", ["no-limit", "pot-limit", "fixed-limit"])
def test_the_mask_is_the_legal_set_and_its_actions_are_different_moves(game: str) -> None:
    event = replace(load_structure("sng-6max"), betting=game)
    core = self_play(event, 24, raises=(0.0, 0.33, 0.5, 0.75, 1.0, 2.0))
    rng = np.random.default_rng(4)
    mask, moves = np.zeros(9, dtype=np.int8), np.zeros((9, 3), dtype=np.int64)
    for _ in range(200):
        for k in range(core.count):
            if core.to_act[k] < 0:
                continue
            look(core.tables, k, core.settings.ladder, mask, moves)
            assert np.array_equal(mask, core.masks[k])
            chosen = [tuple(moves[a, :2]) for a in np.flatnonzero(mask)]
            assert len(set(chosen)) == len(chosen)
            assert moves[mask.astype(bool), 2].all()
            t = core.tables[k]
            assert mask[0] == t["can_fold"]
            assert mask[1]
            if t["max_raise_to"]:
                assert moves[8, 1] == t["max_raise_to"]
                low = (moves[2:8, 1] < t["min_raise_to"]) | (moves[2:8, 1] >= t["max_raise_to"])
                assert not mask[2:8][low].any()
            else:
                assert not mask[2:].any()
        core.step(np.argmax(core.masks * rng.random(core.masks.shape), axis=1).astype(np.int64))


def play(env: gym.Env[Any, Any], seed: int) -> tuple[float, dict[str, Any]]:
    rng = np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    total, over = 0.0, False
    while not over:
        _, reward, over, _, info = env.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
        total += float(reward)
    return total, info


@pytest.mark.parametrize("name", ["sng-2max", "sng-6max", "fifty50-10max", "pko-45"])
def test_rewards_sum_to_what_was_won(name: str) -> None:
    structure = load_structure(name)
    won = []
    for seed in range(12 if structure.entrants > 10 else 60):
        sums = {}
        for reward in ("prize", "chips", "icm", "bounty_icm"):
            env = gym.make("railbird/Tournament-v0", structure=name, reward=reward)
            sums[reward], info = play(env, seed)
        money = (info["prize"] + info["bounties"]) / 100
        even = structure.buy_in / 100  # the expected prize of equal stacks is the buy-in
        assert sums["prize"] == pytest.approx(money)
        assert sums["icm"] == pytest.approx(info["prize"] / 100 - even)
        heads = structure.bounty.cents / 100 / structure.entrants
        assert sums["bounty_icm"] == pytest.approx(money - even - heads)
        if info["place"] > 1 and name != "fifty50-10max":
            assert sums["chips"] == pytest.approx(-1)
        if info["place"] == 1 and name in ("sng-2max", "sng-6max"):
            assert sums["chips"] == pytest.approx(structure.entrants - 1)
        won.append(money)
    assert min(won) == 0
    assert max(won) > 0 or name == "pko-45"


def test_prizes_of_an_icm_episode_are_foretold() -> None:
    """Averaged over many events between equals, the reward of `icm` is nothing."""
    core = self_play("spin-3max", 2_000, reward="icm")
    rng = np.random.default_rng(1)
    total = np.zeros((2_000, 3))
    over = np.zeros(2_000, dtype=bool)
    for _ in range(400):
        core.step(np.argmax(core.masks * rng.random(core.masks.shape), axis=1).astype(np.int64))
        total[~over] += core.seat_rewards[~over, :3]
        over |= core.ended
        if over.all():
            break
    assert over.all()
    assert total.sum(axis=1) == pytest.approx(0)
