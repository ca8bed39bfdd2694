"""Laws of the detectors over whole scans of small worlds with known truth."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from railbird.arena.history.schema import History
from railbird.detectors.evidence import PairScore
from railbird.detectors.findings import Outcome, find
from railbird.detectors.pair_test import fit_null, score_pairs
from railbird.detectors.schemes import SCHEMES
from railbird.detectors.spots import read_spots
from railbird.detectors.study import Study
from tests.detectors.worlds import Plant, World, play

SOFT = World(players=12, hands=2500, seed=3, pair_sd=0.1, plants=(Plant((0, 1), "soft_play"),))


@pytest.fixture(scope="module")
def soft_history() -> History:
    return play(SOFT)


@pytest.fixture(scope="module")
def outcome(soft_history: History) -> Outcome:
    return find(read_spots(soft_history, "outsider"), 0.01)


Row = tuple[float, float, float]


def scores(outcome: Outcome) -> dict[tuple[str, frozenset[str]], Row]:
    """Return (p, bits, effect) by scheme and players."""
    players = outcome.spots.players
    return {
        (r.scheme.name, frozenset((players[r.tests.first[i]], players[r.tests.second[i]]))): (
            float(r.tests.p_value[i]),
            r.score(i, players).bits,
            float(r.tests.effect[i]),
        )
        for r in outcome.results
        for i in range(len(r.tests.sums))
    }


def shuffled(history: History, seed: int) -> History:
    rng = np.random.default_rng(seed)
    return History(
        {name: table.take(rng.permutation(len(table))) for name, table in history.tables.items()}
    )


def test_the_order_of_rows_changes_nothing(soft_history: History, outcome: Outcome) -> None:
    again = find(read_spots(shuffled(soft_history, 1), "outsider"), 0.01)
    assert scores(again) == scores(outcome)
    assert [f.finding_id for f in again.findings] == [f.finding_id for f in outcome.findings]


def test_swapped_names_swap_scores(outcome: Outcome) -> None:
    names = [SOFT.name(i) for i in range(SOFT.players)]
    names[0], names[5] = names[5], names[0]
    swapped = find(read_spots(play(replace(SOFT, names=tuple(names))), "outsider"), 0.01)
    other = dict(zip(names, (SOFT.name(i) for i in range(SOFT.players)), strict=True))
    there, here = scores(swapped), scores(outcome)
    for (scheme, pair), row in here.items():
        assert there[scheme, frozenset(other[n] for n in pair)] == pytest.approx(row, rel=1e-4)


def test_unshown_cards_change_nothing_for_an_outsider(
    soft_history: History, outcome: Outcome
) -> None:
    seats = soft_history["seats"]
    place = seats.column_names.index("hole_cards")
    blank = seats.set_column(place, "hole_cards", seats["shown_cards"])
    history = History({**soft_history.tables, "seats": blank})
    assert scores(find(read_spots(history, "outsider"), 0.01)) == scores(outcome)


def test_fitting_twice_equals_fitting_once_and_scoring_changes_nothing(outcome: Outcome) -> None:
    for scheme in SCHEMES:
        contest = scheme.contest(Study(outcome.spots))
        once = fit_null(contest, scheme.two_sided)
        before = score_pairs(once).p_value
        np.testing.assert_array_equal(before, score_pairs(once).p_value)
        twice = fit_null(contest, scheme.two_sided)
        np.testing.assert_array_equal(before, score_pairs(twice).p_value)


@pytest.mark.parametrize("scheme", SCHEMES, ids=[s.name for s in SCHEMES])
def test_a_pair_alone_scores_as_it_does_among_others(scheme, outcome: Outcome) -> None:  # type: ignore[no-untyped-def]
    null = fit_null(scheme.contest(Study(outcome.spots)), scheme.two_sided)
    everyone = score_pairs(null)
    calm = np.flatnonzero(everyone.tested & (everyone.p_value > 0.02))[:5]
    assert len(calm)
    codes = null.contest.first() * null.contest.players + null.contest.second()
    for pair in calm:
        alone = score_pairs(null, np.flatnonzero(codes == everyone.sums.code[pair]))
        mine = alone.sums.code.tolist().index(int(everyone.sums.code[pair]))
        assert alone.p_value[mine] == pytest.approx(everyone.p_value[pair], rel=1e-9)
        np.testing.assert_allclose(alone.bits[mine], everyone.bits[pair], rtol=1e-9)


def test_a_planted_pair_is_found_and_no_other(outcome: Outcome) -> None:
    cases = [f for f in outcome.findings if f.flagged]
    assert [f.score.players for f in cases] == [(SOFT.name(0), SOFT.name(1))]
    assert cases[0].scheme.name == "soft_play"


@pytest.mark.slow
def test_more_soft_play_scores_higher() -> None:
    bits = []
    for intensity in (0.0, 0.5, 1.0):
        world = replace(SOFT, plants=(Plant((0, 1), "soft_play", intensity),))
        result = find(read_spots(play(world), "outsider"), 0.01)
        pair = frozenset((SOFT.name(0), SOFT.name(1)))
        bits.append(scores(result)["soft_play", pair][1])
    assert bits[0] < bits[1] < bits[2]


def test_removing_a_feature_removes_exactly_its_evidence(outcome: Outcome) -> None:
    score = outcome.findings[0].score
    for gone in score.evidence:
        rest = tuple(e for e in score.evidence if e is not gone)
        smaller = PairScore(score.players, score.prior_bits, rest)
        assert smaller.bits == pytest.approx(score.bits - gone.bits)


def test_evidence_hands_are_hands_that_both_contested(outcome: Outcome) -> None:
    finding = outcome.findings[0]
    spots = outcome.spots
    assert finding.evidence
    for share in finding.evidence:
        seats = slice(spots.hand_seats[share.hand], spots.hand_seats[share.hand + 1])
        seated = {spots.players[p] for p in spots.seat_player[seats]}
        assert set(finding.score.players) <= seated
    bits = [share.bits for share in finding.evidence]
    assert bits == sorted(bits, reverse=True)
