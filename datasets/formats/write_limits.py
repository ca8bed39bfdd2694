"""What each format has no words for: the columns that converting to it empties or changes.

This holds for hands of the house whose text it is (any house for PHH and Open Hand History);
`WriteReport.not_carried` says for every conversion what was really lost. `hands.source_file` and
`hands.source_line` say where a row was read and are new in every file.
"""

from __future__ import annotations

# Hands are filed by table, so their place in a file is another one.
_ANY_TEXT = {
    "hands.ordinal",
    "hands.hand_for_hand",
    "hands.players_left",
    "hands.places_paid",
    "actions.think_seconds",
    "chat.time",
    "tournaments.format",
    "tournaments.start_time",
    "tournaments.end_time",
    "tournaments.entrants",
    "tournaments.prize_pool",
    "tournaments.start_stack",
    "tournaments.rebuys",
    "tournaments.add_ons",
    "tournaments.source",
    "entries.start_stack",
    "entries.country",
    "entries.still_playing",
    "entries.note",
}

CANNOT_CARRY: dict[str, frozenset[str]] = {
    "parquet": frozenset(),
    "phh": frozenset(),
    "ohh": frozenset(),
    # A tournament's name stands nowhere in a hand; places and prizes only for those who go out.
    "pokerstars": frozenset(
        _ANY_TEXT | {"tournaments.name", "entries.finish_place", "entries.prize"}
    ),
    # Knock-outs, places and rebuys are told in summary files only, the level's number nowhere.
    "fulltilt": frozenset(
        _ANY_TEXT
        | {
            "hands.level",
            "hands.match_round",
            "seats.bounty",
            "tournaments.bounty",
            "entries.finish_place",
            "entries.prize",
            "entries.rebuys",
            "entries.add_ons",
            "entries.bounties_won",
            "entries.knockouts",
        }
    ),
}
