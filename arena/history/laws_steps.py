"""Laws between neighbouring hands of a table: stacks carry over, buttons and names stay put."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from railbird.arena.history.laws_order import next_hands
from railbird.arena.history.laws_rows import SEAT_LIMIT, Ints, Rows, find
from railbird.arena.history.violations import Violation


@dataclass
class _Step:
    """What changed without reason between two neighbouring hands: seat rows by their part."""

    changed: list[tuple[int, int]] = field(default_factory=list)
    left: list[int] = field(default_factory=list)
    came: list[int] = field(default_factory=list)


@dataclass(frozen=True)
class _Steps:
    rows: Rows
    following: Ints
    end: Ints  # what each seat row has after its hand, with re-buys and add-ons
    then: Ints  # the seat row of the same player in the next hand at the table, or -1
    before: Ints  # the seat row of the same player in the hand before, or -1


def step_laws(rows: Rows) -> Iterator[Violation]:
    """Yield every place where a table goes on differently from how a hand left it."""
    steps = _steps(rows)
    passed = _passed(steps)
    changes = _changes(steps)
    for hand, step in sorted(changes.items()):
        yield from _renamed(steps, hand, step)
        yield from _jumps(steps, hand, step, hand in passed)
        yield from _only_table(steps, hand, step)
    for hand, seat_rows in passed.items():
        if hand not in changes or not changes[hand].changed:
            yield _button(steps, hand, seat_rows)


def _steps(rows: Rows) -> _Steps:
    seats, following = rows.seats, next_hands(rows)
    width = max(len(rows.names), 1)
    end = seats.stack - seats.contributed + seats.returned + _received(rows) + rows.added
    after = following[seats.hand] if rows.count else seats.hand
    then = find(seats.hand * width + seats.player, after * width + seats.player)
    then[(after < 0) | (seats.player < 0)] = -1
    before: Ints = np.full(len(then), -1, dtype=np.int64)
    before[then[then >= 0]] = np.flatnonzero(then >= 0)
    return _Steps(rows, following, end, then, before)


def _received(rows: Rows) -> Ints:
    """Return what each seat got: the chips won, or the price of a share sold to the house."""
    acts, received = rows.acts, rows.seats.won.copy()
    sold = (acts.kind == "cashes_out") & (acts.seat_row >= 0)
    received[acts.seat_row[sold]] = 0
    np.add.at(received, acts.seat_row[sold], acts.amount[sold])
    return received


def _changes(steps: _Steps) -> dict[int, _Step]:
    """Return the unexplained changes of each step, keyed by the hand it starts from."""
    seats, changes = steps.rows.seats, defaultdict[int, _Step](_Step)
    preceding: Ints = np.full(steps.rows.count, -1, dtype=np.int64)
    has_next = np.flatnonzero(steps.following >= 0)
    preceding[steps.following[has_next]] = has_next
    known = seats.chips_known & seats.stack_known
    both = known & (steps.then >= 0) & seats.stack_known[steps.then]
    left_over = {key: list(chips) for key, chips in steps.rows.added_between.items()}
    for row in np.flatnonzero(both & (steps.end != seats.stack[steps.then])).tolist():
        if not _told_between(steps, row, left_over):
            changes[int(seats.hand[row])].changed.append((row, int(steps.then[row])))
    if steps.rows.count == 0:
        return changes
    left = known & (steps.then < 0) & (steps.following[seats.hand] >= 0) & (steps.end > 0)
    for row in np.flatnonzero(left).tolist():
        changes[int(seats.hand[row])].left.append(row)
    came = (steps.before < 0) & (preceding[seats.hand] >= 0) & (seats.player >= 0)
    for row in np.flatnonzero(came).tolist():
        changes[int(preceding[seats.hand[row]])].came.append(row)
    return changes


def _told_between(
    steps: _Steps, row: int, left_over: dict[tuple[str | None, int], list[int]]
) -> bool:
    """Say whether chips told between the hands explain the step; each telling does so once."""
    seats = steps.rows.seats
    tournament = steps.rows.hands["tournament_id"][int(seats.hand[row])]
    chips = left_over.get((tournament, int(seats.player[row])), [])
    gained = int(seats.stack[steps.then[row]] - steps.end[row])
    if gained not in chips:
        return False
    chips.remove(gained)
    return True


def _jumps(steps: _Steps, hand: int, step: _Step, passed: bool) -> Iterator[Violation]:
    """Yield a gap when chips went both ways, else a jump; a cash player may add chips.

    `passed`: the button passed somebody in this step, so hands are missing for certain.
    """
    rows, seats = steps.rows, steps.rows.seats
    if not step.changed:
        return
    moved = [int(seats.stack[then] - steps.end[row]) for row, then in step.changed]
    cash = rows.hands["tournament_id"][hand] is None
    after = int(steps.following[hand])
    names = tuple(rows.names[seats.player[row]] for row, _ in step.changed)
    who = ", ".join(
        f"{name} {steps.end[row]} -> {seats.stack[then]}"
        for name, (row, then) in zip(names, step.changed, strict=True)
    )
    if passed:
        kind, why = "gap", "and the button passed a player: at least one hand is missing."
    elif cash and min(moved) > 0:
        kind, why = "top_up", "these players added chips between the hands."
    elif min(moved) < 0 < max(moved):
        kind, why = "gap", "a hand between them is missing, or an amount was changed."
    else:
        kind, why = "stack_jump", "no re-buy or add-on explains it: chips or a hand were changed."
    yield rows.violation(
        kind,
        after,
        players=names,
        expected=", ".join(str(steps.end[row]) for row, _ in step.changed),
        found=", ".join(str(seats.stack[then]) for _, then in step.changed),
        explanation=f"After hand {rows.hands['hand_id'][hand]} and before hand "
        f"{rows.hands['hand_id'][after]}: {who}; {why}",
    )


def _renamed(steps: _Steps, hand: int, step: _Step) -> Iterator[Violation]:
    """Yield seats whose name changed while the chips stayed; a note when it stays changed.

    Such a pair neither left nor came, so both are taken out of the step.
    """
    rows, seats = steps.rows, steps.rows.seats
    came = {int(seats.seat[row]): row for row in step.came}
    for row in list(step.left):
        new = came.get(int(seats.seat[row]))
        if new is None or seats.stack[new] != steps.end[row]:
            continue
        step.left.remove(row)
        step.came.remove(new)
        old_name, new_name = rows.names[seats.player[row]], rows.names[seats.player[new]]
        if steps.before[row] < 0 and _was_here(steps, hand, int(seats.player[new])):
            continue  # the way back from a change that was told when it began
        later = int(steps.following[seats.hand[new]])
        back = later >= 0 and _sits_in(steps, [later], int(seats.player[row]))
        yield rows.violation(
            "renamed" if back else "taken_over",
            int(seats.hand[new]),
            players=(old_name, new_name),
            expected=f"{old_name} with {steps.end[row]} in seat {seats.seat[row]}",
            found=f"{new_name} with {seats.stack[new]}",
            explanation=f"{new_name} sits in seat {seats.seat[row]} with exactly the chips of "
            f"{old_name}" + (", who is back in the next hand." if back else ", who is gone."),
        )


def _was_here(steps: _Steps, hand: int, player: int) -> bool:
    return _sits_in(steps, np.flatnonzero(steps.following == hand).tolist(), player)


def _sits_in(steps: _Steps, hands: list[int], player: int) -> bool:
    seats = steps.rows.seats
    return bool(np.any(np.isin(seats.hand, hands) & (seats.player == player)))


def _only_table(steps: _Steps, hand: int, step: _Step) -> Iterator[Violation]:
    """Yield chips that come or go with players at a table that nobody can move to or from."""
    rows, seats = steps.rows, steps.rows.seats
    tournament = rows.hands["tournament_id"][hand]
    if tournament is None or hand not in _single_table_hands(rows):
        return
    came = [row for row in step.came if seats.stack[row] > 0]
    names = tuple(rows.names[seats.player[row]] for row in step.left + came)
    if not names:
        return
    gone = sum(int(steps.end[row]) for row in step.left)
    new = sum(int(seats.stack[row]) for row in came)
    after = int(steps.following[hand])
    yield rows.violation(
        "table_chips",
        after,
        players=names,
        expected="the same players with all the chips",
        found=f"{gone} chips left, {new} came",
        explanation=f"{', '.join(names)} left or joined between hand "
        f"{rows.hands['hand_id'][hand]} and hand {rows.hands['hand_id'][after]}, but the "
        "tournament has only this table.",
    )


def _single_table_hands(rows: Rows) -> frozenset[int]:
    single = _single_tables(rows)
    return frozenset(
        hand for hand, t in enumerate(rows.hands["tournament_id"]) if t is not None and t in single
    )


def _single_tables(rows: Rows) -> frozenset[str]:
    table = rows.history["tournaments"]
    entrants = dict(
        zip(
            table.column("tournament_id").to_pylist(),
            table.column("entrants").to_pylist(),
            strict=True,
        )
    )
    seats: dict[str, int] = {}
    for tournament, most in zip(rows.hands["tournament_id"], rows.hands["max_seats"], strict=True):
        if tournament is not None and most is not None:
            seats[tournament] = most
    return frozenset(t for t, most in seats.items() if most == 2 or (entrants.get(t) or 99) <= most)


def _passed(steps: _Steps) -> dict[int, list[int]]:
    """Return the steps in which the button passes somebody dealt in before and after, and whom.

    With fewer than three such players the button may jump as the blinds are put right.
    """
    rows, seats = steps.rows, steps.rows.seats
    buttons = rows.hands["button_seat"]
    order = np.argsort(seats.hand * SEAT_LIMIT + seats.seat, kind="stable")
    starts = np.searchsorted(seats.hand[order], np.arange(rows.count + 1))
    dealt_twice = (steps.then >= 0) & seats.dealt_in & seats.dealt_in[steps.then]
    dealt_twice &= seats.seat[steps.then] == seats.seat
    passed: dict[int, list[int]] = {}
    for hand in np.flatnonzero(steps.following >= 0).tolist():
        old, new = buttons[hand], buttons[int(steps.following[hand])]
        if old is None or new is None:
            continue
        here = order[starts[hand] : starts[hand + 1]]
        stayed = here[dealt_twice[here]].tolist()
        between = [row for row in stayed if _between(int(seats.seat[row]), old, new)]
        if len(stayed) >= 3 and between:
            passed[hand] = between
    return passed


def _button(steps: _Steps, hand: int, passed: list[int]) -> Violation:
    rows, seats = steps.rows, steps.rows.seats
    after = int(steps.following[hand])
    old, new = rows.hands["button_seat"][hand], rows.hands["button_seat"][after]
    names = tuple(rows.names[seats.player[row]] for row in passed)
    return rows.violation(
        "button",
        after,
        players=names,
        expected=f"the button in seat {seats.seat[passed[0]]}",
        found=f"the button in seat {new}",
        explanation=f"The button went from seat {old} to seat {new} and passed "
        f"{', '.join(names)}: a hand may be missing.",
    )


def _between(seat: int, old: int, new: int) -> bool:
    if old < new:
        return old < seat < new
    return seat > old or seat < new
