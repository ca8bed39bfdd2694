"""The decision table: every move a player chose, with what was publicly known when he chose it.

`Spots` is the only form in which detectors see a history. Hands and players are put in an order of
their own (by id, by name), so nothing later depends on the order of files or rows. Own hole cards
enter only in the operator view, and there only in hands whose cards were known from the deal on:
cards known because they were shown down would tell how the hand ended.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from railbird.arena.cards import CARD_OF_TEXT
from railbird.arena.history.schema import POSTS, History
from railbird.detectors import spots_kernel
from railbird.detectors.spots_kernel import F

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

_KIND_CODES: dict[str, int] = {
    **dict.fromkeys(POSTS, spots_kernel.POST),
    "posts_ante": spots_kernel.DEAD_POST,
    "posts_dead": spots_kernel.DEAD_POST,
    "folds": spots_kernel.FOLD,
    "checks": spots_kernel.CHECK,
    "calls": spots_kernel.CALL,
    "bets": spots_kernel.BET,
    "raises": spots_kernel.RAISE,
    "completes": spots_kernel.RAISE,
}
# Stud and draw streets share the numbers of the flop games: what matters is how far a hand is.
_STREET_CODES: dict[str, int] = {
    name: code
    for names in (
        ("preflop", "flop", "turn", "river"),
        ("third", "fourth", "fifth", "sixth", "seventh"),
        ("predraw", "draw1", "draw2", "draw3"),
    )
    for code, name in enumerate(names)
}
_CARD_BYTES = {int.from_bytes(text.encode(), "little"): c for text, c in CARD_OF_TEXT.items()}


@dataclass(frozen=True)
class Spots:
    """Decisions, seats and hands as arrays; see the module and `spots_kernel.FEATURES`.

    `rows` has one decision a row; `player` is the index into `players` of who decided.
    `seat_*` arrays have one seat a row, those of hand h at `hand_seats[h]:hand_seats[h + 1]`.
    `boards` are card numbers, -1 where there is none. `seat_hole` (seats x 4) are the hole cards
    that may be used for decisions in this view, `seat_shown` those that may be used for results.
    """

    view: str
    players: tuple[str, ...]
    hand_ids: tuple[str, ...]
    sources: tuple[str, ...]
    tournaments: tuple[str, ...]
    hand_tournament: Ints
    hand_group: tuple[str, ...]
    hand_game: Ints
    game_names: tuple[str, ...]
    last_street: Ints
    big_blind: Ints
    boards: Ints
    hand_seats: Ints
    hand_actions: Ints
    seat_player: Ints
    seat_dealt: Ints
    seat_stack: Ints
    seat_in: Ints
    seat_returned: Ints
    seat_won: Ints
    seat_order: Ints
    seat_live: Ints
    seat_left: Ints
    seat_hole: Ints
    seat_shown: Ints
    action_street: Ints
    action_ordinal: Ints
    rows: Floats
    player: Ints

    def column(self, name: str) -> Floats:
        """Return feature `name` of all decisions."""
        return self.rows[:, F[name]]

    def integers(self, name: str) -> Ints:
        """Return feature `name` of all decisions as integers."""
        return self.rows[:, F[name]].astype(np.int64)


def read_spots(history: History, view: str) -> Spots:
    """Return the decisions of `history` seen by an "operator" or an "outsider".

    Cancelled hands and hands without a big blind are left out (there is nothing to measure in).
    """
    hands = _usable_hands(history)
    hand_ids = hands["hand_id"].to_pylist()
    houses = _text(hands, "house")
    seats = _by_hand(history["seats"], hands["hand_id"], "seat")
    actions = _by_hand(_moves(history["actions"]), hands["hand_id"], "ordinal")
    players, seat_player = _players(seats, houses)
    seat_hand = _ints(seats, "hand")
    hand_seats = np.searchsorted(seat_hand, np.arange(len(hand_ids) + 1))
    hand_actions = np.searchsorted(_ints(actions, "hand"), np.arange(len(hand_ids) + 1))
    slot = _slots(seats, actions, hand_seats)
    stack = _ints(seats, "stack")
    dealt = _ints(seats, "dealt_in", null=1)
    games = [f"{g} {b}" for g, b in zip(_text(hands, "game"), _text(hands, "betting"), strict=True)]
    hole, shown = _cards_in_view(seats, seat_hand, dealt, view)
    arrays = {
        "big_blind": _ints(hands, "big_blind"),
        "street": _coded(actions["street"], _STREET_CODES),
    }
    seat_order, seat_live, seat_left = (np.zeros_like(stack) for _ in range(3))
    last_street = np.zeros(len(hand_ids), np.int64)
    rows = np.zeros((len(actions), len(spots_kernel.FEATURES)))
    count = spots_kernel.walk(
        hand_seats,
        hand_actions,
        arrays["big_blind"],
        _ints(hands, "button_seat", null=-1),
        _ints(seats, "seat"),
        stack,
        dealt,
        slot,
        _coded(actions["kind"], _KIND_CODES),
        arrays["street"],
        _ints(actions, "amount"),
        _ints(actions, "street_total", null=-1),
        _chosen(actions, seats, hand_seats, slot),
        rows,
        seat_order,
        seat_live,
        seat_left,
        last_street,
    )
    rows = rows[:count].copy()
    tournaments, hand_tournament = _tournaments(hands)
    tables = _text(hands, "table_id")
    return Spots(
        view=view,
        players=players,
        hand_ids=tuple(hand_ids),
        sources=_sources(hands),
        tournaments=tournaments,
        hand_tournament=hand_tournament,
        hand_group=tuple(
            f"{tournaments[t] if t >= 0 else ''}/{table}"
            for t, table in zip(hand_tournament, tables, strict=True)
        ),
        hand_game=_ranks(games),
        game_names=tuple(_text(hands, "game")),
        last_street=last_street,
        big_blind=arrays["big_blind"],
        boards=_cards(hands["board"], 5),
        hand_seats=hand_seats,
        hand_actions=hand_actions,
        seat_player=seat_player,
        seat_dealt=dealt,
        seat_stack=stack,
        seat_in=_ints(seats, "contributed"),
        seat_returned=_ints(seats, "returned"),
        seat_won=_ints(seats, "won"),
        seat_order=seat_order,
        seat_live=seat_live,
        seat_left=seat_left,
        seat_hole=hole,
        seat_shown=shown,
        action_street=arrays["street"],
        action_ordinal=_ints(actions, "ordinal"),
        rows=rows,
        player=seat_player[hand_seats[rows[:, 0].astype(np.int64)] + rows[:, 2].astype(np.int64)],
    )


def _usable_hands(history: History) -> pa.Table:
    hands = history["hands"]
    blind = pc.fill_null(hands["big_blind"], 0)
    keep = pc.and_(pc.greater(blind, 0), pc.invert(pc.fill_null(hands["cancelled"], False)))
    kept = hands.filter(keep)
    return kept.take(pc.sort_indices(kept, sort_keys=[("hand_id", "ascending")]))


def _moves(actions: pa.Table) -> pa.Table:
    known = pc.and_(
        pc.is_in(actions["kind"], pa.array(list(_KIND_CODES))),
        pc.is_in(actions["street"], pa.array(list(_STREET_CODES))),
    )
    wanted = ["hand_id", "ordinal", "street", "seat", "kind", "amount", "street_total", "timed_out"]
    return actions.select(wanted).filter(known)


def _by_hand(table: pa.Table, hand_ids: pa.ChunkedArray, then: str) -> pa.Table:
    """Return `table` with a `hand` index column, sorted by it and by `then`."""
    position = pc.index_in(table["hand_id"], hand_ids.combine_chunks())
    table = table.append_column("hand", position.cast(pa.int64()))
    table = table.filter(pc.is_valid(table["hand"]))
    return table.take(
        pc.sort_indices(table, sort_keys=[("hand", "ascending"), (then, "ascending")])
    )


def _ints(table: pa.Table, name: str, null: int = 0) -> Ints:
    column = table[name]
    if pa.types.is_boolean(column.type):
        column = column.cast(pa.int8())
    values: Ints = pc.fill_null(column.cast(pa.int64()), null).to_numpy()
    return np.ascontiguousarray(values)


def _text(table: pa.Table, name: str) -> list[str]:
    texts: list[str] = pc.fill_null(table[name], "").to_pylist()
    return texts


def _coded(column: pa.ChunkedArray, codes: dict[str, int]) -> Ints:
    names = pa.array(list(codes))
    position = pc.index_in(column, names).to_numpy()
    coded: Ints = np.asarray(list(codes.values()), np.int64)[position]
    return coded


def _ranks(texts: list[str]) -> Ints:
    return np.unique(np.asarray(texts, object).astype(str), return_inverse=True)[1].astype(np.int64)


def _players(seats: pa.Table, houses: list[str]) -> tuple[tuple[str, ...], Ints]:
    """Return player names (the house behind a name that two houses have) and each seat's player.

    The same name in two houses is two people.
    """
    names = _text(seats, "player")
    keys = [(name, houses[h]) for name, h in zip(names, _ints(seats, "hand"), strict=True)]
    known = sorted(set(keys))
    homes: dict[str, int] = {}
    for name, _ in known:
        homes[name] = homes.get(name, 0) + 1
    index = {key: i for i, key in enumerate(known)}
    shown = tuple(f"{n} ({h or 'unknown house'})" if homes[n] > 1 else n for n, h in known)
    return shown, np.asarray([index[key] for key in keys], np.int64)


def _slots(seats: pa.Table, actions: pa.Table, hand_seats: Ints) -> Ints:
    """Return for each action the place of its seat among the hand's seats, -1 if not seated."""
    seat_key = _ints(seats, "hand") * 1000 + _ints(seats, "seat")
    hand = _ints(actions, "hand")
    key = hand * 1000 + _ints(actions, "seat", null=999)
    place = np.searchsorted(seat_key, key)
    found = np.zeros(len(key), bool)
    inside = place < len(seat_key)
    found[inside] = seat_key[place[inside]] == key[inside]
    return np.where(found, place - hand_seats[hand], -1)


def _chosen(actions: pa.Table, seats: pa.Table, hand_seats: Ints, slot: Ints) -> Ints:
    """Return 1 where a player acted himself: not timed out, not sitting out, not disconnected."""
    away = _ints(seats, "sitting_out") | _ints(seats, "disconnected")
    if not len(away):
        return np.zeros(len(slot), np.int64)
    row = np.minimum(hand_seats[_ints(actions, "hand")] + np.maximum(slot, 0), len(away) - 1)
    chosen: Ints = ((_ints(actions, "timed_out") == 0) & (away[row] == 0)).astype(np.int64)
    return chosen


def _cards(column: pa.ChunkedArray, width: int) -> Ints:
    """Return card numbers of texts like "AsKd", one row a text, -1 where there is no card."""
    texts = pc.fill_null(column, "").to_pylist()
    packed = np.asarray([t[: 2 * width].encode("ascii", "replace") for t in texts], f"S{2 * width}")
    pairs = packed.view("<u2").reshape(len(texts), width) if len(texts) else np.zeros((0, width))
    lookup = np.full(65536, -1, np.int64)
    lookup[list(_CARD_BYTES)] = list(_CARD_BYTES.values())
    cards: Ints = lookup[pairs.astype(np.int64)]
    return cards


def _cards_in_view(seats: pa.Table, hand: Ints, dealt: Ints, view: str) -> tuple[Ints, Ints]:
    """Return hole cards usable for decisions and for results; see the module docstring."""
    shown = _cards(seats["shown_cards"], 4)
    if view == "outsider":
        return np.full_like(shown, -1), shown
    known = _cards(seats["hole_cards"], 4)
    missing = np.bincount(hand, weights=(dealt == 1) & (known[:, 0] < 0))
    return np.where((missing[hand] == 0)[:, None], known, -1), known


def _tournaments(hands: pa.Table) -> tuple[tuple[str, ...], Ints]:
    keys = [
        f"{house}:{t}" if t else ""
        for house, t in zip(_text(hands, "house"), _text(hands, "tournament_id"), strict=True)
    ]
    known = tuple(sorted(set(keys) - {""}))
    index = {key: i for i, key in enumerate(known)}
    return known, np.asarray([index.get(key, -1) for key in keys], np.int64)


def _sources(hands: pa.Table) -> tuple[str, ...]:
    lines = hands["source_line"].to_pylist()
    files = _text(hands, "source_file")
    return tuple(f"{f}:{n}" if n is not None else f for f, n in zip(files, lines, strict=True))
