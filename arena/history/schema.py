"""The history tables: names, columns, types, and the words that may stand in them.

Every room that speaks of hands speaks of these tables. On disk a history is a folder
`DIR/<table>/*.parquet`; in memory it is a `History`, a pyarrow table for each name.

Units. Money columns are integer hundredths of the currency unit (cents; an FPP is 100). Chips are
int64; in a cash game a chip is one hundredth of the currency unit, so a $0.50 blind is 50. Times
are UTC. Cards are text without blanks (`"AsKd"`). What the source does not say is null, never a
guess. `ordinal` in `hands` counts the hands of a file from 1; in `actions`, `events` and `chat` it
is one common counter from 1 within a hand, so their rows interleave as they happened.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import pandas as pd
import pyarrow as pa

TEXT = pa.string()
CHIPS = pa.int64()
MONEY = pa.int64()
COUNT = pa.int32()
SEAT = pa.int16()
FLAG = pa.bool_()
TIME = pa.timestamp("us", tz="UTC")
SECONDS = pa.float64()

_COLUMNS: dict[str, list[tuple[str, pa.DataType]]] = {
    # One row a tournament. `format` is free text of the house ("sng", "mtt", "satellite", ...).
    # `mix` names the rotation of a mixed event ("8-game"), `game` is then null. `prize_currency` is
    # that of `prize_pool` and the entries' prizes: a satellite may cost FPPs and pay dollars.
    # `entrants` is as printed: PokerStars counts people, Full Tilt entries. `buy_in` is the part
    # for prizes, without `bounty` and `fee`. A match of a Matrix is a tournament of its own,
    # `"244669447 Match 3"`, beside the row of the whole.
    "tournaments": [
        ("tournament_id", TEXT),
        ("house", TEXT),
        ("name", TEXT),
        ("game", TEXT),
        ("format", TEXT),
        ("buy_in", MONEY),
        ("fee", MONEY),
        ("bounty", MONEY),
        ("currency", TEXT),
        ("start_time", TIME),
        ("entrants", COUNT),
        ("prize_pool", MONEY),
        ("source", TEXT),
        ("betting", TEXT),
        ("mix", TEXT),
        ("end_time", TIME),
        ("start_stack", CHIPS),
        ("rebuys", COUNT),
        ("add_ons", COUNT),
        ("prize_currency", TEXT),
    ],
    # One row an entry (a paid start); `finish_place` 1 is the winner, ties share the better place
    # (Full Tilt counts a tie as one place). `player` is null where the source names nobody.
    "entries": [
        ("tournament_id", TEXT),
        ("player", TEXT),
        ("entry_no", COUNT),
        ("start_stack", CHIPS),
        ("rebuys", COUNT),
        ("add_ons", COUNT),
        ("finish_place", COUNT),
        ("prize", MONEY),
        ("bounties_won", MONEY),
        ("knockouts", pa.float64()),
        ("country", TEXT),
        ("still_playing", FLAG),
        ("note", TEXT),
    ],
    # One row a deal. `table_id` with `tournament_id` is the table's key; cash: the table's name.
    # `small_blind`/`big_blind` are the small and big bet in fixed-limit stud and draw levels, as
    # printed. `board_2` is the second board of a hand run twice. `cut` marks a hand whose text
    # stops before its end but whose result is known.
    "hands": [
        ("hand_id", TEXT),
        ("tournament_id", TEXT),
        ("table_id", TEXT),
        ("ordinal", COUNT),
        ("start_time", TIME),
        ("level", COUNT),
        ("small_blind", CHIPS),
        ("big_blind", CHIPS),
        ("ante", CHIPS),
        ("button_seat", SEAT),
        ("max_seats", SEAT),
        ("board", TEXT),
        ("total_pot", CHIPS),
        ("rake", CHIPS),
        ("hand_for_hand", FLAG),
        ("cancelled", FLAG),
        ("players_left", COUNT),
        ("places_paid", COUNT),
        ("house", TEXT),
        ("game", TEXT),
        ("betting", TEXT),
        ("mix", TEXT),
        ("match_round", COUNT),
        ("currency", TEXT),
        ("board_2", TEXT),
        ("cut", FLAG),
        ("source_file", TEXT),
        ("source_line", COUNT),
    ],
    # One row a seated player. `contributed` is all that was put in, `returned` the uncalled part
    # that came back, `won` what was collected. `hole_cards` is every card known to this history
    # (the file owner's, shown, or mucked ones); `shown_cards` are those the table saw. `shown`:
    # turned up by the player; `mucked`: known only because the summary prints the losing hand.
    "seats": [
        ("hand_id", TEXT),
        ("seat", SEAT),
        ("player", TEXT),
        ("stack", CHIPS),
        ("bounty", MONEY),
        ("dealt_in", FLAG),
        ("sitting_out", FLAG),
        ("disconnected", FLAG),
        ("hole_cards", TEXT),
        ("shown", FLAG),
        ("contributed", CHIPS),
        ("returned", CHIPS),
        ("won", CHIPS),
        ("mucked", FLAG),
        ("shown_cards", TEXT),
        ("up_cards", TEXT),
    ],
    # One row a thing a player did or got. `amount` is the chips that moved with it (for a raise:
    # added, not the total); `street_total` is the seat's street bet afterwards (antes excluded).
    # `pot` names the pot of a `collects` row; `cards` those discarded, drawn or shown.
    "actions": [
        ("hand_id", TEXT),
        ("ordinal", COUNT),
        ("street", TEXT),
        ("seat", SEAT),
        ("player", TEXT),
        ("kind", TEXT),
        ("amount", CHIPS),
        ("street_total", CHIPS),
        ("all_in", FLAG),
        ("timed_out", FLAG),
        ("think_seconds", SECONDS),
        ("pot", TEXT),
        ("cards", TEXT),
    ],
    # One row a thing that is no move. `amount`: chips (rebuys, adds_on, joins), finish place
    # (finished) ; `money`: paid or received (rebuy price, bounty cash, prize); `other`: the player
    # eliminated (bounty_won) or the eliminator (knocked_out); `share`: part of the knock-out
    # (0.5 of a split); `bounty_after`: the winner's own bounty afterwards.
    "events": [
        ("hand_id", TEXT),
        ("ordinal", COUNT),
        ("player", TEXT),
        ("kind", TEXT),
        ("amount", CHIPS),
        ("money", MONEY),
        ("currency", TEXT),
        ("other", TEXT),
        ("share", pa.float64()),
        ("bounty_after", MONEY),
        ("note", TEXT),
    ],
    "chat": [
        ("tournament_id", TEXT),
        ("hand_id", TEXT),
        ("ordinal", COUNT),
        ("time", TIME),
        ("player", TEXT),
        ("observer", FLAG),
        ("text", TEXT),
    ],
    # The truth of made events. `labels`: one row a member of a group and event; `note` names the
    # dials. `altered`: the decisions an honest policy would have taken otherwise. `ordinal` is the
    # row in the hand's common counter: a move (or its thinking time) in `actions`, a line in
    # `chat`, a `sits_out` in `events`; null when the player had left before and sat the hand out.
    "labels": [
        ("group_id", TEXT),
        ("player", TEXT),
        ("scheme", TEXT),
        ("intensity", pa.float64()),
        ("tournament_id", TEXT),
        ("note", TEXT),
    ],
    "altered": [
        ("hand_id", TEXT),
        ("ordinal", COUNT),
        ("player", TEXT),
        ("partner", TEXT),
        ("scheme", TEXT),
    ],
}

SCHEMAS: dict[str, pa.Schema] = {name: pa.schema(columns) for name, columns in _COLUMNS.items()}
TABLES: tuple[str, ...] = tuple(SCHEMAS)

HOUSES = ("pokerstars", "fulltilt")
GAMES = (
    "holdem",
    "sixplus",
    "omaha",
    "omaha8",
    "omaha5",
    "omaha5-8",
    "omaha6",
    "courchevel",
    "courchevel8",
    "stud",
    "stud8",
    "razz",
    "badugi",
    "draw5",
    "triple-draw-27",
    "single-draw-27",
    "badacey",
    "badeucey",
    "a5-triple-draw",
)
BETTINGS = ("no-limit", "pot-limit", "fixed-limit", "pot-limit-preflop")
# FTP: Full Tilt Points; T$: Full Tilt tournament dollars.
CURRENCIES = ("USD", "EUR", "GBP", "INR", "FPP", "SC", "FTP", "T$", "PLAY")
STREETS = (
    "preflop",
    "flop",
    "turn",
    "river",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "predraw",
    "draw1",
    "draw2",
    "draw3",
    "showdown",
)
POSTS = (
    "posts_ante",
    "posts_small_blind",
    "posts_big_blind",
    "posts_dead",
    "posts_both",
    "posts_straddle",
    "brings_in",
)
BETS = ("folds", "checks", "calls", "bets", "raises", "completes")
DRAWS = ("discards", "draws", "stands_pat")
RESULTS = ("returned", "shows", "mucks", "hides", "collects", "cashes_out")
ACTION_KINDS = POSTS + BETS + DRAWS + RESULTS
EVENT_KINDS = (
    "sits_out",
    "returns",
    "disconnects",
    "reconnects",
    "times_out",
    "clock",
    "requests_time",
    "rebuys",
    "adds_on",
    "moved",
    "joins",
    "leaves",
    "waits",
    "allowed",
    "knocked_out",
    "bounty_won",
    "finished",
    "capped",
    "cash_out_fee",
    "wins_ticket",
)


@dataclass(frozen=True)
class History:
    """The tables of a history; a table that is not given is empty.

    `history["actions"]` is a pyarrow table with the columns of `SCHEMAS["actions"]`;
    `history.frame("actions")` is the same as a pandas frame with Arrow types.
    """

    tables: Mapping[str, pa.Table] = field(default_factory=dict)

    def __getitem__(self, name: str) -> pa.Table:
        table = self.tables.get(name)
        return SCHEMAS[name].empty_table() if table is None else table

    def frame(self, name: str) -> pd.DataFrame:
        """Return table `name` as a pandas frame with Arrow types (nulls stay nulls)."""
        frame: pd.DataFrame = self[name].to_pandas(types_mapper=pd.ArrowDtype)
        return frame

    @property
    def hand_count(self) -> int:
        """Number of hands, cancelled ones included."""
        return int(self["hands"].num_rows)


def concat(histories: list[History]) -> History:
    """Return one history with the rows of all, in order."""
    return History(
        {
            name: pa.concat_tables([h[name] for h in histories])
            if histories
            else schema.empty_table()
            for name, schema in SCHEMAS.items()
        }
    )
