"""Things that the tournament refuses, each with the rule it would break."""

from __future__ import annotations


class Refused(Exception):
    """A request that a rule does not allow: the rule's ID and why, in one line."""

    def __init__(self, rule: str, why: str) -> None:
        super().__init__(f"{rule}: {why}")
        self.rule = rule
        self.why = why
