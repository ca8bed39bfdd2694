"""The games as the rooms write them, to the words of the schema."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

_GAMES = {
    "hold'em": "holdem",
    "holdem": "holdem",
    "6+ hold'em": "sixplus",
    "omaha": "omaha",
    "omaha hi": "omaha",
    "omaha h/l": "omaha8",
    "omaha hi/lo": "omaha8",
    "5 card omaha": "omaha5",
    "5 card omaha hi": "omaha5",
    "5 card omaha h/l": "omaha5-8",
    "5 card omaha hi/lo": "omaha5-8",
    "6 card omaha": "omaha6",
    "courchevel": "courchevel",
    "courchevel hi": "courchevel",
    "courchevel h/l": "courchevel8",
    "courchevel hi/lo": "courchevel8",
    "7 card stud": "stud",
    "7 card stud hi": "stud",
    "stud": "stud",
    "stud hi": "stud",
    "7 card stud h/l": "stud8",
    "7 card stud hi/lo": "stud8",
    "stud h/l": "stud8",
    "stud hi/lo": "stud8",
    "razz": "razz",
    "badugi": "badugi",
    "5 card draw": "draw5",
    "2-7 triple draw": "triple-draw-27",
    "triple draw 2-7 lowball": "triple-draw-27",
    "2-7 single draw": "single-draw-27",
    "single draw 2-7 lowball": "single-draw-27",
    "badacey": "badacey",
    "badeucey": "badeucey",
    "a-5 triple draw": "a5-triple-draw",
}
_BETTINGS = {
    "no limit": "no-limit",
    "nl": "no-limit",
    "pot limit": "pot-limit",
    "pl": "pot-limit",
    "fixed limit": "fixed-limit",
    "fl": "fixed-limit",
    "limit": "fixed-limit",
}
# The cap of a cap game is a matter of its amounts; what may be bet is its limit's name.
_CAP = r"(?:[$€£]?[\d.,]+ )?cap "
_LIMIT = r"(?P<{}>no limit|pot limit|fixed limit|limit|nl|pl|fl)"
_FORM = re.compile(
    rf"(?:{_CAP})?(?:{_LIMIT.format('before')} )?(?P<game>.+?)(?: {_LIMIT.format('after')})?",
    re.IGNORECASE,
)
_MIXES = re.compile(
    r"(?P<mix>\d+-Game|HORSE|HOSE|HOE|HEROS|HORSED|HA|HO|OA|OE|SE|Triple Stud"
    r"|Mixed (?:Hold'em|Omaha|NLH/PLO|PLH/PLO))(?: Mixed)?",
    re.IGNORECASE,
)


class GameName(NamedTuple):
    """A game in the schema's words; for a rotation `mix` is its name and `game` is None."""

    game: str | None
    betting: str | None
    mix: str | None = None


@lru_cache(maxsize=512)
def game_name(text: str) -> GameName | None:
    """Return the game of `No Limit Hold'em`, `Omaha H/L Pot Limit`, `8-Game`; None if unknown."""
    text = " ".join(text.split())
    mixed = _MIXES.fullmatch(text)
    if mixed:
        return GameName(None, None, mixed["mix"])
    form = _FORM.fullmatch(text)
    game = _GAMES.get(form["game"].lower()) if form else None
    if form is None or game is None:
        return None
    limit = form["before"] or form["after"]
    return GameName(game, _BETTINGS[limit.lower()] if limit else None)
