"""Whoever looks after every game and stops when it suits them is still wrong 5 times of 100 at most."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from skyjo_widgets.arena.sequences import AdvantageSequence, ratio_sequence
from skyjo_widgets.arena.statistics import advantage_interval

RESULTS = np.array([-1, -0.5, 0, 0.5, 1])

pairs = st.lists(st.sampled_from(RESULTS.tolist()), min_size=1, max_size=80)


def even_matches(chances, count, deals):
    return np.random.Generator(np.random.PCG64(3)).choice(RESULTS, p=chances, size=(count, deals))


@pytest.mark.parametrize(
    "chances",
    [[0.1, 0.05, 0.7, 0.05, 0.1], [0.25, 0, 0.5, 0, 0.25], [0.5, 0, 0, 0, 0.5], [0, 0.5, 0, 0.5, 0]],
    ids=["alike", "coins", "wild", "shared"],
)
def test_of_1000_duels_of_equals_at_most_5_percent_are_ever_called(chances):
    called = 0
    for match in even_matches(chances, 1000, 1000):
        known = AdvantageSequence(candidates=5)
        known.add(match)
        called += known.settled is not None
    assert called <= 50


def test_an_ordinary_interval_would_call_a_quarter_of_them():
    called = 0
    for match in even_matches([0.1, 0.05, 0.7, 0.05, 0.1], 100, 1000):
        called += any(0 not in advantage_interval(match[:deals]) for deals in range(32, 1001, 16))
    assert called >= 20


@pytest.mark.parametrize("chances", [[0.1, 0.02, 0.5, 0.03, 0.35], [0, 0, 0.05, 0, 0.95]])
def test_the_truth_is_never_outside_95_times_of_100(chances):
    truth = RESULTS @ chances
    left = 0
    for match in even_matches(chances, 200, 400):
        known = AdvantageSequence()
        known.add(match)
        interval = known.interval()
        left += truth not in interval
    assert left / 200 <= 0.05 + 0.03


def test_a_clear_difference_is_settled_within_some_dozen_pairs():
    known = AdvantageSequence()
    known.add(even_matches([0.02, 0.0, 0.3, 0.03, 0.65], 1, 100)[0])
    assert known.settled is not None
    assert known.settled <= 40
    assert known.interval().low > 0


def test_equals_that_do_the_same_are_found_to_differ_by_little():
    known = AdvantageSequence()
    known.add([0] * 2000)
    assert known.settled is None
    assert known.interval().as_share().width < 0.02


@given(pairs)
def test_exchanging_the_players_mirrors_the_sequence_exactly(values):
    one, other = AdvantageSequence(candidates=20), AdvantageSequence(candidates=20)
    one.add(values)
    other.add([-value for value in values])
    assert one.settled == other.settled
    assert one.interval() == -other.interval()


@given(pairs, st.integers(1, 79))
def test_it_does_not_matter_in_which_portions_the_pairs_arrive(values, first):
    whole, parts = AdvantageSequence(candidates=20), AdvantageSequence(candidates=20)
    whole.add(values)
    parts.add(values[:first])
    parts.add(values[first:])
    assert parts.settled == whole.settled
    assert parts.interval() == whole.interval()


def test_points_per_round_may_be_looked_at_after_every_pair_too():
    random = np.random.Generator(np.random.PCG64(4))
    ever_outside = 0
    for _ in range(300):
        rounds = random.integers(4, 24, size=400)
        points = -3.0 * rounds + random.normal(0, 12, size=400) * np.sqrt(rounds)
        looks = (ratio_sequence(points[:pairs], rounds[:pairs]) for pairs in range(32, 400, 8))
        ever_outside += any(-3.0 not in look for look in looks)
    assert ever_outside / 300 <= 0.05 + 0.02
