"""Soft play: less aggression towards one player than style, opponent and spot explain."""

from __future__ import annotations

from railbird.detectors.contest import Contest
from railbird.detectors.schemes.base import Scheme, Signal
from railbird.detectors.study import Study
from railbird.detectors.targets import decisions_against


def contest(study: Study) -> Contest:
    """Return bets and raises against each opponent, wherever one was possible."""
    return decisions_against(study.spots, study.aggression, signals=2)


SCHEME = Scheme(
    name="soft_play",
    title="Soft play",
    looks_for="two players bet and raise at each other less than they do at comparable others",
    null=(
        "given each player's own style, how people play against him, the spot, and honest "
        "variation between pairs of the size seen in this input, every bet or raise at the other "
        "is a coin toss with the expected chance"
    ),
    two_sided=False,
    signals=(
        Signal(
            "bets when nobody has bet",
            "bets",
            "cautious players check more against opponents who trap or call a lot",
            "the hands below were weak, or both players check as much against like opponents",
        ),
        Signal(
            "raises when the other has bet",
            "raises",
            "few people raise a tight player's bet",
            "the hands below were too weak to raise, or the other bets only strong hands",
        ),
    ),
    contest=contest,
)
