"""Soft play: less aggression towards one player than style, opponent and spot explain."""

from __future__ import annotations

from dataclasses import replace

from railbird.detectors.contest import Contest, expit
from railbird.detectors.schemes.base import Scheme, Signal
from railbird.detectors.study import Study
from railbird.detectors.targets import KINDS, decisions_against, weighed_by_chance

# Share of people who bet or raise in what counts as a strong hand's spot.
STRONG = 0.6


def contest(study: Study) -> Contest:
    """Return bets and raises against each opponent, wherever one was possible.

    Where the cards are known, hands that nearly everybody bets weigh more, and players have effects
    of their own in spots where most people bet.
    """
    rows = decisions_against(study.spots, study.aggression, signals=2)
    if study.spots.view == "outsider":
        return rows
    expected = expit(rows.base)
    kind = rows.kind + KINDS * (expected >= STRONG)
    return replace(weighed_by_chance(rows), kinds=2 * KINDS, kind=kind)


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
