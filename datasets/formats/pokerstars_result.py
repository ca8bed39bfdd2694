"""What a PokerStars hand comes to: derived chips, the laws, and its rows handed over."""

from __future__ import annotations

from collections import Counter

from railbird.arena.history.recorder import Row
from railbird.datasets.formats.pokerstars_hand import Hand, Seat
from railbird.datasets.formats.pokerstars_header import TableLine
from railbird.datasets.formats.sink import Sink

_OTHER, _SHARE = 7, 8  # places in an `events` row


def settle(hand: Hand) -> None:
    """Derive what the text leaves out: unprinted returns, results known only from the summary."""
    seats = hand.seats.values()
    if hand.tournament_id is None and any(seat.sitting_out for seat in seats):
        _deal_in_who_acts(hand)
    if hand.cancelled:
        for seat in seats:
            if seat.contributed > seat.returned:
                hand.act(seat, "returned", seat.contributed - seat.returned)
                seat.returned = seat.contributed
        return
    if hand.total_pot is None:
        return
    put_in, won = _chips(hand)
    if put_in > hand.total_pot and not hand.has_returned:
        _derive_return(hand, put_in - hand.total_pot)
    if won + (hand.rake or 0) != hand.total_pot:
        _win_from_summary(hand)
    if hand.split_knockouts:
        _share_eliminations(hand)


def _deal_in_who_acts(hand: Hand) -> None:
    """In a cash game a player listed as sitting out may be back in time for the deal."""
    acting = {row[4] for row in hand.actions}
    for seat in hand.seats.values():
        seat.dealt_in = seat.dealt_in or seat.name in acting


def _chips(hand: Hand) -> tuple[int, int]:
    """Return the chips put in less those returned, and the chips won."""
    put_in = won = 0
    for seat in hand.seats.values():
        put_in += seat.contributed - seat.returned
        won += seat.won
    return put_in, won


def _derive_return(hand: Hand, excess: int) -> None:
    """Give back the part of the highest bet that nobody matched (files of 2005-2007, BUGS B23)."""
    by_chips = sorted(hand.seats.values(), key=lambda seat: -seat.contributed)
    highest, matched = by_chips[0], by_chips[1].contributed if len(by_chips) > 1 else 0
    if highest.contributed - matched != excess:
        return
    highest.returned = excess
    results = [row[1] for row in hand.actions if row[5] in ("collects", "shows", "mucks", "hides")]
    hand.act(highest, "returned", excess)
    if results:
        _move_last_to(hand, min(results))
    _lower_bet(hand, highest, excess)


def _move_last_to(hand: Hand, ordinal: int) -> None:
    """Give the last action the place `ordinal` and move everything from there on by one."""
    last = hand.actions.pop()
    for rows, place in ((hand.actions, 1), (hand.events, 1), (hand.chat, 2)):
        rows[:] = [_shifted(row, place) if row[place] >= ordinal else row for row in rows]
    index = sum(row[1] < ordinal for row in hand.actions)
    street = hand.actions[index - 1][2] if index else last[2]
    hand.actions.insert(index, (last[0], ordinal, street, *last[3:]))


def _lower_bet(hand: Hand, seat: Seat, excess: int) -> None:
    """Take a derived return off the seat's street bet from there on, as a printed one does."""
    place = next(n for n in reversed(range(len(hand.actions))) if hand.actions[n][5] == "returned")
    street = hand.actions[place][2]
    mine = [row for row in hand.actions[:place] if row[3] == seat.number and row[2] == street]
    bet = max(0, mine[-1][7] - excess) if mine else 0
    hand.actions[place:] = [
        (*row[:7], bet, *row[8:]) if row[3] == seat.number and row[2] == street else row
        for row in hand.actions[place:]
    ]


def _shifted(row: Row, place: int) -> Row:
    return (*row[:place], row[place] + 1, *row[place + 1 :])


def _win_from_summary(hand: Hand) -> None:
    """Take a winner from the summary: a share cashed out, or a body that stops before its end."""
    winners = [seat for seat in hand.seats.values() if seat.won == 0 and seat.summary_won]
    stopped = all(seat.won == 0 and not seat.cashed_out for seat in hand.seats.values())
    hand.cut = stopped and bool(winners)
    for seat in winners:
        seat.won = seat.summary_won
        if not hand.cut:  # the share was collected, and sold at once
            hand.act(seat, "collects", seat.won, pot="pot")


def _share_eliminations(hand: Hand) -> None:
    """Fill the share of split knock-outs: one over the number of lines that name the victim."""
    shared = [row[_OTHER] for row in hand.events if row[3] == "bounty_won" and row[_SHARE] is None]
    winners = Counter(shared)
    hand.events = [
        (*row[:_SHARE], 1 / winners[row[_OTHER]], *row[_SHARE + 1 :])
        if row[3] == "bounty_won" and row[_SHARE] is None
        else row
        for row in hand.events
    ]


def damage(hand: Hand) -> str | None:
    """Return why a hand can't be used, or None: contributions - returned = pot = won + rake."""
    if hand.cancelled:
        return None
    if not hand.has_summary:
        return "cut before its summary"
    if hand.total_pot is None or hand.rake is None:
        return "its summary names no total pot"
    put_in, won = _chips(hand)
    if put_in != hand.total_pot:
        return f"players put in {put_in} but the total pot is {hand.total_pot}"
    if won + hand.rake != hand.total_pot:
        return f"players won {won} and {hand.rake} was raked of a total pot of {hand.total_pot}"
    return None


def record(hand: Hand, table: TableLine, sink: Sink, file: str, line: int, ordinal: int) -> None:
    """Hand the rows over, unless the hand was read before."""
    hand_id = sink.claim(hand.header.house, hand.hand_id)
    if hand_id is None:
        return
    tournament_id = _record_tournament(hand, sink) if hand.tournament_id else None
    if hand_id != hand.hand_id or tournament_id != hand.tournament_id:
        _rename(hand, hand_id, tournament_id)
    rows = sink.recorder.rows
    rows["hands"].append(_hand_row(hand, table, file, line, ordinal))
    rows["seats"] += [_seat_row(hand_id, seat) for seat in hand.seats.values()]
    rows["actions"] += hand.actions
    if hand.events:
        rows["events"] += hand.events
        if tournament_id:
            _record_entries(hand, tournament_id, sink)
    if hand.chat:
        rows["chat"] += hand.chat


def _rename(hand: Hand, hand_id: str, tournament_id: str | None) -> None:
    """Put the ids to store into rows that were made with the printed ones."""
    hand.hand_id, hand.tournament_id = hand_id, tournament_id
    hand.actions = [(hand_id, *row[1:]) for row in hand.actions]
    hand.events = [(hand_id, *row[1:]) for row in hand.events]
    hand.chat = [(tournament_id, hand_id, *row[2:]) for row in hand.chat]


def _hand_row(hand: Hand, table: TableLine, file: str, line: int, ordinal: int) -> Row:
    stakes = hand.stakes
    tournament_id = hand.tournament_id
    table_id = table.table
    if stakes.tournament_id is not None:
        table_id = table_id.removeprefix(stakes.tournament_id).strip() or table_id
    return (
        hand.hand_id,
        tournament_id,
        table_id,
        ordinal,
        hand.header.start_time,
        stakes.level,
        stakes.small_blind,
        stakes.big_blind,
        hand.ante,
        table.button_seat,
        table.max_seats,
        hand.board,
        hand.total_pot,
        hand.rake,
        None,
        hand.cancelled,
        None,
        None,
        hand.header.house,
        stakes.game,
        stakes.betting,
        stakes.mix,
        stakes.match_round,
        "PLAY" if table.play_money else stakes.currency,
        hand.board_2,
        hand.cut,
        file,
        line,
    )


def _seat_row(hand_id: str, seat: Seat) -> Row:
    return (
        hand_id,
        seat.number,
        seat.name,
        seat.stack,
        seat.bounty,
        seat.dealt_in,
        seat.sitting_out,
        seat.disconnected,
        seat.hole_cards,
        seat.shown_cards is not None,
        seat.contributed,
        seat.returned,
        seat.won,
        seat.mucked,
        seat.shown_cards,
        seat.up_cards,
    )


def _record_tournament(hand: Hand, sink: Sink) -> str:
    stakes = hand.stakes
    assert stakes.tournament_id is not None
    said = hand.header.house, stakes
    tournament_id = sink.booked.get(said)
    if tournament_id is None:
        tournament_id = sink.booked[said] = sink.book.tournament(
            hand.header.house,
            stakes.tournament_id,
            game=None if stakes.mix else stakes.game,
            betting=None if stakes.mix else stakes.betting,
            mix=stakes.mix,
            buy_in=stakes.buy_in,
            fee=stakes.fee,
            bounty=stakes.bounty,
            currency=stakes.currency,
        )
    return tournament_id


def _record_entries(hand: Hand, tournament_id: str, sink: Sink) -> None:
    for row in hand.events:
        player, kind, amount, money, share = row[2], row[3], row[4], row[5], row[_SHARE]
        if player is None:
            continue
        if kind == "finished":
            sink.book.entry(tournament_id, player, 1, finish_place=amount, prize=money)
        elif kind == "bounty_won":
            sink.book.add(tournament_id, player, 1, bounties_won=money, knockouts=share)
        elif kind == "rebuys":
            sink.book.add(tournament_id, player, 1, rebuys=1)
        elif kind == "adds_on":
            sink.book.add(tournament_id, player, 1, add_ons=1)
