"""Moves, what is legal, and the two ways a move can be wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


class InvalidMove(ValueError):
    """Not a move at all: a wrong type, a negative total, a text that names none."""


@dataclass(frozen=True, slots=True)
class Fold:
    """Give the hand up."""

    def __str__(self) -> str:
        return "fold"


@dataclass(frozen=True, slots=True)
class Call:
    """Match the bet with what there is; a check when nothing is to call; in stud the bring-in."""

    def __str__(self) -> str:
        return "call"


@dataclass(frozen=True, slots=True)
class RaiseTo:
    """Bet or raise so that the seat's street bet is `total` chips."""

    total: int

    def __post_init__(self) -> None:
        if not isinstance(self.total, int) or isinstance(self.total, bool) or self.total <= 0:
            raise InvalidMove(f"a raise is to a positive whole number of chips, not {self.total!r}")

    def __str__(self) -> str:
        return f"raise {self.total}"


Move = Fold | Call | RaiseTo


def parse_move(text: str) -> Move:
    """Return the move that `str(move)` wrote: "fold", "call" ("check"), "raise 600" ("bet 600").

    >>> parse_move("raise 600")
    RaiseTo(total=600)
    """
    words = text.split()
    if words == ["fold"]:
        return Fold()
    if words in (["call"], ["check"]):
        return Call()
    if len(words) == 2 and words[0] in ("raise", "bet") and words[1].isdigit():
        return RaiseTo(int(words[1]))
    raise InvalidMove(f"not a move: {text!r} (fold, call, raise TOTAL)")


@dataclass(frozen=True, slots=True)
class Legal:
    """What the seat to act may do.

    `to_call` is what calling costs, at most the stack; 0 is a check. `min_raise_to` and
    `max_raise_to` bound the street total after a raise and are None when no raise is allowed;
    only every `raise_step`-th total from the least is one (small or big bet in fixed limit).
    """

    fold: bool
    to_call: int
    min_raise_to: int | None
    max_raise_to: int | None
    raise_step: int = 1

    def __contains__(self, move: object) -> bool:
        if isinstance(move, Fold):
            return self.fold
        if isinstance(move, Call):
            return True
        if isinstance(move, RaiseTo) and self.min_raise_to and self.max_raise_to:
            within = self.min_raise_to <= move.total <= self.max_raise_to
            return within and (move.total - self.min_raise_to) % self.raise_step == 0
        return False

    def __iter__(self) -> Iterator[Move]:
        """Give every legal move, each whole chip of a raise included."""
        if self.fold:
            yield Fold()
        yield Call()
        if self.min_raise_to and self.max_raise_to:
            for total in range(self.min_raise_to, self.max_raise_to + 1, self.raise_step):
                yield RaiseTo(total)


class IllegalMove(ValueError):
    """A move that is not among the legal ones here; carries both."""

    def __init__(self, move: Move, legal: Legal | None) -> None:
        self.move = move
        self.legal = legal
        among = "nobody is to act" if legal is None else f"it is not among {legal}"
        super().__init__(f"{move!r}: {among}")
