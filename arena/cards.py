"""Cards as small integers and their two-character text.

A card is `4 * rank + suit`: rank 0 is the deuce and 12 the ace, suit 0..3 is clubs, diamonds,
hearts, spades. Text is the rank letter and the suit letter as the rooms print them (`"Td"`).
"""

from __future__ import annotations

Card = int

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK_SIZE = 52
CARD_TEXT: tuple[str, ...] = tuple(r + s for r in RANKS for s in SUITS)
CARD_OF_TEXT: dict[str, Card] = {text: card for card, text in enumerate(CARD_TEXT)}


class InvalidCards(ValueError):
    """A text that does not name cards, or names one card twice."""


def parse_cards(text: str) -> tuple[Card, ...]:
    """Return the cards of `text` in order; blanks between cards are ignored.

    Raises `InvalidCards` for anything else than rank and suit letters or for a repeated card.
    """
    packed = "".join(text.split())
    try:
        cards = tuple(CARD_OF_TEXT[packed[i : i + 2]] for i in range(0, len(packed), 2))
    except KeyError as error:
        raise InvalidCards(f"not a card: {error.args[0]!r} in {text!r}") from None
    if len(set(cards)) != len(cards):
        raise InvalidCards(f"a card stands twice in {text!r}")
    return cards


def cards_text(cards: tuple[Card, ...] | list[Card]) -> str:
    """Return the text of `cards` without blanks: `"AsKd"`."""
    return "".join(CARD_TEXT[card] for card in cards)
