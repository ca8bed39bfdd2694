"""Small poker worlds whose truth is known: honest players with styles, and planted pairs.

Hands have real betting (blinds, raises, all-ins, side pots are avoided by equal stacks) but a
hand's strength is one hidden number that drifts from street to street; that is all a detector of
betting patterns can tell from cards. Honest players differ in style, adapt to the kind of opponent
and, on top, every pair has its own honest habit (normal, sd `pair_sd` log-odds).
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field

import numpy as np

from railbird.arena.cards import cards_text
from railbird.arena.history.recorder import Recorder
from railbird.arena.history.schema import History

STREETS = ("preflop", "flop", "turn", "river")
BLIND = 100
STACK = 100 * BLIND
# Log-odds of aggression for an average player: unopened and facing, before and after the flop.
_BASE = ((-1.9, -2.6), (-1.2, -2.9))
_CALL = (-1.8, -0.8)


@dataclass(frozen=True)
class Plant:
    """A pair that colludes: "soft_play" both ways, or "dump" from the first to the second."""

    pair: tuple[int, int]
    scheme: str
    intensity: float = 1.0


@dataclass(frozen=True)
class World:
    """How a world is made; `dump_rate` is the share of shared hands in which a dump is planned."""

    players: int = 40
    seats: int = 6
    hands: int = 4000
    seed: int = 0
    style_sd: float = 0.5
    adapt_sd: float = 0.35
    pair_sd: float = 0.3
    dump_rate: float = 0.08
    plants: tuple[Plant, ...] = ()
    tournament: bool = False
    names: tuple[str, ...] = field(default=())

    def name(self, player: int) -> str:
        return self.names[player] if self.names else f"player{player:03d}"


def play(world: World) -> History:
    """Return the history of `world.hands` hands; the same world gives the same history."""
    return _Game(world).run()


class _Game:
    def __init__(self, world: World) -> None:
        self.world = world
        self.rng = random.Random(world.seed)
        n = world.players
        draw = np.random.default_rng(world.seed)
        style = draw.normal(0, world.style_sd, n)
        self.style = style[:, None, None] + draw.normal(0, 0.2, (n, 2, 2))
        self.loose = draw.normal(0, 0.4, n)
        self.adapt = draw.normal(0, world.adapt_sd, n)
        habit = draw.normal(0, world.pair_sd, (n, n))
        self.habit = np.triu(habit, 1) + np.triu(habit, 1).T
        self.soft = {
            frozenset(p.pair): p.intensity for p in world.plants if p.scheme == "soft_play"
        }
        self.dumps = {p.pair: p.intensity for p in world.plants if p.scheme == "dump"}
        self.recorder = Recorder()

    def run(self) -> History:
        for number in range(self.world.hands):
            self.hand(number)
        return self.recorder.history()

    def hand(self, number: int) -> None:
        seated = self.rng.sample(range(self.world.players), self.world.seats)
        deal = _Deal(self, number, seated)
        deal.play()


class _Deal:
    def __init__(self, game: _Game, number: int, seated: list[int]) -> None:
        self.game, self.rng, self.seated = game, game.rng, seated
        self.hand_id = f"{game.world.seed:03d}-{number:07d}"
        n = len(seated)
        self.live = [True] * n
        self.bet, self.paid = [0] * n, [0] * n
        self.ordinal = 0
        self.street = 0
        self.strength = [self.rng.gauss(0, 1) for _ in range(n)]
        self.dump = self._planned_dump()

    def _planned_dump(self) -> tuple[int, int] | None:
        """Return (giver's place, taker's place) when a dump is planned in this hand."""
        place = {player: i for i, player in enumerate(self.seated)}
        for (giver, taker), intensity in self.game.dumps.items():
            if giver in place and taker in place:
                if self.rng.random() < self.game.world.dump_rate * intensity:
                    return place[giver], place[taker]
        return None

    def play(self) -> None:
        small, big = (0, 1) if len(self.seated) > 2 else (1, 0)
        self._pay(small, BLIND // 2, "posts_small_blind")
        self._pay(big, BLIND, "posts_big_blind")
        for street in range(4):
            self.street = street
            if street:
                self.bet = [0] * len(self.seated)
                self.strength = [0.75 * s + 0.66 * self.rng.gauss(0, 1) for s in self.strength]
            self._round(2 % len(self.seated) if street == 0 else 0)
            if sum(self.live) == 1:
                break
        self._finish()

    def _round(self, first: int) -> None:
        n = len(self.seated)
        raises, aggressor = 0, None
        waiting = [(first + i) % n for i in range(n)]
        while waiting:
            seat = waiting.pop(0)
            if not self.live[seat] or self.paid[seat] >= STACK or sum(self.live) == 1:
                continue
            others = [t for t in range(n) if t != seat and self.live[t]]
            if max(self.bet) == self.bet[seat] and all(self.paid[t] >= STACK for t in others):
                continue
            move = self._choose(seat, others, aggressor, raises)
            if move == "raise":
                raises, aggressor = raises + 1, seat
                waiting = [(seat + i) % n for i in range(1, n)]

    def _choose(self, seat: int, others: list[int], aggressor: int | None, raises: int) -> str:
        to_call = max(self.bet) - self.bet[seat]
        able = any(self.paid[t] < STACK for t in others) and to_call + self.paid[seat] < STACK
        planned = self._planned_move(seat, others, to_call, raises)
        raise_it = able and raises < 4
        if planned is not None:
            raise_it = raise_it and planned == "raise"
        elif raise_it:
            raise_it = self.rng.random() < self._aggression(seat, others, aggressor)
        if raise_it and not self._softened(seat, others, aggressor):
            self._raise(seat, raises)
            return "raise"
        if to_call == 0:
            self._pay(seat, 0, "checks")
        elif (planned == "call") or (planned is None and self._calls(seat)):
            self._pay(seat, min(to_call, STACK - self.paid[seat]), "calls")
        else:
            self._pay(seat, 0, "folds")
            self.live[seat] = False
        return "passive"

    def _aggression(self, seat: int, others: list[int], aggressor: int | None) -> float:
        me = self.seated[seat]
        against = [aggressor] if aggressor is not None else others
        facing, late = int(aggressor is not None), int(self.street > 0)
        them = [self.seated[t] for t in against]
        shift = sum(self.game.adapt[t] + self.game.habit[me][t] for t in them) / len(them)
        odds = _BASE[late][facing] + self.game.style[me][late][facing] + shift
        return 1 / (1 + math.exp(-odds - 1.3 * self.strength[seat]))

    def _softened(self, seat: int, others: list[int], aggressor: int | None) -> bool:
        """Whether a soft player swallows a bet against the partner alone."""
        against = [aggressor] if aggressor is not None else others
        if len(against) > 1:
            return False
        pair = frozenset((self.seated[seat], self.seated[against[0]]))
        return self.rng.random() < self.game.soft.get(pair, 0.0)

    def _calls(self, seat: int) -> bool:
        odds = _CALL[int(self.street > 0)] + self.game.loose[self.seated[seat]]
        return self.rng.random() < 1 / (1 + math.exp(-odds - 1.2 * self.strength[seat]))

    def _planned_move(self, seat: int, others: list[int], to_call: int, raises: int) -> str | None:
        if self.dump is None or seat not in self.dump or not all(self.live[p] for p in self.dump):
            return None
        giver, taker = self.dump
        if self.street == 0:
            if seat == taker:
                return "raise" if raises < 2 else "call"
            return "call"
        if seat == taker:
            return "call" if to_call else "raise"
        return "fold" if self.street >= 2 and to_call else "call"

    def _raise(self, seat: int, raises: int) -> None:
        if self.street == 0:
            total = 3 * max(max(self.bet), BLIND) if raises else 3 * BLIND
        else:
            pot = sum(self.paid)
            total = max(3 * max(self.bet), BLIND, int(0.6 * pot) // 10 * 10)
        more = min(total - self.bet[seat], STACK - self.paid[seat])
        self._pay(seat, more, "raises" if max(self.bet) else "bets")

    def _pay(self, seat: int, chips: int, kind: str) -> None:
        self.bet[seat] += chips
        self.paid[seat] += chips
        self.ordinal += 1
        self.game.recorder.rows["actions"].append(
            (
                self.hand_id, self.ordinal, STREETS[self.street], seat + 1,
                self.game.world.name(self.seated[seat]), kind, chips, self.bet[seat],
                self.paid[seat] >= STACK, False, None, None, None,
            )
        )  # fmt: skip

    def _finish(self) -> None:
        n = len(self.seated)
        live = [s for s in range(n) if self.live[s]]
        matched = sorted(self.paid)[-2]
        returned = [max(0, p - matched) for p in self.paid]
        winner = max(live, key=lambda s: self.strength[s])
        pot = sum(self.paid) - sum(returned)
        cards = self.rng.sample(range(52), 2 * n + 5)
        showdown = len(live) > 1
        add = self.game.recorder.add
        tournament = f"T{self.game.world.seed}" if self.game.world.tournament else None
        add(
            "hands", hand_id=self.hand_id, table_id="A", tournament_id=tournament,
            small_blind=BLIND // 2, big_blind=BLIND, ante=0, button_seat=n, max_seats=n,
            board=cards_text(cards[-5:]) if showdown else "", total_pot=pot, rake=0,
            house="pokerstars", game="holdem", betting="no-limit",
        )  # fmt: skip
        for s in range(n):
            hole = cards_text(cards[2 * s : 2 * s + 2])
            shown = showdown and self.live[s]
            add(
                "seats", hand_id=self.hand_id, seat=s + 1,
                player=self.game.world.name(self.seated[s]), stack=STACK, dealt_in=True,
                sitting_out=False, hole_cards=hole, shown=shown,
                shown_cards=hole if shown else None, contributed=self.paid[s],
                returned=returned[s], won=pot if s == winner else 0,
            )  # fmt: skip
