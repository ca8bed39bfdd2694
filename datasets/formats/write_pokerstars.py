"""Writes hands as PokerStars text (and Full Tilt's of 2016, which has the same form).

The forms are those of real files of 2010 to 2025. Traps that other exporters fell into are named
where they are avoided: BUGS B32 is a list of reports that trackers refused such text.
"""

from __future__ import annotations

from typing import Any

from railbird.datasets.formats.game_names import game_name
from railbird.datasets.formats.write_descriptions import describe
from railbird.datasets.formats.write_pokerstars_body import Body, pot_name
from railbird.datasets.formats.write_pokerstars_events import cost_text
from railbird.datasets.formats.write_rows import CannotWrite, HandRecord, TableGroup
from railbird.datasets.formats.write_words import (
    check_one_line,
    clock,
    known_results,
    money_text,
    printed_number,
    spaced,
    sure,
)

GAMES = {
    "holdem": "Hold'em",
    "sixplus": "6+ Hold'em",
    "omaha": "Omaha",
    "omaha8": "Omaha Hi/Lo",
    "omaha5": "5 Card Omaha",
    "omaha5-8": "5 Card Omaha Hi/Lo",
    "omaha6": "6 Card Omaha",
    "courchevel": "Courchevel",
    "courchevel8": "Courchevel Hi/Lo",
    "stud": "7 Card Stud",
    "stud8": "7 Card Stud Hi/Lo",
    "razz": "Razz",
    "badugi": "Badugi",
    "draw5": "5 Card Draw",
    "triple-draw-27": "Triple Draw 2-7 Lowball",
    "single-draw-27": "Single Draw 2-7 Lowball",
}
BETTINGS = {
    "no-limit": "No Limit",
    "pot-limit": "Pot Limit",
    "fixed-limit": "Limit",
    "pot-limit-preflop": "Pot Limit Pre-Flop, No Limit Post-Flop",
}
_FOLDED = {
    "preflop": "folded before Flop",
    "flop": "folded on the Flop",
    "turn": "folded on the Turn",
    "river": "folded on the River",
    "third": "folded on the 3rd Street",
    "fourth": "folded on the 4th Street",
    "fifth": "folded on the 5th Street",
    "sixth": "folded on the 6th Street",
    "seventh": "folded on the River",
    "predraw": "folded before the Draw",
    "draw1": "folded after the 1st Draw",
    "draw2": "folded after the 2nd Draw",
    "draw3": "folded after the 3rd Draw",
}
_ROMAN = (
    (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"),
    (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
)  # fmt: skip
# The house itself prints CUST for a zone of the player's own setting: a clock that says nothing.
_NO_TIME = "1970/01/01 00:00:00 CUST"


def hand_text(record: HandRecord, group: TableGroup, number: str, _place: int) -> str:
    """Return the text of one hand, its id printed as `number`. Raises `CannotWrite`."""
    check_one_line(record)
    hand = record.hand
    results = None if hand.cancelled else known_results(record)
    body = Body(record, group.heroes)
    lines = [
        _header(record, number),
        _table_line(hand),
        *(_seat_line(record, body, seat) for seat in record.seats),
        *body.lines,
        "*** SUMMARY ***",
        *_summary(record, body, results),
    ]
    return "\n".join(lines) + "\n"


def _header(record: HandRecord, number: str) -> str:
    hand = record.hand
    house = "Full Tilt" if hand.house == "fulltilt" else "PokerStars"
    game = _game_text(hand)
    if hand.tournament_id is None:
        stakes = "/".join(
            money_text(blind, hand.currency)
            for blind in (hand.small_blind or 0, sure(hand.big_blind, "the big blind"))
        )
        currency = f" {hand.currency}" if hand.currency in ("USD", "EUR", "GBP", "INR") else ""
        middle = f" {game} ({stakes}{currency})"
    else:
        middle = f" {_tournament_text(record)}{game} - {_level_text(hand)}"
    return f"{house} Hand #{number}: {middle.lstrip() if hand.tournament_id else middle} - " + (
        _time_text(hand.start_time)
    )


def _game_text(hand: Any) -> str:
    """Return game, then limit (BUGS B32), in a rotation within its name."""
    if hand.game not in GAMES or hand.betting not in BETTINGS:
        raise CannotWrite(f"PokerStars deals no {hand.betting} {hand.game}")
    text = f"{GAMES[hand.game]} {BETTINGS[hand.betting]}"
    if hand.mix is None:
        return text
    rotation = game_name(hand.mix)
    if rotation is None or rotation.mix != hand.mix:
        raise CannotWrite(f"PokerStars has no rotation called {hand.mix!r}")
    return f"{hand.mix} ({text})"


def _tournament_text(record: HandRecord) -> str:
    number = printed_number(record.hand.tournament_id)
    return f"Tournament #{number}, {_buy_in_text(record.tournament)} "


def _buy_in_text(tournament: Any) -> str:
    """Return `$2.00+$0.50+$0.20 USD` (prize, bounty, fee), `Freeroll `, `100FPP` or nothing."""
    if tournament is None or tournament.buy_in is None:
        return ""
    if (tournament.buy_in, tournament.fee, tournament.bounty) == (0, 0, None):
        return "Freeroll "
    currency = tournament.currency
    if currency in ("FPP", "SC"):
        return f"{tournament.buy_in // 100}{'FPP' if currency == 'FPP' else ' SC'}"
    parts = [tournament.buy_in, tournament.bounty, tournament.fee]
    text = "+".join(cost_text(part, currency) for part in parts if part is not None)
    return f"{text} {currency}" if currency in ("USD", "EUR", "GBP", "INR") else text


def _level_text(hand: Any) -> str:
    # A level known only by a hand with a dead small blind has no other number for it than none.
    blinds = f"({hand.small_blind or 0}/{sure(hand.big_blind, 'the big blind')})"
    if hand.level is None or not 0 < hand.level < 4000:
        return blinds
    match = f"Match Round {_roman(hand.match_round)}, " if hand.match_round else ""
    return f"{match}Level {_roman(hand.level)} {blinds}"


def _roman(number: int) -> str:
    text = ""
    for value, letters in _ROMAN:
        count, number = divmod(number, value)
        text += letters * count
    return text


def _time_text(microseconds: int | None) -> str:
    """Return UTC first, so that no hour is ambiguous, and Eastern Time beside it."""
    if microseconds is None:
        return _NO_TIME
    utc, eastern = clock(microseconds)
    return f"{utc:%Y/%m/%d %H:%M:%S} UTC [{eastern:%Y/%m/%d %H:%M:%S} ET]"


def _table_line(hand: Any) -> str:
    table = hand.table_id or "1"
    if hand.tournament_id is not None:
        table = f"{printed_number(hand.tournament_id)} {table}"
    size = f" {hand.max_seats}-max" if hand.max_seats is not None else ""
    money = " (Play Money)" if hand.currency == "PLAY" else ""
    button = f" Seat #{hand.button_seat} is the button" if hand.button_seat is not None else ""
    return f"Table '{table}'{size}{money}{button}"


def _seat_line(record: HandRecord, body: Body, seat: Any) -> str:
    stack = body.amount(seat.stack)
    bounty = ""
    if seat.bounty is not None:
        currency = record.tournament.currency if record.tournament else None
        bounty = f", {money_text(seat.bounty, currency or 'USD')} bounty"
    return f"Seat {seat.seat}: {seat.player} ({stack} in chips{bounty}){_seat_state(record, seat)}"


def _seat_state(record: HandRecord, seat: Any) -> str:
    if seat.sitting_out and (record.hand.tournament_id is None or seat.dealt_in is not False):
        return " is sitting out"
    if seat.dealt_in is not False:
        return ""
    moved = any(row.kind == "moved" and row.player == seat.player for row in record.events)
    return " out of hand" + (" (moved from another table into small blind)" if moved else "")


def _summary(record: HandRecord, body: Body, results: tuple[int, int] | None) -> list[str]:
    hand = record.hand
    if results is None:
        return ["Hand cancelled", *_boards(hand)]
    pot, rake = results
    lines = [f"Total pot {body.amount(pot)}{_side_pots(record, body)} | Rake {body.amount(rake)}"]
    if hand.board_2:
        lines.append("Hand was run twice")
    lines += _boards(hand)
    folds = {row.seat: row.street for row in record.actions if row.kind == "folds"}
    for seat in record.seats:
        if seat.dealt_in is not False or seat.won:
            marks = _marks(record, seat)
            result = _result(body, seat, folds.get(seat.seat))
            lines.append(f"Seat {seat.seat}: {seat.player}{marks} {result}")
    return lines


def _boards(hand: Any) -> list[str]:
    if not hand.board:
        return []
    if not hand.board_2:
        return [f"Board [{spaced(hand.board)}]"]
    return [f"FIRST Board [{spaced(hand.board)}]", f"SECOND Board [{spaced(hand.board_2)}]"]


def _side_pots(record: HandRecord, body: Body) -> str:
    pots: dict[str, int] = {}
    for row in record.actions:
        if row.kind == "collects":
            name = pot_name(row.pot)
            pots[name] = pots.get(name, 0) + row.amount
    if len(pots) < 2 or "main pot" not in pots:
        return ""
    main = pots.pop("main pot")
    parts = [f" Main pot {body.amount(main)}."]
    # Collected last side pot first, listed first side pot first.
    parts += [f" S{n[1:]} {body.amount(a)}." for n, a in reversed(pots.items()) if n != "pot"]
    return "".join(parts)


def _marks(record: HandRecord, seat: Any) -> str:
    marks = " (button)" if seat.seat == record.hand.button_seat else ""
    if seat.seat == _first_poster(record, "posts_small_blind"):
        return f"{marks} (small blind)"
    return (
        f"{marks} (big blind)" if seat.seat == _first_poster(record, "posts_big_blind") else marks
    )


def _first_poster(record: HandRecord, kind: str) -> int | None:
    """Return who posted a blind in its place; others that post it are newcomers."""
    return next((row.seat for row in record.actions if row.kind == kind), None)


def _result(body: Body, seat: Any, folded: str | None) -> str:
    won = body.amount(seat.won) if seat.won else ""
    if seat.shown_cards and not (won and _wins_unseen(body.record, seat.seat)):
        return _showed(body, seat, folded, won)
    if won:
        return f"collected ({won})"
    if seat.mucked and seat.hole_cards:
        return f"mucked [{spaced(seat.hole_cards)}]"
    return _folded(body, seat, folded) if folded else "mucked"


def _wins_unseen(record: HandRecord, seat: int) -> bool:
    """Say whether the winner showed his cards though everybody else had folded."""
    return any(
        row.seat == seat and row.kind == "shows" and row.street != "showdown"
        for row in record.actions
    )


def _showed(body: Body, seat: Any, folded: str | None, won: str) -> str:
    cards = f"showed [{spaced(seat.shown_cards)}]"
    if folded and not won:
        words = _folded(body, seat, folded)
        return words if _has_shown(body.record, seat.seat) else f"{cards} and {words}"
    words = describe(body.hand.game, seat.shown_cards, body.hand.board, "pokerstars") or ""
    article = "a " if body.hand.game == "badugi" else ""
    end = f"won ({won})" if won else "lost"
    return f"{cards} and {end}{f' with {article}{words}' if words else ''}"


def _has_shown(record: HandRecord, seat: int) -> bool:
    return any(row.seat == seat and row.cards and row.kind in _SHOWING for row in record.actions)


def _folded(body: Body, seat: Any, street: str) -> str:
    record = body.record
    has_bet = any(row.seat == seat.seat and row.kind in _BETTING for row in record.actions)
    blinds = ("posts_small_blind", "posts_big_blind")
    if not has_bet and seat.seat not in [_first_poster(record, blind) for blind in blinds]:
        return f"{_FOLDED.get(street, 'folded before Flop')} (didn't bet)"
    return _FOLDED.get(street, "folded before Flop")


_SHOWING = frozenset({"shows", "folds"})
_BETTING = frozenset({"calls", "bets", "raises", "completes", "brings_in"})
