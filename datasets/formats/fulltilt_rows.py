"""From a Full Tilt hand that is read to its rows, if its chips add up."""

from __future__ import annotations

from railbird.arena.history.recorder import Row
from railbird.datasets.formats.fulltilt_hand import Hand, Seat
from railbird.datasets.formats.fulltilt_moves import give_back
from railbird.datasets.formats.sink import Sink

HOUSE = "fulltilt"


def hand_over(hand: Hand, file: str, line: int, sink: Sink) -> None:
    """Put the hand's rows into `sink`. Raises `ValueError` when its chips do not add up.

    Lines that were not understood are noted beside the hand, which stands when its chips do.
    """
    try:
        cut = _settle(hand)
    except ValueError as error:
        if hand.unknown:
            number, text = hand.unknown[0]
            raise ValueError(
                f"{error}; line {line + number} was not understood: {text[:120]!r}"
            ) from None
        raise
    hand_id = sink.claim(HOUSE, hand.hand_id)
    if hand_id is None:
        return
    for number, text in hand.unknown:
        sink.reject(file, line + number, f"line not understood in hand {hand_id}: {text[:120]!r}")
    tournament_id = _tournament(hand, sink)
    rows = sink.recorder.rows
    rows["hands"].append(_hand_row(hand, hand_id, tournament_id, file, line, cut=cut))
    rows["seats"].extend(_seat_row(hand, hand_id, seat) for seat in hand.seats.values())
    if hand_id != hand.hand_id:
        hand.actions = [(hand_id, *row[1:]) for row in hand.actions]
        hand.events = [(hand_id, *row[1:]) for row in hand.events]
    if hand_id != hand.hand_id or tournament_id != hand.setting.tournament_id:
        hand.chat = [(tournament_id, hand_id, *row[2:]) for row in hand.chat]
    rows["actions"].extend(hand.actions)
    rows["events"].extend(hand.events)
    rows["chat"].extend(hand.chat)


def _settle(hand: Hand) -> bool:
    """Complete the chips and check them; return whether the text stops before the hand's end."""
    seats = list(hand.seats.values())
    if hand.cancelled:
        for seat in seats:
            seat.back, seat.won = seat.put, 0
        return False
    if hand.pot is None or hand.rake is None:
        raise ValueError("the hand has no total pot: its end is missing")
    _return_uncalled(hand, seats, hand.pot)
    put = sum(seat.put - seat.back for seat in seats)
    if put != hand.pot:
        raise ValueError(f"{put} chips were put in, but the total pot is {hand.pot}")
    cut = not any(seat.won for seat in seats) and any(seat.paid for seat in seats)
    if cut:
        for seat in seats:
            seat.won = seat.paid or 0
    else:
        _check_winners(seats)
    won = sum(seat.won for seat in seats)
    if won + hand.rake != hand.pot:
        raise ValueError(f"{won} chips were collected and {hand.rake} raked of a pot of {hand.pot}")
    return cut


def _return_uncalled(hand: Hand, seats: list[Seat], pot: int) -> None:
    """Derive a returned bet that no line gives: what the highest bet has over the next."""
    over = sum(seat.put - seat.back for seat in seats) - pot
    if over <= 0 or len(seats) < 2 or any(seat.back for seat in seats):
        return
    first, second = sorted(seats, key=lambda seat: -seat.bet)[:2]
    if first.bet - second.bet != over:
        first, second = sorted(seats, key=lambda seat: seat.back - seat.put)[:2]
        if first.put - first.back - second.put + second.back != over:
            return
    give_back(hand, first, over)


def _check_winners(seats: list[Seat]) -> None:
    for seat in seats:
        if seat.paid is not None and not seat.won:
            raise ValueError(f"the summary pays {seat.name[:40]!r}, the hand does not")


def _tournament(hand: Hand, sink: Sink) -> str | None:
    setting = hand.setting
    if setting.tournament_id is None:
        return None
    mix = setting.game.mix
    return sink.book.tournament(
        HOUSE,
        setting.tournament_id,
        name=setting.event,
        format=setting.format,
        game=None if mix else setting.game.game,
        betting=None if mix else setting.game.betting,
        mix=mix,
        buy_in=setting.buy_in,
        fee=setting.fee,
        currency=setting.currency,
        source="hands",
    )


def _hand_row(
    hand: Hand, hand_id: str, tournament_id: str | None, file: str, line: int, *, cut: bool
) -> Row:
    setting = hand.setting
    return (
        hand_id,
        tournament_id,
        setting.table_id,
        hand.ordinal,
        hand.start_time,
        None,
        setting.small_blind,
        setting.big_blind,
        setting.ante or 0,  # printed whenever there is one
        hand.button,
        hand.max_seats,
        hand.boards[0] or None,
        hand.pot,
        hand.rake,
        None,
        hand.cancelled,
        None,
        None,
        HOUSE,
        setting.game.game,
        setting.game.betting,
        setting.game.mix,
        None,
        setting.currency,
        hand.boards[1] or None,
        cut,
        file,
        line,
    )


def _seat_row(hand: Hand, hand_id: str, seat: Seat) -> Row:
    return (
        hand_id,
        seat.number,
        seat.name,
        seat.stack,
        None,
        seat.acted or (seat.result is not None and seat.result != "is sitting out"),
        seat.sitting_out,
        seat.disconnected,
        seat.cards,
        seat.shown is not None,
        seat.put,
        seat.back,
        seat.won,
        seat.mucked,
        seat.shown,
        seat.up_cards or None,
    )
