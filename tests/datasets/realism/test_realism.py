"""The fit finds what was planted, the statistics what was played, and the players look real."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from railbird.agents.population import tables
from railbird.agents.population.tables import HABITS, TRAITS, blank_tables, load_fitted
from railbird.datasets.formats import read
from railbird.datasets.realism.calibrate import Target, target_of
from railbird.datasets.realism.compare import compare, real_statistics, told_apart
from railbird.datasets.realism.decisions import real_decisions
from railbird.datasets.realism.fit import fit_weights
from railbird.datasets.realism.hands import hands_of
from railbird.datasets.realism.mixture import deconvolve, log_likelihood
from railbird.datasets.realism.players import Seen, see_players
from railbird.datasets.realism.ship import ship
from railbird.datasets.realism.statistics import STATISTICS

PRINTED = """PokerStars Hand #1000{n}: Hold'em No Limit ($0.25/$0.50) - 2021/07/30 20:0{n}:00 ET
Table 'Alpha' 6-max Seat #1 is the button
Seat 1: Ann ($50 in chips)
Seat 2: Bo ($50 in chips)
Seat 3: Cy ($50 in chips)
Bo: posts small blind $0.25
Cy: posts big blind $0.50
*** HOLE CARDS ***
{moves}
*** SUMMARY ***
Total pot ${pot} | Rake $0
Seat 1: Ann (button)
Seat 2: Bo (small blind)
Seat 3: Cy (big blind)
"""
LINES = (
    # Ann raises, Bo 3-bets, Ann folds.
    "Ann: raises $1 to $1.50\nBo: raises $3.50 to $5\nCy: folds\nAnn: folds\n"
    "Uncalled bet ($3.50) returned to Bo\nBo collected $3.50 from pot",
    # Ann raises, Bo calls, Bo checks, Ann bets, Bo folds.
    "Ann: raises $1 to $1.50\nBo: calls $1.25\nCy: folds\n*** FLOP *** [2c 7d Jh]\nBo: checks\n"
    "Ann: bets $1.75\nBo: folds\nUncalled bet ($1.75) returned to Ann\n"
    "Ann collected $3.50 from pot",
    # Everybody limps; it is checked down.
    "Ann: calls $0.50\nBo: calls $0.25\nCy: checks\n*** FLOP *** [2c 7d Jh]\nBo: checks\n"
    "Cy: checks\nAnn: checks\n*** TURN *** [2c 7d Jh] [3s]\nBo: checks\nCy: checks\nAnn: checks\n"
    "*** RIVER *** [2c 7d Jh 3s] [9h]\nBo: checks\nCy: checks\nAnn: checks\n*** SHOW DOWN ***\n"
    "Bo: shows [As Kd] (high card Ace)\nCy: mucks hand\nAnn: mucks hand\n"
    "Bo collected $1.50 from pot",
)

POTS = ("3.50", "3.50", "1.50")


@pytest.fixture
def printed(tmp_path):
    path = tmp_path / "hands.txt"
    path.write_text(
        "\n\n".join(PRINTED.format(n=n, moves=moves, pot=POTS[n]) for n, moves in enumerate(LINES))
    )
    return hands_of(read([path]).history)


def test_statistics_are_those_of_the_printed_hands(printed):
    assert printed.players == ("Ann", "Bo", "Cy") and printed.left_out == 0
    target = target_of(printed)
    assert target.decisions.broken == 0
    ann, bo, cy = real_statistics(target).to_dict("records")
    assert (ann["hands"], ann["vpip"], ann["pfr"]) == (3, 1.0, pytest.approx(2 / 3))
    assert (ann["fold_to_three_bet"], ann["c_bet"], ann["limp"]) == (1.0, 1.0, pytest.approx(1 / 3))
    assert ann["open_size"] == 3.0 and ann["bet_size"] == pytest.approx(0.5)
    assert (bo["three_bet"], bo["cold_call"], bo["vpip"]) == (0.5, 0.5, 1.0)
    assert (bo["fold_to_flop_bet"], bo["went_to_showdown"], bo["won_at_showdown"]) == (
        1.0,
        0.5,
        1.0,
    )
    assert (cy["vpip"], cy["pfr"], cy["went_to_showdown"], cy["won_at_showdown"]) == (0, 0, 1, 0)
    assert np.isnan(cy["c_bet"]) and np.isnan(cy["open_size"])


def test_a_history_without_hands_of_the_game_says_so(tmp_path):
    path = tmp_path / "none.txt"
    path.write_text("nothing here\n")
    with pytest.raises(ValueError, match="no hand of no-limit hold'em"):
        hands_of(read([path]).history)


def test_the_true_spread_is_found_through_the_noise():
    rng = np.random.default_rng(1)
    truth = np.array([[1.0, 0.6, 0.0], [0.6, 0.8, -0.2], [0.0, -0.2, 0.3]])
    true = rng.multivariate_normal([0.5, 0.0, -1.0], truth, 3_000)
    noise = rng.uniform(0.2, 4.0, true.shape)
    noise[rng.random(true.shape) < 0.2] = np.inf
    seen = Seen(
        np.where(np.isfinite(noise), true + rng.normal(size=true.shape) * np.sqrt(noise), 0.0),
        noise,
    )
    found = deconvolve(seen, 1)
    assert np.allclose(found.means[0], [0.5, 0.0, -1.0], atol=0.12)
    assert np.allclose(found.spreads[0], truth, atol=0.15)
    plain = np.cov(np.where(np.isfinite(noise), seen.values, np.nan)[np.isfinite(noise).all(1)].T)
    assert plain[0, 0] > 1.8, "what is seen spreads far wider than the truth"


def test_two_kinds_of_players_are_told_from_one():
    rng = np.random.default_rng(2)
    kind = rng.random(1_500) < 0.3
    true = np.where(kind[:, None], [2.0, -1.0], [-0.8, 0.5]) + rng.normal(0, 0.3, (1_500, 2))
    noise = rng.uniform(0.1, 1.0, true.shape)
    seen = Seen(true + rng.normal(size=true.shape) * np.sqrt(noise), noise)
    one, two = (deconvolve(Seen(seen.values[:1_000], noise[:1_000]), k) for k in (1, 2))
    rest = Seen(seen.values[1_000:], noise[1_000:])
    assert log_likelihood(two, rest) > log_likelihood(one, rest) + 20
    assert sorted(two.parts)[0] == pytest.approx(0.3, abs=0.06)


def test_ship_writes_numbers_only_and_names_the_file(tmp_path):
    source = tmp_path / "tables.py"
    source.write_text(f'FITTED_FILE = "{tables.FITTED_FILE}"\n')
    path = ship(blank_tables(), tmp_path)
    assert source.read_text() == f'FITTED_FILE = "{path.name}"\n'
    with np.load(path) as data:
        assert {array.dtype.kind for array in data.values()} == {"f"}


def test_the_shipped_numbers_hold_no_text_and_fit_the_code():
    shipped, blank = load_fitted(), blank_tables()
    assert shipped.weights.shape == blank.weights.shape
    assert shipped.strengths.shape == blank.strengths.shape
    assert shipped.means.shape[2] == len(TRAITS)
    for name in ("weights", "strengths", "sizes", "spreads", "think"):
        assert np.isfinite(getattr(shipped, name)).all()
    assert (np.diff(shipped.strengths, axis=2) >= 0).all()
    assert (np.diff(shipped.sizes, axis=2) >= 0).all()
    assert np.allclose(shipped.parts.sum(1), 1.0)
    assert (shipped.think > 0).all()


def test_the_same_players_are_not_told_apart():
    rng = np.random.default_rng(1)

    def players(shift):
        values = {name: rng.normal(shift * (k == 0), 1.0, 200) for k, name in enumerate(STATISTICS)}
        return pd.DataFrame(values)

    alike, other = told_apart(players(0), players(0)), told_apart(players(0), players(2))
    assert all(0.38 < auc < 0.62 for auc in alike.values())
    assert all(auc > 0.85 for auc in other.values())


@pytest.fixture(scope="module")
def real(shared) -> dict[str, Target]:
    folder = shared / "histories" / "null"
    files = {"online-cash": "ps-nl50-a.zip", "six-handed": "pluribus.zip"}
    return {name: target_of(hands_of(read([folder / f]).history)) for name, f in files.items()}


@pytest.mark.slow
def test_real_hands_go_through_the_kernel_move_by_move(real):
    for target, left_out in zip(real.values(), (600, 20), strict=True):
        assert target.hands.left_out < left_out
        assert target.decisions.broken <= 10
        assert len(target.decisions) > 0.999 * target.hands.counts.sum()


@pytest.mark.slow
def test_vpip_is_what_a_plain_count_of_the_history_gives(real, shared):
    history = read([shared / "histories" / "null" / "pluribus.zip"]).history
    acts = history.frame("actions")
    first = acts[(acts.street == "preflop") & acts.kind.isin(["calls", "raises", "bets"])]
    entered = first.drop_duplicates(["hand_id", "player"]).groupby("player").size()
    dealt = history.frame("seats").groupby("player").size()
    ours = real_statistics(real["six-handed"])
    for k, name in enumerate(real["six-handed"].hands.players):
        assert ours.vpip[k] == pytest.approx(entered[name] / dealt[name])


@pytest.mark.slow
@pytest.mark.parametrize("name, least", [("online-cash", 50), ("six-handed", 50)])
def test_simulated_players_are_hard_to_tell_from_real_ones(real, name, least):
    """Issue 6, point 4: a two-sample classifier on player-level statistics, AUC at most .75."""
    runs = [
        compare(real[name], load_fitted(), name, least_hands=least, seed=s) for s in (11, 12, 13)
    ]
    for kind in runs[0].by_classifier:
        assert np.mean([run.by_classifier[kind] for run in runs]) <= 0.75, kind
    if name == "online-cash":
        assert len(runs[0].real) > 400


@pytest.mark.slow
def test_planted_habits_come_back(real):
    """The logits that real hands give are given again by hands played with the shipped numbers."""
    target = real["online-cash"]
    d = real_decisions(target.hands)
    assert np.allclose(fit_weights(d), target.weights, atol=1e-6)
    seen = see_players(d, target.weights, len(target.hands.players))
    known = np.isfinite(seen.noise)
    assert seen.values.shape[1] == len(HABITS)
    # Who raises more than the spots say is seen to open more, and few hands are known badly.
    pfr = real_statistics(target).pfr.to_numpy()
    inside = known[:, 0] & (target.played > 100)
    assert np.corrcoef(seen.values[inside, 0], pfr[inside])[0, 1] > 0.6
    assert (
        np.corrcoef(np.log(target.played[known[:, 0]]), np.log(seen.noise[known[:, 0], 0]))[0, 1]
        < -0.8
    )
