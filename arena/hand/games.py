"""Games as data: what is dealt, how many streets, how it is ranked and bet.

A kernel reads a game from the record fields that `GameRecord` names; no rule asks for a game's
name. The betting structures are as the rooms dealt them.
"""

from __future__ import annotations

from dataclasses import dataclass

NO_LIMIT, POT_LIMIT, FIXED_LIMIT, POT_LIMIT_PREFLOP = range(4)
BETTING_CODES: dict[str, int] = {
    "no-limit": NO_LIMIT,
    "pot-limit": POT_LIMIT,
    "fixed-limit": FIXED_LIMIT,
    "pot-limit-preflop": POT_LIMIT_PREFLOP,
}

# How a hand is ranked: hole and board together, two hole and three board cards, or razz.
RANK_HIGH, RANK_OMAHA, RANK_A5 = range(3)

BOARD_STREETS = ("preflop", "flop", "turn", "river")
STUD_STREETS = ("third", "fourth", "fifth", "sixth", "seventh")


@dataclass(frozen=True, slots=True)
class Game:
    """A game that the kernel deals, named as in `arena.history.schema.GAMES`.

    `open_pair_doubles`: fixed limit allows the big bet on fourth street when a pair lies open.
    `hole_cards` are dealt before the first round (the last of a stud hand's three is up);
    `most_seats` is what one deck and the rooms allow.
    """

    name: str
    hole_cards: int
    ranking: int = RANK_HIGH
    has_low: bool = False
    is_stud: bool = False
    most_seats: int = 10
    open_pair_doubles: bool = False

    @property
    def streets(self) -> tuple[str, ...]:
        """Names of the betting rounds, in order."""
        return STUD_STREETS if self.is_stud else BOARD_STREETS


GAMES: dict[str, Game] = {
    game.name: game
    for game in (
        Game("holdem", 2),
        Game("omaha", 4, RANK_OMAHA),
        Game("omaha5", 5, RANK_OMAHA, most_seats=9),
        Game("omaha6", 6, RANK_OMAHA, most_seats=7),
        Game("omaha8", 4, RANK_OMAHA, has_low=True),
        Game("omaha5-8", 5, RANK_OMAHA, has_low=True, most_seats=9),
        Game("stud", 3, is_stud=True, most_seats=8, open_pair_doubles=True),
        Game("stud8", 3, has_low=True, is_stud=True, most_seats=8),
        Game("razz", 3, RANK_A5, is_stud=True, most_seats=8),
    )
}

# Rotations of mixed events, named as histories name them: (game, betting) in the order of play.
# The 8-game also holds a draw game (2-7 triple draw) that this kernel does not deal; `None` marks
# its place.
MIXES: dict[str, tuple[tuple[str, str] | None, ...]] = {
    "HORSE": (
        ("holdem", "fixed-limit"),
        ("omaha8", "fixed-limit"),
        ("razz", "fixed-limit"),
        ("stud", "fixed-limit"),
        ("stud8", "fixed-limit"),
    ),
    "HOSE": (
        ("holdem", "fixed-limit"),
        ("omaha8", "fixed-limit"),
        ("stud", "fixed-limit"),
        ("stud8", "fixed-limit"),
    ),
    "8-Game": (
        None,
        ("holdem", "fixed-limit"),
        ("omaha8", "fixed-limit"),
        ("razz", "fixed-limit"),
        ("stud", "fixed-limit"),
        ("stud8", "fixed-limit"),
        ("holdem", "no-limit"),
        ("omaha", "pot-limit"),
    ),
    "Triple Stud": (("stud", "fixed-limit"), ("razz", "fixed-limit"), ("stud8", "fixed-limit")),
    "Mixed Hold'em": (("holdem", "fixed-limit"), ("holdem", "no-limit")),
    "Mixed PLH/PLO": (("holdem", "pot-limit"), ("omaha", "pot-limit")),
}
