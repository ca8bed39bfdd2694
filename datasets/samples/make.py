"""Makes the sample history anew, the same text: `python -m railbird.datasets.samples.make`."""

from __future__ import annotations

import gzip
import random
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

from railbird.datasets.samples import HISTORY, TRUTH
from railbird.datasets.samples.dealer import BIG_BLIND, Decide, Hand, Seat, deal
from railbird.datasets.samples.stars_text import hand_text
from railbird.datasets.samples.styles import Choice, Style, View, giving, honest, soft, taking

SEED = 20
SESSIONS, HANDS_A_SESSION, SEATS = 100, 50, 6
BUY_IN = 100 * BIG_BLIND
FIRST_HAND, START = 300_000_000_000, datetime(2024, 3, 1, 18, 0, 0)
GIVER, TAKER = "quarrel_moth", "Pemberlyn"
TOGETHER, PLANNED = 0.5, 0.12  # share of sessions that both sit in, of their hands that are given
LEAST_TO_GIVE = 20 * BIG_BLIND

#                       enters raises reraises bets bluffs
PLAYERS: dict[str, Style] = {
    GIVER: Style(0.45, 0.25, 0.05, 0.80, 0.20),
    TAKER: Style(0.45, 0.25, 0.05, 0.80, 0.20),
    "Ostrava Jim": Style(0.22, 0.16, 0.05, 0.80, 0.15),
    "tealeaf77": Style(0.35, 0.12, 0.03, 0.65, 0.12),
    "Grig.Vane": Style(0.18, 0.13, 0.04, 0.75, 0.12),
    "ms_halloway": Style(0.28, 0.20, 0.07, 0.85, 0.25),
    "BrackenFox": Style(0.24, 0.17, 0.05, 0.75, 0.20),
    "nordlys9": Style(0.42, 0.10, 0.02, 0.55, 0.10),
    "Corvo di Mare": Style(0.30, 0.22, 0.08, 0.85, 0.30),
    "plinth": Style(0.20, 0.14, 0.04, 0.70, 0.15),
    "Lady Umber": Style(0.26, 0.18, 0.05, 0.80, 0.18),
    "zz_harbour": Style(0.33, 0.15, 0.04, 0.60, 0.15),
    "Okapi-Oke": Style(0.23, 0.17, 0.06, 0.80, 0.20),
    "thirdrail": Style(0.38, 0.24, 0.08, 0.80, 0.28),
    "Mirabel5": Style(0.21, 0.12, 0.03, 0.70, 0.10),
    "Wend": Style(0.27, 0.16, 0.04, 0.75, 0.18),
}


def history_text(seed: int = SEED, sessions: int = SESSIONS) -> str:
    """Return the text of the sample: one table a session, dealt from `seed`."""
    return "".join(_hands(random.Random(seed), sessions))


def truth_text() -> str:
    """Return the truth beside the sample: who plays for whom, in the columns of `labels`."""
    rows = ["group_id,player,scheme,intensity,tournament_id,note"]
    parts = {GIVER: "gives chips away", TAKER: "takes them"}
    for scheme in ("soft_play", "chip_dumping"):
        for player, part in parts.items():
            note = "checks down against the partner" if scheme == "soft_play" else part
            rows.append(f"pair-1,{player},{scheme},1.0,,{note}")
    return "\n".join(rows) + "\n"


def _hands(rng: random.Random, sessions: int) -> Iterator[str]:
    number = FIRST_HAND
    for session in range(sessions):
        time = START + timedelta(hours=3 * session)
        seats = _seated(rng)
        button = seats[int(rng.random() * len(seats))].number
        for _ in range(HANDS_A_SESSION):
            seats = [seat for seat in seats if seat.stack > 0]
            if len(seats) < 3:
                break
            button = next((s.number for s in seats if s.number > button), seats[0].number)
            number += 1 + int(rng.random() * 900)
            time += timedelta(seconds=40 + int(rng.random() * 50))
            hand = deal(number, seats, button, _decider(seats, rng), rng)
            yield hand_text(hand, f"Pier {session + 1}", time)


def _seated(rng: random.Random) -> list[Seat]:
    """Draw who sits where; the pair sits together more often than chance would have it."""
    names = list(PLAYERS)[2:]
    pair = [GIVER, TAKER] if rng.random() < TOGETHER else [(GIVER, TAKER)[rng.random() < 0.5]]
    while len(pair) < SEATS:
        pair.append(names.pop(int(rng.random() * len(names))))
    drawn = sorted((rng.random(), name) for name in pair)
    return [Seat(seat, name, BUY_IN) for seat, (_, name) in enumerate(drawn, start=1)]


def _decider(seats: list[Seat], rng: random.Random) -> Decide:
    """Return how everybody decides in the coming hand, with what the pair has planned for it."""
    stacks = {seat.name: seat.stack for seat in seats}
    both = GIVER in stacks and TAKER in stacks
    planned = both and rng.random() < PLANNED and stacks[GIVER] >= LEAST_TO_GIVE

    def decide(hand: Hand, seat: Seat, view: View) -> Choice:
        style = PLAYERS[seat.name]
        if not both or seat.name not in (GIVER, TAKER):
            return honest(style, view, rng)
        partner = TAKER if seat.name == GIVER else GIVER
        if hand.seat(partner).folded_on is not None:
            return honest(style, view, rng)
        if planned:
            return giving(view) if seat.name == GIVER else taking(view)
        return soft(style, view, partner_raised=hand.aggressor == partner, rng=rng)

    return decide


def main() -> None:
    """Write the sample and its truth into this folder."""
    folder = Path(__file__).parent
    packed = gzip.compress(history_text().encode(), compresslevel=9, mtime=0)
    (folder / HISTORY).write_bytes(packed)
    (folder / TRUTH).write_text(truth_text(), encoding="utf-8")


if __name__ == "__main__":
    main()
