"""The table as text and as a picture; shows what one seat may see."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird.arena.cards import CARD_TEXT
from railbird.arena.hand.record import LIVE, MUST_SHOW, NO_CARD

_GREEN, _FELT, _WHITE, _GREY = (16, 60, 40), (28, 110, 70), (240, 240, 235), (120, 130, 125)
_GOLD, _RED, _BLACK = (230, 190, 80), (190, 40, 40), (20, 20, 20)
WIDTH, HEIGHT = 640, 400


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat as shown: `cards` is empty where they are not for the viewer."""

    name: str
    stack: int
    bet: int
    state: str
    cards: tuple[str, ...]
    button: bool
    to_act: bool


@dataclass(frozen=True, slots=True)
class View:
    """What a picture shows."""

    title: str
    note: str
    big_blind: int
    ante: int
    board: tuple[str, ...]
    pot: int
    seats: tuple[SeatView, ...]


def table_view(
    table: Any, own: int, names: dict[int, str], title: str, stakes: list[int], note: str = ""
) -> View:
    """Return what seat `own` (from 0; -1: nobody) may see of a table.

    When its hand is over that includes the hands that had to be shown.
    """
    board = [int(c) for c in table["board"][: int(table["board_count"])]]
    seats = tuple(
        _seat_view(table, k, names.get(k, f"seat {k + 1}"), k == own)
        for k in range(int(table["seats"]))
        if table["dealt"][k]
    )
    shown = tuple(CARD_TEXT[c] if c != NO_CARD else "??" for c in board)
    return View(title, note, stakes[0], stakes[1], shown, int(table["pot"]), seats)


def _seat_view(table: Any, seat: int, name: str, own: bool) -> SeatView:
    live, over = table["status"][seat] == LIVE, bool(table["over"])
    own = own or (over and table["shows"][seat] == MUST_SHOW)
    cards = [int(c) for c in table["cards"][seat][: int(table["card_count"][seat])]]
    state = "" if live else "folded"
    if live and table["stack"][seat] == 0:
        state = "all-in"
    if over and table["won"][seat] > 0:
        state = f"won {int(table['won'][seat])}"
    return SeatView(
        name,
        int(table["stack"][seat]),
        0 if over else int(table["street_bet"][seat]),
        state,
        tuple(CARD_TEXT[c] for c in cards if c != NO_CARD) if own else (),
        int(table["button"]) == seat,
        int(table["to_act"]) == seat,
    )


def text(view: View) -> str:
    """Return the table as lines of text."""
    ante = f" ante {view.ante}" if view.ante else ""
    lines = [
        f"{view.title}: big blind {view.big_blind}{ante}",
        f"board {' '.join(view.board) or '-'}  pot {view.pot}",
    ]
    if view.note:
        lines.insert(1, view.note)
    for seat in view.seats:
        marks = ("*" if seat.to_act else " ") + ("D" if seat.button else " ")
        cards = " ".join(seat.cards) or "-- --"
        bet = f" bet {seat.bet}" if seat.bet else ""
        lines.append(
            f"{marks} {seat.name:<12} {cards:<6} {seat.stack:>8}{bet} {seat.state}".rstrip()
        )
    return "\n".join(lines) + "\n"


def draw(view: View) -> NDArray[np.uint8]:
    """Return the table as a picture, (height, width, 3). Raises `ImportError` without Pillow."""
    try:
        from PIL import Image, ImageDraw
    except ImportError:
        raise ImportError('pictures need Pillow: pip install "railbird[render]"') from None
    image = Image.new("RGB", (WIDTH, HEIGHT), _GREEN)
    pen = ImageDraw.Draw(image)
    pen.ellipse((90, 80, WIDTH - 90, HEIGHT - 80), fill=_FELT, outline=_GOLD, width=3)
    pen.text((12, 8), view.title, fill=_WHITE)
    ante = f" ante {view.ante}" if view.ante else ""
    pen.text((12, 24), f"big blind {view.big_blind}{ante}", fill=_WHITE)
    pen.text((12, 40), view.note, fill=_GOLD)
    pen.text((WIDTH // 2 - 30, HEIGHT // 2 + 28), f"pot {view.pot}", fill=_WHITE)
    for k, card in enumerate(view.board):
        _draw_card(pen, WIDTH // 2 - 85 + 34 * k, HEIGHT // 2 - 22, card)
    for k, seat in enumerate(view.seats):
        _draw_seat(pen, seat, pi / 2 + 2 * pi * k / len(view.seats))
    return np.asarray(image, dtype=np.uint8).copy()


def _draw_card(pen: Any, x: int, y: int, card: str) -> None:
    pen.rectangle((x, y, x + 28, y + 38), fill=_WHITE, outline=_BLACK)
    pen.text((x + 8, y + 13), card, fill=_RED if card[1] in "dh" else _BLACK)


def _draw_seat(pen: Any, seat: SeatView, angle: float) -> None:
    x = int(WIDTH / 2 + 245 * cos(angle)) - 55
    y = int(HEIGHT / 2 + 140 * sin(angle)) - 22
    colour = _GREY if seat.state == "folded" else _WHITE
    pen.rectangle((x, y, x + 110, y + 44), fill=_GREEN, outline=_GOLD if seat.to_act else colour)
    pen.text((x + 6, y + 4), seat.name[:14] + (" D" if seat.button else ""), fill=colour)
    pen.text((x + 6, y + 18), f"{seat.stack} {seat.state}", fill=colour)
    if seat.bet:
        pen.text((x + 6, y + 31), f"bet {seat.bet}", fill=_GOLD)
    for k, card in enumerate(seat.cards):
        _draw_card(pen, x + 112 - 30 * (len(seat.cards) - k), y - 30, card)


def end_note(result: dict[str, Any] | None, currency: str) -> str:
    """Return the line that a picture says at the end, of a player's result or of the event."""
    if result is None:
        return "the event is over"
    return f"finished in place {int(result['place'])}, prize {result['prize'] / 100:.2f} {currency}"
