"""What a league's results say: ratings, returns with intervals, and who is better than whom.

Every interval and test counts blocks of duplicate deals as single observations, because the
tournaments of a block share their decks.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from openskill.models import PlackettLuce
from scipy import special, stats

from railbird.agents.league import Played, Score

# What a gambler may lose at most of his wealth in one bet: from careful to bold.
_PARTS = np.geomspace(0.01, 0.95, 12)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value with its 95% interval; the interval is infinite from fewer than two blocks."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Standing:
    """One agent's row. `rating` is OpenSkill's mean, `uncertainty` its sigma.

    `places` counts its finishes, `finishes` are their shares.
    """

    label: str
    rating: float
    uncertainty: float
    tournaments: int
    roi: Estimate
    in_the_money: Estimate
    bb_per_100: Estimate
    hands: int
    places: dict[int, int]
    finishes: dict[int, Estimate]
    timed_out: int


@dataclass(frozen=True, slots=True)
class Pair:
    """`better` against `worse`: blocks ahead and behind in money, and how sure that makes it.

    `evidence` is an e-value: did `better` not make more money in the mean, it would ever exceed x
    with a chance of at most 1/x, however often one looks. `roi_difference` is of the blocks that
    both played.
    """

    better: str
    worse: str
    ahead: int
    behind: int
    evidence: float
    roi_difference: Estimate


@dataclass(frozen=True, slots=True)
class Table:
    """The league's table, best rating first, the pairs, and each agent's rating by tournament.

    `history` holds OpenSkill's mean and sigma after each tournament.
    """

    standings: tuple[Standing, ...]
    pairs: tuple[Pair, ...]
    history: dict[str, list[tuple[float, float]]]

    def sure_from(self, error: float = 0.05) -> float:
        """Return the evidence from which all verdicts together err with a chance below `error`."""
        return 2 * max(len(self.pairs), 1) / error


def make_table(played: Sequence[Played], labels: Sequence[str]) -> Table:
    """Return the table of the tournaments played so far."""
    ratings, history = rate(played, labels)
    standings = [
        _standing(label, played, ratings[label])
        for label in labels
        if any(label in one.scores for one in played)
    ]
    standings.sort(key=lambda s: (-s.rating, s.label))
    names = [s.label for s in standings]
    pairs = [_pair(played, a, b) for i, a in enumerate(names) for b in names[i + 1 :]]
    return Table(tuple(standings), tuple(p for p in pairs if p is not None), history)


def rate(
    played: Sequence[Played], labels: Sequence[str]
) -> tuple[dict[str, tuple[float, float]], dict[str, list[tuple[float, float]]]]:
    """Return OpenSkill ratings (mean, sigma), the last and those after each tournament.

    Ranks are by money won per entry: in a tournament surviving is not winning, and who is not
    paid is tied with all who are not paid.
    """
    model = PlackettLuce()
    ratings = {label: model.rating(name=label) for label in labels}
    history: dict[str, list[tuple[float, float]]] = {label: [] for label in labels}
    for one in played:
        names = sorted(one.scores)
        won = [one.scores[n].prize / len(one.scores[n].places) for n in names]
        if len(names) > 1 and len(set(won)) > 1:
            ranks = [float(sum(other > mine for other in won)) for mine in won]
            teams = model.rate([[ratings[n]] for n in names], ranks=ranks)
            for name, team in zip(names, teams, strict=True):
                ratings[name] = team[0]
        for label in labels:
            history[label].append((ratings[label].mu, ratings[label].sigma))
    return {label: (r.mu, r.sigma) for label, r in ratings.items()}, history


def _standing(label: str, played: Sequence[Played], rating: tuple[float, float]) -> Standing:
    scores = [(one.block, one.scores[label]) for one in played if label in one.scores]
    places: dict[int, int] = {}
    for _, score in scores:
        for place in score.places:
            places[place] = places.get(place, 0) + 1
    return Standing(
        label,
        *rating,
        len(scores),
        _ratio([(b, s.prize - s.cost, s.cost) for b, s in scores]),
        _ratio([(b, s.paid, len(s.places)) for b, s in scores]),
        _ratio([(b, 100 * s.big_blinds, s.hands) for b, s in scores]),
        sum(s.hands for _, s in scores),
        dict(sorted(places.items())),
        {p: _ratio([(b, s.places.count(p), len(s.places)) for b, s in scores]) for p in places},
        sum(s.timed_out for _, s in scores),
    )


def _ratio(rows: Sequence[tuple[int, float, float]]) -> Estimate:
    """Return sum of parts over sum of wholes from (block, part, whole), by linearisation."""
    blocks: dict[int, list[float]] = {}
    for block, part, whole in rows:
        sums = blocks.setdefault(block, [0.0, 0.0])
        sums[0] += part
        sums[1] += whole
    values = np.array(list(blocks.values()))
    total = float(values[:, 1].sum())
    if total == 0:
        return Estimate(0.0, -math.inf, math.inf)
    value = float(values[:, 0].sum() / total)
    return interval_of(value, (values[:, 0] - value * values[:, 1]) * (len(values) / total))


def interval_of(value: float, deviations: NDArray[np.float64]) -> Estimate:
    """Return Student's interval of a mean whose observations deviate so from it."""
    count = len(deviations)
    if count < 2:
        return Estimate(value, -math.inf, math.inf)
    error = math.sqrt(float((deviations**2).sum()) / (count * (count - 1)))
    half = float(stats.t.ppf(0.975, count - 1)) * error
    return Estimate(value, value - half, value + half)


def _pair(played: Sequence[Played], a: str, b: str) -> Pair | None:
    """Return the comparison of two agents, the one ahead first; None when they never met."""
    blocks: dict[int, list[float]] = {}
    worst = 0.0
    for one in played:
        if a in one.scores and b in one.scores:
            blocks.setdefault(one.block, []).append(_roi(one.scores[a]) - _roi(one.scores[b]))
            worst = max(worst, *(_most_roi(one, name) for name in (a, b)))
    if not blocks:
        return None
    means = np.array([float(np.mean(rows)) for rows in blocks.values()])
    if means.mean() < 0:
        a, b, means = b, a, -means
    ahead, behind = int((means > 1e-12).sum()), int((means < -1e-12).sum())
    difference = interval_of(float(means.mean()), means - means.mean())
    return Pair(a, b, ahead, behind, evidence(means, worst), difference)


def _roi(score: Score) -> float:
    return (score.prize - score.cost) / score.cost


def _most_roi(one: Played, name: str) -> float:
    """Return by how much an agent's return on a unit can at most exceed another's."""
    score = one.scores[name]
    return one.most * len(score.places) / score.cost


def evidence(differences: NDArray[np.float64], worst: float) -> float:
    """Return the e-value for "the mean difference is above 0" after all these differences."""
    return float(evidence_path(differences, worst)[-1]) if len(differences) else 1.0


def evidence_path(differences: NDArray[np.float64], worst: float) -> NDArray[np.float64]:
    """Return the e-value for "the mean difference is above 0" after each difference.

    No difference is below `-worst`. The mean wealth of gamblers who put fixed parts of theirs on
    each difference in turn; were the mean 0 or less whatever came before, wealth would be a
    supermartingale, so that by Ville's inequality one may look after every block (Waudby-Smith and
    Ramdas, Estimating means of bounded random variables by betting, JRSS B 86, 2024, section 4).
    """
    parts = _PARTS[:, None] / max(worst, 1e-9)
    wealth = np.log1p(parts * np.asarray(differences)[None, :]).cumsum(1)
    mean = special.logsumexp(wealth, axis=0) - math.log(len(_PARTS))
    path: NDArray[np.float64] = np.exp(np.minimum(mean, 700.0))
    return path
