"""One hand of poker, from the forced bets to the shared pots.

The rules are small compiled functions over the record of a table (`record.TABLE`): `streets`
starts a hand, ends streets and finds who acts; `legal` says what the seat to act may do; `moves`
does it; `pots` and `showdown` share the chips. `batch` runs them over many tables. `games` and
`rules` are data. `state` is the face for people: it computes nothing.
"""
