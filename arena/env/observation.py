"""What an agent sees: every field with its size, unit and range, in one table.

An observation holds what that player knows and nothing else. Per-seat fields begin with the
agent's own seat and go clockwise. Chips are in tens of big blinds of the running hand ("10 bb");
money is a part of the prize pool; bounties are in units of the bounty at the start.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from railbird.arena.env.buying import MOST_REBUYS
from railbird.arena.hand.games import GAMES
from railbird.arena.hand.record import DECK_CARDS
from railbird.arena.tournament.matrix import MATCHES
from railbird.arena.tournament.single_table.record import HISTORY
from railbird.arena.tournament.structure import Format, Structure

MOVE_PARTS = 7
STREETS = 5
_MOST_SIZE = 20.0

FloatArray: TypeAlias = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Field:
    """A field of the observation: `size` numbers in `unit`, each from `low` to `high`."""

    name: str
    size: int
    low: float
    high: float
    unit: str
    meaning: str


# The order of the fields, which the kernel knows them by.
NAMES = (
    "own_cards",
    "board",
    "up_cards",
    "street",
    "seated",
    "in_hand",
    "all_in",
    "button",
    "forced_bet",
    "stack",
    "street_bet",
    "contribution",
    "bounty",
    "pot",
    "to_call",
    "min_raise_to",
    "max_raise_to",
    "pot_odds",
    "small_blind",
    "ante",
    "next_big_blind",
    "level",
    "level_left",
    "break_in",
    "time",
    "big_blind_in",
    "players_left",
    "places_paid",
    "to_the_money",
    "tables_left",
    "average_stack",
    "chip_share",
    "rank",
    "prize_out",
    "prize_next",
    "prize_first",
    "hand_for_hand",
    "bounties_won",
    "rebuy_left",
    "late_left",
    "match",
    "match_chips",
    "score",
    "last_moves",
    "action_mask",
)
(
    OWN_CARDS,
    BOARD,
    UP_CARDS,
    STREET,
    SEATED,
    IN_HAND,
    ALL_IN,
    BUTTON,
    FORCED_BET,
    STACK,
    STREET_BET,
    CONTRIBUTION,
    BOUNTY,
    POT,
    TO_CALL,
    MIN_RAISE_TO,
    MAX_RAISE_TO,
    POT_ODDS,
    SMALL_BLIND,
    ANTE,
    NEXT_BIG_BLIND,
    LEVEL,
    LEVEL_LEFT,
    BREAK_IN,
    TIME,
    BIG_BLIND_IN,
    PLAYERS_LEFT,
    PLACES_PAID,
    TO_THE_MONEY,
    TABLES_LEFT,
    AVERAGE_STACK,
    CHIP_SHARE,
    RANK,
    PRIZE_OUT,
    PRIZE_NEXT,
    PRIZE_FIRST,
    HAND_FOR_HAND,
    BOUNTIES_WON,
    REBUY_LEFT,
    LATE_LEFT,
    MATCH,
    MATCH_CHIPS,
    SCORE,
    LAST_MOVES,
    ACTION_MASK,
) = range(len(NAMES))


class Layout:
    """Fields and their places in the flat observation of one structure.

    `at[k]` is where field `NAMES[k]` begins; `low` and `high` bound every number.
    """

    def __init__(self, structure: Structure, entrants: int, actions: int, last_moves: int = 8):
        if not 0 <= last_moves <= HISTORY:
            raise ValueError(f"last_moves is 0 to {HISTORY}, not {last_moves}")
        self.seats = structure.seats
        self.last_moves = last_moves
        self.fields = tuple(_fields(structure, entrants, actions, last_moves))
        sizes = [field.size for field in self.fields]
        self.at = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        self.size = int(self.at[-1])
        self.low = np.repeat([f.low for f in self.fields], sizes).astype(np.float32)
        self.high = np.repeat([f.high for f in self.fields], sizes).astype(np.float32)

    def parts(self, flat: FloatArray) -> dict[str, FloatArray]:
        """Return the fields of a flat observation (or a batch of them) by name, as views."""
        return {
            field.name: flat[..., self.at[k] : self.at[k + 1]]
            for k, field in enumerate(self.fields)
            if field.size
        }

    def field_names(self) -> list[str]:
        """Return a name for each number of the flat observation."""
        return [
            f"{f.name}[{i}]" if f.size > 1 else f.name for f in self.fields for i in range(f.size)
        ]

    def markdown(self) -> str:
        """Return the table of fields for the documentation."""
        rows = ["| from | field | size | range | unit | meaning |", "|---|---|---|---|---|---|"]
        for k, f in enumerate(self.fields):
            span = f"{f.low:g} to {f.high:g}"
            rows.append(
                f"| {self.at[k]} | `{f.name}` | {f.size} | {span} | {f.unit} | {f.meaning} |"
            )
        return "\n".join(rows)


def _fields(structure: Structure, entrants: int, actions: int, last_moves: int) -> list[Field]:
    s = structure.seats
    # All chips that there can be, rebuys and re-entries included, in the smallest level's blinds.
    rebuys, entries = structure.rebuys, 1 + structure.registration.re_entries
    bought = MOST_REBUYS * rebuys.chips if rebuys.minutes else 0
    chips = entrants * entries * (structure.start_stack + bought + rebuys.add_on_chips)
    big = float(chips) / (10.0 * structure.levels[0].big_blind)
    blinds = [level.big_blind for level in structure.levels]
    jump = max([2.0, *(b / a for a, b in zip(blinds, blinds[1:], strict=False))])
    ups = DECK_CARDS * (s - 1) if GAMES[structure.game].is_stud else 0
    heads = float(entrants * entries)
    matches = MATCHES if structure.format is Format.MATRIX else 0
    points = s if matches else 0
    return [
        Field("own_cards", 52, 0, 1, "card", "1 for each card held; deuce of clubs first, by rank"),
        Field("board", 52, 0, 1, "card", "1 for each common card"),
        Field("up_cards", ups, 0, 1, "card", "stud: the up cards of each other seat, 52 a seat"),
        Field("street", STREETS, 0, 1, "one-hot", "preflop, flop, turn, river; stud: third to 7th"),
        Field("seated", s, 0, 1, "flag", "somebody with chips at the hand's start sits there"),
        Field("in_hand", s, 0, 1, "flag", "dealt in and not folded"),
        Field("all_in", s, 0, 1, "flag", "in the hand without chips behind"),
        Field("button", s, 0, 1, "flag", "has the button, which may be an empty seat"),
        Field("forced_bet", s, 0, 10, "big blinds", "blind this seat had to post"),
        Field("stack", s, 0, big, "10 bb", "chips behind"),
        Field("street_bet", s, 0, big, "10 bb", "chips in front on this street"),
        Field("contribution", s, 0, big, "10 bb", "chips put in during the hand, antes included"),
        Field("bounty", s, 0, heads, "start bounties", "bounty on the seat's head"),
        Field("pot", 1, 0, big, "10 bb", "all chips put in"),
        Field("to_call", 1, 0, big, "10 bb", "what calling costs"),
        Field("min_raise_to", 1, 0, big, "10 bb", "street total of the smallest raise; 0: none"),
        Field("max_raise_to", 1, 0, big, "10 bb", "street total of the largest raise; 0: none"),
        Field("pot_odds", 1, 0, 1, "part", "to_call / (pot + to_call)"),
        Field("small_blind", 1, 0, 1, "big blinds", "of the level; in stud the bring-in"),
        Field("ante", 1, 0, 10, "big blinds", "of the level"),
        Field("next_big_blind", 1, 1, jump, "big blinds", "of the next level"),
        Field("level", 1, 0, 20, "10 levels", "number of the level"),
        Field("level_left", 1, 0, 1, "part", "of the level's time that is left at the deal"),
        Field("break_in", 1, 0, 1, "hours", "until the next break; 1: an hour or more, or none"),
        Field("time", 1, 0, 1, "part", "t / (1 h + t) of the time t since the start"),
        Field("big_blind_in", 1, 0, 1, "part of seats", "hands until the big blind, nobody out"),
        Field("players_left", 1, 0, 1, "part of entries", "still in the event"),
        Field("places_paid", 1, 0, 1, "part of entries", "places with a prize"),
        Field("to_the_money", 1, -1, 1, "part of entries", "players left less places paid"),
        Field("tables_left", 1, 0, 1, "part", "of the tables at the start"),
        Field("average_stack", 1, 0, big, "10 bb", "of the players left"),
        Field("chip_share", 1, 0, 1, "part", "own chips at the hand's start of all chips"),
        Field("rank", 1, 0, 1, "part", "players left with more chips at the hand's start"),
        Field("prize_out", 1, 0, 1, "part of pool", "prize of the place if out next"),
        Field("prize_next", 1, 0, 1, "part of pool", "prize of the place above that"),
        Field("prize_first", 1, 0, 1, "part of pool", "first prize"),
        Field("hand_for_hand", 1, 0, 1, "flag", "the tables wait for each other"),
        Field("bounties_won", 1, 0, heads, "start bounties", "own bounty winnings so far"),
        Field(
            "rebuy_left",
            int(rebuys.minutes > 0),
            0,
            1,
            "part",
            "of the time in which rebuys are sold",
        ),
        Field(
            "late_left",
            int(structure.registration.late_minutes > 0),
            0,
            1,
            "part",
            "of the time of late registration, 0 once it is closed",
        ),
        Field("match", matches, 0, 1, "one-hot", "Matrix: which match this decision is in"),
        Field("match_chips", matches, 0, 1, "part", "Matrix: own part of each match's chips"),
        Field(
            "score", points, 0, 1, "part of most", "Matrix: each seat's earned and likely points"
        ),
        Field(
            "last_moves",
            last_moves * MOVE_PARTS,
            0,
            _MOST_SIZE,
            "7 a move",
            "newest first: is there; seat / seats, clockwise from own; folds; checks or calls;"
            " raises; chips put in / pot before (at most 20); street / 4",
        ),
        Field("action_mask", actions, 0, 1, "flag", "legal actions (`actions.py`)"),
    ]
