"""Between hands: the rules of tournaments of two rooms, and the director who runs them.

Every rule of both rooms is listed in `rulebook.toml` with our own sentence, the code that follows
it and, through `rules.py`, the tests that hold it: `railbird rules` shows them, open ones as open.

Rules, pure and exact (whole chips and cents): `house` (what a room does differently, as data),
`structure` and `structure_file` (an event as published, from TOML), `button`, `seating`, `balance`,
`hand_for_hand`, `clock`, `registration`, `accounts`, `places`, `prizes`, `bounties`, `deals`,
`cancellation`, `matrix`, `shootout`, `multi_entry`, `conduct`.

An event being run: `director` (the beat), `field` (its state, a fold over changes), `entrance`,
`tables`, `settlement`, `matrix_event`, `management` (logged powers), `play` and `deciders` (hands
and who plays them), `chronicle` and `hand_rows` (its history), `journal` and `plan` (crash and
restart), `lobby`, `tape`, `result`. `single_table` is the same for one table in compiled code.
"""
