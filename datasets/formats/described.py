"""Whether the words that a house prints for a shown hand fit its cards."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations

from railbird.arena.cards import CARD_OF_TEXT, RANKS
from railbird.arena.evaluator import CATEGORIES, category, rank_high

_RANK_WORDS = {
    word: rank
    for rank, words in enumerate(
        "Deuce Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten|Jack|Queen|King|Ace".split("|")
    )
    for word in words.split()
}
_PHRASES = (
    (re.compile(r"high card (\w+)"), "high card"),
    (re.compile(r"a pair of (\w+)"), "pair"),
    (re.compile(r"two pair, (\w+) and (\w+)"), "two pair"),
    (re.compile(r"three of a kind, (\w+)"), "three of a kind"),
    (re.compile(r"a straight, \w+ to (\w+)"), "straight"),
    (re.compile(r"a flush, (\w+) high"), "flush"),
    (re.compile(r"a full house, (\w+) full of (\w+)"), "full house"),
    (re.compile(r"four of a kind, (\w+)"), "four of a kind"),
    (re.compile(r"a straight flush, \w+ to (\w+)"), "straight flush"),
)
_ROYAL = "a Royal Flush"


def contradicts(words: str, cards: list[str], board: list[str], header: str) -> bool:
    """Say whether `words` (`"two pair, Queens and Threes"`) are not what the cards make.

    False too where nothing can be said: other games than hold'em and Omaha, too few cards, words
    that are not known.
    """
    said = _meaning(words)
    omaha = "Omaha" in header
    if said is None or "6+" in header or len(board) < 3:
        return False
    if len(cards) != 2 and not (omaha and len(cards) >= 4):
        return False
    hole = [CARD_OF_TEXT[card] for card in cards]
    shared = [CARD_OF_TEXT[card] for card in board]
    if len({*hole, *shared}) != len(hole) + len(shared):
        return True
    five = _best_omaha(hole, shared) if omaha else [*hole, *shared]
    name = CATEGORIES[category(rank_high(five))]
    return said != (name, _ranks(name, five))


def _meaning(words: str) -> tuple[str, tuple[int, ...]] | None:
    words = words.removeprefix("HI: ").partition(";")[0]
    if words.startswith(_ROYAL):
        return "straight flush", (RANKS.index("A"),)
    for pattern, name in _PHRASES:
        match = pattern.match(words)
        if match:
            ranks = tuple(_rank(word) for word in match.groups())
            return None if -1 in ranks else (name, ranks)
    return None


def _rank(word: str) -> int:
    single = "Six" if word == "Sixes" else word.removesuffix("s")
    return _RANK_WORDS.get(single, -1)


def _best_omaha(hole: list[int], board: list[int]) -> list[int]:
    fives = ([*two, *three] for two in combinations(hole, 2) for three in combinations(board, 3))
    return max(fives, key=rank_high)


def _ranks(name: str, cards: list[int]) -> tuple[int, ...]:
    """Return the ranks that the words name, highest first, for cards known to make `name`."""
    count = Counter(card // 4 for card in cards)
    if "flush" in name:
        suit = Counter(card % 4 for card in cards).most_common(1)[0][0]
        count = Counter(card // 4 for card in cards if card % 4 == suit)
    if "straight" in name:
        return (_straight_top(set(count)),)
    by_size = sorted(count, key=lambda rank: (-min(count[rank], 3), -rank))
    if name == "full house":
        return by_size[0], max(rank for rank in by_size[1:] if count[rank] >= 2)
    if name == "four of a kind":
        return (max(rank for rank in count if count[rank] == 4),)
    return tuple(by_size[: 2 if name == "two pair" else 1])


def _straight_top(ranks: set[int]) -> int:
    with_low_ace = ranks | ({-1} if RANKS.index("A") in ranks else set())
    return max(top for top in ranks if all(top - step in with_low_ace for step in range(5)))
