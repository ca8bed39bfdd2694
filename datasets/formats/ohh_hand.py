"""One Open Hand History object (specification 1.4) turned into history rows.

Source: the published specification, hh-specs.handhistory.org. Amounts are units of the currency
(chips in a tournament); the `amount` of a raise is what was put in with it; an uncalled bet has no
word and is derived. Its streets are those of hold'em and Omaha, so other games are not read.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from railbird.arena.history.schema import SCHEMAS
from railbird.datasets.formats.hand_rows import HandRows, Row
from railbird.datasets.formats.ohh_values import (
    OhhError,
    amount_of,
    cards_of,
    known_amount,
    objects,
    text_of,
    time_of,
    whole,
)

HOUSES = {"pokerstars": "pokerstars", "full tilt poker": "fulltilt", "full tilt": "fulltilt"}
GAMES = {"Holdem": "holdem", "Omaha": "omaha", "OmahaHiLo": "omaha8"}
BETTINGS = {"NL": "no-limit", "PL": "pot-limit", "FL": "fixed-limit"}
CURRENCIES = {"PPC": "PLAY", "XPM": "PLAY", "XSC": "SC"}
_STREETS = ("Preflop", "Flop", "Turn", "River", "Showdown")
_BOARD_SIZES = {"Flop": 0, "Turn": 3, "River": 4}
_POSTS = {
    "Post Ante": "posts_ante",
    "Post SB": "posts_small_blind",
    "Post BB": "posts_big_blind",
    "Straddle": "posts_straddle",
    "Post Dead": "posts_dead",
    "Post Extra Blind": "posts_big_blind",
}
_OFF_STREET = frozenset({"posts_ante", "posts_dead"})
_EVENTS = {"Added Chips": "adds_on", "Sits Down": "joins", "Stands Up": "leaves"}


@dataclass(slots=True)
class _Player:
    name: str
    seat: int
    stack: int
    bounty: int | None
    sitting_out: bool | None
    acted: bool = False
    street_bet: int = 0
    contributed: int = 0
    returned: int = 0
    won: int | None = 0
    folded: bool = False
    hole: str | None = None
    shown: str | None = None


@dataclass(slots=True)
class _Hand:
    """The hand while its actions are read; rows are without hand id."""

    scale: int
    players: dict[int, _Player]
    street: str = "preflop"
    ordinal: int = 0
    actions: list[Row] = field(default_factory=list)
    events: list[Row] = field(default_factory=list)
    boards: list[list[str]] = field(default_factory=lambda: [[], []])
    notes: list[str] = field(default_factory=list)

    def row(
        self,
        player: _Player,
        kind: str,
        amount: int | None = None,
        *,
        all_in: bool = False,
        pot: str | None = None,
        cards: str | None = None,
    ) -> None:
        """Append an action."""
        self.ordinal += 1
        who = (self.street, player.seat, player.name, kind, amount, player.street_bet)
        self.actions.append((self.ordinal, *who, all_in, None, None, pot, cards))

    def event(self, player: _Player, kind: str, amount: int | None) -> None:
        """Append an event."""
        self.ordinal += 1
        self.events.append((self.ordinal, player.name, kind, amount, *(None,) * 6))

    def new_street(self, street: str) -> None:
        """Begin a street: nobody has bet on it."""
        self.street = street
        for player in self.players.values():
            player.street_bet = 0


def read_object(ohh: dict[str, Any], file: str | None, line: int | None, ordinal: int) -> HandRows:
    """Return the rows of one hand. Raises `OhhError` with the reason if it is none."""
    game, betting = _game(ohh)
    is_tournament = ohh.get("tournament") is True
    scale = 1 if is_tournament else 100
    hand = _Hand(scale, _players(ohh, scale))
    for number, round_ in enumerate(objects(ohh.get("rounds"), "rounds")):
        _read_round(hand, round_, number)
    _return_uncalled(hand)
    _settle(hand, ohh)
    hand_id = text_of(ohh.get("game_number"), "game_number")
    info = ohh.get("tournament_info")
    info = info if is_tournament and isinstance(info, dict) else {}
    tournament_id = str(info["tournament_number"]) if info.get("tournament_number") else None
    site = str(ohh.get("site_name") or "")
    house = HOUSES.get(site.strip().lower(), site) or "ohh"
    values = {
        "hand_id": hand_id,
        "tournament_id": tournament_id,
        "ordinal": ordinal,
        "house": house,
        "game": game,
        "betting": betting,
        "source_file": file,
        "source_line": line,
        **_hand_values(hand, ohh, is_tournament),
    }
    tables: dict[str, list[Row]] = {
        "hands": [tuple(values.get(name) for name in SCHEMAS["hands"].names)],
        "seats": [_seat_row(player, hand_id) for player in hand.players.values()],
        "actions": [(hand_id, *row) for row in hand.actions],
        "events": [(hand_id, *row) for row in hand.events],
        "chat": [],
    }
    facts = _facts(info, game, betting) if tournament_id else {}
    return HandRows(house, hand_id, tables, hand.notes, facts)


def _game(ohh: dict[str, Any]) -> tuple[str, str]:
    game = GAMES.get(str(ohh.get("game_type")))
    limit = ohh.get("bet_limit")
    betting = BETTINGS.get(str(limit.get("bet_type"))) if isinstance(limit, dict) else None
    if game is None:
        raise OhhError(f"no streets are specified for game_type {ohh.get('game_type')!r}")
    if betting is None:
        raise OhhError(f"unknown bet_limit {limit!r}")
    return game, betting


def _players(ohh: dict[str, Any], scale: int) -> dict[int, _Player]:
    players: dict[int, _Player] = {}
    for given in objects(ohh.get("players"), "players"):
        number = given.get("id")
        if isinstance(number, bool) or not isinstance(number, int) or number in players:
            raise OhhError(f"a player's id is {str(number)[:40]}")
        bounty = given.get("player_bounty")
        sitting_out = given.get("is_sitting_out")
        players[number] = _Player(
            text_of(given.get("name"), "player's name"),
            whole(given.get("seat"), "a seat"),
            amount_of(given.get("starting_stack"), scale),
            amount_of(bounty, 100) if bounty is not None and scale == 1 else None,
            sitting_out if isinstance(sitting_out, bool) else None,
        )
    seated = players.values()
    if len({p.seat for p in seated}) < len(players) or len({p.name for p in seated}) < len(players):
        raise OhhError("two players with one name or one seat")
    if len(players) < 2:
        raise OhhError("fewer than two players")
    return players


def _read_round(hand: _Hand, round_: dict[str, Any], number: int) -> None:
    street = round_.get("street")
    if street not in _STREETS:
        raise OhhError(f"unknown street {street!r}")
    if number and (street.lower() != hand.street or street != "Preflop"):
        hand.new_street(street.lower())
    cards = cards_of(round_.get("cards")) or ""
    if cards and street in _BOARD_SIZES:
        _deal_board(hand, [cards[i : i + 2] for i in range(0, len(cards), 2)], street)
    for action in objects(round_.get("actions") or [], "actions"):
        _read_action(hand, action)


def _deal_board(hand: _Hand, cards: list[str], street: str) -> None:
    """Put cards on the board; a street that is there already begins a second run."""
    first, second = hand.boards
    before = _BOARD_SIZES[street]
    if len(first) <= before:
        first += cards
        return
    if not second:
        second += first[:before]
    second += cards


def _read_action(hand: _Hand, action: dict[str, Any]) -> None:
    word = action.get("action")
    if word == "Add to Pot":
        hand.notes.append("the house added chips to the pot; the tables have no column for it")
        return
    player = hand.players.get(action.get("player_id"))  # type: ignore[arg-type]
    if player is None:
        raise OhhError(
            f"an action by player_id {str(action.get('player_id'))[:40]}, who has no seat"
        )
    amount = known_amount(action.get("amount"), hand.scale)
    if word in _EVENTS:
        hand.event(player, _EVENTS[str(word)], amount)
        return
    handler = _MOVES.get(str(word))
    if handler is None:
        raise OhhError(f"unknown action {word!r}")
    handler(hand, player, amount, action)
    player.acted = True


def _posts(hand: _Hand, player: _Player, amount: int | None, action: dict[str, Any]) -> None:
    kind = _POSTS[action["action"]]
    _pay(hand, player, kind, amount, action)


def _pay(
    hand: _Hand, player: _Player, kind: str, amount: int | None, action: dict[str, Any]
) -> None:
    if amount is None or amount < 0:
        raise OhhError(f"{action['action']} without an amount")
    player.contributed += amount
    if kind not in _OFF_STREET:
        player.street_bet += amount
    hand.row(player, kind, amount, all_in=action.get("is_allin") is True)


def _paying(kind: str) -> Callable[[_Hand, _Player, int | None, dict[str, Any]], None]:
    def move(hand: _Hand, player: _Player, amount: int | None, action: dict[str, Any]) -> None:
        _pay(hand, player, kind, amount, action)

    return move


def _deals(_hand: _Hand, player: _Player, _amount: int | None, action: dict[str, Any]) -> None:
    player.hole = cards_of(action.get("cards")) or player.hole


def _folds(hand: _Hand, player: _Player, _amount: int | None, _action: dict[str, Any]) -> None:
    player.folded = True
    hand.row(player, "folds", 0)


def _checks(hand: _Hand, player: _Player, _amount: int | None, _action: dict[str, Any]) -> None:
    hand.row(player, "checks", 0)


def _mucks(hand: _Hand, player: _Player, _amount: int | None, action: dict[str, Any]) -> None:
    player.hole = cards_of(action.get("cards")) or player.hole
    hand.row(player, "mucks" if _live(hand) > 1 else "hides")


def _shows(hand: _Hand, player: _Player, _amount: int | None, action: dict[str, Any]) -> None:
    cards = cards_of(action.get("cards"))
    player.shown = cards or player.shown
    if cards and len(cards) >= len(player.hole or ""):
        player.hole = cards
    hand.row(player, "shows", cards=cards)


_MOVES: dict[str, Callable[[_Hand, _Player, int | None, dict[str, Any]], None]] = {
    **dict.fromkeys(_POSTS, _posts),
    "Dealt Cards": _deals,
    "Mucks Cards": _mucks,
    "Shows Cards": _shows,
    "Fold": _folds,
    "Check": _checks,
    "Bet": _paying("bets"),
    "Raise": _paying("raises"),
    "Call": _paying("calls"),
}


def _live(hand: _Hand) -> int:
    return sum(p.acted and not p.folded for p in hand.players.values())


def _return_uncalled(hand: _Hand) -> None:
    """Give back what the last street's highest bet has over the next one."""
    last = [row for row in hand.actions if row[1] != "showdown" and row[4] in _BETTING]
    if not last:
        return
    street = last[-1][1]
    bets = {p.seat: 0 for p in hand.players.values()}
    for row in last:
        if row[1] == street:
            bets[row[2]] += row[5]
    first = max(hand.players.values(), key=lambda p: bets[p.seat])
    excess = bets[first.seat] - max(b for seat, b in bets.items() if seat != first.seat)
    if excess > 0 and not first.folded:
        place = hand.actions.index(last[-1])
        first.returned = excess
        _insert_returned(hand, place, first, bets[first.seat] - excess, excess)


_BETTING = frozenset(
    "posts_small_blind posts_big_blind posts_straddle calls bets raises folds checks".split()
)


def _insert_returned(hand: _Hand, place: int, player: _Player, bet: int, excess: int) -> None:
    """Put the return behind the last move of betting, and move on what comes after."""
    ordinal, street = hand.actions[place][0] + 1, hand.actions[place][1]
    hand.actions = [(r[0] + 1, *r[1:]) if r[0] >= ordinal else r for r in hand.actions]
    hand.events = [(r[0] + 1, *r[1:]) if r[0] >= ordinal else r for r in hand.events]
    row = (ordinal, street, player.seat, player.name, "returned", excess, bet)
    hand.actions.insert(place + 1, (*row, False, None, None, None, None))
    hand.ordinal += 1
    if hand.street == street:
        player.street_bet = bet


def _settle(hand: _Hand, ohh: dict[str, Any]) -> None:
    """Read the pots: who won what. Without wins the results stay null."""
    pots = sorted(objects(ohh.get("pots") or [], "pots"), key=lambda pot: str(pot.get("number")))
    wins: list[tuple[str, _Player, int]] = []
    for number, pot in enumerate(pots):
        name = "pot" if len(pots) == 1 else f"side pot-{number}" if number else "main pot"
        for win in objects(pot.get("player_wins") or [], "player_wins"):
            player = hand.players.get(win.get("player_id"))  # type: ignore[arg-type]
            if player is None:
                raise OhhError("a pot won by somebody without a seat")
            wins.append((name, player, amount_of(win.get("win_amount"), hand.scale)))
    if not wins:
        for player in hand.players.values():
            player.won = 0 if player.folded else None
        return
    put = sum(p.contributed for p in hand.players.values())
    stated = sum(amount_of(pot.get("amount", 0), hand.scale) for pot in pots)
    uncalled = sum(p.returned for p in hand.players.values())
    for name, player, amount in reversed(wins):
        if uncalled and stated == put and player.returned and amount >= player.returned:
            amount -= player.returned  # this writer counts the uncalled bet as won
            uncalled = 0
        player.won = (player.won or 0) + amount
        if amount:
            hand.row(player, "collects", amount, pot=name)


def _hand_values(hand: _Hand, ohh: dict[str, Any], is_tournament: bool) -> dict[str, Any]:
    players = hand.players.values()
    pot = sum(p.contributed - p.returned for p in players)
    won = [p.won for p in players]
    dealer = whole(ohh.get("dealer_seat") or 0, "dealer_seat")
    currency = ohh.get("currency")
    return {
        "table_id": str(ohh["table_name"]) if ohh.get("table_name") else None,
        "start_time": time_of(ohh.get("start_date_utc")),
        "small_blind": known_amount(ohh.get("small_blind_amount"), hand.scale),
        "big_blind": known_amount(ohh.get("big_blind_amount"), hand.scale),
        "ante": known_amount(ohh.get("ante_amount"), hand.scale),
        "button_seat": dealer or None,
        "max_seats": whole(ohh["table_size"], "table_size") if ohh.get("table_size") else None,
        "board": "".join(hand.boards[0]) or None,
        "board_2": "".join(hand.boards[1]) or None,
        "total_pot": pot,
        "rake": None if None in won else pot - sum(w or 0 for w in won),
        "cancelled": False,
        "currency": CURRENCIES.get(str(currency), str(currency))
        if currency and not is_tournament
        else None,
        "cut": False,
    }


def _seat_row(player: _Player, hand_id: str) -> Row:
    head = (hand_id, player.seat, player.name, player.stack, player.bounty)
    dealt_in = not (player.sitting_out and not player.acted)
    state = (dealt_in, player.sitting_out, None, player.hole, player.shown is not None)
    chips = (player.contributed, player.returned, player.won)
    return (*head, *state, *chips, False, player.shown, None)


def _facts(info: dict[str, Any], game: str, betting: str) -> dict[str, Any]:
    """Return what `tournament_info` says, as columns of the `tournaments` table."""
    currency = info.get("currency")
    stack = info.get("initial_stack")
    return {
        "tournament_id": str(info["tournament_number"]),
        "name": str(info["name"]) if info.get("name") else None,
        "game": game,
        "betting": betting,
        "format": {"STT": "sng", "MTT": "mtt"}.get(str(info.get("type"))),
        "buy_in": known_amount(info.get("buyin_amount"), 100),
        "fee": known_amount(info.get("fee_amount"), 100),
        "bounty": known_amount(info.get("bounty_fee_amount"), 100),
        "currency": CURRENCIES.get(str(currency), str(currency)) if currency else None,
        "start_time": time_of(info.get("start_date_utc")),
        "start_stack": amount_of(stack, 1) if stack else None,
    }
