"""The sample's hands as text in the form of PokerStars cash hands, all hole cards shown."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from railbird.arena.cards import CARD_TEXT
from railbird.arena.evaluator import category_name, rank_high
from railbird.datasets.samples.dealer import BIG_BLIND, SMALL_BLIND, Hand, Seat

_SUMMARY_STREET = {
    "preflop": "before Flop",
    "flop": "on the Flop",
    "turn": "on the Turn",
    "river": "on the River",
}


def hand_text(hand: Hand, table: str, time: datetime) -> str:
    """Return the text of one hand, with the blank lines that follow it."""
    return "\n".join([*_opening(hand, table, time), *_streets(hand), *_result(hand)]) + "\n\n\n\n"


def _money(cents: int) -> str:
    return f"${cents // 100}" if cents % 100 == 0 else f"${cents // 100}.{cents % 100:02d}"


def _cards(cards: tuple[int, ...]) -> str:
    return "[" + " ".join(CARD_TEXT[card] for card in cards) + "]"


def _opening(hand: Hand, table: str, time: datetime) -> Iterator[str]:
    blinds = f"{_money(SMALL_BLIND)}/{_money(BIG_BLIND)} USD"
    yield (
        f"PokerStars Hand #{hand.number}:  Hold'em No Limit ({blinds}) - "
        f"{time:%Y/%m/%d} {time.hour}:{time:%M:%S} ET"
    )
    yield f"Table '{table}' 6-max Seat #{hand.button} is the button"
    for seat in hand.seats:
        yield f"Seat {seat.number}: {seat.name} ({_money(hand.stacks[seat.name])} in chips) "


def _streets(hand: Hand) -> Iterator[str]:
    moves = hand.moves
    for move in moves["preflop"][:2]:
        yield _move(move)
    yield "*** HOLE CARDS ***"
    for seat in hand.seats:
        yield f"Dealt to {seat.name} {_cards(seat.cards)}"
    yield from map(_move, moves["preflop"][2:])
    for street, size in (("flop", 3), ("turn", 4), ("river", 5)):
        if street not in moves:
            break
        before = hand.board[: size - 1] if size > 3 else ()
        new = hand.board[len(before) : size]
        shown = f"{_cards(before)} {_cards(new)}" if before else _cards(new)
        yield f"*** {street.upper()} *** {shown}"
        yield from map(_move, moves[street])


def _move(move: tuple[str, str, int, int, bool]) -> str:
    name, verb, amount, total, all_in = move
    text = {
        "small": f"posts small blind {_money(amount)}",
        "big": f"posts big blind {_money(amount)}",
        "fold": "folds ",
        "check": "checks ",
        "call": f"calls {_money(amount)}",
        "bet": f"bets {_money(amount)}",
        "raise": f"raises {_money(amount)} to {_money(total)}",
    }[verb]
    return f"{name}: {text}" + (" and is all-in" if all_in else "")


def _result(hand: Hand) -> Iterator[str]:
    if hand.returned:
        yield f"Uncalled bet ({_money(hand.returned[1])}) returned to {hand.returned[0]}"
    if hand.showdown:
        yield "*** SHOW DOWN ***"
        for name in hand.showdown:
            seat = hand.seat(name)
            yield f"{name}: shows {_cards(seat.cards)} ({_described(hand, seat)})"
    for pot, winner, amount in hand.awards:
        yield f"{winner} collected {_money(amount)} from {pot}"
    if not hand.showdown:
        yield f"{hand.awards[0][1]}: doesn't show hand "
    yield "*** SUMMARY ***"
    yield f"Total pot {_money(sum(hand.pots))}{_pot_parts(hand)} | Rake {_money(hand.rake)} "
    if hand.board:
        yield f"Board {_cards(hand.board)}"
    for seat in hand.seats:
        yield f"Seat {seat.number}: {seat.name}{_roles(hand, seat)} {_outcome(hand, seat)}"


def _pot_parts(hand: Hand) -> str:
    main, *sides = hand.pots
    if not sides:
        return ""
    names = ["Side pot"] if len(sides) == 1 else [f"Side pot-{k}" for k in range(1, len(sides) + 1)]
    parts = [f"{name} {_money(chips)}." for name, chips in zip(names, sides, strict=True)]
    return " ".join([f" Main pot {_money(main)}.", *parts])


def _roles(hand: Hand, seat: Seat) -> str:
    return (
        (" (button)" if seat.number == hand.button else "")
        + (" (small blind)" if seat.name == hand.small_blind else "")
        + (" (big blind)" if seat.name == hand.big_blind else "")
    )


def _described(hand: Hand, seat: Seat) -> str:
    return category_name(rank_high([*seat.cards, *hand.board]))


def _outcome(hand: Hand, seat: Seat) -> str:
    won = sum(amount for _, winner, amount in hand.awards if winner == seat.name)
    if seat.folded_on:
        idle = seat.folded_on == "preflop" and seat.contribution == 0
        return f"folded {_SUMMARY_STREET[seat.folded_on]}" + (" (didn't bet)" if idle else "")
    if not hand.showdown:
        return f"collected ({_money(won)})"
    shown = f"showed {_cards(seat.cards)}"
    described = _described(hand, seat)
    if won:
        return f"{shown} and won ({_money(won)}) with {described}"
    return f"{shown} and lost with {described}"
