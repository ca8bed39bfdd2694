"""Plays recorded hands again on the kernel, so that reader and kernel check each other.

    result = replay(history, "99632420135")
    result.same          # the same chips, seat by seat
    result.states        # every decision, for looking at

A hand that cannot be replayed says why (`reason`); one that can but ends otherwise says where
(`differences`). Unknown cards are dealt as unknown and lose to known ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from railbird.arena.cards import parse_cards
from railbird.arena.hand import batch, record
from railbird.arena.hand.actions import Call, Fold, Move, RaiseTo
from railbird.arena.hand.games import BETTING_CODES, GAMES, Game
from railbird.arena.hand.record import LIVE, NO_CARD, Table, Tables
from railbird.arena.hand.setup import Stakes, write_game, write_stakes
from railbird.arena.hand.state import HandState
from railbird.arena.history.schema import History
from railbird.arena.recorded import ActionRow, HandRow, RecordedHand, SeatRow, recorded_hands
from railbird.arena.tournament.house import HOUSES, POKERSTARS
from railbird.arena.tournament.play import hand_rules

_KINDS = {
    "folds": record.FOLD,
    "checks": record.CALL,
    "calls": record.CALL,
    "brings_in": record.CALL,
    "bets": record.RAISE,
    "raises": record.RAISE,
    "completes": record.RAISE,
}
_LIVE_POSTS = ("posts_small_blind", "posts_big_blind", "posts_both", "posts_straddle")


class NotReplayable(ValueError):
    """A hand that the kernel cannot play again; the message is the reason."""


@dataclass
class Replay:
    """A hand played again.

    `moves` and `states` are what was done and the state before each move, then the last state.
    `differences` is empty when chips put in, returned and won are the same for every seat.
    `showing` are the seats in the order of the showdown, `may_muck` those that need not show.
    """

    hand_id: str
    reason: str | None = None
    differences: list[str] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)
    states: list[HandState] = field(default_factory=list)
    showing: tuple[int, ...] = ()
    may_muck: tuple[int, ...] = ()

    @property
    def same(self) -> bool:
        """Whether the hand was replayed to the same chips."""
        return self.reason is None and not self.differences


def replay(history: History, hand_id: str) -> Replay:
    """Replay one hand and keep every state. Raises `KeyError` when the history lacks it."""
    for hand in recorded_hands(history, hand_id):
        return _replay(hand, keep=True)
    raise KeyError(f"no hand {hand_id!r} in this history")


def replay_all(history: History) -> Iterator[Replay]:
    """Replay every hand of a history, without keeping states."""
    for hand in recorded_hands(history):
        yield _replay(hand, keep=False)


def _replay(hand: RecordedHand, keep: bool) -> Replay:
    result = Replay(hand.row.hand_id)
    try:
        _play(hand, result, keep)
    except NotReplayable as reason:
        result.reason = str(reason)
    return result


def _play(hand: RecordedHand, result: Replay, keep: bool) -> None:
    game = _game(hand.row)
    tables = record.new_tables(1)
    t = tables[0]
    cards = _known_cards(hand, game)
    _set_up(t, hand, game)
    _fill_deck(t, cards, hand.row.board, None)
    batch.start_at(tables, 0)
    for row in hand.actions:
        kind = _KINDS.get(row.kind)
        if kind is None or (kind == record.FOLD and t["gives_up"][row.seat - 1]):
            continue
        if not _do(tables, row, kind, cards, result, keep):
            return
    if keep:
        result.states.append(HandState(tables))
    if not t["over"]:
        result.differences.append(f"the record ends, the kernel asks seat {t['to_act'] + 1}")
        return
    result.showing = tuple(int(s) + 1 for s in t["show_order"][: int(t["show_count"])])
    result.may_muck = tuple(s for s in result.showing if t["shows"][s - 1] == record.MAY_MUCK)
    _compare(t, hand, result)


def _do(
    tables: Tables,
    row: ActionRow,
    kind: int,
    cards: dict[int, list[int]],
    result: Replay,
    keep: bool,
) -> bool:
    """Do one recorded move; False when the kernel would not have it."""
    t = tables[0]
    seat = row.seat - 1
    if t["to_act"] != seat:
        asked = "nobody" if t["over"] else f"seat {t['to_act'] + 1}"
        result.differences.append(f"{row.ordinal}: seat {row.seat} {row.kind}, we ask {asked}")
        return False
    if kind == record.CALL and row.amount != t["to_call"]:
        result.differences.append(f"{row.ordinal}: {row.kind} {row.amount}, we ask {t['to_call']}")
        return False
    if keep:
        result.states.append(HandState(tables))
        result.moves.append(_move(kind, row.street_total))
    if t["is_stud"]:
        _fill_deck(t, cards, (), seat if kind == record.FOLD else None)
    if not batch.act_at(tables, 0, kind, row.street_total):
        bounds = f"{t['min_raise_to']}-{t['max_raise_to']}"
        result.differences.append(f"{row.ordinal}: {row.kind} {row.street_total} not in {bounds}")
        return False
    return True


def _move(kind: int, total: int) -> Move:
    if kind == record.FOLD:
        return Fold()
    return Call() if kind == record.CALL else RaiseTo(total)


def _game(row: HandRow) -> Game:
    if row.game not in GAMES:
        raise NotReplayable(f"{row.game} is not dealt by the kernel")
    if row.betting not in BETTING_CODES:
        raise NotReplayable("the betting structure is not told")
    if row.cancelled:
        raise NotReplayable("the hand was cancelled")
    if row.cut:
        raise NotReplayable("the record stops before the end of the hand")
    if row.board_2:
        raise NotReplayable("the board was run twice")
    return GAMES[row.game]


def _known_cards(hand: RecordedHand, game: Game) -> dict[int, list[int]]:
    """Return the cards of each dealt seat (0-based) in the order dealt, unknown ones included."""
    size = record.HAND_CARDS if game.is_stud else game.hole_cards
    known: dict[int, list[int]] = {}
    for seat in hand.seats:
        if not seat.dealt_in:
            continue
        cards = [NO_CARD] * size
        hole = parse_cards(seat.hole_cards)
        if not game.is_stud and len(hole) == size:
            cards = list(hole)
        elif game.is_stud:
            up = parse_cards(seat.up_cards)
            cards[: len(hole)] = hole
            cards[2 : 2 + len(up)] = up
        known[seat.seat - 1] = cards
    return known


def _fill_deck(
    t: Table, cards: dict[int, list[int]], board: tuple[int, ...], folding: int | None
) -> None:
    """Write the cards to come into the deck; `folding` gets none of them."""
    first = 0 if t["is_stud"] else int(t["button"]) + 1
    seats = int(t["seats"])
    ring = [(first + i) % seats for i in range(seats)]
    new = t["deck_next"] == 0
    # Fields are read as items here: attributes of a NumPy record cost five times as much.
    order = [
        s for s in ring if s in cards and s != folding and (new or int(t["status"][s]) == LIVE)
    ]
    if not order:
        return
    deck: list[int] = []
    dealt = 0 if new else max(int(t["card_count"][s]) for s in order)
    for i in range(dealt, len(cards[order[0]])):
        deck += [cards[s][i] for s in order]
    deck += board
    at = int(t["deck_next"])
    deck = deck[: record.DECK_CARDS - at]
    t["deck"][at:] = NO_CARD
    t["deck"][at : at + len(deck)] = deck


def _set_up(t: Table, hand: RecordedHand, game: Game) -> None:
    row = hand.row
    # A hand of no known house is read by PokerStars' rules, as its text is.
    house = HOUSES.get(row.house or "", POKERSTARS)
    rules = replace(hand_rules(house), fold_to_no_bet=True, unmatched_raises=True)
    write_game(t, game, row.betting, rules)
    stakes = _stakes(hand, game)
    write_stakes(t, stakes, row.betting)
    dealt = [seat for seat in hand.seats if seat.dealt_in]
    t["seats"] = max(max(seat.seat for seat in hand.seats), row.button_seat)
    if t["seats"] > record.MAX_SEATS:
        raise NotReplayable(f"{t['seats']} seats at the table")
    t["button"] = (row.button_seat or t["seats"]) - 1
    for seat in dealt:
        t["dealt"][seat.seat - 1] = 1
        t["start_stack"][seat.seat - 1] = seat.stack
    if len(dealt) < 2:
        raise NotReplayable("fewer than two players were dealt in")
    _write_posts(t, hand, stakes)
    t["deck"][:] = NO_CARD


def _stakes(hand: RecordedHand, game: Game) -> Stakes:
    row = hand.row
    posted = {kind: max((a.amount for a in hand.actions if a.kind == kind), default=0) for kind in (
        "posts_ante", "posts_small_blind", "posts_big_blind", "brings_in"
    )}  # fmt: skip
    ante = max(row.ante, posted["posts_ante"])
    if game.is_stud:
        # A bring-in that was not seen is less than any bet.
        return Stakes.stud(row.small_blind, row.big_blind, ante, posted["brings_in"] or 1)
    if row.betting == "fixed-limit":
        # The rooms print the bets, and the big blind is the small bet; PHH prints the blinds.
        small_bet, big_bet = row.small_blind, row.big_blind
        if posted["posts_big_blind"] > small_bet:
            small_bet, big_bet = row.big_blind, 2 * row.big_blind
        big_bet = big_bet or 2 * small_bet
        return Stakes(posted["posts_small_blind"], small_bet, ante, 0, 0, small_bet, big_bet)
    return Stakes.blinds(row.small_blind, row.big_blind, ante)


def _write_posts(t: Table, hand: RecordedHand, stakes: Stakes) -> None:
    """Write who owes what: the full amounts, also where a short stack posted less."""
    posts = [row for row in hand.actions if row.kind.startswith("posts_")]
    antes = [row for row in posts if row.kind == "posts_ante"]
    dealt = int(np.count_nonzero(t["dealt"]))
    for row in posts:
        seat = row.seat - 1
        if row.kind == "posts_ante":
            # One ante for the table is dead; antes of all are matched like bets.
            due = t["dead_due"] if len(antes) == 1 and dealt > 2 else t["ante_due"]
            due[seat] = stakes.ante
        elif row.kind == "posts_small_blind":
            t["blind_due"][seat] = max(stakes.small_blind, row.amount)
        elif row.kind == "posts_dead":
            t["dead_due"][seat] = row.amount
        elif row.kind == "posts_both":
            t["blind_due"][seat] = stakes.big_blind
            t["dead_due"][seat] = row.amount - stakes.big_blind
        else:
            t["blind_due"][seat] = max(stakes.big_blind, row.amount)
    folds = {row.seat - 1 for row in hand.actions if row.kind == "folds"}
    for seat in folds:
        # Seats that sit out fold even when their posts put them all-in; nobody else can.
        owed = t["ante_due"][seat] + t["dead_due"][seat] + t["blind_due"][seat]
        t["gives_up"][seat] = bool(owed and owed >= t["start_stack"][seat])
    if not t["is_stud"]:
        _find_big_blind(t, hand, posts, stakes)


def _find_big_blind(t: Table, hand: RecordedHand, posts: list[ActionRow], stakes: Stakes) -> None:
    """Find the seat that acts first, and a big blind who had no chip left to post (TV-63)."""
    owners = [row.seat - 1 for row in posts if row.kind in _LIVE_POSTS[1:]]
    small = [row.seat - 1 for row in posts if row.kind == "posts_small_blind"]
    if not owners and hand.row.big_blind == 0:
        # PHH lists blinds by place: where no small blind is due, the big one comes first.
        owners = small
    if not owners and small:
        seat = int(small[0])
        while True:
            seat = (seat + 1) % int(t["seats"])
            if t["dealt"][seat]:
                break
        owners = [seat]
        t["blind_due"][seat] = stakes.big_blind
    moves = [row.seat - 1 for row in hand.actions if row.kind in _KINDS]
    if len(owners) == 1:
        t["first_seat"] = (owners[0] + 1) % int(t["seats"])
    elif moves:
        t["first_seat"] = moves[0]


def _compare(t: Table, hand: RecordedHand, result: Replay) -> None:
    rake = hand.row.rake
    put_in = (t["contribution"] + t["dead"] + t["returned"]).tolist()
    returned, won = t["returned"].tolist(), t["won"].tolist()
    for seat in hand.seats:
        i = seat.seat - 1
        _same(result, seat, "put in", put_in[i], seat.contributed)
        # Old files print no returned bet: there it is part of what was collected.
        if seat.returned:
            _same(result, seat, "got back", returned[i], seat.returned)
        gap = won[i] + returned[i] - seat.won - seat.returned
        if gap and not 0 <= gap <= rake:
            unknown = t["status"][i] == LIVE and t["high_rank"][i] == 0
            note = " (its cards are not told)" if unknown else ""
            result.differences.append(f"seat {seat.seat} won {won[i]}, recorded {seat.won}{note}")
    total = sum(seat.won + seat.returned for seat in hand.seats)
    ours = sum(won) + sum(returned)
    if not result.differences and ours != total + rake:
        result.differences.append(f"{ours} came back, recorded {total} and rake {rake}")


def _same(result: Replay, seat: SeatRow, what: str, ours: int, recorded: int) -> None:
    if ours != recorded:
        result.differences.append(f"seat {seat.seat} {what} {ours}, recorded {recorded}")
