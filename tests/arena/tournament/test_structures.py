"""Structures: every preset, the published ladders, and what a bad file is told."""

from __future__ import annotations

import pytest

from railbird.arena.tournament.house import (
    FULLTILT,
    POKERSTARS,
    HouseError,
    find_house,
    load_house,
    override,
)
from railbird.arena.tournament.structure import Level
from railbird.arena.tournament.structure_file import (
    StructureError,
    load_structure,
    preset_names,
    read_structure,
)

PRESETS = (
    "sng-2max sng-6max sng-9max sng-9max-turbo sng-10max-don fifty50-10max spin-3max "
    "hyper-2max hyper-sat-6max mtt-18 mtt-45 mtt-180 mtt-rebuy mtt-deep mtt-sunday ko-45 pko-45 "
    "mystery-180 shootout-81 satellite-90 ft-sng-9max ft-super-turbo ft-mtt ft-satellite "
    "matrix-6max matrix-9max"
).split()

GOOD = """format = "sng"
seats = 6
entrants = 6
level_minutes = 5
payouts = "six-max"
levels = [
  "10/20",
  "15/30 a3 10m",
]
"""


def test_the_promised_presets_exist():
    assert preset_names() == sorted(PRESETS)


@pytest.mark.rule("PS-3.1", "PS-17.0", "PS-9.1", "PS-10.1", "FT-7")
@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_complete_and_plays_under_both_houses(name):
    for house in ("pokerstars", "fulltilt"):
        structure = load_structure(name, house)
        assert structure.house.name == house
        assert structure.price > 0
        assert structure.levels[0].number == 1
        assert structure.payouts.shares(structure.entrants)


@pytest.mark.rule("FT-7")
def test_ft_7_full_tilt_events_start_with_1500_chips_unless_they_say_otherwise():
    assert read_structure(GOOD, "x.toml", "x", "fulltilt").start_stack == 1500
    assert load_structure("ft-super-turbo").start_stack == 300


def test_the_heads_up_hyper_is_as_deep_as_the_press_says():
    """25 big blinds at the start, 10 of them after six minutes, 5 after twelve; no breaks."""
    structure = load_structure("hyper-2max")
    depth, minutes = {}, 0
    for level in structure.levels:
        depth[minutes] = structure.start_stack / level.big_blind
        minutes += level.minutes
    assert (depth[0], depth[6], depth[12]) == (25, 10, 5)
    assert structure.seats == structure.entrants == 2
    assert structure.payouts.shares(2) == (100_000,)
    assert structure.breaks == load_structure("hyper-sat-6max").breaks


def test_a_ladder_is_read_with_antes_and_its_own_minutes():
    structure = read_structure(GOOD, "x.toml", "x")
    assert structure.levels == (Level(1, 10, 20, 0, 5), Level(2, 15, 30, 3, 10))
    assert structure.house == POKERSTARS


@pytest.mark.rule("PS-0.1")
@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"10/20"', '"10-20"', "x.toml:7: levels: '10-20' is not like"),
        ('"15/30 a3 10m"', '"5/10"', "x.toml:8: levels: '5/10' is lower than the level before"),
        ("seats = 6", "seats = 11", "x.toml:2: seats: 11 is not a whole number from 2 to 10"),
        ("seats = 6", "", "x.toml:1: seats: is missing"),
        ('"sng"', '"cash"', "x.toml:1: format: 'cash' is not one of sng, mtt"),
        ("entrants = 6", "entrants = 6\nmax_entrant = 9", "x.toml:4: max_entrant: no such field"),
        ("entrants = 6", "entrants = 6\nbuy_in = 1.005", "x.toml:4: buy_in: 1.005 is not"),
        ("]\n", ']\n[breaks]\nrule = "hourly"\n', "x.toml:11: breaks.rule: 'hourly' is not one of"),
        ("]\n", ']\n[payout]\nany = ["100"]\n', "x.toml:10: payout: no such field"),
        (
            "]\n",
            "]\n[house_rules]\nlimit_cap = true\n",
            "x.toml:11: house_rules.limit_cap: True is not a whole number",
        ),
        (
            "]\n",
            ']\n[house_rules]\nbutton = "dead"\n',
            "x.toml:11: house_rules.button: no such switch",
        ),
        ("seats = 6", "seats = = 6", "x.toml:2: not TOML"),
        ('"six-max"', '"gold"', "x.toml:5: payouts: 'gold' is not one of"),
        ("seats = 6", 'seats = 6\nmix = "8-game"', "x.toml:3: mix: '8-game' is not one of , HORSE"),
        ("seats = 6", 'seats = 9\nmix = "HORSE"', "x.toml:2: seats: HORSE seats at most 8"),
        ('"10/20"', '"30/20"', "x.toml:7: levels: '30/20': the small blind is above"),
        ('"sng"', '"sng"\nhouse = "casino"', "x.toml:2: house: no house 'casino'"),
        ("entrants = 6", "entrants = 6\nmax_entrants = 9", "x.toml:4: max_entrants: a sit & go"),
        ('"sng"', '"mtt"\nmax_entrants = 5', "x.toml:2: max_entrants: 5 is below entrants 6"),
        ("]\n", ']\n[bounty]\nkind = "fixed"\n', "x.toml:10: bounty.amount: say how much"),
        ("]\n", ']\n[bounty]\nkind = "mystery"\namount = 5\n', "x.toml:10: bounty.tiers: a"),
        ("seats = 6", 'seats = 10\ngame = "razz"', "x.toml:2: seats: razz seats at most 8"),
        (
            "entrants = 6",
            'entrants = 6\nprize_rule = "tickets"',
            "x.toml:1: ticket: a satellite needs",
        ),
    ],
)
def test_a_bad_file_is_told_field_and_line(old, new, message):
    with pytest.raises(StructureError) as error:
        read_structure(GOOD.replace(old, new, 1), "x.toml", "x")
    assert str(error.value).startswith(message)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("shares", "message"),
    [
        ('["60", "30"]', None),
        ('["50", "20"]', "the percents sum to 70, not to 100"),
        ('["40", "60"]', "a worse place is paid more"),
        ('["half"]', "'half' is not like 11.9"),
    ],
)
def test_payouts_of_its_own(shares, message):
    text = GOOD.replace('payouts = "six-max"\n', "") + f"[payouts]\nany = {shares}\n"
    if message is None:
        shares_found = read_structure(text, "x.toml", "x").payouts.shares(6)
        assert shares_found == (70_000, 30_000)
        return
    with pytest.raises(StructureError, match="x.toml:10: payouts.any") as error:
        read_structure(text, "x.toml", "x")
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ('first_9 = ["100"]', "x.toml:10: payouts.first_9: write up_to_N"),
        ('up_to_9 = ["100"]', "x.toml:9: payouts.any: is missing"),
    ],
)
def test_payout_steps_must_cover_every_field(table, message):
    text = GOOD.replace('payouts = "six-max"\n', "") + f"[payouts]\n{table}\n"
    with pytest.raises(StructureError) as error:
        read_structure(text, "x.toml", "x")
    assert str(error.value).startswith(message)


def test_there_must_be_a_level():
    text = GOOD.replace('  "10/20",\n  "15/30 a3 10m",\n', "")
    with pytest.raises(StructureError, match="there must be at least one level"):
        read_structure(text, "x.toml", "x")


def test_an_unreadable_file_is_told(tmp_path):
    path = tmp_path / "club.toml"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(StructureError, match="club.toml: cannot be read"):
        load_structure(str(path))


def test_an_unknown_preset_lists_the_known_ones():
    with pytest.raises(StructureError, match="no structure 'sng-9'.*sng-9max"):
        load_structure("sng-9")


def test_a_house_can_be_overridden_field_by_field_in_a_structure():
    text = GOOD + '[house_rules]\nbutton_rule = "dead"\nidle_match_hands = 0\n'
    house = read_structure(text, "x.toml", "x").house
    assert (house.button_rule, house.idle_match_hands) == ("dead", None)
    assert house.first_button == POKERSTARS.first_button


def test_a_third_house_is_a_file(tmp_path):
    path = tmp_path / "club.toml"
    path.write_text(
        'based_on = "fulltilt"\nname = "club"\nhand_for_hand = ["paid_plus_1"]\nlimit_cap = 5\n'
    )
    club = find_house(str(path))
    assert (club.name, club.limit_cap, club.button_rule) == ("club", 5, FULLTILT.button_rule)
    assert load_structure("sng-6max", str(path)).house == club


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('name = "club"\n', "club.toml: based_on: say which house"),
        ('based_on = "casino"\n', "club.toml: based_on: 'casino' is not a house"),
        ('based_on = "fulltilt"\nbutton_rule = "left"\n', "button_rule: 'left' is not one of"),
        ('based_on = "fulltilt"\nhand_for_hand = ["x"]\n', "hand_for_hand: .* is not a list of"),
    ],
)
def test_a_bad_house_names_the_field(tmp_path, text, message):
    path = tmp_path / "club.toml"
    path.write_text(text)
    with pytest.raises(HouseError, match=message):
        load_house(path)


def test_an_unknown_house_is_refused():
    with pytest.raises(HouseError, match="no house 'casino'"):
        find_house("casino")
    assert override(POKERSTARS, {}) == POKERSTARS
