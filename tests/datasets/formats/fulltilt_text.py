"""One Full Tilt hand as text, and what tests need to read it."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from railbird.datasets.formats.reading import read_bytes
from railbird.datasets.formats.sink import Sink

Rows = list[dict[str, Any]]


def read(text: str | bytes) -> Sink:
    sink = Sink()
    read_bytes(text.encode() if isinstance(text, str) else text, "f.txt", sink)
    return sink


def table(sink: Sink, name: str) -> Rows:
    rows: Rows = sink.recorder.history()[name].to_pylist()
    return rows


HAND = """\
Full Tilt Poker Game #1001: $5 + $0.50 Sit & Go (Turbo) (5001), Table 7 - 15/30 - No Limit \
Hold'em - 10:00:00 CET - 2011/01/02 [04:00:00 ET - 2011/01/02]
Seat 1: Ann (1,500)
Seat 2: Bo Lee (1,500)
Seat 5: 77 (1,500), is sitting out
Bo Lee posts the small blind of 15
77 posts the big blind of 30
The button is in seat #1
*** HOLE CARDS ***
Dealt to Ann [8c 3h]
Ann raises to 90
Bo Lee has 15 seconds left to act
Bo Lee has timed out
Bo Lee folds
Bo Lee is sitting out
{extra}77 calls 60
*** FLOP *** [2c 9d Jh] (Total Pot: 195, 2 Players)
77 checks
Ann bets 100
77 folds
Uncalled bet of 100 returned to Ann
Ann mucks
Ann wins the pot (195)
*** SUMMARY ***
Total pot 195 | Rake 0
Board: [2c 9d Jh]
Seat 1: Ann (button) collected (195), mucked
Seat 2: Bo Lee (small blind) folded before the Flop
Seat 5: 77 (big blind) folded on the Flop
"""


def plain(extra: str = "") -> str:
    return HAND.replace("{extra}", extra)


def values_read(sink: Sink) -> dict[str, dict[str, Any]]:
    chat = Counter(row["hand_id"] for row in table(sink, "chat"))
    hands = {
        row["hand_id"]: {
            "ordinal": row["ordinal"],
            "tournament_id": row["tournament_id"],
            "seats": [],
            "contributed": {},
            "won": {},
            "total_pot": row["total_pot"],
            "rake": row["rake"],
            "board": re.findall("..", row["board"] or ""),
            "button_seat": row["button_seat"],
            "level": {
                "name": row["level"],
                "small": row["small_blind"],
                "big": row["big_blind"],
                "ante": row["ante"] or None,
            },
            "cut": row["cut"],
            "chat_lines": chat[row["hand_id"]],
        }
        for row in table(sink, "hands")
    }
    for seat in table(sink, "seats"):
        hand = hands[seat["hand_id"]]
        listed = {"seat": seat["seat"], "name": seat["player"], "stack": seat["stack"]}
        hand["seats"].append(listed | ({"sitting_out": True} if seat["sitting_out"] else {}))
        hand["contributed"][seat["player"]] = seat["contributed"] - seat["returned"]
        if seat["won"]:
            hand["won"][seat["player"]] = seat["won"]
    return hands
