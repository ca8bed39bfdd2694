"""The chips and cards of one PHH hand while its actions are read one by one.

The format is the Poker Hand History specification (Kim, 2023, arXiv:2312.11753): players are
listed from the small blind (heads-up from the big blind), `cc` checks or calls, `cbr N` completes,
bets or raises to the street total N. Only bookkeeping is done here: who wins a showdown is read
from `finishing_stacks` or `winnings`, and stays null when the file gives neither.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from railbird.datasets.formats.phh_values import (
    DRAW_GAMES,
    STUD_GAMES,
    UNKNOWN,
    VARIANTS,
    PhhError,
    cards_of,
    known,
    list_of,
    scale_of,
)

Row = tuple[Any, ...]

_BOARD_STREETS = {3: "flop", 4: "turn", 5: "river"}
_STUD_STREETS = ("third", "fourth", "fifth", "sixth", "seventh")
_DRAW_STREETS = ("predraw", "draw1", "draw2", "draw3")
_FIRST_STREETS = ("preflop", "predraw", "third")
_AMOUNT = re.compile(r"-?\d{1,17}(\.\d{1,6})?\Z", re.ASCII)
_PLAYER = re.compile(r"p(\d{1,3})\Z", re.ASCII)
_MOST_CHIPS = 10**17
_PAYING = frozenset(
    "posts_ante posts_small_blind posts_big_blind posts_straddle brings_in calls bets raises "
    "completes".split()
)


@dataclass(slots=True)
class PlayerState:
    """One player of the hand: what he started with, put in, holds and got."""

    name: str
    seat: int
    stack: int | None  # None: unknown (written `inf`), never runs out
    left: int | None
    street_bet: int = 0
    ante: int = 0
    contributed: int = 0
    returned: int = 0
    won: int | None = 0
    folded: bool = False
    drew: bool = False  # on this street
    hole: list[str] = field(default_factory=list)
    up: list[str] = field(default_factory=list)
    shown: str | None = None

    def pay(self, amount: int) -> int:
        """Move up to `amount` chips into the pot; return how many moved."""
        paid = amount if self.left is None else min(amount, self.left)
        if self.left is not None:
            self.left -= paid
        self.contributed += paid
        return paid


class Replay:
    """A hand read to its end: `players`, `rows` (actions without hand id), `board`, `remarks`."""

    def __init__(self, document: dict[str, Any]) -> None:
        variant = document.get("variant")
        if variant not in VARIANTS:
            raise PhhError(f"unknown variant {variant!r}")
        self.game, self.betting = VARIANTS[variant]
        self.document = document
        texts = list_of(document, "actions")
        self.scale = scale_of(document, texts)
        self.players = self._seated()
        self.rows: list[Row] = []
        self.remarks: list[tuple[int, str]] = []
        self.notes: list[str] = []
        self.board: list[str] = []
        self.street = _first_street(self.game)
        self._moved = self._brought_in = False  # a move, a bring-in nobody completed: this street
        self._ordinal = 0
        self._post()
        for text in texts:
            self._act(text)
        self._settle()

    # -- amounts ---------------------------------------------------------------------------------

    def chips(self, value: Any) -> int:
        """Return `value` in chips. Raises `PhhError` unless it is a whole, sensible number."""
        if type(value) is str and value.isascii() and value.isdigit() and len(value) < 16:
            return int(value) * self.scale
        if type(value) is int and abs(value) <= _MOST_CHIPS:
            return value * self.scale
        if type(value) is Decimal and value.is_finite() and abs(value) <= _MOST_CHIPS:
            number = int(value * self.scale)
            if number == value * self.scale:
                return number
        amount = self._exact(value)
        if amount is None or amount != int(amount):
            raise PhhError(f"no whole number of chips: {value!r}")
        return int(amount)

    def _exact(self, value: Any) -> Decimal | None:
        """Return `value` in chips and parts of chips, None for an infinite one."""
        if isinstance(value, Decimal) and value.is_infinite() and value > 0:
            return None
        if isinstance(value, bool) or not isinstance(value, int | Decimal | str):
            raise PhhError(f"not an amount: {value!r}")
        if not _AMOUNT.match(str(value)) or abs(Decimal(value)) > _MOST_CHIPS:
            raise PhhError(f"not an amount: {str(value)[:40]!r}")
        return Decimal(value) * self.scale

    def forced(self, name: str) -> list[int]:
        """Return the antes or blinds by player; heads-up the format lists them reversed."""
        values = list_of(self.document, name) if name in self.document else []
        amounts = [self.chips(v) for v in values[: len(self.players)]]
        amounts += [0] * (len(self.players) - len(amounts))
        return amounts[::-1] if len(amounts) == 2 else amounts

    def _seated(self) -> list[PlayerState]:
        stacks = list_of(self.document, "starting_stacks")
        count = len(stacks)
        if count < 2:
            raise PhhError(f"{count} starting_stacks: a hand needs two players")
        names = list_of(self.document, "players", count) or [f"p{i + 1}" for i in range(count)]
        seats = list_of(self.document, "seats", count) or list(range(1, count + 1))
        if not all(type(s) is int and 0 <= s <= 32767 for s in seats):
            raise PhhError(f"not seats: {seats!r}")
        if len(set(map(str, names))) < count or len(set(seats)) < count:
            raise PhhError("two players with one name or one seat")
        exact = [
            None if isinstance(s, Decimal) and s.is_infinite() and s > 0 else self.chips(s)
            for s in stacks
        ]
        return [
            PlayerState(str(name), seat, stack, stack)
            for name, seat, stack in zip(names, seats, exact, strict=True)
        ]

    # -- rows ------------------------------------------------------------------------------------

    def _row(
        self, player: PlayerState, kind: str, amount: int | None = None, cards: str | None = None
    ) -> None:
        self._ordinal += 1
        street = "showdown" if kind in ("shows", "mucks") else self.street
        street_total = 0 if street == "showdown" else player.street_bet
        all_in = kind in _PAYING and player.left == 0
        head = (self._ordinal, street, player.seat, player.name, kind, amount)
        self.rows.append((*head, street_total, all_in, None, None, None, cards))

    def _post(self) -> None:
        for player, ante in zip(self.players, self.forced("antes"), strict=True):
            if ante < 0:
                raise PhhError("a negative ante")
            if ante:
                player.ante = player.pay(ante)
                self._row(player, "posts_ante", player.ante)
        blinds = self.forced("blinds_or_straddles")
        heads_up = len(blinds) == 2
        listed = blinds[::-1] if heads_up else blinds
        posters = self.players[::-1] if heads_up else self.players
        for place, (player, blind) in enumerate(zip(posters, listed, strict=True)):
            if blind:
                player.street_bet = player.pay(abs(blind))
                kind = self._blind_kind(place, blind, listed[1])
                self._row(player, kind, player.street_bet)

    def _blind_kind(self, place: int, value: int, second: int) -> str:
        """Return what post the amount at a place of the list is; a negative one is a newcomer's."""
        if place == 0 and value > 0 and self.has_dead_small_blind:
            return "posts_big_blind"
        if place < 2 and value > 0:
            return ("posts_small_blind", "posts_big_blind")[place]
        return "posts_straddle" if value > max(second, 0) > 0 else "posts_big_blind"

    @property
    def has_dead_small_blind(self) -> bool:
        """Say whether the first to post posts a whole big blind and nobody posts after him."""
        values = self.document.get("blinds_or_straddles") or [0, 0]
        whole = self.document.get("min_bet", self.document.get("small_bet"))
        if len(values) < 2 or values[1] or whole is None:
            return False
        return self.chips(values[0]) >= self.chips(whole)

    # -- actions ---------------------------------------------------------------------------------

    def _act(self, text: Any) -> None:
        if not isinstance(text, str):
            raise PhhError(f"an action that is no text: {text!r}")
        body, mark, remark = text.partition("#")
        words = body.split()
        if words[:2] == ["d", "db"] and len(words) == 3:
            self._deal_board(cards_of(words[2]))
        elif words[:2] == ["d", "dh"] and len(words) == 4:
            self._deal_hole(self._player(words[2]), cards_of(words[3]))
        elif words:
            handler = _HANDLERS.get(words[1]) if 2 <= len(words) <= 3 else None
            if handler is None:
                raise PhhError(f"not an action: {text!r}")
            handler(self, self._player(words[0]), words[2] if len(words) == 3 else None)
        if mark:
            self._ordinal += 1
            self.remarks.append((self._ordinal, remark.strip()))

    def _player(self, label: str) -> PlayerState:
        match = _PLAYER.match(label)
        number = int(match.group(1)) if match else 0
        if not 1 <= number <= len(self.players):
            raise PhhError(f"no player {label!r} among {len(self.players)}")
        return self.players[number - 1]

    def _new_street(self, street: str) -> None:
        self.street = street
        for player in self.players:
            player.street_bet, player.drew = 0, False
        self._moved = self._brought_in = False

    def _deal_board(self, cards: list[str]) -> None:
        self.board += cards
        # A stud game that runs out of cards deals its last one to the board.
        if self.street in ("preflop", "flop", "turn") and len(self.board) <= 5:
            self._new_street(_BOARD_STREETS.get(len(self.board), self.street))

    def _deal_hole(self, player: PlayerState, cards: list[str]) -> None:
        held = len(player.hole)
        if self.game in STUD_GAMES:
            street = _STUD_STREETS[min(max(held + len(cards), 3), 7) - 3]
            if street != self.street:
                self._new_street(street)
            ups = [card for place, card in enumerate(cards, start=held) if 2 <= place <= 5]
            player.up += [card for card in ups if card != UNKNOWN]
        elif self.street != _first_street(self.game):
            self._row(player, "draws", len(cards), known(cards))
        player.hole += cards

    def _fold(self, player: PlayerState, _argument: str | None) -> None:
        player.folded = self._moved = True
        self._row(player, "folds", 0)

    def _check_or_call(self, player: PlayerState, _argument: str | None) -> None:
        self._moved = True
        facing = max(p.street_bet for p in self.players) - player.street_bet
        if facing <= 0:
            self._row(player, "checks", 0)
            return
        paid = player.pay(facing)
        player.street_bet += paid
        self._row(player, "calls", paid)

    def _bet_or_raise(self, player: PlayerState, argument: str | None) -> None:
        total = self.chips(argument)
        highest = max(p.street_bet for p in self.players)
        added = total - player.street_bet
        if total <= highest or (player.left is not None and added > player.left):
            raise PhhError(
                f"{player.name} makes it {argument} over {highest} with {player.left} chips left"
            )
        player.pay(added)
        player.street_bet = total
        kind = "completes" if self._brought_in else "raises" if highest else "bets"
        self._moved, self._brought_in = True, False
        self._row(player, kind, added)

    def _bring_in(self, player: PlayerState, _argument: str | None) -> None:
        player.street_bet = player.pay(self.chips(self.document.get("bring_in")))
        self._moved = self._brought_in = True
        self._row(player, "brings_in", player.street_bet)

    def _draw(self, player: PlayerState, argument: str | None) -> None:
        if self.street not in _DRAW_STREETS:
            raise PhhError(f"a draw in {self.game}")
        if self.street == "predraw" or player.drew or self._moved:
            if self.street == "draw3":
                raise PhhError("a fourth draw")
            self._new_street(_DRAW_STREETS[_DRAW_STREETS.index(self.street) + 1])
        player.drew = True
        if argument is None:
            self._row(player, "stands_pat", 0)
            return
        cards = cards_of(argument)
        for card in cards:
            if card in player.hole or UNKNOWN in player.hole:
                player.hole.remove(card if card in player.hole else UNKNOWN)
        self._row(player, "discards", len(cards), known(cards))

    def _show_or_muck(self, player: PlayerState, argument: str | None) -> None:
        if argument is None:
            self._row(player, "mucks")
            return
        cards = player.hole if argument == "-" else cards_of(argument)
        if UNKNOWN not in cards and len(cards) >= len(player.hole):
            player.hole = list(cards)
        player.shown = known(cards)
        self._row(player, "shows", None, player.shown)

    # -- the end ---------------------------------------------------------------------------------

    def _settle(self) -> None:
        self._return_uncalled()
        live = [p for p in self.players if not p.folded]
        given = self._given_results()
        if given is not None:
            for player, won in zip(self.players, given, strict=True):
                player.won = won
        elif len(live) == 1:
            live[0].won = self.pot
        else:
            for player in live:
                player.won = None
        if len(live) > 1:
            self.street = "showdown"
        for player in self.players:
            if player.won:
                self._row(player, "collects", player.won)

    @property
    def pot(self) -> int:
        """Chips in all pots, uncalled bets given back."""
        return sum(p.contributed - p.returned for p in self.players)

    def _return_uncalled(self) -> None:
        first = max(self.players, key=lambda p: p.street_bet)
        others = [p for p in self.players if p is not first]
        second = max(p.street_bet for p in others)
        excess = first.street_bet - second
        if not excess or first.folded:
            return
        if self._antes_are_each() and not second and self.street in _FIRST_STREETS:
            # Everybody else is all-in with less than an ante: that part comes back too.
            excess += max(0, first.ante - max(p.ante for p in others))
        first.returned = excess
        first.street_bet = second
        self._row(first, "returned", excess)

    def _antes_are_each(self) -> bool:
        return self.document.get("ante_trimming_status") is True

    def _given_results(self) -> list[int | None] | None:
        """Return what each player won, None where his stack is unknown; None: the file is mute."""
        count = len(self.players)
        if self.document.get("finishing_stacks") is not None:
            values = list_of(self.document, "finishing_stacks", count)
            ends = [self._exact(v) for v in values]
            shares = [
                None
                if end is None or p.stack is None
                else end - p.stack + p.contributed - p.returned
                for end, p in zip(ends, self.players, strict=True)
            ]
        elif self.document.get("winnings") is not None:
            shares = [self._exact(v) for v in list_of(self.document, "winnings", count)]
        else:
            return None
        if any(share is not None and share < 0 for share in shares):
            raise PhhError("finishing_stacks and actions disagree: a player would win less than 0")
        return self._whole(shares)

    def _whole(self, shares: list[Decimal | None]) -> list[int | None]:
        """Return whole chips: the odd chip of a split goes to the first player left of the button.

        Some published hands split a pot to the half chip; no room pays half a chip, and the tables
        hold whole ones. The total stays as it was and the hand is noted.
        """
        whole = [None if share is None else int(share) for share in shares]
        parts = sum((share % 1 for share in shares if share is not None), Decimal(0))
        if not parts:
            return whole
        if parts != int(parts):
            raise PhhError("finishing_stacks: parts of chips that add up to no whole chip")
        odd = int(parts)
        for i, share in enumerate(shares):
            if odd and share is not None and share % 1:
                whole[i], odd = int(share) + 1, odd - 1
        self.notes.append("shares of part of a chip: the odd chip is put to the first seat")
        return whole


_HANDLERS: dict[str, Callable[[Replay, PlayerState, str | None], None]] = {
    "f": Replay._fold,
    "cc": Replay._check_or_call,
    "cbr": Replay._bet_or_raise,
    "pb": Replay._bring_in,
    "sd": Replay._draw,
    "sm": Replay._show_or_muck,
}


def _first_street(game: str) -> str:
    return "third" if game in STUD_GAMES else "predraw" if game in DRAW_GAMES else "preflop"
