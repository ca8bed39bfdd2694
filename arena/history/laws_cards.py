"""Laws of cards within one hand: one deck, the right streets, winners who were in the hand."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from railbird.arena.cards import CARD_OF_TEXT, CARD_TEXT, RANKS
from railbird.arena.history.laws_rows import Ints, Rows
from railbird.arena.history.violations import Violation

HOLE_CARDS = {
    "holdem": 2,
    "sixplus": 2,
    "omaha": 4,
    "omaha8": 4,
    "omaha5": 5,
    "omaha5-8": 5,
    "omaha6": 6,
    "courchevel": 5,
    "courchevel8": 5,
    "stud": 7,
    "stud8": 7,
    "razz": 7,
    "badugi": 4,
    "draw5": 5,
    "triple-draw-27": 5,
    "single-draw-27": 5,
    "badacey": 5,
    "badeucey": 5,
    "a5-triple-draw": 5,
}
_DRAW_GAMES = frozenset(
    ["badugi", "draw5", "triple-draw-27", "single-draw-27", "badacey", "badeucey"]
    + ["a5-triple-draw"]
)
_STUD_GAMES = frozenset(["stud", "stud8", "razz"])
_BOARD_AT = {"flop": 3, "turn": 4, "river": 5}
_BOARD_SIZES = frozenset([0, 3, 4, 5])
_NO_CARD = 255
_ACTS = ("checks", "bets", "calls", "raises", "folds")


def card_laws(rows: Rows) -> Iterator[Violation]:
    """Yield every hand whose cards, streets or winners cannot be."""
    yield from _decks(rows)
    yield from _boards(rows)
    yield from _hole_counts(rows)
    yield from _winners(rows)
    yield from _strangers(rows)
    yield from _seats_twice(rows)


def _card_codes(column: pa.ChunkedArray) -> tuple[Ints, Ints]:
    """Return (row of each card, card code) for a text column of cards."""
    texts = [text or "" for text in column.to_pylist()]
    # Half a card or a letter no card has becomes one pair that is no card.
    texts = [text if text.isascii() and len(text) % 2 == 0 else "??" for text in texts]
    lengths = np.array([len(text) for text in texts], dtype=np.int64)
    pairs = np.frombuffer("".join(texts).encode(), dtype=np.uint8).reshape(-1, 2).astype(np.int64)
    row: Ints = np.repeat(np.arange(len(lengths)), lengths // 2)
    return row, _LOOKUP[pairs[:, 0] * 256 + pairs[:, 1]]


def _lookup() -> Ints:
    table: Ints = np.full(256 * 256, _NO_CARD, dtype=np.int64)
    for text, card in CARD_OF_TEXT.items():
        table[ord(text[0]) * 256 + ord(text[1])] = card
    return table


_LOOKUP = _lookup()


def _decks(rows: Rows) -> Iterator[Violation]:
    hands_table, seats_table = rows.history["hands"], rows.history["seats"]
    board_hand, board_card = _card_codes(hands_table.column("board"))
    kept, hole_card = _card_codes(seats_table.column("hole_cards"))
    of_row = np.full(seats_table.num_rows, -1, dtype=np.int64)
    of_row[rows.seats.row] = np.arange(len(rows.seats.row))
    seat_row = of_row[kept]
    hole_card, seat_row = hole_card[seat_row >= 0], seat_row[seat_row >= 0]
    hole_hand = rows.seats.hand[seat_row]
    drawn = np.array([game in _DRAW_GAMES for game in rows.hands["game"]], dtype=bool)
    # In draw games folded cards are shuffled back in, so two players may hold one card in turn.
    owner = np.where(drawn[hole_hand], seat_row + 1, 0) if rows.count else seat_row
    second_hand, second_card = _second_boards(rows)
    hand = np.concatenate([board_hand, hole_hand, second_hand])
    card = np.concatenate([board_card, hole_card, second_card])
    owners = np.concatenate([np.zeros_like(board_hand), owner, np.zeros_like(second_hand)])
    yield from _twice(rows, hand, card, owners)
    yield from _wrong_deck(rows, hand, card)


def _second_boards(rows: Rows) -> tuple[Ints, Ints]:
    """Return the cards of second boards that are not the shared beginning of the first."""
    hand, card = [], []
    for row, (first, second) in enumerate(
        zip(rows.hands["board"], rows.hands["board_2"], strict=True)
    ):
        if not second:
            continue
        shared = 0
        first = first or ""
        while first[shared : shared + 2] == second[shared : shared + 2] != "":
            shared += 2
        for at in range(shared, len(second), 2):
            hand.append(row)
            card.append(CARD_OF_TEXT.get(second[at : at + 2], _NO_CARD))
    return np.array(hand, dtype=np.int64), np.array(card, dtype=np.int64)


def _twice(rows: Rows, hand: Ints, card: Ints, owner: Ints) -> Iterator[Violation]:
    key = (owner * (rows.count + 1) + hand) * 256 + card
    key, of_hand = key[card != _NO_CARD], hand[card != _NO_CARD]
    order = np.argsort(key, kind="stable")
    again = np.flatnonzero(key[order][1:] == key[order][:-1]) + 1
    for place in again.tolist():
        row, text = int(of_hand[order[place]]), CARD_TEXT[int(key[order[place]] % 256)]
        yield rows.violation(
            "card_twice",
            row,
            players=_holders(rows, row, text),
            expected=f"{text} at most once",
            found=f"{text} twice",
            explanation=f"The card {text} stands twice among the board and the known hole cards.",
        )


def _holders(rows: Rows, hand: int, card: str) -> tuple[str, ...]:
    known = rows.history["seats"].column("hole_cards")
    names = []
    for at in np.flatnonzero(rows.seats.hand == hand).tolist():
        cards = known[int(rows.seats.row[at])].as_py() or ""
        if card in {cards[i : i + 2] for i in range(0, len(cards), 2)}:
            names.append(rows.names[rows.seats.player[at]])
    return tuple(names)


def _wrong_deck(rows: Rows, hand: Ints, card: Ints) -> Iterator[Violation]:
    six_plus = np.array([game == "sixplus" for game in rows.hands["game"]], dtype=bool)
    low = six_plus[hand] & (card < 4 * RANKS.index("6")) if rows.count else card == _NO_CARD
    for at in np.flatnonzero(low | (card == _NO_CARD)).tolist():
        text = CARD_TEXT[int(card[at])] if card[at] != _NO_CARD else "something else"
        yield rows.violation(
            "not_in_deck",
            int(hand[at]),
            expected="a card of the game's deck",
            found=text,
            explanation=f"The hand shows {text}, which its deck does not have.",
        )


def _boards(rows: Rows) -> Iterator[Violation]:
    needed = np.zeros(rows.count, dtype=np.int64)
    for street, size in _BOARD_AT.items():
        at = (rows.acts.street == street) & np.isin(rows.acts.kind, list(_ACTS))
        needed[rows.acts.hand[at]] = size
    for hand, (board, game) in enumerate(zip(rows.hands["board"], rows.hands["game"], strict=True)):
        if game in _DRAW_GAMES or game in _STUD_GAMES or game is None or board is None:
            continue
        size = len(board) // 2
        sizes = _BOARD_SIZES | {1} if game.startswith("courchevel") else _BOARD_SIZES
        if size in sizes and size >= needed[hand]:
            continue
        yield rows.violation(
            "board",
            hand,
            expected=f"{needed[hand] or '0, 3, 4 or 5'} board cards",
            found=f"{size} board cards",
            explanation=f"The board has {size} cards, but the streets played need "
            f"{needed[hand] or '0, 3, 4 or 5'}.",
        )


def _hole_counts(rows: Rows) -> Iterator[Violation]:
    lengths = pc.binary_length(rows.history["seats"].column("hole_cards")).fill_null(0)
    count = lengths.to_numpy().astype(np.int64)[rows.seats.row] // 2
    limit = np.array([HOLE_CARDS.get(game or "", 52) for game in rows.hands["game"]], np.int64)
    for row in np.flatnonzero(count > limit[rows.seats.hand] if rows.count else []).tolist():
        hand, name = int(rows.seats.hand[row]), rows.names[rows.seats.player[row]]
        yield rows.violation(
            "hole_cards",
            hand,
            players=(name,),
            expected=f"at most {limit[hand]} cards",
            found=f"{count[row]} cards",
            explanation=f"{name} holds {count[row]} cards in a game that deals {limit[hand]}.",
        )


def _winners(rows: Rows) -> Iterator[Violation]:
    seats, acts = rows.seats, rows.acts
    folded = np.zeros(len(seats.row), dtype=bool)
    folded[acts.seat_row[(acts.kind == "folds") & (acts.seat_row >= 0)]] = True
    wrong = (seats.won > 0) & seats.chips_known & (folded | ~seats.dealt_in)
    for row in np.flatnonzero(wrong).tolist():
        name = rows.names[seats.player[row]]
        why = "had folded" if folded[row] else "was not dealt in"
        yield rows.violation(
            "winner",
            int(seats.hand[row]),
            players=(name,),
            expected="0 collected",
            found=f"{seats.won[row]} collected",
            explanation=f"{name} collected {seats.won[row]} but {why}.",
        )


def _strangers(rows: Rows) -> Iterator[Violation]:
    acts = rows.acts
    acting = (acts.seat_row < 0) & (acts.player >= 0)
    seen: set[tuple[int, int]] = set()
    for at in np.flatnonzero(acting).tolist():
        hand, player = int(acts.hand[at]), int(acts.player[at])
        if (hand, player) in seen:
            continue
        seen.add((hand, player))
        yield rows.violation(
            "stranger",
            hand,
            players=(rows.names[player],),
            expected="a seated player",
            found=f"{rows.names[player]} {acts.kind[at]}",
            explanation=f"{rows.names[player]} acts but has no seat in this hand.",
        )


def _seats_twice(rows: Rows) -> Iterator[Violation]:
    seats = rows.seats
    key = seats.hand * max(len(rows.names), 1) + seats.player
    order = np.argsort(key, kind="stable")
    again = np.zeros(len(key), dtype=bool)
    again[order[1:]] = key[order][1:] == key[order][:-1]
    again &= seats.player >= 0
    for row in np.flatnonzero(again | seats.extra).tolist():
        name = rows.names[seats.player[row]] if seats.player[row] >= 0 else "somebody"
        yield rows.violation(
            "seat_twice",
            int(seats.hand[row]),
            players=(name,),
            expected="one seat a player, one player a seat",
            found=f"{name} in seat {seats.seat[row]}",
            explanation=f"{name} or seat {seats.seat[row]} stands twice in the hand.",
        )
