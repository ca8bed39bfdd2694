"""What is true of a recorded event: the tables `labels` and `altered`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import pandas as pd

from railbird.agents.colluders.marks import AWAY, LINE, MOVE, Altered
from railbird.arena.history.recorder import Recorder
from railbird.arena.history.schema import BETS, TABLES, History

# Actions that are decisions; posts and what follows by itself are none.
_DECISIONS = (*BETS, "brings_in")
Label = tuple[str, str, str, float] | tuple[str, str, str, float, str | None]


def with_truth(
    history: History,
    marks: Iterable[Altered],
    hand_ids: Mapping[int, str],
    groups: Sequence[Label],
) -> History:
    """Return the history of one event with its tables `altered` and `labels` filled.

    `hand_ids` names each hand by its number; `groups` are (group, player, scheme, intensity) and
    perhaps a note. A mark stands at the ordinal of its row in `actions`, `chat` or `events`; a hand
    that a player sits out without leaving in it has none. A move that came too late was not made:
    it is no mark. Raises `KeyError` for a mark whose decision is not in the history.
    """
    places = _Places(history)
    truth = Recorder()
    done = set()
    for mark in marks:
        hand = hand_ids[mark.hand]
        place = places.of(mark, hand)
        if mark.what == MOVE and (hand, place) in places.too_late:
            continue
        row = (hand, place, mark.player, mark.partner, mark.scheme)
        # A move and its time are one row of the history.
        if row not in done:
            done.add(row)
            truth.rows["altered"].append(row)
    for event in history["tournaments"]["tournament_id"].to_pylist():
        truth.rows["labels"] += [(*g[:4], event, g[4] if len(g) > 4 else None) for g in groups]
    found = truth.history()
    own = {name: found[name] for name in ("altered", "labels")}
    return History({name: own.get(name, history[name]) for name in TABLES})


class _Places:
    """Where the decisions of a history stand."""

    def __init__(self, history: History) -> None:
        actions = history.frame("actions")
        self._moves = _ordinals(actions[actions.kind.isin(_DECISIONS)], ["hand_id"])
        self._lines = _ordinals(history.frame("chat"), ["hand_id", "player"])
        late = actions[actions.timed_out.fillna(False).astype(bool)]
        self.too_late = {(h, int(o)) for h, o in zip(late.hand_id, late.ordinal, strict=True)}
        events = history.frame("events")
        self._left = _ordinals(events[events.kind == "sits_out"], ["hand_id", "player"])
        self._hands = set(history["hands"]["hand_id"].to_pylist())

    def of(self, mark: Altered, hand: str) -> int | None:
        """Return the ordinal of a mark's row, or None when it has none."""
        if hand not in self._hands:
            raise KeyError(f"there is no hand {hand}")
        if mark.what == AWAY:
            left = self._left.get((hand, mark.player), ())
            return left[0] if left else None
        moves = self._moves.get((hand,), ())
        if mark.move >= len(moves):
            raise KeyError(f"hand {hand} has no decision {mark.move + 1}")
        if mark.what == LINE:
            lines = self._lines.get((hand, mark.player), ())
            return max(o for o in lines if o < moves[mark.move])
        return moves[mark.move]


def _ordinals(rows: pd.DataFrame, by: list[str]) -> dict[tuple[str, ...], list[int]]:
    """Return the ordinals of rows, rising, by the columns `by`."""
    rows = rows[rows.ordinal.notna()].sort_values("ordinal")
    found: dict[tuple[str, ...], list[int]] = {}
    for *key, ordinal in rows[[*by, "ordinal"]].itertuples(index=False):
        found.setdefault(tuple(key), []).append(int(ordinal))
    return found
