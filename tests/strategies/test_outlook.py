"""The arithmetic of the counter: chances, worths and savings are what counting cards says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from situation import view_of

from skyjo_widgets.engine import COUNTS, VALUES
from skyjo_widgets.strategies.closing import Closing
from skyjo_widgets.strategies.outlook import Outlook

DECK = tuple(COUNTS.values())
COUNTED = st.tuples(*[st.integers(0, count) for count in DECK]).filter(any)
FACES = st.one_of(st.none(), st.sampled_from(VALUES))


@given(unseen=COUNTED, turns=st.floats(0, 12))
def test_chances_add_up_to_one_and_a_face_down_card_is_worth_their_mean(unseen, turns):
    outlook = Outlook(unseen, turns)
    assert sum(outlook.chance.values()) == pytest.approx(1)
    mean = sum(outlook.chance[value] * outlook.worth[value] for value in VALUES)
    assert outlook.worth[None] == pytest.approx(mean)


@given(unseen=COUNTED, first=FACES, second=FACES, third=FACES)
def test_the_order_of_a_column_does_not_matter(unseen, first, second, third):
    outlook = Outlook(unseen, 4)
    cost = outlook.beside(first, second)[third]
    assert outlook.beside(second, third)[first] == pytest.approx(cost)
    assert outlook.beside(third, first)[second] == pytest.approx(cost)


@given(unseen=COUNTED, first=FACES, second=FACES, third=FACES)
def test_in_the_last_turn_a_column_costs_its_cards_unless_the_hidden_one_completes_it(
    unseen, first, second, third
):
    outlook = Outlook(unseen, 0)
    cards = [first, second, third]
    shown = [card for card in cards if card is not None]
    expected = sum(shown) + outlook.mean * cards.count(None)
    if len(shown) == 3 and len(set(shown)) == 1:
        expected = 0
    elif len(shown) == 2 and len(set(shown)) == 1 and shown[0] > 0:
        expected *= 1 - outlook.chance[shown[0]]
    assert outlook.beside(first, second)[third] == pytest.approx(expected)


def test_more_turns_make_a_pair_better():
    costs = [Outlook(DECK, turns).beside(9, 9)[None] for turns in (0, 1, 3, 9)]
    assert costs == sorted(costs, reverse=True)


def test_a_pair_whose_third_is_gone_is_just_two_cards():
    none_left = tuple(0 if value == 9 else count for value, count in COUNTS.items())
    outlook = Outlook(none_left, 5)
    assert outlook.beside(9, 9)[0] == pytest.approx(2 * outlook.worth[9])


def test_a_card_saves_the_difference_to_the_worst_one_or_a_whole_column():
    grid = (9, 0, 7, None, 1, 2, 7, None, 3, 4, None, None)
    by_card, average = Outlook(DECK, 3).saved(grid, (3, 7, 10, 11))
    assert by_card[2] == 9 - 2
    assert by_card[10] == 0
    assert by_card[7] == pytest.approx(7 + 7 + Outlook(DECK, 3).mean)
    assert average == pytest.approx(sum(by_card[value] * count for value, count in COUNTS.items()) / 150)


OTHERS = (
    [("9 9 8 7", "9 4 8 1", "? 3 2 ?")],
    [("9 9 8 7", "9 4 8 1", "? 3 2 ?"), ("0 1 0 1", "2 0 -1 0", "? ? ? ?")],
)


@pytest.mark.parametrize("others", OTHERS)
def test_who_ends_the_round_pays_between_once_and_twice_and_the_more_the_worse(others):
    mine = ("4 3 2 1", "0 1 2 3", "4 3 2 ?")
    view = view_of(mine, *others, discard=5, drawn=4)
    closing = Closing(view, Outlook(view.unseen, 1))
    charged = [closing.ending_with(points) for points in range(1, 60)]
    assert all(points <= cost <= 2 * points for points, cost in enumerate(charged, start=1))
    assert charged == sorted(charged)


def test_nothing_is_doubled_at_zero_or_below():
    mine = ("0 0 0 -1", "-1 -2 0 0", "1 0 0 ?")
    view = view_of(mine, ("0 -1 0 1", "1 0 0 -1", "-2 ? 0 0"), discard=5, drawn=4)
    closing = Closing(view, Outlook(view.unseen, 1))
    assert [closing.ending_with(points) for points in (-7, 0)] == [-7, 0]
