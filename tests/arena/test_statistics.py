"""What an interval over pairs of games says is true as often as it claims."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from skyjo_widgets.arena.statistics import (
    Interval,
    advantage_interval,
    chance_beyond,
    mean_interval,
    ratio_interval,
    student,
)

# What a pair of games can be worth to the first player, and how the pairs of five matches fall.
RESULTS = np.array([-1, -0.5, 0, 0.5, 1])
MATCHES = {
    "even, and much alike": [0.10, 0.05, 0.70, 0.05, 0.10],
    "even, and wild": [0.40, 0.00, 0.20, 0.00, 0.40],
    "a better first": [0.10, 0.02, 0.50, 0.03, 0.35],
    "a much better second": [0.65, 0.03, 0.30, 0.00, 0.02],
    "a near sweep": [0.00, 0.00, 0.05, 0.00, 0.95],
}

pairs = st.lists(st.sampled_from(RESULTS.tolist()), min_size=1, max_size=60)


@pytest.mark.parametrize("match", MATCHES)
@pytest.mark.parametrize("deals", [20, 200])
def test_an_advantage_interval_contains_the_truth_95_times_of_100(match, deals):
    chances = MATCHES[match]
    draws = np.random.Generator(np.random.PCG64(1)).choice(RESULTS, p=chances, size=(1500, deals))
    truth = RESULTS @ chances
    inside = sum(truth in advantage_interval(row) for row in draws) / len(draws)
    assert inside >= 0.95 - 2.6 * math.sqrt(0.95 * 0.05 / len(draws))


def test_a_plain_interval_would_be_too_sure_of_a_near_sweep():
    draws = np.random.Generator(np.random.PCG64(1)).choice(
        RESULTS, p=MATCHES["a near sweep"], size=(1500, 20)
    )
    assert sum(0.95 in mean_interval(row) for row in draws) / len(draws) < 0.8


def test_points_per_round_lie_in_their_interval_95_times_of_100():
    random = np.random.Generator(np.random.PCG64(2))
    rounds = random.integers(4, 24, size=(1500, 100))
    points = -3.0 * rounds + random.normal(0, 12, size=rounds.shape) * np.sqrt(rounds)
    inside = sum(-3.0 in ratio_interval(above, below) for above, below in zip(points, rounds, strict=True))
    assert inside / 1500 == pytest.approx(0.95, abs=0.02)


@given(pairs)
def test_exchanging_the_players_mirrors_an_interval_exactly(values):
    assert advantage_interval([-value for value in values]) == -advantage_interval(values)


@given(pairs, st.randoms(use_true_random=False))
def test_the_order_of_the_pairs_does_not_matter(values, random):
    shuffled = random.sample(values, len(values))
    assert advantage_interval(shuffled) == advantage_interval(values)


@given(pairs)
def test_the_estimate_lies_in_its_interval_and_the_interval_in_what_is_possible(values):
    interval = advantage_interval(values)
    assert -1 <= interval.low <= interval.mean <= interval.high <= 1


def test_pairs_that_are_all_even_leave_no_doubt():
    assert advantage_interval([0] * 50) == Interval(0, 0, 0)


def test_thirty_won_pairs_do_not_prove_that_every_game_will_be_won():
    share = advantage_interval([1] * 30).as_share()
    assert share.mean == 1
    assert 0.9 < share.low < 0.99


def test_no_pair_says_nothing():
    assert advantage_interval([]).low == -1
    assert math.isnan(ratio_interval([], []).mean)


@pytest.mark.parametrize(
    ("freedom", "expected"),
    [(1, 12.706205), (2, 4.302653), (5, 2.570582), (30, 2.042272), (120, 1.979930), (1000, 1.962339)],
)
def test_students_quantiles_are_those_of_the_printed_tables(freedom, expected):
    assert student(0.975, freedom) == pytest.approx(expected, abs=1e-6)
    assert chance_beyond(expected, freedom) == pytest.approx(0.05, abs=1e-6)
