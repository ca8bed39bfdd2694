"""What agents may do besides moving: sit out, see their cards, talk, listen, take their time."""

from __future__ import annotations

from railbird.agents.base import Call, Fold
from railbird.agents.seats import AgentPolicy
from railbird.arena.cards import cards_text
from railbird.arena.tournament.chronicle import Chronicle
from railbird.arena.tournament.director import Director
from tests.agents.cheats import honest_agents, short


class Talker:
    """Folds, talks before each move, sits out every third hand, and keeps what it is told."""

    def __init__(self):
        self.heard, self.cards, self.sittings = [], {}, []

    def act(self, observation):
        return Call() if observation.to_call == 0 else Fold()

    def say(self, observation):
        return f"hand\n{observation.hand}"

    def hear(self, hand, player, text):
        self.heard.append((hand, player, text))

    def dealt(self, hand, player, cards):
        self.cards[hand] = cards

    def think_ms(self, observation, move):
        return 4_321

    def sits_in(self, sitting):
        self.sittings.append(sitting)
        return sitting.hand % 3 != 0


class Broken(Talker):
    """Fails in everything but moving."""

    def say(self, observation):
        return 7

    def hear(self, hand, player, text):
        raise RuntimeError("deaf")

    def sits_in(self, sitting):
        raise RuntimeError("lost")


def played(**talkers):
    structure = short()
    agents = talkers | honest_agents(structure, 4, (), entrants=6 - len(talkers))
    policy = AgentPolicy(agents)
    director = Director(
        structure, list(agents), policy, seed=4, chronicle=Chronicle(structure, "5")
    )
    policy.watch(director)
    director.run()
    return director.history(), policy


def test_who_sits_out_is_dealt_in_and_folded_and_the_history_says_so():
    talker = Talker()
    history, _ = played(ann=talker)
    seats = history.frame("seats")
    own = seats[seats.player == "ann"].set_index("hand_id").sort_index()
    assert own.sitting_out.tolist() == [int(hand[1:]) % 3 == 0 for hand in own.index]
    assert own.dealt_in.all()
    kinds = history.frame("events").query("player == 'ann'").kind.value_counts()
    assert abs(kinds["sits_out"] - kinds["returns"]) <= 1
    away = history.frame("actions").merge(own[own.sitting_out].reset_index()[["hand_id", "player"]])
    assert not set(away.kind) & {"calls", "bets", "raises"}
    assert "folds" in set(away.kind)


def test_a_line_stands_before_the_move_and_everybody_hears_it():
    ann, bo = Talker(), Talker()
    history, _ = played(ann=ann, bo=bo)
    chat = history.frame("chat")
    assert len(chat) and chat.ordinal.notna().all()
    actions = history.frame("actions").set_index(["hand_id", "ordinal"])
    for line in chat.itertuples():
        # A line break would let chat imitate other lines of a hand text.
        assert line.text == f"hand {int(line.hand_id[1:])}"
        assert actions.loc[(line.hand_id, line.ordinal + 1)].player == line.player
    spoken = [(int(c.hand_id[1:]), c.player, c.text) for c in chat.itertuples()]
    together = {s.hand for s in ann.sittings} & {s.hand for s in bo.sittings}
    assert [s for s in ann.heard if s[0] in together] == [s for s in bo.heard if s[0] in together]
    assert set(ann.heard) | set(bo.heard) == set(spoken)


def test_an_agent_sees_its_own_cards_and_takes_its_own_time():
    ann = Talker()
    history, _ = played(ann=ann)
    seats = history.frame("seats").query("player == 'ann'").set_index("hand_id").hole_cards
    for hand, cards in ann.cards.items():
        assert seats[f"5{hand:07d}"] == cards_text(cards)
    own = history.frame("actions").query("player == 'ann' and think_seconds > 0.5")
    assert set(own.think_seconds) == {4.321}


def test_errors_in_hooks_are_faults_and_cost_nothing():
    history, policy = played(ann=Broken())
    assert policy.tallies["ann"].faults
    assert not policy.tallies["ann"].timed_out
    assert not len(history.frame("chat"))
    own = history.frame("seats").query("player == 'ann'")
    assert not own.sitting_out.any()
