"""Two places of one hand's text are compared; words for a shown hand fit its cards."""

from __future__ import annotations

from pathlib import Path

import pytest

from railbird.datasets.formats.described import contradicts
from railbird.datasets.formats.said_twice import contradictions, in_hand

HAND = """\
PokerStars Hand #9000000001:  Hold'em No Limit ($0.25/$0.50 USD) - 2021/07/30 10:48:14 ET
Table 'Pier' 6-max Seat #1 is the button
Seat 1: Ann ($50 in chips)
Seat 2: Ann: raises ($50 in chips)
Seat 3: Cy ($50 in chips)
Ann: raises: posts small blind $0.25
Cy: posts big blind $0.50
*** HOLE CARDS ***
Dealt to Ann [As Ah]
Ann: raises $1 to $1.50
Ann: raises: folds
Cy: raises $3 to $4.50
Ann: calls $3
*** FLOP *** [2c 7d 9h]
Cy: bets $2
Ann: raises $4 to $6
Cy: calls $4
*** TURN *** [2c 7d 9h] [Ts]
Cy: checks
Ann: checks
*** RIVER *** [2c 7d 9h Ts] [3d]
Cy: checks
Ann: checks
*** SHOW DOWN ***
Cy: shows [Kd Kh] (a pair of Kings)
Ann: shows [As Ah] (a pair of Aces)
Ann collected $20.25 from pot
*** SUMMARY ***
Total pot $21.25 | Rake $1
Board [2c 7d 9h Ts 3d]
Seat 1: Ann (button) showed [As Ah] and won ($20.25) with a pair of Aces
Seat 2: Ann: raises (small blind) folded before Flop
Seat 3: Cy (big blind) showed [Kd Kh] and lost with a pair of Kings
"""


def test_true_hand_has_no_contradiction() -> None:
    assert list(in_hand(HAND)) == []


@pytest.mark.parametrize(
    ("old", "new", "what", "player"),
    [
        ("*** FLOP *** [2c", "*** FLOP *** [2d", "board", None),
        ("*** TURN *** [2c 7d 9h] [Ts]", "*** TURN *** [2c 7d 9h] [Td]", "board", None),
        ("Board [2c 7d", "Board [2c 8d", "board", None),
        ("Cy: shows [Kd", "Cy: shows [Ks", "cards", "Cy"),
        ("Ann: shows [As Ah]", "Ann: shows [As Ad]", "cards", "Ann"),
        ("showed [Kd Kh]", "showed [Kd Qh]", "cards", "Cy"),
        ("(a pair of Kings)", "(a pair of Queens)", "shown hand", "Cy"),
        ("Cy: raises $3 to", "Cy: raises $3.50 to", "raise", "Cy"),
        ("Ann: raises $4 to", "Ann: raises $5 to", "raise", "Ann"),
        ("won ($20.25)", "won ($21.25)", "chips won", "Ann"),
        ("Seat 3: Cy (big blind)", "Seat 3: Cy (small blind)", "small blind", "Cy"),
        ("Seat 3: Cy (big blind)", "Seat 3: Cy (button)", "button", "Cy"),
        ("Seat #1 is", "Seat #3 is", "button", "Ann"),
        ("folded before Flop", "folded on the Flop", "fold", "Ann: raises"),
        ("Seat 3: Cy (big", "Seat 4: Cy (big", "seat", None),
    ],
)
def test_an_edit_in_one_place_contradicts_the_other(
    old: str, new: str, what: str, player: str | None
) -> None:
    assert HAND.count(old) == 1
    found = list(in_hand(HAND.replace(old, new)))
    assert (what, player) in [(w, p) for _, p, w, _, _ in found]


def test_parts_of_the_pot_add_up_with_or_without_the_rake() -> None:
    pot = "Total pot $21.25 Main pot ${}. Side pot $4.25. | Rake $1"
    for main, wrong in (("17", False), ("16", False), ("15", True)):
        hand = HAND.replace("Total pot $21.25 | Rake $1", pot.format(main))
        assert [what for _, _, what, _, _ in in_hand(hand)] == ["total pot"] * wrong


def test_numbered_side_pots_of_both_houses_are_read() -> None:
    for names in ("Side pot-1 $1.25. Side pot-2 $3.", "Side pot 1 $1.25. Side pot 2 $3."):
        pot = f"Total pot $21.25 Main pot $17. {names} | Rake $1"
        assert list(in_hand(HAND.replace("Total pot $21.25 | Rake $1", pot))) == []


def test_chat_cannot_make_or_hide_a_contradiction() -> None:
    chat = 'Cy said, "*** TURN *** [2c 7d 9h] [Qs]"\n'
    assert list(in_hand(HAND.replace("Cy: checks\n", chat + "Cy: checks\n"))) == []


def test_full_tilt_chat_is_no_move() -> None:
    hand = HAND.replace("Cy: ", "Cy ").replace("Ann: raises: ", "Ann: raises ")
    typed = hand.replace("*** SHOW", "Cy: shows [2s 2h]\n*** SHOW")
    assert list(in_hand(typed, colon_is_chat=True)) == []
    assert [what for _, _, what, _, _ in in_hand(typed)] != []


def test_contradictions_name_file_line_and_hand(tmp_path: Path) -> None:
    path = tmp_path / "hand.txt"
    path.write_text("\n\n" + HAND.replace("Board [2c", "Board [3c"))
    [found] = contradictions([path])
    line = HAND[: HAND.index("Board")].count("\n") + 3
    assert (found.line, found.hand, found.what) == (line, "9000000001", "board")
    assert found.file.endswith("hand.txt")


BOARD = "2c 7d 9h Ts 3d".split()


@pytest.mark.parametrize(
    ("words", "cards", "board", "header", "wrong"),
    [
        ("a pair of Kings", "Kd Kh", BOARD, "Hold'em", False),
        ("a pair of Kings - Ten kicker", "Kd Kh", BOARD, "Hold'em", False),
        ("high card King", "Kd Qh", BOARD, "Hold'em", False),
        ("high card Ace", "Kd Qh", BOARD, "Hold'em", True),
        ("two pair, Tens and Deuces", "Td 2d", BOARD, "Hold'em", False),
        ("two pair, Tens and Threes", "Td 2d", BOARD, "Hold'em", True),
        ("three of a kind, Sevens", "7h 7s", BOARD, "Hold'em", False),
        ("a straight, Seven to Jack", "8d Jd", BOARD, "Hold'em", False),
        ("a straight, Six to Ten", "8d Jd", BOARD, "Hold'em", True),
        ("a straight, Ace to Five", "4d 5d", ["Ac", *BOARD[1:4], "2d", "3d"][:5], "Hold'em", True),
        ("a flush, King high", "Kd Qd", ["2d", *BOARD[1:]], "Hold'em", False),
        ("a full house, Sevens full of Tens", "7h 7s", [*BOARD[:4], "Td"], "Hold'em", False),
        ("four of a kind, Sixes", "6h 6s", ["6c", "6d", *BOARD[2:]], "Hold'em", False),
        ("a Royal Flush", "Ad Kd", ["Qd", "Jd", "Td", "2c", "3c"], "Hold'em", False),
        ("HI: two pair, Tens and Sevens; LO: 8,5,3,2,A", "Td 7s Kc Qc", BOARD, "Omaha", False),
        ("two pair, Tens and Sevens", "Td 2s Kc Qc", BOARD, "Omaha", True),
        ("a pair of Kings", "Kd", BOARD, "Hold'em", False),
        ("eine Frage", "Kd Kh", BOARD, "Hold'em", False),
    ],
)
def test_words_for_a_hand(
    words: str, cards: str, board: list[str], header: str, wrong: bool
) -> None:
    assert contradicts(words, cards.split(), board, header) is wrong
