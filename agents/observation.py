"""What an agent is shown: a readable view of its decision, and its form on the wire.

    def act(self, observation):
        if observation.to_call == 0:
            return Call()

Seats count from 1 as at the table. Nothing here was hidden from the player.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird.arena.cards import CARD_TEXT, Card
from railbird.arena.hand.actions import Call, Legal, Move, RaiseTo
from railbird.arena.hand.games import BETTING_CODES, GAMES, Game
from railbird.arena.hand.legal import nearest_total
from railbird.arena.hand.record import FOLD, NO_CARD, RAISE
from railbird.arena.tournament.play_kernels import ADDED, ALL_IN, KIND, SEAT, STREET, TOTAL
from railbird.arena.tournament.view import VIEW, View, Views

_GAMES: dict[tuple[int, int, bool, bool], Game] = {
    (g.hole_cards, g.ranking, g.has_low, g.is_stud): g for g in reversed(list(GAMES.values()))
}
_BETTINGS = {code: name for name, code in BETTING_CODES.items()}


class Observation:
    """One decision as its player sees it.

    `players` names the seats dealt in, `prizes` are cents by place, best first; `views` is an
    array of one record (`arena.tournament.view.VIEW`) for compiled bots, `log` the hand's moves.
    `memory` holds what all could see earlier in the event, for agents that go by it, or None.
    """

    __slots__ = ("log", "memory", "players", "prizes", "views")

    def __init__(
        self,
        views: Views,
        log: NDArray[np.int64],
        players: Mapping[int, str],
        prizes: tuple[int, ...] = (),
        memory: Any = None,
    ) -> None:
        self.views = views
        self.log = log
        self.players = players
        self.prizes = prizes
        self.memory = memory

    def __repr__(self) -> str:
        cards = " ".join(CARD_TEXT[c] for c in self.hole_cards)
        return f"<Observation hand {self.hand} seat {self.seat} {self.street} {cards}>"

    @property
    def view(self) -> View:
        """The record."""
        return self.views[0]

    @property
    def hand(self) -> int:
        """The hand's number in the event."""
        return int(self.view.hand)

    @property
    def game(self) -> str:
        """The game dealt, as in `arena.hand.games.GAMES`."""
        return _game_of(self.view)

    @property
    def betting(self) -> str:
        """no-limit, pot-limit, fixed-limit or pot-limit-preflop."""
        return _BETTINGS[int(self.view.betting)]

    @property
    def street(self) -> str:
        """Name of the betting round."""
        streets = GAMES[self.game].streets
        return streets[int(self.view.street)]

    @property
    def seat(self) -> int:
        """The own seat."""
        return int(self.view.seat) + 1

    @property
    def button(self) -> int:
        """Seat of the button, which may be empty."""
        return int(self.view.button) + 1

    @property
    def level(self) -> int:
        """Number of the level."""
        return int(self.view.level)

    @property
    def small_blind(self) -> int:
        """Small blind in chips."""
        return int(self.view.small_blind)

    @property
    def big_blind(self) -> int:
        """Big blind in chips."""
        return int(self.view.big_blind)

    @property
    def ante(self) -> int:
        """Ante in chips."""
        return int(self.view.ante)

    @property
    def hole_cards(self) -> tuple[Card, ...]:
        """The own cards, `4 * rank + suit`; in stud the up cards too."""
        v = self.view
        return tuple(int(c) for c in v.cards[: int(v.card_count)] if c != NO_CARD)

    @property
    def board(self) -> tuple[Card, ...]:
        """The common cards."""
        v = self.view
        return tuple(int(c) for c in v.board[: int(v.board_count)])

    @property
    def up_cards(self) -> dict[int, tuple[Card, ...]]:
        """In stud the open cards by seat."""
        rows = self.view.up_cards
        return {s: tuple(int(c) for c in rows[s - 1] if c != NO_CARD) for s in self.players}

    @property
    def stacks(self) -> dict[int, int]:
        """Chips behind, by seat dealt in."""
        return self._by_seat("stack")

    @property
    def bets(self) -> dict[int, int]:
        """Chips in front on this street, by seat."""
        return self._by_seat("street_bet")

    @property
    def contributions(self) -> dict[int, int]:
        """Chips put in during the hand, by seat."""
        return self._by_seat("contribution")

    @property
    def in_hand(self) -> tuple[int, ...]:
        """Seats that have not folded."""
        live = self.view.live
        return tuple(s for s in self.players if live[s - 1])

    @property
    def pot(self) -> int:
        """All chips put in."""
        return int(self.view.pot)

    @property
    def to_call(self) -> int:
        """What calling costs; 0 is a check."""
        return int(self.view.to_call)

    @property
    def legal(self) -> Legal:
        """What may be done; `move in observation.legal` asks for one move."""
        v = self.view
        least, most = int(v.min_raise_to), int(v.max_raise_to)
        return Legal(
            bool(v.can_fold), int(v.to_call), least or None, most or None, int(v.raise_step) or 1
        )

    @property
    def players_left(self) -> int:
        """Players still in the event."""
        return int(self.view.players_left)

    @property
    def places_paid(self) -> int:
        """Places with a prize."""
        return int(self.view.places_paid)

    @property
    def entrants(self) -> int:
        """Entries of the event."""
        return int(self.view.entrants)

    @property
    def bounties(self) -> dict[int, int]:
        """Cents for knocking a seat out, by seat; the rule says how much of it is cash at once."""
        return self._by_seat("head")

    def raise_to(self, total: float) -> Move:
        """Return the legal raise nearest to `total`, or a call when no raise is allowed."""
        legal = self.legal
        if legal.min_raise_to is None or legal.max_raise_to is None:
            return Call()
        least, most = legal.min_raise_to, legal.max_raise_to
        return RaiseTo(nearest_total(least, most, legal.raise_step, round(total)))

    def moves(self) -> list[dict[str, Any]]:
        """Return the hand's moves so far, oldest first, in words."""
        return [_move_words(row, self.game) for row in self.log.tolist()]

    def as_json(self) -> dict[str, Any]:
        """Return the observation as plain values; the wire form of version 1 (`external.py`)."""
        # One read of the whole record: reading it by name costs more than all the rest.
        v = SimpleNamespace(**dict(zip(VIEW.names or (), self.view.item(), strict=True)))
        game = _game_of(v)
        cards, board = v.cards.tolist()[: v.card_count], v.board.tolist()[: v.board_count]
        can_raise = bool(v.min_raise_to)
        return {
            "hand": v.hand,
            "game": game,
            "betting": _BETTINGS[v.betting],
            "level": v.level,
            "blinds": [v.small_blind, v.big_blind, v.ante],
            "street": GAMES[game].streets[v.street],
            "seat": v.seat + 1,
            "button": v.button + 1,
            "hole_cards": [CARD_TEXT[c] for c in cards if c != NO_CARD],
            "board": [CARD_TEXT[c] for c in board],
            "pot": v.pot,
            "to_call": v.to_call,
            "raise": [v.min_raise_to, v.max_raise_to, v.raise_step or 1] if can_raise else None,
            "can_fold": bool(v.can_fold),
            "seats": self._seats_json(v),
            "moves": self.moves(),
            "players_left": v.players_left,
            "entrants": v.entrants,
            "prizes": list(self.prizes[:16]),
        }

    def _seats_json(self, v: SimpleNamespace) -> list[dict[str, Any]]:
        stacks, bets = v.stack.tolist(), v.street_bet.tolist()
        put_in, live = v.contribution.tolist(), v.live.tolist()
        rows: list[dict[str, Any]] = [
            {
                "seat": s,
                "player": name,
                "stack": stacks[s - 1],
                "bet": bets[s - 1],
                "put_in": put_in[s - 1],
                "in_hand": bool(live[s - 1]),
            }
            for s, name in self.players.items()
        ]
        if v.head_cash:
            heads = self.bounties
            for row in rows:
                row["bounty"] = heads[row["seat"]]
        if v.is_stud:
            ups = self.up_cards
            for row in rows:
                row["up_cards"] = [CARD_TEXT[c] for c in ups[row["seat"]]]
        return rows

    def _by_seat(self, field: str) -> dict[int, int]:
        values = self.view[field].tolist()
        return {s: values[s - 1] for s in self.players}


def _game_of(v: View | SimpleNamespace) -> str:
    key = int(v.hole_cards), int(v.ranking), bool(v.has_low), bool(v.is_stud)
    return _GAMES[key].name


def _move_words(row: list[int], game: str) -> dict[str, Any]:
    kind = "raise" if row[KIND] == RAISE else "fold" if row[KIND] == FOLD else "call"
    return {
        "street": GAMES[game].streets[row[STREET]],
        "seat": row[SEAT] + 1,
        "move": kind,
        "added": row[ADDED],
        "to": row[TOTAL],
        "all_in": bool(row[ALL_IN]),
    }
