"""A ranking claims no more than the games show, in whatever order its players are named."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skyjo_widgets.arena.ranking import ranking, scores_of_pairs, scores_of_tables

NAMES = ["Ada", "Bo", "Cy", "Di", "Ed"]


def round_robin(strengths, deals, seed, names=NAMES):
    """Advantages of every pair: the stronger wins more often; each deal is a little kinder to some."""
    random = np.random.Generator(np.random.PCG64(seed))
    luck = random.normal(0, 0.3, size=(deals, len(names)))
    pairs = {}
    for one in range(len(names)):
        for other in range(one + 1, len(names)):
            leaning = strengths[one] - strengths[other] + luck[:, one] - luck[:, other]
            games = random.logistic(0, 1, size=(2, deals)) < leaning
            pairs[names[one], names[other]] = games.sum(axis=0) - 1.0
    return pairs


def test_the_strongest_stands_first():
    standings = ranking(scores_of_pairs(NAMES, round_robin([4, 3, 2, 1, 0], 300, 1)))
    assert [standing.name for standing in standings] == NAMES
    assert [standing.place for standing in standings] == [1, 2, 3, 4, 5]
    assert all(standing.sure for standing in standings)


def test_among_equals_no_place_is_claimed_95_times_of_100():
    claimed = 0
    for seed in range(200):
        standings = ranking(scores_of_pairs(NAMES, round_robin([0] * 5, 60, seed)))
        claimed += any((standing.best, standing.worst) != (1, 5) for standing in standings)
    assert claimed / 200 <= 0.05 + 0.03


def test_a_share_lies_in_its_interval_95_times_of_100_although_all_play_the_same_deals():
    # Strengths mirrored about the middle one, whose true share is therefore one half.
    inside = 0
    for seed in range(400):
        scores = scores_of_pairs(NAMES, round_robin([-1, -0.4, 0, 0.4, 1], 60, seed))
        (middle,) = (standing for standing in ranking(scores) if standing.name == "Cy")
        inside += 0.5 in middle.share
    assert inside / 400 == pytest.approx(0.955, abs=0.03)


@settings(deadline=None)
@given(st.permutations(range(5)), st.integers(0, 2**32))
def test_the_order_in_which_players_are_named_cannot_show(order, seed):
    pairs = round_robin([1, 1, 0.5, 0, 0], 30, seed)
    shuffled = {}
    for (one, other), values in pairs.items():
        if order[NAMES.index(one)] < order[NAMES.index(other)]:
            shuffled[one, other] = values
        else:
            shuffled[other, one] = -values
    names = sorted(NAMES, key=lambda name: order[NAMES.index(name)])
    assert ranking(scores_of_pairs(names, shuffled)) == ranking(scores_of_pairs(NAMES, pairs))


def test_pairs_may_have_played_different_numbers_of_deals():
    pairs = round_robin([4, 3, 2, 1, 0], 200, 5)
    pairs["Ada", "Bo"] = pairs["Ada", "Bo"][:20]
    pairs["Cy", "Di"] = np.where(np.arange(200) % 3, pairs["Cy", "Di"], np.nan)
    standings = ranking(scores_of_pairs(NAMES, pairs))
    assert [standing.name for standing in standings] == NAMES


def test_equal_shares_have_equal_places():
    standings = ranking(
        scores_of_pairs(["x", "y", "z"], {("x", "y"): [0, 0], ("y", "z"): [0, 0], ("x", "z"): [0, 0]})
    )
    assert [standing.place for standing in standings] == [1, 1, 1]
    assert [(standing.best, standing.worst) for standing in standings] == [(1, 3)] * 3


def test_who_has_played_nobody_may_stand_anywhere():
    pairs = {("Ada", "Bo"): np.ones(50)}
    standings = {standing.name: standing for standing in ranking(scores_of_pairs(["Ada", "Bo", "Cy"], pairs))}
    assert (standings["Cy"].best, standings["Cy"].worst) == (1, 3)


def test_a_clean_sweep_of_few_deals_does_not_prove_100_percent():
    (first, _) = ranking(scores_of_pairs(["Ada", "Bo"], {("Ada", "Bo"): np.ones(10)}))
    assert first.share.mean == 1
    assert first.share.low < 0.95


def test_tables_rank_by_the_share_of_games_won():
    random = np.random.Generator(np.random.PCG64(6))
    shares = random.dirichlet([4, 2, 1], size=200)
    shares[::4, 0] = np.nan
    standings = ranking(scores_of_tables(["a", "b", "c"], shares))
    assert [standing.name for standing in standings] == ["a", "b", "c"]
    assert standings[0].share.mean == pytest.approx(np.nanmean(shares[:, 0]))
    assert all(standing.sure for standing in standings)
