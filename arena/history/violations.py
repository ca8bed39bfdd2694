"""What a broken law is called, how bad it is, and where it stands."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Kind:
    """A law's name in one line and what it means when it is broken; a note is no breach."""

    title: str
    meaning: str
    note: bool = False


# Worst first: this is the order of reports.
KINDS: dict[str, Kind] = {
    "edited_copy": Kind(
        "Same hand id, different content",
        "Two copies of one hand disagree about what the whole table saw; one was changed.",
    ),
    "contradiction": Kind(
        "A hand contradicts itself",
        "The text says one thing in two places (a street and the board, shown cards and the "
        "summary, a raise and the bet before it), and they differ.",
    ),
    "gap": Kind(
        "Hands missing",
        "Stacks moved between two neighbouring hands: a hand between them is missing, or an "
        "amount in one of them was changed.",
    ),
    "stack_jump": Kind(
        "Stack jump",
        "A stack differs from what the hand before left, and no re-buy or add-on explains it.",
    ),
    "table_chips": Kind(
        "Chips appear or vanish",
        "The chips at the only or last table of a tournament are all the chips that were issued.",
    ),
    "pot": Kind(
        "Pot does not balance",
        "Chips put in less chips returned must equal the total pot, and the pot must equal "
        "what was collected and the rake.",
    ),
    "sums": Kind(
        "Actions and totals disagree",
        "What a seat put in, got back and won must be the sums of its action lines.",
    ),
    "bets": Kind(
        "A bet does not fit the one before",
        "A call matches the highest bet or is all-in, a raise exceeds it, and a check faces none.",
    ),
    "overspent": Kind(
        "More put in than the stack",
        "A player cannot bet chips that are not there, and all-in means all of them.",
    ),
    "card_twice": Kind("A card stands twice", "One deck has every card once."),
    "not_in_deck": Kind("A card that is not in the deck", "The game is dealt from another deck."),
    "board": Kind(
        "Board and streets disagree",
        "Every street that was played shows its cards.",
    ),
    "hole_cards": Kind("Too many hole cards", "The game deals fewer cards to a player."),
    "winner": Kind(
        "Chips went to the wrong player",
        "A pot goes to a player who was dealt in and did not fold.",
    ),
    "weaker_hand": Kind(
        "A weaker hand won",
        "At showdown the best hand shown takes a share of the pot.",
    ),
    "stranger": Kind("Acts without a seat", "Only seated players act."),
    "seat_twice": Kind("A seat or player twice", "A player has one seat and a seat one player."),
    "renamed": Kind(
        "A name changed for one hand",
        "Another name sits in the seat, with exactly the chips, for a while only.",
    ),
    "order": Kind(
        "Hands out of order",
        "Hands of a table stand in the order they were dealt: ids and times grow.",
    ),
    "time": Kind(
        "Time does not fit the hand id",
        "A house numbers its hands as it deals them, so a later id is a later time.",
    ),
    "level": Kind("Level went down", "Tournament levels only rise."),
    "button": Kind(
        "Button passed a player",
        "The button moves to the next player; passing one hints at a missing hand.",
    ),
    "orphan": Kind("Rows without a hand", "A row names a hand that the history does not have."),
    "taken_over": Kind(
        "Seat taken over",
        "A new name sits down in the seat of one who left, with exactly the same chips.",
        note=True,
    ),
    "cashed_out": Kind(
        "Share cashed out",
        "A player sold a share of the pot to the house, so what was collected is less.",
        note=True,
    ),
    "top_up": Kind(
        "Topped up between hands",
        "In a cash game a player may add chips between hands.",
        note=True,
    ),
    "duplicate": Kind(
        "Read twice", "The same hand, with the same content, a second time.", note=True
    ),
}
_RANK = {kind: rank for rank, kind in enumerate(KINDS)}


@dataclass(frozen=True, slots=True)
class Violation:
    """One broken law: which, where, who, what was expected and what stands there."""

    kind: str
    hand_id: str | None
    table: str | None
    file: str | None
    line: int | None
    players: tuple[str, ...]
    expected: str
    found: str
    explanation: str

    @property
    def note(self) -> bool:
        """Whether this is worth knowing but breaks no law."""
        return KINDS[self.kind].note

    @property
    def sort_key(self) -> tuple[int, str, int, str]:
        """Worst kind first, then by place in the input."""
        return _RANK[self.kind], self.file or "", self.line or 0, self.hand_id or ""
