"""House bots: legal in every game, reproducible, and blind to what is hidden."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.agents.registry import house_bots, make_agent
from railbird.agents.scripted.house import HouseBot
from railbird.arena.cards import parse_cards
from railbird.arena.hand.games import GAMES
from railbird.arena.hand.record import CALL, FOLD, RAISE
from tests.agents.golden import GOLDEN, transcript
from tests.agents.play import GAME_KINDS, deal, observe, play_hand

# Agents of every kind beside the one under test, so that it meets every kind of spot.
COMPANY = [make_agent(name, 11) for name in ("random", "maniac", "tight-aggressive", "caller")]
BOTS = house_bots()
NO_MOVES = np.zeros((0, 9), dtype=np.int64)


@pytest.mark.parametrize("name", BOTS)
def test_a_house_bot_plays_a_thousand_hands_legally(name):
    agents = [make_agent(name, 3), *COMPANY]
    for hand in range(1_000):
        tables, facts = deal(hand=hand, seats=2 + hand % 9, stack=(3, 9, 25, 75)[hand % 4])
        play_hand(tables, facts, agents)
        assert tables[0]["stack"].sum() == tables[0]["start_stack"].sum()


@pytest.mark.parametrize("game, betting", GAME_KINDS)
def test_every_house_bot_plays_every_game_legally(game, betting):
    agents = [make_agent(name, k) for k, name in enumerate(BOTS)]
    for hand in range(40):
        seats = min(2 + hand % 7, GAMES[game].most_seats)
        tables, facts = deal(game, betting, hand, seats, (4, 40)[hand % 2])
        play_hand(tables, facts, agents[hand % len(agents) :] + agents[: hand % len(agents)])
        assert tables[0]["stack"].sum() == tables[0]["start_stack"].sum()


@pytest.mark.parametrize("name", BOTS)
def test_golden_decisions(name):
    path = GOLDEN / f"{name}.txt"
    assert path.read_text() == transcript(name), "python -m tests.agents.golden update"


@pytest.mark.parametrize("game, betting", GAME_KINDS)
def test_an_observation_does_not_hold_hidden_cards(game, betting):
    for hand in range(20):
        tables, facts = deal(game, betting, hand)
        before = observe(tables, facts, NO_MOVES)
        changed = tables.copy()
        seat = int(tables[0]["to_act"])
        first_hidden = 2 if GAMES[game].is_stud else 7
        for other in range(6):
            if other != seat:
                changed[0]["cards"][other, :first_hidden] = (40 + other) % 52
        changed[0]["deck"] = 3
        after = observe(changed, facts, NO_MOVES)
        assert before.views.tobytes() == after.views.tobytes()
        assert before.as_json() == after.as_json()


def test_one_decision_is_the_same_alone_and_in_a_batch():
    bot = make_agent("equity", 9)
    assert isinstance(bot, HouseBot)
    seen = [observe(*deal(hand=hand), NO_MOVES) for hand in range(60)]
    alone = [bot.act(one) for one in seen]
    assert bot.act_batch(seen) == alone
    assert bot.act_batch(seen[::-1]) == alone[::-1]


def _spot(cards, board, to_call):
    """A heads-up river with a pot of 400 and this to call."""
    tables, facts = deal(seats=2, stack=50)
    seen = observe(tables, facts, NO_MOVES)
    v = seen.views[0]
    v["cards"][:2] = parse_cards(cards)
    v["board"][:5] = parse_cards(board)
    v["board_count"], v["street"], v["pot"], v["to_call"] = 5, 3, 400, to_call
    v["current_bet"], v["street_bet"] = to_call, 0
    v["can_fold"] = to_call > 0
    v["min_raise_to"], v["max_raise_to"] = max(2 * to_call, 20), int(v["stack"][v["seat"]])
    return seen


@pytest.mark.parametrize("name", [n for n in BOTS if n not in ("random", "check-fold")])
def test_nobody_who_looks_at_his_cards_folds_the_nuts(name):
    for hand in range(50):
        seen = _spot("AhKh", "QhJhTh2c3d", 300)
        seen.views[0]["hand"] = hand
        kind = int(make_agent(name, hand).act_views(seen.views)[0, 0])
        assert kind in (CALL, RAISE)


def test_the_calling_styles_differ_on_a_bluff_catcher():
    kinds = {
        name: int(make_agent(name, 1).act_views(_spot("7h6h", "As7cKd2c9d", 600).views)[0, 0])
        for name in ("nit", "loose-passive")
    }
    assert kinds == {"nit": FOLD, "loose-passive": CALL}
