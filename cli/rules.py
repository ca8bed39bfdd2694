"""`railbird rules`: what each rule says, where it lives, which tests hold it."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict

import rich_click as click

from railbird.arena.tournament.errors import Refused
from railbird.arena.tournament.rules import TAGS, Rule, find_rules, held_by
from railbird.cli.plain import Command


@click.command(cls=Command)
@click.argument("ids", nargs=-1, metavar="[ID]...")
@click.option("--house", type=click.Choice(["pokerstars", "fulltilt"]), help="Only this room's.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
@click.option("--quiet", is_flag=True, help="Without the closing count.")
def command(ids: tuple[str, ...], house: str | None, form: str, quiet: bool) -> None:
    """List the rules of both rooms, or those asked for (PS-12, FT-31.2, AMB-07, TV-19)."""
    vectors = [given.upper() for given in ids if given.upper().startswith("TV-")]
    others = [given for given in ids if not given.upper().startswith("TV-")]
    try:
        rules = find_rules(others, house) if others or not vectors else ()
        vector_tests = {key: _vector_tests(key) for key in vectors}
    except Refused as error:
        raise click.UsageError(str(error)) from None
    if form == "json":
        rows = [{**asdict(r), "status": r.status, "house": r.house} for r in rules]
        rows += [{"id": key, "tests": tests} for key, tests in vector_tests.items()]
        click.echo(json.dumps(rows, indent=1))
        return
    for rule in rules:
        click.echo(_text(rule))
    for key, tests in vector_tests.items():
        click.echo("\n".join([key, *(f"    held by  {test}" for test in tests)]))
    if rules and not quiet:
        counts = Counter(r.status for r in rules)
        click.echo(
            f"{len(rules)} rules: {counts['held']} held by code and tests, {counts['recorded']} "
            f"recorded but not yet watched, {counts['open']} open"
        )


def _vector_tests(vector: str) -> list[str]:
    found = {key.casefold(): tests for key, tests in held_by().items()}
    if vector.casefold() not in found:
        raise Refused(vector, "no test holds a vector of that number")
    return found[vector.casefold()]


def _text(rule: Rule) -> str:
    lines = [f"{rule.id}  ({TAGS[rule.tag]}, {rule.status})", f"    {rule.says}"]
    lines += [f"    code     {place}" for place in rule.code]
    lines += [f"    held by  {test}" for test in rule.tests]
    return "\n".join(lines)
