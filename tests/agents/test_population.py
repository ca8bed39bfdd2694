"""The human-like population: reproducible, legal everywhere, drawn as it was fitted."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.agents.base import SimpleAgent
from railbird.agents.hooks import Sitting
from railbird.agents.population.company import COUNTS, DEALT, ENTERED, MOVED, PUSHED, numbers_of
from railbird.agents.population.company import meet as meet_kernel
from railbird.agents.population.memory import Memory, human_behind
from railbird.agents.population.people import (
    HumanBot,
    Lapse,
    Temper,
    draw_temper,
    draw_traits,
    fitted,
    human_like,
    population,
)
from railbird.agents.population.rows import CALLS_MORE, RAISES_MORE, TILT
from railbird.agents.population.tables import ACTIVITY, POPULATIONS, TRAITS
from railbird.agents.registry import AgentError, make_agent
from railbird.agents.scripted.style import STYLE_SIZE
from railbird.agents.seats import AgentPolicy
from railbird.arena.hand.games import GAMES
from railbird.arena.hand.record import FOLD, MAX_SEATS, RAISE
from railbird.arena.tournament.director import Director
from railbird.arena.tournament.play_kernels import MOST_MOVES, MOVE_FIELDS, move_at
from railbird.arena.tournament.structure_file import load_structure
from railbird.arena.tournament.view import PLACES_PAID, PLAYERS_LEFT
from tests.agents.play import GAME_KINDS, deal, observe, play_hand

NO_MOVES = np.zeros((0, 9), dtype=np.int64)
CALM = Temper(tilt=0.0, adapts=0.0)
NOBODY_SEEN = np.zeros((MAX_SEATS, COUNTS), dtype=np.int64)


def average(seed=1, temper=CALM, pair_sd=0.0, **traits):
    values = np.zeros(len(TRAITS))
    for name, value in traits.items():
        values[TRAITS.index(name)] = value
    return HumanBot(values, seed, temper=temper, pair_sd=pair_sd)


def first_decisions(count, **changes):
    for hand in range(count):
        tables, facts = deal(hand=hand, **changes)
        yield observe(tables, facts, NO_MOVES)


def test_the_same_seed_draws_the_same_players_whatever_the_count():
    few, many = population().draw(3, seed=4), population().draw(9, seed=4)
    assert [bot.row.tolist() for bot in few] == [bot.row.tolist() for bot in many[:3]]
    assert [bot.seed for bot in few] == [bot.seed for bot in many[:3]]
    others = population().draw(3, seed=5)
    assert all((a.traits != b.traits).any() for a, b in zip(few, others, strict=True))
    assert len({bot.seed for bot in many}) == 9


def test_an_unknown_population_and_a_wrong_dial_say_what_to_give():
    with pytest.raises(ValueError, match="there are online-cash, six-handed"):
        population("live")
    with pytest.raises(ValueError, match="pair_sd is -1"):
        population(pair_sd=-1)
    with pytest.raises(AgentError, match="human-like"):
        make_agent("human-lik")


@pytest.mark.parametrize("name", ["human-like", "human-like-pro"])
def test_the_registry_draws_another_player_for_each_seed(name):
    one, same, other = make_agent(name, 1), make_agent(name, 1), make_agent(name, 2)
    assert isinstance(one, HumanBot)
    assert (one.traits == same.traits).all() and (one.traits != other.traits).any()


@pytest.mark.parametrize("name", POPULATIONS)
def test_draws_have_the_mean_and_the_spread_of_the_fit(name):
    tables, k = fitted(), POPULATIONS.index(name)
    parts, means, spreads = tables.parts[k], tables.means[k], tables.spreads[k]
    mean = parts @ means
    gaps = means - mean
    whole = np.einsum("k,kij->ij", parts, spreads) + np.einsum("k,ki,kj->ij", parts, gaps, gaps)
    drawn = draw_traits(tables, name, np.random.default_rng(3), 6_000)
    error = np.sqrt(np.diag(whole) / len(drawn))
    assert (np.abs(drawn.mean(0) - mean) < 4.5 * error).all()
    assert np.allclose(drawn.std(0), np.sqrt(np.diag(whole)), rtol=0.1)
    assert (
        np.abs(np.corrcoef(drawn.T) - whole / np.sqrt(np.outer(*[np.diag(whole)] * 2))).max() < 0.1
    )


def test_draws_given_the_hands_played_keep_them_and_their_correlations():
    tables = fitted()
    hands = np.exp(np.random.default_rng(1).normal(tables.hands[0, 0], tables.hands[0, 1], 4_000))
    drawn = draw_traits(tables, "online-cash", np.random.default_rng(2), len(hands), hands)
    free = draw_traits(tables, "online-cash", np.random.default_rng(3), len(hands))
    wanted = (np.log(hands) - tables.hands[0, 0]) / tables.hands[0, 1]
    assert np.allclose(drawn[:, ACTIVITY], wanted)
    assert np.abs(np.corrcoef(drawn.T) - np.corrcoef(free.T)).max() < 0.15


@pytest.mark.parametrize("game, betting", GAME_KINDS)
def test_every_game_is_played_legally(game, betting):
    bots = [*population().draw(4, 1), *population("six-handed").draw(4, 2)]
    for hand in range(40):
        seats = min(2 + hand % 8, GAMES[game].most_seats)
        tables, facts = deal(game, betting, hand, seats, (3, 12, 40, 200)[hand % 4])
        play_hand(tables, facts, bots[hand % 8 :] + bots[: hand % 8])
        assert tables[0]["stack"].sum() == tables[0]["start_stack"].sum()


@pytest.mark.parametrize("structure", ["sng-6max", "sng-9max-turbo", "spin-3max", "hyper-2max"])
def test_whole_events_repeat_to_the_chip(structure):
    plan = load_structure(structure)

    def run():
        bots = {f"p{k}": bot for k, bot in enumerate(population().draw(plan.seats, 7))}
        policy = AgentPolicy(bots)
        director = Director(plan, list(bots), policy, seed=3)
        policy.watch(director)
        result = director.run()
        return result, {name: tally.big_blinds for name, tally in policy.tallies.items()}, policy

    first, won, policy = run()
    again, won_again, _ = run()
    assert won == won_again and repr(first) == repr(again)
    assert all(tally.faults == [] for tally in policy.tallies.values())


class Behind(SimpleAgent):
    """Passes a player's decisions on, as a wrapper does."""

    def __init__(self, honest):
        self.honest = honest

    def act(self, observation):
        return self.honest.act(observation)

    def think_ms(self, observation, move):
        return self.honest.think_ms(observation, move)


def test_a_wrapped_player_decides_and_times_as_in_compiled_hands():
    plan = load_structure("sng-6max")
    steady = Temper(tilt=0.8, adapts=0.9)
    bots = {
        f"p{k}": HumanBot(bot.traits, bot.seed, temper=steady, pair_sd=0.3)
        for k, bot in enumerate(population().draw(6, 9))
    }

    def moves(agents):
        seen = []
        policy = AgentPolicy(agents)
        count = policy._count

        def keep(tables, deals, notes):
            seen.extend(tables["stack"].tolist())
            seen.append(logs_of(policy))
            count(tables, deals, notes)

        policy._count = keep
        learn = policy._memory.learn

        def note(tables, logs, counts, people, big_blinds):
            seen.append([logs[k, : counts[k]].tolist() for k in range(len(counts))])
            learn(tables, logs, counts, people, big_blinds)

        policy._memory.learn = note
        director = Director(plan, list(agents), policy, seed=5)
        policy.watch(director)
        director.run()
        return seen

    assert moves(bots) == moves({name: Behind(bot) for name, bot in bots.items()})


def logs_of(policy):
    return [(name, tally.hands) for name, tally in policy.tallies.items()]


def test_one_decision_is_the_same_alone_and_in_a_batch():
    bot = human_like(3)
    seen = list(first_decisions(40))
    together = bot.act_batch(seen)
    assert together == [bot.act(o) for o in seen]
    assert len({type(move) for move in together}) > 1


def test_the_clock_does_not_read_the_cards():
    bot = human_like(5)
    for hand in range(60):
        tables, facts = deal(hand=hand)
        before = observe(tables, facts, NO_MOVES)
        move = bot.act(before)
        tables[0]["cards"][before.seat - 1, :2] = (0, 5) if hand % 2 else (50, 51)
        after = observe(tables, facts, NO_MOVES)
        assert bot.think_ms(before, move) == bot.think_ms(after, move)


def test_thinking_takes_human_time_and_hard_decisions_longer():
    bots = population().draw(30, 1)
    quick, slow = [], []
    for bot in bots:
        for seen in first_decisions(40, seats=9, stack=100):
            move = bot.act(seen)
            times = quick if type(move).__name__ == "Fold" else slow
            times.append(bot.think_ms(seen, move))
    assert min(quick + slow) >= 350 and max(quick + slow) < 15_000
    assert 800 < np.median(quick) < 3_500
    assert np.median(slow) > 1.3 * np.median(quick)
    assert np.mean(quick) > 1.1 * np.median(quick), "a long tail to the right"


def test_pairs_alike_without_the_dial():
    bot = average(pair_sd=0.0)
    row = bot.row_for({1: "me", 2: "Ann", 3: "Bo"}, 1)
    assert (row == bot.row).all()


def test_the_dial_sets_how_much_pairs_differ():
    names = {k: f"player {k}" for k in range(2, 11)}
    more = []
    for seed in range(1, 400):
        row = average(seed, pair_sd=0.3).row_for(names, 1)
        more += [row[RAISES_MORE + 1 : RAISES_MORE + 10], row[CALLS_MORE + 1 : CALLS_MORE + 10]]
    spread = np.array(more)
    assert abs(spread.std() - 0.3) < 0.01 and abs(spread.mean()) < 0.01
    # The two habits of a pair are no more alike than chance.
    assert abs(np.corrcoef(spread[::2].ravel(), spread[1::2].ravel())[0, 1]) < 0.06


def test_a_pair_keeps_its_manner_at_any_table_and_in_any_seat():
    bot = average(5, pair_sd=0.3)
    here = bot.row_for({1: "me", 4: "Ann", 5: "Bo"}, 1)
    there = bot.row_for({7: "me", 2: "Ann"}, 7)
    assert here[CALLS_MORE + 3] == there[CALLS_MORE + 1] != 0
    assert here[CALLS_MORE + 4] != here[CALLS_MORE + 3]


def test_who_calls_one_player_more_does_so_in_play():
    """Facing the same raises, a player folds less often to him whom he likes to call."""

    def folds(shift):
        bot, count = average(2), 0
        for hand in range(300):
            tables, facts = deal(hand=hand, seats=2, stack=100)
            log, raised = raise_first(tables, facts)
            seen = observe(tables, facts, log)
            row = bot.row.copy()
            row[CALLS_MORE + raised] = shift
            bot.row_seen = lambda o, row=row: row
            count += bot.decide([seen])[0, 0] == FOLD
        return count

    more, none, less = folds(1.0), folds(0.0), folds(-1.0)
    assert more + 15 < none < less - 15


def raise_first(tables, facts):
    log = np.zeros((MOST_MOVES, MOVE_FIELDS), dtype=np.int64)
    seat = int(tables[0]["to_act"])
    assert move_at(tables, 0, log[0], RAISE, 60, 0)
    return log[:1], seat


def test_a_view_names_who_bet_last():
    tables, facts = deal(seats=3)
    before = observe(tables, facts, NO_MOVES).view
    assert (before.aggressor, before.aggressor_street) == (-1, -1)
    log, raised = raise_first(tables, facts)
    after = observe(tables, facts, log).view
    assert (after.aggressor, after.aggressor_street) == (raised, 0)


def test_what_was_seen_of_others_is_answered():
    row = average(temper=Temper(adapts=1.0)).row.copy()
    seen = NOBODY_SEEN.copy()
    seen[1, [DEALT, ENTERED, PUSHED, MOVED]] = 300, 30, 90, 100  # tight and pushy
    seen[2, [DEALT, ENTERED, PUSHED, MOVED]] = 300, 180, 20, 100  # loose and passive
    seen[3, [DEALT, ENTERED, PUSHED, MOVED]] = 2, 2, 1, 1  # hardly known
    meet_kernel(row, 0, 1, numbers_of({1: "me", 2: "a", 3: "b", 4: "c"}), seen)
    assert row[CALLS_MORE + 1] > 0.3 > -0.3 > row[CALLS_MORE + 2]
    assert row[RAISES_MORE + 2] < -0.2 < 0.2 < row[RAISES_MORE + 1]
    assert abs(row[CALLS_MORE + 3]) < 0.15


def test_a_big_lost_pot_upsets_for_a_while():
    bots = {"a": average(1, Temper(tilt=0.8, tilt_hands=5.0)), "b": average(2)}
    memory = Memory(bots)
    names = {1: "a", 2: "b"}
    tables, _ = deal(seats=2, stack=60)
    people = memory.seats(names)[None]
    nothing = np.zeros((1, 1, 9), dtype=np.int64)

    def after(lost):
        tables["stack"][0, 0] = tables["start_stack"][0, 0] - lost
        memory.learn(tables, nothing, np.zeros(1, np.int64), people, np.array([20]))
        return memory.row(bots["a"], 1, names)[TILT]

    assert after(10 * 20) == 0.0
    upset = after(50 * 20)
    assert upset == pytest.approx(0.8)
    fading = [after(0) for _ in range(5)]
    assert upset > fading[0] > fading[-1] and fading[-1] == pytest.approx(0.4)
    assert memory.row(bots["b"], 2, names)[TILT] == 0.0


def test_near_the_money_calls_for_much_get_fewer():
    def calls(left):
        bot, count = average(2, Temper(places=1.0, push_below=0.0)), 0
        for hand in range(300):
            tables, facts = deal(hand=hand, seats=2, stack=20)
            facts[PLAYERS_LEFT], facts[PLACES_PAID] = left, 5
            log, _ = raise_first(tables, facts)
            count += bot.decide([observe(tables, facts, log)])[0, 0] != FOLD
        return count

    far, bubble, paid = calls(40), calls(6), calls(5)
    assert bubble < 0.9 * far and abs(paid - far) < 0.1 * far


def test_absences_come_in_stretches_and_as_often_as_set():
    temper = Temper(sits_out=0.01, away_hands=8.0)
    here = np.array([average(s, temper).is_here(h) for s in range(1, 60) for h in range(1, 400)])
    assert abs((~here).mean() - 0.08) < 0.015
    changes = (here[1:] != here[:-1]).sum() / 2
    assert (~here).sum() / changes > 6
    sitting = Sitting("a", 5, 1, 10, 20, 0, {}, {}, frozenset(), 6, 2, 6)
    assert average(1, Temper()).sits_in(sitting)


def test_lapses_are_as_rare_as_set_and_the_clock_answers_them():
    temper = Temper(times_out=0.05, line_falls=0.02)
    kinds = [average(s, temper).lapse(h) for s in range(1, 40) for h in range(500)]
    assert abs(np.mean([k is Lapse.TIMES_OUT for k in kinds]) - 0.05) < 0.006
    assert abs(np.mean([k is Lapse.LINE_FALLS for k in kinds]) - 0.02) < 0.005
    bots = {f"p{k}": average(k + 1, Temper(times_out=0.2, line_falls=0.1)) for k in range(6)}
    policy = AgentPolicy(bots)
    director = Director(load_structure("sng-6max"), list(bots), policy, seed=1)
    policy.watch(director)
    director.run()
    assert sum(tally.timed_out for tally in policy.tallies.values()) > 10
    assert all(tally.faults == [] for tally in policy.tallies.values())


def test_tempers_hold_their_bounds_and_the_averages_of_the_real_hands():
    rng = np.random.default_rng(1)
    tempers = [draw_temper(rng) for _ in range(4_000)]
    assert all(1.5 <= t.push_below <= 6 and t.tilt_hands > 0 for t in tempers)
    assert all(0 <= x <= 1 for t in tempers for x in (t.places, t.tilt, t.adapts))
    assert np.mean([t.times_out for t in tempers]) == pytest.approx(0.0106, rel=0.1)
    assert np.mean([t.line_falls for t in tempers]) == pytest.approx(0.0020, rel=0.12)


def test_looser_players_enter_more_and_the_row_has_room():
    def entered(**traits):
        bot = average(1, **traits)
        seen = list(first_decisions(300, seats=9, stack=100))
        return sum(bot.decide(seen)[:, 0] != FOLD)

    assert entered(open=-1.5, limp=-1.5) < entered() < entered(open=1.5, limp=1.5)
    assert STYLE_SIZE <= 24
    assert human_behind(Behind(average())) is not None and human_behind(object()) is None
