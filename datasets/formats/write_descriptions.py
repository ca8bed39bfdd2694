"""The words that the houses print for a shown hand: "two pair, Kings and Sixes"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations

from railbird.arena.cards import CARD_OF_TEXT, RANKS

_NAMES = "Deuce Three Four Five Six Seven Eight Nine Ten Jack Queen King Ace".split()
_ACE = len(_NAMES) - 1
_OMAHA = frozenset({"omaha", "omaha8", "omaha5", "omaha5-8", "omaha6", "courchevel", "courchevel8"})
HIGH_LOW_GAMES = frozenset({"omaha8", "omaha5-8", "courchevel8", "stud8"})
_HIGH = frozenset({"holdem", "stud", "draw5"})
_DEUCE_LOW = frozenset({"triple-draw-27", "single-draw-27"})
_FOUR, _EIGHT = 4, 8


@lru_cache(maxsize=20_000)
def describe(game: str | None, cards: str, board: str | None, house: str) -> str | None:
    """Return the house's words for shown `cards`, None where it prints none or none are known.

    `house` "fulltilt" says "Ace King high" and "Twos", any other speaks as PokerStars does.
    """
    hole = [CARD_OF_TEXT[cards[i : i + 2]] for i in range(0, len(cards), 2)]
    up = [CARD_OF_TEXT[board[i : i + 2]] for i in range(0, len(board or ""), 2)] if board else []
    if game == "badugi":
        return _badugi(hole)
    if game == "razz":
        low = _lowest([hole])
        return _low_words(low, house) if low else None
    if game in _DEUCE_LOW:
        return _deuce_low(hole, house) if len(hole) == 5 else None
    fives = _fives(game, hole, up)
    if not fives:
        return _pocket(hole, house) if game == "holdem" and not up and len(hole) == 2 else None
    words = _high_words(fives, house)
    if game not in HIGH_LOW_GAMES or house == "fulltilt":
        return words
    low = _lowest(fives)
    if low and low[0] <= _EIGHT:
        return f"HI: {words}; LO: {_ranks_text(low)}"
    return f"HI: {words}"


def _pocket(hole: list[int], house: str) -> str:
    """Return the words for two cards without a board: a pair or a high card."""
    high, low = sorted((card // 4 for card in hole), reverse=True)
    if high == low:
        return f"a pair of {_many(high, house)}"
    return f"{_one(high)} {_one(low)} high" if house == "fulltilt" else f"high card {_one(high)}"


def _fives(game: str | None, hole: list[int], board: list[int]) -> list[list[int]]:
    """Return all hands of five cards that may be made, none when too few cards are known."""
    if game in _OMAHA:
        if len(hole) < _FOUR:
            return []
        pairs = combinations(hole, 2)
        return [[*two, *three] for two in pairs for three in combinations(board, 3)]
    if game not in _HIGH | HIGH_LOW_GAMES or (game == "holdem" and len(hole) != 2):
        return []
    return [list(five) for five in combinations([*hole, *board], 5)]


def _high_words(fives: list[list[int]], house: str) -> str:
    name, best = _best_high(fives)
    return _words(name, best, house)


def _best_high(fives: list[list[int]]) -> tuple[str, list[int]]:
    """Return the category and the cards of the highest of some hands of five cards."""
    # Imported here: formats without described hands need not wait for the compiler.
    from railbird.arena.evaluator import CATEGORIES, category, rank_high_batch

    ranks = rank_high_batch(fives)
    best = int(ranks.argmax())
    return CATEGORIES[category(int(ranks[best]))], fives[best]


def _words(name: str, five: list[int], house: str) -> str:
    count = Counter(card // 4 for card in five)
    by_size = sorted(count, key=lambda rank: (-count[rank], -rank))
    first, second = by_size[0], by_size[1]
    if "straight" in name:
        return _straight_words(name, set(count), house)
    return {
        "high card": f"{_one(first)} {_one(second)} high"
        if house == "fulltilt"
        else f"high card {_one(first)}",
        "pair": f"a pair of {_many(first, house)}",
        "two pair": f"two pair, {_many(first, house)} and {_many(second, house)}",
        "three of a kind": f"three of a kind, {_many(first, house)}",
        "flush": f"a flush, {_one(first)} high",
        "full house": f"a full house, {_many(first, house)} full of {_many(second, house)}",
        "four of a kind": f"four of a kind, {_many(first, house)}",
    }[name]


def _straight_words(name: str, ranks: set[int], house: str) -> str:
    top = 3 if ranks == {_ACE, 0, 1, 2, 3} else max(ranks)
    if name == "straight flush" and top == _ACE:
        return "a Royal Flush"
    if house == "fulltilt":
        return f"a {name}, {_one(top)} high"
    bottom = _ACE if top == 3 else top - 4
    return f"a {name}, {_one(bottom)} to {_one(top)}"


def _one(rank: int) -> str:
    return _NAMES[rank]


def _many(rank: int, house: str) -> str:
    if rank == 0 and house == "fulltilt":
        return "Twos"
    return _NAMES[rank] + ("es" if _NAMES[rank] == "Six" else "s")


def _lowest(hands: Iterable[Iterable[int]]) -> tuple[int, ...] | None:
    """Return the best ace-to-five low without a pair, its ranks from the top, an ace being 1."""
    lows = []
    for cards in hands:
        ranks = sorted({(card // 4 + 1) % 13 + 1 for card in cards})
        if len(ranks) >= 5:
            lows.append(tuple(reversed(ranks[:5])))
    return min(lows, default=None)


def _ranks_text(low: Iterable[int]) -> str:
    return ",".join("A" if rank == 1 else RANKS[rank - 2] for rank in low)


def _low_words(low: tuple[int, ...], house: str) -> str:
    return _ranks_text(low) if house == "fulltilt" else f"Lo: {_ranks_text(low)}"


def _deuce_low(hole: list[int], house: str) -> str:
    """Return the words of deuce-to-seven, where an ace is high and straights and flushes count."""
    ranks = sorted({card // 4 for card in hole}, reverse=True)
    name, _ = _best_high([hole])
    is_wheel = ranks == [_ACE, 3, 2, 1, 0]
    if len(ranks) == 5 and (name == "high card" or is_wheel):
        words = ",".join(RANKS[rank] for rank in ranks)
    else:
        words = _words(name, hole, house)
    return words if house == "fulltilt" else f"Lo: {words}"


def _badugi(hole: list[int]) -> str | None:
    """Return the best set of cards of different ranks and suits, as `Badugi: 9,6,5,A`."""
    for size in range(len(hole), 0, -1):
        sets = [
            tuple(sorted(((card // 4 + 1) % 13 + 1 for card in some), reverse=True))
            for some in combinations(hole, size)
            if len({card // 4 for card in some}) == len({card % 4 for card in some}) == size
        ]
        if sets:
            name = "Badugi" if size == _FOUR else f"{size}-card"
            return f"{name}: {_ranks_text(min(sets))}"
    return None
