"""The rule book in the code: complete, true, and shown by the command."""

from __future__ import annotations

import importlib
import json
import re
from difflib import SequenceMatcher

import pytest
from click.testing import CliRunner

from railbird.arena.tournament.errors import Refused
from railbird.arena.tournament.rules import TAGS, all_rules, find_rules, held_by
from railbird.cli.rules import command
from tests.rulebook.held_by import LIST, ROOT, marked_tests

RULES = {r.id: r for r in all_rules()}


def book_rules(text: str) -> dict[str, str]:
    """IDs and statements of the tables in sections 2, 3 and 5 of the shared rule book."""
    rows = re.findall(r"^\| ((?:PS|FT|AMB)-[^ |]+) \|(.*)\|$", text, re.MULTILINE)
    found = dict(rows)
    for key in [k for k in found if re.search(r"\.[NA]1-[NA]\d$", k)]:
        stem, letter, last = re.fullmatch(r"(.*\.)([NA])1-[NA](\d)", key).groups()
        found.update({f"{stem}{letter}{k}": found[key] for k in range(1, int(last) + 1)})
        del found[key]
    return found


def test_every_id_of_the_book_is_in_the_registry(shared):
    book = book_rules((shared / "RULEBOOK.md").read_text(encoding="utf-8"))
    assert len(book) > 200
    assert sorted(book) == sorted(RULES)


def test_the_statements_are_our_own_words(shared):
    book = book_rules((shared / "RULEBOOK.md").read_text(encoding="utf-8"))
    for key, said in book.items():
        ours = RULES[key].says
        match = SequenceMatcher(None, said, ours, autojunk=False).find_longest_match()
        assert match.size <= 45, (key, ours[match.b : match.b + match.size])


def test_tags_agree_with_the_book(shared):
    book = book_rules((shared / "RULEBOOK.md").read_text(encoding="utf-8"))
    for key, row in book.items():
        expected = "A" if key.startswith("AMB") else row.split("|")[0].strip()
        assert RULES[key].tag == expected, key


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_the_code_of_a_rule_exists_and_a_test_holds_it(rule):
    assert rule.tag in TAGS
    assert rule.says.endswith(".") and len(rule.says) <= 110
    for place in rule.code:
        module, _, name = place.partition(":")
        room = "railbird." if module.startswith("detectors.") else "railbird.arena."
        assert hasattr(importlib.import_module(room + module), name), place
    for test in rule.tests:
        path, _, function = test.partition("::")
        assert f"def {function}(" in (ROOT / path).read_text(encoding="utf-8"), test
    if rule.code:
        assert rule.tests, f"{rule.id} has code but no test holds it"


def test_the_list_of_tests_is_what_the_marks_say():
    marks = marked_tests()
    assert json.loads(LIST.read_text(encoding="utf-8")) == marks == held_by(), (
        "run python -m tests.rulebook.held_by"
    )
    known = set(RULES)
    assert {key for key in marks if not key.startswith("TV-")} <= known
    for tests in marks.values():
        assert all((ROOT / t.split("::")[0]).is_file() for t in tests)


def test_no_rule_is_open_and_what_nobody_watches_yet_is_said():
    # A rule that is not followed is listed as open, never as done; these lists only shrink.
    by_status = {s: [r.id for r in all_rules() if r.status == s] for s in ("open", "recorded")}
    assert by_status["open"] == []
    assert set(by_status["recorded"]) <= RECORDED


RECORDED = {"PS-18.4c", "PS-19.1", "PS-21.1", "PS-23.9", "PS-29", "FT-29"}


@pytest.mark.rule("AMB-01")
def test_amb_01_stale_numbers_of_the_texts_find_the_right_rule():
    assert [r.id for r in find_rules(["PS-#12"])] == ["PS-13.1", "PS-13.2", "PS-13.3"]
    assert [r.id for r in find_rules(["FT-#17"])] == ["FT-19"]


def test_a_number_finds_its_parts_and_nothing_else():
    assert [r.id for r in find_rules(["ps-12"])] == ["PS-12.1", "PS-12.2", "PS-12.3"]
    assert [r.id for r in find_rules(["PS-1"])] == ["PS-1"]
    assert [r.id for r in find_rules(["PS-18.4"])] == ["PS-18.4a", "PS-18.4b", "PS-18.4c"]
    assert {r.house for r in find_rules(house="fulltilt")} == {"fulltilt", "both"}
    with pytest.raises(Refused):
        find_rules(["PS-99"])


def test_the_command_shows_rules_as_text_and_as_json():
    text = CliRunner().invoke(command, ["PS-12.1"])
    assert text.exit_code == 0
    assert "places:rank_busts" in text.output and "test_tv_18" in text.output
    found = CliRunner().invoke(command, ["--house", "fulltilt", "--format", "json"])
    rules = json.loads(found.output)
    assert {"id", "tag", "says", "status", "code", "tests", "house"} <= rules[0].keys()
    assert all(r["house"] in ("fulltilt", "both") for r in rules)


def test_the_command_finds_the_tests_of_a_vector():
    text = CliRunner().invoke(command, ["TV-31"])
    assert "test_tv_31_before_the_money" in text.output


def test_an_unknown_rule_is_bad_usage():
    found = CliRunner().invoke(command, ["PS-99"])
    assert found.exit_code == 2 and "no such rule" in found.output
