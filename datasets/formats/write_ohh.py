"""Writes hands as Open Hand History (specification 1.4.6), with all our columns kept.

The hand stands in the format's own fields; what these cannot say is kept in one more field,
`_railbird` (see `own_fields`), which readers of the format pass over.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from railbird.datasets.formats import own_fields
from railbird.datasets.formats.ohh import parse
from railbird.datasets.formats.ohh_hand import BETTINGS, read_object
from railbird.datasets.formats.ohh_values import OhhError
from railbird.datasets.formats.write_rows import CannotWrite, HandRecord, TableGroup
from railbird.datasets.formats.write_words import split_cards, sure

SPEC_VERSION = "1.4.6"
_GAMES = {
    "holdem": "Holdem",
    "omaha": "Omaha",
    "omaha5": "Omaha",
    "omaha6": "Omaha",
    "omaha8": "OmahaHiLo",
    "omaha5-8": "OmahaHiLo",
}
_BETTING_WORDS = {betting: word for word, betting in BETTINGS.items()}
_SITES = {"pokerstars": "PokerStars", "fulltilt": "Full Tilt Poker"}
_CURRENCY_WORDS = {"PLAY": "PPC", "SC": "XSC", "USD": "USD", "EUR": "EUR", "GBP": "GBP"}
_STREETS = ("preflop", "flop", "turn", "river", "showdown")
_BOARD_SIZES = {"flop": 3, "turn": 4, "river": 5}
_WORDS = {
    "posts_ante": "Post Ante",
    "posts_small_blind": "Post SB",
    "posts_dead": "Post Dead",
    "posts_straddle": "Straddle",
    "folds": "Fold",
    "checks": "Check",
    "calls": "Call",
    "bets": "Bet",
    "raises": "Raise",
    "completes": "Raise",
    "shows": "Shows Cards",
    "mucks": "Mucks Cards",
    "hides": "Mucks Cards",
}
_EPOCH = "1970-01-01T00:00:00Z"


def hand_text(record: HandRecord, group: TableGroup, _number: str, place: int) -> str:
    """Return the JSON line of one hand, the `place`-th of its file. Raises `CannotWrite`."""
    native = parse(_json(_Writer(record, group).object()))
    try:
        derived = read_object(native, None, None, place).tables
    except OhhError as error:
        raise CannotWrite(f"Open Hand History can't hold it: {error}") from None
    changes = own_fields.difference(derived, record.tables)
    more = own_fields.tournament_fields(group.tournament, group.entries) if place == 1 else {}
    mark = own_fields.digest(native)
    native["_railbird"] = own_fields.pack(record.hand.hand_id, mark, changes, **more)
    return _json({"ohh": native}) + "\n"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=float)


class _Writer:
    def __init__(self, record: HandRecord, group: TableGroup) -> None:
        self.record, self.hand, self.group = record, record.hand, group
        self.is_cash = self.hand.tournament_id is None
        self.id_of = {seat.seat: number for number, seat in enumerate(record.seats, start=1)}
        self.rounds: list[dict[str, Any]] = []
        self.count = 0
        self.has_big_blind = False

    def amount(self, chips: int | None) -> int | float:
        """Return chips of a tournament, units of the currency in a cash game."""
        number: int = sure(chips, "an amount")
        return _units(number) if self.is_cash else number

    def object(self) -> dict[str, Any]:
        """Return the hand in the words of the specification."""
        hand = self.hand
        if hand.game not in _GAMES or hand.betting not in _BETTING_WORDS:
            raise CannotWrite(f"Open Hand History has no words for {hand.betting} {hand.game}")
        site = _SITES.get(hand.house, hand.house) or "railbird"
        self._write_rounds()
        value: dict[str, Any] = {
            "spec_version": SPEC_VERSION,
            "site_name": site,
            "network_name": site,
            "internal_version": "1.0.0",
        }
        if not self.is_cash:
            value["tournament"] = True
            value |= self._tournament_info()
        value |= {
            "game_number": hand.hand_id,
            "start_date_utc": _iso(hand.start_time),
            "table_name": hand.table_id or "",
            "game_type": _GAMES[hand.game],
            "bet_limit": {"bet_type": _BETTING_WORDS[hand.betting]},
            "table_size": hand.max_seats or max(s.seat for s in self.record.seats),
            "currency": _CURRENCY_WORDS.get(hand.currency, hand.currency or ""),
            "dealer_seat": hand.button_seat or 0,
            "small_blind_amount": self.amount(hand.small_blind or 0),
            "big_blind_amount": self.amount(hand.big_blind),
            "ante_amount": self.amount(hand.ante or 0),
        }
        value |= self._hero()
        if hand.board_2:
            value["flags"] = ["Run_It_Twice"]
        value["players"] = [self._player(seat) for seat in self.record.seats]
        value["rounds"] = self.rounds
        value["pots"] = self._pots()
        bounties = self._bounties()
        if bounties:
            value["tournament_bounties"] = bounties
        return value

    def _tournament_info(self) -> dict[str, Any]:
        """Return `tournament_info`; left out when its required currency has no word there.

        Where a required field is not known it holds an empty value; `_railbird` says null.
        """
        tournament = self.group.tournament
        currency = _CURRENCY_WORDS.get(tournament.currency) if tournament else None
        if currency is None:
            return {}
        info: dict[str, Any] = {
            "tournament_number": self.hand.tournament_id,
            "name": tournament.name or "",
            "start_date_utc": _iso(tournament.start_time or self.hand.start_time),
            "currency": currency,
            "initial_stack": tournament.start_stack or 0,
            "type": "STT" if "sng" in (tournament.format or "") else "MTT",
            "speed": {"type": "Normal", "round_time": 0},
        }
        for name, cents in (
            ("buyin_amount", tournament.buy_in),
            ("fee_amount", tournament.fee),
            ("bounty_fee_amount", tournament.bounty),
        ):
            if cents is not None:
                info[name] = _units(cents)
        return {"tournament_info": info}

    def _hero(self) -> dict[str, int]:
        heroes = [s.seat for s in self.record.seats if s.player in self.group.heroes]
        return {"hero_player_id": self.id_of[heroes[0]]} if len(heroes) == 1 else {}

    def _player(self, seat: Any) -> dict[str, Any]:
        player = {
            "id": self.id_of[seat.seat],
            "seat": seat.seat,
            "name": seat.player,
            "starting_stack": self.amount(seat.stack),
        }
        if seat.bounty is not None:
            player["player_bounty"] = _units(seat.bounty)
        if seat.sitting_out or seat.dealt_in is False:
            player["is_sitting_out"] = True
        return player

    # -- rounds ----------------------------------------------------------------------------------

    def _write_rounds(self) -> None:
        self._round("preflop")
        for row in sorted(self.record.actions, key=lambda r: r.ordinal or 0):
            if row.seat in self.id_of:
                self._go_to(row.street or "preflop")
                self._row(row)
        if not self.hand.cancelled and self.rounds[-1]["street"] != "Showdown":
            dealt = [s for s, size in _BOARD_SIZES.items() if len(self._board()) >= size]
            if dealt:
                self._go_to(dealt[-1])

    def _board(self) -> list[str]:
        return split_cards(self.hand.board)

    def _round(self, street: str, cards: list[str] | None = None) -> None:
        value: dict[str, Any] = {"id": len(self.rounds), "street": street.capitalize()}
        if cards:
            value["cards"] = cards
        value["actions"] = []
        self.rounds.append(value)

    def _go_to(self, street: str) -> None:
        here = _STREETS.index(self.rounds[-1]["street"].lower())
        there = _STREETS.index(street) if street in _STREETS else here
        coming = _STREETS[here + 1 : there + 1]
        self._deal(coming, self._board())
        if self.hand.board_2:
            second, board = split_cards(self.hand.board_2), self._board()
            again = [s for s in coming if s in _BOARD_SIZES]
            again = [s for s in again if second[: _BOARD_SIZES[s]] != board[: _BOARD_SIZES[s]]]
            self._deal(again, second)
        if "showdown" in coming:
            self._round("showdown")

    def _deal(self, streets: Any, board: list[str]) -> None:
        for street in streets:
            size = _BOARD_SIZES.get(street)
            if size is not None and len(board) >= size:
                self._round(street, board[0 if size == 3 else size - 1 : size])

    def _action(self, row: Any, word: str, **more: Any) -> None:
        self.count += 1
        value = {"action_number": self.count, "player_id": self.id_of[row.seat], "action": word}
        self.rounds[-1]["actions"].append(value | more)

    def _row(self, row: Any) -> None:
        if not str(row.kind).startswith("posts_"):
            self._deal_holes()
        if row.kind == "posts_both":
            live = min(sure(row.amount, "a post"), self.hand.big_blind or 0)
            self._action(row, "Post Extra Blind", amount=self.amount(live))
            self._action(row, "Post Dead", amount=self.amount(row.amount - live))
        elif row.kind == "posts_big_blind":
            word = "Post Extra Blind" if self.has_big_blind else "Post BB"
            self.has_big_blind = True
            self._action(row, word, **self._paid(row))
        elif row.kind in ("shows", "mucks", "hides"):
            cards = {"cards": split_cards(row.cards)} if row.cards else {}
            self._action(row, _WORDS[row.kind], **cards)
        elif row.kind in ("folds", "checks"):
            self._action(row, _WORDS[row.kind])
        elif row.kind in _WORDS:
            # The specification knows no bet before the flop.
            is_bet = row.kind == "bets" and row.street == "preflop"
            self._action(row, "Raise" if is_bet else _WORDS[row.kind], **self._paid(row))

    def _paid(self, row: Any) -> dict[str, Any]:
        paid: dict[str, Any] = {"amount": self.amount(row.amount)}
        return paid | {"is_allin": True} if row.all_in else paid

    def _deal_holes(self) -> None:
        """Deal known hole cards behind the posts, once."""
        if self.count < 0 or any(a["action"] == "Dealt Cards" for a in self.rounds[0]["actions"]):
            return
        for seat in self.record.seats:
            if seat.hole_cards and seat.player in self.group.heroes:
                self._action(seat, "Dealt Cards", cards=split_cards(seat.hole_cards))

    # -- results ---------------------------------------------------------------------------------

    def _pots(self) -> list[dict[str, Any]]:
        total = self.hand.total_pot
        if total is None:
            total = sum((s.contributed or 0) - (s.returned or 0) for s in self.record.seats)
        rake = self.hand.rake or 0
        wins: dict[str, list[tuple[int, int]]] = {}
        for row in self.record.actions:
            if row.kind == "collects" and row.seat in self.id_of:
                wins.setdefault(row.pot or "pot", []).append((self.id_of[row.seat], row.amount))
        if not wins:
            won = [(self.id_of[s.seat], s.won) for s in self.record.seats if s.won]
            wins = {"pot": won} if won else {}
        if not wins:
            return [{"number": 0, "amount": self.amount(total), "rake": self.amount(rake)}]
        # Collected last side pot first; the main pot is number 0.
        return [
            {
                "number": number,
                "amount": self.amount(sum(won for _, won in shares) + (0 if number else rake)),
                "rake": self.amount(0 if number else rake),
                "player_wins": [
                    {"player_id": player, "win_amount": self.amount(won)} for player, won in shares
                ],
            }
            for number, shares in enumerate(reversed(wins.values()))
        ]

    def _bounties(self) -> list[dict[str, Any]]:
        seats = {seat.player: self.id_of[seat.seat] for seat in self.record.seats}
        return [
            {
                "player_id": seats[event.player],
                "bounty_won": _units(event.money),
                "defeated_player_id": seats[event.other],
            }
            for event in self.record.events
            if event.kind == "bounty_won"
            and event.money is not None
            and event.player in seats
            and event.other in seats
        ]


def _units(cents: int) -> int | float:
    return cents // 100 if cents % 100 == 0 else cents / 100


def _iso(microseconds: int | None) -> str:
    """Return the time, in the specification's required field 1970 when it is not known."""
    if microseconds is None:
        return _EPOCH
    moment = datetime.fromtimestamp(microseconds // 1_000_000, UTC)
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
