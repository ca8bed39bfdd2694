"""PHH that we write: PokerKit replays it to the same stacks, and hand edits are believed."""

from __future__ import annotations

import warnings
from collections import Counter
from pathlib import Path

import pytest
from pokerkit import HandHistory

from railbird.arena.history.schema import History
from railbird.datasets.formats import read
from railbird.datasets.formats.write import write

# Where PokerKit 0.7.7 plays by other rules than the rooms: it asks the full increment of a
# fixed-limit all-in raise and of an open pair in stud, and knows no fold of a player who is
# all-in from his blind.
NOT_FOR_POKERKIT = {
    "52476877655": "short all-in raise",
    "52478520236": "short all-in raise",
    "52478783130": "short all-in raise",
    "52479754591": "short all-in raise",
    "75726253875": "fold from an all-in blind",
    "33332": "fold from an all-in blind",
    "99632512109": "open pair in stud",
}


def replay(folder: Path, allowed: dict[str, str]) -> Counter[str]:
    """Replay every hand in PokerKit and count how its final stacks compare with the file's."""
    found: Counter[str] = Counter()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for file in sorted(folder.glob("*.phhs")):
            for hand in HandHistory.load_all(file.open("rb")):
                try:
                    *_, end = hand
                except (ValueError, KeyError):
                    found[allowed.get(str(hand.hand), f"cannot replay {hand.hand}")] += 1
                    continue
                same = [float(s) for s in end.stacks] == [float(s) for s in hand.finishing_stacks]
                found["same" if same else f"differs {hand.hand}"] += 1
    return found


def test_pokerkit_ends_every_real_tournament_hand_with_the_same_stacks(
    shared: Path, tmp_path: Path
) -> None:
    write(read([shared / "histories/tournaments/pokerstars"]).history, tmp_path / "out", "phh")
    found = replay(tmp_path / "out", NOT_FOR_POKERKIT)
    assert found == Counter(NOT_FOR_POKERKIT.values()) + Counter(same=843 - len(NOT_FOR_POKERKIT))


def test_pokerkit_ends_the_live_final_table_with_the_same_stacks(
    shared: Path, tmp_path: Path
) -> None:
    write(read([shared / "histories/null/live-final-table.zip"]).history, tmp_path / "out", "phh")
    # One hand of the set itself cannot be replayed by PokerKit.
    given_up = {"mixed-final-table-085": "given up"}
    assert replay(tmp_path / "out", given_up) == {"same": 82, "given up": 1}


@pytest.mark.slow
def test_pokerkit_ends_every_pluribus_hand_with_the_same_stacks(
    shared: Path, tmp_path: Path
) -> None:
    write(read([shared / "histories/null/pluribus.zip"]).history, tmp_path / "out", "phh")
    # Eight pots split to the half chip in the set: whole chips, the odd one to the first seat, are
    # also what PokerKit makes of them.
    assert replay(tmp_path / "out", {}) == {"same": 10_000}


def history_of(text: str, tmp_path: Path) -> History:
    (tmp_path / "in.phh").write_text(text, encoding="utf-8")
    return read([tmp_path / "in.phh"]).history


def test_a_hand_edited_by_hand_is_believed_and_our_own_field_left_aside(tmp_path: Path) -> None:
    text = "\n".join(
        [
            "variant = 'NT'",
            "antes = [0, 0]",
            "blinds_or_straddles = [50, 100]",
            "min_bet = 100",
            "starting_stacks = [1000, 1000]",
            "actions = ['p2 f']",
            "players = ['Ann', 'Bo']",
        ]
    )
    write(history_of(text, tmp_path), tmp_path / "out", "phh")
    [file] = (tmp_path / "out").glob("*.phhs")
    assert read([file]).rejected == []
    file.write_text(file.read_text().replace("'p2 f'", "'p2 cbr 300', 'p1 f'"))
    back = read([file])
    assert back.history["seats"]["contributed"].to_pylist() == [100, 300]
    assert "was changed since railbird wrote it" in back.rejected[0].reason


@pytest.mark.parametrize("damage", ["{", "[]", '{"version":1}', '{"version":99}', "null"])
def test_a_damaged_field_of_ours_never_costs_the_hand(tmp_path: Path, damage: str) -> None:
    text = "\n".join(
        [
            "variant = 'NT'",
            "antes = [0, 0]",
            "blinds_or_straddles = [50, 100]",
            "min_bet = 100",
            "starting_stacks = [1000, 1000]",
            "actions = ['p2 f']",
            f"_railbird = '{damage}'",
        ]
    )
    (tmp_path / "in.phh").write_text(text)
    result = read([tmp_path / "in.phh"])
    assert result.counts["hands"] == 1
    assert result.counts["rejected"] == 1
